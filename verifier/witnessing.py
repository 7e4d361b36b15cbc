"""Witnesses of proofs: games in which what a property supposes happens, and in which the clauses are seen at work.

Like `verifier.api` this is a composition root. A game is searched and replayed as a counterexample is, then read once
more on its timeline: what is supposed happens there, and no claim of the property is broken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import networkx as nx

from verifier import api
from verifier.encode.interpreter import Interpreter, State
from verifier.errors import InternalError
from verifier.language import Property
from verifier.language.premises import never_happens
from verifier.models.observable import observable
from verifier.models.public_facts import ATOMS
from verifier.prove.search import Run
from verifier.prove.verdicts import Decision, Prover, Verdict
from verifier.prove.witness import happens, kept_on, sensitive_to
from verifier.timeline.check import violations

__all__ = ["Shown", "Witness", "witness"]

Refutations = Mapping[str, Mapping[str, Decision]]
Compiled = dict[tuple[tuple[str, int], ...], Interpreter]


@dataclass(frozen=True, slots=True)
class Shown:
    """One game of a witness, in the form of a counterexample, though it breaks nothing.

    `shows`: by number of a claim, the step (from 0) in which something that the claim supposes first happens.
    `sensitive_to`: the clauses without which alone the same choices are not legal, lead to what looks different to the
    players, or leave them other choices.
    """

    run: api.Counterexample
    shows: dict[int, int]
    sensitive_to: list[str]


@dataclass(frozen=True, slots=True)
class Witness:
    """The games that show together all that a property supposes; and, of what it needs, all that was found at work."""

    runs: list[Shown]

    @property
    def sensitive_to(self) -> list[str]:
        """The clauses that some game shows at work."""
        return sorted({clause for shown in self.runs for clause in shown.sensitive_to})


def witness(
    results: Iterable[api.Result],
    *,
    edition: str,
    switches: Mapping[str, int],
    refuted_without: Refutations | None = None,
    progress: Callable[[str], None] | None = None,
) -> None:
    """Give each proved result its witness; one of which a claim's premise is proved impossible becomes VACUOUS.

    `edition` and `switches` are those of the results. `refuted_without` has, by property and needed clause, what
    refutes the property with only that clause off: with the clause on, the same start and choices are a game that shows
    it at work. Raises InternalError if a timeline does not confirm a game.
    """
    prover = api.prover(switches, progress)
    compiled: Compiled = {}
    for result in results:
        if result.verdict == Verdict.PROVED.value:
            (property,) = api.select_properties([result.property])
            maker = _Maker(property, edition, dict(switches), prover, compiled)
            maker.show(result, (refuted_without or {}).get(property.id, {}))


class _Maker:
    """The witness of one property as it grows."""

    def __init__(
        self, property: Property, edition: str, switches: dict[str, int], prover: Prover, compiled: Compiled
    ) -> None:
        self.property = property
        self.premises = never_happens(property)
        self.edition, self.switches, self.prover, self.compiled = edition, switches, prover, compiled
        self.off = {clause.id: clause.off() for clause in api.rules()}
        self.runs: list[Shown] = []

    def show(self, result: api.Result, refuted: Mapping[str, Decision]) -> None:
        """Fill in the result's witness, or why it has none."""
        shown: set[str] = set()
        reasons = []
        for number, never in self.premises:
            if never.id in shown:
                continue
            decision = happens(self.prover, never, result.slice)
            if decision.verdict is Verdict.PROVED:
                result.verdict = Verdict.VACUOUS.value
                result.reason = f"what claim {number} supposes cannot happen"
                return
            if decision.run is None:
                reasons.append(f"no game found in which what claim {number} supposes happens: {decision.reason}")
                continue
            found, premises = self._add(decision.run, decision.slices)
            if premises.get(never.id) != len(found.choices) - 1:
                raise InternalError(f"{never.id}: the timeline does not confirm the witness")
            shown |= set(premises)
        if reasons:
            result.reason = "; ".join(reasons)
            return
        for clause, decision in refuted.items():
            if decision.run is not None and not any(clause in one.sensitive_to for one in self.runs):
                self._add(self._with(decision), decision.slices, only_if=clause)
        result.witness = Witness(self.runs)

    def _with(self, refutation: Decision) -> Run:
        """The game of a refutation, played with every clause as it should be."""
        assert refutation.run is not None
        return kept_on(refutation.run, self._interpreter(refutation.slices), _ended)

    def _interpreter(self, slices: Mapping[str, int]) -> Interpreter:
        key = tuple(sorted(slices.items()))
        if key not in self.compiled:
            self.compiled[key] = Interpreter(self.prover.system(slices), self.switches)
        return self.compiled[key]

    def _add(
        self, run: Run, slices: Mapping[str, int], only_if: str | None = None
    ) -> tuple[api.Counterexample, dict[str, int]]:
        """Keep a game, unless a clause does not show in it; tell the first step of each premise that happens."""
        found = api.Counterexample(
            self.property.id,
            self.edition,
            self.switches,
            dict(slices),
            run.states,
            run.choices,
            run.resolutions,
            run.objects,
        )
        premises = self._happening(api.told(found))
        shows: dict[int, int] = {}
        for number, never in self.premises:
            if never.id in premises:
                shows[number] = min(premises[never.id], shows.get(number, premises[never.id]))
        sensitive = sensitive_to(
            run, self._interpreter(slices), self.switches, self.off, lambda state: observable(state, slices), _ended
        )
        if only_if is None or only_if in sensitive:
            self.runs.append(Shown(found, shows, sensitive))
        return found, premises

    def _happening(self, graph: nx.DiGraph) -> dict[str, int]:
        """By premise, the first step in which it happens. Raises InternalError if a claim of the property is broken."""
        if violations(self.property, graph, ATOMS):
            raise InternalError(f"{self.property.id}: it is proved, but the timeline of its witness breaks it")
        steps: dict[str, Sequence[int]] = {never.id: violations(never, graph, ATOMS) for _, never in self.premises}
        return {id: found[0] for id, found in steps.items() if found}


def _ended(state: State) -> bool:
    return bool(state["game.edge.0"])
