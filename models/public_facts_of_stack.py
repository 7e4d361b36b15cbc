"""Public facts of the stack and of who acts next, in plain Python over the records of a timeline."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from verifier.timeline.records import StepRecord

from .facts import Position
from .vocabulary import EntryKind, Op, Target, Zone


def _place(record: StepRecord, ability: str) -> int | None:
    return record.stack.index(ability) if ability in record.stack else None


def _finishes(record: StepRecord, ability: str) -> bool:
    before: Position = record.positions[0]
    resolves = before.resolving is not None and record.stack[before.resolving] == ability
    return resolves and record.acting is None and not before.ended


def _begins(record: StepRecord, ability: str) -> bool:
    before, after = record.positions
    return before.resolving is None and after.resolving is not None and after.resolving == _place(record, ability)


def _chose(record: StepRecord, ability: str) -> bool:
    before, place = record.positions[0], _place(record, ability)
    if place is None or before.of("entry", "bare", place) or before.of("entry", "kind", place) == EntryKind.DELAYED:
        return False
    row = record.abilities[ability].row
    return before.of("ability", "target", row) in (Target.PERMANENT, Target.CARD)


def _by_words(record: StepRecord, ability: str) -> bool:
    before, row = record.positions[0], record.abilities[ability].row
    filter: int = before.of("ability", "target_filter", row)
    return _place(record, ability) is not None and filter <= before.slices["tags"]


def _instructed(record: StepRecord, ability: str) -> bool:
    before, place = record.positions[0], _place(record, ability)
    if place is None or before.of("entry", "bare", place):
        return False
    first: int = before.of("ability", "op", record.abilities[ability].row, 0)
    return first != Op.NOTHING


def _asks_for(record: StepRecord, ability: str, object: str) -> bool:
    if object not in record.before or _place(record, ability) is None:
        return False
    before, row, facts = record.positions[0], record.abilities[ability].row, record.before[object]
    permanent = before.of("ability", "target", row) == Target.PERMANENT
    wanted = Zone.BATTLEFIELD if permanent else Zone.GRAVEYARD
    filter = before.of("ability", "target_filter", row)
    return facts.zone is wanted and (filter > before.slices["tags"] or filter in facts.kinds)


def _active_players(record: StepRecord, ability: str) -> bool:
    active: int = record.positions[0].of("game", "active", 0)
    return record.abilities[ability].controller == active


def _waits(record: StepRecord, ability: str) -> bool:
    one, before = record.abilities[ability], record.positions[0]
    if one.on_stack:
        return False
    fired = {id for d, id in enumerate(record.delayed) if before.of("delayed", "fired", d)}
    return not one.is_delayed or one.id in fired


def _active_acts_first(record: StepRecord, ability: str) -> bool:
    after: Position = record.positions[1]
    return after.of("game", "priority", 0) == after.of("game", "active", 0)


STACK_ATOMS: Mapping[str, Callable[..., bool]] = {
    "finishes": _finishes,
    "begins to resolve": _begins,
    "is on top of the stack": lambda record, ability: [id for id in record.stack if id][-1:] == [ability],
    "chose an object as its target": _chose,
    "asks for a target by words": _by_words,
    "has an instruction": _instructed,
    "asks for": _asks_for,
    "is the active player's": _active_players,
    "waits to go on the stack": _waits,
    "stops waiting": lambda record, ability: record.taken == ability,
    "leaves the active player with priority": _active_acts_first,
}
