"""Resolving (608): instruction by instruction, and its end."""

from collections.abc import Iterator

from verifier.encode.clauses import Write, definition
from verifier.encode.terms import FALSE, TRUE, Term, conj, disj, equal, is_at, ite, neg, number, pick, plus, select
from verifier.encode.things import Vector

from ..moment import Moment
from ..vocabulary import EntryKind, Op, Target, Zone
from .numbers import same
from .stack import announcement


def next_to_resolve(m: Moment) -> Vector:
    """Which place of the stack resolves next."""
    index = m.kernel.defined("stack.last-in-first-out", m)
    return [conj(m.entries.live[i], is_at(index, i)) for i in m.places]


@definition(
    "resolution.needs-legal-target",
    title="with its target gone or no longer legal, nothing of it happens",
    numbers=same("608.2b"),
)
def fizzles(m: Moment) -> Term:
    """Whether the object about to resolve has a target, and that target is illegal."""
    marks = next_to_resolve(m)
    row = pick(marks, m.entries.ability)
    target = pick(marks, m.entries.target)
    kind = select(m.abilities.target, row)
    wanted = select(m.abilities.target_filter, row)
    has_target = conj(neg(is_at(kind, Target.NONE)), neg(pick(marks, m.entries.bare)))
    fits = []
    for p in m.slots:
        there = disj(
            conj(is_at(kind, Target.PERMANENT), m.on_battlefield[p]),
            conj(is_at(kind, Target.CARD), is_at(m.objects.zone[p], Zone.GRAVEYARD)),
        )
        fits.append(conj(there, m.shown.meets(p, wanted), is_at(target, p)))
    for i in m.places:
        fits.append(conj(m.entries.live[i], is_at(target, len(m.slots) + i)))
    legal = conj(neg(pick(marks, m.entries.target_gone)), disj(*fits))
    delayed = is_at(pick(marks, m.entries.kind), EntryKind.DELAYED)
    return conj(has_target, neg(delayed), neg(legal))


@fizzles.wrong("target-not-checked-again", imitates="an engine that checks targets only as they are chosen")
def never_fizzles(m: Moment) -> Term:
    """Every object resolves, whatever became of its target."""
    return FALSE


def begin(m: Moment) -> Iterator[Write]:
    """After both players pass, the next object begins to resolve (608.1)."""
    starts = conj(m.both_passed, neg(m.stack_empty))
    width = m.pointer.size()
    for i, mark in enumerate(next_to_resolve(m)):
        yield Write(m.entries.resolving[i], conj(starts, mark), TRUE)
    skip = disj(m.kernel.defined("resolution.needs-legal-target", m), pick(next_to_resolve(m), m.entries.bare))
    end = number(m.slices["instructions"], width)
    yield Write(m.pointer, starts, ite(skip, end, number(0, width)))
    yield Write(m.did, starts, FALSE)


@definition(
    "resolution.rest-still-happens",
    title="an instruction that does nothing does not keep the next from being carried out",
    numbers=same("608.2c"),
)
def rest_is_skipped(m: Moment) -> Term:
    """Whether the resolution ends with the instruction that is reached, though more follow."""
    return FALSE


@rest_is_skipped.wrong("stops-at-a-skip", imitates="an engine that fizzles an ability whose transform was prevented")
def stops_at_a_skip(m: Moment) -> Term:
    """It ends where a turn that was told did not happen."""
    told = disj(m.doing(Op.TRANSFORM), m.doing(Op.CONVERT))
    return conj(told, neg(m.turns_something))


def advance(m: Moment) -> Iterator[Write]:
    """One instruction after the other, in written order (608.2c)."""
    width = m.pointer.size()
    ends = m.kernel.defined("resolution.rest-still-happens", m)
    following = plus(m.pointer, number(1, width))
    yield Write(m.pointer, m.acting, ite(ends, number(m.slices["instructions"], width), following))


def finish(m: Moment) -> Iterator[Write]:
    """The object leaves the stack last (608.2n); a card goes to the graveyard, or enters if it is a permanent card."""
    for i in m.places:
        ends = conj(m.finishing, m.entries.resolving[i])
        yield Write(m.entries.live[i], ends, FALSE)
        yield Write(m.entries.resolving[i], ends, FALSE)
    spell = conj(
        m.finishing,
        is_at(pick(m.entries.resolving, m.entries.kind), EntryKind.SPELL),
        neg(pick(m.entries.resolving, m.entries.copied)),
    )
    for p in m.slots:
        here = conj(spell, is_at(m.source, p), is_at(m.objects.zone[p], Zone.STACK))
        no_permanent = select([faces[0] for faces in m.cards.spell_face], m.objects.card[p])
        yield Write(m.objects.zone[p], conj(here, neg(no_permanent)), number(Zone.BATTLEFIELD, 3))
        yield Write(m.objects.zone[p], conj(here, no_permanent), number(Zone.GRAVEYARD, 3))


@definition(
    "resolution.if-you-do",
    title='"if you do" asks whether the instruction before it was done',
    numbers=same(None),
)
def was_done(m: Moment, something_changed: Term) -> Term:
    """Whether the instruction counts as done: something it speaks of changed."""
    return something_changed


@was_done.wrong("told-is-done", imitates="an engine that takes an instruction carried out in vain for done")
def told_is_done(m: Moment, something_changed: Term) -> Term:
    """Being told, and choosing to, is enough."""
    return m.carried_out


def remember_done(m: Moment) -> Iterator[Write]:
    """Whether the instruction was done, for "if you do" (608.2c): something it speaks of changed."""
    after = m.kernel.after
    change = []
    for p in m.slots:
        touched = [
            neg(_same(after, m, vector[p]))
            for vector in (m.objects.zone, m.objects.back, m.objects.face_down, m.objects.tapped, m.objects.damage)
        ]
        touched += [neg(_same(after, m, counter)) for counter in m.objects.counters[p]]
        change.append(conj(m.subject[p], disj(*touched)))
    countered = [conj(mark, neg(_same(after, m, m.entries.live[i]))) for i, mark in enumerate(announcement(m).copied)]
    others = disj(
        *[m.doing(op) for op in (Op.GAIN_LIFE, Op.LOSE_LIFE, Op.DELAY)],
        conj(m.doing(Op.DAMAGE), disj(*m.aimed_player)),
        conj(m.doing(Op.MILL), neg(conj(*[_same(after, m, library) for library in m.players.library]))),
        announcement(m).copying,
    )
    did = conj(m.carried_out, disj(*change, *countered, others))
    yield Write(m.did, m.acting, m.kernel.defined("resolution.if-you-do", m, did))


def _same(after: dict[str, Term], m: Moment, variable: Term) -> Term:
    return equal(after[str(variable)], variable)
