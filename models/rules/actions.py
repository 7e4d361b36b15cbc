"""The other instruction words (701, 119-122): counters, tapping, moving, life, damage, countering."""

from collections.abc import Iterator

from verifier.encode.clauses import Write, update
from verifier.encode.terms import (
    FALSE,
    TRUE,
    Term,
    below,
    conj,
    disj,
    is_at,
    ite,
    minus_capped,
    neg,
    number,
    plus,
    plus_capped,
    select,
    widen,
)
from verifier.encode.things import Vector

from ..moment import Moment
from ..vocabulary import EntryKind, Op, Zone
from .numbers import same
from .stack import announcement
from .transform import two_faced


@update("counters.put", title="counters are put on a permanent", numbers=same("122.1"))
def put_counters(m: Moment) -> Iterator[Write]:
    """On each permanent that the instruction speaks of."""
    for p in m.slots:
        for c, counter in enumerate(m.objects.counters[p]):
            here = conj(m.doing(Op.PUT_COUNTER), m.subject[p], m.on_battlefield[p], is_at(m.instruction.counter, c))
            yield Write(counter, here, plus_capped(counter, m.instruction.amount))


@update("counters.removed", title="counters are removed, as many as there are", numbers=same("122.1"))
def remove_counters(m: Moment) -> Iterator[Write]:
    """From each permanent that the instruction speaks of."""
    for p in m.slots:
        for c, counter in enumerate(m.objects.counters[p]):
            here = conj(m.doing(Op.REMOVE_COUNTER), m.subject[p], m.on_battlefield[p], is_at(m.instruction.counter, c))
            yield Write(counter, here, minus_capped(counter, m.instruction.amount))


@update("actions.tap-untap", title="permanents are tapped or untapped", numbers=same(None))
def tap_untap(m: Moment) -> Iterator[Write]:
    """Each permanent that the instruction speaks of."""
    for p in m.slots:
        here = conj(m.subject[p], m.on_battlefield[p])
        yield Write(m.objects.tapped[p], conj(m.doing(Op.TAP), here), TRUE)
        yield Write(m.objects.tapped[p], conj(m.doing(Op.UNTAP), here), FALSE)


def _move(m: Moment, op: Op, zone: Zone, where: Vector) -> Iterator[Write]:
    for p in m.slots:
        yield Write(m.objects.zone[p], conj(m.doing(op), m.subject[p], where[p]), number(zone, 3))


@update("actions.destroy", title="what is destroyed goes to its owner's graveyard", numbers=same(None))
def destroy(m: Moment) -> Iterator[Write]:
    """All at once."""
    yield from _move(m, Op.DESTROY, Zone.GRAVEYARD, m.on_battlefield)


@update("actions.exile", title="what is exiled goes to the exile zone", numbers=same(None))
def exile(m: Moment) -> Iterator[Write]:
    """From the battlefield or a graveyard."""
    where = [disj(m.on_battlefield[p], is_at(m.objects.zone[p], Zone.GRAVEYARD)) for p in m.slots]
    yield from _move(m, Op.EXILE, Zone.EXILE, where)


@update("actions.return-to-hand", title="what is returned to hand goes to its owner's hand", numbers=same(None))
def return_to_hand(m: Moment) -> Iterator[Write]:
    """From the battlefield or a graveyard."""
    where = [disj(m.on_battlefield[p], is_at(m.objects.zone[p], Zone.GRAVEYARD)) for p in m.slots]
    yield from _move(m, Op.RETURN_TO_HAND, Zone.HAND, where)


def _returnable(m: Moment) -> Vector:
    there = [disj(is_at(z, Zone.GRAVEYARD), is_at(z, Zone.EXILE)) for z in m.objects.zone]
    return [conj(there[p], neg(m.token[p])) for p in m.slots]


def _face(m: Moment, p: int, face: int) -> Term:
    return select([faces[face] for faces in m.cards.spell_face], m.objects.card[p])


@update(
    "faces.returns-front-up",
    title="what is put onto the battlefield shows its front, and stays away if that is no permanent",
    numbers=same("712.14"),
)
def return_front(m: Moment) -> Iterator[Write]:
    """A card with an instant or sorcery front stays where it is (400.4a, 712.14b); a token does not return (111.8)."""
    where = [conj(r, neg(_face(m, p, 0))) for p, r in enumerate(_returnable(m))]
    yield from _enter(m, Op.RETURN, where)


@update(
    "faces.returns-transformed",
    title="what is returned transformed shows its back, and stays away if it has none",
    numbers=same("712.14a"),
)
def return_transformed(m: Moment) -> Iterator[Write]:
    """A single-faced card, or one whose back is an instant or sorcery, stays where it is."""
    where = [conj(r, two_faced(m, p, modal=True), neg(_face(m, p, 1))) for p, r in enumerate(_returnable(m))]
    yield from _enter(m, Op.RETURN_TRANSFORMED, where)
    for p in m.slots:
        yield Write(m.objects.back[p], conj(m.doing(Op.RETURN_TRANSFORMED), m.subject[p], where[p]), TRUE)


def _enter(m: Moment, op: Op, where: Vector) -> Iterator[Write]:
    yield from _move(m, op, Zone.BATTLEFIELD, where)
    for p in m.slots:
        controller = ite(m.instruction.under_you, m.you, m.objects.owner[p])
        yield Write(m.objects.controller[p], conj(m.doing(op), m.subject[p], where[p]), controller)


@update("life.changes", title="players gain and lose life; damage to a player is lost life", numbers=same("119.3"))
def life(m: Moment) -> Iterator[Write]:
    """Life is kept between 0 and 63."""
    for player, total in enumerate(m.players.life):
        amount = widen(m.instruction.amount, 6)
        aimed = m.aimed_player[player]
        yield Write(total, conj(m.doing(Op.GAIN_LIFE), aimed), plus_capped(total, amount))
        loses = disj(m.doing(Op.LOSE_LIFE), m.doing(Op.DAMAGE))
        yield Write(total, conj(loses, aimed), minus_capped(total, amount))


@update("damage.marked", title="damage to a permanent stays marked on it", numbers=same("120.3e"))
def damage(m: Moment) -> Iterator[Write]:
    """On each creature that the instruction speaks of."""
    for p in m.slots:
        here = conj(m.doing(Op.DAMAGE), m.subject[p], m.on_battlefield[p], m.shown.creature[p])
        yield Write(m.objects.damage[p], here, plus_capped(m.objects.damage[p], widen(m.instruction.amount, 4)))


@update("stack.counter", title="a countered object leaves the stack without effect", numbers=same(None))
def counter(m: Moment) -> Iterator[Write]:
    """A countered spell's card goes to its owner's graveyard."""
    e, marks = m.entries, announcement(m).copied
    counters = conj(m.doing(Op.COUNTER), m.target_found)
    for i, mark in enumerate(marks):
        yield Write(e.live[i], conj(counters, mark), FALSE)
    cards = [conj(mark, is_at(e.kind[i], EntryKind.SPELL), neg(e.copied[i])) for i, mark in enumerate(marks)]
    for p in m.slots:
        its = disj(*[conj(card, is_at(e.source[i], p)) for i, card in enumerate(cards)])
        here = conj(counters, its, is_at(m.objects.zone[p], Zone.STACK))
        yield Write(m.objects.zone[p], here, number(Zone.GRAVEYARD, 3))


@update("checks.creatures-die", title="creatures without toughness or with lethal damage die", numbers=same("704.5f-g"))
def creatures_die(m: Moment) -> Iterator[Write]:
    """All at once, whenever a player would get priority (704.3)."""
    for p in m.slots:
        yield Write(m.objects.zone[p], conj(m.checking, m.doomed[p]), number(Zone.GRAVEYARD, 3))


def uncountable(m: Moment) -> Iterator[Write]:
    """Counters, damage or life beyond what this rulebook can count end what it can tell."""
    amount, beyond = m.instruction.amount, []
    for p in m.slots:
        here = conj(m.subject[p], m.on_battlefield[p])
        for c, counter in enumerate(m.objects.counters[p]):
            put = conj(m.doing(Op.PUT_COUNTER), here, is_at(m.instruction.counter, c))
            beyond.append(conj(put, _overflows(counter, amount)))
        hurt = conj(m.doing(Op.DAMAGE), here, m.shown.creature[p])
        beyond.append(conj(hurt, _overflows(m.objects.damage[p], amount)))
    for player, total in enumerate(m.players.life):
        beyond.append(conj(m.doing(Op.GAIN_LIFE), m.aimed_player[player], _overflows(total, amount)))
    yield Write(m.edge, disj(*beyond), TRUE)


def _overflows(value: Term, amount: Term) -> Term:
    width = value.size() + 1
    return neg(below(plus(widen(value, width), widen(amount, width)), 1 << value.size()))
