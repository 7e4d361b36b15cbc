"""Does what a proved property supposes happen in some game, which the timeline confirms; and is an empty proof told?"""

from functools import cache

import pytest

from verifier import api, witnessing
from verifier.auditing import refuted_without
from verifier.encode.interpreter import Interpreter
from verifier.errors import InternalError
from verifier.language import Claim, Permanent, Property, atom, both, implies, never
from verifier.models.observable import observable
from verifier.models.public_facts import ATOMS
from verifier.prove.verdicts import Decision, Verdict
from verifier.timeline.check import violations
from verifier.witnessing import Witness, witness

SMALL = {"permanents": 2, "stack": 3, "delayed": 1, "abilities": 3, "cards": 2, "tags": 1, "counters": 1}
OWN = "transform.never-again-by-own-ability"
GUARD = "transform.once-per-ability"
NOTHING_TURNS = ("transform.turn-over", "convert.turn-over")
p = Permanent("p")
IMPOSSIBLE = Property(
    id="made.forbidden-turns-over",
    statement="What turns over although it cannot is not double-faced.",
    cites=(),
    claims=(
        Claim((p,), implies(atom("turned over", p), atom("double-faced", p))),
        Claim(
            (p,),
            implies(both(atom("turned over", p), atom("cannot transform", p)), never(atom("double-faced", p))),
        ),
    ),
)


def checked(*ids: str, without: tuple[str, ...] = (), needed: tuple[str, ...] = ()) -> list[api.Result]:
    results = api.check(ids, without=without, slices=SMALL)
    games = refuted_without(ids, clauses=needed) if needed else None
    switches = api.switches_for(api.DEFAULT_EDITION, without, {})
    witness(results, edition=api.DEFAULT_EDITION, switches=switches, refuted_without=games)
    return results


def confirmed(result: api.Result) -> Witness:
    """The witness: replayed by the plain interpreter, read on its timeline, and looked at without each clause."""
    found = result.witness
    assert (result.verdict, result.reason) == ("PROVED", "")
    assert isinstance(found, Witness)
    (property,) = api.select_properties([result.property])
    assert {claim for shown in found.runs for claim in shown.shows} == set(range(1, max(1, len(property.claims)) + 1))
    for shown in found.runs:
        run = shown.run
        interpreter = interpreter_for(tuple(run.slices.items())).under(run.switches)
        for i, choice in enumerate(run.choices):
            state, _ = interpreter.step(run.states[i], choice)
            names = interpreter.system.next
            assert {name: state[name] for name in names} == {name: run.states[i + 1][name] for name in names}
        graph = api.told(run)
        assert [p.id for p in api.properties() if violations(p, graph, ATOMS)] == []
        for clause in api.rules():
            without = interpreter.under({**run.switches, clause.id: clause.off()})
            assert (clause.id in shown.sensitive_to) == differs(run, interpreter, without)
    return found


@cache
def interpreter_for(slices: tuple[tuple[str, int], ...]) -> Interpreter:
    return Interpreter(api.prover({}).system(dict(slices)), {})


def differs(run: api.Counterexample, on: Interpreter, without: Interpreter) -> bool:
    """Something else is seen, or may be chosen; up to where the slice is too small."""
    state = run.states[0]
    for choice, seen in zip([*run.choices, None], run.states, strict=True):
        if state["game.edge.0"]:
            return False
        if observable(state, run.slices) != observable(seen, run.slices):
            return True
        if list(without.menu(state)) != list(on.menu(seen)):
            return True
        if choice is not None:
            state, _ = without.step(state, choice)
    return False


def test_the_premise_happens_in_the_last_step_of_a_smallest_game() -> None:
    (result,) = checked("transform.cannot-means-both")
    (shown,) = confirmed(result).runs
    assert shown.shows == {1: len(shown.run.choices) - 1}
    assert (shown.run.resolutions, shown.run.objects) == (1, 1)
    assert "transform.turn-over" in shown.sensitive_to


def test_each_claim_is_shown() -> None:
    """Turning over with what is on it kept, and an ability of what turned over that still finds it."""
    (result,) = checked("transform.same-object")
    assert {claim for shown in confirmed(result).runs for claim in shown.shows} == {1, 2}


def test_a_needed_clause_is_seen_at_work_in_a_game_of_its_own() -> None:
    """The game that breaks the property without the guard, played with it, comes after the one of the premise."""
    (result,) = checked(OWN, needed=(GUARD,))
    assert GUARD in confirmed(result).sensitive_to
    (alone,) = checked(OWN)
    assert GUARD not in confirmed(alone).sensitive_to
    assert [shown.shows for shown in result.witness.runs][:1] == [shown.shows for shown in alone.witness.runs]


def test_an_obligation_of_the_kernel_is_witnessed_by_a_step() -> None:
    (result,) = checked("kernel.in-range")
    (shown,) = confirmed(result).runs
    assert len(shown.run.choices) == 1


def test_one_impossible_premise_makes_the_whole_vacuous(monkeypatch) -> None:
    monkeypatch.setattr(api, "all_properties", lambda: (IMPOSSIBLE,))
    (result,) = checked(IMPOSSIBLE.id)
    assert (result.verdict, result.witness) == ("VACUOUS", None)
    assert result.reason == "what claim 2 supposes cannot happen"


@pytest.mark.parametrize("id", ["transform.cannot-means-both", "transform.only-two-faced"])
def test_a_rulebook_in_which_nothing_turns_over_is_noticed(id: str) -> None:
    """The property is still proved there, but it says nothing any more."""
    (result,) = checked(id, without=NOTHING_TURNS)
    assert (result.verdict, result.witness) == ("VACUOUS", None)


def test_what_is_not_proved_gets_no_witness() -> None:
    (result,) = checked(OWN, without=(GUARD,))
    assert (result.verdict, result.witness) == ("REFUTED", None)


def test_a_search_that_gives_up_says_so(monkeypatch) -> None:
    def gives_up(_, never: Property, slices: dict[str, int]) -> Decision:
        return Decision(never, Verdict.UNKNOWN, "by hand", slices, 0.0, reason="too hard")

    monkeypatch.setattr(witnessing, "happens", gives_up)
    (result,) = checked("kernel.in-range")
    assert (result.verdict, result.witness) == ("PROVED", None)
    assert result.reason == "no game found in which what claim 1 supposes happens: too hard"


def test_a_game_that_the_timeline_does_not_confirm_is_refused(monkeypatch) -> None:
    """As happens if the two readings of the language part ways."""
    monkeypatch.setattr(witnessing, "violations", lambda *_: [])
    with pytest.raises(InternalError, match="does not confirm the witness"):
        checked("kernel.in-range")


@pytest.mark.nightly
@pytest.mark.parametrize("edition", api.EDITIONS)
def test_every_shipped_property_has_a_witness(edition: str) -> None:
    results = api.check(edition=edition)
    witness(results, edition=edition, switches=api.switches_for(edition, (), {}))
    assert [result.property for result in results] == [p.id for p in api.properties()]
    for result in results:
        confirmed(result)


@pytest.mark.nightly
def test_every_needed_clause_is_seen_at_work() -> None:
    """For each property of the game. Of what keeps positions well-formed, not all is for players to see."""
    ids = [p.id for p in api.properties() if not p.kernel]
    games = refuted_without(ids)
    results = api.check(ids)
    switches = api.switches_for(api.DEFAULT_EDITION, (), {})
    witness(results, edition=api.DEFAULT_EDITION, switches=switches, refuted_without=games)
    for result in results:
        assert games[result.property], result.property
        assert set(games[result.property]) <= set(confirmed(result).sensitive_to), result.property
