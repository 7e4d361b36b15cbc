"""Which card of a board is where: a slot, a place of a library, or nowhere any more. Rules know no such names.

A state of a board carries the answer along in variables of its own, `who.slot.N` and `who.library.N`: one more than the
number of the card among all those of the board, or 0 where nothing of it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from verifier.boards.board import SEATS, Board

from .vocabulary import Zone

State = Mapping[str, int]
PLAYERS = (0, 1)


class Whereabouts:
    """The ids of a board: those of its objects, then those of its libraries, made up where the board gives none."""

    def __init__(self, board: Board, slices: Mapping[str, int]) -> None:
        self._slots = range(slices["permanents"])
        self._many = slices["library"]
        self.ids = [placed.id for placed in board.objects]
        self.start = {f"who.slot.{p}": p + 1 if p < len(board.objects) else 0 for p in self._slots}
        for player, seat in enumerate(SEATS):
            cards = board.libraries.get(seat, ())
            for depth, card in enumerate(cards):
                self.ids.append(card.id or f"card {depth + 1} of {seat}'s library")
                self.start[f"who.library.{player * self._many + len(cards) - depth - 1}"] = len(self.ids)
            self.start |= {f"who.library.{player * self._many + place}": 0 for place in range(len(cards), self._many)}

    def here(self, state: State) -> Iterator[tuple[int, str]]:
        """Each slot that holds or last held something of the board, with its id."""
        for p in self._slots:
            if state[f"who.slot.{p}"]:
                yield p, self.id(state, p)

    def id(self, state: State, slot: int) -> str:
        """What is in a slot."""
        return self.ids[state[f"who.slot.{slot}"] - 1]

    def slot(self, state: State, id: str) -> int | None:
        """The slot that a card is in, or was in when it ceased to exist; None if it is in none."""
        return next((slot for slot, other in self.here(state) if other == id), None)

    def library(self, state: State, player: int) -> list[tuple[str, int]]:
        """Id and place of each card in a library, top first."""
        first = player * self._many
        places = reversed(range(first, first + state[f"player.library.{player}"]))
        return [(self.ids[state[f"who.library.{place}"] - 1], place) for place in places]

    def follow(self, before: State, after: State) -> dict[str, int]:
        """Where everything is after a step. Of cards that nobody can tell apart the highest leaves a library first."""
        result = {name: before[name] for name in self.start}
        new = [
            p for p in self._slots if before[f"object.zone.{p}"] == Zone.GONE and after[f"object.zone.{p}"] != Zone.GONE
        ]
        for player in PLAYERS:
            first = player * self._many
            was = [first + i for i in range(before[f"player.library.{player}"])]
            now = [first + i for i in range(after[f"player.library.{player}"])]
            stays = list(_kept([_card(before, i) for i in was], [_card(after, i) for i in now]))
            for place, old in zip(now, stays, strict=False):
                result[f"who.library.{place}"] = before[f"who.library.{was[old]}"]
            left = [place for i, place in reversed(list(enumerate(was))) if i not in stays]
            for p in [p for p in new if after[f"object.owner.{p}"] == player]:
                mine = next((i for i in left if before[f"library.card.{i}"] == after[f"object.card.{p}"]), None)
                if mine is not None:
                    left.remove(mine)
                    result[f"who.slot.{p}"] = before[f"who.library.{mine}"]
        return result


def _card(state: State, place: int) -> tuple[int, int]:
    return state[f"library.card.{place}"], state[f"library.representation.{place}"]


def _kept(was: list[tuple[int, int]], now: list[tuple[int, int]]) -> Iterator[int]:
    """Which of the cards, lowest first, are those that are left."""
    position = 0
    for card in now:
        while position < len(was) and was[position] != card:
            position += 1
        if position == len(was):
            return
        yield position
        position += 1
