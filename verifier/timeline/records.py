"""What a timeline graph keeps of each step: who and what is there, by real identity, and what they refer to.

A rulebook fills in `before`, `after` and `instruction` with facts of its own; nothing here reads those.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class AbilityRecord:
    """An ability or spell as it is before a step, from its creation until it leaves the stack.

    `references`: what its "source" and "target" denote, by (role, reading): the id of an object or ability, or None.
    `known`: public facts of its past, of what exists as the position is given.
    """

    id: str
    on_stack: bool
    is_delayed: bool
    is_spell: bool
    references: Mapping[tuple[str, str], str | None]
    known: frozenset[str] = frozenset()
    row: int = 0
    controller: int = 0


@dataclass(slots=True)
class StepRecord:
    """One step: facts by object id before it, and of the same card or token after it.

    `ends_here`: the step leads to where the slice can tell no more; it never counts. `acting` is the ability whose
    instruction the step is, `instruction` the rulebook's facts of that instruction, `positions` its reading of the two
    states. `stack` lists what is on the stack by place, `delayed` the delayed abilities; `triggered` has
    row and slot of what triggers in the step, `taken` the waiting ability that the step puts on the stack or removes
    for want of a target. `offered` tells which choices were open, where the run was recorded with its menu.
    """

    index: int
    ends_here: bool
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    abilities: Mapping[str, AbilityRecord] = field(default_factory=dict)
    acting: str | None = None
    instruction: Any = None
    positions: tuple[Any, Any] = (None, None)
    stack: tuple[str | None, ...] = ()
    delayed: tuple[str | None, ...] = ()
    triggered: tuple[tuple[int, int], ...] = ()
    taken: str | None = None
    offered: Callable[[Mapping[str, int]], bool] | None = None
