"""The invariant keeps what every step keeps, drops the rest, and the solver's silence is never taken for a proof."""

from functools import cache

import pytest
from counter import View, among, monitored

from verifier import api
from verifier.encode.monitors import Monitored
from verifier.encode.terms import Term, conj, is_at, neg
from verifier.errors import SolverUnknown
from verifier.prove.induction import Invariant, candidates, find_invariant, proves

SLICE = {
    "permanents": 2,
    "stack": 2,
    "delayed": 1,
    "abilities": 2,
    "instructions": 2,
    "cards": 2,
    "tags": 1,
    "counters": 1,
    "library": 1,
}
GUARDED = "transform.never-again-by-own-ability"


CANDIDATES = {
    "the number is even": among(*range(0, 16, 2)),
    "the number is below 12": among(*range(12)),
    "the number is no 1": lambda view: neg(is_at(view.value, 1)),
    "the number is not 0": lambda view: neg(is_at(view.value, 0)),
}
CLAIMS = {
    "never 7": lambda view: neg(is_at(view.value, 7)),
    "never 14": lambda view: neg(is_at(view.value, 14)),
    "never moves by 1": lambda view: neg(is_at(view.move, 1)),
}


def by_twos(view: View) -> Term:
    """Only moves of 0 and 2 are allowed."""
    return conj(neg(is_at(view.move, 1)), neg(is_at(view.move, 3)))


def toy() -> Monitored:
    one = monitored(CLAIMS, {}, legal=by_twos)
    one.system.well_formed = {reads: term(one.system.moment) for reads, term in CANDIDATES.items()}
    return one


def reads(one: Monitored) -> set[str]:
    return {candidate.reads for candidate in candidates(one)}


def found(one: Monitored, only: set[str], budget: int | None = None) -> Invariant:
    return find_invariant(one, {}, only, budget=budget)


def test_what_is_not_kept_or_not_so_at_the_start_is_dropped() -> None:
    """Below 12 breaks at 10 + 2, not 0 breaks at the start; even is kept by itself, no 1 because of even."""
    invariant = found(toy(), set(CANDIDATES))
    assert {c.reads for c in invariant.conjuncts} == {"the number is even", "the number is no 1"}


def test_what_only_another_candidate_keeps_is_dropped_without_it() -> None:
    """From 15 a move of 2 leads to 1: with nothing said of even numbers, "no 1" is not kept."""
    invariant = found(toy(), {"the number is no 1"})
    assert invariant.conjuncts == []


def test_a_property_is_proved_only_from_what_was_kept() -> None:
    one = toy()
    invariant = found(one, set(CANDIDATES))
    assert {id: proves(invariant, broken) for id, broken in one.broken.items()} == {
        "never 7": True,
        "never 14": False,
        "never moves by 1": True,
    }
    assert not proves(found(one, {"the number is below 12"}), one.broken["never 7"])


def test_the_candidates_are_the_well_formedness_and_the_templates() -> None:
    assert reads(toy()) == {"every enumeration is among its values", *CANDIDATES}
    _, game = api.system_for(api.slice_for(SLICE))
    assert set(game.system.well_formed) < reads(game)
    assert any(line.startswith("for every entry: ") for line in reads(game))


# Budgets: either an answer that is right, or SolverUnknown.


@cache
def game() -> tuple[Monitored, frozenset[str]]:
    _, monitored = api.system_for(api.slice_for(SLICE))
    return monitored, frozenset(reads(monitored))


@pytest.mark.parametrize("budget", [1, 1000, 30_000, 1_000_000])
@pytest.mark.parametrize("guard", [True, False], ids=["guard", "no guard"])
def test_a_budget_gives_a_right_answer_or_none(guard: bool, budget: int) -> None:
    one, only = game()
    switches = api.switches_for(api.DEFAULT_EDITION, () if guard else ("transform.once-per-ability",), {})
    try:
        proved = proves(find_invariant(one, switches, only, budget), one.broken[GUARDED])
    except SolverUnknown:
        return
    assert proved == guard


def test_the_least_budget_gives_no_answer() -> None:
    one, only = game()
    with pytest.raises(SolverUnknown):
        find_invariant(one, api.switches_for(api.DEFAULT_EDITION, (), {}), only, 1)


def test_the_same_question_with_enough_budget_has_an_answer() -> None:
    one, only = game()
    invariant = find_invariant(one, api.switches_for(api.DEFAULT_EDITION, (), {}), only)
    assert proves(invariant, one.broken[GUARDED])
    assert {c.reads for c in invariant.conjuncts} < only
