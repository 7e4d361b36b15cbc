"""What the rulebook lets happen: shown by a run from a well-formed start, so that no proof holds for want of games."""

from functools import cache
from itertools import combinations, permutations

import pytest
import z3

from verifier.encode.interpreter import Interpreter
from verifier.encode.monitors import Monitored, monitor
from verifier.encode.system import System, assemble
from verifier.encode.terms import FALSE, Term, conj, disj, is_at, neg, select, xor
from verifier.models import rulebook
from verifier.models.moment import Moment
from verifier.models.public import vocabulary
from verifier.models.state import Entries, Objects
from verifier.models.vocabulary import AbilityKind, EntryKind, Zone
from verifier.prove.search import Measures, Search

SLICE = {
    "permanents": 2,
    "stack": 3,
    "delayed": 1,
    "abilities": 3,
    "instructions": 2,
    "cards": 2,
    "tags": 1,
    "counters": 1,
    "library": 2,
}
EDITION = "2026-09-25"
STEPS = 12
GONE, BATTLEFIELD, GRAVEYARD, EXILE, HAND, STACK, LIBRARY = Zone
CHANGES = {
    (BATTLEFIELD, GRAVEYARD): "destroyed, or dead",
    (BATTLEFIELD, EXILE): "exiled",
    (BATTLEFIELD, HAND): "returned to hand",
    (GRAVEYARD, EXILE): "exiled",
    (GRAVEYARD, HAND): "returned to hand",
    (GRAVEYARD, BATTLEFIELD): "returned",
    (EXILE, BATTLEFIELD): "returned",
    (HAND, STACK): "cast",
    (STACK, BATTLEFIELD): "resolved as a permanent",
    (STACK, GRAVEYARD): "resolved as an instant or sorcery, or countered",
    (GRAVEYARD, GONE): "a token ceases to exist",
    (EXILE, GONE): "a token ceases to exist",
    (HAND, GONE): "a token ceases to exist",
    (GONE, GRAVEYARD): "milled into a free slot",
}
"""Every change of zones that some instruction, casting, resolving or state-based action makes."""


@cache
def bench() -> tuple[System, Monitored]:
    system = assemble(rulebook(), SLICE)
    return system, monitor(system, [], vocabulary)


def before() -> Moment:
    moment: Moment = bench()[0].moment
    return moment


def after(cls: type) -> object:
    system, _ = bench()
    frozen = {v.name: v.term for v in system.layout.variables.values() if v.frozen}
    return system.layout.view(cls, frozen | system.next)


def reached(goal: Term, steps: int = STEPS) -> int | None:
    """The number of steps after which a run can first do this; None if none of so many steps can."""
    _, monitored = bench()
    search = Search(monitored, Measures(FALSE, ()), rulebook().switches(EDITION), goal)
    search.solver.set("timeout", 60_000)
    for length in range(1, steps + 1):
        search.extend()
        model = search.check(search.at(length))
        if model is not None:
            run = search.run(model, length)
            assert not run.states[-1]["game.edge.0"], "the slice was too small"
            return length
    return None


def stays_inside() -> Term:
    """The step does not leave the slice."""
    return neg(bench()[0].next["game.edge.0"])


def test_a_full_stack() -> None:
    then: Entries = after(Entries)  # type: ignore[assignment]
    assert reached(conj(*then.live, stays_inside())) == SLICE["stack"]


def test_both_players_have_something_on_the_stack() -> None:
    m = before()
    whose = m.entries.controller
    pairs = [
        conj(announced(m.entries, i), announced(m.entries, j), xor(whose[i], whose[j]))
        for i, j in combinations(m.places, 2)
    ]
    assert reached(conj(disj(*pairs), stays_inside())) is not None


def announced(entries: Entries, place: int) -> Term:
    """What is in this place of the stack is there because a player activated or cast it."""
    kind = entries.kind[place]
    return conj(entries.live[place], disj(is_at(kind, EntryKind.ACTIVATED), is_at(kind, EntryKind.SPELL)))


def test_players_respond_to_each_other_until_the_stack_is_full() -> None:
    """Each object is announced by the opponent of the one whose object is under it, who has passed in between."""
    then: Entries = after(Entries)  # type: ignore[assignment]
    places = range(SLICE["stack"])
    by_turns = [xor(then.controller[i - 1], then.controller[i]) for i in places if i]
    assert reached(conj(*[announced(then, i) for i in places], *by_turns, stays_inside())) == 2 * SLICE["stack"] - 1


def test_each_player_responds_to_the_same_object() -> None:
    """One player's object is at the bottom; that player holds priority and adds to it, then the opponent does."""
    then: Entries = after(Entries)  # type: ignore[assignment]
    whose = then.controller
    stack = conj(*[announced(then, i) for i in range(3)], neg(xor(whose[0], whose[1])), xor(whose[0], whose[2]))
    assert reached(conj(stack, stays_inside())) == 4


def test_a_full_stack_resolves_until_it_is_empty() -> None:
    """By steps: one search for a run with a full stack, from there on only what everybody passing leads to."""
    then: Entries = after(Entries)  # type: ignore[assignment]
    system, monitored = bench()
    switches = rulebook().switches(EDITION)
    search = Search(monitored, Measures(FALSE, ()), switches, conj(*then.live, stays_inside()))
    search.solver.set("timeout", 60_000)
    for _ in range(SLICE["stack"]):
        search.extend()
    model = search.check(search.at(SLICE["stack"]))
    assert model is not None
    state = search.run(model, SLICE["stack"]).states[-1]
    interpreter = Interpreter(system, switches)
    default = dict.fromkeys(system.kernel.choice, 0)
    depths = [depth(state)]
    while depths[-1]:
        state, _ = interpreter.step(state, default)
        assert not state["game.edge.0"], "the slice was too small"
        depths.append(depth(state))
        assert len(depths) < 100, "the stack does not become empty"
    assert depths[0] == SLICE["stack"]


def depth(state: dict[str, int]) -> int:
    return sum(state[f"entry.live.{i}"] for i in range(SLICE["stack"]))


def change(old: Zone, new: Zone) -> Term:
    """Some object goes from one zone to the other."""
    then: Objects = after(Objects)  # type: ignore[assignment]
    return disj(*[conj(is_at(a, old), is_at(b, new)) for a, b in zip(before().objects.zone, then.zone, strict=True)])


@pytest.mark.parametrize(("old", "new"), CHANGES, ids=lambda zone: zone.name.lower())
def test_each_change_of_zones_happens(old: Zone, new: Zone) -> None:
    assert reached(conj(change(old, new), stays_inside())) is not None


def test_no_other_change_of_zones_happens_in_a_step() -> None:
    """Not in any step from any well-formed position, reached or not."""
    others = [change(a, b) for a, b in permutations(Zone, 2) if (a, b) not in CHANGES]
    solver = z3.SolverFor("QF_FD")
    system, _ = bench()
    solver.add(*system.fix(rulebook().switches(EDITION)), system.in_range, *system.well_formed.values())
    solver.add(system.legal)
    assert all(solver.check(change(*pair)) == z3.sat for pair in CHANGES)
    assert solver.check(disj(*others)) == z3.unsat


@pytest.mark.parametrize("kind", EntryKind, ids=lambda kind: kind.name.lower())
def test_each_kind_of_object_goes_on_the_stack_above_another(kind: EntryKind) -> None:
    then: Entries = after(Entries)  # type: ignore[assignment]
    m = before()
    above = [
        conj(m.entries.live[i - 1], then.live[i - 1], neg(m.entries.live[i]), then.live[i], is_at(then.kind[i], kind))
        for i in m.places
        if i
    ]
    assert reached(conj(disj(*above), stays_inside())) is not None


ON_THE_STACK = [
    kind for kind in AbilityKind if kind not in (AbilityKind.NONE, AbilityKind.SPELL, AbilityKind.FORBIDS_TRANSFORM)
]
"""Kinds of abilities that go on the stack: all but none, the text of a spell, and what only forbids."""


@pytest.mark.parametrize("kind", ON_THE_STACK, ids=lambda kind: kind.name.lower())
def test_each_kind_of_ability_goes_on_the_stack_above_the_opponents(kind: AbilityKind) -> None:
    then: Entries = after(Entries)  # type: ignore[assignment]
    m = before()
    above = [
        conj(
            m.entries.live[i - 1],
            neg(m.entries.live[i]),
            then.live[i],
            neg(is_at(then.kind[i], EntryKind.SPELL)),
            xor(m.entries.controller[i - 1], then.controller[i]),
            is_at(select(m.abilities.kind, then.ability[i]), kind),
        )
        for i in m.places
        if i
    ]
    assert reached(conj(disj(*above), stays_inside())) is not None


def test_a_copy_of_an_ability_goes_on_the_stack() -> None:
    then: Entries = after(Entries)  # type: ignore[assignment]
    copied = disj(
        *[
            conj(neg(was), live, copy)
            for was, live, copy in zip(before().entries.live, then.live, then.copied, strict=True)
        ]
    )
    assert reached(conj(copied, stays_inside())) is not None
