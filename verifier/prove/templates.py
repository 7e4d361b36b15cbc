"""Candidates for invariants: well-formedness, ranges, and slot-generic templates over what one thing carries."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from verifier.encode.monitors import Monitored
from verifier.encode.system import System
from verifier.encode.terms import Term, conj, implies, is_at, is_false, neg
from verifier.encode.things import Variable
from verifier.language.formulas import Formula, Since, references

Ghosts = Mapping[str, Sequence[Term]]
"""Terms by name of the field, one per slot."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One conjunct of an invariant: how it reads, its term, and its parts, each under its slot's name."""

    reads: str
    term: Term
    parts: tuple[tuple[str, Term], ...]


def candidates(monitored: Monitored) -> Iterator[Candidate]:
    """Well-formedness, ranges, and the templates over the ghosts and flags of each kind of ability carrier."""
    system = monitored.system
    yield _whole("every enumeration is among its values", system.in_range)
    for reads, term in system.well_formed.items():
        yield _whole(reads, term)
    for kind in dict.fromkeys(carrier.kind for carrier in monitored.vocabulary.carriers):
        yield from _of_carriers(kind, monitored)


def of_references(monitored: Monitored) -> Iterator[Candidate]:
    """More templates, for proofs that need them: of each enumerated kind of ability alone, which flags say that an
    object is not meant any more.
    """
    for kind in dict.fromkeys(carrier.kind for carrier in monitored.vocabulary.carriers):
        there = [carrier.live for carrier in monitored.vocabulary.carriers if carrier.kind == kind]
        lost: dict[str, list[Term]] = {}
        for ghost in monitored.ghosts.values():
            if ghost.of is None and ghost.owners[0][0] == kind:
                lost.setdefault(ghost.field, []).append(ghost.term)
        for word, marks in _codes(monitored.system, kind):
            guarded = [conj(here, mark) for here, mark in zip(there, marks, strict=True)]
            for flag, rule in _flags(kind, monitored).items():
                for name, terms in lost.items():
                    yield _implication(f"{kind} that is {word}", guarded, flag, rule, name, terms)


def _flags(kind: str, monitored: Monitored) -> dict[str, list[Term]]:
    """The flags of a kind of carrier that templates speak of: a term per slot."""
    flags: dict[str, list[Term]] = {}
    for v in monitored.system.layout.mutable():
        if v.width == 0 and v.kind == kind and v.field not in ("live", "controller", "bare", "fired"):
            flags.setdefault(v.field, []).append(v.term)
    return flags


def _of_carriers(kind: str, monitored: Monitored) -> Iterator[Candidate]:
    system, words = monitored.system, monitored.vocabulary
    carriers = [carrier for carrier in words.carriers if carrier.kind == kind]
    there = [carrier.live for carrier in carriers]
    flags = _flags(kind, monitored)
    pasts: dict[str, Formula | None] = {}
    ghosts: dict[str, list[Term]] = {}
    for watched in monitored.ghosts.values():
        if len(watched.owners) == 1 and watched.owners[0][0] == kind:
            pasts[watched.field] = watched.of
            ghosts.setdefault(watched.field, []).append(watched.term)
    for name, ghost in ghosts.items():
        yield _never(kind, there, name, ghost)
        for flag, rule in flags.items():
            yield from _pair(kind, there, name, ghost, flag, rule)
        of = pasts[name]
        if of is None:
            continue
        found = [(where, here) for where, here in _found(kind, there, ghosts, of)]
        if isinstance(of, Since):
            for flag, rule in flags.items():
                for where, here in found:
                    yield _implication(where, here, flag, rule, name, ghost)
                for word, marks in _codes(system, kind):
                    guarded = [conj(here, mark) for here, mark in zip(there, marks, strict=True)]
                    yield _implication(f"{kind} that is {word}", guarded, name, ghost, flag, rule)
                    for where, here in _found(f"{kind} that is {word}", guarded, ghosts, of):
                        yield _implication(where, here, flag, rule, name, ghost)
        acts = [words.abilities["acts"](carrier) for carrier in carriers]
        if all(is_false(term) for term in acts):
            continue
        going_on = [conj(here, neg(words.ended)) for here in there]
        yield from _either_way(kind, going_on, name, ghost, "acts", acts)
        if not isinstance(of, Since):
            shared = [v for v in system.layout.mutable() if v.width == 0 and v.kind == "game"]
            for v in shared:
                for where, here in [(kind, there), *found]:
                    yield from _either_way(where, here, name, ghost, v.name, [v.term] * len(there))
    for one, other in itertools.permutations(ghosts, 2):
        if "/" not in one or "/" not in other or one.split("#")[0] == other.split("#")[0]:
            yield _implication(kind, there, one, ghosts[one], other, ghosts[other])


def _whole(reads: str, term: Term) -> Candidate:
    return Candidate(reads, term, ((reads, term),))


def _codes(system: System, kind: str) -> Iterator[tuple[str, list[Term]]]:
    """For each word of an enumerated field of a kind of thing: one mark per slot "it has that word"."""
    fields: dict[str, list[Variable]] = {}
    for v in system.layout.mutable():
        if v.kind == kind and v.words is not None:
            fields.setdefault(v.field, []).append(v)
    for variables in fields.values():
        for word in variables[0].words or ():
            yield word.name.lower(), [is_at(v.term, word.value) for v in variables]


def _pair(
    kind: str, there: Sequence[Term], ghost: str, g: Sequence[Term], flag: str, f: Sequence[Term]
) -> Iterator[Candidate]:
    yield _implication(kind, there, ghost, g, flag, f)
    yield _implication(kind, there, flag, f, ghost, g)
    yield _implication(kind, there, ghost, g, f"not {flag}", [neg(t) for t in f])


def _found(kind: str, there: Sequence[Term], ghosts: Ghosts, of: Formula) -> Iterator[tuple[str, list[Term]]]:
    """For each way in which a formula refers: "and still finds it", with a mark per slot."""
    for role, reading in sorted(references(of)):
        name = f"{role}-{reading}-lost"
        if name in ghosts:
            here = [conj(live, neg(lost)) for live, lost in zip(there, ghosts[name], strict=True)]
            yield f"{kind} without {name}", here


def _either_way(
    kind: str, there: Sequence[Term], one: str, a: Sequence[Term], other: str, b: Sequence[Term]
) -> Iterator[Candidate]:
    yield _implication(kind, there, one, a, other, b)
    yield _implication(kind, there, one, a, f"not {other}", [neg(t) for t in b])


def _never(kind: str, there: Sequence[Term], name: str, a: Sequence[Term]) -> Candidate:
    terms = [neg(conj(here, x)) for here, x in zip(there, a, strict=True)]
    return _for_every(kind, f"never {name}", terms)


def _implication(
    kind: str, there: Sequence[Term], one: str, a: Sequence[Term], other: str, b: Sequence[Term]
) -> Candidate:
    terms = [implies(conj(here, x), y) for here, x, y in zip(there, a, b, strict=True)]
    return _for_every(kind, f"{one} implies {other}", terms)


def _for_every(kind: str, says: str, terms: Sequence[Term]) -> Candidate:
    thing = kind.split(" ")[0]
    parts = tuple((f"{thing} {slot}", term) for slot, term in enumerate(terms))
    return Candidate(f"for every {kind}: {says}", conj(*terms), parts)
