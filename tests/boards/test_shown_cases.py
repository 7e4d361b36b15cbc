"""Do the boards of known situations come out as the rules demand, and notice the engines that got them wrong?"""

import re
from collections import Counter
from pathlib import Path

import pytest

from verifier.boards.format import load_board
from verifier.boards.play import expecting_the_wrong
from verifier.play import lay_out, play_board, wrong_switch

FOLDER = Path(__file__).parents[2] / "boards"
FILES = sorted(FOLDER.glob("*.board.yaml"))
WITH_WRONG = [path for path in FILES if load_board(path).wrong]
WITH_RULE = [path for path in WITH_WRONG if wrong_switch(load_board(path))]


def ids(path: Path) -> str:
    return path.name.removesuffix(".board.yaml")


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_the_right_outcome_comes_about(path: Path) -> None:
    result = play_board(path)
    assert (result.status, result.failures) == ("pass", [])
    assert result.board == ids(path)
    assert any("as expected" in step for step in result.steps)


@pytest.mark.parametrize("path", WITH_WRONG, ids=ids)
def test_the_wrong_outcome_fails(path: Path) -> None:
    result = play_board(expecting_the_wrong(load_board(path)))
    assert result.status == "fail"


@pytest.mark.parametrize("path", WITH_RULE, ids=ids)
def test_without_the_rule_the_wrong_outcome_comes_about(path: Path) -> None:
    board = load_board(path)
    edition = board.editions[0]
    result = play_board(expecting_the_wrong(board), edition, wrong_switch(board))
    assert (result.status, result.failures) == ("pass", [])
    assert play_board(board, edition, wrong_switch(board)).status in ("fail", "error")


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_the_start_is_one_that_proofs_speak_of(path: Path) -> None:
    assert lay_out(load_board(path)).well_formed()


def test_every_kind_of_situation_has_boards_where_the_naive_outcome_is_right() -> None:
    boards = [load_board(path) for path in FILES]
    naive = Counter(board.case[0] for board in boards if "naive outcome is right" in board.source)
    assert all(naive[kind] >= 2 for kind in "TZC"), naive
    assert len({board.case for board in boards}) >= 28
    assert len(WITH_RULE) >= 15


def test_what_is_told_to_be_on_no_board_is_on_none_and_what_is_shown_in_part_is_on_one() -> None:
    text = (FOLDER.parent / "docs" / "boards.md").read_text("utf-8")
    _, whole, part = re.split(r"^\| case \|", text, flags=re.MULTILINE)
    shown = {load_board(path).case for path in FILES}
    rows = [
        set(re.findall(r"[TZCM]\d\d", " ".join(re.findall(r"^\| ([^|]+)\|", half, re.MULTILINE))))
        for half in (whole, part)
    ]
    assert all(rows)
    assert not rows[0] & shown
    assert rows[1] <= shown
