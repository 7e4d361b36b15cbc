"""Plays boards in the shipped rulebook: a composition root of the board runner, the cards and the interpreter."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from verifier.boards.board import Board
from verifier.boards.format import load_board
from verifier.boards.play import BoardResult, expecting_the_wrong, play
from verifier.encode.interpreter import Interpreter
from verifier.encode.system import assemble
from verifier.errors import InputError, OutsideRulebook
from verifier.extension import Extension, in_force
from verifier.models import rulebook
from verifier.models.game import BoardGame, Lens
from verifier.models.table import Table

__all__ = ["BoardResult", "lay_out", "play_board"]


@lru_cache(maxsize=8)
def _machine(slices: tuple[tuple[str, int], ...], _: Extension) -> tuple[Interpreter, Lens]:
    """The interpreter of a slice, made once for all boards that share it, and the lens on its states."""
    system = assemble(rulebook(), dict(slices))
    return Interpreter(system, {}), Lens(system)


def lay_out(board: Board, edition: str | None = None, switches: Mapping[str, int] | None = None) -> BoardGame:
    """The game that starts at a board, in an edition (the board's first if not given), some clauses switched otherwise.

    Raises `InputError` for a position that cannot be or a clause or edition that is not known, and `OutsideRulebook`
    for what the rulebook cannot say.
    """
    rules = rulebook()
    for number, name in enumerate(board.editions):
        if name not in rules.editions:
            known = ", ".join(rules.editions)
            raise InputError(board.path, f"editions[{number}]", f"no edition is called `{name}`; there are {known}")
    named = [(f"rules[{number}]", id) for number, id in enumerate(board.rules)]
    named += [("wrong.rule", board.wrong.rule)] if board.wrong and board.wrong.rule else []
    for field, id in named:
        if id not in rules.clauses:
            raise InputError(board.path, field, f"no clause is called `{id}`")
    wrong_switch(board)
    edition = edition or board.editions[0]
    if edition not in rules.editions:
        raise InputError("edition", "", f"no edition is called `{edition}`; there are {', '.join(rules.editions)}")
    table = Table(board)
    interpreter, lens = _machine(tuple(sorted(table.slices.items())), in_force())
    interpreter = copy.copy(interpreter)
    values = {**rules.switches(edition), **(switches or {})}
    interpreter.switches = {f"rule.{id}": value for id, value in values.items()}
    return BoardGame(table, interpreter, lens)


def wrong_switch(board: Board) -> dict[str, int]:
    """The switch that makes the rulebook the engine whose wrong outcome the board names; empty if it names no clause.

    Raises `InputError` for a variant that the clause does not have.
    """
    wrong = board.wrong
    if wrong is None or wrong.rule is None:
        return {}
    clause = rulebook().clauses[wrong.rule]
    try:
        return {clause.id: clause.off() if wrong.variant is None else clause.switch_of(wrong.variant)}
    except KeyError:
        known = ", ".join(variant.name for variant in clause.variants) or "none"
        raise InputError(board.path, "wrong.variant", f"`{clause.id}` has no such variant; there are {known}") from None


def play_board(
    board: Board | str | Path, edition: str | None = None, switches: Mapping[str, int] | None = None
) -> BoardResult:
    """Play a board, or the board in a file: in every edition that it is for, or only in the one given.

    `switches` (clause id to switch value) play it in a changed rulebook. Raises `InputError` for what is no board or no
    possible position; a word outside the rulebook is a result. In the rulebook as it is, a board that names the clause
    which its wrong outcome forgets fails unless that outcome comes about without the clause, or with the variant of it
    that the board names. Steps and failures are told once where all editions have the same, else each with its edition.
    """
    if not isinstance(board, Board):
        board = load_board(board)
    played: dict[str, BoardResult] = {}
    for one in board.editions if edition is None else (edition,):
        try:
            played[one] = play(board, lay_out(board, one, switches))
        except OutsideRulebook as outside:
            return BoardResult(board.id, "outside", [], [str(outside)])
    total = BoardResult(
        board.id,
        next((result.status for result in played.values() if result.status != "pass"), "pass"),
        _together({one: result.steps for one, result in played.items()}),
        _together({one: result.failures for one, result in played.items()}),
    )
    if total.status == "pass" and not switches and (broken := wrong_switch(board)):
        first = play(expecting_the_wrong(board), lay_out(board, next(iter(played)), broken))
        if first.status != "pass":
            total.status = "fail"
            total.failures.append(f"wrong.{_engine(board)} the wrong outcome does not come about")
    return total


def _engine(board: Board) -> str:
    """The field that says what the engine forgets, and how it differs."""
    assert board.wrong is not None
    rule, variant = board.wrong.rule, board.wrong.variant
    return f"rule: without {rule}" if variant is None else f"variant: with {variant} of {rule}"


def _together(lines: Mapping[str, list[str]]) -> list[str]:
    """Lines by edition as one list: once if they are the same in each, else each after its edition."""
    every = list(lines.values())
    if every and all(one == every[0] for one in every):
        return every[0]
    return [f"{edition}: {line}" for edition, told in lines.items() for line in told]
