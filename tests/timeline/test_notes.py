"""Does a story say why nothing happened, what died of what, what happened before, and what should not have been?"""

from typing import Any

import pytest
from test_chronicle import BLINK, GUARD_OFF, PASS, TWICE, TWO_FACED, activate, nodes, row, told

from verifier.models.vocabulary import AbilityKind, Condition, Op, Representation, Target, What, Zone

NEW_OBJECT_OFF = (("zones.new-object", None),)
CREATURE = {"card.creature.0.0": 1, "card.toughness.0.0": 3}
OTHER = {f"object.{field}.1": value for field, value in (("card", 1), ("zone", Zone.BATTLEFIELD))}
WAITS = row(2, AbilityKind.DELAYED_END_STEP, (Op.TRANSFORM, What.THIS)) | {
    "delayed.live.0": 1,
    "delayed.ability.0": 2,
}


def texts(graph: Any, kind: str) -> list[str]:
    return [graph.nodes[name]["text"] for name in nodes(graph, kind)]


def idle(fields: dict[str, int], *line: dict[str, int], off: Any = ()) -> tuple[str, list[str]]:
    """The last instruction that did nothing, and the notes on it."""
    graph = told(TWO_FACED | fields, [*line, *[PASS] * 6], off, ruled=True)
    last = [name for name, data in graph.nodes(data=True) if data.get("idle")][-1]
    return graph.nodes[last]["text"], [
        graph.nodes[n]["text"] for n in graph.successors(last) if "note" in graph.nodes[n]["kind"]
    ]


def does(op: Op, what: What = What.THIS, **fields: int) -> dict[str, int]:
    made = row(0, AbilityKind.ACTIVATED, (op, what))
    return made | {f"ability.{name}.0.0": value for name, value in fields.items()}


def test_the_guard_is_named_where_it_stops_something() -> None:
    text, notes = idle(TWICE, activate(0))
    assert text.endswith("nothing changes")
    (note,) = notes
    assert note.startswith("Two-faced permanent 1 stays as it is: rule 701.27f (transform.once-per-ability) stops it: ")
    assert "passes for it" not in note


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"object.representation.0": Representation.SINGLE}, "transform.needs-two-faces"),
        ({"card.spell_face.0.1": 1}, "transform.no-spell-face"),
        (row(1, AbilityKind.FORBIDS_TRANSFORM), "transform.forbidden"),
        (does(Op.FACE_DOWN), "facedown.never-double-faced"),
    ],
)
def test_each_veto_is_named(fields: dict[str, int], says: str) -> None:
    _, (note,) = idle(does(Op.TRANSFORM) | fields, activate(0))
    assert f"({says}) stops it: " in note


def test_what_stops_only_some_is_told_of_them_alone() -> None:
    fields = TWO_FACED | OTHER | does(Op.TRANSFORM, What.ALL)
    graph = told(fields, [activate(0), *[PASS] * 3], ruled=True)
    assert len(nodes(graph, "transforms")) == 1
    (note,) = texts(graph, "note")
    assert note.startswith("One-faced permanent 2 stays as it is: ") and "needs-two-faces" in note


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        (does(Op.TAP, condition=Condition.DONE), "the one before was not done"),
        (does(Op.TAP, condition=Condition.AT_LEAST, condition_amount=1), "its condition does not hold"),
        (does(Op.TAP, may=1), "Alice chooses not to"),
        (does(Op.TAP, What.OTHERS), "there is none"),
        (does(Op.TAP) | {"object.tapped.0": 1}, "Two-faced permanent 1 stays as it is: it is tapped already"),
        (does(Op.UNTAP), "Two-faced permanent 1 stays as it is: it is untapped already"),
        (does(Op.REMOVE_COUNTER, amount=1), "Two-faced permanent 1 stays as it is: it has no such counter"),
        (does(Op.DAMAGE, amount=1), "Two-faced permanent 1 stays as it is: it is no creature"),
        (does(Op.FACE_UP), "Two-faced permanent 1 stays as it is: it is face up already"),
        (does(Op.RETURN), "Two-faced permanent 1 stays as it is: it is on the battlefield already"),
    ],
)
def test_other_reasons_are_told(fields: dict[str, int], says: str) -> None:
    text, notes = idle(fields, activate(0))
    assert any(one.endswith(says) for one in [text, *notes]), [text, *notes]


@pytest.mark.parametrize(
    ("representation", "op", "spell", "says"),
    [
        (Representation.TOKEN, Op.RETURN, None, "a token does not come back"),
        (Representation.SINGLE, Op.RETURN_TRANSFORMED, None, "it has no back face"),
        (Representation.NONMODAL, Op.RETURN_TRANSFORMED, 1, "its back face is an instant or sorcery"),
    ],
)
def test_what_does_not_come_back_says_why(representation: Representation, op: Op, spell: int | None, says: str) -> None:
    fields = row(0, AbilityKind.ACTIVATED, (Op.EXILE, What.THIS), (op, What.THIS))
    fields |= {"object.representation.0": representation} | ({} if spell is None else {f"card.spell_face.0.{spell}": 1})
    _, (note,) = idle(fields, activate(0))
    assert note.endswith(says)


def test_a_clause_that_is_missing_is_why_nothing_happens() -> None:
    text, notes = idle(does(Op.TAP), activate(0), off=(("actions.tap-untap", None),))
    assert text.endswith("nothing changes, for clause actions.tap-untap is missing here") and notes == []


def test_an_ability_that_wrongly_loses_its_permanent_says_so() -> None:
    later = does(Op.TRANSFORM) | WAITS | row(2, AbilityKind.DELAYED_END_STEP, (Op.TAP, What.THIS))
    text, _ = idle(later, activate(0), *[PASS] * 6, off=(("faces.same-object", "new-object"),))
    assert text.endswith("it does not find Two-faced permanent 1, which it still means")


def test_a_second_turn_says_when_the_first_was() -> None:
    graph = told(TWO_FACED | TWICE, [activate(0), *[PASS] * 5], GUARD_OFF)
    assert texts(graph, "note") == ["it had turned over in step 4 already, after ability A was put on the stack"]


def test_a_new_object_is_not_asserted_by_a_rule_that_is_missing() -> None:
    line = [activate(0), activate(1), *[PASS] * 9]
    by_rule = told(TWO_FACED | TWICE | BLINK, line, ruled=True)
    assert all(", by rule 400.7 a new object: " in text for text in texts(by_rule, "zone-change"))
    assert texts(by_rule, "note") == []
    graph = told(TWO_FACED | TWICE | BLINK, line, NEW_OBJECT_OFF, ruled=True)
    moves = texts(graph, "zone-change")
    assert len(moves) == 2 and all("rule 400.7 is missing here" in text and ", by rule" not in text for text in moves)
    assert texts(graph, "note")[0] == (
        "ability A lost its permanent in step 5; Two-faced permanent 1 (3rd) is a later object, not its to find"
    )


def test_an_effect_that_moves_what_it_had_lost_has_no_excuse() -> None:
    fields = TWO_FACED | CREATURE | {"card.toughness.0.0": 0}
    fields |= row(2, AbilityKind.DELAYED_END_STEP, (Op.RETURN, What.THIS), (Op.TRANSFORM, What.THIS))
    fields |= {"delayed.live.0": 1, "delayed.ability.0": 2}
    graph = told(fields, [PASS] * 10, NEW_OBJECT_OFF, ruled=True)
    lost, excuse = texts(graph, "note")[:2]
    assert lost.startswith("ability A lost its permanent in step 1;")
    assert "moved it itself in step" in excuse and excuse.endswith("before that, in step 1")


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"card.toughness.0.0": 0}, "has toughness 0 and goes to its owner's graveyard"),
        ({"object.damage.0": 3}, "has 3 damage marked on it, toughness 3, and goes to its owner's graveyard"),
        ({"object.counters.0.0": 1, "object.damage.0": 4}, "has 4 damage marked on it, toughness 4, and goes"),
    ],
)
def test_a_death_tells_its_cause_and_the_board_the_size(fields: dict[str, int], says: str) -> None:
    graph = told(TWO_FACED | CREATURE | fields, [PASS])
    (move,) = texts(graph, "zone-change")
    assert says in move
    assert "toughness" in graph.graph["cast"][0]


def test_sizes_are_told_only_where_they_matter() -> None:
    (line,) = told(TWO_FACED | CREATURE | TWICE, [activate(0)]).graph["cast"]
    assert "toughness" not in line


def test_what_is_destroyed_says_so() -> None:
    fields = row(0, AbilityKind.ACTIVATED, (Op.DESTROY, What.TARGET), target=Target.PERMANENT)
    graph = told(TWO_FACED | fields, [activate(0), *[PASS] * 3])
    assert "is destroyed and goes to its owner's graveyard" in texts(graph, "zone-change")[0]


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({}, "Two-faced permanent 1 has not turned over since then"),
        ({"delayed.turned_before.0": 1, "delayed.turned.0": 1}, "Two-faced permanent 1 has turned over since then"),
        ({"delayed.source_gone_before.0": 1, "delayed.source_gone.0": 1}, "has become a new object"),
    ],
)
def test_the_past_of_a_delayed_ability_is_told_first(fields: dict[str, int], says: str) -> None:
    graph = told(TWO_FACED | WAITS | fields, [PASS] * 8)
    (line,) = graph.graph["past"]
    assert says in line and "Two-faced permanent 1 [A] was created" in line
    assert not any("waits" in one for one in graph.graph["cast"])


def test_a_turn_before_the_run_is_remembered() -> None:
    fields = TWO_FACED | WAITS | {"delayed.turned_before.0": 1, "delayed.turned.0": 1}
    graph = told(fields, [PASS] * 8, (("transform.once-per-delayed", None),))
    assert texts(graph, "note") == ["it had turned over before the first step already, after ability A was created"]
