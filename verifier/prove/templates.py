"""Candidates for invariants: well-formedness, ranges, and slot-generic templates over what one thing carries."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from verifier.encode.monitors import Monitored
from verifier.encode.system import System
from verifier.encode.terms import Term, conj, implies, is_at, neg
from verifier.encode.things import Variable


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
    flags: dict[str, dict[str, list[Term]]] = {}
    for v in system.layout.mutable():
        if v.width == 0 and v.kind in ("entry", "delayed", "waiting"):
            flags.setdefault(v.kind, {}).setdefault(v.field, []).append(v.term)
    ghosts: dict[str, dict[str, list[Term]]] = {}
    for watched in monitored.ghosts.values():
        if len(watched.owners) == 1:
            ghosts.setdefault(watched.owners[0][0], {}).setdefault(watched.field, []).append(watched.term)
    live: dict[str, list[Term]] = {}
    for carrier in monitored.vocabulary.carriers:
        live.setdefault(carrier.kind, []).append(carrier.live)
    acts: dict[str, list[Term]] = {}
    for carrier in monitored.vocabulary.carriers:
        acts.setdefault(carrier.kind, []).append(monitored.vocabulary.abilities["acts"](carrier))
    shared = [v for v in system.layout.mutable() if v.width == 0 and v.kind == "game"]
    for kind, there in live.items():
        mine, rules = ghosts.get(kind, {}), flags.get(kind, {})
        rules = {name: terms for name, terms in rules.items() if name not in ("live", "controller", "bare", "fired")}
        for ghost in mine:
            yield _never(kind, there, ghost, mine[ghost])
        for ghost, flag in itertools.product(mine, rules):
            yield from _pair(kind, there, ghost, mine[ghost], flag, rules[flag])
            if "/" in ghost:
                for word, marks in _codes(system, kind):
                    guarded = [conj(here, mark) for here, mark in zip(there, marks, strict=True)]
                    for found, here in _found(f"{kind} that is {word}", guarded, mine):
                        yield _implication(found, here, flag, rules[flag], ghost, mine[ghost])
                    yield _implication(f"{kind} that is {word}", guarded, ghost, mine[ghost], flag, rules[flag])
        going_on = [conj(here, neg(monitored.vocabulary.ended)) for here in there]
        yield from _of_the_past(kind, there, going_on, mine, rules, acts[kind])
        for ghost, v in itertools.product(mine, shared):
            yield from _either_way(kind, there, ghost, mine[ghost], v.name, [v.term] * len(there))
            for found, here in _found(kind, there, mine):
                yield from _either_way(found, here, ghost, mine[ghost], v.name, [v.term] * len(there))
        for one, other in itertools.permutations(mine, 2):
            yield _implication(kind, there, one, mine[one], other, mine[other])


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


def _of_the_past(
    kind: str,
    there: Sequence[Term],
    going_on: Sequence[Term],
    mine: Ghosts,
    rules: Ghosts,
    acts: Sequence[Term],
) -> Iterator[Candidate]:
    """What the past of an ability says of it while it still finds what it refers to, and of what it does next."""
    for ghost in (name for name in mine if "/" in name):
        yield from _either_way(kind, going_on, ghost, mine[ghost], "acts", acts)
        for (found, here), flag in itertools.product(_found(kind, there, mine), rules):
            yield _implication(found, here, flag, rules[flag], ghost, mine[ghost])


def _found(kind: str, there: Sequence[Term], mine: Ghosts) -> Iterator[tuple[str, list[Term]]]:
    """For each way to refer: "and still finds it", with a mark per slot."""
    for name in (name for name in mine if name.endswith("-lost")):
        yield f"{kind} without {name}", [conj(here, neg(lost)) for here, lost in zip(there, mine[name], strict=True)]


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
