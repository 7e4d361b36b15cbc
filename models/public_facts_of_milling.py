"""Public facts of libraries in plain Python over the records of a timeline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from verifier.timeline.records import StepRecord

from .facts import InstructionFacts, Library, Position
from .vocabulary import AbilityKind, EntryKind, Op, Target, What, Zone

PLAYERS = (0, 1)


def _libraries(record: StepRecord) -> list[tuple[Library, Library]]:
    before, after = record.positions
    return [(before.library(player), after.library(player)) for player in PLAYERS]


def _from_the_top(record: StepRecord) -> bool:
    return all(len(was) >= len(now) and was[len(was) - len(now) :] == now for was, now in _libraries(record))


def _leave(record: StepRecord) -> bool:
    return any(_lost(record))


def _appears(record: StepRecord, object: str) -> bool:
    return object in record.before and record.before[object].zone is Zone.GONE is not record.after[object].zone


def _card_for_card(record: StepRecord) -> bool:
    for player, (was, now) in enumerate(_libraries(record)):
        left = was[: max(0, len(was) - len(now))]
        seen = [
            (then.card, then.representation)
            for object, then in record.after.items()
            if _appears(record, object) and then.owner == player
        ]
        if Counter(left) != Counter(seen):
            return False
    return True


def _told(record: StepRecord, player: int) -> int:
    """How many cards the step's instruction says that the player mills."""
    one: InstructionFacts = record.instruction
    you = record.abilities[record.acting].controller if record.acting else 0
    speaks = {What.YOU: player == you, What.OPPONENT: player != you, What.EACH_PLAYER: True}.get(one.what, False)
    return one.amount if speaks else 0


def _lost(record: StepRecord) -> list[int]:
    return [len(was) - len(now) for was, now in _libraries(record)]


def _as_many_as_possible(record: StepRecord, ability: str) -> bool:
    wanted = [min(_told(record, player), len(was)) for player, (was, _) in enumerate(_libraries(record))]
    return record.acting == ability and _lost(record) == wanted


def _all_or_none(record: StepRecord, ability: str) -> bool:
    return record.acting == ability and _lost(record) in ([0, 0], [_told(record, player) for player in PLAYERS])


def _activated(record: StepRecord) -> tuple[int, int, int] | None:
    """Slot, cost in milled cards and controller of an activated ability that the step puts on the stack."""
    before, after = record.positions
    for place in before.places:
        new = after.of("entry", "live", place) and not before.of("entry", "live", place)
        if new and before.resolving is None and after.of("entry", "kind", place) == EntryKind.ACTIVATED:
            row = after.of("entry", "ability", place)
            cost = before.of("ability", "mill_cost", row)
            return after.of("entry", "source", place), cost, after.of("entry", "controller", place)
    return None


def _paid_for(record: StepRecord, object: str) -> bool:
    found = _activated(record)
    return found is not None and object in record.before and record.before[object].slot == found[0] and found[1] > 0


def _paid_exactly(record: StepRecord, object: str) -> bool:
    found = _activated(record)
    if found is None:
        return False
    _, cost, payer = found
    return _lost(record) == [cost if player == payer else 0 for player in PLAYERS]


def _payable_exactly(record: StepRecord, object: str) -> bool:
    before: Position = record.positions[0]
    facts, player = record.before[object], before.of("game", "priority", 0)
    if not before.deciding or facts.controller != player:
        return True
    for row in before.rows:
        cost = before.of("ability", "mill_cost", row)
        asked = before.of("ability", "kind", row) == AbilityKind.ACTIVATED and cost and before.has(facts.slot, row)
        plain = before.of("ability", "target", row) == Target.NONE and not before.of("ability", "tap_cost", row)
        if asked and plain and _offered(record, 1 + row, facts.slot) != (len(before.library(player)) >= cost):
            return False
    return True


def _choosable_exactly(record: StepRecord, ability: str) -> bool:
    enough = all(_told(record, player) <= len(was) for player, (was, _) in enumerate(_libraries(record)))
    return record.acting == ability and _offered(record, 1, 0) == enough


def _offered(record: StepRecord, pick: int, thing: int) -> bool:
    if record.offered is None:
        raise ValueError("the run was recorded without its menu")
    return record.offered({"pick": pick, "thing": thing, "aim": 0})


def _says_always(record: StepRecord, ability: str) -> bool:
    one: InstructionFacts = record.instruction
    return record.acting == ability and one.always


def _says_mill(record: StepRecord, ability: str) -> bool:
    return record.acting == ability and record.instruction.op is Op.MILL


def _says_may(record: StepRecord, ability: str) -> bool:
    return record.acting == ability and record.instruction.may


def _in_graveyard(record: StepRecord, object: str) -> bool:
    return object in record.after and record.after[object].zone is Zone.GRAVEYARD


MILLING_ATOMS: Mapping[str, Callable[..., bool]] = {
    "cards leave a library": _leave,
    "libraries only lose cards from the top": _from_the_top,
    "what leaves a library appears, card for card": _card_for_card,
    "appears": _appears,
    "is in its owner's graveyard after": _in_graveyard,
    "says mill": _says_mill,
    "says may": _says_may,
    "as many leave the libraries as it says, or all": _as_many_as_possible,
    "as many leave the libraries as it says, or none": _all_or_none,
    "its ability is activated by milling": _paid_for,
    "exactly that is milled": _paid_exactly,
    "its mill costs are payable exactly with enough cards": _payable_exactly,
    "can be chosen exactly with enough cards": _choosable_exactly,
    "says always": _says_always,
}
