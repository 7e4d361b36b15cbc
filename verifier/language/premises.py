"""What a claim supposes: the situations in which it says something, so that it does not hold for want of them.

Fixed here for every property, from how its claim is written. Where the formula is put together from parts, each part
has to matter once (a claim that stays true however a part of it is replaced is vacuous in that part):

* `implies(premise, conclusion)`, which is an alternative whose first part is denied: the premise happens.
* Any other alternative, `either(a, b)`: each part in turn is the only one that holds.
* `never(both(a, b))` has no side that is the premise: each part in turn is the only one that is missing. So the others
  come together without it, and it is that part which keeps the claim.
* `both(x, y)`: whatever x supposes happens, and whatever y supposes.
* A claim whose formula has none of these (an atom, `never` of an atom, `once`, `previously`) supposes that there is
  something for it to speak of. Where that says too little, the claim's `shows` is its only premise.
"""

from __future__ import annotations

from verifier.language.formulas import ALWAYS, And, Claim, Formula, Not, Or, Property, both, never

__all__ = ["never_happens", "premises"]


Parts = tuple[Formula, ...]


def premises(claim: Claim) -> Parts:
    """What has to happen, each at some step of some run and for some choice of the claim's variables."""
    return (claim.shows,) if claim.shows is not None else _supposed(claim.formula)


def never_happens(property: Property) -> list[tuple[int, Property]]:
    """For each premise of each claim, the claim's number (from 1) and the property that the premise never happens.

    So a witness is a counterexample to one of these, and a proof of one says that a claim is vacuous. An obligation of
    the kernel makes no claims; it supposes that there is a step.
    """
    claims = property.claims or (Claim((), ALWAYS),)
    numbered = [(n, claim, premise) for n, claim in enumerate(claims, 1) for premise in premises(claim)]
    return [
        (
            n,
            Property(
                id=f"{property.id}.premise-{i}",
                statement=f"What claim {n} of {property.id} supposes does not happen.",
                cites=property.cites,
                claims=(Claim(claim.variables, never(premise)),),
            ),
        )
        for i, (n, claim, premise) in enumerate(numbered, 1)
    ]


def _supposed(formula: Formula) -> Parts:
    match formula:
        case And(parts) if parts:
            return _each(*parts)
        case Or((Not(premise), _, *_)):
            return (premise,)
        case Or(parts) if len(parts) > 1:
            return _each_alone(parts, _denied(parts))
        case Or((part,)) | Not(Not(part)):
            return _supposed(part)
        case Not(And(parts)) if len(parts) > 1:
            return _each_alone(_denied(parts), parts)
        case Not(And((part,))):
            return _supposed(never(part))
        case Not(Or(parts)) if parts:
            return _each(*_denied(parts))
    return (ALWAYS,)


def _denied(parts: Parts) -> Parts:
    return tuple(never(part) for part in parts)


def _each(*parts: Formula) -> Parts:
    """What the parts suppose, without repetition."""
    return tuple(dict.fromkeys(premise for part in parts for premise in _supposed(part)))


def _each_alone(parts: Parts, others: Parts) -> Parts:
    """Each part in turn, with what is in `others` in place of all the others."""
    return tuple(both(*others[:i], part, *others[i + 1 :]) for i, part in enumerate(parts))
