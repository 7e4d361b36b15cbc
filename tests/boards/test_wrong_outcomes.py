"""Must the wrong outcome of a board come about in the engine that it names, and can any such engine be shown?"""

from typing import Any

import pytest

from verifier.boards.format import parse_board
from verifier.play import BoardResult, play_board

TURNED: dict[str, Any] = {"expect": {"name": "turned", "stack": 0, "objects": {"prowler": {"face": "back"}}}}
ACT = {"activate": {"object": "prowler"}}
WRONG = {"at": "turned", "imitates": "an engine", "objects": {"prowler": {"face": "front"}}}


def permanent(card: str, **fields: Any) -> dict[str, Any]:
    return {"card": card, "owner": "A", "zone": "battlefield", **fields}


def activated_twice(**engine: str) -> BoardResult:
    board = {
        "schema": 1,
        "id": "a-board",
        "title": "A board",
        "objects": {"prowler": permanent("Kessig Prowler")},
        "script": [ACT, ACT, "resolve", "resolve", TURNED],
        "wrong": {**WRONG, **engine},
    }
    return play_board(parse_board(board, "some.board.yaml"))


@pytest.mark.parametrize(("rule", "status"), [("transform.once-per-ability", "pass"), ("life.changes", "fail")])
def test_a_wrong_outcome_must_come_about_without_its_rule(rule: str, status: str) -> None:
    result = activated_twice(rule=rule)
    assert result.status == status
    assert all(failure.startswith(f"wrong.rule: without {rule}") for failure in result.failures)


@pytest.mark.parametrize(("variant", "status"), [("since-resolution-began", "pass"), ("whoever-causes-it", "fail")])
def test_a_wrong_outcome_must_come_about_with_its_variant(variant: str, status: str) -> None:
    result = activated_twice(rule="transform.once-per-ability", variant=variant)
    assert result.status == status
    assert all(failure.startswith(f"wrong.variant: with {variant}") for failure in result.failures)


def test_what_has_one_face_shows_it_in_a_rulebook_that_turns_it_over() -> None:
    seen = {"zone": "battlefield", "face": "back", "shows": "Elite Vanguard"}
    board = {
        "schema": 1,
        "id": "a-board",
        "title": "A board",
        "objects": {
            "vanguard": permanent("Elite Vanguard", counters={"+1/+1": 2}),
            "moonmist": {"card": "Moonmist", "owner": "A", "zone": "hand"},
        },
        "script": [
            {"cast": {"object": "moonmist"}},
            "resolve",
            {"expect": {"name": "turned", "objects": {"vanguard": seen}}},
        ],
    }
    result = play_board(parse_board(board, "some.board.yaml"), switches={"transform.needs-two-faces": 0})
    assert (result.status, result.failures) == ("pass", [])
