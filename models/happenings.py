"""What a step did to objects and players, in words: who moved and of what, who turned over, counters, damage, life."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .describe import FROM, MOVES
from .facts import ObjectFacts, Position
from .identities import Changes
from .ruling import Ruling
from .speaker import Speaker
from .vocabulary import Op, Representation, Zone

NEW_OBJECT = "zones.new-object"


@dataclass(frozen=True, slots=True)
class Happening:
    """One event: its kind, its words, and who takes part."""

    kind: str
    text: str
    facts: dict[str, Any] = field(default_factory=dict)


class Happenings:
    """Tells the events of each step of a run; `sized` are the slots whose toughness mattered so far."""

    def __init__(self, speaker: Speaker, ruling: Ruling | None) -> None:
        self.speaker = speaker
        self.ruling = ruling
        self.sized: set[int] = set()

    def of(self, before: Position, after: Position, changes: Changes) -> Iterator[Happening]:
        """The events of one step."""
        op = before.instruction.op if before.instruction else None
        for p, (old, new) in sorted(changes.moved.items()):
            if before.objects[p].zone is Zone.GONE:
                yield self._milled(p, after, new)
            else:
                yield self._moved(before, p, after.objects[p], old, new, op)
        for player in (0, 1):
            was, now = before.of("player", "library", player), after.of("player", "library", player)
            if was != now:
                text = f"{self.speaker.words.player(player)}'s library has {now} card{'' if now == 1 else 's'} now"
                yield Happening("library", f"{text} (before: {was})", {"player": player})
        for p in before.slots:
            if p not in changes.moved:
                yield from self._changed(p, before.objects[p], after.objects[p], op)
        for player in (0, 1):
            was, now = before.of("player", "life", player), after.of("player", "life", player)
            if was != now:
                verb = "gains" if now > was else "loses"
                text = f"{self.speaker.words.player(player)} {verb} {abs(now - was)} life ({now} now)"
                yield Happening("life", text, {"player": player})

    def _moved(self, before: Position, p: int, now: ObjectFacts, old: str, new: str, op: Op | None) -> Happening:
        was, words = before.objects[p], self.speaker.words
        came = f" from {FROM[was.zone]}" if now.zone is not Zone.GONE else ""
        text = f"{self.speaker.object(p, old)} {self._cause(before, was, now, op)}{MOVES[now.zone]}{came}"
        if now.zone is Zone.BATTLEFIELD and now.back:
            text += f", showing {words.face(p, now.back)}"
        if now.zone is not Zone.GONE:
            text += self._identity(self.speaker.object(p, new))
        if now.zone not in (Zone.BATTLEFIELD, Zone.STACK) and now.back:
            text += ", still showing its back"
        facts = {"object": old, "becomes": new, "player": now.controller, "to": now.zone.name}
        return Happening("zone-change", text, facts)

    def _milled(self, p: int, after: Position, new: str) -> Happening:
        """A card that was in a library, where nobody could tell it from the others."""
        self.speaker.arrive(p, after)
        now = after.objects[p]
        text = f"{self.speaker.words.player(now.owner)} mills {self.speaker.object(p, new)}, which {MOVES[now.zone]}"
        return Happening("mills", text, {"object": new, "player": now.owner, "to": now.zone.name})

    def _identity(self, new: str) -> str:
        """That a card which moved is another object now, by which rule, and whether that rule is there."""
        rule = self.ruling.cite(NEW_OBJECT).partition(" (")[0] if self.ruling else "rule 400.7"
        if self.ruling and self.ruling.missing(NEW_OBJECT):
            return (
                f"; by rights it is a new object now, {new}, but {rule} is missing here, and it passes for the old one"
            )
        return f", by {rule} a new object: {new}"

    def _cause(self, before: Position, was: ObjectFacts, now: ObjectFacts, op: Op | None) -> str:
        """Why it moves, where the step does not say so already."""
        if op is Op.DESTROY and now.zone is Zone.GRAVEYARD and was.zone is Zone.BATTLEFIELD:
            return "is destroyed and "
        if before.resolving is not None or was.toughness is None or now.zone is not Zone.GRAVEYARD:
            gone = now.zone is Zone.GONE and was.representation in (Representation.TOKEN, Representation.TOKEN_DOUBLE)
            return "is a token that is not on the battlefield and " if gone else ""
        if was.zone is not Zone.BATTLEFIELD:
            return ""
        self.sized.add(was.slot)
        if was.toughness == 0:
            return "has toughness 0 and "
        return f"has {was.damage} damage marked on it, toughness {was.toughness}, and "

    def _changed(self, p: int, was: ObjectFacts, now: ObjectFacts, op: Op | None) -> Iterator[Happening]:
        speaker, words = self.speaker, self.speaker.words
        facts = {"object": speaker.ids.objects[p], "player": now.controller}
        if was.back != now.back:
            name = speaker.object(p)
            kind = "converts" if op is Op.CONVERT else "transforms"
            double = was.representation not in (Representation.SINGLE, Representation.TOKEN)
            face = words.face(p, now.back) if double else "a face that it does not have"
            yield Happening(kind, f"{name} {kind}: {face} is up now", facts)
        if was.face_down != now.face_down:
            kind = "turned-face-down" if now.face_down else "turned-face-up"
            yield Happening(kind, f"{speaker.object(p)} is {kind.replace('-', ' ')}", facts)
        for number, (old, new) in enumerate(zip(was.counters, now.counters, strict=True)):
            if old != new:
                counter = words.counter(number)
                many = f"{abs(new - old)} {counter} counter{'' if abs(new - old) == 1 else 's'}"
                verb = "gets" if new > old else "loses"
                yield Happening("counters", f"{speaker.object(p)} {verb} {many} ({new} now)", facts)
        if was.tapped != now.tapped:
            kind = "tapped" if now.tapped else "untapped"
            yield Happening(kind, f"{speaker.object(p)} becomes {kind}", facts)
        if was.damage != now.damage:
            self.sized.add(p)
            text = f"{speaker.object(p)} has {now.damage} damage marked on it (before: {was.damage})"
            yield Happening("damage", text, facts)
