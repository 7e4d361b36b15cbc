"""Unbounded proofs: a slot-generic invariant found once for all properties, then one query per property.

Candidates are made from templates over the fields and ghosts of one thing ("while it is there, f implies g"); a
template is kept or dropped for all slots at once. What survives initiation and consecution is the invariant; a property
is proved when no step from a position that satisfies it breaks the property.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import z3

from verifier.encode.monitors import Monitored
from verifier.encode.system import System
from verifier.encode.terms import Term, conj, disj, implies, is_at, is_true, neg, replace_all
from verifier.encode.things import Variable
from verifier.errors import SolverUnknown


@dataclass(frozen=True, slots=True)
class Candidate:
    """One conjunct of an invariant: how it reads, and its term over all slots."""

    reads: str
    term: Term


@dataclass(slots=True)
class Invariant:
    """What was found to hold in every reachable position, and the solver that knows it."""

    conjuncts: list[Candidate]
    solver: z3.Solver
    queries: int
    seconds: float
    verdicts: dict[str, bool] = field(default_factory=dict)


def candidates(monitored: Monitored) -> Iterator[Candidate]:
    """Well-formedness, ranges, and the templates over the ghosts and flags of each kind of ability carrier."""
    system = monitored.system
    yield Candidate("every enumeration is among its values", system.in_range)
    for reads, term in system.well_formed.items():
        yield Candidate(reads, term)
    flags: dict[str, dict[str, list[Term]]] = {}
    for v in system.layout.mutable():
        if v.width == 0 and v.kind in ("entry", "delayed", "waiting"):
            flags.setdefault(v.kind, {}).setdefault(v.field, []).append(v.term)
    ghosts: dict[str, dict[str, list[Term]]] = {}
    for watched in monitored.ghosts.values():
        if len(watched.owners) == 1:
            ghosts.setdefault(watched.owners[0][0], {}).setdefault(watched.field, []).append(watched.term)
    live: dict[str, list[Term]] = {}
    for carrier in monitored.vocabulary.carriers:
        live.setdefault(carrier.kind, []).append(carrier.live)
    for kind, there in live.items():
        mine, rules = ghosts.get(kind, {}), flags.get(kind, {})
        rules = {name: terms for name, terms in rules.items() if name not in ("live", "controller", "bare", "fired")}
        for ghost in mine:
            yield _never(kind, there, ghost, mine[ghost])
        for ghost, flag in itertools.product(mine, rules):
            yield from _pair(kind, there, ghost, mine[ghost], flag, rules[flag])
            if "/" in ghost:
                for word, marks in _codes(system, kind):
                    guarded = [conj(here, mark) for here, mark in zip(there, marks, strict=True)]
                    yield _implication(f"{kind} that is {word}", guarded, ghost, mine[ghost], flag, rules[flag])
        for one, other in itertools.permutations(mine, 2):
            yield _implication(kind, there, one, mine[one], other, mine[other])


def _codes(system: System, kind: str) -> Iterator[tuple[str, list[Term]]]:
    """For each word of an enumerated field of a kind of thing: one mark per slot "it has that word"."""
    fields: dict[str, list[Variable]] = {}
    for v in system.layout.mutable():
        if v.kind == kind and v.words is not None:
            fields.setdefault(v.field, []).append(v)
    for variables in fields.values():
        for word in variables[0].words or ():
            yield word.name.lower(), [is_at(v.term, word.value) for v in variables]


def _pair(
    kind: str, there: Sequence[Term], ghost: str, g: Sequence[Term], flag: str, f: Sequence[Term]
) -> Iterator[Candidate]:
    yield _implication(kind, there, ghost, g, flag, f)
    yield _implication(kind, there, flag, f, ghost, g)
    yield _implication(kind, there, ghost, g, f"not {flag}", [neg(t) for t in f])


def _never(kind: str, there: Sequence[Term], name: str, a: Sequence[Term]) -> Candidate:
    term = conj(*[neg(conj(here, x)) for here, x in zip(there, a, strict=True)])
    return Candidate(f"for every {kind}: never {name}", term)


def _implication(
    kind: str, there: Sequence[Term], one: str, a: Sequence[Term], other: str, b: Sequence[Term]
) -> Candidate:
    term = conj(*[implies(conj(here, x), y) for here, x, y in zip(there, a, b, strict=True)])
    return Candidate(f"for every {kind}: {one} implies {other}", term)


def find_invariant(
    monitored: Monitored,
    switches: Mapping[str, int],
    only: Collection[str] | None = None,
    budget: int | None = None,
) -> Invariant:
    """The strongest invariant among the candidates (those read in `only`, if given), for one setting of the switches.

    `budget` limits the solver's resource units. Raises SolverUnknown if the solver gives up.
    """
    began = time.monotonic()
    system = monitored.system
    fixed = system.fix(switches)
    pairs = [(term, monitored.next()[name]) for name, term in monitored.variables().items()]
    pool = [c for c in candidates(monitored) if not is_true(c.term) and (only is None or c.reads in only)]
    start = _solver(budget)
    start.add(*fixed, monitored.start())
    pool = _holds_at_start(start, pool)
    after = replace_all([c.term for c in pool], pairs)
    solver = _solver(budget)
    solver.add(*fixed, system.legal)
    before = [z3.Bool(f"before {i}") for i in range(len(pool))]
    violated = [z3.Bool(f"violated {i}") for i in range(len(pool))]
    for i, candidate in enumerate(pool):
        solver.add(implies(before[i], candidate.term))
        solver.add(violated[i] == neg(after[i]))
    alive = set(range(len(pool)))
    queries = 0
    while alive:
        queries += 1
        goal = z3.Bool(f"goal {queries}")
        solver.add(implies(goal, disj(*[violated[i] for i in alive])))
        answer = solver.check(goal, *[before[i] for i in alive])
        if answer == z3.unknown:
            raise SolverUnknown(f"no invariant: {solver.reason_unknown()}")
        if answer == z3.unsat:
            break
        model = solver.model()
        alive -= {i for i in alive if z3.is_true(model.eval(violated[i], model_completion=True))}
    kept = [pool[i] for i in sorted(alive)]
    solver.add(*[c.term for c in kept])
    return Invariant(kept, solver, queries, time.monotonic() - began)


def _holds_at_start(solver: z3.Solver, pool: list[Candidate]) -> list[Candidate]:
    marks = [z3.Bool(f"fails {i}") for i in range(len(pool))]
    for mark, candidate in zip(marks, pool, strict=True):
        solver.add(mark == neg(candidate.term))
    alive = set(range(len(pool)))
    while alive:
        goal = z3.Bool(f"some {len(alive)}")
        solver.add(implies(goal, disj(*[marks[i] for i in alive])))
        answer = solver.check(goal)
        if answer == z3.unknown:
            raise SolverUnknown(f"no start: {solver.reason_unknown()}")
        if answer == z3.unsat:
            break
        model = solver.model()
        alive -= {i for i in alive if z3.is_true(model.eval(marks[i], model_completion=True))}
    return [pool[i] for i in sorted(alive)]


def proves(invariant: Invariant, broken: Term) -> bool:
    """Whether no legal step from the invariant breaks the property. Raises SolverUnknown."""
    answer = invariant.solver.check(broken)
    if answer == z3.unknown:
        raise SolverUnknown(invariant.solver.reason_unknown())
    return bool(answer == z3.unsat)


def _solver(budget: int | None) -> z3.Solver:
    solver = z3.SolverFor("QF_FD")
    if budget is not None:
        solver.set("rlimit", budget)
    return solver
