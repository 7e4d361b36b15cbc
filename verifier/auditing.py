"""A rulebook under audit: which clauses each property needs, and which mutants of clauses the properties notice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from verifier import api
from verifier.errors import SolverUnknown
from verifier.prove.mutants import Fate, Mutant, fate, mutants
from verifier.prove.needed import needed
from verifier.prove.verdicts import Prover

SMALL = {"permanents": 2, "stack": 3, "delayed": 1, "abilities": 3, "cards": 2, "tags": 1, "counters": 1, "library": 2}
"""The slice at which mutants are tried; a counterexample there is one at every larger slice."""


def audit(
    rules: Sequence[str] = (),
    edition: str = api.DEFAULT_EDITION,
    progress: Callable[[str], None] | None = None,
) -> Iterator[Fate]:
    """What becomes of each mutant of the clauses that the globs name (all, if none is given), in order, one by one.

    Raises InputError for a glob that names no clause, or an unknown edition.
    """
    note = progress or (lambda _: None)
    chosen = set(api.select_rules(rules))
    slices = api.slice_for(SMALL)
    original, _ = api.system_for(slices)
    base = api.switches_for(edition, (), {})
    clauses = [clause for clause in api.rules() if clause.id in chosen]
    for mutant in mutants(original, clauses):
        note(f"trying {mutant}")
        try:
            yield fate(mutant, api.properties(), slices, lambda m: prover_of(m, base, note), original)
        except SolverUnknown as unknown:
            yield Fate(mutant, "survived", f"the solver gave up: {unknown}")


def prover_of(mutant: Mutant, base: Mapping[str, int], note: Callable[[str], None]) -> Prover:
    """The prover of a rulebook with one thing wrong."""
    switches = dict(base) if mutant.switch is None else {**base, mutant.clause: mutant.switch}
    return api.prover(switches, note, mutation=mutant.mutation())


def needed_by(
    properties: Sequence[str] = (),
    edition: str = api.DEFAULT_EDITION,
    progress: Callable[[str], None] | None = None,
    clauses: Sequence[str] = (),
) -> dict[str, list[str]]:
    """By property, the clauses without which it is refuted at the small slice, each with a replayed counterexample.

    `clauses` are globs; all are tried if none is given. Raises InputError for one that names none.
    """
    chosen = set(api.select_rules(clauses))
    off = {clause.id: clause.off() for clause in api.rules() if clause.id in chosen}
    prover = api.prover(api.switches_for(edition, (), {}), progress)
    return needed(prover, api.select_properties(properties), off, api.slice_for(SMALL))
