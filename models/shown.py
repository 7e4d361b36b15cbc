"""What the objects of one position show: the face that is up, copies seen through, and what face-down ones hide."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from verifier.encode.terms import TRUE, Term, conj, disj, equal, is_at, ite, neg, number, select
from verifier.encode.things import Vector

from .state import Objects
from .vocabulary import Zone

if TYPE_CHECKING:
    from .moment import Moment


class Shown:
    """What the objects show in one state: the characteristics of the face that is up (712.8), copies seen through.

    A face-down permanent is a 2/2 creature without name, types or abilities of its own (708.2a).
    """

    def __init__(self, moment: Moment, objects: Objects) -> None:
        self.m = moment
        self.objects = objects
        self.card = [ite(c, k, card) for c, k, card in zip(objects.copy, objects.copy_card, objects.card, strict=True)]
        self.back = [ite(c, b, back) for c, b, back in zip(objects.copy, objects.copy_back, objects.back, strict=True)]
        self.on_battlefield = [is_at(zone, Zone.BATTLEFIELD) for zone in objects.zone]
        tags = moment.slices["tags"]
        self.tags = [
            [ite(hidden, moment.filters.nameless[t], self.read(p, moment.cards.tags, t, tags)) for t in range(tags)]
            for p, hidden in enumerate(objects.face_down)
        ]

    def read(self, slot: int, grid: list[Vector], offset: int = 0, stride: int = 1) -> Term:
        """A printed value of the face that a slot shows."""
        fronts = select([row[offset] for row in grid], self.card[slot])
        backs = select([row[stride + offset] for row in grid], self.card[slot])
        return ite(self.back[slot], backs, fronts)

    @cached_property
    def creature(self) -> Vector:
        """Whether each object is a creature, as far as its face says."""
        hidden = self.objects.face_down
        return [disj(hidden[p], self.read(p, self.m.cards.creature)) for p in self.m.slots]

    @cached_property
    def toughness(self) -> Vector:
        """Printed toughness of each object's face."""
        return self._size(self.m.cards.toughness)

    @cached_property
    def power(self) -> Vector:
        """Printed power of each object's face."""
        return self._size(self.m.cards.power)

    def _size(self, grid: list[Vector]) -> Vector:
        return [ite(self.objects.face_down[p], number(2, 4), self.read(p, grid)) for p in self.m.slots]

    @cached_property
    def has(self) -> list[Vector]:
        """`has[ability][slot]`: whether the permanent in the slot has the ability now."""
        table = self.m.abilities
        return [
            [
                conj(
                    self.on_battlefield[p],
                    neg(self.objects.face_down[p]),
                    equal(self.card[p], table.card[r]),
                    equal(self.back[p], table.back[r]),
                )
                for p in self.m.slots
            ]
            for r in self.m.rows
        ]

    @cached_property
    def transformed(self) -> Vector:
        """Which objects are transformed permanents (701.27g)."""
        return [self.m.kernel.defined("transform.transformed-permanent", self.m, self, p) for p in self.m.slots]

    def meets(self, slot: int, filter: Term) -> Term:
        """Whether a slot's object meets a filter: 0 is met by all, the last by transformed permanents."""
        return select([TRUE, *self.tags[slot], self.transformed[slot]], filter)
