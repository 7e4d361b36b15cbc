"""What the kernel needs to know of a rulebook's public vocabulary to build monitors on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from verifier.encode.terms import FALSE, Term
from verifier.encode.things import Vector


@dataclass(frozen=True, eq=False, slots=True)
class Carrier:
    """A place where an ability can be: its kind and slot, whether one is there, and what it refers to.

    `source` and `target` have a mark per object slot; `target` goes on with a mark per place of the stack.
    """

    kind: str
    slot: int
    live: Term
    source: Vector
    target: Vector


@dataclass(frozen=True, eq=False, slots=True)
class Origin:
    """How an ability appears at a carrier: when, and from which carrier.

    `inherits`: it is the same ability moving on, so that it keeps its past; else only its references are taken over,
    in the reading named: "same" object, or the object "meant"; where `untargeted` holds it has no target. What comes
    from no carrier does not find its source where `lost` holds.
    """

    when: Term
    carrier: Carrier | None
    inherits: bool = False
    reading: str = "same"
    untargeted: Term = FALSE
    lost: Term = FALSE


class Vocabulary(Protocol):
    """The public vocabulary of one step: what is said of objects, of abilities, of both, and of the game as a whole.

    `ended` and `ends_here`: before and after the step the slice can tell no more.
    """

    objects: dict[str, Callable[[], Vector]]
    abilities: dict[str, Callable[[Carrier], Term]]
    pairs: dict[str, Callable[[Carrier], Vector]]
    game: dict[str, Callable[[], Term]]
    ended: Term
    ends_here: Term

    @property
    def carriers(self) -> list[Carrier]:
        """Where abilities can be."""

    @property
    def moved(self) -> Vector:
        """Which objects changed zones."""

    @property
    def left_stack(self) -> Vector:
        """Which objects on the stack left it."""

    @property
    def to_public_zone(self) -> Vector:
        """Which objects changed to a zone that all can see."""

    def appears(self, carrier: Carrier) -> Term:
        """Whether an ability appears at a carrier in this step; it then comes from exactly one origin."""

    def origins(self, carrier: Carrier) -> list[Origin]:
        """How an ability appears at a carrier in this step."""

    def known(self, name: str, carrier: Carrier) -> Term:
        """A public fact of the past of what exists as the position is given."""
