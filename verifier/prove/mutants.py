"""Mutants of a rulebook: clauses off, wrong variants, writes dropped, guard atoms negated; and what kills them.

A mutant is killed only by a counterexample that replays. One that no property notices is equivalent if a query shows
that it never steps differently from a position that the invariants allow; else it survives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import z3

from verifier.encode.clauses import Clause, Kind
from verifier.encode.system import Mutation, System, field_of
from verifier.encode.terms import FALSE, Term, conj, disj, equal, neg
from verifier.errors import SolverUnknown
from verifier.language import Property
from verifier.prove.verdicts import QUICK, Prover, ladder


@dataclass(frozen=True, slots=True)
class Mutant:
    """One small change to one clause: a switch value, or a field's writes dropped or with one guard atom negated."""

    clause: str
    what: str
    switch: int | None = None
    field: str = ""
    atom: int | None = None

    def __str__(self) -> str:
        return f"{self.clause}: {self.what}"

    def mutation(self) -> Mutation | None:
        """What it makes of guards; None if it only sets a switch."""
        if self.switch is not None:
            return None

        def change(clause: str, field: str, guard: Term) -> Term:
            if (clause, field) != (self.clause, self.field):
                return guard
            return FALSE if self.atom is None else _negated(guard, self.atom)

        return change


def atoms(guard: Term) -> list[Term]:
    """The parts of a conjunction, nested ones too, in order."""
    if z3.is_and(guard):
        return [atom for part in guard.children() for atom in atoms(part)]
    return [guard]


def _negated(guard: Term, index: int) -> Term:
    parts = atoms(guard)
    return conj(*[neg(part) if i == index else part for i, part in enumerate(parts)])


def mutants(system: System, clauses: Iterable[Clause]) -> Iterator[Mutant]:
    """Every mutant of these clauses; `system` shows which fields they write and how many atoms the guards have."""
    for clause in clauses:
        if clause.kind in (Kind.VETO, Kind.UPDATE, Kind.TRIGGER):
            yield Mutant(clause.id, "off", clause.off())
        for variant in clause.variants:
            if variant.wrong:
                yield Mutant(clause.id, f"as {variant.name}", clause.switch_of(variant.name))
        if clause.kind is Kind.VETO:
            guards = {"forbids": [clause.body(system.moment, 0)]}
        elif clause.kind is Kind.UPDATE:
            guards = {}
            for write in clause.body(system.moment):
                guards.setdefault(field_of(write), []).append(write.guard)
            if len(guards) > 1:
                for field in guards:
                    yield Mutant(clause.id, f"{field} not written", field=field)
        else:
            continue
        for field, terms in guards.items():
            for index in range(min(len(atoms(term)) for term in terms)):
                yield Mutant(clause.id, f"{field}: atom {index + 1} negated", field=field, atom=index)


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant: "killed" by a property, "equivalent", or "survived" (with what is known)."""

    mutant: Mutant
    fate: str
    by: str = ""


def fate(
    mutant: Mutant,
    properties: Sequence[Property],
    slices: Mapping[str, int],
    prover_of: Callable[[Mutant], Prover],
    original: System,
) -> Fate:
    """Whether a property's replayed counterexample kills the mutant, or a proof shows it equivalent."""
    prover = prover_of(mutant)
    suspects = prover.without_stored_proof(properties, slices)
    suspects.sort(key=lambda p: mutant.clause not in p.cites)
    for property in suspects:
        if prover.refuted(property, ladder(slices), 2 * QUICK, smallest=False) is not None:
            return Fate(mutant, "killed", property.id)
    if mutant.switch is None and _same_steps(prover.system(slices), original, prover.switches):
        return Fate(mutant, "equivalent")
    unsure = ", ".join(property.id for property in suspects)
    return Fate(mutant, "survived", f"neither proved nor refuted: {unsure}" if unsure else "every property is proved")


def _same_steps(mutated: System, original: System, switches: Mapping[str, int]) -> bool:
    """Whether no legal step from a well-formed position differs. Raises SolverUnknown."""
    solver = z3.SolverFor("QF_FD")
    well_formed = conj(original.in_range, *original.well_formed.values())
    solver.add(*original.fix(switches), well_formed, disj(original.legal, mutated.legal))
    differ = [neg(equal(mutated.next[name], term)) for name, term in original.next.items()]
    solver.add(disj(neg(equal(mutated.legal, original.legal)), *differ))
    answer = solver.check()
    if answer == z3.unknown:
        raise SolverUnknown(solver.reason_unknown())
    return bool(answer == z3.unsat)
