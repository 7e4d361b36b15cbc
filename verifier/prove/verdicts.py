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
from verifier.encode.system import Setting, System
from verifier.errors import InternalError, SolverUnknown
from verifier.language import Property
from verifier.prove.induction import Invariant, find_invariant, proves, scout_invariant
from verifier.prove.projection import any_number
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
    any_number: bool = False


LEARN, GROWING = 4, ("permanents", "stack", "cards")
"""From which size the projection to any number learns, and what grows."""

QUICK = 20.0
"""Seconds that are spent on looking for a small counterexample before an invariant is looked for."""


@dataclass(slots=True)
class Prover:
    """Decides properties of one rulebook under one setting of the switches.

    `loose` is the setting with all that editions differ in left free; `hints` names conjuncts of stored invariants by
    property.
    """

    build: Callable[[Mapping[str, int]], System]
    vocabulary: Callable[[object, dict[str, object]], Vocabulary]
    measures: Callable[[System], Measures]
    switches: Mapping[str, int]
    note: Callable[[str], None]
    steps: int = 12
    seconds: float = 60.0
    budget: int | None = None
    loose: Mapping[str, Setting] = field(default_factory=dict)
    hints: Mapping[str, Sequence[str]] = field(default_factory=dict)
    _began: float = 0.0
    _systems: dict[tuple[tuple[str, int], ...], System] = field(default_factory=dict)

    def system(self, slices: Mapping[str, int]) -> System:
        """The system at a slice, built once."""
        key = tuple(sorted(slices.items()))
        if key not in self._systems:
            self._systems[key] = self.build(slices)
        return self._systems[key]

    def decide(self, properties: Sequence[Property], slices: Mapping[str, int]) -> list[Decision]:
        """A decision per property, in the given order.

        Stored invariants are tried first, with what the editions differ in left free, then for this edition alone. What
        they do not prove is searched for a small counterexample; only if there is none is an invariant looked for anew.
        """
        self._began = time.monotonic()
        self.note("assembling the rulebook")
        system = self.system(slices)
        decided = {p.id: self._start(p, system, slices) for p in properties if p.kernel == "start"}
        temporal = [p for p in properties if p.kernel != "start"]
        monitored = monitor(system, temporal, self.vocabulary)
        for switches, method in ((self.loose, "induction, every edition"), (self.switches, "induction")):
            left = [p for p in temporal if p.id not in decided]
            hints = {reads for p in left for reads in self.hints.get(p.id, ())}
            if left and hints and switches:
                self.note("checking stored invariants")
                try:
                    invariant = find_invariant(monitored, switches, hints, self.budget)
                    decided |= self._proved(left, monitored, invariant, slices, method)
                except SolverUnknown:
                    continue
        for property in temporal:
            if property.id not in decided:
                found = self.refuted(property, ladder(slices)[:2], min(QUICK, self.seconds))
                if found is not None:
                    decided[property.id] = found
        left = [p for p in temporal if p.id not in decided]
        reason = ""
        if left:
            try:
                invariant = self._look_for(monitored, left, slices)
                decided |= self._proved(left, monitored, invariant, slices, "induction")
            except SolverUnknown as unknown:
                reason = str(unknown)
        for property in left:
            if property.id not in decided:
                decided[property.id] = self._bounded(property, slices, reason)
        return [decided[p.id] for p in properties]

    def any_number(self, properties: Sequence[Property], slices: Mapping[str, int]) -> dict[str, Decision]:
        """Decisions on those that are proved for any number of permanents, stack entries and cards; of the rest, none.

        The projection learns at one size and is held against the next; all else is as in `slices`.
        """
        self._began = time.monotonic()
        temporal = [p for p in properties if not p.kernel]
        sizes = [{**slices, **dict.fromkeys(GROWING, LEARN + more)} for more in (0, 1)]
        self.note("projecting to any number of things")
        small = scout(slices)
        found = any_number(self.build, self.vocabulary, temporal, self.switches, small, sizes, self.budget)
        took = self._seconds(max(1, len(temporal)))
        return {
            p.id: Decision(
                p, Verdict.PROVED, "projection", slices, took, invariant=found[p.id].invariant, any_number=True
            )
            for p in temporal
            if found[p.id].proved
        }

    def without_stored_proof(self, properties: Sequence[Property], slices: Mapping[str, int]) -> list[Property]:
        """Those that the stored invariants do not prove under this setting. Raises SolverUnknown."""
        temporal = [p for p in properties if p.kernel != "start"]
        monitored = monitor(self.system(slices), temporal, self.vocabulary)
        hints = {reads for p in temporal for reads in self.hints.get(p.id, ())}
        invariant = find_invariant(monitored, self.switches, hints, self.budget)
        return [p for p in temporal if not proves(invariant, monitored.broken[p.id], of_steps=p.kernel != "menu")]

    def _look_for(self, monitored: Monitored, properties: Sequence[Property], slices: Mapping[str, int]) -> Invariant:
        self.note("looking for an invariant")
        small = monitor(self.system(scout(slices)), properties, self.vocabulary)
        survivors = {c.reads for c in scout_invariant(small, self.switches, self.budget)}
        self.note("proving it at the full slice")
        return find_invariant(monitored, self.switches, survivors, self.budget)

    def _proved(
        self,
        properties: Sequence[Property],
        monitored: Monitored,
        invariant: Invariant,
        slices: Mapping[str, int],
        method: str,
    ) -> dict[str, Decision]:
        """Decisions on those that the invariant proves."""
        found = {}
        shared = self._seconds(len(properties))
        for property in properties:
            self.note(f"deciding {property.id}")
            if proves(invariant, monitored.broken[property.id], of_steps=property.kernel != "menu"):
                reads = tuple(c.reads for c in invariant.conjuncts)
                seconds = shared + self._seconds()
                found[property.id] = Decision(property, Verdict.PROVED, method, slices, seconds, invariant=reads)
        return found

    def _seconds(self, shared_by: int = 1) -> float:
        """Seconds since this was last asked, in equal shares."""
        now = time.monotonic()
        passed, self._began = now - self._began, now
        return passed / shared_by

    def _start(self, property: Property, system: System, slices: Mapping[str, int]) -> Decision:
        solver = z3.SolverFor("QF_FD")
        solver.add(*system.fix(self.switches), system.start)
        answer = solver.check()
        if answer == z3.sat:
            verdict, reason = Verdict.PROVED, ""
        elif answer == z3.unsat:
            verdict, reason = Verdict.VACUOUS, "no well-formed position exists at this slice"
        else:
            verdict, reason = Verdict.UNKNOWN, solver.reason_unknown()
        return Decision(property, verdict, "satisfiability", slices, self._seconds(), reason=reason)

    def refuted(
        self, property: Property, rungs: Sequence[dict[str, int]], seconds: float, smallest: bool = True
    ) -> Decision | None:
        """The decision that a replayed counterexample brings, if one is found in time; the smallest one unless said."""
        deadline = time.monotonic() + seconds
        try:
            for smaller in rungs:
                self.note(f"searching {property.id} among {smaller['permanents']} permanents")
                system = self.system(smaller)
                monitored = monitor(system, [property], self.vocabulary)
                search = Search(monitored, self.measures(system), self.switches, monitored.broken[property.id])
                run = find(search, self.steps, deadline, self.note, smallest)
                if run is not None:
                    self._replay(property, monitored, run)
                    took = self._seconds()
                    return Decision(property, Verdict.REFUTED, "bounded search", smaller, took, run=run)
        except SolverUnknown:
            return None
        return None

    def _bounded(self, property: Property, slices: Mapping[str, int], reason: str) -> Decision:
        found = self.refuted(property, ladder(slices), self.seconds)
        if found is not None:
            return found
        why = f"{reason or 'not inductive under the templates'}; no counterexample in {self.steps} steps or in time"
        return Decision(property, Verdict.UNKNOWN, "bounded search", slices, self._seconds(), reason=why)

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
    small = {
        "permanents": 2,
        "stack": 3,
        "delayed": 1,
        "abilities": 2,
        "cards": 2,
        "tags": 1,
        "counters": 1,
        "library": 2,
    }
    return {name: min(size, small.get(name, size)) for name, size in slices.items()}


def ladder(slices: Mapping[str, int]) -> list[dict[str, int]]:
    """Slices from tiny to the given one, in which a counterexample is looked for."""
    tiny = {
        "permanents": 1,
        "stack": 2,
        "delayed": 1,
        "abilities": 2,
        "cards": 1,
        "tags": 1,
        "counters": 1,
        "library": 1,
    }
    small = {
        "permanents": 2,
        "stack": 3,
        "delayed": 2,
        "abilities": 3,
        "cards": 2,
        "tags": 1,
        "counters": 1,
        "library": 2,
    }
    rungs = [{name: min(size, rung.get(name, size)) for name, size in slices.items()} for rung in (tiny, small, slices)]
    return [rung for i, rung in enumerate(rungs) if rung not in rungs[:i]]
