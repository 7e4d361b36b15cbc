"""`verifier check`: verdicts, their JSON, and the exit code for each."""

import json

import pytest
from click.testing import CliRunner, Result

from verifier import api
from verifier.cli import verifier
from verifier.errors import InternalError, SolverUnknown

FLAGSHIP = "transform.never-again-by-own-ability"
SMALL = ["--slice", "permanents=1,stack=2,delayed=1,abilities=2,instructions=1,cards=1,tags=1,counters=1"]
FIELDS = {
    "property", "verdict", "expected", "method", "rules", "enough", "enough_unsure", "cites", "slice", "any_number",
    "bound", "seconds", "witness", "counterexample", "certificate", "reason",
}  # fmt: skip


def run(*arguments: str) -> Result:
    return CliRunner().invoke(verifier, ["check", *arguments])


def answer(verdict: str, expected: str = "PROVED") -> api.Result:
    return api.Result(
        FLAGSHIP,
        verdict,
        expected,
        "by hand",
        None,
        None,
        ["transform.once-per-ability"],
        {"stack": 2},
        False,
        None,
        0.5,
    )


@pytest.mark.parametrize(
    ("verdict", "expected", "code"),
    [
        ("PROVED", "PROVED", 0),
        ("HOLDS_TO", "HOLDS_TO", 0),
        ("REFUTED", "REFUTED", 0),
        ("PROVED", "HOLDS_TO", 0),
        ("HOLDS_TO", "PROVED", 3),
        ("UNKNOWN", "PROVED", 3),
        ("VACUOUS", "PROVED", 3),
        ("UNKNOWN", "UNKNOWN", 3),
        ("VACUOUS", "VACUOUS", 3),
        ("REFUTED", "PROVED", 1),
        ("REFUTED", "HOLDS_TO", 1),
        ("PROVED", "REFUTED", 1),
    ],
)
def test_exit_code_of_a_verdict(monkeypatch, verdict: str, expected: str, code: int) -> None:
    monkeypatch.setattr(api, "check", lambda *_, **__: [answer("PROVED"), answer(verdict, expected)])
    result = run()
    assert result.exit_code == code
    assert verdict in result.stdout


def test_refuted_outweighs_unknown(monkeypatch) -> None:
    monkeypatch.setattr(api, "check", lambda *_, **__: [answer("UNKNOWN"), answer("REFUTED"), answer("VACUOUS")])
    assert run().exit_code == 1


def test_quiet_prints_only_what_is_not_as_expected(monkeypatch) -> None:
    monkeypatch.setattr(api, "check", lambda *_, **__: [answer("PROVED")])
    assert run("-q").stdout == ""
    monkeypatch.setattr(api, "check", lambda *_, **__: [answer("PROVED"), answer("UNKNOWN")])
    assert len(run("-q").stdout.splitlines()) == 1


@pytest.mark.parametrize(("error", "code"), [(InternalError("no replay"), 4), (SolverUnknown("gave up"), 3)])
def test_errors_of_the_family_are_one_line(monkeypatch, error: Exception, code: int) -> None:
    def fails(*_, **__):
        raise error

    monkeypatch.setattr(api, "check", fails)
    result = run()
    assert (result.exit_code, result.stderr) == (code, f"error: {error}\n")


def test_a_fault_is_one_line_with_its_traceback_on_request(monkeypatch) -> None:
    def fails(*_, **__):
        raise ZeroDivisionError("two\nlines")

    monkeypatch.setattr(api, "check", fails)
    result = run()
    assert result.exit_code == 4
    assert result.stderr == "error: internal error, please report it: ZeroDivisionError: two lines\n"
    assert "Traceback" in run("-v").stderr


def test_proved_for_real() -> None:
    result = run(FLAGSHIP, *SMALL, "--format", "json")
    assert result.exit_code == 0, result.stderr
    document = json.loads(result.stdout)
    assert (document["schema"], document["edition"]) == (1, api.DEFAULT_EDITION)
    (found,) = document["results"]
    assert set(found) == FIELDS
    assert found["verdict"] == found["expected"] == "PROVED"
    assert found["slice"]["stack"] == 2
    assert found["counterexample"] is None


def test_a_witness_is_written_as_counterexamples_are_with_what_it_shows() -> None:
    result = run("transform.only-two-faced", *SMALL, "--witness", "--format", "json")
    assert result.exit_code == 0, result.stderr
    (found,) = json.loads(result.stdout)["results"]
    witness = found["witness"]
    assert set(witness) == {"runs", "sensitive_to"}
    (game,) = witness["runs"]
    assert set(game) == {
        "edition", "switches", "slice", "resolutions", "objects", "start", "choices", "shows", "sensitive_to",
    }  # fmt: skip
    assert game["shows"] == [{"claim": 1, "step": len(game["choices"]) - 1}]
    assert game["sensitive_to"] == witness["sensitive_to"]
    assert "transform.turn-over" in witness["sensitive_to"]


def test_a_witness_is_one_line_of_the_text() -> None:
    result = run("transform.only-two-faced", *SMALL, "--witness")
    (line,) = [line for line in result.stdout.splitlines() if "witness" in line]
    assert line.strip().startswith("witness: 1 game of at most 4 steps, shows at work ")
    assert "transform.turn-over" in line


def test_an_impossible_premise_fails_the_check() -> None:
    nothing_turns = ("--without", "transform.turn-over", "--without", "convert.turn-over")
    result = run("transform.only-two-faced", *SMALL, *nothing_turns, "--witness")
    assert result.exit_code == 3
    assert "VACUOUS" in result.stdout
    assert "what claim 1 supposes cannot happen" in result.stdout


def test_refuted_for_real() -> None:
    result = run(FLAGSHIP, *SMALL, "--without", "transform.once-per-ability", "--format", "json")
    assert result.exit_code == 1, result.stderr
    (found,) = json.loads(result.stdout)["results"]
    assert found["verdict"] == "REFUTED"
    game = found["counterexample"]
    assert game["switches"]["transform.once-per-ability"] == 0
    assert game["choices"]
    assert game["objects"] == 1


def test_globs_choose() -> None:
    result = run("kernel.start*", *SMALL, "--edition", "2023")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.splitlines()[0].split() == ["PROVED", "kernel.start-exists"]
    assert "1 of 1 verdicts as expected; edition 2023" in result.stdout


def test_the_footer_tells_each_slice_with_the_verdicts_that_hold_in_it(monkeypatch) -> None:
    small = answer("REFUTED")
    small.slice = {"stack": 1}
    monkeypatch.setattr(api, "check", lambda *_, **__: [answer("PROVED"), small, answer("PROVED")])
    assert run().stdout.splitlines()[-3:] == [
        f"2 of 3 verdicts as expected; edition {api.DEFAULT_EDITION}",
        "PROVED for games of any length, with at most stack=2",
        "REFUTED by a game with at most stack=1",
    ]


def test_what_is_needed_and_what_is_enough_are_told_of_proofs_that_are_asked_for_it() -> None:
    rule = "stack.last-in-first-out"
    text = run(rule, *SMALL, "--enough")
    assert (text.exit_code, text.stdout.splitlines()[1]) == (0, f"    enough: {rule}")
    (found,) = json.loads(run(rule, *SMALL, "--enough", "--format", "json").stdout)["results"]
    assert (found["enough"], found["enough_unsure"], found["rules"]) == ([rule], [], None)
    (found,) = json.loads(run(rule, *SMALL, "--format", "json").stdout)["results"]
    assert (found["enough"], found["enough_unsure"]) == (None, None)


def test_rules_that_the_solver_was_not_sure_of_are_marked(monkeypatch) -> None:
    known = answer("PROVED")
    known.enough, known.enough_unsure = ["a.rule", "b.rule"], ["b.rule"]
    monkeypatch.setattr(api, "check", lambda *_, **__: [known])
    assert "    enough: a.rule, b.rule (perhaps without b.rule)" in run().stdout.splitlines()
