"""Declaring state: kinds of things, the slots of each, and the fields of a slot.

A rulebook declares one frozen dataclass per kind of thing; each attribute is a field made by `flag`, `bits` or `code`.
`Layout` turns the declarations and a slice (how many slots there are) into variables, and hands them back as instances
of the same dataclasses whose attributes are lists of terms, one per slot.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeVar

from verifier.encode.terms import Term, variable, width_for

Slice = Mapping[str, int]
Size = Callable[[Slice], int]
Vector = list[Term]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class FieldSort:
    """The sort of a field: its width in bits (0: Boolean), how many values are meant, and what it is for.

    A *frozen* field never changes during a game (cards, abilities). `copies` says how many of it a slot has.
    """

    size: Size
    boolean: bool
    frozen: bool
    words: type[IntEnum] | None
    copies: Size | None

    def width(self, slices: Slice) -> int:
        """Bits of one variable of this sort."""
        return 0 if self.boolean else width_for(self.size(slices))


def _field(sort: FieldSort) -> Any:
    return dataclasses.field(metadata={"sort": sort})


def flag(*, frozen: bool = False, copies: Size | None = None) -> Any:
    """A Boolean field."""
    return _field(FieldSort(lambda _: 2, True, frozen, None, copies))


def bits(width: int, *, frozen: bool = False, copies: Size | None = None) -> Any:
    """A number of `width` bits."""
    return _field(FieldSort(lambda _: 1 << width, False, frozen, None, copies))


def code(words: type[IntEnum], *, frozen: bool = False, copies: Size | None = None) -> Any:
    """One word of an enumeration."""
    return _field(FieldSort(lambda _: max(words) + 1, False, frozen, words, copies))


def index(size: str | Size, *, frozen: bool = False, copies: Size | None = None) -> Any:
    """A number below a size of the slice."""
    of = (lambda slices: slices[size]) if isinstance(size, str) else size
    return _field(FieldSort(of, False, frozen, None, copies))


@dataclass(frozen=True, slots=True)
class Variable:
    """One state variable: `kind.field.slot`, or `kind.field.slot.copy`."""

    name: str
    term: Term
    width: int
    size: int
    frozen: bool
    kind: str
    field: str
    slot: int
    words: type[IntEnum] | None


class Layout:
    """All variables of the declared kinds of things at one slice."""

    def __init__(self, kinds: Mapping[str, tuple[type[Any], Size]], slices: Slice) -> None:
        self.slices = dict(slices)
        self.kinds = dict(kinds)
        self.variables: dict[str, Variable] = {}
        for kind, (cls, slots) in kinds.items():
            for field in dataclasses.fields(cls):
                sort: FieldSort = field.metadata["sort"]
                for slot in range(slots(slices)):
                    for name in self._names(kind, field.name, sort, slot):
                        width = sort.width(slices)
                        self.variables[name] = Variable(
                            name,
                            variable(name, width),
                            width,
                            sort.size(slices),
                            sort.frozen,
                            kind,
                            field.name,
                            slot,
                            sort.words,
                        )

    def _names(self, kind: str, field: str, sort: FieldSort, slot: int) -> list[str]:
        base = f"{kind}.{field}.{slot}"
        return [base] if sort.copies is None else [f"{base}.{copy}" for copy in range(sort.copies(self.slices))]

    def view(self, cls: type[T], values: Mapping[str, Any] | None = None) -> T:
        """An instance of a declared dataclass: each attribute lists its slots' terms, or those of `values`."""
        kind = next(name for name, (declared, _) in self.kinds.items() if declared is cls)
        slots = self.kinds[kind][1](self.slices)
        attributes: dict[str, Any] = {}
        for field in dataclasses.fields(cls):  # type: ignore[arg-type]
            sort: FieldSort = field.metadata["sort"]
            rows = [
                [
                    self.variables[n].term if values is None else values[n]
                    for n in self._names(kind, field.name, sort, slot)
                ]
                for slot in range(slots)
            ]
            attributes[field.name] = [row[0] for row in rows] if sort.copies is None else rows
        return cls(**attributes)

    def mutable(self) -> list[Variable]:
        """Variables that change during a game."""
        return [v for v in self.variables.values() if not v.frozen]
