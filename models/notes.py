"""Remarks on a run that a bare list of events leaves open: why nothing happened, and what should not have.

A note speaks from real identities and public facts; only why an instruction did nothing is asked of the rulebook.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from verifier.timeline.records import StepRecord

from .describe import FROM
from .facts import InstructionFacts, ObjectFacts, Position
from .identities import ROLES, Changes, Tracked
from .ruling import VETOES, Outlook, Ruling
from .speaker import Speaker
from .vocabulary import Condition, EntryKind, Op, Representation, What, Zone

ROLE_OF = {What.THIS: "source", What.TARGET: "target"}
DONE_BY = {
    Op.TRANSFORM: "transform.turn-over",
    Op.CONVERT: "convert.turn-over",
    Op.PUT_COUNTER: "counters.put",
    Op.REMOVE_COUNTER: "counters.removed",
    Op.TAP: "actions.tap-untap",
    Op.UNTAP: "actions.tap-untap",
    Op.DESTROY: "actions.destroy",
    Op.EXILE: "actions.exile",
    Op.RETURN: "faces.returns-front-up",
    Op.RETURN_TRANSFORMED: "faces.returns-transformed",
    Op.RETURN_TO_HAND: "actions.return-to-hand",
    Op.GAIN_LIFE: "life.changes",
    Op.LOSE_LIFE: "life.changes",
    Op.COUNTER: "stack.counter",
    Op.DELAY: "delayed.created-on-resolution",
    Op.FACE_DOWN: "facedown.turn-down",
    Op.FACE_UP: "facedown.turn-up",
}
"""For an instruction word the clause without which it does nothing."""
NOTHING = "nothing changes"
LOST = "what it means is no longer there"
RETURNS = (Op.RETURN, Op.RETURN_TRANSFORMED)
MOVES_CARDS = (Op.EXILE, Op.RETURN_TO_HAND)


def role_of(one: InstructionFacts | None) -> str | None:
    """Which of an ability's references an instruction acts on, if any."""
    if one is None or one.op is Op.DELAY or (one.what is What.TARGET and not one.aims_at_object):
        return None
    return ROLE_OF.get(one.what)


class Notes:
    """Follows a run: since when each ability means nothing any more, and since when its permanent has turned over.

    A step of None is one before the run.
    """

    def __init__(self, speaker: Speaker, ruling: Ruling | None) -> None:
        self.speaker = speaker
        self.ruling = ruling
        self._lost: dict[tuple[str, str], int | None] = {}
        self._moved: dict[tuple[str, str], int] = {}
        self._turned: dict[str, int | None] = {}
        for one in speaker.ids.alive():
            self._lost |= {(one.id, role): None for role in ROLES if role in one.slot and one.same.get(role) is None}
            if one.known:
                self._turned[one.id] = None

    # Why nothing happened.

    def idle(
        self, before: Position, after: Position, record: StepRecord, choice: Mapping[str, int], idle: bool
    ) -> tuple[str, list[str]]:
        """Why the instruction of a step did nothing, and a note on each thing that it left as it was.

        An instruction that did something (`idle` is false) has notes only on what it failed to turn over.
        """
        one = before.instruction
        if one is None or (not idle and one.op not in VETOES):
            return "", []
        if self.ruling is None:
            role = role_of(one)
            lost = role is not None and record.acting is not None
            meant = record.abilities[record.acting].references[role, "meant"] if lost else ""  # type: ignore[index]
            return (LOST if meant is None else NOTHING), []
        outlook = self.ruling.outlook(before.state, choice, one.op)
        why = self._whole(before, record, one, outlook, self.ruling)
        if why or not outlook.condition_met:
            return why or NOTHING, []
        notes = []
        for p in outlook.subjects:
            text = self._stays(before, p, one, outlook, self.ruling)
            if text and before.objects[p] == after.objects[p]:
                guard = self._passes_for(record, p, one, outlook)
                notes.append(f"{self.speaker.object(p)} stays as it is: {text}{guard}")
        return NOTHING, notes

    def _whole(
        self, before: Position, record: StepRecord, one: InstructionFacts, outlook: Outlook, ruling: Ruling
    ) -> str:
        """Why the instruction as a whole does nothing; empty if that depends on what it speaks of."""
        if not outlook.condition_met:
            condition = Condition(before.of("ability", "condition", one.row, one.number))
            return "the one before was not done" if condition is Condition.DONE else "its condition does not hold"
        role = role_of(one)
        aims_at_stack = one.op in (Op.COUNTER, Op.COPY) or (one.what is What.TARGET and not one.aims_at_object)
        if role is not None and not aims_at_stack and not outlook.subjects:
            acting = record.abilities[record.acting] if record.acting else None
            if acting is None or acting.references[role, "meant"] is None:
                return LOST
            slot = one.source_slot if role == "source" else one.target_slot
            return f"it does not find {self.speaker.object(slot)}, which it still means"
        if aims_at_stack and not outlook.target_found:
            return LOST
        if one.what in (What.ALL, What.OTHERS) and not outlook.subjects:
            return "there is none"
        if not outlook.carried_out and outlook.possible:
            place = before.resolving
            assert place is not None
            return f"{self.speaker.words.player(before.of('entry', 'controller', place))} chooses not to"
        clause = DONE_BY.get(one.op)
        if clause is not None and ruling.missing(clause):
            return f"{NOTHING}, for {ruling.cite(clause)} is missing here"
        return ""

    def _stays(self, before: Position, p: int, one: InstructionFacts, outlook: Outlook, ruling: Ruling) -> str:
        """Why one of the objects that the instruction speaks of is not changed; empty where that is not known."""
        it, op = before.objects[p], one.op
        in_play = it.zone is Zone.BATTLEFIELD
        if op in RETURNS:
            return _stays_away(it, op)
        if not in_play and not (op in MOVES_CARDS and it.zone is Zone.GRAVEYARD):
            return _elsewhere(it.zone)
        if op in VETOES and outlook.stops[p]:
            return "; ".join(f"{ruling.cite(id)} stops it: {ruling.says(id)}" for id in outlook.stops[p])
        return {
            Op.TAP: "it is tapped already" if it.tapped else "",
            Op.UNTAP: "" if it.tapped else "it is untapped already",
            Op.FACE_DOWN: "it is face down already" if it.face_down else "",
            Op.FACE_UP: "" if it.face_down else "it is face up already",
            Op.REMOVE_COUNTER: "it has no such counter",
            Op.DAMAGE: "it is no creature" if it.toughness is None else "",
        }.get(op, "")

    def _passes_for(self, record: StepRecord, p: int, one: InstructionFacts, outlook: Outlook) -> str:
        """That the guard stops an object which the ability is not of, where it does."""
        if not outlook.guarded[p] or record.acting is None or one.source_slot != p:
            return ""
        if record.abilities[record.acting].references["source", "same"] == self.speaker.ids.objects[p]:
            return ""
        return "; it is not the permanent whose ability this is, but passes for it"

    # What should not have happened.

    def odd(self, before: Position, after: Position, record: StepRecord, acting: Tracked | None) -> Iterator[str]:
        """Notes on a step just taken whose instruction acted on what it does not mean, or turned its own once more."""
        one = before.instruction
        if acting is None or one is None:
            return
        own = record.abilities[acting.id].references
        role = role_of(one)
        if role is not None and own[role, "meant"] is None:
            slot = acting.slot[role]
            if slot < len(before.objects) and before.objects[slot] != after.objects[slot]:
                yield self._stray(acting, role, slot, own[role, "card"])
        source = own["source", "same"]
        if acting.kind is EntryKind.SPELL or source is None or acting.id not in self._turned:
            return
        if source in _turned(record):
            since = "created" if acting.is_delayed else "put on the stack"
            since = f"{self.speaker.short(acting)} was {since}"
            yield f"it had turned over {_when(self._turned[acting.id])} already, after {since}"

    def _stray(self, acting: Tracked, role: str, slot: int, now: str | None) -> str:
        short, when = self.speaker.short(acting), _when(self._lost.get((acting.id, role)))
        if (acting.id, role) in self._moved:
            moved = _when(self._moved[acting.id, role])
            return (
                f"that {short} moved it itself {moved} does not excuse this: "
                f"it had lost what it meant before that, {when}"
            )
        which = "its permanent" if role == "source" else "its target"
        return f"{short} lost {which} {when}; {self.speaker.object(slot, now)} is a later object, not its to find"

    def follow(self, step: int, record: StepRecord, acting: Tracked | None, changes: Changes) -> None:
        """Take note of a step: what each ability lost in it, and whose permanent turned over."""
        turned = _turned(record)
        for one in self.speaker.ids.alive():
            if one.id not in record.abilities:
                continue
            was = record.abilities[one.id].references
            for role in ROLES:
                if was[role, "meant"] is not None and one.meant.get(role) is None:
                    self._lost[one.id, role] = step
                elif acting is one and was[role, "meant"] is None and one.slot.get(role) in changes.moved:
                    self._moved.setdefault((one.id, role), step)
            if was["source", "same"] in turned:
                self._turned.setdefault(one.id, step)
        for one, original in changes.copied:
            self._lost |= {
                (one.id, role): self._lost[key] for role in ROLES if (key := (original.id, role)) in self._lost
            }
        for one, _ in changes.put:
            if not one.is_delayed:
                self._turned.pop(one.id, None)


def _turned(record: StepRecord) -> set[str]:
    """The objects that turned over in a step."""
    return {
        id
        for id, was in record.before.items()
        if was.zone is Zone.BATTLEFIELD
        and record.after[id].zone is Zone.BATTLEFIELD
        and was.back != record.after[id].back
    }


def _when(step: int | None) -> str:
    return "before the first step" if step is None else f"in step {step + 1}"


def _elsewhere(zone: Zone) -> str:
    return {Zone.GONE: "it does not exist any more", Zone.STACK: "it is on the stack"}.get(
        zone, f"it is in {FROM[zone]}"
    )


def _stays_away(it: ObjectFacts, op: Op) -> str:
    """Why a card does not come back to the battlefield."""
    if it.zone not in (Zone.GRAVEYARD, Zone.EXILE):
        return "it is on the battlefield already" if it.zone is Zone.BATTLEFIELD else _elsewhere(it.zone)
    if it.representation in (Representation.TOKEN, Representation.TOKEN_DOUBLE):
        return "a token does not come back"
    if op is Op.RETURN_TRANSFORMED:
        single = it.representation is Representation.SINGLE
        return "it has no back face" if single else "its back face is an instant or sorcery"
    return "its front face is an instant or sorcery"
