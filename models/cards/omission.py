"""What a card file leaves out, and when the outcome of a game could depend on that."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NoReturn

__all__ = ["Omission", "When", "read_omission"]


class When(StrEnum):
    """What happens in a game that an omission has a bearing on. "It" is the card with the omission's face up."""

    ENTERS = "enters"
    TURNS = "turns"
    DIES = "dies"
    CAST = "cast"
    ACTIVATED = "activated"
    OFF_TIME = "off-time"
    TRIGGERS = "triggers"
    ASKS = "asks"
    AIMS_AT_OPPONENTS = "aims-at-opponents"
    AIMS_AT_OWN = "aims-at-own"
    AIMS_AT_ITSELF = "aims-at-itself"
    AIMS_AT_ACTIVATED = "aims-at-activated"
    AIMS_AT_TRIGGERED = "aims-at-triggered"
    DAMAGE = "damage"
    SIZES = "sizes"
    OWN_TURN = "own-turn"
    COMBAT = "combat"
    END_STEP = "end-step"
    SEES_COUNTERING = "sees-countering"
    SEES_LEAVING = "sees-leaving"
    SEES_BURIED = "sees-buried"
    SEES_TOKEN = "sees-token"
    SEES_BORROWED = "sees-borrowed"
    ATTACKS = "attacks"
    CAST_OTHERWISE = "cast-otherwise"
    ACTIVATED_OTHERWISE = "activated-otherwise"


@dataclass(frozen=True, slots=True)
class Omission:
    """One thing that a card file leaves out, in our words.

    `face` (0 front, 1 back) and `ability` (its number on that face) narrow what `when` speaks of; None is any. An
    omission that no board can depend on has no `when` but the reason in `never`. Of an abridged card an omission may
    have neither: then its board answers for it.
    """

    what: str
    when: tuple[When, ...] = ()
    never: str = ""
    face: int | None = None
    ability: int | None = None


def read_omission(
    data: Any, field: str, abilities: Sequence[int], abridged: bool, fail: Callable[[str, str], NoReturn]
) -> Omission:
    """The omission that a document which fits the schema describes, of a card with so many abilities on each face."""
    if isinstance(data, str):
        if not abridged:
            fail(field, "must be {what, when} or {what, never}; words alone are for an abridged card")
        return Omission(data)
    if ("when" in data) == ("never" in data):
        fail(field, "must say either `when` an outcome could depend on it, or why `never`")
    face = None if "face" not in data else int(data["face"] == "back")
    if face and len(abilities) == 1:
        fail(f"{field}.face", "there is no back face")
    ability = data.get("ability")
    if ability is not None and ((face is None and len(abilities) > 1) or ability >= abilities[face or 0]):
        fail(f"{field}.ability", "needs a `face` that has an ability of this number, counted from 0")
    when = tuple(When(word) for word in data.get("when", ()))
    return Omission(data["what"], when, data.get("never", ""), face, ability)
