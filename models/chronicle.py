"""From a concrete run to its timeline: a graph of what happened, what caused what, and the record of each step.

Read only from the public state before and after each step; who is who is followed by `identities`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import networkx

from verifier.encode.things import Layout

from .describe import FROM, MOVES, STEPS, Describer, Names
from .facts import InstructionFacts, ObjectFacts, Position
from .identities import Changes, Identities, Tracked
from .vocabulary import AbilityKind, EntryKind, Op, Representation, Step, What, Who, Zone

ARRIVES = {AbilityKind.ENTERS: Zone.BATTLEFIELD, AbilityKind.DIES: Zone.GRAVEYARD, AbilityKind.CASTS: Zone.STACK}
State = Mapping[str, int]


def chronicle(
    layout: Layout, states: Sequence[State], choices: Sequence[Mapping[str, int]], names: Names | None = None
) -> networkx.DiGraph:
    """The timeline of a run: `choices[i]` leads from `states[i]` to `states[i + 1]`.

    Nodes have `kind`, `step`, `text`, and where they fit `ability`, `object`, `player`; edges have `relation`. The
    graph keeps `steps` (a `StepRecord` each), `cast` (a line per card that takes part) and `lanes` (for each ability
    its label, first and last step, and the step that put it on the stack). Raises ValueError if the lengths differ.
    """
    if len(states) != len(choices) + 1:
        raise ValueError(f"{len(choices)} choices lead through {len(choices) + 1} states, not {len(states)}")
    positions = [Position(layout, state) for state in states]
    teller = _Teller(positions[0], names or Names())
    for step, choice in enumerate(choices):
        teller.step(step, positions[step], positions[step + 1], choice)
    return teller.finish(len(choices))


class _Teller:
    def __init__(self, start: Position, names: Names) -> None:
        self.words = Describer(start, names)
        self.ids = Identities(start)
        self.graph = networkx.DiGraph(steps=[], cast=[], lanes={})
        self._involved: set[int] = set()
        self._last: str | None = None
        self._told = 0
        self._home: dict[str, str] = {}
        self._new_step: str | None = None
        self._given: dict[str, str] = {}
        for one in self.ids.alive():
            slot, lost = one.slot["source"], one.same.get("source") is None
            if not one.on_stack:
                self._given[one.id] = self.words.given(slot, one.row, bool(one.known), lost)

    # Nodes, edges, names.

    def _node(self, kind: str, step: int, text: str, **facts: Any) -> str:
        name = f"{step}.{self._told}"
        self._told += 1
        self.graph.add_node(name, kind=kind, step=step, text=text, **facts)
        return name

    def _main(self, kind: str, step: int, text: str, **facts: Any) -> str:
        name = self._node(kind, step, text, **facts)
        if self._last is not None:
            self._edge(self._last, name, "then")
        self._last = name
        return name

    def _edge(self, one: str, other: str, relation: str) -> None:
        if not self.graph.has_edge(one, other):
            self.graph.add_edge(one, other, relation=relation)

    def _object(self, slot: int, id: str | None = None) -> str:
        self._involved.add(slot)
        id = id or self.ids.objects[slot]
        return self.words.object(slot, id.partition("(")[2].removesuffix(")"))

    def _label(self, one: Tracked) -> str:
        number = int(one.id.split()[-1]) - 1
        return chr(ord("A") + number % 26) + (str(number // 26 + 1) if number >= 26 else "")

    def _ability(self, one: Tracked) -> str:
        slot = one.slot["source"]
        self._involved.add(slot)
        if one.kind is EntryKind.SPELL:
            copy = "copy of the spell" if one.born == "copied" else "spell"
            return f"the {copy} {self.words.object(slot)} [{self._label(one)}]"
        copy = "copied " if one.born == "copied" else ""
        return f"{self.words.object(slot)}'s {copy}{self.words.noun(one.row)} [{self._label(one)}]"

    def _short(self, one: Tracked) -> str:
        """For what has been named before."""
        return f"{'spell' if one.kind is EntryKind.SPELL else 'ability'} {self._label(one)}"

    def _aim(self, one: Tracked) -> str:
        slot = one.slot.get("target")
        if slot is None or one.is_delayed:
            return ""
        if slot < len(self.ids.objects):
            return f", with {self._object(slot)} as its target"
        entry = self.ids.entries[slot - len(self.ids.objects)]
        return f", with {self._ability(entry)} as its target" if entry else ""

    def _lane(self, one: Tracked, step: int) -> None:
        self.graph.graph["lanes"][one.id] = {
            "label": self._label(one),
            "text": self._ability(one),
            "first": step,
            "put": None,
            "last": None,
        }

    def _put(self, one: Tracked, step: int, node: str) -> None:
        lanes = self.graph.graph["lanes"]
        if one.id not in lanes:
            self._lane(one, -1 if one.id in self._given else step)
        lanes[one.id]["put"] = step
        lanes[one.id]["text"] = self._ability(one)
        if one.id in self._home:
            self._edge(self._home[one.id], node, "put")
        self._home[one.id] = node

    # One step.

    def step(self, step: int, before: Position, after: Position, choice: Mapping[str, int]) -> None:
        self.graph.graph["steps"].append(self.ids.record(step, before, after))
        self._told = 0
        resolving = self.ids.entries[before.resolving] if before.resolving is not None else None
        changes = self.ids.advance(before, after, choice)
        record = self.graph.graph["steps"][-1]
        record.triggered = tuple((one.row, one.slot["source"]) for one in changes.triggered)
        waited = [one for one, origin in changes.put if origin != "announced"] + changes.dropped
        record.taken = waited[0].id if waited else None
        main = self._main_node(step, before, after, choice, resolving, changes)
        events = list(self._events(step, before, after, changes))
        for node in events:
            self._edge(main, node, "caused")
        self._stack_events(step, before, after, changes, main, resolving)
        begun = self._turn(step, before, after, main)
        for one in changes.triggered:
            self._lane(one, step)
            node = self._node(
                "triggered", step, f"{self._ability(one)} triggers", ability=one.id, player=one.controller
            )
            self._home[one.id] = node
            for cause in self._causes(one, events, begun) or [main]:
                self._edge(cause, node, "caused")
        if self.graph.nodes[main]["kind"] == "instruction":
            self._idle(main, before, resolving)
        for one in [*changes.left, *changes.dropped]:
            if one.id in self.graph.graph["lanes"]:
                self.graph.graph["lanes"][one.id]["last"] = step

    def _idle(self, main: str, before: Position, resolving: Tracked | None) -> None:
        """Say of an instruction that changed nothing that it did, and if so that what it speaks of is not found."""
        if self.graph.out_degree(main):
            return
        one = before.instruction
        role = {What.THIS: "source", What.TARGET: "target"}.get(one.what) if one else None
        record = self.graph.graph["steps"][-1].abilities[resolving.id] if resolving else None
        aimless = role == "target" and one is not None and not one.aims_at_object
        speaks = role is not None and one is not None and one.op is not Op.DELAY and not aimless
        lost = speaks and record is not None and role is not None and record.references[role, "meant"] is None
        why = "what it means is no longer there" if lost else "nothing changes"
        data = self.graph.nodes[main]
        data["text"] += f" \N{EM DASH} {why}"
        data["idle"] = True

    def _main_node(
        self,
        step: int,
        before: Position,
        after: Position,
        choice: Mapping[str, int],
        resolving: Tracked | None,
        changes: Changes,
    ) -> str:
        words = self.words
        if resolving is not None:
            facts: InstructionFacts | None = before.instruction
            if facts is None:
                text = f"{self._short(resolving)} has resolved and leaves the stack"
                return self._main("end-of-resolution", step, text, ability=resolving.id, player=resolving.controller)
            said = words.instruction(facts.row, facts.number)
            text = f"{self._short(resolving)} says: {said}"
            node = self._main("instruction", step, text, ability=resolving.id, player=resolving.controller)
            self._edge(self._home[resolving.id], node, "then")
            return node
        for one in changes.dropped:
            why = "finds no room on the stack of this size" if after.ended else "has no legal target"
            text = f"{self._ability(one)} {why} and never goes on the stack"
            return self._main("put-on-stack", step, text, ability=one.id, player=one.controller, dropped=True)
        player = before.of("game", "priority", 0)
        for one, origin in changes.put:
            if origin != "announced":
                text = f"{self._ability(one)} is put on the stack{self._aim(one)}"
                node = self._main("put-on-stack", step, text, ability=one.id, player=one.controller)
                if one.is_delayed and self._new_step is not None:
                    self._edge(self._new_step, node, "caused")
                self._put(one, step, node)
                return node
            verb = "casts" if one.kind is EntryKind.SPELL else "activates"
            what = self._ability(one).removeprefix("the ")
            text = f"{words.player(player)} {verb} {what}{self._aim(one)}"
            return self._main("choice", step, text, ability=one.id, player=player)
        passed = before.of("game", "passed", 0) != after.of("game", "passed", 0)
        if passed:
            return self._main("choice", step, f"{words.player(player)} passes", player=player, passes=True)
        return self._main("state-based", step, "state-based actions are checked")

    def _events(self, step: int, before: Position, after: Position, changes: Changes) -> Iterator[str]:
        """What happened to objects and players."""
        for p, (old, new) in sorted(changes.moved.items()):
            was, now = before.objects[p], after.objects[p]
            came = f" from {FROM[was.zone]}" if now.zone is not Zone.GONE else ""
            name = self._object(p, old)
            text = f"{name} {MOVES[now.zone]}{came}"
            if now.zone is Zone.BATTLEFIELD and now.back:
                text += f", showing {self.words.face(p, now.back)}"
            text += f", by rule 400.7 a new object: {self._object(p, new)}" if now.zone is not Zone.GONE else ""
            if now.zone not in (Zone.BATTLEFIELD, Zone.STACK) and now.back:
                text += ", still showing its back"
            yield self._node(
                "zone-change", step, text, object=old, becomes=new, player=now.controller, to=now.zone.name
            )
        op = before.instruction.op if before.instruction else None
        for p in before.slots:
            if p not in changes.moved:
                yield from self._changed(step, p, before.objects[p], after.objects[p], op)
        for player in (0, 1):
            was_life, life = before.of("player", "life", player), after.of("player", "life", player)
            if was_life != life:
                verb = "gains" if life > was_life else "loses"
                text = f"{self.words.player(player)} {verb} {abs(life - was_life)} life ({life} now)"
                yield self._node("life", step, text, player=player)

    def _changed(self, step: int, p: int, was: ObjectFacts, now: ObjectFacts, op: Op | None) -> Iterator[str]:
        facts = {"object": self.ids.objects[p], "player": now.controller}
        if was.back != now.back:
            name = self._object(p)
            kind = "converts" if op is Op.CONVERT else "transforms"
            double = was.representation not in (Representation.SINGLE, Representation.TOKEN)
            face = self.words.face(p, now.back) if double else "a face that it does not have"
            yield self._node(kind, step, f"{name} {kind}: {face} is up now", **facts)
        for number, (old, new) in enumerate(zip(was.counters, now.counters, strict=True)):
            if old != new:
                counter = self.words.counter(number)
                many = f"{abs(new - old)} {counter} counter{'' if abs(new - old) == 1 else 's'}"
                verb = "gets" if new > old else "loses"
                yield self._node("counters", step, f"{self._object(p)} {verb} {many} ({new} now)", **facts)
        if was.tapped != now.tapped:
            kind = "tapped" if now.tapped else "untapped"
            yield self._node(kind, step, f"{self._object(p)} becomes {kind}", **facts)
        if was.damage != now.damage:
            text = f"{self._object(p)} has {now.damage} damage marked on it (before: {was.damage})"
            yield self._node("damage", step, text, **facts)

    def _stack_events(
        self, step: int, before: Position, after: Position, changes: Changes, main: str, resolving: Tracked | None
    ) -> None:
        for one, origin in changes.put:
            if origin == "announced":
                text = f"{self._ability(one)} is on the stack"
                node = self._node("put-on-stack", step, text, ability=one.id, player=one.controller)
                self._edge(main, node, "put")
                self._put(one, step, node)
        for one, original in changes.copied:
            text = f"{self._ability(one)} goes on the stack, a copy of {self._ability(original)}"
            node = self._node("put-on-stack", step, text, ability=one.id, player=one.controller)
            self._edge(main, node, "put")
            self._put(one, step, node)
        for one in changes.delayed:
            self._lane(one, step)
            when = self.words.ability(one.row)
            text = f"{self._ability(one)} is created: {when}"
            node = self._node("delayed-created", step, text, ability=one.id, player=one.controller)
            self._home[one.id] = node
            self._edge(main, node, "created")
        for one in changes.left:
            if one is not resolving:
                text = f"{self._short(one)} is countered"
                self._edge(main, self._node("countered", step, text, ability=one.id), "caused")
        if before.resolving is None and after.resolving is not None:
            begins = self.ids.entries[after.resolving]
            assert begins is not None
            skips = after.of("game", "pointer", 0) == after.slices["instructions"] and not begins.bare
            text = f"{self._short(begins)} begins to resolve"
            text += ", but its target is gone or no longer legal: nothing of it happens" if skips else ""
            node = self._node("begins-resolving", step, text, ability=begins.id, player=begins.controller)
            self._edge(main, node, "caused")
            if begins.id in self._home:
                self._edge(self._home[begins.id], node, "resolved")
            self._home[begins.id] = node

    def _turn(self, step: int, before: Position, after: Position, main: str) -> str | None:
        now = Step(after.of("game", "step", 0))
        if now == before.of("game", "step", 0):
            return None
        active = after.of("game", "active", 0)
        text = f"{self.words.player(active)}'s {STEPS[now]} begins"
        self._new_step = self._node("new-step", step, text, player=active)
        self._edge(main, self._new_step, "caused")
        return self._new_step

    def _causes(self, one: Tracked, events: list[str], begun: str | None) -> list[str]:
        """Which of the step's events the ability triggered on."""
        start = self.words.start
        kind, who = AbilityKind(start.of("ability", "kind", one.row)), Who(start.of("ability", "who", one.row))
        if kind in (AbilityKind.UPKEEP, AbilityKind.END_STEP):
            return [begun] if begun else []
        own = f"object {one.slot['source']}"
        found = []
        for name in events:
            data = self.graph.nodes[name]
            turned = kind is AbilityKind.TRANSFORMS and data["kind"] in ("transforms", "converts")
            arrived = kind in ARRIVES and data.get("to") == ARRIVES[kind].name
            mine = data.get("object", "").split(" (")[0] == own
            if (turned or arrived) and (who is Who.ANY or mine == (who is Who.THIS)):
                found.append(name)
        return found

    def finish(self, steps: int) -> networkx.DiGraph:
        for lane in self.graph.graph["lanes"].values():
            lane["last"] = steps if lane["last"] is None else lane["last"]
        waited = [line for id, line in self._given.items() if id in self.graph.graph["lanes"]]
        self.graph.graph["cast"] = [self.words.cast(slot) for slot in sorted(self._involved)] + waited
        return self.graph
