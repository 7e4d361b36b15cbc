"""Proofs for any number of things: obligations projected onto the few slots that they speak of.

An inductive proof asks of each slot whether its conjuncts hold at the start and are kept, and of each ability and
permanent whether a step breaks the property. Such an obligation is projected: the slots that it speaks of are *tracked*
(the ability, its source, the ability that acts, the one that it comes from), every subterm that reads other slots alone
becomes a fresh input, and what the refutation does not need becomes inputs too. What is left is a *pattern*, which says
nothing of how many slots there are. The first size teaches the patterns; at every other size each obligation, for each
choice of tracked slots, must be an instance of one of them.

What the machine checks:

* Each pattern has no model (one query each). An instance of it has none either, so that at every size given the
  invariant is kept and the property holds; with `audit` the solver decides each instance as well.
* Cases are complete: the values of a tracked reference are all those in range, and which slot acts (has the flag that
  at most one slot has) is asked only once that conjunct is itself proved by projection, without those cases.
* That numbers of slots stay in range, where values were told apart: a query on the whole system, at each size given.
* An input put back gives the very term (a test, by the solver).

What is not checked, and carries the claim from the sizes given to every number: that the rulebook is built in one way
for every number of slots. A body that counts slots in Python can hide from any two sizes (a rule that speaks of four
other lamps does not exist among four); sizes of which the larger has as many slots as any body names one by one show
it. Counting in terms ("at least four are lit") becomes an input, and what rests on it is never proved here.

An obligation that has a model after projection, or is no instance, does not fit: the answer is no claim. Only the order
of the search rests on names, colours and widths of patterns; no claim does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import methodcaller
from typing import Any

import z3

from verifier.encode.monitors import Monitored, monitor
from verifier.encode.public import Vocabulary
from verifier.encode.system import System
from verifier.encode.terms import Term, below, conj, neg, replace
from verifier.encode.things import Variable
from verifier.errors import SolverUnknown
from verifier.language import Property
from verifier.prove.lessons import Lessons, Taught
from verifier.prove.needs import Needs, needs_of
from verifier.prove.nodes import UnknownOperator
from verifier.prove.obligations import Proof
from verifier.prove.tracked import Sized, Table


@dataclass(frozen=True, slots=True)
class Projected:
    """Whether a property was proved for any number of things; the invariant it rests on, or why not."""

    proved: bool
    reason: str = ""
    invariant: tuple[str, ...] = ()


def any_number(
    build: Callable[[Mapping[str, int]], System],
    vocabulary: Callable[[Any, dict[str, Term]], Vocabulary],
    properties: Sequence[Property],
    switches: Mapping[str, int],
    small: Mapping[str, int],
    sizes: Sequence[Mapping[str, int]],
    budget: int | None = None,
    audit: bool = False,
) -> dict[str, Projected]:
    """For each property (no kernel obligations): whether it is proved for any number of what differs among `sizes`.

    `small` is the slice at which the invariant is looked for; the first of `sizes` teaches the patterns, and at every
    other one each obligation must be an instance of one. `audit` has the solver decide those too.
    """
    try:
        needs = needs_of(monitor(build(small), properties, vocabulary), switches, budget)
        monitored = [monitor(build(size), properties, vocabulary) for size in sizes]
        return project(needs, monitored, properties, switches, audit)
    except (SolverUnknown, UnknownOperator) as error:
        return {p.id: Projected(False, f"{type(error).__name__}: {error}") for p in properties}


def project(
    needs: Needs,
    monitored: Sequence[Monitored],
    properties: Sequence[Property],
    switches: Mapping[str, int],
    audit: bool,
) -> dict[str, Projected]:
    """As `any_number`, of systems built already and of an invariant that is given; it is proved here, or not used."""
    growing, indices = _differences([m.system for m in monitored])
    table = Table(growing, indices, {f"rule.{id}": value for id, value in switches.items()})
    taught = Taught()
    sizes = [Sized(m, table) for m in monitored]
    proofs = [Proof(needs, Lessons(sized, taught, not i, audit)) for i, sized in enumerate(sizes)]
    kept: dict[str, str] = {}
    base = [r for r in needs.step if all(p.excludes(r) for p in proofs)][:1]
    for reads in base:
        kept[reads] = _everywhere(proofs, methodcaller("keeps", reads))
        if not kept[reads]:
            for proof in proofs:
                proof.exclude(reads)
    ranged: list[set[str]] = []
    result = {}
    for property in properties:
        if property.id not in needs.safety:
            result[property.id] = Projected(False, "not inductive under the templates at the small slice")
            continue
        cone = list(dict.fromkeys([*base, *needs.cone(property.id)]))
        why = next((kept[r] for r in cone if kept.get(r)), "")
        if not why:
            why = _everywhere(proofs, methodcaller("safe", property.id))
        for reads in cone:
            if why:
                break
            if reads not in kept:
                kept[reads] = _everywhere(proofs, methodcaller("keeps", reads))
            why = kept[reads]
        labels = [f"safety {property.id}", *[f"step {reads}" for reads in cone]]
        fixed = {name for label in labels for name in taught.fields(label)}
        if not why and fixed:
            if not ranged:
                ranged.append(set.intersection(*[_ranged(m, switches) for m in monitored]))
            beyond = sorted(fixed - ranged[0])
            why = f"may leave its range: {', '.join(beyond)}" if beyond else ""
        result[property.id] = Projected(not why, why, tuple(cone))
    return result


def _everywhere(proofs: Sequence[Proof], decide: Callable[[Proof], bool]) -> str:
    """Empty if every size agrees, else what failed."""
    for proof in proofs:
        if not decide(proof):
            return f"does not fit: {proof.failed} at {dict(proof.s.monitored.system.slices)}"
    return ""


def _differences(systems: Sequence[System]) -> tuple[set[str], set[str]]:
    """Kinds of which there are more at a larger size, and fields and choices that are numbers of such things."""
    first, *others = systems
    growing, indices = set(), set()
    for other in others:
        for kind, (_, size) in first.rulebook.kinds.items():
            if size(first.slices) != size(other.slices):
                growing.add(kind)
        for v in first.layout.variables.values():
            if v.name in other.layout.variables and other.layout.variables[v.name].size != v.size:
                indices.add(f"{v.kind}.{v.field}")
        for name, size in first.rulebook.choices.items():
            if size(first.slices) != size(other.slices):
                indices.add(f"choice.{name}")
    return growing, indices


def _ranged(monitored: Monitored, switches: Mapping[str, int]) -> set[str]:
    """Which fields no step takes out of their range; asked of the whole system, at one size."""
    system = monitored.system
    fields: dict[str, list[Variable]] = {}
    for v in system.layout.variables.values():
        if v.width:
            fields.setdefault(f"{v.kind}.{v.field}", []).append(v)
    stays = {name: conj(*[below(v.term, v.size) for v in vs]) for name, vs in fields.items()}
    pairs = [(v.term, system.next[v.name]) for v in system.layout.mutable()]
    moved = {name: replace(term, pairs) for name, term in stays.items()}
    kept = set(fields)
    while True:
        solver = z3.SolverFor("QF_FD")
        solver.add(*system.fix(switches), system.legal, *[stays[name] for name in kept])
        solver.add(neg(conj(*[moved[name] for name in kept])))
        answer = solver.check()
        if answer == z3.unsat:
            return kept
        if answer == z3.unknown:
            return set()
        model = solver.model()
        kept -= {name for name in kept if z3.is_false(model.eval(moved[name], model_completion=True))}
