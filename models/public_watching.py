"""Public facts of what triggers: which watchers should see what happened in a step, and which do."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from verifier.encode.terms import Term, below, conj, disj, equal, implies, is_at, neg
from verifier.encode.things import Vector

from .shown import Shown
from .vocabulary import AbilityKind, Who, Zone

if TYPE_CHECKING:
    from .public import PublicVocabulary


class Watching:
    """Per permanent: what its abilities that watch do in the step. Filters by "transformed" are left to others."""

    def __init__(self, words: PublicVocabulary) -> None:
        self.words = words
        self.m = words.m

    def _triggers(self, row: int, slot: int) -> Term:
        return self.words.newly_waiting(row * len(self.m.slots) + slot)

    def _of_kind(self, row: int, kind: AbilityKind) -> Term:
        by_words = below(self.m.abilities.filter[row], self.m.slices["tags"] + 1)
        return conj(is_at(self.m.abilities.kind[row], kind), by_words)

    @cached_property
    def _shown_after(self) -> Shown:
        return Shown(self.m, self.words.after)

    def _sees(self, row: int, slot: int) -> Term:
        """The watcher sees a permanent that has just turned over, as both are now."""
        shown, table, who = self._shown_after, self.m.abilities, self.m.abilities.who[row]
        seen = []
        for q in self.m.slots:
            whose = neg(is_at(who, Who.OTHER)) if q == slot else neg(is_at(who, Who.THIS))
            same = equal(self.words.after.controller[q], self.words.after.controller[slot])
            yours = implies(conj(table.yours[row], neg(is_at(who, Who.THIS))), same)
            seen.append(conj(self.words.turned[q], whose, yours, shown.meets(q, table.filter[row])))
        return conj(shown.has[row][slot], disj(*seen))

    def _rows(self, kind: AbilityKind) -> list[tuple[int, Term]]:
        return [(r, self._of_kind(r, kind)) for r in self.m.rows]

    @cached_property
    def only_these(self) -> Vector:
        """Of abilities that watch for turning over, none triggers that does not see one."""
        return [
            conj(
                *[
                    implies(conj(is_kind, self._triggers(r, p)), self._sees(r, p))
                    for r, is_kind in self._rows(AbilityKind.TRANSFORMS)
                ]
            )
            for p in self.m.slots
        ]

    @cached_property
    def all_these(self) -> Vector:
        """Of abilities that watch for turning over, each triggers that sees one."""
        return [
            conj(
                *[
                    implies(conj(is_kind, self._sees(r, p)), self._triggers(r, p))
                    for r, is_kind in self._rows(AbilityKind.TRANSFORMS)
                ]
            )
            for p in self.m.slots
        ]

    def triggers(self, kind: AbilityKind) -> Vector:
        """Some ability of this kind triggers."""
        return [disj(*[conj(is_kind, self._triggers(r, p)) for r, is_kind in self._rows(kind)]) for p in self.m.slots]

    @cached_property
    def something_dies(self) -> Term:
        """Some permanent is put into a graveyard in the step."""
        then = self.words.after.zone
        return disj(*[conj(self.m.on_battlefield[p], is_at(then[p], Zone.GRAVEYARD)) for p in self.m.slots])

    @cached_property
    def something_face_up(self) -> Term:
        """Some permanent is turned face up in the step."""
        before, after = self.m.objects.face_down, self.words.after.face_down
        return disj(
            *[conj(self.m.on_battlefield[p], neg(self.words.moved[p]), before[p], neg(after[p])) for p in self.m.slots]
        )
