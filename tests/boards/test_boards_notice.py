"""Does some shipped board notice each clause that an engine forgets, and each way in which it can get one wrong?

A board notices where it fails or where its script asks for what is then not legal; one that is outside notices nothing.
"""

from functools import cache
from pathlib import Path

import pytest

from verifier.boards.board import Board
from verifier.boards.format import load_board
from verifier.encode.clauses import Kind
from verifier.models import rulebook
from verifier.play import play_board, wrong_switch

FOLDER = Path(__file__).parents[2] / "boards"
RULES = rulebook()
SILENT = (Kind.VETO, Kind.UPDATE, Kind.TRIGGER)
WRONG = [(clause.id, one.name) for clause in RULES.clauses.values() for one in clause.variants if one.wrong]
OFF = [clause.id for clause in RULES.clauses.values() if clause.kind in SILENT]


@cache
def boards() -> tuple[Board, ...]:
    return tuple(load_board(path) for path in sorted(FOLDER.glob("*.board.yaml")))


def likely_first(clause: str, switch: int) -> list[Board]:
    """All boards: first those that name this very engine, then those that exercise the clause, small ones first."""

    def unlikely(board: Board) -> tuple[bool, bool, int]:
        return wrong_switch(board) != {clause: switch}, clause not in board.rules, len(board.objects)

    return sorted(boards(), key=unlikely)


def noticed(clause: str, switch: int) -> bool:
    return any(
        play_board(board, board.editions[0], {clause: switch}).status in ("fail", "error")
        for board in likely_first(clause, switch)
    )


@pytest.mark.parametrize("clause", OFF)
def test_a_board_notices_that_a_clause_is_missing(clause: str) -> None:
    assert noticed(clause, RULES.clauses[clause].off())


@pytest.mark.parametrize(("clause", "variant"), WRONG)
def test_a_board_notices_a_clause_that_an_engine_gets_wrong(clause: str, variant: str) -> None:
    assert noticed(clause, RULES.clauses[clause].switch_of(variant))


def test_each_wrong_variant_is_the_engine_that_some_board_names() -> None:
    named = [wrong_switch(board) for board in boards()]
    assert [one for one in WRONG if {one[0]: RULES.clauses[one[0]].switch_of(one[1])} not in named] == []


def test_no_clause_is_switched_off_in_vain() -> None:
    assert set(OFF) | {clause for clause, _ in WRONG} == set(RULES.clauses)
