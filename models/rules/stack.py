"""The stack (405, 601, 602, 603.3): what goes on it, and which object resolves first."""

from collections.abc import Iterator

from verifier.encode.clauses import Write, ordering
from verifier.encode.terms import FALSE, TRUE, Term, conj, disj, first, is_at, ite, neg, number, pick, select
from verifier.encode.things import Vector

from ..announce import Announcement
from ..moment import Moment
from ..vocabulary import AbilityKind, EntryKind, Zone
from .numbers import same


def announcement(m: Moment) -> Announcement:
    """What goes on the stack in this step."""
    made: Announcement = m.once("announcement", lambda: Announcement(m))
    return made


@ordering("stack.last-in-first-out", title="the object put on the stack last resolves first", numbers=same("405.5"))
def last_in_first_out(m: Moment) -> Term:
    """Which place of the stack resolves next: the top (as an index into the stack's places, one mark each)."""
    return _index(m.top)


@last_in_first_out.wrong("first-in-first-out", imitates="an engine that keeps triggers in a queue")
def first_in_first_out(m: Moment) -> Term:
    """The lowest object on the stack resolves next."""
    return _index(first(m.entries.live))


@ordering(
    "stack.active-player-first",
    title="of waiting triggers those of the active player go on the stack first",
    numbers=same("603.3b"),
)
def active_player_first(m: Moment, any_of_active: Term, any_of_other: Term) -> Term:
    """Which player's waiting triggers are next, given whether each has any."""
    return ite(any_of_active, m.active, neg(m.active))


@active_player_first.wrong("other-player-first", imitates="an engine that puts the active player's triggers on top")
def other_player_first(m: Moment, any_of_active: Term, any_of_other: Term) -> Term:
    """Those of the player whose turn it is not."""
    return ite(any_of_other, neg(m.active), m.active)


def _index(marks: Vector) -> Term:
    result = number(0, 8)
    for position, mark in enumerate(marks):
        result = ite(mark, number(position, 8), result)
    return result


def put_on_stack(m: Moment) -> Iterator[Write]:
    """What is announced takes the place above the top, with its own record of source, target and time."""
    a = announcement(m)
    e = m.entries
    kind = ite(
        a.copying,
        pick(a.copied, e.kind),
        ite(
            m.stacking,
            ite(disj(*a.taken[1]), number(EntryKind.DELAYED, 2), number(EntryKind.TRIGGERED, 2)),
            ite(a.casting, number(EntryKind.SPELL, 2), number(EntryKind.ACTIVATED, 2)),
        ),
    )
    values = [
        (e.live, TRUE),
        (e.resolving, FALSE),
        (e.kind, kind),
        (e.ability, ite(a.copying, pick(a.copied, e.ability), a.ability)),
        (e.bare, conj(neg(a.copying), a.bare)),
        (e.copied, a.copying),
        (e.controller, ite(a.copying, m.you, _controller(m, a))),
        (e.source, ite(a.copying, pick(a.copied, e.source), a.source)),
        (e.target, ite(a.copying, pick(a.copied, e.target), a.target)),
    ]
    for i in m.places:
        for vector, value in values:
            yield Write(vector[i], a.places[i], value, rank=1)


def _controller(m: Moment, a: Announcement) -> Term:
    result = m.priority
    for mark, controller in zip(a.taken[0] + a.taken[1], m.waiting.controller + m.delayed.controller, strict=True):
        result = ite(mark, controller, result)
    return result


def pay_and_move(m: Moment) -> Iterator[Write]:
    """The cost's tap is paid (601.2h, 602.2b); a card that is cast moves to the stack (601.2a)."""
    a = announcement(m)
    tap = conj(a.announcing, is_at(a.kind, AbilityKind.ACTIVATED), neg(a.bare), select(m.abilities.tap_cost, a.ability))
    for p in m.slots:
        here = conj(disj(*a.places), is_at(a.source, p))
        yield Write(m.objects.tapped[p], conj(tap, here), TRUE)
        yield Write(m.objects.zone[p], conj(a.casting, here), number(Zone.STACK, 3))
        yield Write(m.objects.controller[p], conj(a.casting, here), m.objects.owner[p])


def release_waiting(m: Moment) -> Iterator[Write]:
    """A delayed trigger that was put on the stack, or removed for want of a target, waits no longer (603.7b)."""
    a = announcement(m)
    for d in m.delays:
        yield Write(m.delayed.live[d], a.taken[1][d], FALSE)
        yield Write(m.delayed.fired[d], a.taken[1][d], FALSE)


def full(m: Moment) -> Iterator[Write]:
    """A stack that this slice cannot hold ends what the slice can tell."""
    yield Write(m.edge, announcement(m).overflow, TRUE)
