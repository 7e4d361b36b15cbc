"""Public facts of a concrete position, in plain Python: the objects, and the instruction that a resolution reached.

Written apart from the clauses, so that a second check of a property shares no mistake with the solver's terms.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from verifier.encode.things import Layout

from .vocabulary import AbilityKind, Condition, EntryKind, Op, Representation, Target, What, Who, Zone

Library = tuple[tuple[int, Representation], ...]
"""The cards of a library, top first: the number of each, and what stands for it."""


@dataclass(frozen=True, slots=True)
class ObjectFacts:
    """A card or token in one position. `kinds` are the filters that its shown face meets.

    `toughness`, +1/+1 counters included, is None of what shows no creature.
    """

    slot: int
    card: int
    representation: Representation
    owner: int
    zone: Zone
    controller: int
    back: bool
    face_down: bool
    tapped: bool
    damage: int
    counters: tuple[int, ...]
    copy: bool
    shown: tuple[int, bool]
    kinds: frozenset[int]
    other_face_is_spell: bool
    cannot_transform: bool
    toughness: int | None


@dataclass(frozen=True, slots=True)
class InstructionFacts:
    """The instruction that the step is about, and the slots that its ability's source and target are in."""

    row: int
    number: int
    op: Op
    what: What
    filter: int
    amount: int
    may: bool
    always: bool
    unconditional: bool
    if_done: bool
    last: bool
    source_slot: int
    target_slot: int
    aims_at_object: bool


class Position:
    """One state, read by kind of thing."""

    def __init__(self, layout: Layout, state: Mapping[str, int]) -> None:
        self.slices = layout.slices
        self.state = state
        self.slots = range(self.slices["permanents"])
        self.places = range(self.slices["stack"])
        self.delays = range(self.slices["delayed"])
        self.rows = range(self.slices["abilities"])

    def of(self, kind: str, field: str, slot: int, copy: int | None = None) -> int:
        """The value of one variable."""
        return self.state[f"{kind}.{field}.{slot}" if copy is None else f"{kind}.{field}.{slot}.{copy}"]

    @property
    def ended(self) -> bool:
        """The slice could not hold what happened."""
        return bool(self.of("game", "edge", 0))

    @cached_property
    def resolving(self) -> int | None:
        """The place of the stack whose object is resolving."""
        return next((i for i in self.places if self.of("entry", "resolving", i)), None)

    @cached_property
    def deciding(self) -> bool:
        """A player has priority: nothing resolves, nothing is to be checked, and no triggered ability waits."""
        waits = any(self.of("waiting", "count", w) for w in range(len(self.rows) * len(self.slots)))
        fired = any(self.of("delayed", "live", d) and self.of("delayed", "fired", d) for d in self.delays)
        return not (self.ended or self.resolving is not None or waits or fired or any(map(self._to_check, self.slots)))

    def _to_check(self, slot: int) -> bool:
        """State-based actions have something to do with it (704.5d, f, g)."""
        one = self.objects[slot]
        if one.zone is not Zone.BATTLEFIELD:
            return one.zone is not Zone.GONE and one.representation in (
                Representation.TOKEN,
                Representation.TOKEN_DOUBLE,
            )
        return one.toughness is not None and one.toughness <= one.damage

    def library(self, player: int) -> Library:
        """A player's library."""
        first = player * self.slices["library"]
        places = reversed(range(first, first + self.of("player", "library", player)))
        return tuple(
            (self.of("library", "card", i), Representation(self.of("library", "representation", i))) for i in places
        )

    def shown(self, slot: int) -> tuple[int, bool]:
        """The card and side that a slot shows, copies seen through."""
        prefix = "copy_" if self.of("object", "copy", slot) else ""
        return self.of("object", f"{prefix}card", slot), bool(self.of("object", f"{prefix}back", slot))

    def kinds(self, slot: int) -> frozenset[int]:
        """The filters that a slot's face meets; filter 0 is met by all, the last by transformed permanents.

        Whether modal ones are meant depends on the edition, so that this last one is no more than a bound.
        """
        card, back = self.shown(slot)
        tags = self.slices["tags"]
        if self.of("object", "face_down", slot):
            met = {t + 1 for t in range(tags) if self.of("filter", "nameless", t)}
        else:
            met = {t + 1 for t in range(tags) if self.of("card", "tags", card, back * tags + t)}
        double = self.of("object", "representation", slot) not in (Representation.SINGLE, Representation.TOKEN)
        there = self.of("object", "zone", slot) == Zone.BATTLEFIELD
        if double and there and self.of("object", "back", slot):
            met.add(tags + 1)
        return frozenset({0} | met)

    def has(self, slot: int, row: int) -> bool:
        """Whether a permanent has the ability in a row."""
        if self.of("object", "zone", slot) != Zone.BATTLEFIELD or self.of("object", "face_down", slot):
            return False
        return self.shown(slot) == (self.of("ability", "card", row), bool(self.of("ability", "back", row)))

    def toughness(self, slot: int) -> int | None:
        """The toughness of a slot's face, 2 if it is face down, with +1/+1 counters; None if that is no creature."""
        card, back = self.shown(slot)
        counters = self.of("object", "counters", slot, 0)
        if self.of("object", "face_down", slot):
            return 2 + counters
        if not self.of("card", "creature", card, int(back)):
            return None
        return self.of("card", "toughness", card, int(back)) + counters

    def cannot_transform(self, slot: int) -> bool:
        """Whether a static ability of some permanent says so."""
        for row in self.rows:
            if self.of("ability", "kind", row) != AbilityKind.FORBIDS_TRANSFORM:
                continue
            if self.of("ability", "filter", row) not in self.kinds(slot):
                continue
            who, yours = self.of("ability", "who", row), self.of("ability", "yours", row)
            for q in self.slots:
                if not self.has(q, row):
                    continue
                allied = self.of("object", "controller", q) == self.of("object", "controller", slot) or not yours
                if (q == slot and who != Who.OTHER) or (q != slot and who != Who.THIS and allied):
                    return True
        return False

    @cached_property
    def objects(self) -> list[ObjectFacts]:
        """The facts of each slot."""
        result = []
        for p in self.slots:
            card, back = self.of("object", "card", p), bool(self.of("object", "back", p))
            result.append(
                ObjectFacts(
                    slot=p,
                    card=card,
                    representation=Representation(self.of("object", "representation", p)),
                    owner=self.of("object", "owner", p),
                    zone=Zone(self.of("object", "zone", p)),
                    controller=self.of("object", "controller", p),
                    back=back,
                    face_down=bool(self.of("object", "face_down", p)),
                    tapped=bool(self.of("object", "tapped", p)),
                    damage=self.of("object", "damage", p),
                    counters=tuple(self.of("object", "counters", p, c) for c in range(self.slices["counters"])),
                    copy=bool(self.of("object", "copy", p)),
                    shown=self.shown(p),
                    kinds=self.kinds(p),
                    other_face_is_spell=bool(self.of("card", "spell_face", card, 0 if back else 1)),
                    cannot_transform=self.cannot_transform(p),
                    toughness=self.toughness(p),
                )
            )
        return result

    @cached_property
    def instruction(self) -> InstructionFacts | None:
        """The instruction that the step from here carries out or skips; None where a resolution ends or none is."""
        place, number = self.resolving, self.of("game", "pointer", 0)
        if place is None or self.ended or number >= self.slices["instructions"]:
            return None
        row = self.of("entry", "ability", place)
        op = Op(self.of("ability", "op", row, number))
        if op is Op.NOTHING:
            return None
        may = self.of("ability", "may", row, number)
        condition = self.of("ability", "condition", row, number)
        targets = self.of("ability", "target", row)
        delayed = self.of("entry", "kind", place) == EntryKind.DELAYED
        following = number + 1
        ends = following == self.slices["instructions"] or not self.of("ability", "op", row, following)
        return InstructionFacts(
            row=row,
            number=number,
            op=op,
            what=What(self.of("ability", "what", row, number)),
            filter=self.of("ability", "op_filter", row, number),
            amount=self.of("ability", "amount", row, number),
            may=bool(may),
            always=condition == Condition.ALWAYS,
            unconditional=not may and condition == Condition.ALWAYS,
            if_done=not may and condition == Condition.DONE,
            last=ends,
            source_slot=self.of("entry", "source", place),
            target_slot=self.of("entry", "target", place),
            aims_at_object=delayed or targets in (Target.PERMANENT, Target.CARD),
        )
