"""What the rulebook in force says of one step: which clauses are missing, what an instruction speaks of, what stops it.

Only for telling a run: no property and no check of one reads any of this.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from verifier.encode.clauses import Clause, Kind
from verifier.encode.interpreter import compile_terms
from verifier.encode.system import System
from verifier.encode.terms import Term, conj, disj

from .moment import Moment
from .vocabulary import Op

State = Mapping[str, int]
VETOES = {Op.TRANSFORM: ("transform", "turn"), Op.CONVERT: ("convert", "turn"), Op.FACE_DOWN: ("face-down",)}


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is to come of the instruction that a step reaches.

    `subjects` are the slots that it speaks of; `stops` has for each slot the clauses that forbid to turn it,
    `guarded` whether one of them looks at whose ability this is. `possible`: a choice to do it, where it is one, is
    open.
    """

    condition_met: bool
    carried_out: bool
    possible: bool
    target_found: bool
    subjects: tuple[int, ...]
    stops: Mapping[int, tuple[str, ...]]
    guarded: Mapping[int, bool]


class Ruling:
    """A rulebook with its switches set: `system` is the one whose run is told."""

    def __init__(self, system: System, switches: Mapping[str, int], edition: str) -> None:
        self._system = system
        self._switches = switches
        self._edition = edition

    def missing(self, id: str) -> bool:
        """Whether a clause is switched off altogether."""
        return self._switches[id] == 0

    def cite(self, id: str) -> str:
        """A clause by its number in the edition and its id."""
        number = self._clause(id).numbers.get(self._edition)
        return f"rule {number} ({id})" if number else f"clause {id}"

    def says(self, id: str) -> str:
        """What a clause says as it is switched: its title, or the words of its variant."""
        clause, switch = self._clause(id), self._switches[id]
        if switch < 2 or not clause.variants[switch - 2].says:
            return clause.title
        variant = clause.variants[switch - 2]
        return f"here as in {variant.says}" if variant.wrong else variant.says

    def outlook(self, state: State, choice: Mapping[str, int], op: Op) -> Outlook:
        """What is to come of the instruction, whose word is `op`, that the step from `state` reaches."""
        inputs = {f"rule.{id}": value for id, value in self._switches.items()}
        facts = self._facts({**state, **inputs, **{f"choice.{name}": value for name, value in choice.items()}})
        slots = self._system.moment.slots
        stops = {p: tuple(id for id in self._vetoes(op) if facts[f"{op.name} {id} {p}"]) for p in slots}
        return Outlook(
            condition_met=bool(facts["condition met"]),
            carried_out=bool(facts["carried out"]),
            possible=bool(facts["possible"]),
            target_found=bool(facts["target found"]),
            subjects=tuple(p for p in slots if facts[f"subject {p}"]),
            stops=stops,
            guarded={p: any(self._clause(id).of == "turn" for id in ids) for p, ids in stops.items()},
        )

    def _clause(self, id: str) -> Clause:
        return self._system.rulebook.clauses[id]

    def _vetoes(self, op: Op) -> list[str]:
        clauses = self._system.rulebook.clauses.values()
        return [clause.id for clause in clauses if clause.kind is Kind.VETO and clause.of in VETOES.get(op, ())]

    @cached_property
    def _facts(self) -> Callable[[State], dict[str, int]]:
        kernel, m = self._system.kernel, self._system.moment
        assert isinstance(m, Moment)
        terms: dict[str, Term] = {
            "condition met": m.condition_met,
            "carried out": m.carried_out,
            "possible": m.turns_something,
            "target found": m.target_found,
        }
        shared = kernel.defined("convert.shares-guard", m, "stops")
        for p in m.slots:
            terms[f"subject {p}"] = m.subject[p]
            for op in VETOES:
                for id in self._vetoes(op):
                    clause = self._clause(id)
                    bodies = [conj(kernel.active(clause, value), body(m, p)) for value, body in clause.bodies()]
                    guard = op is Op.CONVERT and clause.of == "turn"
                    terms[f"{op.name} {id} {p}"] = conj(shared, disj(*bodies)) if guard else disj(*bodies)
        return compile_terms(terms)
