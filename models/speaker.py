"""How a run calls its objects and abilities, and which cards were spoken of."""

from __future__ import annotations

from .describe import Describer, Names
from .facts import Position
from .identities import Identities, Tracked
from .vocabulary import EntryKind


class Speaker:
    """Names for who is who at the moment; `involved` are the slots that were named."""

    def __init__(self, start: Position, names: Names) -> None:
        self.words = Describer(start, names)
        self.ids = Identities(start)
        self.involved: set[int] = set()

    def object(self, slot: int, id: str | None = None) -> str:
        """The name of what is in a slot, or of the earlier or later object of that card with this id."""
        self.involved.add(slot)
        id = id or self.ids.objects[slot]
        return self.words.object(slot, self.ids.era(id))

    def arrive(self, slot: int, at: Position) -> None:
        """A card came into a free slot with the step that led here."""
        self.words.arrive(slot, self.ids.era(self.ids.objects[slot]), at)

    def label(self, one: Tracked) -> str:
        """A letter for an ability, in the order in which they appear."""
        number = int(one.id.split()[-1]) - 1
        return chr(ord("A") + number % 26) + (str(number // 26 + 1) if number >= 26 else "")

    def ability(self, one: Tracked) -> str:
        """An ability or spell with its source and its letter."""
        slot = one.slot["source"]
        self.involved.add(slot)
        if one.kind is EntryKind.SPELL:
            copy = "copy of the spell" if one.born == "copied" else "spell"
            return f"the {copy} {self.words.object(slot)} [{self.label(one)}]"
        copy = "copied " if one.born == "copied" else ""
        return f"{self.words.object(slot)}'s {copy}{self.words.noun(one.row)} [{self.label(one)}]"

    def short(self, one: Tracked) -> str:
        """For what has been named before."""
        return f"{'spell' if one.kind is EntryKind.SPELL else 'ability'} {self.label(one)}"

    def aim(self, one: Tracked) -> str:
        """The target, as the end of a sentence; empty if there is none to name."""
        slot = one.slot.get("target")
        if slot is None or one.is_delayed:
            return ""
        if slot < len(self.ids.objects):
            return f", with {self.object(slot)} as its target"
        entry = self.ids.entries[slot - len(self.ids.objects)]
        return f", with {self.ability(entry)} as its target" if entry else ""
