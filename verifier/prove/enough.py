"""Which clauses are enough for a property: a set that proves it while every other switch is free.

Starts from all clauses and takes them away one by one, in the order of their ids. Since whatever is proved with fewer
clauses is proved with more, the result depends on what can be proved alone, and not on what a solver finds first.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

import z3

from verifier.encode.monitors import Monitored, monitor
from verifier.encode.terms import Term, conj, implies, neg, replace_all
from verifier.errors import InternalError, SolverUnknown
from verifier.language import Property
from verifier.prove.induction import scout_invariant
from verifier.prove.needed import STEPS
from verifier.prove.search import Search, find
from verifier.prove.templates import Candidate, candidates, of_references
from verifier.prove.verdicts import QUICK, Prover, ladder

BRIEF = 1.0
"""Seconds that are first spent on looking for a game that breaks the property before an invariant is looked for."""


@dataclass(frozen=True, slots=True)
class Enough:
    """A set of clauses that suffices. Of those that are `unsure` it is not known whether it does without them.

    Without each of the others, and with all that is not in the set free, a game breaks the property.
    """

    clauses: list[str]
    unsure: list[str]


def enough(prover: Prover, property: Property, slices: Mapping[str, int]) -> Enough:
    """The clauses that suffice at a (small) slice, over initiation, consecution and safety together.

    That games start somewhere is no claim about clauses: of that property it is the clauses that its positions mention.
    Raises InternalError if the whole rulebook does not prove the property there.
    """
    if property.kernel == "start":
        return Enough(_mentioned(prover, slices), [])
    trial = _Trial(prover, property, slices)
    kept, unsure = set(prover.switches), []
    if not trial.suffices(kept):
        raise InternalError(f"{property.id}: the whole rulebook does not prove it at this slice")
    for clause in sorted(prover.switches):
        fewer = kept - {clause}
        answer = trial.suffices(fewer)
        if answer:
            kept = fewer
        elif answer is None:
            unsure.append(clause)
    return Enough(sorted(kept), unsure)


def _mentioned(prover: Prover, slices: Mapping[str, int]) -> list[str]:
    system = prover.system(slices)
    free = [(switch, z3.FreshConst(switch.sort())) for switch in system.switches().values()]
    return [
        name.removeprefix("rule.")
        for (name, _), pair in zip(system.switches().items(), free, strict=True)
        if not replace_all([system.start], [pair])[0].eq(system.start)
    ]


class _Trial:
    """Tells of sets of clauses whether they suffice for one property."""

    def __init__(self, prover: Prover, property: Property, slices: Mapping[str, int]) -> None:
        self.prover = prover
        self.property = property
        self.slices = slices
        self.monitored = monitor(prover.system(slices), [property], prover.vocabulary)
        stored = set(prover.hints.get(property.id, ()))
        conjuncts = [c for c in candidates(self.monitored) if c.reads in stored]
        self._stored = _Proof(self.monitored, property, prover.switches, conjuncts)
        self._known: list[frozenset[str]] = []
        self._rungs = [dict(rung) for rung in ladder(slices)]
        self._small: dict[int, Monitored] = {}

    def suffices(self, kept: Collection[str]) -> bool | None:
        """Whether the property is proved with these clauses as written and all else free; None if that is not known."""
        self.prover.note(f"{self.property.id}: trying {len(kept)} rules")
        if any(known <= set(kept) for known in self._known):
            return True
        try:
            core = self._stored.core(kept)
        except SolverUnknown:
            core = None
        if core is not None:
            self._known.append(core)
            return True
        if self._falls(kept, BRIEF):
            return False
        if self._found(kept):
            return True
        return False if self._falls(kept, QUICK) else None

    def _setting(self, kept: Iterable[str]) -> dict[str, int]:
        return {id: self.prover.switches[id] for id in kept}

    def _falls(self, kept: Collection[str], seconds: float) -> bool:
        """Whether a game that breaks the property is found in time."""
        deadline = time.monotonic() + seconds
        for number, rung in enumerate(self._rungs):
            system = self.prover.system(rung)
            if number not in self._small:
                self._small[number] = monitor(system, [self.property], self.prover.vocabulary)
            small = self._small[number]
            broken = small.broken[self.property.id]
            search = Search(small, self.prover.measures(system), self._setting(kept), broken)
            try:
                if find(search, STEPS, deadline, self.prover.note, smallest=False) is not None:
                    return True
            except SolverUnknown:
                return False
        return False

    def _found(self, kept: Collection[str]) -> bool:
        """Whether some invariant proves it."""
        more = list(of_references(self.monitored))
        try:
            invariant = scout_invariant(self.monitored, self._setting(kept), self.prover.budget, more)
            core = _Proof(self.monitored, self.property, self.prover.switches, invariant).core(kept)
        except SolverUnknown:
            return False
        if core is not None:
            self._known.append(core)
        return core is not None


class _Proof:
    """The questions of one invariant's proof, which switches are set being assumed rather than built in."""

    def __init__(
        self,
        monitored: Monitored,
        property: Property,
        switches: Mapping[str, int],
        invariant: Iterable[Candidate],
    ) -> None:
        system = monitored.system
        self._marks = {id: z3.Bool(f"as written {id}") for id in switches}
        self._names = {mark.get_id(): id for id, mark in self._marks.items()}
        holds = [c.term for c in invariant]
        after_of = monitored.next()
        after = replace_all(holds, [(term, after_of[name]) for name, term in monitored.variables().items()])
        # That the menu is not empty must not rest on there being a legal choice.
        step = holds if property.kernel == "menu" else [*holds, system.legal]
        set_as_written = [implies(mark, conj(*system.fix({id: switches[id]}))) for id, mark in self._marks.items()]
        self._solvers = []
        for premises, bad in (
            ([monitored.start()], neg(conj(*holds))),
            ([*holds, system.legal], neg(conj(*after))),
            (step, monitored.broken[property.id]),
        ):
            self._solvers.append(_solver([*set_as_written, *premises, bad]))

    def core(self, kept: Collection[str]) -> frozenset[str] | None:
        """Clauses among these that the proof rests on; None if it fails. Raises SolverUnknown."""
        found: set[str] = set()
        for solver in self._solvers:
            answer = solver.check(*[self._marks[id] for id in sorted(kept)])
            if answer == z3.unknown:
                raise SolverUnknown(solver.reason_unknown())
            if answer == z3.sat:
                return None
            found |= {self._names[mark.get_id()] for mark in solver.unsat_core()}
        return frozenset(found)


def _solver(assertions: Iterable[Term]) -> z3.Solver:
    solver = z3.SolverFor("QF_FD")
    solver.add(*assertions)
    return solver
