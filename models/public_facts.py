"""The public vocabulary once more, in plain Python over the records of a timeline: one function per atom.

Each takes the record of a step and the ids of its subjects. An id that is no object (a target on the stack, say) has
none of the properties of objects.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from verifier.timeline.records import StepRecord

from .facts import InstructionFacts, ObjectFacts
from .public_facts_of_milling import MILLING_ATOMS
from .public_facts_of_stack import STACK_ATOMS
from .public_facts_of_watching import WATCHING_ATOMS
from .vocabulary import Op, Representation, What, Zone

TURNS = (Op.TRANSFORM, Op.CONVERT)
TRANSFORMING = (Representation.NONMODAL, Representation.TOKEN_DOUBLE)


def _turned(before: ObjectFacts, after: ObjectFacts) -> bool:
    stays = before.zone is Zone.BATTLEFIELD and after.zone is Zone.BATTLEFIELD
    return stays and before.back != after.back


def _front_or_in_play(before: ObjectFacts, after: ObjectFacts) -> bool:
    return after.zone in (Zone.BATTLEFIELD, Zone.STACK) or not after.back


def _unchanged(before: ObjectFacts, after: ObjectFacts) -> bool:
    return all(
        getattr(before, field) == getattr(after, field)
        for field in ("zone", "tapped", "damage", "controller", "copy", "counters")
    )


_OF_OBJECTS: dict[str, Callable[[ObjectFacts, ObjectFacts], bool]] = {
    "turned over": _turned,
    "changed zones": lambda before, after: before.zone != after.zone,
    "on the battlefield": lambda before, after: before.zone is Zone.BATTLEFIELD,
    "front up or in play": _front_or_in_play,
    "double-faced": lambda before, after: before.representation in (*TRANSFORMING, Representation.MODAL),
    "transforming": lambda before, after: before.representation in TRANSFORMING,
    "modal": lambda before, after: before.representation is Representation.MODAL,
    "would become a spell face": lambda before, after: before.other_face_is_spell,
    "cannot transform": lambda before, after: before.cannot_transform,
    "keeps what is on it": _unchanged,
    "tapped after": lambda before, after: after.tapped,
    "is tapped": lambda before, after: before.tapped,
    "shows its back": lambda before, after: before.back,
}

_OF_INSTRUCTIONS: dict[str, Callable[[InstructionFacts], bool]] = {
    "acts": lambda one: True,
    "says transform or convert": lambda one: one.op in TURNS,
    "says tap": lambda one: one.op is Op.TAP,
    "says unconditionally": lambda one: one.unconditional,
    "says if you do": lambda one: one.if_done,
    "reaches its last instruction": lambda one: one.last,
    "says this": lambda one: one.what is What.THIS,
    "says target": lambda one: one.what is What.TARGET and one.aims_at_object,
}


def _object_atom(fact: Callable[[ObjectFacts, ObjectFacts], bool]) -> Callable[..., bool]:
    def holds(record: StepRecord, object: str) -> bool:
        return object in record.before and fact(record.before[object], record.after[object])

    return holds


def _ability_atom(fact: Callable[[InstructionFacts], bool]) -> Callable[..., bool]:
    def holds(record: StepRecord, ability: str) -> bool:
        return record.acting == ability and fact(record.instruction)

    return holds


def _told(record: StepRecord, object: str) -> bool:
    one: InstructionFacts | None = record.instruction
    if one is None or one.op not in TURNS or object not in record.before:
        return False
    facts: ObjectFacts = record.before[object]
    if one.what in (What.ALL, What.OTHERS):
        return one.filter in facts.kinds
    slots = {What.THIS: one.source_slot, What.TARGET: one.target_slot}
    return slots.get(one.what) == facts.slot


def _says_all(record: StepRecord, ability: str, object: str) -> bool:
    one: InstructionFacts | None = record.instruction
    if one is None or record.acting != ability or object not in record.before:
        return False
    by_words = one.filter <= record.positions[0].slices["tags"]
    return one.what is What.ALL and by_words and one.filter in record.before[object].kinds


def _says_all_transformed(record: StepRecord, ability: str, object: str) -> bool:
    one: InstructionFacts | None = record.instruction
    if one is None or record.acting != ability or object not in record.before:
        return False
    return one.what is What.ALL and one.filter == record.positions[0].slices["tags"] + 1


ATOMS: Mapping[str, Callable[..., bool]] = {
    **{name: _object_atom(fact) for name, fact in _OF_OBJECTS.items()},
    **{name: _ability_atom(fact) for name, fact in _OF_INSTRUCTIONS.items()},
    "is a spell": lambda record, ability: record.abilities[ability].is_spell,
    "is delayed": lambda record, ability: record.abilities[ability].is_delayed,
    "told to turn over": _told,
    "says all of": _says_all,
    "says all transformed": _says_all_transformed,
    **STACK_ATOMS,
    **WATCHING_ATOMS,
    **MILLING_ATOMS,
}
