"""The closed vocabulary of verdicts, and how a property gets one: induction first, then bounded search."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

import z3

from verifier.encode.interpreter import Interpreter
from verifier.encode.monitors import Monitored, monitor
from verifier.encode.public import Vocabulary
from verifier.encode.system import System
from verifier.errors import InternalError, SolverUnknown
from verifier.language import Property
from verifier.prove.induction import Invariant, find_invariant, proves, scout_invariant
from verifier.prove.search import Measures, Run, Search, find


class Verdict(Enum):
    """What is known of a property. Only PROVED is success without a bound; UNKNOWN and VACUOUS never are."""

    PROVED = "PROVED"
    HOLDS_TO = "HOLDS_TO"
    UNKNOWN = "UNKNOWN"
    VACUOUS = "VACUOUS"
    REFUTED = "REFUTED"


@dataclass(frozen=True, slots=True)
class Decision:
    """A verdict with what it rests on: the method, the slice, the bound in resolutions, the run that refutes."""

    property: Property
    verdict: Verdict
    method: str
    slices: Mapping[str, int]
    seconds: float
    bound: int | None = None
    run: Run | None = None
    reason: str = ""
    invariant: tuple[str, ...] = ()


@dataclass(slots=True)
class Prover:
    """Decides properties of one rulebook under one setting of the switches."""

    build: Callable[[Mapping[str, int]], System]
    vocabulary: Callable[[object, dict[str, object]], Vocabulary]
    measures: Callable[[System], Measures]
    switches: Mapping[str, int]
    note: Callable[[str], None]
    steps: int = 12
    seconds: float = 60.0
    budget: int | None = None
    _systems: dict[tuple[tuple[str, int], ...], System] = field(default_factory=dict)

    def system(self, slices: Mapping[str, int]) -> System:
        """The system at a slice, built once."""
        key = tuple(sorted(slices.items()))
        if key not in self._systems:
            self._systems[key] = self.build(slices)
        return self._systems[key]

    def decide(self, properties: Sequence[Property], slices: Mapping[str, int]) -> list[Decision]:
        """A decision per property, in the given order."""
        began = time.monotonic()
        self.note("assembling the rulebook")
        temporal = [p for p in properties if p.kernel != "start"]
        monitored = monitor(self.system(slices), temporal, self.vocabulary)
        self.note("looking for an invariant")
        invariant: Invariant | None = None
        reason = ""
        try:
            small = monitor(self.system(scout(slices)), temporal, self.vocabulary)
            survivors = {c.reads for c in scout_invariant(small, self.switches, self.budget)}
            self.note("proving it at the full slice")
            invariant = find_invariant(monitored, self.switches, survivors, self.budget)
        except SolverUnknown as unknown:
            reason = str(unknown)
        shared = (time.monotonic() - began) / max(1, len(properties))
        return [self._one(p, monitored, invariant, reason, slices, shared) for p in properties]

    def _one(
        self,
        property: Property,
        monitored: Monitored,
        invariant: Invariant | None,
        reason: str,
        slices: Mapping[str, int],
        shared: float,
    ) -> Decision:
        began = time.monotonic()
        self.note(f"deciding {property.id}")

        def seconds() -> float:
            return shared + time.monotonic() - began

        if property.kernel == "start":
            return self._start(property, monitored.system, slices, seconds)
        if invariant is not None:
            try:
                if proves(invariant, monitored.broken[property.id]):
                    reads = tuple(c.reads for c in invariant.conjuncts)
                    return Decision(property, Verdict.PROVED, "induction", slices, seconds(), invariant=reads)
            except SolverUnknown as unknown:
                reason = str(unknown)
        return self._bounded(property, slices, reason, seconds)

    def _start(
        self, property: Property, system: System, slices: Mapping[str, int], seconds: Callable[[], float]
    ) -> Decision:
        solver = z3.SolverFor("QF_FD")
        solver.add(*system.fix(self.switches), system.start)
        answer = solver.check()
        if answer == z3.unknown:
            return Decision(
                property, Verdict.UNKNOWN, "satisfiability", slices, seconds(), reason=solver.reason_unknown()
            )
        verdict = Verdict.PROVED if answer == z3.sat else Verdict.VACUOUS
        reason = "" if answer == z3.sat else "no well-formed position exists at this slice"
        return Decision(property, verdict, "satisfiability", slices, seconds(), reason=reason)

    def _bounded(
        self, property: Property, slices: Mapping[str, int], reason: str, seconds: Callable[[], float]
    ) -> Decision:
        deadline = time.monotonic() + self.seconds
        try:
            for smaller in ladder(slices):
                self.note(f"searching {property.id} among {smaller['permanents']} permanents")
                system = self.system(smaller)
                monitored = monitor(system, [property], self.vocabulary)
                search = Search(monitored, self.measures(system), self.switches, monitored.broken[property.id])
                run = find(search, self.steps, deadline, self.note)
                if run is not None:
                    self._replay(property, monitored, run)
                    return Decision(property, Verdict.REFUTED, "bounded search", smaller, seconds(), run=run)
        except SolverUnknown as unknown:
            return Decision(property, Verdict.UNKNOWN, "bounded search", slices, seconds(), reason=str(unknown))
        why = f"{reason or 'not inductive under the templates'}; no counterexample in {self.steps} steps"
        return Decision(property, Verdict.UNKNOWN, "bounded search", slices, seconds(), reason=why)

    def _replay(self, property: Property, monitored: Monitored, run: Run) -> None:
        """Replay in plain Python. Raises InternalError if interpreter and solver part ways."""
        interpreter = Interpreter(monitored.system, self.switches, monitored)
        state = run.states[0]
        for number, choice in enumerate(run.choices):
            if not interpreter.legal(state, choice):
                raise InternalError(f"{property.id}: step {number} of the counterexample is not legal on replay")
            state, broken = interpreter.step(state, choice)
            if any(state[name] != run.states[number + 1][name] for name in monitored.variables()):
                raise InternalError(f"{property.id}: step {number} of the counterexample replays differently")
            if (property.id in broken) != (number == len(run.choices) - 1):
                raise InternalError(f"{property.id}: the counterexample does not break it where it should")


def scout(slices: Mapping[str, int]) -> dict[str, int]:
    """A small slice whose invariant says which templates are worth trying at a large one."""
    small = {"permanents": 2, "stack": 3, "delayed": 1, "abilities": 2, "cards": 2, "tags": 1, "counters": 1}
    return {name: min(size, small.get(name, size)) for name, size in slices.items()}


def ladder(slices: Mapping[str, int]) -> list[dict[str, int]]:
    """Slices from tiny to the given one, in which a counterexample is looked for."""
    tiny = {"permanents": 1, "stack": 2, "delayed": 1, "abilities": 2, "cards": 1, "tags": 1, "counters": 1}
    small = {"permanents": 2, "stack": 3, "delayed": 2, "abilities": 3, "cards": 2, "tags": 1, "counters": 1}
    rungs = [{name: min(size, rung.get(name, size)) for name, size in slices.items()} for rung in (tiny, small, slices)]
    return [rung for i, rung in enumerate(rungs) if rung not in rungs[:i]]
