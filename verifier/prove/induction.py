"""Unbounded proofs: a slot-generic invariant found once for all properties, then one query per property.

A candidate is kept or dropped for all slots at once. What survives initiation and consecution is the invariant; a
property is proved when no step from a position that satisfies it breaks the property.

Which candidates are worth trying is scouted at a small slice in one joint query. At the slice asked for, consecution is
decided slot by slot, each in a fresh solver: a solver that sees one slot's question simplifies all the rest away, while
the joint question had no answer at 16 permanents in ten minutes.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

import z3

from verifier.encode.monitors import Monitored
from verifier.encode.system import Setting
from verifier.encode.terms import Term, disj, implies, is_true, neg, replace_all
from verifier.errors import SolverUnknown
from verifier.prove.templates import Candidate, candidates


@dataclass(slots=True)
class Invariant:
    """What holds in every reachable position, and everything that a step from such a position satisfies.

    `positions` is the same without the step's being legal.
    """

    conjuncts: list[Candidate]
    step: list[Term]
    positions: list[Term]
    queries: int
    seconds: float
    budget: int | None


def scout_invariant(
    monitored: Monitored,
    switches: Mapping[str, Setting],
    budget: int | None = None,
    more: Iterable[Candidate] = (),
) -> list[Candidate]:
    """The strongest invariant among the candidates, found in one joint run; made for small slices.

    `more` are candidates beside the usual ones; `budget` limits the solver's resource units. Raises SolverUnknown if
    the solver gives up.
    """
    fixed = monitored.system.fix(switches)
    pool = _holds_at_start(monitored, fixed, [*_real(monitored), *more], budget)
    solver = _solver(budget)
    solver.add(*fixed, monitored.system.legal)
    before = [z3.Bool(f"before {i}") for i in range(len(pool))]
    violated = [z3.Bool(f"violated {i}") for i in range(len(pool))]
    for candidate, after, holds, fails in zip(pool, _after(monitored, pool), before, violated, strict=True):
        solver.add(implies(holds, candidate.term), fails == neg(after))
    return [pool[i] for i in _survivors(solver, violated, before)]


def find_invariant(
    monitored: Monitored, switches: Mapping[str, Setting], only: Collection[str], budget: int | None = None
) -> Invariant:
    """The strongest invariant among the candidates that read as one of `only`.

    `budget` limits the solver's resource units. Raises SolverUnknown if the solver gives up.
    """
    began = time.monotonic()
    fixed = monitored.system.fix(switches)
    pool = _holds_at_start(monitored, fixed, [c for c in _real(monitored) if c.reads in only], budget)
    step = [*fixed, monitored.system.legal]
    after = {c.reads: a for c, a in zip(pool, _after_parts(monitored, pool), strict=True)}
    queries, settled = 0, False
    while not settled:
        settled = True
        for place in dict.fromkeys(place for c in pool for place, _ in c.parts):
            pool, asked = _drop_at(place, pool, after, step, budget)
            queries += asked
            settled = settled and asked == 1
    holds = [c.term for c in pool]
    return Invariant(pool, [*step, *holds], [*fixed, *holds], queries, time.monotonic() - began, budget)


def _drop_at(
    place: str, pool: list[Candidate], after: dict[str, dict[str, Term]], step: list[Term], budget: int | None
) -> tuple[list[Candidate], int]:
    """Drop what a step can break at one place; also how many queries that took (one if nothing was dropped)."""
    queries = 0
    while True:
        queries += 1
        here = [(c, after[c.reads][place]) for c in pool if place in after[c.reads]]
        solver = _solver(budget)
        solver.add(*step, *[c.term for c in pool], disj(*[neg(term) for _, term in here]))
        if not _satisfiable(solver):
            return pool, queries
        model = solver.model()
        broken = {c.reads for c, term in here if z3.is_false(model.eval(term, model_completion=True))}
        pool = [c for c in pool if c.reads not in broken]


def proves(invariant: Invariant, broken: Term, *, of_steps: bool = True) -> bool:
    """Whether no legal step from the invariant breaks the property. Raises SolverUnknown.

    With `of_steps` off it is asked of positions: that some choice is legal must not rest on one being legal.
    """
    solver = _solver(invariant.budget)
    solver.add(*(invariant.step if of_steps else invariant.positions), broken)
    return not _satisfiable(solver)


def _real(monitored: Monitored) -> list[Candidate]:
    return [c for c in candidates(monitored) if not is_true(c.term)]


def _pairs(monitored: Monitored) -> list[tuple[Term, Term]]:
    after = monitored.next()
    return [(term, after[name]) for name, term in monitored.variables().items()]


def _after(monitored: Monitored, pool: list[Candidate]) -> list[Term]:
    return replace_all([c.term for c in pool], _pairs(monitored))


def _after_parts(monitored: Monitored, pool: list[Candidate]) -> list[dict[str, Term]]:
    flat = replace_all([term for c in pool for _, term in c.parts], _pairs(monitored))
    terms = iter(flat)
    return [{place: next(terms) for place, _ in c.parts} for c in pool]


def _holds_at_start(
    monitored: Monitored, fixed: list[Term], pool: list[Candidate], budget: int | None
) -> list[Candidate]:
    solver = _solver(budget)
    solver.add(*fixed, monitored.start())
    fails = [z3.Bool(f"fails {i}") for i in range(len(pool))]
    for mark, candidate in zip(fails, pool, strict=True):
        solver.add(mark == neg(candidate.term))
    return [pool[i] for i in _survivors(solver, fails, [])]


def _survivors(solver: z3.Solver, fails: list[Term], holds: list[Term]) -> list[int]:
    """Indices that remain when whatever can fail, while all that remain hold, is dropped again and again."""
    alive = set(range(len(fails)))
    round = 0
    while alive:
        round += 1
        goal = z3.Bool(f"goal {round}")
        solver.add(implies(goal, disj(*[fails[i] for i in alive])))
        if not _satisfiable(solver, goal, *[holds[i] for i in alive if holds]):
            break
        model = solver.model()
        alive -= {i for i in alive if z3.is_true(model.eval(fails[i], model_completion=True))}
    return sorted(alive)


def _satisfiable(solver: z3.Solver, *assumptions: Term) -> bool:
    answer = solver.check(*assumptions)
    if answer == z3.unknown:
        raise SolverUnknown(solver.reason_unknown())
    return bool(answer == z3.sat)


def _solver(budget: int | None) -> z3.Solver:
    solver = z3.SolverFor("QF_FD")
    if budget is not None:
        solver.set("rlimit", budget)
    return solver
