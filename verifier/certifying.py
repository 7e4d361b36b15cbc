"""Making certificates of verdicts. Like `verifier.api`, this is a composition root.

A verdict's invariant speaks of all properties that were asked for together. That of a certificate speaks of its own
property alone, so that it stays the same whatever else is asked. It is found among the stored conjuncts of that
property, or else with those of the kernel's obligations, or else among those of the verdict; the checker says whether
they do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import z3

from verifier import api
from verifier.checker import check
from verifier.encode.monitors import monitor
from verifier.encode.smtlib import Digests, script
from verifier.encode.system import System, assemble
from verifier.encode.terms import Term, bit, is_bool, is_true, neg
from verifier.errors import InternalError, SolverUnknown
from verifier.language import Property
from verifier.models import rulebook
from verifier.models.public import vocabulary
from verifier.properties import all_properties
from verifier.prove.certificates import Certificate, safety_digest, system_digest, write
from verifier.prove.induction import find_invariant
from verifier.prove.templates import candidates

__all__ = ["certify"]


def certify(
    results: Iterable[api.Result],
    folder: str | Path,
    *,
    edition: str,
    switches: Mapping[str, int],
    progress: Callable[[str], None] | None = None,
) -> None:
    """Write a certificate of each result that is proved by induction, or by a position, and name it in the result.

    `edition` and `switches` are those of the results. What was proved otherwise gets none. Raises InputError if the
    folder cannot be written to.
    """
    makers: dict[tuple[tuple[str, int], ...], _Maker] = {}
    for result in results:
        if result.verdict != "PROVED" or not result.method.startswith(("induction", "satisfiability")):
            continue
        if progress is not None:
            progress(f"certifying {result.property}")
        key = tuple(sorted(result.slice.items()))
        if key not in makers:
            makers[key] = _Maker(edition, switches, result.slice)
        (property,) = api.select_properties([result.property])
        certificate = makers[key].make(property, result.invariant)
        if certificate is not None:
            result.certificate = str(write(certificate, Path(folder)))


class _Maker:
    """Makes certificates of one rulebook at one slice."""

    def __init__(self, edition: str, switches: Mapping[str, int], slices: Mapping[str, int]) -> None:
        self.edition, self.switches, self.slices = edition, dict(switches), dict(slices)
        self.system = assemble(rulebook(), slices, switches)
        self.digests = Digests()
        self.digest = system_digest(self.system, self.digests)

    def make(self, property: Property, reads: Iterable[str]) -> Certificate | None:
        """The certificate, or None if these conjuncts do not prove the property by themselves."""
        monitored = monitor(self.system, [] if property.kernel == "start" else [property], vocabulary)
        safety = safety_digest(monitored, property.id, self.digests)
        if property.kernel == "start":
            position = _least(self.system)
            return Certificate(
                property.id, self.edition, self.switches, self.slices, self.digest, safety, position=position
            )
        stored = api.stored_invariants()
        own = set(stored.get(property.id, ()))
        common = {line for kernel in all_properties() if kernel.kernel for line in stored.get(kernel.id, ())}
        for lines, search in ((own, False), (own | common, False), (set(reads), True)):
            try:
                if search:
                    conjuncts = find_invariant(monitored, {}, lines).conjuncts
                else:
                    conjuncts = [c for c in candidates(monitored) if c.reads in lines and not is_true(c.term)]
                certificate = Certificate(
                    property.id,
                    self.edition,
                    self.switches,
                    self.slices,
                    self.digest,
                    safety,
                    tuple(c.reads for c in conjuncts),
                    script([c.term for c in conjuncts]),
                )
                check(certificate)
                return certificate
            except (SolverUnknown, InternalError):
                continue
        return None


def _least(system: System) -> dict[str, int]:
    """The least position where games start: its bits, in the order of the variables, the highest bit first."""
    solver = z3.SolverFor("QF_FD")
    solver.add(system.start)
    position: dict[str, int] = {}
    model: z3.ModelRef | None = None
    for v in system.layout.variables.values():
        bits = [v.term] if is_bool(v.term) else [bit(v.term, i) for i in reversed(range(v.width))]
        value = 0
        for one in bits:
            if model is None or z3.is_true(model.eval(one, model_completion=True)):
                model = _model(solver, neg(one)) or model
            chosen = model is None or z3.is_true(model.eval(one, model_completion=True))
            solver.add(one if chosen else neg(one))
            value = 2 * value + chosen
        position[v.name] = value
    return position


def _model(solver: z3.Solver, assumption: Term) -> z3.ModelRef | None:
    answer = solver.check(assumption)
    if answer == z3.unknown:
        raise SolverUnknown(solver.reason_unknown())
    return solver.model() if answer == z3.sat else None
