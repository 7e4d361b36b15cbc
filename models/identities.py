"""Real identities along a run: which object a card is between two zone changes, and each ability from creation to end.

Everything is told from public state before and after each step; the rules' own stamps are never read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from verifier.timeline.records import AbilityRecord, StepRecord

from .describe import ordinal
from .facts import Position
from .vocabulary import PUBLIC_ZONES, AbilityKind, EntryKind, Op, Target, Who, Zone

ROLES = ("source", "target")


@dataclass(slots=True)
class Tracked:
    """One ability or spell. `same` and `meant` are the ids that its references denote; `slot` is where those were.

    `kind` is None while it waits to be put on the stack for the first time; `born` says how it came to be.
    """

    id: str
    row: int
    bare: bool
    controller: int
    slot: dict[str, int]
    born: str
    kind: EntryKind | None = None
    on_stack: bool = False
    same: dict[str, str | None] = field(default_factory=dict)
    meant: dict[str, str | None] = field(default_factory=dict)
    known: frozenset[str] = frozenset()

    @property
    def is_delayed(self) -> bool:
        """Whether it is a delayed triggered ability."""
        return self.kind is EntryKind.DELAYED


@dataclass(slots=True)
class Changes:
    """What one step did to identities. `moved` has old and new object id by slot; `put` the ability it was before."""

    moved: dict[int, tuple[str, str]] = field(default_factory=dict)
    put: list[tuple[Tracked, str]] = field(default_factory=list)
    copied: list[tuple[Tracked, Tracked]] = field(default_factory=list)
    triggered: list[Tracked] = field(default_factory=list)
    delayed: list[Tracked] = field(default_factory=list)
    left: list[Tracked] = field(default_factory=list)
    dropped: list[Tracked] = field(default_factory=list)


class Identities:
    """Follows a run step by step: `record` is what is there before a step, `advance` takes the step."""

    def __init__(self, start: Position) -> None:
        self.objects = [f"object {p}" for p in start.slots]
        self._eras = [1 for _ in start.slots]
        self._abilities = 0
        self.entries: list[Tracked | None] = [None for _ in start.places]
        self.delayed: list[Tracked | None] = [None for _ in start.delays]
        self.waiting: list[list[Tracked]] = [[] for _ in start.rows for _ in start.slots]
        for i in start.places:
            if start.of("entry", "live", i):
                self.entries[i] = self._entry(start, i, "there at the start")
        for d in start.delays:
            if start.of("delayed", "live", d):
                self.delayed[d] = self._given(start, d)

    @staticmethod
    def era(id: str) -> int:
        """Which object of its slot an object is, by its id."""
        return int(re.sub(r"\D", "", id.partition("(")[2]) or 1)

    def alive(self) -> list[Tracked]:
        """Every ability, wherever it is."""
        places = [*self.entries, *self.delayed, *(one for many in self.waiting for one in many)]
        return [one for one in places if one is not None]

    def record(self, step: int, before: Position, after: Position) -> StepRecord:
        """The step's record, as seen before it is taken."""
        acting = self.entries[before.resolving] if before.instruction and before.resolving is not None else None
        return StepRecord(
            index=step,
            ends_here=after.ended,
            before={self.objects[p]: before.objects[p] for p in before.slots},
            after={self.objects[p]: after.objects[p] for p in before.slots},
            abilities={one.id: self._record(one, len(self.objects)) for one in self.alive()},
            acting=acting.id if acting else None,
            instruction=before.instruction,
            positions=(before, after),
            delayed=tuple(one.id if one else None for one in self.delayed),
            stack=tuple(one.id if one else None for one in self.entries),
        )

    def _record(self, one: Tracked, slots: int) -> AbilityRecord:
        references: dict[tuple[str, str], str | None] = {}
        for role in ROLES:
            slot = one.slot.get(role)
            references[role, "same"] = one.same.get(role)
            references[role, "meant"] = one.meant.get(role)
            references[role, "card"] = self.objects[slot] if slot is not None and slot < slots else None
        return AbilityRecord(
            one.id,
            one.on_stack,
            one.is_delayed,
            one.kind is EntryKind.SPELL,
            references,
            one.known,
            one.row,
            one.controller,
        )

    def advance(self, before: Position, after: Position, choice: Mapping[str, int]) -> Changes:
        """Take a step: what moved is a new object, what appeared is a new ability or one that moved on."""
        changes = Changes()
        acting = self.entries[before.resolving] if before.instruction and before.resolving is not None else None
        for p in before.slots:
            if before.of("object", "zone", p) != after.of("object", "zone", p):
                old = self.objects[p]
                self._eras[p] += 1
                self.objects[p] = f"object {p} ({ordinal(self._eras[p])})"
                changes.moved[p] = (old, self.objects[p])
        left = [i for i in before.places if before.of("entry", "live", i) and not after.of("entry", "live", i)]
        for one in self.alive():
            for role in ROLES:
                self._follow(one, role, changes, left, acting is one, after)
        self._appear(before, after, choice, changes)
        for i in left:
            gone = self.entries[i]
            assert gone is not None
            changes.left.append(gone)
            self.entries[i] = None
        return changes

    def _follow(
        self, one: Tracked, role: str, changes: Changes, left: list[int], acting: bool, after: Position
    ) -> None:
        slot = one.slot.get(role)
        if slot is None:
            return
        many = len(self.objects)
        if slot in changes.moved:
            one.same[role] = None
            public = after.of("object", "zone", slot) in PUBLIC_ZONES
            finds = acting and one.meant.get(role) is not None and public
            one.meant[role] = changes.moved[slot][1] if finds else None
        elif slot >= many and slot - many in left:
            one.same[role] = one.meant[role] = None

    # What appears.

    def _appear(self, before: Position, after: Position, choice: Mapping[str, int], changes: Changes) -> None:
        resolving = before.resolving
        new = [i for i in before.places if after.of("entry", "live", i) and not before.of("entry", "live", i)]
        taken = None if resolving is not None else self._taken(before, after, changes)
        for i in new:
            if resolving is not None:
                self._copy(before, after, i, changes)
            elif taken is not None:
                self.entries[i] = taken
                changes.put.append((taken, taken.born))
                self._put(after, i, taken)
            else:
                entry = self.entries[i] = self._entry(after, i, "announced")
                changes.put.append((entry, "announced"))
        if taken is not None and not new:
            changes.dropped.append(taken)
        for w in range(len(self.waiting)):
            for _ in range(after.of("waiting", "count", w) - len(self.waiting[w])):
                one = self._waiting(before, after, w)
                self.waiting[w].append(one)
                changes.triggered.append(one)
        for d in before.delays:
            if after.of("delayed", "live", d) and not before.of("delayed", "live", d):
                assert resolving is not None
                creator = self.entries[resolving]
                assert creator is not None
                one = self._created(before, after, d, creator)
                self.delayed[d] = one
                changes.delayed.append(one)

    def _taken(self, before: Position, after: Position, changes: Changes) -> Tracked | None:
        for w, many in enumerate(self.waiting):
            if after.of("waiting", "count", w) < before.of("waiting", "count", w):
                return many.pop(0)
        for d, one in enumerate(self.delayed):
            if one is not None and not after.of("delayed", "live", d):
                self.delayed[d] = None
                return one
        return None

    def _name(self) -> str:
        self._abilities += 1
        return f"ability {self._abilities}"

    def _mean(self, one: Tracked, role: str, slot: int | None) -> None:
        """Let a reference mean what is in a slot (or place of the stack) now."""
        if slot is None:
            return
        one.slot[role] = slot
        many = len(self.objects)
        entry = self.entries[slot - many] if slot >= many else None
        meant = self.objects[slot] if slot < many else entry.id if entry else None
        one.same[role] = one.meant[role] = meant

    def _entry(self, at: Position, place: int, born: str) -> Tracked:
        one = Tracked(
            self._name(),
            at.of("entry", "ability", place),
            bool(at.of("entry", "bare", place)),
            at.of("entry", "controller", place),
            {},
            born,
        )
        self._mean(one, "source", at.of("entry", "source", place))
        self._put(at, place, one)
        return one

    def _put(self, at: Position, place: int, one: Tracked) -> None:
        """It is on the stack from now on; unless it kept a target, it means the one just chosen."""
        one.kind = EntryKind(at.of("entry", "kind", place))
        one.on_stack = True
        if one.kind is not EntryKind.DELAYED and not one.bare and at.of("ability", "target", one.row) != Target.NONE:
            self._mean(one, "target", at.of("entry", "target", place))

    def _waiting(self, before: Position, at: Position, w: int) -> Tracked:
        row, slot = divmod(w, len(self.objects))
        one = Tracked(self._name(), row, False, at.of("waiting", "controller", w), {}, "triggered")
        self._mean(one, "source", slot)
        if at.of("ability", "kind", row) == AbilityKind.DIES and at.objects[slot].zone != before.objects[slot].zone:
            died = before.objects[slot].zone is Zone.BATTLEFIELD and at.objects[slot].zone is Zone.GRAVEYARD
            watched = at.of("ability", "filter", row) in before.objects[slot].kinds
            if not (died and watched and at.of("ability", "who", row) != Who.OTHER):
                one.same["source"] = one.meant["source"] = None
        return one

    def _created(self, before: Position, after: Position, d: int, creator: Tracked) -> Tracked:
        one = Tracked(
            self._name(),
            after.of("delayed", "ability", d),
            False,
            after.of("delayed", "controller", d),
            {role: after.of("delayed", role, d) for role in ROLES},
            "delayed",
            EntryKind.DELAYED,
        )
        aims = before.instruction is not None and before.instruction.aims_at_object
        for role in ROLES:
            meant = creator.meant.get(role) if role == "source" or aims else None
            one.same[role] = one.meant[role] = meant
        return one

    def _given(self, start: Position, d: int) -> Tracked:
        one = Tracked(
            self._name(),
            start.of("delayed", "ability", d),
            False,
            start.of("delayed", "controller", d),
            {},
            "there at the start",
            EntryKind.DELAYED,
        )
        for role in ROLES:
            slot = start.of("delayed", role, d)
            one.slot[role] = slot
            if not start.of("delayed", f"{role}_gone_before", d):
                self._mean(one, role, slot)
        if start.of("delayed", "turned_before", d):
            one.known = frozenset({"turned over since created"})
        return one

    def _copy(self, before: Position, after: Position, place: int, changes: Changes) -> None:
        assert before.resolving is not None
        slot = before.of("entry", "target", before.resolving) - len(self.objects)
        original = self.entries[slot]
        assert before.instruction is not None and before.instruction.op is Op.COPY and original is not None
        one = Tracked(
            self._name(),
            original.row,
            original.bare,
            after.of("entry", "controller", place),
            dict(original.slot),
            "copied",
            original.kind,
            True,
            dict(original.same),
            dict(original.same),
        )
        self.entries[place] = one
        changes.copied.append((one, original))
