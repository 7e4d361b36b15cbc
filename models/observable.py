"""What any player sees of a position: all that a board can expect, and nothing of the rules' own bookkeeping.

The past that a rule remembers (the marks of what turned over, of what was lost) is not among it. Two games with the
same start differ in public only if at some step this differs.
"""

from __future__ import annotations

from collections.abc import Mapping

from .vocabulary import PUBLIC_ZONES, EntryKind, Target, Zone

__all__ = ["observable"]

ON_BATTLEFIELD = ("controller", "back", "face_down", "tapped", "damage")
ON_STACK = ("live", "kind", "ability", "bare", "controller", "source")
OF_GAME = ("active", "priority", "step")


def observable(state: Mapping[str, int], slices: Mapping[str, int]) -> dict[str, int]:
    """By the variable's name, what is seen: zones, what shows on the battlefield, life, the stack, turn and priority.

    A thing that is not there has no entry, nor has a field that means nothing where the thing is.
    """
    names = []
    for p in range(slices["permanents"]):
        names.append(f"object.zone.{p}")
        if state[f"object.zone.{p}"] == Zone.BATTLEFIELD:
            names += [f"object.{field}.{p}" for field in ON_BATTLEFIELD]
            names += [f"object.counters.{p}.{kind}" for kind in range(slices["counters"])]
            names.append(f"object.copy.{p}")
            if state[f"object.copy.{p}"]:
                names += [f"object.{field}.{p}" for field in ("copy_card", "copy_back")]
        elif state[f"object.zone.{p}"] in (*PUBLIC_ZONES, Zone.STACK):
            names.append(f"object.back.{p}")
    for i in range(slices["stack"]):
        if state[f"entry.live.{i}"]:
            names += [f"entry.{field}.{i}" for field in ON_STACK]
            names += [f"entry.target.{i}"] if _shows_target(state, i) else []
    names += [name for name in state if name.startswith("player.life.")]
    names += [f"game.{field}.0" for field in OF_GAME]
    return {name: state[name] for name in names}


def _shows_target(state: Mapping[str, int], place: int) -> bool:
    """Whether an object on the stack has a target that was announced, and does not resolve yet."""
    if state[f"entry.resolving.{place}"] or state[f"entry.kind.{place}"] == EntryKind.DELAYED:
        return False
    chooses = state[f"ability.target.{state[f'entry.ability.{place}']}"] != Target.NONE
    return chooses and not state[f"entry.bare.{place}"]
