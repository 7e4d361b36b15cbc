"""Which clauses a property needs, and which are enough for it."""

import pytest
import z3

from verifier import api, auditing
from verifier.auditing import SMALL, enough_for, needed_by, tell
from verifier.encode.monitors import monitor
from verifier.encode.terms import conj, neg, replace_all
from verifier.errors import InternalError
from verifier.models.public import vocabulary
from verifier.prove.enough import Enough
from verifier.prove.induction import scout_invariant
from verifier.prove.templates import of_references

TWO_FACED = "transform.only-two-faced"
CANNOT = "transform.cannot-means-both"
SLICE = api.slice_for(SMALL)


def proved_with(id: str, clauses: list[str]) -> bool:
    """Whether a property is proved at the small slice with these clauses as written and every other switch free."""
    (property,) = api.select_properties([id])
    system, _ = api.system_for(SLICE)
    as_written = api.switches_for(api.DEFAULT_EDITION, (), {})
    setting = {clause: as_written[clause] for clause in clauses}
    fixed = system.fix(setting)
    if property.kernel == "start":
        return all(
            satisfiable(system.start, *fixed, system.kernel.switch[id] == value)
            for id, clause in system.rulebook.clauses.items()
            if id not in setting
            for value in range(2 + len(clause.variants))
        )
    monitored = monitor(system, [property], vocabulary)
    holds = [c.term for c in scout_invariant(monitored, setting, more=of_references(monitored))]
    pairs = [(term, monitored.next()[name]) for name, term in monitored.variables().items()]
    legal = () if property.kernel == "menu" else (system.legal,)
    return not (
        satisfiable(*fixed, monitored.start(), neg(conj(*holds)))
        or satisfiable(*fixed, *holds, system.legal, neg(conj(*replace_all(holds, pairs))))
        or satisfiable(*fixed, *holds, *legal, monitored.broken[property.id])
    )


def satisfiable(*assertions: z3.BoolRef) -> bool:
    solver = z3.SolverFor("QF_FD")
    solver.add(*assertions)
    answer = solver.check()
    assert answer != z3.unknown
    return bool(answer == z3.sat)


def test_needed_are_those_without_which_it_falls() -> None:
    found = needed_by([TWO_FACED], clauses=["*.needs-two-faces", "transform.no-spell-face", "zones.tokens-cease"])
    assert found == {TWO_FACED: ["convert.needs-two-faces", "transform.needs-two-faces"]}


def test_what_is_enough() -> None:
    """Whatever else is off, on, or wrong: what cannot turn over does not."""
    assert enough_for([TWO_FACED, CANNOT]) == {
        TWO_FACED: Enough(["convert.needs-two-faces", "transform.needs-two-faces"], []),
        CANNOT: Enough(["convert.cannot", "transform.forbidden"], []),
    }


@pytest.mark.parametrize(
    ("id", "clauses", "suffice"),
    [
        (TWO_FACED, ["convert.needs-two-faces", "transform.needs-two-faces"], True),
        (TWO_FACED, ["convert.needs-two-faces"], False),
        (CANNOT, ["convert.cannot", "transform.forbidden"], True),
        (CANNOT, ["transform.forbidden"], False),
        ("kernel.start-exists", [], True),
        ("kernel.menu-not-empty", [], True),
    ],
)
def test_it_is_proved_with_all_else_free_by_these_and_by_no_fewer(id: str, clauses: list[str], suffice: bool) -> None:
    assert proved_with(id, clauses) == suffice


def test_a_rule_that_is_needed_and_not_among_the_enough_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auditing, "needed_by", lambda ids, *_: {CANNOT: ["convert.cannot", "transform.forbidden"]})
    monkeypatch.setattr(auditing, "enough_for", lambda ids, *_: {CANNOT: Enough(["transform.forbidden"], [])})
    results = api.check([CANNOT], slices=SMALL)
    with pytest.raises(InternalError, match=r"`convert\.cannot` is needed"):
        tell(results, api.DEFAULT_EDITION, with_needed=True, with_enough=True)


@pytest.mark.nightly
@pytest.mark.parametrize("edition", api.EDITIONS)
def test_of_every_property_what_is_needed_is_among_what_is_enough(edition: str) -> None:
    results = api.check(edition=edition, slices=SMALL)
    tell(results, edition, with_needed=True, with_enough=True)
    assert {r.verdict for r in results} == {"PROVED"}
    assert all(r.rules is not None and r.enough is not None and set(r.rules) <= set(r.enough) for r in results)
    assert {r.property: r.enough_unsure for r in results if r.enough_unsure} == {}


@pytest.mark.nightly
def test_every_property_is_proved_by_what_is_enough_with_all_else_free() -> None:
    for id, found in enough_for().items():
        assert proved_with(id, found.clauses), id
