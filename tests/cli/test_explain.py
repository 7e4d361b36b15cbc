"""`verifier explain`: counterexamples told and drawn, proofs put into words."""

import json
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from verifier import api, explaining
from verifier.cli import verifier
from verifier.errors import InternalError

FLAGSHIP = "transform.never-again-by-own-ability"
SMALL = "permanents=1,stack=2,delayed=1,abilities=1,instructions=1,cards=1,tags=1,counters=1"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(verifier, ["explain", *arguments, "--slice", SMALL])


def test_a_counterexample_in_words() -> None:
    result = run(FLAGSHIP, "--without", "transform.once-per-ability")
    assert result.exit_code == 0, result.stderr
    assert "701.27f (transform.once-per-ability)" in result.stdout
    assert f">> This breaks the claim {FLAGSHIP}." in result.stdout
    assert result.stdout.count("transforms:") == 2


def test_a_proof_names_the_rule_that_is_left_out() -> None:
    result = run("transform.only-two-faced", "--without", "transform.once-per-ability")
    assert result.exit_code == 0, result.stderr
    assert "PROVED" in result.stdout
    assert "Missing or changed here: rule 701.27f (transform.once-per-ability): " in result.stdout
    assert "here instead" not in result.stdout


def test_a_variant_is_told_by_what_it_imitates() -> None:
    result = run("transform.only-two-faced", "--variant", "transform.once-per-ability=whoever-causes-it")
    assert "; here instead: as in a guard that looks at the permanent and not at whose ability it is" in result.stdout


def test_a_counterexample_as_json() -> None:
    result = run(FLAGSHIP, "--without", "transform.once-per-ability", "--format", "json")
    document = json.loads(result.stdout)
    assert document["schema"] == 1
    assert document["property"] == FLAGSHIP
    assert [one["id"] for one in document["missing"]] == ["transform.once-per-ability"]
    last = max(node["step"] for node in document["nodes"])
    assert document["breaks"] == last
    assert any(node["kind"] == "transforms" and node["step"] == last for node in document["nodes"])


def test_a_counterexample_as_a_picture() -> None:
    result = run(FLAGSHIP, "--without", "transform.once-per-ability", "--format", "svg")
    assert ElementTree.fromstring(result.stdout).tag == "{http://www.w3.org/2000/svg}svg"


def test_a_proof_in_words() -> None:
    result = run(FLAGSHIP)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{FLAGSHIP}: PROVED\n")
    assert "transform.once-per-ability (701.27f)" in result.stdout
    assert "transform.once-per-ability (701.28f)" in run(FLAGSHIP, "--edition", "2023").stdout


def test_a_proof_is_summed_up_unless_all_is_asked_for() -> None:
    short, full = run(FLAGSHIP).stdout, run(FLAGSHIP, "-v").stdout
    assert "for every entry: the claim's memory implies turned" in short
    assert len(short.splitlines()) < 30 < len(full.splitlines())
    assert f"for every entry: {FLAGSHIP}#0" in full


def test_a_proof_as_json() -> None:
    document = json.loads(run(FLAGSHIP, "--format", "json").stdout)
    assert (document["schema"], document["verdict"]) == (1, "PROVED")
    assert document["invariant"]


@pytest.mark.parametrize(("form", "begins"), [("mermaid", "---\ntitle:"), ("dot", "digraph ")])
def test_a_counterexample_as_a_graph(form: str, begins: str) -> None:
    result = run(FLAGSHIP, "--without", "transform.once-per-ability", "--format", form)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.startswith(begins)
    assert "put on the stack" in result.stdout


def test_every_format_is_offered() -> None:
    shown = CliRunner().invoke(verifier, ["explain", "--help"]).stdout
    assert f"[{'|'.join(explaining.FORMATS)}]" in shown


@pytest.mark.parametrize("form", explaining.DRAWINGS)
def test_no_picture_of_a_proof(form: str) -> None:
    result = run(FLAGSHIP, "--format", form)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no game to draw" in result.stderr


def test_a_counterexample_that_the_timeline_does_not_confirm_is_refused(monkeypatch) -> None:
    monkeypatch.setattr(api, "violations", lambda *_: [])
    with pytest.raises(InternalError, match="does not confirm"):
        explaining.explain(
            FLAGSHIP,
            without=["transform.once-per-ability"],
            slices={key: int(value) for key, value in (pair.split("=") for pair in SMALL.split(","))},
        )
