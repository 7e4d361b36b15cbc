"""Zones and identity (400): a card that changes zones is a new object, except where an effect finds what it moved."""

from collections.abc import Iterator

from verifier.encode.clauses import Write, update
from verifier.encode.terms import FALSE, TRUE, Term, conj, disj, is_at, ite, neg, number, select
from verifier.encode.things import Vector

from ..moment import Moment
from ..vocabulary import PUBLIC_ZONES, Op, Zone
from .numbers import numbers, same
from .stack import announcement
from .watch import happened


@update("zones.new-object", title="what changes zones is a new object", numbers=same("400.7"), reacts=True)
def new_object(m: Moment) -> Iterator[Write]:
    """Whatever meant the old object loses it; the new one remembers nothing of the old."""
    h = happened(m)
    moved = h.moved
    many = len(m.slots)
    arrives_tapped = conj(disj(m.doing(Op.RETURN), m.doing(Op.RETURN_TRANSFORMED)), m.instruction.enters_tapped)
    for p in m.slots:
        yield Write(m.objects.tapped[p], moved[p], conj(arrives_tapped, is_at(h.after.zone[p], Zone.BATTLEFIELD)))
        yield Write(m.objects.face_down[p], moved[p], FALSE)
        yield Write(m.objects.damage[p], moved[p], number(0, 4))
        for counter in m.objects.counters[p]:
            yield Write(counter, moved[p], number(0, 3))
        yield Write(m.objects.copy[p], moved[p], FALSE)
        yield Write(m.objects.copy_ends[p], moved[p], FALSE)
    for gone, lost in (
        (m.entries.source_gone, lost_sources(m, m.entries.source)),
        (m.entries.source_lost, lost_sources(m, m.entries.source)),
        (m.entries.target_gone, lost_targets(m, m.entries.target)),
        (m.entries.target_lost, lost_targets(m, m.entries.target)),
        (m.delayed.source_gone, lost_sources(m, m.delayed.source)),
        (m.delayed.target_gone, lost_targets(m, m.delayed.target)),
    ):
        for variable, loses in zip(gone, lost, strict=True):
            yield Write(variable, loses, TRUE)
    for w, variable in enumerate(m.waiting.source_gone):
        yield Write(variable, moved[w % many], TRUE)


def lost_sources(m: Moment, slots: Vector) -> Vector:
    """For each record of a source: whether that slot's object changed zones in this step."""
    return [select(happened(m).moved, slot) for slot in slots]


def lost_targets(m: Moment, targets: Vector) -> Vector:
    """For each record of a target: whether that object changed zones, or that stack object left the stack."""
    return [select([*happened(m).moved, *left_stack(m)], target) for target in targets]


def left_stack(m: Moment) -> Vector:
    """Which objects on the stack leave it in this step."""
    return [conj(live, neg(m.kernel.after[str(live)])) for live in m.entries.live]


@update(
    "zones.effect-finds-what-it-moved",
    title="an effect finds the object that it just moved to a public zone",
    numbers=numbers(None, "400.7j"),
    reacts=True,
)
def effect_finds(m: Moment) -> Iterator[Write]:
    """The resolving object that moves its source or target, while it still finds it, goes on finding it."""
    h = happened(m)
    public = [disj(*[is_at(zone, z) for z in PUBLIC_ZONES]) for zone in h.after.zone]
    moved = [*[conj(a, b) for a, b in zip(h.moved, public, strict=True)], *[FALSE for _ in m.places]]
    e = m.entries
    for lost, slot, finds in (
        (e.source_lost, e.source, m.source_found),
        (e.target_lost, e.target, m.target_found),
    ):
        for i in m.places:
            yield Write(lost[i], conj(m.acting, e.resolving[i], finds, select(moved, slot[i])), FALSE, 1)


def remember(m: Moment) -> Iterator[Write]:
    """A fresh record on the stack: what it means is there unless it was lost while the trigger waited."""
    a = announcement(m)
    taken = disj(*[conj(mark, gone) for mark, gone in zip(a.taken[0], m.waiting.source_gone, strict=True)])
    fired_source = disj(*[conj(mark, gone) for mark, gone in zip(a.taken[1], m.delayed.source_gone, strict=True)])
    fired_target = disj(*[conj(mark, gone) for mark, gone in zip(a.taken[1], m.delayed.target_gone, strict=True)])
    copied_source = _of(a.copied, m.entries.source_gone)
    copied_target = _of(a.copied, m.entries.target_gone)
    source, target = (
        ite(a.copying, copied_source, disj(taken, fired_source)),
        ite(a.copying, copied_target, fired_target),
    )
    for i in m.places:
        yield Write(m.entries.source_gone[i], a.places[i], source, 2)
        yield Write(m.entries.source_lost[i], a.places[i], source, 2)
        yield Write(m.entries.target_gone[i], a.places[i], target, 2)
        yield Write(m.entries.target_lost[i], a.places[i], target, 2)


def _of(marks: Vector, values: Vector) -> Term:
    return disj(*[conj(mark, value) for mark, value in zip(marks, values, strict=True)])


def owners_zones(m: Moment) -> Iterator[Write]:
    """Off the battlefield and the stack a card is its owner's (108.4)."""
    h = happened(m)
    for p in m.slots:
        away = neg(disj(is_at(h.after.zone[p], Zone.BATTLEFIELD), is_at(h.after.zone[p], Zone.STACK)))
        yield Write(m.objects.controller[p], conj(h.moved[p], away), h.after.owner[p])


@update("zones.tokens-cease", title="a token off the battlefield ceases to exist", numbers=same("704.5d"))
def tokens_cease(m: Moment) -> Iterator[Write]:
    """With the next state-based actions."""
    for p in m.slots:
        yield Write(m.objects.zone[p], conj(m.checking, m.vanishing[p]), number(Zone.GONE, 3))
