"""The documented Python interface: the same verbs as the command line.

This is a composition root: the one place, beside the command line, where the kernel meets the rulebook.
"""

from __future__ import annotations

import difflib
import fnmatch
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

import networkx as nx

from verifier.encode.clauses import Clause
from verifier.encode.interpreter import Interpreter
from verifier.encode.monitors import Monitored, monitor
from verifier.encode.system import Mutation, Setting, System, assemble
from verifier.errors import InputError, InternalError
from verifier.extension import Extension, in_force
from verifier.language import Property
from verifier.models import rulebook
from verifier.models.cards.loader import Card, shipped_cards
from verifier.models.chronicle import chronicle
from verifier.models.measures import measures
from verifier.models.public import vocabulary
from verifier.models.public_facts import ATOMS
from verifier.models.ruling import Ruling
from verifier.properties import all_properties
from verifier.prove.needs import Needs
from verifier.prove.verdicts import Decision, Prover
from verifier.timeline.check import violations
from verifier.verdict_cache import VerdictCache

EDITIONS = rulebook().editions
DEFAULT_EDITION = EDITIONS[-1]
SIZES = range(1, 65)
"""What each size of a slice may be."""


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A replayed run that breaks a property in its last step.

    `states[0]` is the start; `choices[i]` leads from `states[i]` to `states[i + 1]`.
    """

    property: str
    edition: str
    switches: dict[str, int]
    slices: dict[str, int]
    states: list[dict[str, int]]
    choices: list[dict[str, int]]
    resolutions: int
    objects: int


@dataclass(slots=True)
class Result:
    """The verdict on one property; fields as in the JSON of `verifier check`."""

    property: str
    verdict: str
    expected: str
    method: str
    rules: list[str] | None
    enough: list[str] | None
    cites: list[str]
    slice: dict[str, int]
    any_number: bool
    bound: int | None
    seconds: float
    witness: Any = None
    counterexample: Counterexample | None = None
    certificate: Any = None
    reason: str = ""
    invariant: list[str] = field(default_factory=list)
    enough_unsure: list[str] | None = None

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Result:
        """The result that was written as this document (`dataclasses.asdict`)."""
        found = document["counterexample"]
        return cls(**{**document, "counterexample": None if found is None else Counterexample(**found)})

    def as_expected(self) -> bool:
        """Whether the verdict is the one that the property declares."""
        return self.verdict == self.expected


def rules() -> list[Clause]:
    """Every clause of the rulebook, by id."""
    return sorted(rulebook().clauses.values(), key=lambda clause: clause.id)


def properties() -> list[Property]:
    """Every property, in the order in which they are shown."""
    return list(all_properties())


def cards() -> list[Card]:
    """Every card that boards may name, by name."""
    return shipped_cards()


@cache
def _kept_system(slices: tuple[tuple[str, int], ...], _: Extension) -> System:
    return assemble(rulebook(), dict(slices))


def _system(slices: Mapping[str, int]) -> System:
    return _kept_system(tuple(sorted(slices.items())), in_force())


def system_for(slices: Mapping[str, int]) -> tuple[System, Monitored]:
    """The transition system at a slice, and it with every property as a monitor; kept for the next call."""
    return _system(slices), _kept_monitors(tuple(sorted(slices.items())), in_force())


@cache
def _kept_monitors(slices: tuple[tuple[str, int], ...], _: Extension) -> Monitored:
    return monitor(_system(dict(slices)), [p for p in all_properties() if p.kernel != "start"], vocabulary)


def prover(
    switches: Mapping[str, int],
    progress: Callable[[str], None] | None = None,
    *,
    loose: Mapping[str, Setting] | None = None,
    mutation: Mutation | None = None,
) -> Prover:
    """A prover of the rulebook under one setting of the switches, or of a mutant of it."""

    def build(slices: Mapping[str, int]) -> System:
        if mutation is None:
            return _system(slices)
        return assemble(rulebook(), slices, mutation=mutation)

    return Prover(
        build=build,
        vocabulary=vocabulary,  # type: ignore[arg-type]
        measures=measures,
        switches=switches,
        note=progress or (lambda _: None),
        loose=loose or {},
        hints=stored_invariants(),
    )


def check(
    properties: Sequence[str] = (),
    without: Sequence[str] = (),
    variants: Mapping[str, str] | None = None,
    edition: str = DEFAULT_EDITION,
    slices: Mapping[str, int] | None = None,
    progress: Callable[[str], None] | None = None,
    any_number: bool = False,
    cache: VerdictCache | None = None,
) -> list[Result]:
    """Verdicts on the properties that the globs name (all, if none is given).

    With `any_number` a proof for any number of permanents, stack entries and cards is tried first. With a `cache`
    what it knows is not computed again, and what is computed is kept there.

    `without` names clauses (globs) to switch off, `variants` a variant per clause. Raises InputError for a name,
    edition or slice that does not exist, InternalError if a counterexample does not replay.
    """
    chosen = select_properties(properties)
    switches = switches_for(edition, without, variants or {})
    size = slice_for(slices or {})
    changed = {*changed_by(without), *(variants or {})}
    asked = {"edition": edition, "switches": switches, "changed": sorted(changed), "slices": size, "any": any_number}
    asked |= {"folder": in_force().digest}
    known = _known(chosen, asked, cache) if cache is not None else {}
    if left := [p for p in chosen if p.id not in known]:
        one = prover(switches, progress, loose=loosened(switches, changed))
        decided = one.any_number(left, size) if any_number else {}
        rest = one.decide([p for p in left if p.id not in decided], size)
        for decision in (*decided.values(), *rest):
            result = _result(decision, edition, switches)
            known[result.property] = result
            if cache is not None:
                cache.put({**asked, "property": result.property}, asdict(result))
    return [known[p.id] for p in chosen]


def _known(chosen: Iterable[Property], asked: Mapping[str, Any], cache: VerdictCache) -> dict[str, Result]:
    """By property, the verdicts that the cache has."""
    found = {p.id: cache.get({**asked, "property": p.id}) for p in chosen}
    return {id: Result.of(document) for id, document in found.items() if document is not None}


def timeline(found: Counterexample) -> nx.DiGraph:
    """The timeline of a counterexample, which confirms it without a solver: the property breaks in the last step only.

    Raises InternalError if it does not. Obligations of the kernel speak of no events and are not checked here.
    """
    (property,) = select_properties([found.property])
    graph = told(found)
    if property.claims and violations(property, graph, ATOMS) != [len(found.choices) - 1]:
        raise InternalError(f"{property.id}: the timeline does not confirm the counterexample")
    return graph


def told(found: Counterexample) -> nx.DiGraph:
    """The timeline of a run, whatever it breaks."""
    system = _system(found.slices)
    ruling = Ruling(system, found.switches, found.edition)
    legal = Interpreter(system, found.switches).legal
    return chronicle(system.layout, found.states, found.choices, ruling=ruling, legal=legal)


def _result(decision: Decision, edition: str, switches: dict[str, int]) -> Result:
    run = decision.run
    counterexample = None
    if run is not None:
        counterexample = Counterexample(
            decision.property.id,
            edition,
            switches,
            dict(decision.slices),
            run.states,
            run.choices,
            run.resolutions,
            run.objects,
        )
        timeline(counterexample)
    return Result(
        property=decision.property.id,
        verdict=decision.verdict.value,
        expected=decision.property.expected,
        method=decision.method,
        rules=None,
        enough=None,
        cites=list(decision.property.cites),
        slice=dict(decision.slices),
        any_number=decision.any_number,
        bound=decision.bound,
        seconds=decision.seconds,
        counterexample=counterexample,
        reason=decision.reason,
        invariant=list(decision.invariant),
    )


def select_properties(globs: Iterable[str]) -> list[Property]:
    """The properties that any glob names; all if there is no glob. Raises InputError for one that names none."""
    every = list(all_properties())
    wanted = [_matching("property", glob, [p.id for p in every]) for glob in globs]
    if not wanted:
        return every
    names = {name for found in wanted for name in found}
    return [p for p in every if p.id in names]


def select_rules(globs: Iterable[str]) -> list[str]:
    """The ids of the rules that any glob names; all if there is no glob. Raises InputError for one that names none."""
    wanted = changed_by(globs)
    return sorted(wanted or rulebook().clauses)


def switches_for(edition: str, without: Iterable[str], variants: Mapping[str, str]) -> dict[str, int]:
    """The switch value of every clause. Raises InputError for an unknown edition, rule or variant."""
    book = rulebook()
    if edition not in book.editions:
        raise InputError("command line", "edition", f"no edition `{edition}`; known are {', '.join(book.editions)}")
    switches = book.switches(edition)
    for id in changed_by(without):
        switches[id] = book.clauses[id].off()
    for id, name in variants.items():
        (id,) = _matching("rule", id, list(book.clauses))[:1]
        try:
            switches[id] = book.clauses[id].switch_of(name)
        except KeyError:
            known = ", ".join(v.name for v in book.clauses[id].variants) or "none"
            raise InputError("command line", "variant", f"`{id}` has no variant `{name}`; it has {known}") from None
    return switches


def changed_by(without: Iterable[str]) -> set[str]:
    """The clauses that the globs name."""
    return {id for glob in without for id in _matching("rule", glob, list(rulebook().clauses))}


def loosened(switches: Mapping[str, int], changed: Iterable[str]) -> dict[str, Setting]:
    """The switches with each clause that no one changed left free among what the editions make of it."""
    book = rulebook()
    result: dict[str, Setting] = dict(switches)
    for id in set(book.clauses) - set(changed):
        values = {book.clauses[id].in_edition(other) for other in book.editions}
        result[id] = tuple(sorted(values))
    return result


@cache
def stored_needs() -> Needs:
    """What the proofs of properties and of their conjuncts were found to rest on: a hint, which is checked anew."""
    text = files("verifier.properties").joinpath("invariants.json").read_text(encoding="utf-8")
    return Needs(**json.loads(text))


@cache
def stored_invariants() -> Mapping[str, list[str]]:
    """By property, how the conjuncts read of an invariant that proved it: a hint, which is checked anew."""
    needs = stored_needs()
    return {id: needs.cone(id) for id in needs.safety}


def slice_for(sizes: Mapping[str, int]) -> dict[str, int]:
    """The default slice with some sizes changed. Raises InputError for an unknown name or an unusable size."""
    result = dict(rulebook().default_slice)
    for name, size in sizes.items():
        if name not in result:
            near = difflib.get_close_matches(name, list(result), 1, 0.7)
            hint = f"did you mean `{near[0]}`?" if near else f"known are {', '.join(result)}"
            raise InputError("--slice", name[:60], f"there is no such size; {hint}")
        if not isinstance(size, int) or size not in SIZES:
            raise bad_size(name, size)
        result[name] = size
    if "permanents" in sizes and "cards" not in sizes:
        result["cards"] = result["permanents"]
    return result


def bad_size(name: str, size: object) -> InputError:
    """The error for a size of the slice that is no number of `SIZES`."""
    wanted = f"must be a whole number from {SIZES[0]} to {SIZES[-1]}"
    return InputError("--slice", name, f"{wanted}, not `{str(size)[:60]}`")


def _matching(what: str, glob: str, names: list[str]) -> list[str]:
    found = [name for name in names if fnmatch.fnmatchcase(name, glob)]
    if not found:
        near = difflib.get_close_matches(glob, names, 3)
        hint = f"; did you mean {', '.join(near)}?" if near else f"; see `verifier {what.replace('y', 'ie')}s`"
        raise InputError("command line", what, f"no {what} matches `{glob}`{hint}")
    return found
