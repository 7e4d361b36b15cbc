"""Cutting an invariant to what one property needs: conjuncts that safety uses, and those that keep these, and so on.

What is kept is closed: each kept conjunct is preserved by a legal step from the kept ones alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import z3

from verifier.encode.monitors import Monitored
from verifier.encode.system import Setting
from verifier.encode.terms import Term, implies, neg, replace_all
from verifier.errors import SolverUnknown
from verifier.prove.templates import Candidate


class Localiser:
    """Asks one solver, at one slice, which conjuncts of an invariant a step's conclusion needs."""

    def __init__(self, monitored: Monitored, switches: Mapping[str, Setting], invariant: Sequence[Candidate]) -> None:
        self.invariant = list(invariant)
        self.solver = z3.SolverFor("QF_FD")
        self.solver.add(*monitored.system.fix(switches), monitored.system.legal)
        self._marks = [z3.Bool(f"kept {i}") for i in range(len(self.invariant))]
        after = monitored.next()
        pairs = [(term, after[name]) for name, term in monitored.variables().items()]
        self._after = replace_all([c.term for c in self.invariant], pairs)
        for mark, candidate in zip(self._marks, self.invariant, strict=True):
            self.solver.add(implies(mark, candidate.term))
        self._why: dict[int, list[int]] = {}
        self._goals = 0

    def needs(self, broken: Term) -> list[str]:
        """How the conjuncts read that keep a property from being broken, closed under what preserves them.

        Raises SolverUnknown if the solver gives up, or if the invariant does not prove the property.
        """
        kept: dict[int, None] = {}
        todo = self._core(broken)
        while todo:
            index = todo.pop()
            if index in kept:
                continue
            kept[index] = None
            if index not in self._why:
                self._why[index] = self._core(neg(self._after[index]), prefer=index)
            todo += self._why[index]
        return sorted(self.invariant[i].reads for i in kept)

    def _core(self, bad: Term, prefer: int | None = None) -> list[int]:
        """A small set of conjuncts under which a step cannot be bad; `prefer` is tried alone first."""
        self._goals += 1
        goal = z3.Bool(f"goal {self._goals}")
        self.solver.add(implies(goal, bad))
        if prefer is not None and self.solver.check(goal, self._marks[prefer]) == z3.unsat:
            return [prefer]
        answer = self.solver.check(goal, *self._marks)
        if answer != z3.unsat:
            raise SolverUnknown(
                self.solver.reason_unknown() if answer == z3.unknown else "the invariant does not prove it"
            )
        core = {str(mark) for mark in self.solver.unsat_core()}
        kept = [i for i, mark in enumerate(self._marks) if str(mark) in core]
        for index in list(kept):
            without = [i for i in kept if i != index]
            if self.solver.check(goal, *[self._marks[i] for i in without]) == z3.unsat:
                core = {str(mark) for mark in self.solver.unsat_core()}
                kept = [i for i in without if str(self._marks[i]) in core]
        return kept
