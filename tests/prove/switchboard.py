"""A made-up switchboard: any number of lamps, each with a fuse or without; no rule of any game.

A press turns lamps on. The rules differ in which lamps may come on: by their own fuse, or by looking at other lamps.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from verifier.encode.clauses import Write
from verifier.encode.public import Carrier, Origin
from verifier.encode.system import Kernel, Rulebook, System, assemble
from verifier.encode.terms import FALSE, TRUE, Term, below, conj, count, disj, equal, implies, is_at, neg
from verifier.encode.things import Vector, flag
from verifier.language import Claim, Permanent, Property, atom
from verifier.language import implies as follows

p = Permanent("p")
ONLY_FUSED = Property(
    id="only-fused",
    statement="Only a lamp with a fuse ever comes on.",
    cites=(),
    claims=(Claim((p,), follows(atom("comes on", p), atom("fused", p))),),
)
LIT_HAS_FUSE = Property(
    id="lit-has-fuse",
    statement="A lamp that is lit has a fuse.",
    cites=(),
    claims=(Claim((p,), follows(atom("lit", p), atom("fused", p))),),
)


@dataclass(slots=True)
class Lamps:
    """The lamps."""

    lit: Vector = flag()  # noqa: RUF009
    fuse: Vector = flag(frozen=True)  # noqa: RUF009


class View:
    """One step: the lamps before it, and which one is pressed."""

    def __init__(self, kernel: Kernel) -> None:
        lamps = kernel.view(Lamps)
        self.lit, self.fuse = lamps.lit, lamps.fuse
        self.slots = range(kernel.slices["lamps"])
        self.press = kernel.choice["press"]

    def pressed(self, slot: int) -> Term:
        """Whether this lamp is pressed."""
        return is_at(self.press, slot)

    def others(self, slot: int) -> Vector:
        """Whether each other lamp is lit."""
        return [lit for q, lit in enumerate(self.lit) if q != slot]


Rule = Callable[[View, int], Term]


def own_fuse(view: View, slot: int) -> Term:
    """A lamp comes on by its own fuse."""
    return view.fuse[slot]


def neighbour(view: View, slot: int) -> Term:
    """A lamp also comes on if the lamp before it is lit."""
    return disj(view.fuse[slot], view.lit[slot - 1] if slot else FALSE)


def pair(view: View, slot: int) -> Term:
    """A lamp also comes on if two others are lit: there are two others only among three."""
    return disj(view.fuse[slot], *[conj(a, b) for a, b in itertools.combinations(view.others(slot), 2)])


def four(view: View, slot: int) -> Term:
    """A lamp also comes on if four others are lit: there are four others only among five."""
    return disj(view.fuse[slot], *[conj(*some) for some in itertools.combinations(view.others(slot), 4)])


def counted(view: View, slot: int) -> Term:
    """As `four`, by counting them in a number."""
    return disj(view.fuse[slot], neg(below(count(view.others(slot), 4), 4)))


def fifth(view: View, slot: int) -> Term:
    """The fifth lamp comes on by itself."""
    return TRUE if slot == 4 else view.fuse[slot]


class Words:
    """The public vocabulary of one step."""

    def __init__(self, view: View, after: dict[str, Term]) -> None:
        lit_after = [after[f"object.lit.{slot}"] for slot in view.slots]
        self.objects: dict[str, Callable[[], Vector]] = {
            "lit": lambda: view.lit,
            "comes on": lambda: [conj(neg(a), b) for a, b in zip(view.lit, lit_after, strict=True)],
            "fused": lambda: view.fuse,
        }
        self.abilities: dict[str, Callable[[Carrier], Term]] = {}
        self.pairs: dict[str, Callable[[Carrier], Vector]] = {}
        self.game: dict[str, Callable[[], Term]] = {}
        self.ends_here = FALSE
        self.carriers: list[Carrier] = []
        self.moved = [FALSE for _ in view.slots]
        self.left_stack: Vector = []
        self.to_public_zone = self.moved

    def appears(self, carrier: Carrier) -> Term:
        """Nothing ever appears."""
        return FALSE

    def origins(self, carrier: Carrier) -> list[Origin]:
        """From nowhere."""
        return []

    def known(self, name: str, carrier: Carrier) -> Term:
        """Nothing is known."""
        return FALSE


def build(rule: Rule, slices: Mapping[str, int]) -> System:
    """The switchboard with some number of lamps; a press turns on what the rule lets come on."""

    def turn_on(view: View) -> Iterator[Write]:
        for slot in view.slots:
            yield Write(view.lit[slot], conj(view.pressed(slot), rule(view, slot)), TRUE)

    def lit_with_fuse(view: View) -> Mapping[str, Term]:
        terms = [implies(lit, fuse) for lit, fuse in zip(view.lit, view.fuse, strict=True)]
        return {"what is lit has a fuse": conj(*terms)}

    book = Rulebook(
        clauses={},
        kinds={"object": (Lamps, lambda s: s["lamps"])},
        default_slice={"lamps": 3},
        choices={"press": lambda s: s["lamps"]},
        moment=View,
        structure=(turn_on,),
        reactions=(),
        legal=lambda _: TRUE,
        well_formed=lit_with_fuse,
        start=lambda view: conj(*[equal(lit, FALSE) for lit in view.lit]),
        editions=("only",),
    )
    return assemble(book, slices)


def builder(rule: Rule) -> Callable[[Mapping[str, int]], System]:
    """`build` for one rule."""
    return partial(build, rule)


def words(view: Any, after: dict[str, Term]) -> Words:
    """The public vocabulary."""
    return Words(view, after)
