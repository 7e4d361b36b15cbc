"""What it means to switch a clause off, by its kind; which numbers stand for which body; what an edition uses."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from lamp import NUMBERS, View, lamp, press, sets

from verifier.encode.clauses import (
    Clause,
    Kind,
    Write,
    absence,
    definition,
    ordering,
    trigger,
    update,
    veto,
)
from verifier.encode.terms import FALSE, TRUE, Term, is_at, ite, neg, number

MAKERS: dict[Kind, Callable[..., Any]] = {
    Kind.VETO: lambda id, **words: veto(id, of="shine", **words),
    Kind.UPDATE: update,
    Kind.TRIGGER: trigger,
    Kind.DEFINITION: definition,
    Kind.ABSENCE: absence,
    Kind.ORDERING: ordering,
}


def nothing(*_: Any) -> Any:
    return ()


def made(kind: Kind, body: Any = nothing, wrong: Any = nothing) -> Clause:
    """A clause with another edition's body and then two wrong ones."""
    clause: Clause = MAKERS[kind](f"lamp.{kind.value}", title="a rule", numbers=NUMBERS)(body)
    clause.variant("older", editions=("old",), says="it was otherwise")(nothing)
    clause.wrong("first", imitates="a mistake")(wrong)
    clause.wrong("second", imitates="another")(nothing)
    return clause


@pytest.mark.parametrize("kind", Kind)
def test_a_clause_keeps_what_it_was_given(kind: Kind) -> None:
    clause = made(kind)
    assert (clause.id, clause.kind, clause.title, clause.numbers) == (f"lamp.{kind.value}", kind, "a rule", NUMBERS)
    assert clause.of == ("shine" if kind is Kind.VETO else "")
    assert clause.module == __name__
    assert [(v.name, v.wrong, v.says) for v in clause.variants] == [
        ("older", False, "it was otherwise"),
        ("first", True, "a mistake"),
        ("second", True, "another"),
    ]


@pytest.mark.parametrize("kind", Kind)
def test_off_is_silence_or_the_first_wrong_body(kind: Kind) -> None:
    silent = kind in (Kind.VETO, Kind.UPDATE, Kind.TRIGGER)
    assert made(kind).off() == (0 if silent else made(kind).switch_of("first"))


def test_a_definition_without_a_wrong_body_cannot_be_switched_off() -> None:
    with pytest.raises(StopIteration):
        definition("lamp.is", title="", numbers=NUMBERS)(nothing).off()


def test_switch_numbers() -> None:
    clause = made(Kind.UPDATE)
    names = [None, "older", "first", "second"]
    assert [clause.switch_of(name) for name in names] == [1, 2, 3, 4]
    assert [value for value, _ in clause.bodies()] == [1, 2, 3, 4]
    with pytest.raises(KeyError, match="third"):
        clause.switch_of("third")


def test_an_edition_uses_its_own_body() -> None:
    clause = made(Kind.UPDATE)
    assert clause.in_edition("old") == clause.switch_of("older")
    assert clause.in_edition("new") == 1
    assert lamp(clause).switches("old") == {clause.id: 2}
    assert lamp(clause).switches("new") == {clause.id: 1}


# In a rulebook: each kind as written, off, and wrong.


def lights(view: View) -> Iterator[Write]:
    yield Write(view.on, view.pressed(1), TRUE)


def darkens(view: View) -> Iterator[Write]:
    yield Write(view.on, view.pressed(1), FALSE)


def test_an_update_that_is_off_changes_nothing() -> None:
    clause = made(Kind.UPDATE, lights, darkens)
    book = lamp(clause)
    assert press(book, 1, lamp_update=1) == (1, 0)
    assert [press(book, 1, on=on, lamp_update=clause.off()) for on in (0, 1)] == [(0, 0), (1, 0)]
    assert press(book, 1, on=1, lamp_update=clause.switch_of("first")) == (0, 0)
    assert press(book, 2, lamp_update=1) == (0, 0)


def test_an_absence_that_is_off_does_what_its_first_wrong_body_does() -> None:
    clause = made(Kind.ABSENCE, nothing, lights)
    book = lamp(clause)
    assert press(book, 1, lamp_absence=1) == (0, 0)
    assert press(book, 1, lamp_absence=clause.off()) == (1, 0)


def shining(view: View) -> Iterator[Write]:
    """Structure: the lamp goes on unless that is vetoed."""
    yield Write(view.on, neg(view.kernel.vetoed("shine", view, 0)), TRUE)


def test_a_veto_that_is_off_forbids_nothing() -> None:
    clause = veto("lamp.veto", of="shine", title="", numbers=NUMBERS)(lambda view, _: view.pressed(1))
    clause.wrong("first", imitates="")(lambda *_: TRUE)
    for value, lit in ((1, [1, 0, 1]), (clause.off(), [1, 1, 1]), (clause.switch_of("first"), [0, 0, 0])):
        book = lamp(clause, structure=(shining,))
        assert [press(book, button, lamp_veto=value)[0] for button in range(3)] == lit


def test_a_veto_speaks_of_its_own_action_alone() -> None:
    other = veto("lamp.other", of="hum", title="", numbers=NUMBERS)(lambda *_: TRUE)
    assert press(lamp(other, structure=(shining,)), 0)[0] == 1


def test_any_of_several_vetoes_forbids() -> None:
    one = veto("lamp.one", of="shine", title="", numbers=NUMBERS)(lambda view, _: view.pressed(1))
    two = veto("lamp.two", of="shine", title="", numbers=NUMBERS)(lambda view, _: view.pressed(2))
    book = lamp(one, two, structure=(shining,))
    assert [press(book, button)[0] for button in range(4)] == [1, 0, 0, 1]
    assert [press(book, button, lamp_one=0)[0] for button in range(4)] == [1, 1, 0, 1]


@pytest.mark.parametrize("make", [definition, ordering])
def test_a_definition_or_ordering_that_is_off_says_the_first_wrong_thing(make: Any) -> None:
    clause: Clause = make("lamp.is", title="", numbers=NUMBERS)(lambda level: number(level, 2))
    clause.wrong("one-more", imitates="a slip")(lambda level: number(level + 1, 2))
    clause.wrong("always-three", imitates="another")(lambda level: number(3, 2))

    def follow(view: View) -> Iterator[Write]:
        yield Write(view.level, TRUE, view.kernel.defined("lamp.is", 1))

    book = lamp(clause, structure=(follow,))
    assert [press(book, 0, lamp_is=value)[1] for value in (1, clause.off(), 3)] == [1, 2, 3]


def test_a_trigger_that_is_off_is_silent_and_the_rest_add_up() -> None:
    def once(view: View, row: int, slot: int) -> Term:
        return ite(is_at(view.level, row), number(1, 2), number(0, 2))

    two = trigger("lamp.two", title="", numbers=NUMBERS)(lambda *_: number(2, 2))
    one = trigger("lamp.one", title="", numbers=NUMBERS)(once)

    def tally(view: View) -> Iterator[Write]:
        yield Write(view.level, TRUE, view.kernel.triggers(view, 1, 0))

    book = lamp(one, two, structure=(tally,))
    assert [press(book, 0, level=level)[1] for level in (0, 1)] == [2, 3]
    assert [press(book, 0, level=level, lamp_two=0)[1] for level in (0, 1)] == [0, 1]
    assert [press(book, 0, level=level, lamp_one=0)[1] for level in (0, 1)] == [2, 2]
    assert [press(book, 0, level=level, lamp_one=0, lamp_two=0)[1] for level in (0, 1)] == [0, 0]


def test_the_same_update_under_another_edition() -> None:
    clause = update("lamp.set", title="", numbers=NUMBERS)(sets(1, button=1))
    clause.variant("brighter", editions=("old",))(sets(3, button=1))
    book = lamp(clause)
    assert press(book, 1, lamp_set=book.switches("old")["lamp.set"]) == (0, 3)
    assert press(book, 1, lamp_set=book.switches("new")["lamp.set"]) == (0, 1)
