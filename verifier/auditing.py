"""A rulebook under audit: which clauses each property needs, which are enough for it, and which mutants of clauses the
properties notice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from verifier import api
from verifier.errors import InternalError, SolverUnknown
from verifier.prove.enough import Enough, enough
from verifier.prove.mutants import Fate, Mutant, fate, mutants
from verifier.prove.needed import needed
from verifier.prove.verdicts import Decision, Prover

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
    found = refuted_without(properties, edition, progress, clauses)
    return {property: sorted(games) for property, games in found.items()}


def refuted_without(
    properties: Sequence[str] = (),
    edition: str = api.DEFAULT_EDITION,
    progress: Callable[[str], None] | None = None,
    clauses: Sequence[str] = (),
) -> dict[str, dict[str, Decision]]:
    """As `needed_by`, with what refutes the property without the clause."""
    chosen = set(api.select_rules(clauses))
    off = {clause.id: clause.off() for clause in api.rules() if clause.id in chosen}
    prover = api.prover(api.switches_for(edition, (), {}), progress)
    return needed(prover, api.select_properties(properties), off, api.slice_for(SMALL))


def enough_for(
    properties: Sequence[str] = (),
    edition: str = api.DEFAULT_EDITION,
    progress: Callable[[str], None] | None = None,
) -> dict[str, Enough]:
    """By property, clauses that suffice at the small slice with all other switches free.

    Raises InternalError for a property that the whole rulebook does not prove there.
    """
    prover = api.prover(api.switches_for(edition, (), {}), progress)
    return {p.id: enough(prover, p, api.slice_for(SMALL)) for p in api.select_properties(properties)}


def tell(
    results: Sequence[api.Result],
    edition: str,
    progress: Callable[[str], None] | None = None,
    *,
    with_needed: bool,
    with_enough: bool,
) -> Mapping[str, Mapping[str, Decision]]:
    """Fill in which rules each proved result needs, and which are enough for it; of those needed, what refutes it.

    Raises InternalError if a rule is needed and not among those that are enough: one of the two would be wrong.
    """
    proved = {result.property: result for result in results if result.verdict == "PROVED"}
    games: dict[str, dict[str, Decision]] = {}
    if with_needed and proved:
        games = refuted_without(list(proved), edition, progress)
        for id, refuted in games.items():
            proved[id].rules = sorted(refuted)
    if with_enough and proved:
        for id, found in enough_for(list(proved), edition, progress).items():
            proved[id].enough, proved[id].enough_unsure = found.clauses, found.unsure
    for id, result in proved.items():
        if result.rules and result.enough is not None and not set(result.rules) <= set(result.enough):
            missing = min(set(result.rules) - set(result.enough))
            raise InternalError(f"{id}: `{missing}` is needed, and a proof was found without it")
    return games
