"""What any player sees happen between two states, in words."""

from __future__ import annotations

from collections.abc import Mapping

from .game import Now, ObjectNow

__all__ = ["changes"]


def changes(before: Now, after: Now) -> list[str]:
    """What any player sees happen between two states."""
    told = []
    for id, old in before.objects.items():
        new = after.objects[id]
        if new.zone != old.zone:
            told.append(f"{id} goes from {old.zone} to {new.zone}")
            if new.zone == "battlefield":
                told.append(f"{id} shows {new.shows} under {new.controller}")
            continue
        if new.face != old.face:
            told.append(f"{id} turns over, {new.face} up")
        if new.shows != old.shows:
            told.append(f"{id} shows {new.shows}")
        told += _details(id, old, new)
    told += [
        f"life of {seat} goes from {old} to {after.life[seat]}"
        for seat, old in before.life.items()
        if after.life[seat] != old
    ]
    told += [
        f"the library of {seat} goes from {len(old)} to {len(after.libraries[seat])} cards"
        for seat, old in before.libraries.items()
        if len(after.libraries[seat]) != len(old)
    ]
    told += [f"on the stack: {one}" for one in after.stack[len(before.stack) :]]
    if len(after.stack) < len(before.stack):
        gone = _missing(before.stack, after.stack)
        told += [f"off the stack: {one}" for one in gone]
    if (after.step, after.active) != (before.step, before.active):
        told.append(f"the {after.step} of {after.active} begins")
    return told


def _details(id: str, old: ObjectNow, new: ObjectNow) -> list[str]:
    told = []
    if new.tapped != old.tapped:
        told.append(f"{id} is {'tapped' if new.tapped else 'untapped'}")
    if new.damage != old.damage:
        told.append(f"damage on {id} goes from {old.damage} to {new.damage}")
    if new.controller != old.controller:
        told.append(f"{new.controller} controls {id}")
    kinds: Mapping[str, None] = dict.fromkeys([*old.counters, *new.counters])
    told += [
        f"{kind} counters on {id} go from {old.counters.get(kind, 0)} to {new.counters.get(kind, 0)}"
        for kind in kinds
        if old.counters.get(kind, 0) != new.counters.get(kind, 0)
    ]
    return told


def _missing(before: tuple[str, ...], after: tuple[str, ...]) -> list[str]:
    left = list(after)
    gone = []
    for one in before:
        if one in left:
            left.remove(one)
        else:
            gone.append(one)
    return gone
