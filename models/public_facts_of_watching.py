"""Public facts of what triggers, in plain Python over the records of a timeline."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from verifier.timeline.records import StepRecord

from .facts import Position
from .vocabulary import AbilityKind, Who, Zone


def _rows(record: StepRecord, object: str, kind: AbilityKind) -> Iterator[tuple[int, int, bool]]:
    """Rows of abilities of a kind whose filter is one of words; with the object's slot, and whether they trigger."""
    before: Position = record.positions[0]
    slot = record.before[object].slot
    for row in before.rows:
        by_words = before.of("ability", "filter", row) <= before.slices["tags"]
        if before.of("ability", "kind", row) == kind and by_words:
            yield row, slot, (row, slot) in record.triggered


def _sees(record: StepRecord, row: int, slot: int) -> bool:
    before, after = record.positions
    if not after.has(slot, row):
        return False
    who, yours = after.of("ability", "who", row), after.of("ability", "yours", row)
    for q in after.slots:
        was, now = before.objects[q], after.objects[q]
        turned = was.zone is Zone.BATTLEFIELD and now.zone is Zone.BATTLEFIELD and was.back != now.back
        fits = who != Who.OTHER if q == slot else who != Who.THIS
        allied = who == Who.THIS or not yours or now.controller == after.objects[slot].controller
        if turned and fits and allied and after.of("ability", "filter", row) in now.kinds:
            return True
    return False


def _only_these(record: StepRecord, object: str) -> bool:
    rows = _rows(record, object, AbilityKind.TRANSFORMS)
    return all(_sees(record, row, slot) for row, slot, triggers in rows if triggers)


def _all_these(record: StepRecord, object: str) -> bool:
    rows = _rows(record, object, AbilityKind.TRANSFORMS)
    return all(triggers for row, slot, triggers in rows if _sees(record, row, slot))


def _trigger(kind: AbilityKind) -> Callable[[StepRecord, str], bool]:
    return lambda record, object: any(triggers for _, _, triggers in _rows(record, object, kind))


def _something_dies(record: StepRecord) -> bool:
    return any(
        was.zone is Zone.BATTLEFIELD and record.after[id].zone is Zone.GRAVEYARD for id, was in record.before.items()
    )


def _something_face_up(record: StepRecord, object: str) -> bool:
    return any(
        was.zone is Zone.BATTLEFIELD
        and was.face_down
        and record.after[id].zone is Zone.BATTLEFIELD
        and not record.after[id].face_down
        for id, was in record.before.items()
    )


WATCHING_ATOMS: Mapping[str, Callable[..., bool]] = {
    "only watchers that see what turned over trigger": _only_these,
    "all watchers that see what turned over trigger": _all_these,
    "its watchers of turning face up trigger": _trigger(AbilityKind.TURNED_FACE_UP),
    "its watchers of turning over trigger": _trigger(AbilityKind.TRANSFORMS),
    "its watchers of deaths trigger": _trigger(AbilityKind.DIES),
    "something dies": _something_dies,
    "something is turned face up": _something_face_up,
}
