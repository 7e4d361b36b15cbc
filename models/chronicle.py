"""From a concrete run to its timeline: a graph of what happened, what caused what, and the record of each step.

Read only from the public state before and after each step; who is who is followed by `identities`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import networkx

from verifier.encode.things import Layout

from .describe import STEPS, Names
from .facts import Position
from .happenings import Happenings
from .identities import Changes, Tracked
from .notes import Notes
from .ruling import Ruling
from .speaker import Speaker
from .vocabulary import AbilityKind, EntryKind, Step, Who, Zone

ARRIVES = {AbilityKind.ENTERS: Zone.BATTLEFIELD, AbilityKind.DIES: Zone.GRAVEYARD, AbilityKind.CASTS: Zone.STACK}
State = Mapping[str, int]


def chronicle(
    layout: Layout,
    states: Sequence[State],
    choices: Sequence[Mapping[str, int]],
    names: Names | None = None,
    ruling: Ruling | None = None,
    legal: Callable[[dict[str, int], Mapping[str, int]], bool] | None = None,
) -> networkx.DiGraph:
    """The timeline of a run: `choices[i]` leads from `states[i]` to `states[i + 1]`.

    Nodes have `kind`, `step`, `text`, and where they fit `ability`, `object`, `player`; edges have `relation`. The
    graph keeps `steps` (a `StepRecord` each), `cast` (a line per card that takes part), `past` (a line per delayed
    ability that waits at the start and takes part) and `lanes` (for each ability its label, first and last step, and
    the step that put it on the stack). With a `ruling` it is told which clauses keep an instruction from doing
    anything, and which are missing; with `legal`, of a state and a choice, the records know what was offered. Raises
    ValueError if the lengths differ.
    """
    if len(states) != len(choices) + 1:
        raise ValueError(f"{len(choices)} choices lead through {len(choices) + 1} states, not {len(states)}")
    positions = [Position(layout, state) for state in states]
    teller = _Teller(positions[0], names or Names(), ruling)
    for step, choice in enumerate(choices):
        teller.step(step, positions[step], positions[step + 1], choice)
        if legal is not None:
            teller.graph.graph["steps"][-1].offered = partial(legal, dict(states[step]))
    return teller.finish(len(choices))


class _Teller:
    def __init__(self, start: Position, names: Names, ruling: Ruling | None) -> None:
        self.speaker = Speaker(start, names)
        self.words, self.ids = self.speaker.words, self.speaker.ids
        self.happenings = Happenings(self.speaker, ruling)
        self.notes = Notes(self.speaker, ruling)
        self.graph = networkx.DiGraph(steps=[], cast=[], past=[], lanes={})
        self._last: str | None = None
        self._told = 0
        self._home: dict[str, str] = {}
        self._new_step: str | None = None
        self._given = {one.id: self._past(one) for one in self.ids.alive() if not one.on_stack}

    def _past(self, one: Tracked) -> str:
        source = one.slot["source"]
        lost = one.same.get("source") is None
        return self.words.past(source, self.speaker.label(one), one.row, turned=bool(one.known), lost=lost)

    # Nodes and edges.

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

    def _lane(self, one: Tracked, step: int) -> None:
        self.graph.graph["lanes"][one.id] = {
            "label": self.speaker.label(one),
            "text": self.speaker.ability(one),
            "first": step,
            "put": None,
            "last": None,
        }

    def _put(self, one: Tracked, step: int, node: str) -> None:
        lanes = self.graph.graph["lanes"]
        if one.id not in lanes:
            self._lane(one, -1 if one.id in self._given else step)
        lanes[one.id]["put"] = step
        lanes[one.id]["text"] = self.speaker.ability(one)
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
        events = []
        for event in self.happenings.of(before, after, changes):
            events.append(self._node(event.kind, step, event.text, **event.facts))
            self._edge(main, events[-1], "caused")
        self._stack_events(step, before, after, changes, main, resolving)
        begun = self._turn(step, before, after, main)
        for one in changes.triggered:
            self._lane(one, step)
            node = self._node(
                "triggered", step, f"{self.speaker.ability(one)} triggers", ability=one.id, player=one.controller
            )
            self._home[one.id] = node
            for cause in self._causes(one, events, begun) or [main]:
                self._edge(cause, node, "caused")
        self._remarks(step, before, after, choice, main, resolving, changes)
        for one in [*changes.left, *changes.dropped]:
            if one.id in self.graph.graph["lanes"]:
                self.graph.graph["lanes"][one.id]["last"] = step

    def _remarks(
        self,
        step: int,
        before: Position,
        after: Position,
        choice: Mapping[str, int],
        main: str,
        acting: Tracked | None,
        changes: Changes,
    ) -> None:
        """Say of an instruction what kept it from doing anything, and what it did that it should not have."""
        record, data = self.graph.graph["steps"][-1], self.graph.nodes[main]
        if data["kind"] == "instruction":
            idle = not self.graph.out_degree(main)
            why, said = self.notes.idle(before, after, record, choice, idle)
            if idle:
                data["text"] += f" \N{EM DASH} {why}"
                data["idle"] = True
            for text in [*said, *self.notes.odd(before, after, record, acting)]:
                self._edge(main, self._node("note", step, text), "caused")
        self.notes.follow(step, record, acting, changes)

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
            facts = before.instruction
            if facts is None:
                text = f"{self.speaker.short(resolving)} has resolved and leaves the stack"
                return self._main("end-of-resolution", step, text, ability=resolving.id, player=resolving.controller)
            said = words.instruction(facts.row, facts.number)
            text = f"{self.speaker.short(resolving)} says: {said}"
            node = self._main("instruction", step, text, ability=resolving.id, player=resolving.controller)
            self._edge(self._home[resolving.id], node, "then")
            return node
        for one in changes.dropped:
            why = "finds no room on the stack of this size" if after.ended else "has no legal target"
            text = f"{self.speaker.ability(one)} {why} and never goes on the stack"
            return self._main("put-on-stack", step, text, ability=one.id, player=one.controller, dropped=True)
        player = before.of("game", "priority", 0)
        for one, origin in changes.put:
            if origin != "announced":
                text = f"{self.speaker.ability(one)} is put on the stack{self.speaker.aim(one)}"
                node = self._main("put-on-stack", step, text, ability=one.id, player=one.controller)
                if one.is_delayed and self._new_step is not None:
                    self._edge(self._new_step, node, "caused")
                self._put(one, step, node)
                return node
            verb = "casts" if one.kind is EntryKind.SPELL else "activates"
            what = self.speaker.ability(one).removeprefix("the ")
            text = f"{words.player(player)} {verb} {what}{self.speaker.aim(one)}"
            return self._main("choice", step, text, ability=one.id, player=player)
        passed = before.of("game", "passed", 0) != after.of("game", "passed", 0)
        if passed:
            return self._main("choice", step, f"{words.player(player)} passes", player=player, passes=True)
        return self._main("state-based", step, "state-based actions are checked")

    def _stack_events(
        self, step: int, before: Position, after: Position, changes: Changes, main: str, resolving: Tracked | None
    ) -> None:
        for one, origin in changes.put:
            if origin == "announced":
                text = f"{self.speaker.ability(one)} is on the stack"
                node = self._node("put-on-stack", step, text, ability=one.id, player=one.controller)
                self._edge(main, node, "put")
                self._put(one, step, node)
        for one, original in changes.copied:
            text = f"{self.speaker.ability(one)} goes on the stack, a copy of {self.speaker.ability(original)}"
            node = self._node("put-on-stack", step, text, ability=one.id, player=one.controller)
            self._edge(main, node, "put")
            self._put(one, step, node)
        for one in changes.delayed:
            self._lane(one, step)
            when = self.words.ability(one.row)
            text = f"{self.speaker.ability(one)} is created: {when}"
            node = self._node("delayed-created", step, text, ability=one.id, player=one.controller)
            self._home[one.id] = node
            self._edge(main, node, "created")
        for one in changes.left:
            if one is not resolving:
                text = f"{self.speaker.short(one)} is countered"
                self._edge(main, self._node("countered", step, text, ability=one.id), "caused")
        if before.resolving is None and after.resolving is not None:
            begins = self.ids.entries[after.resolving]
            assert begins is not None
            skips = after.of("game", "pointer", 0) == after.slices["instructions"] and not begins.bare
            text = f"{self.speaker.short(begins)} begins to resolve"
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
        involved, sized = self.speaker.involved, self.happenings.sized
        self.graph.graph["past"] = [line for id, line in self._given.items() if id in self.graph.graph["lanes"]]
        self.graph.graph["cast"] = [
            line for slot in sorted(involved) for line in self.words.casts(slot, sized=slot in sized)
        ]
        return self.graph
