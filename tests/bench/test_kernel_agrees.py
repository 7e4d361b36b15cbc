"""The kernel of the benchmark is one kernel: our search and the peers give the same verdicts."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from bench.kernel.ours import BROKEN, ask, monitored, switches  # noqa: E402
from bench.kernel.tools import CLINGO, ESBMC, OURS, TOOLS, Question, Tool, answer  # noqa: E402
from verifier.encode.interpreter import Interpreter  # noqa: E402

QUESTIONS = {
    Question(permanents, stack, steps, guard): "found" if steps >= 3 and not guard else "none"
    for permanents, stack in ((1, 1), (2, 2), (3, 2))
    for steps in (1, 2, 3, 5)
    for guard in (False, True)
}


def name(value: object) -> str:
    if isinstance(value, Question):
        return f"{value.permanents}-{value.stack}-{value.steps}-{'guarded' if value.guard else 'unguarded'}"
    return value.name if isinstance(value, Tool) else str(value)


@pytest.mark.parametrize("tool", [OURS, CLINGO, ESBMC], ids=name)
@pytest.mark.parametrize("question", QUESTIONS, ids=name)
def test_each_gives_the_known_verdict(tool: Tool, question: Question) -> None:
    """Put an ability with two instructions on the stack, and carry out both: three steps, and none without them."""
    if not tool.installed():
        pytest.skip(f"{tool.name} is not installed")
    said, _ = answer(tool, question, seconds=120)
    assert said == QUESTIONS[question]


def test_the_run_that_is_found_replays() -> None:
    run = ask(3, 2, 5, guard=False)
    assert run is not None and len(run.choices) == 3
    one = monitored(3, 2)
    player, state = Interpreter(one.system, switches(False), one), run.states[0]
    for step, choice in enumerate(run.choices):
        state, broken = player.step(state, choice)
        assert broken == ([BROKEN] if step == 2 else [])
    guarded = Interpreter(one.system, switches(True), one)
    state = run.states[0]
    for choice in run.choices:
        state, broken = guarded.step(state, choice)
        assert not broken


def test_a_random_walk_finds_it_too() -> None:
    command = [sys.executable, "-m", "bench.kernel.walk", "2", "2", "40", "0", "1", "500"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)
    assert done.stdout.startswith("found"), done.stderr


def test_what_is_not_installed_says_so() -> None:
    for tool in TOOLS:
        assert tool.versions().keys() == set(tool.packages)
