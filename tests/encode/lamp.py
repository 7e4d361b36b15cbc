"""A made-up rulebook of one lamp: whether it is on, and how bright; no rule of any game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from verifier.encode.clauses import Clause, Write
from verifier.encode.interpreter import Interpreter
from verifier.encode.system import Kernel, Rulebook, System, assemble
from verifier.encode.terms import TRUE, Term, is_at, number
from verifier.encode.things import Vector, bits, flag

NUMBERS = {"old": "1", "new": None}


@dataclass(slots=True)
class Lamps:
    """The lamps."""

    on: Vector = flag()  # noqa: RUF009
    level: Vector = bits(2)  # noqa: RUF009


class View:
    """One step: the lamp before it, and the button that is pressed (0 to 3)."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        lamps = kernel.view(Lamps)
        self.on, self.level = lamps.on[0], lamps.level[0]

    def pressed(self, button: int) -> Term:
        """Whether this button is pressed."""
        return is_at(self.kernel.choice["button"], button)


Contribution = Callable[[Any], Iterable[Write]]


def lamp(
    *clauses: Clause, structure: tuple[Contribution, ...] = (), reactions: tuple[Contribution, ...] = ()
) -> Rulebook:
    """A rulebook of these clauses."""
    return Rulebook(
        clauses={clause.id: clause for clause in clauses},
        kinds={"lamp": (Lamps, lambda _: 1)},
        default_slice={},
        choices={"button": lambda _: 4},
        moment=View,
        structure=structure,
        reactions=reactions,
        legal=lambda _: TRUE,
        well_formed=lambda _: {},
        start=lambda _: TRUE,
        editions=("old", "new"),
    )


def sets(level: int, button: int, rank: int = 0) -> Contribution:
    """A body that sets the level when a button is pressed."""

    def body(view: View) -> Iterator[Write]:
        yield Write(view.level, view.pressed(button), number(level, 2), rank)

    return body


def press(book: Rulebook | System, button: int, on: int = 0, level: int = 0, **switches: int) -> tuple[int, int]:
    """The lamp (on, level) after a button was pressed; switches not named are as in the new edition."""
    system = assemble(book, {}) if isinstance(book, Rulebook) else book
    setting = system.rulebook.switches("new") | {id.replace("_", "."): value for id, value in switches.items()}
    after, _ = Interpreter(system, setting).step({"lamp.on.0": on, "lamp.level.0": level}, {"button": button})
    return after["lamp.on.0"], after["lamp.level.0"]
