"""What a step mills: how many cards of each library, and which free slot each of those cards takes."""

from __future__ import annotations

from functools import cached_property

from verifier.encode.terms import (
    Term,
    at_most,
    below,
    conj,
    disj,
    equal,
    is_at,
    ite,
    minus,
    narrow,
    neg,
    number,
    plus,
    select,
    widen,
    width_for,
)
from verifier.encode.things import Vector

from .announce import Announcement
from .moment import Moment
from .vocabulary import AbilityKind, Op, Zone

PLAYERS = (0, 1)
MOST = 8
"""One more than an instruction or a cost can say to mill."""


class Milling:
    """The cards that an instruction or a cost mills in this step, all at once; those of the first player come first.

    The n-th of them from the top takes the n-th free slot.
    """

    def __init__(self, moment: Moment, announcement: Announcement) -> None:
        self.m = moment
        self.announcement = announcement
        self.many = moment.slices["library"]
        self._width = 1 + max(width_for(MOST), width_for(self.many + 1), width_for(moment.slices["permanents"] + 1))

    @cached_property
    def paying(self) -> Term:
        """The step pays the cost of an activated ability."""
        a = self.announcement
        return conj(a.announcing, is_at(a.kind, AbilityKind.ACTIVATED), neg(a.bare), disj(*a.places))

    @cached_property
    def told(self) -> Vector:
        """For each player, how many cards that player is to mill."""
        m = self.m
        amount = widen(m.instruction.amount, self._width)
        cost = widen(select(m.abilities.mill_cost, self.announcement.ability), self._width)
        none = number(0, self._width)
        payer = [neg(m.priority), m.priority]
        return [
            ite(
                conj(m.doing(Op.MILL), m.aimed_player[player]),
                amount,
                ite(conj(self.paying, payer[player]), cost, none),
            )
            for player in PLAYERS
        ]

    @cached_property
    def there(self) -> Vector:
        """For each player, how many cards the library has."""
        return [widen(many, self._width) for many in self.m.players.library]

    @cached_property
    def enough(self) -> Vector:
        """For each player, whether the library has as many cards as are to be milled."""
        return [at_most(told, there) for told, there in zip(self.told, self.there, strict=True)]

    @cached_property
    def number(self) -> Vector:
        """For each player, how many cards that player can mill of those."""
        return [ite(e, told, there) for e, told, there in zip(self.enough, self.told, self.there, strict=True)]

    @cached_property
    def free(self) -> Vector:
        """Which slots are free."""
        return [is_at(zone, Zone.GONE) for zone in self.m.objects.zone]

    @cached_property
    def _rank(self) -> Vector:
        """For each slot, how many slots before it are free; and at last how many are in all."""
        result = [number(0, self._width)]
        for free in self.free:
            result.append(ite(free, plus(result[-1], number(1, self._width)), result[-1]))
        return result

    @cached_property
    def depth(self) -> list[Vector]:
        """For each player and slot, how many cards lie on the one that takes the slot, if one of that player's does."""
        first = self.number[0]
        return [self._rank[:-1], [minus(rank, first) for rank in self._rank[:-1]]]

    @cached_property
    def takes(self) -> list[Vector]:
        """For each player and slot, whether one of that player's milled cards takes the slot."""
        first, second = self.number
        both = plus(first, second)
        fits = [
            [neg(at_most(first, rank)) for rank in self._rank[:-1]],
            [conj(at_most(first, rank), neg(at_most(both, rank))) for rank in self._rank[:-1]],
        ]
        return [[conj(free, fit) for free, fit in zip(self.free, fits[player], strict=True)] for player in PLAYERS]

    @cached_property
    def overflow(self) -> Term:
        """There are not as many free slots as cards that leave a library."""
        return neg(at_most(plus(*self.number), self._rank[-1]))

    def left(self, player: int) -> Term:
        """How many cards stay in the library."""
        rest = minus(self.there[player], self.number[player])
        return narrow(rest, self.m.players.library[player].size())

    def place(self, player: int, depth: Term) -> Term:
        """The place of the card that so many cards lie on, counted from the lowest card."""
        top = minus(self.there[player], number(1, self._width))
        return narrow(minus(top, depth), width_for(self.many))

    def cards(self, player: int, vector: Vector) -> Vector:
        """The part of a field of all libraries that is this player's, lowest card first."""
        return vector[player * self.many : (player + 1) * self.many]

    def in_library(self, player: int, place: int) -> Term:
        """Whether a place of a library has a card."""
        return neg(below(self.m.players.library[player], place + 1))

    def shifted(self, player: int, vector: Vector, place: int) -> Term:
        """The field of the card that lies above a place by as many as are milled."""
        position = plus(number(place, self._width), self.number[player])
        return select(self.cards(player, vector), narrow(position, width_for(self.many)))

    def mills(self, player: int) -> Term:
        """Whether the step mills any card of this player's."""
        return neg(equal(self.number[player], number(0, self._width)))
