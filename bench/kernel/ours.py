"""The kernel's question to the shipped bounded search: `python -m bench.kernel.ours 16 16 40 1` (guard on)."""

from __future__ import annotations

import sys
import time
from types import SimpleNamespace
from typing import Any

from bench.kernel.rulebook import GUARD, Act, Step, rulebook
from verifier.encode.monitors import Monitored
from verifier.encode.system import assemble
from verifier.encode.terms import conj, disj
from verifier.prove.search import Measures, Run, Search, find

BROKEN = "kernel.never-twice"


def switches(guard: bool) -> dict[str, int]:
    """Every clause on, the guard as asked."""
    return rulebook().switches("bench") | {GUARD: int(guard)}


def monitored(permanents: int, stack: int, guard: bool | None = None) -> Monitored:
    """The kernel with its question; with `guard`, the clauses' switches are constants."""
    fixed = None if guard is None else switches(guard)
    system = assemble(rulebook(), {"permanents": permanents, "stack": stack}, fixed)
    step: Step = system.moment
    vocabulary: Any = SimpleNamespace(carriers=[])
    return Monitored(system, vocabulary, broken={BROKEN: step.breaks})


def ask(permanents: int, stack: int, steps: int, guard: bool) -> Run | None:
    """A smallest run of at most so many steps in which one ability turns its source over twice, or None."""
    one = monitored(permanents, stack, guard)
    step: Step = one.system.moment
    begins = conj(step.chooses(Act.PASS), disj(*step.top))
    search = Search(one, Measures(begins, []), switches(guard), one.broken[BROKEN])
    return find(search, steps, time.monotonic() + 600, lambda _: None)


if __name__ == "__main__":
    permanents, stack, steps, guard = map(int, sys.argv[1:])
    print("none" if ask(permanents, stack, steps, bool(guard)) is None else "found")
