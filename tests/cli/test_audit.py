"""`verifier audit` on the command line."""

import json

from click.testing import CliRunner

from verifier.cli import verifier


def test_it_counts_what_became_of_each_mutant() -> None:
    result = CliRunner().invoke(verifier, ["audit", "stack.active-player-first", "--format", "json"])
    mutation = json.loads(result.stdout)["mutation"]
    assert (mutation["mutants"], mutation["killed"], mutation["score"], mutation["survivors"]) == (1, 1, 1.0, [])
    assert mutation["fates"][0]["by"] == "stack.active-player-first"


def test_survivors_are_no_success() -> None:
    result = CliRunner().invoke(verifier, ["audit", "life.changes"], standalone_mode=False)
    assert result.return_value == 3
    assert ["survived", "life.changes:", "off"] in [line.split()[:3] for line in result.stdout.splitlines()]
