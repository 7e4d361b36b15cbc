"""Clauses: the numbered sentences of a rulebook, each with a kind, a switch, and variants.

The kernel, not the clause, fixes what "off" means: a veto that is off forbids nothing, an update that is off changes
nothing, a trigger that is off is silent; a definition, an absence or an ordering that is off takes its default wrong
variant. A clause's switch is a number: 0 is off, 1 the clause as written, higher ones its variants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

Body = Callable[..., Any]


class Kind(Enum):
    """What a clause does, hence what it means to switch it off."""

    VETO = "veto"
    UPDATE = "update"
    TRIGGER = "trigger"
    DEFINITION = "definition"
    ABSENCE = "absence"
    ORDERING = "ordering"


@dataclass(frozen=True, slots=True)
class Variant:
    """Another body for a clause: another edition's text, or a wrong one that imitates an engine bug."""

    name: str
    body: Body
    wrong: bool
    says: str


@dataclass(slots=True)
class Clause:
    """One clause: stable id, kind, number per edition (None where unknown), title in our own words, and bodies."""

    id: str
    kind: Kind
    title: str
    numbers: Mapping[str, str | None]
    body: Body
    module: str
    of: str = ""
    reacts: bool = False
    variants: list[Variant] = field(default_factory=list)
    editions: dict[str, str] = field(default_factory=dict)

    def variant(self, name: str, *, editions: Iterable[str] = (), says: str = "") -> Callable[[Body], Body]:
        """Add the body that the named editions use instead."""

        def add(body: Body) -> Body:
            self.variants.append(Variant(name, body, False, says))
            self.editions.update(dict.fromkeys(editions, name))
            return body

        return add

    def wrong(self, name: str, *, imitates: str) -> Callable[[Body], Body]:
        """Add a wrong body; the first one added is what `off` means for a definition, absence or ordering."""

        def add(body: Body) -> Body:
            self.variants.append(Variant(name, body, True, imitates))
            return body

        return add

    def switch_of(self, name: str | None) -> int:
        """The switch value of a variant's name; None is the clause as written. Raises KeyError."""
        if name is None:
            return 1
        for position, variant in enumerate(self.variants):
            if variant.name == name:
                return 2 + position
        raise KeyError(name)

    def off(self) -> int:
        """The switch value that stands for "without this clause"."""
        if self.kind in (Kind.DEFINITION, Kind.ABSENCE, Kind.ORDERING):
            return 2 + next(position for position, variant in enumerate(self.variants) if variant.wrong)
        return 0

    def in_edition(self, edition: str) -> int:
        """The switch value that an edition uses."""
        return self.switch_of(self.editions.get(edition))

    def bodies(self) -> list[tuple[int, Body]]:
        """Each switch value with its body."""
        return [(1, self.body)] + [(2 + position, variant.body) for position, variant in enumerate(self.variants)]


def _clause(
    kind: Kind, id: str, title: str, numbers: Mapping[str, str | None], of: str = "", reacts: bool = False
) -> Callable[[Body], Clause]:
    def make(body: Body) -> Clause:
        return Clause(id, kind, title, numbers, body, body.__module__, of, reacts)

    return make


def veto(id: str, *, of: str, title: str, numbers: Mapping[str, str | None]) -> Callable[[Body], Clause]:
    """A clause that forbids the action `of` to a permanent: body(moment, slot) -> Boolean term "forbidden".

    Of an action that is done to something else, body(moment, what the rulebook describes that by).
    """
    return _clause(Kind.VETO, id, title, numbers, of)


def update(id: str, *, title: str, numbers: Mapping[str, str | None], reacts: bool = False) -> Callable[[Body], Clause]:
    """A clause that changes state: body(moment) yields `Write`s; a reacting one may read the state after the step."""
    return _clause(Kind.UPDATE, id, title, numbers, reacts=reacts)


def trigger(id: str, *, title: str, numbers: Mapping[str, str | None]) -> Callable[[Body], Clause]:
    """A clause by which abilities trigger: body(moment, row, object) -> Boolean term."""
    return _clause(Kind.TRIGGER, id, title, numbers)


def definition(id: str, *, title: str, numbers: Mapping[str, str | None]) -> Callable[[Body], Clause]:
    """A clause that says what a phrase means: body(moment, *arguments) -> term."""
    return _clause(Kind.DEFINITION, id, title, numbers)


def absence(
    id: str, *, title: str, numbers: Mapping[str, str | None], of: str = "", reacts: bool = False
) -> Callable[[Body], Clause]:
    """A clause that says what does *not* happen: body(moment) yields no `Write`; its wrong variants do.

    With `of` it speaks of an event: body(moment, slot) -> Boolean term "that event happens too", false as written.
    """
    return _clause(Kind.ABSENCE, id, title, numbers, of, reacts)


def ordering(id: str, *, title: str, numbers: Mapping[str, str | None]) -> Callable[[Body], Clause]:
    """A clause that says which comes first: body(moment, *arguments) -> term; off, an adversary picks."""
    return _clause(Kind.ORDERING, id, title, numbers)


@dataclass(frozen=True, slots=True)
class Write:
    """One guarded update: where `guard` holds, `variable` becomes `value`. A higher rank settles a conflict."""

    variable: Any
    guard: Any
    value: Any
    rank: int = 0
