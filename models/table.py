"""A board laid out: its cards and objects as the numbers of a state, in a slice that fits.

Cards become rows of printed faces, abilities (and the delayed ones inside them) rows of the table of abilities, each
distinct filter a tag of the faces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from verifier.boards.board import SEATS, Board, CardText, Placed
from verifier.errors import InputError, OutsideRulebook

from .cards.card import Ability, Card, Face, Filter
from .cards.loader import card_named, parse_card
from .grants import granted
from .vocabulary import MINUS_ONE, PLUS_ONE, AbilityKind, Condition, Representation, Step, Zone

SPELL_TYPES = ("instant", "sorcery")
TOKENS = (Representation.TOKEN, Representation.TOKEN_DOUBLE)
SIZES: dict[str, tuple[int, ...]] = {
    "permanents": (4, 6, 8, 12, 16),
    "stack": (6,),
    "delayed": (3, 4),
    "abilities": (4, 8, 12, 16, 24, 32),
    "instructions": (2, 4, 6),
    "cards": (4, 8, 16, 32),
    "tags": (2, 4, 8, 16),
    "counters": (2, 4, 8, 16),
    "library": (1, 4, 8, 12),
}
STEPS = {"upkeep": Step.UPKEEP, "main": Step.MAIN, "combat": Step.COMBAT, "end-step": Step.END}


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table of abilities: the card, the face, and the number on that face (None for a delayed one)."""

    card: int
    back: bool
    number: int | None
    ability: Ability


class Table:
    """A board's cards, abilities, filters and kinds of counters in order, its slice, and its starting state.

    Raises `InputError`, naming the board's file and field, for a position that the cards cannot be in, and
    `OutsideRulebook` for a card inside the board with a word that the rulebook does not have.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.cards: list[Card] = []
        self.rows: list[Row] = []
        self.filters: list[Filter] = []
        self.kinds: list[str] = [PLUS_ONE]
        self.slot = {placed.id: number for number, placed in enumerate(board.objects)}
        self._delayed_row: dict[tuple[int, bool, int, int], int] = {}
        placed_cards = [self._card(one.card, f"objects.{one.id}.card") for one in board.objects]
        copied_cards = [
            None if one.copy is None else self._card(one.copy.card, f"objects.{one.id}.copy-of.card")
            for one in board.objects
        ]
        self.card_of, self.copy_of = placed_cards, copied_cards
        shelved = {seat: board.libraries.get(seat, ()) for seat in SEATS}
        shelved = {seat: board.libraries.get(seat, ()) for seat in SEATS}
        self.library = {
            seat: [self._card(one.card, f"libraries.{seat}[{i}].card") for i, one in enumerate(cards)]
            for seat, cards in shelved.items()
        }
        for seat, numbers in self.library.items():
            for i, number in enumerate(numbers):
                if self.cards[number].layout in TOKENS:
                    self.fail(f"libraries.{seat}[{i}]", f"{self.cards[number].name} is a token, and no card")
        for number, card in enumerate(self.cards):
            self._abilities_of(number, card)
        for one in board.objects:
            self._possible(one)
            self._kinds(one.counters)
        self.granted = granted(board, self.cards)
        self.slices = self._slices()
        self.state = self._state()

    # Cards.

    def fail(self, field: str, message: str) -> NoReturn:
        raise InputError(self.board.path, field, message)

    def _card(self, text: CardText, field: str) -> int:
        if isinstance(text, str):
            try:
                card = card_named(text)
            except InputError as problem:
                self.fail(field, problem.message)
        else:
            card = parse_card(text, f"{self.board.path}: {field}")
            if not card.abridged:
                self.fail(f"{field}.abridged", "must be true for a card inside a board")
        if card not in self.cards:
            self.cards.append(card)
        return self.cards.index(card)

    def _abilities_of(self, number: int, card: Card) -> None:
        for back, face in enumerate(card.faces):
            for position, ability in enumerate(face.abilities):
                self._row(Row(number, bool(back), position, ability))
                for place, one in enumerate(ability.instructions):
                    if one.delayed is not None:
                        self._delayed_row[number, bool(back), position, place] = len(self.rows)
                        self._row(Row(number, bool(back), None, one.delayed))

    def _row(self, row: Row) -> None:
        self.rows.append(row)
        ability = row.ability
        for one in (ability.filter, ability.target_filter, *(i.filter for i in ability.instructions)):
            if one.conditions and one not in self.filters:
                self.filters.append(one)
        for instruction in ability.instructions:
            self._kinds(kind for kind in (instruction.counter, instruction.condition_counter) if kind)

    def _kinds(self, kinds: Iterable[str]) -> None:
        kinds = list(kinds)
        if MINUS_ONE in kinds:
            raise OutsideRulebook(self.board.path, "counters", MINUS_ONE, "704.5q")
        self.kinds += [kind for kind in dict.fromkeys(kinds) if kind not in self.kinds]

    def representation(self, placed: Placed) -> Representation:
        """What stands for an object: its card, or a token with the card's faces."""
        card = self.cards[self.card_of[self.slot[placed.id]]]
        if not placed.token:
            return card.layout
        return Representation.TOKEN if card.back is None else Representation.TOKEN_DOUBLE

    def _possible(self, placed: Placed) -> None:
        """Refuse a position that this card cannot be in."""
        slot, place = self.slot[placed.id], f"objects.{placed.id}"
        card = self.cards[self.card_of[slot]]
        if placed.back and card.back is None:
            self.fail(f"{place}.face", f"{card.name} has no back face")
        if placed.zone == "battlefield":
            face = card.faces[placed.back]
            if _is_spell(face):
                self.fail(f"{place}.face", f"{face.name} is an instant or sorcery and cannot be on the battlefield")
        elif self.representation(placed) in TOKENS:
            self.fail(f"{place}.zone", f"{card.name} is a token and only exists on the battlefield")
        of = self.copy_of[slot]
        if placed.copy is not None and of is not None:
            if placed.copy.back and self.cards[of].back is None:
                self.fail(f"{place}.copy-of.face", f"{self.cards[of].name} has no back face")
            if _is_spell(self.cards[of].faces[placed.copy.back]):
                self.fail(f"{place}.copy-of", "an instant or sorcery face cannot be copied by a permanent")

    # The slice.

    def _slices(self) -> dict[str, int]:
        longest = max((len(row.ability.instructions) for row in self.rows), default=1)
        shelved = sum(map(len, self.library.values()))
        room = max(len(self.board.objects), min(SIZES["permanents"][-1], len(self.board.objects) + shelved))
        needed = {
            "permanents": room,
            "stack": 1,
            "delayed": len(self.board.delayed),
            "abilities": len(self.rows),
            "instructions": longest,
            "cards": len(self.cards),
            "tags": len(self.filters),
            "counters": len(self.kinds),
            "library": max(map(len, self.library.values())),
        }
        result = {}
        for name, number in needed.items():
            fitting = [size for size in SIZES[name] if size >= number]
            if not fitting:
                self.fail("objects", f"needs {number} {name}; a board has room for {SIZES[name][-1]}")
            result[name] = fitting[0]
        return result

    # The state.

    def _state(self) -> dict[str, int]:
        values: dict[str, Any] = {}
        for number, card in enumerate(self.cards):
            values |= self._card_values(number, card)
        for tag, filter in enumerate(self.filters):
            values[f"filter.nameless.{tag}"] = filter.matches(NAMELESS)
        for number, row in enumerate(self.rows):
            values |= self._row_values(number, row)
        for placed in self.board.objects:
            values |= self._object_values(placed)
        for number in range(len(self.board.delayed)):
            values |= self._delayed_values(number)
        for player, numbers in enumerate(self.library.values()):
            values[f"player.library.{player}"] = len(numbers)
            for place, number in enumerate(reversed(numbers), player * self.slices["library"]):
                values[f"library.card.{place}"] = number
                values[f"library.representation.{place}"] = self.cards[number].layout
        values |= {
            "player.life.0": self.board.life["A"],
            "player.life.1": self.board.life["B"],
            "game.active.0": self.board.active == "B",
            "game.priority.0": self.board.active == "B",
            "game.step.0": STEPS[self.board.step],
        }
        return {name: int(value) for name, value in values.items()}

    def _filter(self, filter: Filter) -> int:
        if filter.transformed:
            return self.slices["tags"] + 1
        return 1 + self.filters.index(filter) if filter.conditions else 0

    def _kind(self, kind: str | None) -> int:
        return 0 if kind is None else self.kinds.index(kind)

    def _card_values(self, number: int, card: Card) -> dict[str, Any]:
        values: dict[str, Any] = {f"card.instant_speed.{number}": "instant" in card.front.types}
        for back, face in enumerate(card.faces):
            values |= {
                f"card.spell_face.{number}.{back}": _is_spell(face),
                f"card.creature.{number}.{back}": "creature" in face.types,
                f"card.land.{number}.{back}": "land" in face.types,
                f"card.power.{number}.{back}": face.power or 0,
                f"card.toughness.{number}.{back}": face.toughness or 0,
            }
            for tag, filter in enumerate(self.filters):
                values[f"card.tags.{number}.{back * self.slices['tags'] + tag}"] = filter.matches(face)
        return values

    def _row_values(self, number: int, row: Row) -> dict[str, Any]:
        ability = row.ability
        values: dict[str, Any] = {
            f"ability.card.{number}": row.card,
            f"ability.back.{number}": row.back,
            f"ability.kind.{number}": ability.kind,
            f"ability.who.{number}": ability.who,
            f"ability.yours.{number}": ability.yours,
            f"ability.filter.{number}": self._filter(ability.filter),
            f"ability.tap_cost.{number}": ability.tap_cost,
            f"ability.mill_cost.{number}": ability.mill_cost,
            f"ability.target.{number}": ability.target,
            f"ability.target_filter.{number}": self._filter(ability.target_filter),
        }
        for place, one in enumerate(ability.instructions):
            delayed = 0
            if one.delayed is not None and row.number is not None:
                delayed = self._delayed_row[row.card, row.back, row.number, place]
            fields: Mapping[str, Any] = {
                "op": one.op,
                "what": one.what,
                "op_filter": self._filter(one.filter),
                "amount": one.amount,
                "counter": self._kind(one.counter),
                "condition": one.condition,
                "condition_counter": self._kind(one.condition_counter),
                "condition_amount": one.condition_amount if one.condition is Condition.AT_LEAST else 0,
                "may": one.may,
                "under_you": one.under_you,
                "enters_tapped": one.tapped,
                "delayed": delayed,
            }
            values |= {f"ability.{name}.{number}.{place}": value for name, value in fields.items()}
        return values

    def _object_values(self, placed: Placed) -> dict[str, Any]:
        slot = self.slot[placed.id]
        values: dict[str, Any] = {
            f"object.card.{slot}": self.card_of[slot],
            f"object.representation.{slot}": self.representation(placed),
            f"object.owner.{slot}": placed.owner == "B",
            f"object.controller.{slot}": placed.controller == "B",
            f"object.zone.{slot}": Zone[placed.zone.upper()],
            f"object.back.{slot}": placed.back,
            f"object.been_back.{slot}": placed.back,
            f"object.tapped.{slot}": placed.tapped,
            f"object.damage.{slot}": placed.damage,
        }
        values |= {f"object.counters.{slot}.{self._kind(kind)}": n for kind, n in placed.counters.items()}
        of = self.copy_of[slot]
        if placed.copy is not None and of is not None:
            values |= {
                f"object.copy.{slot}": True,
                f"object.copy_card.{slot}": of,
                f"object.copy_back.{slot}": placed.copy.back,
                f"object.copy_ends.{slot}": placed.copy.ends,
            }
        return values

    def _delayed_values(self, number: int) -> dict[str, Any]:
        one, place = self.board.delayed[number], f"delayed[{number}]"
        slot = self.slot[one.source]
        of = self.copy_of[slot]
        card = self.card_of[slot] if of is None else of
        made = [
            (key, row)
            for key, row in self._delayed_row.items()
            if key[:3] == (card, one.back, one.ability) and one.instruction in (None, key[3])
        ]
        if not made:
            self.fail(place, f"no such instruction of {self.cards[card].name} creates a delayed ability")
        controller = one.controller or self.board.objects[slot].controller
        target_lost = one.target is None or one.target_lost
        return {
            f"delayed.live.{number}": True,
            f"delayed.ability.{number}": made[0][1],
            f"delayed.controller.{number}": controller == "B",
            f"delayed.source.{number}": slot,
            f"delayed.target.{number}": 0 if one.target is None else self.slot[one.target],
            f"delayed.turned.{number}": one.turned,
            f"delayed.turned_before.{number}": one.turned,
            f"delayed.source_gone.{number}": one.source_lost,
            f"delayed.source_gone_before.{number}": one.source_lost,
            f"delayed.target_gone.{number}": target_lost,
            f"delayed.target_gone_before.{number}": target_lost,
        }


NAMELESS = Face(name="", types=("creature",), supertypes=(), subtypes=(), power=2, toughness=2, abilities=())
"""What a face-down permanent is, as far as filters ask (708.2a)."""


def word_of(kind: AbilityKind) -> str:
    """What sets an ability off, as a board says it."""
    if kind in (AbilityKind.DELAYED_UPKEEP, AbilityKind.DELAYED_END_STEP):
        return "delayed"
    return kind.name.lower().replace("_", "-")


def _is_spell(face: Face) -> bool:
    return any(word in face.types for word in SPELL_TYPES)
