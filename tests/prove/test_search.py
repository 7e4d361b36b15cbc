"""The search makes a run as small as is known to be possible, and never takes lack of time for an answer."""

from time import monotonic

import pytest
from counter import among, measures, monitored

from verifier import api
from verifier.encode.interpreter import Interpreter
from verifier.encode.terms import FALSE, TRUE, is_at, neg
from verifier.errors import SolverUnknown
from verifier.language import Property
from verifier.models import measures as game_measures
from verifier.models import rulebook
from verifier.models.public import vocabulary
from verifier.prove import search as searching
from verifier.prove.search import Run, Search, find
from verifier.prove.verdicts import Prover, Verdict, ladder, scout

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
GUARD = "transform.once-per-ability"
GUARDED = "transform.never-again-by-own-ability"


def smallest(goal: int, steps: int = 8, seconds: float = 60.0) -> Run | None:
    """The smallest run to a step that begins with this number."""
    system = monitored({"not there": lambda view: neg(is_at(view.value, goal))}, {})
    search = Search(system, measures(system), {}, system.broken["not there"])
    return find(search, steps, monotonic() + seconds, lambda _: None)


def test_the_smallest_run_is_the_known_one() -> None:
    """To six: 3 and 3 is shortest, but 2, 2 and 2 needs no resolution, and only one helper."""
    run = smallest(6)
    assert run is not None
    assert (run.resolutions, run.objects) == (0, 1)
    assert [choice["move"] for choice in run.choices] == [2, 2, 2, 0]
    assert [state["counter.value.0"] for state in run.states] == [0, 2, 4, 6, 6]
    assert [(state["helper.here.0"], state["helper.here.1"]) for state in run.states] == [(0, 1)] * 5


def test_without_slack_the_shortest_run_keeps_its_resolutions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "SLACK", 0)
    run = smallest(6)
    assert run is not None
    assert (run.resolutions, run.objects, [choice["move"] for choice in run.choices]) == (2, 1, [3, 3, 0])


def test_choices_other_than_the_default_are_few_and_objects_fewer_still() -> None:
    """To one: no helper. To two: 1 and 1 would take longer, so one helper is spent."""
    one, two = smallest(1), smallest(2)
    assert one is not None and two is not None
    assert (one.objects, [choice["move"] for choice in one.choices]) == (0, [1, 0])
    assert (two.objects, [choice["move"] for choice in two.choices]) == (1, [2, 0])


def test_a_run_replays() -> None:
    run = smallest(13)
    assert run is not None
    system = monitored({"not there": lambda view: neg(is_at(view.value, 13))}, {})
    player, state = Interpreter(system.system, {}, system), run.states[0]
    for number, choice in enumerate(run.choices):
        state, broken = player.step(state, choice)
        assert state == run.states[number + 1]
        assert broken == (["not there"] if number == len(run.choices) - 1 else [])


def test_what_cannot_be_reached_in_time_is_not_found() -> None:
    assert smallest(13, steps=5) is None
    assert smallest(13, steps=6) is not None


def test_no_time_is_no_answer() -> None:
    with pytest.raises(SolverUnknown, match="no answer within the budget at 0 steps"):
        smallest(6, seconds=0.0)


def test_a_solver_that_gives_up_is_no_answer() -> None:
    system = monitored({"three": among(0, 1, 2)}, {})
    search = Search(system, measures(system), {}, system.broken["three"])
    search.extend()
    search.solver.set("rlimit", 1)
    with pytest.raises(SolverUnknown):
        search.check(search.at(1))


# Verdicts of the prover on the rulebook when it has no time.


def prover(without: tuple[str, ...], seconds: float, budget: int | None = None, steps: int = 12) -> Prover:
    return Prover(
        build=lambda slices: api.system_for(slices)[0],
        vocabulary=vocabulary,  # type: ignore[arg-type]
        measures=game_measures.measures,
        switches=api.switches_for(api.DEFAULT_EDITION, without, {}),
        note=lambda _: None,
        seconds=seconds,
        budget=budget,
        steps=steps,
    )


def chosen(*ids: str) -> list[Property]:
    return api.select_properties(ids)


def test_without_time_a_broken_property_is_unknown() -> None:
    (decision,) = prover((GUARD,), seconds=0.0).decide(chosen(GUARDED), SLICE)
    assert decision.verdict is Verdict.UNKNOWN
    assert decision.run is None and decision.bound is None
    assert decision.reason


@pytest.mark.parametrize("budget", [1, 1000, 100_000])
def test_a_small_budget_never_turns_into_a_proof(budget: int) -> None:
    (decision,) = prover((GUARD,), seconds=0.0, budget=budget).decide(chosen(GUARDED), SLICE)
    assert decision.verdict is Verdict.UNKNOWN


def test_a_tiny_budget_says_so_for_a_true_property() -> None:
    (decision,) = prover((), seconds=0.0, budget=1).decide(chosen(GUARDED), SLICE)
    assert decision.verdict is Verdict.UNKNOWN
    assert decision.reason


def test_a_bound_that_is_too_short_is_no_refutation_and_no_proof() -> None:
    """The guard's smallest game has five steps: in two nothing breaks, and not one resolution was looked through."""
    (decision,) = prover((GUARD,), seconds=60.0, steps=2).decide(chosen(GUARDED), SLICE)
    assert decision.verdict is Verdict.UNKNOWN
    assert decision.bound is None and decision.run is None
    assert "no counterexample in 2 steps" in decision.reason


def test_where_no_start_exists_nothing_is_found() -> None:
    nowhere = monitored({"nowhere": lambda _: TRUE}, {"never": lambda _: FALSE})
    search = Search(nowhere, measures(nowhere), {}, TRUE)
    search.extend()
    assert search.check(search.at(1)) is None


def test_the_ladder_climbs_to_the_slice_and_the_scout_stays_below() -> None:
    large = {**rulebook().default_slice, "permanents": 6, "stack": 5}
    rungs = ladder(large)
    assert rungs[-1] == large
    assert all(rung[name] <= size for rung in [*rungs, scout(large)] for name, size in large.items())
    assert ladder(rungs[0]) == [rungs[0]]
