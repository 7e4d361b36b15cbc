"""A made-up system of one number that moves add to, with two helpers that never change; no rule of any game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from verifier.encode.clauses import Write
from verifier.encode.monitors import Monitored
from verifier.encode.system import Kernel, Rulebook, assemble
from verifier.encode.terms import TRUE, Term, conj, disj, implies, is_at, neg, plus, widen
from verifier.encode.things import Vector, bits, flag
from verifier.prove.search import Measures

WIDTH = 4


@dataclass(slots=True)
class Counters:
    """The number."""

    value: Vector = bits(WIDTH)  # noqa: RUF009


@dataclass(slots=True)
class Helpers:
    """What allows the larger moves."""

    here: Vector = flag(frozen=True)  # noqa: RUF009


class View:
    """One step: the number before it, the helpers, and the move (0 to 3) that is made."""

    def __init__(self, kernel: Kernel) -> None:
        self.value = kernel.view(Counters).value[0]
        self.helpers = kernel.view(Helpers).here
        self.move = kernel.choice["move"]

    @property
    def legal(self) -> Term:
        """A move of 3 needs the first helper, a move of 2 the second."""
        return conj(
            implies(is_at(self.move, 3), self.helpers[0]),
            implies(is_at(self.move, 2), self.helpers[1]),
        )


def monitored(
    claims: Mapping[str, Callable[[View], Term]],
    well_formed: Mapping[str, Callable[[View], Term]],
    legal: Callable[[View], Term] = lambda view: view.legal,
) -> Monitored:
    """The system, starting at zero, and for each claim the steps that break it."""

    def add(view: View) -> list[Write]:
        return [Write(view.value, TRUE, plus(view.value, widen(view.move, WIDTH)))]

    book = Rulebook(
        clauses={},
        kinds={"counter": (Counters, lambda _: 1), "helper": (Helpers, lambda _: 2)},
        default_slice={},
        choices={"move": lambda _: 4},
        moment=View,
        structure=(add,),
        reactions=(),
        legal=legal,
        well_formed=lambda view: {reads: term(view) for reads, term in well_formed.items()},
        start=lambda view: is_at(view.value, 0),
        editions=("only",),
    )
    system = assemble(book, {})
    vocabulary: Any = SimpleNamespace(carriers=[])
    broken = {id: neg(claim(system.moment)) for id, claim in claims.items()}
    return Monitored(system, vocabulary, broken=broken)


def measures(one: Monitored) -> Measures:
    """A move of 3 counts as a resolution, a helper as an object."""
    view: View = one.system.moment
    return Measures(is_at(view.move, 3), view.helpers)


def among(*values: int) -> Callable[[View], Term]:
    """The number is one of these."""
    return lambda view: disj(*[is_at(view.value, value) for value in values])
