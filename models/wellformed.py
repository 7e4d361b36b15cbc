"""Which positions are well formed, and where a proof starts: any such position with nothing on the stack or waiting."""

from verifier.encode.terms import Term, below, conj, disj, equal, implies, is_at, ite, neg, select

from .moment import Moment
from .rules.transform import two_faced
from .vocabulary import AbilityKind, EntryKind, Op, Target, Zone


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
