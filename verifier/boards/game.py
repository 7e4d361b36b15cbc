"""What the runner of boards needs of a game: what is open, what is seen, and the next state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from .board import Act, Expectation

__all__ = ["Game", "Now", "ObjectNow", "Option", "Stage", "State"]

State = dict[str, int]


class Stage(Enum):
    """What the next step is: it follows by itself, or someone has to choose; EDGE: the game cannot go on."""

    AUTOMATIC = "nothing"
    MAY = "may"
    TRIGGERS = "triggers"
    PRIORITY = "priority"
    EDGE = "edge"


@dataclass(frozen=True, slots=True)
class Option:
    """A legal choice in the words of a board. `verb` is pass, activate, cast, stack or choose.

    `ability` is its number on the face (None for a delayed one), `word` what sets it off; `target` is an object's id or
    the number of a place of the stack.
    """

    choice: Mapping[str, int]
    verb: str
    object: str | None = None
    ability: int | None = None
    word: str | None = None
    target: str | int | None = None
    yes: bool | None = None

    def __str__(self) -> str:
        if self.verb == "choose":
            return f"choose {'yes' if self.yes else 'no'}"
        parts = [self.verb, self.object or ""]
        if self.word is not None:
            parts.append(f"({self.word})" if self.ability is None else f"ability {self.ability} ({self.word})")
        if self.target is not None:
            aim = f"place {self.target} of the stack" if isinstance(self.target, int) else self.target
            parts.append(f"targeting {aim}")
        return " ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class ObjectNow:
    """What any player sees of an object; only a creature on the battlefield has `power` and `toughness`."""

    zone: str
    face: str
    shows: str
    tapped: bool
    counters: Mapping[str, int]
    damage: int
    power: int | None
    toughness: int | None
    controller: str


@dataclass(frozen=True, slots=True)
class Now:
    """What is seen of a state; `stack` lists the objects on it in words, lowest first.

    `libraries` has the names of the cards of each, top first: only a board sees those, players see how many there are.
    """

    objects: Mapping[str, ObjectNow]
    life: Mapping[str, int]
    libraries: Mapping[str, tuple[str, ...]]
    stack: tuple[str, ...]
    step: str
    active: str
    priority: str


class Game(Protocol):
    """A board laid out in a rulebook."""

    @property
    def start(self) -> State:
        """The state that the board describes."""

    def stage(self, state: State) -> Stage:
        """What the next step is."""

    def limit(self, state: State) -> str:
        """Why the game cannot go on from a state at the edge."""

    def options(self, state: State) -> list[Option]:
        """The legal choices, the default first."""

    def now(self, state: State) -> Now:
        """What is seen."""

    def step(self, state: State, choice: Mapping[str, int]) -> State:
        """The state after a legal choice; the empty one is the default."""

    def depends(self, before: State, choice: Mapping[str, int], after: State) -> str:
        """What a card leaves out that the outcome of a step could depend on; empty if nothing."""

    def depends_on_sight(self, state: State, expected: Expectation) -> str:
        """What a card leaves out that could change what is looked at; empty if nothing."""

    def depends_on_wish(self, state: State, act: Act) -> str:
        """What a card leaves out that could make an act legal that is not; empty if nothing."""
