"""Public facts of the stack and of who acts next: what begins and ends to resolve, what it asks for, what waits."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from verifier.encode.public import Carrier
from verifier.encode.terms import FALSE, Term, below, conj, disj, equal, is_at, ite, neg, select
from verifier.encode.things import Vector

from .rules.stack import announcement
from .vocabulary import EntryKind, Op, Target, Zone

if TYPE_CHECKING:
    from .public import PublicVocabulary


class OfStack:
    """Of a carrier of abilities: what it is and does on the stack. `abilities`: atoms by name."""

    def __init__(self, words: PublicVocabulary) -> None:
        self.words = words
        self.m = words.m
        self.abilities: dict[str, Callable[[Carrier], Term]] = {
            "finishes": self._finishes,
            "begins to resolve": self._begins,
            "is on top of the stack": self._on_top,
            "chose an object as its target": self._chose,
            "asks for a target by words": self._by_words,
            "has an instruction": self._instructed,
            "is the active player's": lambda c: equal(self._controller(c), self.m.active),
            "waits to go on the stack": self._waits,
            "stops waiting": self._stops_waiting,
            "leaves the active player with priority": self._active_acts_first,
        }

    def _finishes(self, carrier: Carrier) -> Term:
        return conj(self.m.finishing, self.m.entries.resolving[carrier.slot]) if carrier.kind == "entry" else FALSE

    def _begins(self, carrier: Carrier) -> Term:
        if carrier.kind != "entry":
            return FALSE
        return conj(neg(self.m.entries.resolving[carrier.slot]), self.words.entries_after.resolving[carrier.slot])

    def _on_top(self, carrier: Carrier) -> Term:
        return neg(disj(*self.m.entries.live[carrier.slot + 1 :])) if carrier.kind == "entry" else FALSE

    def _chose(self, carrier: Carrier) -> Term:
        if carrier.kind != "entry":
            return FALSE
        e, i = self.m.entries, carrier.slot
        kind = select(self.m.abilities.target, e.ability[i])
        chosen = disj(is_at(kind, Target.PERMANENT), is_at(kind, Target.CARD))
        return conj(chosen, neg(e.bare[i]), neg(is_at(e.kind[i], EntryKind.DELAYED)))

    def _by_words(self, carrier: Carrier) -> Term:
        """Whether an entry's target meets the filter is told by words of its face alone."""
        if carrier.kind != "entry":
            return FALSE
        wanted = select(self.m.abilities.target_filter, self.m.entries.ability[carrier.slot])
        return below(wanted, self.m.slices["tags"] + 1)

    def _instructed(self, carrier: Carrier) -> Term:
        if carrier.kind != "entry":
            return FALSE
        e, i = self.m.entries, carrier.slot
        first = select([ops[0] for ops in self.m.abilities.op], e.ability[i])
        return conj(neg(e.bare[i]), neg(is_at(first, Op.NOTHING)))

    def asks_for(self, carrier: Carrier) -> Vector:
        """Which objects may be an entry's target, as they are now. A filter by "transformed" is taken to be met."""
        if carrier.kind != "entry":
            return [FALSE for _ in self.m.slots]
        m, row = self.m, self.m.entries.ability[carrier.slot]
        kind, wanted = select(m.abilities.target, row), select(m.abilities.target_filter, row)
        zones = [
            ite(is_at(kind, Target.PERMANENT), m.on_battlefield[p], is_at(m.objects.zone[p], Zone.GRAVEYARD))
            for p in m.slots
        ]
        others = neg(below(wanted, m.slices["tags"] + 1))
        return [conj(zones[p], disj(others, m.shown.meets(p, wanted))) for p in m.slots]

    def _controller(self, carrier: Carrier) -> Term:
        m = self.m
        kinds = {"entry": m.entries.controller, "delayed": m.delayed.controller, "waiting": m.waiting.controller}
        return kinds[carrier.kind][carrier.slot]

    def _waits(self, carrier: Carrier) -> Term:
        if carrier.kind == "delayed":
            return self.m.firing[carrier.slot]
        return carrier.live if carrier.kind == "waiting" else FALSE

    def _stops_waiting(self, carrier: Carrier) -> Term:
        waiting, fired = announcement(self.m).taken
        return {"waiting": waiting, "delayed": fired}.get(carrier.kind, [FALSE] * len(self.m.places))[carrier.slot]

    def _active_acts_first(self, carrier: Carrier) -> Term:
        after = self.words.game_after
        return equal(after.priority[0], after.active[0])
