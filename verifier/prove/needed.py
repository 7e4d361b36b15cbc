"""Which clauses a property needs, and which are enough (two lists, never confused).

*Needed*: the property is refuted with only this clause off. *Enough*: a set of clauses that proves the property while
every other switch is free, over initiation, consecution and safety together. What is needed is in every such set.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from verifier.encode.monitors import Monitored
from verifier.encode.system import Setting
from verifier.errors import InternalError, SolverUnknown
from verifier.language import Property
from verifier.prove.induction import find_invariant, proves, scout_invariant
from verifier.prove.verdicts import QUICK, Decision, Prover, ladder


def needed(
    prover: Prover, properties: Sequence[Property], off: Mapping[str, int], slices: Mapping[str, int]
) -> dict[str, dict[str, Decision]]:
    """By property, the clauses without which it is refuted, each alone, at a (small) slice, each with its refutation.

    `off` is the switch value of each clause's absence. What is neither proved nor refuted there is not listed.
    """
    result: dict[str, dict[str, Decision]] = {p.id: {} for p in properties}
    for clause, value in off.items():
        prover.note(f"trying the rulebook without {clause}")
        one = replace(prover, switches={**prover.switches, clause: value}, loose={})
        for property in one.without_stored_proof(properties, slices):
            found = one.refuted(property, ladder(slices), 2 * QUICK, smallest=False)
            if found is not None:
                result[property.id][clause] = found
    return result


def enough(
    monitored: Monitored,
    property: Property,
    needed: Iterable[str],
    switches: Mapping[str, Setting],
    hints: Iterable[str] = (),
) -> tuple[list[str], bool]:
    """A set of clauses that suffices, minimal unless the solver gave up somewhere, and whether it never did.

    Starts from what is needed and adds the clauses without which no proof is found, by halving. Raises InternalError if
    the whole rulebook does not prove the property.
    """
    certain = True
    stored = set(hints)

    def suffices(kept: Iterable[str]) -> bool:
        nonlocal certain
        setting = {id: switches[id] for id in kept}
        try:
            if stored and proves(find_invariant(monitored, setting, stored), monitored.broken[property.id]):
                return True
            reads = {c.reads for c in scout_invariant(monitored, setting)}
            return proves(find_invariant(monitored, setting, reads), monitored.broken[property.id])
        except SolverUnknown:
            certain = False
            return False

    kept = set(needed)
    others = sorted(set(switches) - kept)
    if not suffices(kept | set(others)):
        raise InternalError(f"{property.id}: the whole rulebook does not prove it at this slice")
    while not suffices(kept):
        low, high = 0, len(others)
        while high - low > 1:
            middle = (low + high) // 2
            if suffices(kept | set(others[:middle])):
                high = middle
            else:
                low = middle
        kept.add(others[high - 1])
        others = others[: high - 1]
    return sorted(kept), certain
