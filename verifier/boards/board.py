"""A board as data: frozen records of a position, a script of choices, and what is expected at named points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = [
    "DEFAULT_EDITION",
    "SEATS",
    "Act",
    "Board",
    "CardText",
    "Copy",
    "Delayed",
    "Expectation",
    "Grant",
    "Item",
    "Placed",
    "SeenLibrary",
    "SeenObject",
    "Shelved",
    "Wrong",
]

DEFAULT_EDITION = "2026-09-25"
SEATS = ("A", "B")
CardText = str | Mapping[str, Any]
"""The name of a shipped card, or the document of a card that is written inside the board."""


@dataclass(frozen=True, slots=True)
class Copy:
    """What a permanent is a copy of: a face of a card; `ends`: at the end of the turn."""

    card: CardText
    back: bool = False
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """A card or token at the start. `token`: a token with the card's faces stands for it."""

    id: str
    card: CardText
    owner: str
    controller: str
    zone: str
    back: bool = False
    tapped: bool = False
    token: bool = False
    counters: Mapping[str, int] = field(default_factory=dict)
    damage: int = 0
    copy: Copy | None = None


@dataclass(frozen=True, slots=True)
class Shelved:
    """A card in a library at the start; `id` is None if the board does not speak of it."""

    card: CardText
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Delayed:
    """A delayed triggered ability that waits at the start, named by the instruction that creates such ones."""

    source: str
    back: bool = False
    ability: int = 0
    instruction: int | None = None
    controller: str | None = None
    target: str | None = None
    turned: bool = False
    source_lost: bool = False
    target_lost: bool = False


@dataclass(frozen=True, slots=True)
class Grant:
    """Something that a card file leaves out, and why the outcome of this board is right all the same."""

    card: str
    leaves_out: str
    because: str


@dataclass(frozen=True, slots=True)
class Act:
    """A choice in words. `verb` is activate, cast, stack or choose; what is None is left open.

    `target` is an object's id, `top`, or the number of a place of the stack from below. `yes` belongs to `choose`.
    """

    verb: str
    object: str | None = None
    ability: int | str | None = None
    target: str | int | None = None
    yes: bool | None = None

    def __str__(self) -> str:
        if self.verb == "choose":
            return f"choose {'yes' if self.yes else 'no'}"
        parts = [self.verb, self.object or ""]
        if self.ability is not None:
            parts.append(f"ability {self.ability}" if isinstance(self.ability, int) else f"({self.ability})")
        if self.target is not None:
            parts.append(
                f"targeting {f'place {self.target} of the stack' if isinstance(self.target, int) else self.target}"
            )
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class SeenObject:
    """What is expected of one object; None is not looked at."""

    zone: str | None = None
    face: str | None = None
    shows: str | None = None
    tapped: bool | None = None
    counters: Mapping[str, int] = field(default_factory=dict)
    damage: int | None = None
    power: int | None = None
    toughness: int | None = None
    controller: str | None = None


@dataclass(frozen=True, slots=True)
class SeenLibrary:
    """What is expected of a library: how many cards it has, and the names of its top ones; None is not looked at."""

    cards: int | None = None
    top: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Expectation:
    """What is expected at a named point; None is not looked at."""

    name: str
    objects: Mapping[str, SeenObject] = field(default_factory=dict)
    life: Mapping[str, int] = field(default_factory=dict)
    libraries: Mapping[str, SeenLibrary] = field(default_factory=dict)
    stack: int | None = None
    step: str | None = None
    active: str | None = None
    asks: str | None = None
    can: tuple[Act, ...] = ()
    cannot: tuple[Act, ...] = ()


@dataclass(frozen=True, slots=True)
class Wrong:
    """An outcome that must not be: what some engine shows at a point, and the clause that it forgets, if known."""

    expectation: Expectation
    imitates: str
    rule: str | None = None
    variant: str | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a script. `word` is act, pass, resolve, until or expect; `text` names it in messages."""

    word: str
    text: str
    act: Act | None = None
    step: str | None = None
    expectation: Expectation | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """A position, a script, and what is expected. `path` is what errors call the document that it was read from.

    `trusting`: whatever cards leave out is taken not to matter.
    """

    path: str
    id: str
    title: str
    objects: tuple[Placed, ...]
    script: tuple[Item, ...]
    summary: str = ""
    editions: tuple[str, ...] = (DEFAULT_EDITION,)
    rules: tuple[str, ...] = ()
    case: str = ""
    source: str = ""
    omits: tuple[str, ...] = ()
    grants: Mapping[int, Grant] = field(default_factory=dict)
    trusting: bool = False
    life: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(SEATS, 20))
    libraries: Mapping[str, tuple[Shelved, ...]] = field(default_factory=dict)
    active: str = "A"
    step: str = "main"
    delayed: tuple[Delayed, ...] = ()
    wrong: Wrong | None = None
