"""What a board answers for: which of the things that its cards leave out it says do not matter there."""

from __future__ import annotations

from collections.abc import Iterable

from verifier.boards.board import Board
from verifier.errors import InputError

from .cards.card import Card


def granted(board: Board, cards: Iterable[Card]) -> set[tuple[str, str]]:
    """Card and omission of each such thing. Raises `InputError` for a card or omission that is not there."""
    result = set()
    for number, grant in board.grants.items():
        field, wanted = f"omits[{number}]", grant.card.strip().lower()
        named = [c for c in cards if wanted in (c.name.lower(), *(face.name.lower() for face in c.faces))]
        if not named:
            raise InputError(board.path, f"{field}.card", f"no card of this board is named `{grant.card[:60]}`")
        left_out = {one.what: None for one in named[0].omits if one.when}
        if grant.leaves_out not in left_out:
            known = "; ".join(left_out) or "nothing that could matter"
            raise InputError(board.path, f"{field}.leaves-out", f"{named[0].name} leaves out: {known}")
        result.add((named[0].name, grant.leaves_out))
    return result
