"""Which clauses a property needs: those with which alone left out it is refuted.

Never confused with what is enough (`verifier.prove.enough`), which contains it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from verifier.language import Property
from verifier.prove.verdicts import QUICK, Decision, Prover, ladder

STEPS = 16
"""How long a game may be that breaks a property: some go on to the turn's end, to what was delayed until then."""


def needed(
    prover: Prover, properties: Sequence[Property], off: Mapping[str, int], slices: Mapping[str, int]
) -> dict[str, dict[str, Decision]]:
    """By property, the clauses without which it is refuted, each alone, at a (small) slice, each with its refutation.

    `off` is the switch value of each clause's absence. What is neither proved nor refuted there is not listed.
    """
    result: dict[str, dict[str, Decision]] = {p.id: {} for p in properties}
    for clause, value in off.items():
        prover.note(f"trying the rulebook without {clause}")
        one = replace(prover, switches={**prover.switches, clause: value}, loose={}, steps=STEPS)
        for property in one.without_stored_proof(properties, slices):
            found = one.refuted(property, ladder(slices), 2 * QUICK, smallest=False)
            if found is not None:
                result[property.id][clause] = found
    return result
