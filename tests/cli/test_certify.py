"""`verifier certify`: another process checks, and what it says becomes lines and exit codes."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from verifier import api
from verifier.cli import verifier

SMALL = "permanents=1,stack=2,delayed=1,abilities=2,instructions=1,cards=1,tags=1,counters=1"
START = "kernel.start-exists"
OWN = "transform.only-two-faced"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(verifier, list(arguments))


@pytest.fixture(scope="module")
def proofs(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("proofs") / "of" / "rules"
    result = run("check", START, OWN, "--slice", SMALL, "--certificates", str(folder), "--format", "json")
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)["results"]
    assert [one["certificate"] for one in found] == [str(folder / f"{one['property']}.json") for one in found]
    return folder


@pytest.fixture
def bad(proofs: Path, tmp_path: Path) -> Path:
    document = json.loads((proofs / f"{OWN}.json").read_text("utf-8"))
    document["invariant"] = {"reads": ["nothing is so"], "smtlib": "(assert false)"}
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(document), "utf-8")
    return path


def test_good_ones(proofs: Path) -> None:
    files = [str(proofs / f"{id}.json") for id in (START, OWN)]
    result = run("certify", *files)
    assert (result.exit_code, result.stderr) == (0, "")
    assert [line.split()[:2] for line in result.stdout.splitlines()] == [
        ["checks", START],
        ["checks", OWN],
        ["2", "of"],
    ]
    assert api.DEFAULT_EDITION in result.stdout
    assert run("certify", *files, "-q").stdout == ""


def test_a_bad_one_is_one_line_and_code_4(proofs: Path, bad: Path) -> None:
    result = run("certify", str(bad), str(proofs / f"{START}.json"))
    assert result.exit_code == 4
    assert result.stderr == (
        f"error: {bad}: does not check: initiation fails: the invariant does not hold where games start\n"
    )
    assert "1 of 2 certificates check" in result.stdout


@pytest.mark.parametrize("text", ["nonsense", '{"schema": 1}', None])
def test_no_certificate_is_code_2(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "none.json"
    if text is not None:
        path.write_text(text)
    result = run("certify", str(path))
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith(f"error: {path}: ")


def test_json(proofs: Path, bad: Path) -> None:
    result = run("certify", str(proofs / f"{START}.json"), str(bad), "--format", "json")
    assert result.exit_code == 4
    document = json.loads(result.stdout)
    assert (document["schema"], document["solver"]) == (1, "z3")
    assert [one["status"] for one in document["results"]] == ["checks", "refused"]
    assert set(document["results"][0]) == {"file", "property", "edition", "changed", "status", "reason", "seconds"}


def test_a_rule_left_out_is_told(tmp_path: Path) -> None:
    rule = "transform.once-per-ability"
    arguments = ["--slice", SMALL, "--without", rule, "--certificates", str(tmp_path)]
    assert run("check", START, *arguments).exit_code == 0
    assert f", but for {rule})" in run("certify", str(tmp_path / f"{START}.json")).stdout


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = run("check", START, "--slice", SMALL, "--certificates", str(tmp_path / "file" / "proofs"))
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1


def test_a_checker_that_dies(monkeypatch, proofs: Path) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    result = run("certify", str(proofs / f"{START}.json"))
    assert (result.exit_code, result.stderr) == (4, "error: the checker ended with code 1 and no answer\n")


@pytest.mark.skipif(not hasattr(signal, "sigwait"), reason="this system cannot keep signals back")
def test_an_interrupt_ends_both_processes(proofs: Path, tmp_path: Path) -> None:
    document = json.loads((proofs / f"{OWN}.json").read_text("utf-8"))
    document["slice"] = dict.fromkeys(document["slice"], 40)
    path = tmp_path / "large.json"
    path.write_text(json.dumps(document))
    command = [sys.executable, "-c", "from verifier.cli import main; main()", "certify", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        time.sleep(3)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        # The checker holds the pipe of standard error too: this returns when both are gone.
        _, err = process.communicate(timeout=20)
    assert (process.returncode, "Traceback" in err) == (130, False)
