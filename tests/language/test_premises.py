"""What does a claim suppose, by how it is written? And does each shipped claim suppose something?"""

import pytest

from verifier import api
from verifier.language import (
    Claim,
    Formula,
    Permanent,
    Property,
    atom,
    both,
    either,
    historically,
    implies,
    never,
    once,
)
from verifier.language.formulas import ALWAYS
from verifier.language.premises import never_happens, premises

p = Permanent("p")
a, b, c = (atom(name, p) for name in "abc")

SUPPOSES = {
    "an implication: its premise": (implies(a, b), (a,)),
    "however its conclusion is written": (implies(a, never(b)), (a,)),
    "a premise of several parts is one": (implies(both(a, b), once(c)), (both(a, b),)),
    "both: what each supposes": (both(implies(a, b), implies(b, c)), (a, b)),
    "either: each as the only one": (either(a, b), (both(a, never(b)), both(never(a), b))),
    "an alternative of one is that one": (either(implies(a, b)), (a,)),
    "never both: each part as what is missing": (never(both(a, b)), (both(never(a), b), both(a, never(b)))),
    "never either: never the one and never the other": (never(either(both(a, b), c)), (*(
        (both(never(a), b), both(a, never(b)))), ALWAYS)),
    "what is denied twice is said": (never(never(implies(a, b))), (a,)),
    "an atom: that there is something": (a, (ALWAYS,)),
    "never an atom: that there is something": (never(a), (ALWAYS,)),
    "what has always held: that there is something": (historically(a), (ALWAYS,)),
}  # fmt: skip


@pytest.mark.parametrize(("formula", "supposed"), SUPPOSES.values(), ids=SUPPOSES)
def test_premises(formula: Formula, supposed: tuple[Formula, ...]) -> None:
    assert premises(Claim((p,), formula)) == supposed


def test_a_claim_may_say_what_has_to_be_shown_of_it() -> None:
    assert premises(Claim((p,), a, shows=b)) == (b,)


def test_each_premise_becomes_a_property_that_denies_it() -> None:
    two = Property("x.y", "", (), claims=(Claim((p,), implies(a, b)), Claim((p,), never(both(b, c)))))
    found = never_happens(two)
    assert [(number, never_.id) for number, never_ in found] == [
        (1, "x.y.premise-1"),
        (2, "x.y.premise-2"),
        (2, "x.y.premise-3"),
    ]
    assert [never_.claims[0].formula for _, never_ in found] == [
        never(a),
        never(both(never(b), c)),
        never(both(b, never(c))),
    ]


def test_an_obligation_of_the_kernel_supposes_a_step() -> None:
    ((number, never_),) = never_happens(Property("k", "", (), kernel="range"))
    assert (number, never_.claims[0].variables, never_.claims[0].formula) == (1, (), never(ALWAYS))


@pytest.mark.parametrize("property", [p for p in api.properties() if not p.kernel], ids=lambda p: p.id)
def test_every_shipped_claim_supposes_that_something_happens(property: Property) -> None:
    assert all(ALWAYS not in premises(claim) for claim in property.claims)
