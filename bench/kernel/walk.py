"""The user without a solver: hypothesis drives our interpreter through the kernel until an ability turns twice.

`python -m bench.kernel.walk 16 16 40 0 SEED RUNS`: random runs of at most 40 steps, at most so many of them.
"""

from __future__ import annotations

import sys
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from bench.kernel.ours import BROKEN, monitored, switches
from bench.kernel.rulebook import Act
from verifier.encode.interpreter import Interpreter, State


class Found(Exception):
    """A run in which one ability turned its source over twice."""


def walk(permanents: int, stack: int, steps: int, guard: bool, chance: int, runs: int) -> tuple[int, bool]:
    """How many runs hypothesis made, and whether the last one found it."""
    one = monitored(permanents, stack)
    interpreter = Interpreter(one.system, switches(guard), one)
    blank = {v.name: 0 for v in one.system.layout.variables.values()}
    fields = ("two_faced", "spell_back", "back")
    digits = {name: (1 << term.size()) - 1 for name, term in one.system.kernel.choice.items()}
    choices = st.fixed_dictionaries({name: st.integers(0, most) for name, most in digits.items()})
    made = 0

    @seed(chance)
    @settings(
        max_examples=runs,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def one_run(data: Any) -> None:
        nonlocal made
        made += 1
        names = [f"permanent.{field}.{p}" for field in fields for p in range(permanents)]
        state: State = blank | {name: int(data.draw(st.booleans())) for name in names}
        for _ in range(steps):
            state, broken = interpreter.step(state, _legal(interpreter, state, data.draw(choices)))
            if BROKEN in broken:
                raise Found

    try:
        one_run()
    except Found:
        return made, True
    return made, False


def _legal(interpreter: Interpreter, state: State, drawn: dict[str, int]) -> dict[str, int]:
    """The choice that was drawn with the digits cleared that it does not use; the default where it is not legal."""
    unused = {Act.PASS: ("at", "kind", "twice"), Act.BLINK: ("kind", "twice")}
    choice = drawn | dict.fromkeys(unused.get(drawn["act"], ()), 0)  # type: ignore[call-overload]
    return choice if interpreter.legal(state, choice) else dict.fromkeys(choice, 0)


if __name__ == "__main__":
    permanents, stack, steps, guard, chance, runs = map(int, sys.argv[1:])
    made, found = walk(permanents, stack, steps, bool(guard), chance, runs)
    print(f"{'found' if found else 'none'} {made}")
