"""Putting contributions together: the frame, reactions after updates, ranks, conflicts, switches as constants."""

from collections.abc import Iterator
from typing import Any

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st
from lamp import NUMBERS, Lamps, View, lamp, press, sets

from verifier.encode.clauses import Clause, Write, update
from verifier.encode.system import Rulebook, System, assemble
from verifier.encode.terms import FALSE, TRUE, Term, conj, is_at, is_false, neg, number
from verifier.encode.things import Layout


def rule(id: str, body: Any, *, reacts: bool = False) -> Clause:
    return update(id, title="", numbers=NUMBERS, reacts=reacts)(body)


def satisfiable(*terms: Term) -> z3.ModelRef | None:
    solver = z3.Solver()
    solver.add(*terms)
    return solver.model() if solver.check() == z3.sat else None


def test_what_nothing_writes_keeps_its_value() -> None:
    system = assemble(lamp(), {})
    layout = system.layout
    assert {name: term.eq(layout.variables[name].term) for name, term in system.next.items()} == {
        "lamp.on.0": True,
        "lamp.level.0": True,
    }


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 3), st.integers(0, 1), st.integers(0, 3))
def test_where_no_guard_holds_the_value_is_kept(button: int, on: int, level: int) -> None:
    book = lamp(rule("lamp.set", sets(2, button=1)))
    assert press(book, button, on, level) == (on, 2 if button == 1 else level)


def test_every_variable_has_one_next_value_and_no_more() -> None:
    def twice(view: View) -> Iterator[Write]:
        yield Write(view.level, view.pressed(1), number(1, 2))
        yield Write(view.level, view.pressed(2), number(2, 2))

    system = assemble(lamp(rule("lamp.twice", twice)), {})
    assert set(system.next) == {v.name for v in system.layout.mutable()}
    assert [press(system, button, level=3)[1] for button in range(4)] == [3, 1, 2, 3]


def follows(view: View) -> Iterator[Write]:
    """A reaction: the lamp is on exactly if the level after the step is not zero."""
    after = view.kernel.view_after(Lamps)
    yield Write(view.on, TRUE, neg(is_at(after.level[0], 0)))


def test_a_reaction_sees_the_state_after_the_updates() -> None:
    book = lamp(rule("lamp.set", sets(2, button=1)), rule("lamp.follow", follows, reacts=True))
    assert press(book, 1) == (1, 2)
    assert press(book, 0, on=1) == (0, 0)
    assert press(lamp(rule("lamp.set", sets(2, button=1)), reactions=(follows,)), 1) == (1, 2)


def test_a_reaction_beats_an_update_without_a_conflict() -> None:
    book = lamp(rule("lamp.react", sets(3, button=1), reacts=True), rule("lamp.set", sets(1, button=1, rank=9)))
    system = assemble(book, {})
    assert press(system, 1) == (0, 3)
    assert press(system, 1, lamp_react=0) == (0, 1)
    assert satisfiable(system.conflict) is None


def test_an_update_does_not_see_what_another_does() -> None:
    book = lamp(rule("lamp.set", sets(2, button=1)), rule("lamp.follow", follows))
    assert press(book, 1) == (0, 2)


def conflicting(rank: int = 0) -> System:
    """Buttons 1 and 2 set the level to 1 and 2; button 1 also sets it to 3, at this rank."""
    one = rule("lamp.one", sets(1, button=1))
    two = rule("lamp.two", sets(2, button=2))
    three = rule("lamp.three", sets(3, button=1, rank=rank))
    return assemble(lamp(one, two, three), {})


def test_two_values_for_one_variable_are_a_conflict() -> None:
    system = conflicting()
    on = system.fix(system.rulebook.switches("new"))
    model = satisfiable(system.conflict, *on)
    assert model is not None
    assert model.eval(system.kernel.choice["button"]).as_long() == 1
    assert satisfiable(system.conflict, *on, neg(is_at(system.kernel.choice["button"], 1))) is None


def test_a_conflict_needs_both_clauses() -> None:
    system = conflicting()
    for id, conflict in (("lamp.one", False), ("lamp.two", True), ("lamp.three", False)):
        setting = system.fix(system.rulebook.switches("new") | {id: 0})
        assert (satisfiable(system.conflict, *setting) is not None) == conflict


def test_a_higher_rank_settles_it() -> None:
    system = conflicting(rank=1)
    assert satisfiable(system.conflict) is None
    assert press(system, 1) == (0, 3)
    assert press(system, 1, lamp_three=0) == (0, 1)


def test_one_value_from_two_clauses_is_no_conflict() -> None:
    system = assemble(lamp(rule("lamp.one", sets(2, button=1)), rule("lamp.two", sets(2, button=1))), {})
    assert is_false(system.conflict)


def test_contributions_say_who_changes_what() -> None:
    system = conflicting()
    assert set(system.contributions) == {"lamp.one/lamp.level", "lamp.two/lamp.level", "lamp.three/lamp.level"}
    acts = system.contributions["lamp.one/lamp.level"]
    level, button = system.layout.variables["lamp.level.0"].term, system.kernel.choice["button"]
    on = system.fix(system.rulebook.switches("new"))
    assert satisfiable(acts, *on) is not None
    for prevents in (is_at(level, 1), neg(is_at(button, 1)), is_at(system.kernel.switch["lamp.one"], 0)):
        assert satisfiable(acts, prevents) is None


def test_structure_has_no_switch_and_is_named_after_its_function() -> None:
    system = assemble(lamp(structure=(follows,)), {})
    assert set(system.contributions) == {"follows/lamp.on"}
    assert system.switches() == {}


@pytest.mark.parametrize("switch", [0, 1])
def test_fixed_switches_fold_and_mean_the_same(switch: int) -> None:
    book = lamp(rule("lamp.set", sets(2, button=1)))
    fixed, free = assemble(book, {}, {"lamp.set": switch}), assemble(book, {})
    for name in fixed.next:
        assert satisfiable(*free.fix({"lamp.set": switch}), fixed.next[name] != free.next[name]) is None
    assert (fixed.contributions == {}) == (switch == 0)


def test_a_write_to_what_is_no_state_is_an_error() -> None:
    def wild(view: View) -> Iterator[Write]:
        yield Write(z3.Bool("nowhere"), TRUE, FALSE)

    with pytest.raises(KeyError):
        assemble(lamp(rule("lamp.wild", wild)), {})


def test_inputs_and_switches_go_by_their_names() -> None:
    system = conflicting()
    assert set(system.inputs()) == {"choice.button"}
    assert set(system.switches()) == {"rule.lamp.one", "rule.lamp.two", "rule.lamp.three"}
    assert system.inputs()["choice.button"].size() == 2


def test_values_in_range() -> None:
    three: Rulebook = lamp()
    layout = Layout(three.kinds, {})
    assert [(v.name, v.width, v.size, v.frozen) for v in layout.variables.values()] == [
        ("lamp.on.0", 0, 2, False),
        ("lamp.level.0", 2, 4, False),
    ]
    assert satisfiable(neg(conj(assemble(three, {}).in_range))) is None
