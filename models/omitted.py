"""Whether a played step depends on what a card file leaves out: the words of `When`, read from states and choices.

A step is looked at from outside, by the states before and after it and by the instruction that it carries out. No
rule is said a second time here, and no card is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from .cards.card import Card
from .cards.omission import Omission, When
from .table import Row, Table
from .vocabulary import EntryKind, Representation, Step, Target, Zone

State = Mapping[str, int]
ENTRY_WORDS = {
    EntryKind.ACTIVATED: When.ACTIVATED,
    EntryKind.TRIGGERED: When.TRIGGERS,
    EntryKind.SPELL: When.CAST,
}


@dataclass(frozen=True, slots=True)
class Played:
    """A step of a board: the states before and after it, and public facts of both; `may`: it answers a "may"."""

    before: State
    after: State
    facts: State
    facts_after: State
    may: bool


@dataclass(frozen=True, slots=True)
class Leaned:
    """A card, what its file leaves out, and the object of the board with which that came to matter."""

    card: Card
    omission: Omission
    slot: int


def depends(table: Table, step: Played) -> Iterator[Leaned]:
    """What the cards of a board leave out that the outcome of this step could depend on."""
    watch = _Watch(table, step)
    for slot in watch.slots:
        yield from watch.permanent(slot)
    yield from watch.stack()


def depends_on_size(table: Table, state: State, facts: State, slot: int) -> Iterator[Leaned]:
    """What is left out that the size of a permanent could depend on, when an expectation looks at it."""
    watch = _Watch(table, Played(state, state, facts, facts, False))
    for other in watch.slots:
        word = When.OWN_TURN if other == slot else When.SIZES
        met = watch.own_turn(slot) if other == slot else watch.allied_creature(other, slot)
        if met and watch.there(state, other):
            yield from watch.about(other, watch.card(facts, other), facts[f"back.{other}"], word)


def depends_on_wish(table: Table, state: State, facts: State, slot: int, word: When) -> Iterator[Leaned]:
    """What is left out that could make it legal to cast or activate an object otherwise than is legal."""
    watch = _Watch(table, Played(state, state, facts, facts, False))
    yield from watch.about(slot, watch.card(facts, slot), facts[f"back.{slot}"], word)


class _Watch:
    def __init__(self, table: Table, step: Played) -> None:
        self.table, self.step = table, step
        self.before, self.after = step.before, step.after
        states = (step.before, step.after)
        self.slots = [p for p in range(table.slices["permanents"]) if any(s[f"object.zone.{p}"] for s in states)]

    def card(self, facts: State, slot: int) -> int:
        return facts[f"card.{slot}"]

    def about(self, slot: int, card: int, back: int, word: When, ability: int | None = None) -> Iterator[Leaned]:
        """The omissions of a face that speak of this word; of an ability only those that do not speak of another."""
        for one in self.table.cards[card].omits:
            here = one.face in (None, back) and (ability is None or one.ability in (None, ability))
            if here and word in one.when:
                yield Leaned(self.table.cards[card], one, slot)

    def there(self, state: State, slot: int) -> bool:
        return state[f"object.zone.{slot}"] == Zone.BATTLEFIELD

    # Permanents, and what they see.

    def permanent(self, slot: int) -> Iterator[Leaned]:
        """What came to matter of an object as a permanent: as it was before the step, or as it is after it."""
        facts, later = self.step.facts, self.step.facts_after
        if self.there(self.before, slot):
            for word, happened in self.seen_before.items():
                if happened(slot):
                    yield from self.about(slot, self.card(facts, slot), facts[f"back.{slot}"], word)
        if self.there(self.after, slot):
            for word, happened in self.seen_after.items():
                if happened(slot):
                    yield from self.about(slot, self.card(later, slot), later[f"back.{slot}"], word)

    @property
    def seen_before(self) -> Mapping[When, Callable[[int], bool]]:
        """Words that look back at the permanent as it was."""
        return {
            When.DIES: self.died,
            When.DAMAGE: lambda _: bool(self.step.facts["damages"]),
            When.SIZES: self.sizes_matter,
            When.OWN_TURN: self.own_turn,
            When.SEES_COUNTERING: lambda _: bool(self.step.facts["counters"]),
            When.SEES_LEAVING: lambda slot: any(self.left(other) for other in self.other_creatures(slot)),
            When.SEES_TOKEN: lambda slot: any(self.died(q) and self.token(q) for q in self.other_creatures(slot)),
            When.SEES_BORROWED: lambda slot: any(self.died(q) and self.borrowed(q) for q in self.other_creatures(slot)),
            When.SEES_BURIED: lambda slot: any(self.buried(other, slot) for other in self.slots),
        }

    @property
    def seen_after(self) -> Mapping[When, Callable[[int], bool]]:
        """Words that look at the permanent as it is now."""
        return {
            When.ENTERS: lambda slot: not self.there(self.before, slot),
            When.TURNS: lambda slot: self.there(self.before, slot) and self.changed(f"object.back.{slot}"),
            When.COMBAT: lambda slot: self.began(Step.COMBAT) and self.own_turn(slot),
            When.END_STEP: lambda _: self.began(Step.END),
        }

    def changed(self, name: str) -> bool:
        return self.before[name] != self.after[name]

    def own_turn(self, slot: int) -> bool:
        return self.before["game.active.0"] == self.before[f"object.controller.{slot}"]

    def began(self, step: Step) -> bool:
        return self.changed("game.step.0") and self.after["game.step.0"] == step

    def died(self, slot: int) -> bool:
        return self.there(self.before, slot) and self.after[f"object.zone.{slot}"] == Zone.GRAVEYARD

    def left(self, slot: int) -> bool:
        return not self.there(self.after, slot) and not self.died(slot)

    def buried(self, slot: int, watcher: int) -> bool:
        moved = self.changed(f"object.zone.{slot}") and self.after[f"object.zone.{slot}"] == Zone.GRAVEYARD
        creature = "creature" in self.table.cards[self.after[f"object.card.{slot}"]].front.types
        owner = self.after[f"object.owner.{slot}"] == self.before[f"object.controller.{watcher}"]
        return moved and creature and owner and not self.there(self.before, slot)

    def token(self, slot: int) -> bool:
        return self.before[f"object.representation.{slot}"] >= Representation.TOKEN

    def borrowed(self, slot: int) -> bool:
        return self.before[f"object.owner.{slot}"] != self.before[f"object.controller.{slot}"]

    def allied_creature(self, slot: int, other: int) -> bool:
        """Whether `other` is another creature under the same control."""
        same = self.before[f"object.controller.{slot}"] == self.before[f"object.controller.{other}"]
        creature = self.there(self.before, other) and bool(self.step.facts[f"creature.{other}"])
        return other != slot and same and creature

    def other_creatures(self, slot: int) -> list[int]:
        return [other for other in self.slots if self.allied_creature(slot, other)]

    def sizes_matter(self, slot: int) -> bool:
        """An allied creature is dealt damage, or is found by a check to be too small or too much hurt to live."""
        facts = self.step.facts
        return any(
            (facts["damages"] and facts[f"subject.{q}"]) or (facts["checking"] and self.died(q))
            for q in self.other_creatures(slot)
        )

    # The stack.

    def stack(self) -> Iterator[Leaned]:
        """What came to matter of what was put on the stack, or of the "may" that was answered."""
        for place in range(self.table.slices["stack"]):
            if self.step.may and self.before[f"entry.resolving.{place}"]:
                yield from self.entry(self.before, place, [When.ASKS])
            if self.after[f"entry.live.{place}"] and not self.before[f"entry.live.{place}"]:
                yield from self.entry(self.after, place, list(self.put(place)))

    def entry(self, state: State, place: int, words: list[When]) -> Iterator[Leaned]:
        source = state[f"entry.source.{place}"]
        row = self.row(place)
        if row is None:
            yield from (one for w in words for one in self.about(source, state[f"object.card.{source}"], 0, w))
            return
        yield from (one for w in words for one in self.about(source, row.card, int(row.back), w, row.number))

    def row(self, place: int) -> Row | None:
        state = self.after if self.after[f"entry.live.{place}"] else self.before
        if state[f"entry.bare.{place}"] or not self.table.rows:
            return None
        return self.table.rows[state[f"entry.ability.{place}"]]

    def put(self, place: int) -> Iterator[When]:
        """The words that something new on the stack meets."""
        kind = EntryKind(self.after[f"entry.kind.{place}"])
        row = self.row(place)
        if not self.after[f"entry.copied.{place}"] and kind in ENTRY_WORDS:
            yield ENTRY_WORDS[kind]
            if kind is EntryKind.ACTIVATED and self.off_time():
                yield When.OFF_TIME
        if row is not None and kind is not EntryKind.DELAYED and row.ability.target is not Target.NONE:
            yield from self.aims(place)

    def off_time(self) -> bool:
        """No sorcery could be cast by the player who acts."""
        state = self.before
        some = any(state[f"entry.live.{place}"] for place in range(self.table.slices["stack"]))
        return some or state["game.step.0"] != Step.MAIN or state["game.active.0"] != state["game.priority.0"]

    def aims(self, place: int) -> Iterator[When]:
        state, target = self.after, self.after[f"entry.target.{place}"]
        first = target - self.table.slices["permanents"]
        kind = "object" if first < 0 else "entry"
        number = target if first < 0 else first
        controller = state[f"{kind}.controller.{number}"]
        yield When.AIMS_AT_OWN if controller == state[f"entry.controller.{place}"] else When.AIMS_AT_OPPONENTS
        if first < 0 and target == state[f"entry.source.{place}"]:
            yield When.AIMS_AT_ITSELF
        if first >= 0:
            aimed = EntryKind(state[f"entry.kind.{number}"])
            if aimed is EntryKind.ACTIVATED:
                yield When.AIMS_AT_ACTIVATED
            if aimed in (EntryKind.TRIGGERED, EntryKind.DELAYED):
                yield When.AIMS_AT_TRIGGERED
