"""Which conjuncts a property rests on: the cores of its proof at a small slice, and of theirs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import z3

from verifier.encode.monitors import Monitored
from verifier.encode.system import Setting
from verifier.encode.terms import Term, implies, neg, replace_all
from verifier.prove.induction import scout_invariant


@dataclass(slots=True)
class Needs:
    """What the proofs of each property and conjunct at the small slice rest on."""

    safety: dict[str, list[str]]
    step: dict[str, list[str]]

    def cone(self, id: str) -> list[str]:
        """Every conjunct that a property needs, directly or for another one."""
        seen: dict[str, None] = {}
        todo = list(self.safety[id])
        while todo:
            reads = todo.pop()
            if reads not in seen:
                seen[reads] = None
                todo += self.step[reads]
        return list(seen)


def needs_of(monitored: Monitored, switches: Mapping[str, Setting], budget: int | None = None) -> Needs:
    """Which conjuncts each property, and each conjunct, is proved from at a small slice."""
    fixed = monitored.system.fix(switches)
    pool = scout_invariant(monitored, switches, budget)
    after_of = monitored.next()
    pairs = [(term, after_of[name]) for name, term in monitored.variables().items()]
    after = replace_all([c.term for c in pool], pairs)
    solver = z3.SolverFor("QF_FD")
    solver.add(*fixed)
    holds = {}
    for i, c in enumerate(pool):
        holds[i] = z3.Bool(f"holds {i}")
        solver.add(implies(holds[i], c.term))
    legal = z3.Bool("legal")
    solver.add(implies(legal, monitored.system.legal))
    back = {h.get_id(): i for i, h in holds.items()}

    def core(bad: Term, name: str) -> list[int] | None:
        goal = z3.Bool(name)
        solver.add(implies(goal, bad))
        kept = list(holds)
        if solver.check(goal, legal, *holds.values()) != z3.unsat:
            return None
        kept = [back[c.get_id()] for c in solver.unsat_core() if c.get_id() in back]
        for i in list(kept):
            fewer = [j for j in kept if j != i]
            if i in kept and solver.check(goal, legal, *[holds[j] for j in fewer]) == z3.unsat:
                kept = [back[c.get_id()] for c in solver.unsat_core() if c.get_id() in back]
        return kept

    safety: dict[str, list[str]] = {}
    step: dict[str, list[str]] = {}
    for id, broken in monitored.broken.items():
        found = core(broken, f"breaks {id}")
        if found is None:
            continue
        safety[id] = [pool[i].reads for i in found]
        todo = list(found)
        while todo:
            i = todo.pop()
            if pool[i].reads in step:
                continue
            below = core(neg(after[i]), f"loses {i}")
            assert below is not None
            step[pool[i].reads] = [pool[j].reads for j in below]
            todo += below
    return Needs(safety, step)
