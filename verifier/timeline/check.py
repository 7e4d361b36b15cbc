"""The property language read a second time: on a finished timeline, over real identities, without a solver."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from verifier.language.formulas import (
    Ability,
    And,
    Atom,
    Formula,
    Not,
    Or,
    Permanent,
    Previously,
    Property,
    Since,
    Subject,
    variables,
)
from verifier.timeline.records import StepRecord

Variable = Ability | Permanent
Binding = Mapping[Variable, str]
Atoms = Mapping[str, Callable[..., bool]]


def violations(property: Property, graph: Any, atoms: Atoms) -> list[int]:
    """The steps of a timeline at which one of the property's claims does not hold, in order.

    `atoms` has a function per atom name: of a step's record and the ids of the subjects. A kernel obligation speaks of
    the transition system, not of a game, and is never broken here. Raises KeyError for an unknown atom.
    """
    records: Sequence[StepRecord] = graph.graph["steps"]
    reader = _Reader(records, atoms)
    return [
        record.index
        for record in records
        if not record.ends_here
        and any(
            not reader.holds(claim.formula, binding, position)
            for claim in property.claims
            for position in [record.index]
            for binding in reader.bindings(claim.variables, position)
        )
    ]


class _Reader:
    def __init__(self, records: Sequence[StepRecord], atoms: Atoms) -> None:
        self.records = records
        self.atoms = atoms
        self._kept: dict[tuple[Any, ...], bool] = {}

    def bindings(self, free: Sequence[Variable], step: int) -> Iterator[Binding]:
        record = self.records[step]
        choices = [
            list(record.before)
            if isinstance(v, Permanent)
            else [a.id for a in record.abilities.values() if a.on_stack or v.since == "creation"]
            for v in free
        ]
        for ids in itertools.product(*choices):
            yield dict(zip(free, ids, strict=True))

    def holds(self, formula: Formula, binding: Binding, step: int) -> bool:
        """The formula's value at a step at which all that is bound exists."""
        key = self._key(formula, binding, step)
        if key not in self._kept:
            self._kept[key] = self._evaluate(formula, binding, step)
        return self._kept[key]

    @staticmethod
    def _key(formula: Formula, binding: Binding, step: int) -> tuple[Any, ...]:
        return (id(formula), step, frozenset(binding.items()))

    def _evaluate(self, formula: Formula, binding: Binding, step: int) -> bool:
        match formula:
            case Atom():
                return self._atom(formula, binding, step)
            case Not(part):
                return not self.holds(part, binding, step)
            case And(parts):
                return all(self.holds(part, binding, step) for part in parts)
            case Or(parts):
                return any(self.holds(part, binding, step) for part in parts)
            case Since(hold, event, _):
                if self.holds(event, binding, step):
                    return True
                return self.holds(hold, binding, step) and self._before(formula, binding, step)
            case Previously(part):
                return self._before(part, binding, step)
        raise TypeError(formula)

    def _before(self, formula: Formula, binding: Binding, step: int) -> bool:
        """The formula's value at the step before, if all that it speaks of existed then; else what is known of it."""
        free = {v: binding[v] for v in variables(formula)}
        if step == 0:
            known = formula.known if isinstance(formula, Since) else ""
            return any(known in self.records[0].abilities[id].known for v, id in free.items() if isinstance(v, Ability))
        first = step
        while first > 0 and all(self._exists(v, id, first - 1) for v, id in free.items()):
            first -= 1
            if self._key(formula, free, first) in self._kept:
                break
        values = [self.holds(formula, free, earlier) for earlier in range(first, step)]
        return bool(values) and values[-1]

    def _exists(self, v: Variable, id: str, step: int) -> bool:
        record = self.records[step]
        if isinstance(v, Permanent):
            return id in record.before
        return id in record.abilities and (record.abilities[id].on_stack or v.since == "creation")

    def _id(self, subject: Subject, binding: Binding, step: int) -> str | None:
        if isinstance(subject, (Ability, Permanent)):
            return binding[subject]
        ability = self.records[step].abilities[binding[subject.ability]]
        return ability.references[subject.role, subject.reading]

    def _atom(self, formula: Atom, binding: Binding, step: int) -> bool:
        ids = [self._id(subject, binding, step) for subject in formula.subjects]
        if any(id is None for id in ids):
            return False
        if formula.name == "means an object":
            return True
        if formula.name == "is":
            return ids[0] == ids[1]
        return self.atoms[formula.name](self.records[step], *ids)
