"""Double-faced cards (712): which face is up where, and that turning over keeps the object."""

from collections.abc import Iterator

from verifier.encode.clauses import Write, absence, update
from verifier.encode.terms import FALSE, TRUE, conj, disj, is_at, neg, number, select

from ..moment import Moment
from ..vocabulary import Zone
from .numbers import numbers, same
from .watch import happened


@update(
    "faces.front-elsewhere",
    title="only on the battlefield and the stack can a back face be up",
    numbers=same("712.8a"),
    reacts=True,
)
def front_elsewhere(m: Moment) -> Iterator[Write]:
    """A card that leaves for another zone shows its front again."""
    h = happened(m)
    for p in m.slots:
        away = neg(disj(is_at(h.after.zone[p], Zone.BATTLEFIELD), is_at(h.after.zone[p], Zone.STACK)))
        yield Write(m.objects.back[p], conj(h.moved[p], away), FALSE)


@absence(
    "faces.same-object",
    title="turning over keeps the object and everything on it",
    numbers=numbers("712.18", "712.18"),
    reacts=True,
)
def same_object(m: Moment) -> Iterator[Write]:
    """Nothing else happens to what turns over."""
    yield from ()


@same_object.wrong("counters-lost", imitates="an engine that replaces the permanent by a fresh one with the other face")
def counters_lost(m: Moment) -> Iterator[Write]:
    """Counters and damage vanish as it turns."""
    for p in m.slots:
        for counter in m.objects.counters[p]:
            yield Write(counter, happened(m).turned[p], number(0, 3))
        yield Write(m.objects.damage[p], happened(m).turned[p], number(0, 4))


@same_object.wrong("untaps", imitates="an engine in which the other face arrives untapped")
def untaps(m: Moment) -> Iterator[Write]:
    """It untaps as it turns."""
    for p in m.slots:
        yield Write(m.objects.tapped[p], happened(m).turned[p], FALSE)


@same_object.wrong("new-object", imitates="an engine that gives the turned permanent a new identity")
def becomes_new(m: Moment) -> Iterator[Write]:
    """What meant it loses it."""
    turned = [*happened(m).turned, *[FALSE for _ in m.places]]
    for gone, meant in (
        (m.entries.source_gone, m.entries.source),
        (m.entries.target_gone, m.entries.target),
        (m.delayed.source_gone, m.delayed.source),
        (m.delayed.target_gone, m.delayed.target),
    ):
        for variable, index in zip(gone, meant, strict=True):
            yield Write(variable, select(turned, index), TRUE)
