"""Bounded search: the smallest run that breaks a property, from an arbitrary well-formed position.

Runs are unrolled step by step; each step's relation is one substitution into one conjunction. What is found is then
made small, in this order: fewest resolutions, fewest objects, fewest choices other than the default, plainest position.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import z3

from verifier.encode.monitors import Monitored
from verifier.encode.terms import Term, conj, constant, count, disj, equal, neg, number, replace, replace_all, variable
from verifier.errors import SolverUnknown

NO_LIMIT = 4294967295
"""The solver's own value for "no time-out"."""

SIMPLIFY_AFTER = 5000
"""Conflicts in one query before the solver simplifies its clauses: most lengths are settled long before that pays."""

SLACK = 4
"""How many steps longer a run may get to save a resolution."""


@dataclass(frozen=True, slots=True)
class Measures:
    """What a rulebook counts of a run: per step, what a resolution is; of a position, which objects there are."""

    resolves: Term
    objects: Sequence[Term]


@dataclass(frozen=True, slots=True)
class Run:
    """A run by number: `states[i]` to `states[i + 1]` by `choices[i]`; its size."""

    states: list[dict[str, int]]
    choices: list[dict[str, int]]
    resolutions: int
    objects: int


class Search:
    """An unrolled system for one property under one setting of the switches."""

    def __init__(self, monitored: Monitored, measures: Measures, switches: Mapping[str, int], broken: Term) -> None:
        self.monitored = monitored
        self.measures = measures
        self.broken = broken
        system = monitored.system
        self.frozen = {v.name: v.term for v in system.layout.variables.values() if v.frozen}
        self.variables = monitored.variables()
        self._next = monitored.next()
        self.solver = z3.SolverFor("QF_FD")
        self.solver.set("simplify.delay", SIMPLIFY_AFTER)
        self.solver.add(*system.fix(switches))
        self.times: list[dict[str, Term]] = [self._copy(0)]
        self.inputs: list[dict[str, Term]] = []
        self._breaks: list[Term] = []
        self._unbroken = 0
        self._resolutions: list[Term] = []
        self.solver.add(replace(monitored.start(), self._pairs(0)))
        primed = {name: _fresh(name + "'", term) for name, term in self.variables.items()}
        self._primed = primed
        self._relation = conj(system.legal, *[equal(primed[name], self._next[name]) for name in self.variables])

    def _copy(self, when: int) -> dict[str, Term]:
        return {name: _fresh(f"{name}@{when}", term) for name, term in self.variables.items()}

    def _pairs(self, when: int) -> list[tuple[Term, Term]]:
        return [(term, self.times[when][name]) for name, term in self.variables.items()]

    def extend(self) -> None:
        """Unroll one more step."""
        when = len(self.inputs)
        inputs = {name: _fresh(f"{name}@{when}", term) for name, term in self.monitored.system.inputs().items()}
        self.inputs.append(inputs)
        self.times.append(self._copy(when + 1))
        now = self._pairs(when) + [(term, inputs[name]) for name, term in self.monitored.system.inputs().items()]
        then = [(self._primed[name], self.times[when + 1][name]) for name in self.variables]
        step, breaks, resolves = replace_all([self._relation, self.broken, self.measures.resolves], now + then)
        self.solver.add(step)
        self._breaks.append(breaks)
        self._resolutions.append(resolves)

    def check(self, *assumptions: Term) -> z3.ModelRef | None:
        """A model under assumptions, or None. Raises SolverUnknown."""
        answer = self.solver.check(*assumptions)
        if answer == z3.unknown:
            raise SolverUnknown(self.solver.reason_unknown())
        return self.solver.model() if answer == z3.sat else None

    def at(self, length: int) -> Term:
        """The property breaks in the last step of a run of this length, and in no step before."""
        return conj(self._breaks[length - 1], *[neg(b) for b in self._breaks[self._unbroken : length - 1]])

    def settle(self, length: int) -> None:
        """Keep for good that the property breaks in none of the first steps; only after `at` was refuted for each."""
        self.solver.add(*[neg(b) for b in self._breaks[self._unbroken : length]])
        self._unbroken = length

    def resolutions(self, length: int) -> list[Term]:
        """A mark per step in which something begins to resolve."""
        return self._resolutions[:length]

    def run(self, model: z3.ModelRef, length: int) -> Run:
        """The run of a model, by numbers."""

        def read(term: Term) -> int:
            value = model.eval(term, model_completion=True)
            return int(z3.is_true(value)) if z3.is_bool(value) else int(value.as_long())

        frozen = {name: read(term) for name, term in self.frozen.items()}
        states = [frozen | {name: read(term) for name, term in now.items()} for now in self.times[: length + 1]]
        choices = [
            {name.removeprefix("choice."): read(term) for name, term in inputs.items()}
            for inputs in self.inputs[:length]
        ]
        resolutions = sum(read(term) for term in self.resolutions(length))
        objects = sum(read(replace(term, self._pairs(0))) for term in self.measures.objects)
        return Run(states, choices, resolutions, objects)


def _fresh(name: str, like: Term) -> Term:
    return variable(name, 0 if z3.is_bool(like) else like.size())


def find(search: Search, steps: int, deadline: float, note: Callable[[str], None], smallest: bool = True) -> Run | None:
    """A run of at most so many steps that breaks the property, made as small as can be unless said; or None.

    Raises SolverUnknown when the deadline (monotonic seconds) passes first.
    """
    for length in range(1, steps + 1):
        left = deadline - time.monotonic()
        if left <= 0:
            raise SolverUnknown(f"no answer within the budget at {length - 1} steps")
        search.solver.set("timeout", max(1, int(left * 1000)))
        if len(search.inputs) < length:
            search.extend()
        model = search.check(search.at(length))
        if model is not None:
            if not smallest:
                return search.run(model, length)
            note(f"found at {length} steps; making it small")
            found = search.run(model, length)
            search.solver.set("timeout", NO_LIMIT)
            return _smallest(search, found, length)
        search.settle(length)
    return None


def _smallest(search: Search, run: Run, length: int) -> Run:
    run, length = _fewest_resolutions(search, run, length)
    width = 8
    search.solver.add(search.at(length))
    total = count(search.resolutions(length), width)
    search.solver.add(equal(total, number(run.resolutions, width)))
    start = search._pairs(0)
    objects = count([replace(term, start) for term in search.measures.objects], width)
    run = _descend(search, objects, run.objects, run, length)
    changes = [
        disj(*[neg(equal(term, number(0, term.size()))) for term in inputs.values()])
        for inputs in search.inputs[:length]
    ]
    many = sum(any(choice.values()) for choice in run.choices)
    run = _descend(search, count(changes, width), many, run, length)
    return _plainest(search, run, length)


def _fewest_resolutions(search: Search, run: Run, length: int) -> tuple[Run, int]:
    while run.resolutions > 0:
        better = None
        for longer in range(length, length + SLACK + 1):
            while len(search.inputs) < longer:
                search.extend()
            total = count(search.resolutions(longer), 8)
            fewer = z3.ULT(total, number(run.resolutions, 8))
            model = search.check(conj(search.at(longer), fewer))
            if model is not None:
                better = (search.run(model, longer), longer)
                break
        if better is None:
            break
        run, length = better
    return run, length


def _descend(search: Search, measure: Term, value: int, run: Run, length: int) -> Run:
    while value > 0:
        model = search.check(z3.ULT(measure, number(value, measure.size())))
        if model is None:
            break
        run = search.run(model, length)
        value = int(model.eval(measure, model_completion=True).as_long())
    search.solver.add(equal(measure, number(value, measure.size())))
    return run


def _plainest(search: Search, run: Run, length: int) -> Run:
    """Set everything of the position that does not matter to its plain value (zero; life 20)."""
    wishes: dict[str, Term] = {}
    for name, term in {**search.times[0], **search.frozen}.items():
        plain = 20 if name.startswith("player.life") else 0
        mark = z3.Bool(f"plain {name}")
        width = 0 if z3.is_bool(term) else term.size()
        search.solver.add(disj(neg(mark), equal(term, constant(plain, width))))
        wishes[name] = mark
    standing = dict(wishes)
    while standing:
        answer = search.solver.check(*standing.values())
        if answer == z3.sat:
            return _simplest(search, *_regain(search, wishes, standing), length)
        if answer == z3.unknown:
            return run
        core = {str(term) for term in search.solver.unsat_core()}
        blamed = [name for name, mark in standing.items() if str(mark) in core]
        if not blamed:
            return run
        del standing[blamed[-1]]
    return run


def _regain(search: Search, wishes: dict[str, Term], standing: dict[str, Term]) -> tuple[list[Term], list[str]]:
    """Wishes that can be had after all, and the names of what really matters."""
    matters = []
    for name, mark in wishes.items():
        if name not in standing:
            if search.solver.check(*standing.values(), mark) == z3.sat:
                standing[name] = mark
            else:
                matters.append(name)
    return list(standing.values()), matters


def _simplest(search: Search, settled: list[Term], matters: list[str], length: int) -> Run:
    """Of what matters, each in turn the least number that it can be."""
    for name in matters:
        term = search.times[0].get(name, search.frozen.get(name))
        if term is None or z3.is_bool(term):
            continue
        for value in range(1, 1 << term.size()):
            fixed = equal(term, number(value, term.size()))
            if search.solver.check(*settled, fixed) == z3.sat:
                settled.append(fixed)
                break
    if search.solver.check(*settled) != z3.sat:
        raise SolverUnknown("the smallest run was lost")
    return search.run(search.solver.model(), length)
