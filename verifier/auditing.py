"""A rulebook under audit: which clauses each property needs, and which mutants of clauses the properties notice."""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Iterable, Sequence

from verifier import api
from verifier.encode.system import assemble
from verifier.errors import SolverUnknown
from verifier.models import rulebook
from verifier.models.measures import measures
from verifier.models.public import vocabulary
from verifier.prove.mutants import Fate, Mutant, fate, mutants
from verifier.prove.needed import needed
from verifier.prove.verdicts import Prover

SMALL = {"permanents": 2, "stack": 3, "delayed": 1, "abilities": 3, "cards": 2, "tags": 1, "counters": 1}
"""The slice at which mutants are tried; a counterexample there is one at every larger slice."""


def audit(
    rules: Sequence[str] = (),
    edition: str = api.DEFAULT_EDITION,
    progress: Callable[[str], None] | None = None,
) -> list[Fate]:
    """What becomes of each mutant of the clauses that the globs name (all, if none is given), in order.

    Raises InputError for a glob that names no clause, or an unknown edition.
    """
    note = progress or (lambda _: None)
    chosen = set(api.select_rules(rules))
    slices = api.slice_for(SMALL)
    original, _ = api.system_for(slices)
    base = api.switches_for(edition, (), {})
    clauses = [clause for clause in api.rules() if clause.id in chosen]
    found = []
    for mutant in mutants(original, clauses):
        note(f"trying {mutant}")
        try:
            found.append(fate(mutant, api.properties(), slices, lambda m: _prover(m, base, note), original))
        except SolverUnknown as unknown:
            found.append(Fate(mutant, "survived", f"the solver gave up: {unknown}"))
    return found


def _prover(mutant: Mutant, base: dict[str, int], note: Callable[[str], None]) -> Prover:
    switches = base if mutant.switch is None else {**base, mutant.clause: mutant.switch}
    mutation = mutant.mutation()
    return Prover(
        build=lambda s: assemble(rulebook(), dict(s), mutation=mutation),
        vocabulary=vocabulary,  # type: ignore[arg-type]
        measures=measures,
        switches=switches,
        note=note,
        hints=api.stored_invariants(),
    )


def needed_by(
    properties: Sequence[str] = (),
    edition: str = api.DEFAULT_EDITION,
    progress: Callable[[str], None] | None = None,
    clauses: Iterable[str] = ("*",),
) -> dict[str, list[str]]:
    """By property, the clauses without which it is refuted at the small slice, each with a replayed counterexample."""
    off = {}
    for clause in api.rules():
        if any(fnmatch.fnmatchcase(clause.id, glob) for glob in clauses):
            off[clause.id] = clause.off()
    prover = Prover(
        build=lambda s: api.system_for(s)[0],
        vocabulary=vocabulary,  # type: ignore[arg-type]
        measures=measures,
        switches=api.switches_for(edition, (), {}),
        note=progress or (lambda _: None),
        hints=api.stored_invariants(),
    )
    return needed(prover, api.select_properties(properties), off, api.slice_for(SMALL))
