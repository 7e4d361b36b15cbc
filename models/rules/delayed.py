"""Delayed triggered abilities (603.7): created by a resolving effect, once, later."""

from collections.abc import Iterator

from verifier.encode.clauses import Write, update
from verifier.encode.terms import FALSE, TRUE, conj, disj, first, is_at, neg, select, xor
from verifier.encode.things import Vector

from ..moment import Moment
from ..vocabulary import AbilityKind, Op, Step
from .numbers import same
from .stack import announcement


@update(
    "delayed.created-on-resolution",
    title="a resolving effect creates a delayed ability that waits for its event",
    numbers=same("603.7a"),
)
def create(m: Moment) -> Iterator[Write]:
    """It takes source, target and controller from the ability that creates it (603.7d)."""
    d = m.delayed
    for i, place in enumerate(new_places(m)):
        yield Write(d.live[i], place, TRUE)
        yield Write(d.fired[i], place, FALSE)
        yield Write(d.ability[i], place, m.instruction.delayed)
        yield Write(d.controller[i], place, m.you)
        yield Write(d.source[i], place, m.source)
        yield Write(d.target[i], place, m.target)


def new_places(m: Moment) -> Vector:
    """The place that a delayed ability created in this step takes."""
    return [conj(m.doing(Op.DELAY), mark) for mark in first([neg(live) for live in m.delayed.live])]


@update("delayed.triggers-once", title="at its event it triggers, and only that once", numbers=same("603.7b"))
def fire(m: Moment) -> Iterator[Write]:
    """At the beginning of the next upkeep or end step."""
    for i in m.delays:
        kind = select(m.abilities.kind, m.delayed.ability[i])
        now = disj(
            conj(m.begins(Step.UPKEEP), is_at(kind, AbilityKind.DELAYED_UPKEEP)),
            conj(m.begins(Step.END), is_at(kind, AbilityKind.DELAYED_END_STEP)),
        )
        yield Write(m.delayed.fired[i], conj(m.delayed.live[i], now), TRUE)


def remember(m: Moment) -> Iterator[Write]:
    """Stamps of when abilities came to be, and what turned over since (701.27f reads them)."""
    marks = turned_for_guard(m)
    a = announcement(m)
    e, d = m.entries, m.delayed
    for i in m.places:
        turns = conj(e.live[i], select(marks, e.source[i]))
        yield Write(e.turned[i], turns, TRUE)
        yield Write(e.turned_created[i], turns, TRUE)
        since = disj(*[conj(mark, turned) for mark, turned in zip(a.taken[1], d.turned, strict=True)])
        yield Write(e.turned[i], a.places[i], m.kernel.defined("copies.own-time", m, e.turned), 1)
        copied = m.kernel.defined("copies.own-time", m, e.turned_created)
        yield Write(e.turned_created[i], a.places[i], disj(since, copied), 1)
    for i, place in enumerate(new_places(m)):
        yield Write(d.turned[i], conj(d.live[i], select(marks, d.source[i])), TRUE)
        yield Write(d.turned[i], place, FALSE, 1)
        yield Write(d.source_gone[i], place, neg(m.source_found), 1)
        yield Write(d.target_gone[i], place, neg(conj(m.aims_at_object, m.target_found)), 1)
    yield Write(m.edge, conj(m.doing(Op.DELAY), neg(disj(*new_places(m)))), TRUE)


def turned_for_guard(m: Moment) -> Vector:
    """Which permanents turned over in a way that the guard counts (701.27f, 701.28e)."""
    counts = m.kernel.defined("convert.shares-guard", m, "counts")
    after = m.kernel.after
    converting = m.doing(Op.CONVERT)
    result = []
    for p in m.slots:
        back = m.objects.back[p]
        turned = conj(m.on_battlefield[p], xor(after[str(back)], back), disj(m.doing(Op.TRANSFORM), converting))
        result.append(conj(turned, disj(counts, neg(converting))))
    return result
