"""Which positions are well formed, and where a proof starts: any such position with nothing on the stack or waiting."""

from collections.abc import Iterator

from verifier.encode.terms import Term, below, conj, disj, equal, implies, is_at, ite, neg, select

from .moment import Moment
from .rules.transform import two_faced
from .vocabulary import AbilityKind, EntryKind, Op, Representation, Target, Zone


def well_formed(m: Moment) -> dict[str, Term]:
    """Named conditions that hold of every position a game can reach."""
    o, e, d = m.objects, m.entries, m.delayed
    away = [neg(disj(is_at(z, Zone.BATTLEFIELD), is_at(z, Zone.STACK))) for z in o.zone]
    return {
        "off the battlefield nothing shows its back": conj(
            *[implies(neg(m.on_battlefield[p]), neg(o.back[p])) for p in m.slots]
        ),
        "off the battlefield nothing is face down, tapped, damaged, counted on or a copy": conj(
            *[
                implies(
                    neg(m.on_battlefield[p]),
                    conj(
                        neg(disj(o.tapped[p], o.copy[p], o.face_down[p])),
                        is_at(o.damage[p], 0),
                        *[is_at(c, 0) for c in o.counters[p]],
                    ),
                )
                for p in m.slots
            ]
        ),
        "what is not double-faced has its front up": conj(
            *[implies(neg(two_faced(m, p, modal=True)), neg(o.back[p])) for p in m.slots]
        ),
        "what is double-faced is face up": conj(
            *[implies(two_faced(m, p, modal=True), neg(o.face_down[p])) for p in m.slots]
        ),
        "only a copy ends as one": conj(*[implies(o.copy_ends[p], o.copy[p]) for p in m.slots]),
        "what shows its back has been back": conj(*[implies(o.back[p], o.been_back[p]) for p in m.slots]),
        "between resolutions nothing has turned during one": conj(
            *[implies(t, disj(*e.resolving)) for t in o.turned_now]
        ),
        "cards away from the battlefield are under their owner": conj(
            *[implies(away[p], equal(o.controller[p], o.owner[p])) for p in m.slots]
        ),
        "no instant or sorcery face is a permanent": conj(
            *[implies(m.on_battlefield[p], neg(_spell(m, p))) for p in m.slots]
        ),
        "what resolves is on the stack, and alone": conj(
            *[implies(r, live) for r, live in zip(e.resolving, e.live, strict=True)],
            *[neg(conj(e.resolving[i], e.resolving[j])) for i in m.places for j in m.places if i < j],
        ),
        "a spell without instructions carries none out": conj(
            *[
                implies(conj(r, bare), neg(below(m.pointer, m.slices["instructions"])))
                for r, bare in zip(e.resolving, e.bare, strict=True)
            ]
        ),
        "what chose an object as its target points at one": conj(
            *[implies(conj(e.live[i], _chooses_object(m, i)), below(e.target[i], len(m.slots))) for i in m.places]
        ),
        "what has triggered of the delayed abilities is there": conj(
            *[implies(f, live) for f, live in zip(d.fired, d.live, strict=True)]
        ),
        "a delayed ability is of a delayed kind": conj(
            *[
                implies(
                    conj(d.live[i], is_at(d.ability[i], r)),
                    _is_delayed(m, r),
                )
                for i in m.delays
                for r in m.rows
            ]
        ),
        "no token is a spell or in a library": conj(
            *[
                implies(m.token[p], neg(disj(is_at(o.zone[p], Zone.STACK), is_at(o.zone[p], Zone.LIBRARY))))
                for p in m.slots
            ]
        ),
        "no token is among the cards of a library": conj(
            *[
                implies(neg(below(m.players.library[player], place + 1)), below(kind, Representation.TOKEN))
                for player, place, kind in _in_libraries(m)
            ]
        ),
        "what an ability means is somewhere": conj(*_meant(m)),
        "an effect that creates a delayed ability names one of a delayed kind": conj(
            *[
                implies(
                    conj(is_at(m.abilities.op[r][i], Op.DELAY), is_at(m.abilities.delayed[r][i], q)),
                    _is_delayed(m, q),
                )
                for r in m.rows
                for i in range(m.slices["instructions"])
                for q in m.rows
            ]
        ),
    }


def _in_libraries(m: Moment) -> Iterator[tuple[int, int, Term]]:
    """Player, place and representation of each card that a library can have."""
    for number, kind in enumerate(m.libraries.representation):
        yield number // m.slices["library"], number % m.slices["library"], kind


def _meant(m: Moment) -> Iterator[Term]:
    """No reference that is not marked as gone or lost points at a free slot, where another card will come (400.7)."""
    e, d = m.entries, m.delayed
    free = [is_at(zone, Zone.GONE) for zone in m.objects.zone]

    def there(slot: Term) -> Term:
        return neg(disj(*[conj(is_at(slot, p), free[p]) for p in m.slots]))

    for i in m.places:
        delayed = is_at(e.kind[i], EntryKind.DELAYED)
        aims = conj(e.live[i], disj(delayed, _chooses_object(m, i)))
        for marks in (e.source_gone, e.source_lost):
            yield implies(conj(e.live[i], neg(marks[i])), there(e.source[i]))
        for marks in (e.target_gone, e.target_lost):
            yield implies(conj(aims, neg(marks[i])), there(e.target[i]))
    for i in m.delays:
        yield implies(conj(d.live[i], neg(d.source_gone[i])), there(d.source[i]))
        yield implies(conj(d.live[i], neg(d.target_gone[i])), there(d.target[i]))
    for w, count in enumerate(m.waiting.count):
        yield disj(is_at(count, 0), m.waiting.source_gone[w], neg(free[w % len(m.slots)]))


def _chooses_object(m: Moment, i: int) -> Term:
    kind = select(m.abilities.target, m.entries.ability[i])
    chooses = disj(is_at(kind, Target.PERMANENT), is_at(kind, Target.CARD))
    return conj(chooses, neg(m.entries.bare[i]), neg(is_at(m.entries.kind[i], EntryKind.DELAYED)))


def _is_delayed(m: Moment, row: int) -> Term:
    kind = m.abilities.kind[row]
    return disj(is_at(kind, AbilityKind.DELAYED_UPKEEP), is_at(kind, AbilityKind.DELAYED_END_STEP))


def _spell(m: Moment, p: int) -> Term:
    faces = m.cards.spell_face
    return ite(
        m.objects.back[p],
        select([f[1] for f in faces], m.objects.card[p]),
        select([f[0] for f in faces], m.objects.card[p]),
    )


def start(m: Moment) -> Term:
    """Nothing is on the stack, nothing resolves, no trigger waits; delayed ones carry what turned before."""
    d = m.delayed
    return conj(
        *[neg(live) for live in m.entries.live],
        *[is_at(count, 0) for count in m.waiting.count],
        *[neg(fired) for fired in d.fired],
        *[equal(turned, before) for turned, before in zip(d.turned, d.turned_before, strict=True)],
        *[equal(gone, before) for gone, before in zip(d.source_gone, d.source_gone_before, strict=True)],
        *[equal(gone, before) for gone, before in zip(d.target_gone, d.target_gone_before, strict=True)],
        neg(m.edge),
        neg(m.passed),
        *[neg(is_at(z, Zone.STACK)) for z in m.objects.zone],
    )
