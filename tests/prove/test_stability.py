"""Are the lists of needed and of enough rules the same whatever the solver's seed, and with another release of it?

Compared are both lists of every property, at the small slice, each found in a process of its own; a rule that a solver
was not sure of fails too.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from verifier import api

LISTS = Path(__file__).with_name("lists.py")
OTHER_RELEASE = "5.3.3.0"
FEW = ("transform.only-two-faced", "stack.last-in-first-out")


def lists(seed: int, *properties: str, before: Path | None = None) -> dict[str, Any]:
    """What another process finds; `before` is a folder in which it looks for modules first."""
    folders = [str(before)] if before else []
    path = os.pathsep.join([*folders, *filter(None, [os.environ.get("PYTHONPATH")])])
    command = [sys.executable, str(LISTS), str(seed), *properties]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": path})
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def usual() -> dict[str, Any]:
    found = lists(0)
    assert set(found["needed"]) == set(found["enough"]) == {p.id for p in api.properties()}
    assert found["unsure"] == {}
    return found


def test_another_seed_finds_the_same_of_a_few() -> None:
    found = lists(1, *FEW)
    assert set(found["enough"]) == set(FEW)
    assert found == lists(2, *FEW)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(1, 11))
def test_every_seed_finds_the_same(usual: dict[str, Any], seed: int) -> None:
    assert lists(seed) == usual


@pytest.mark.nightly
def test_another_release_of_the_solver_finds_the_same(usual: dict[str, Any], tmp_path: Path) -> None:
    install = ["install", "--quiet", "--no-deps", "--target", str(tmp_path), f"z3-solver=={OTHER_RELEASE}"]
    subprocess.run([sys.executable, "-m", "pip", *install], check=True)
    found = lists(0, before=tmp_path)
    assert found["solver"] != usual["solver"]
    assert found == {**usual, "solver": found["solver"]}
