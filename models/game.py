"""A board in play: the legal choices of a state in words, what is seen of it, and the next state.

Everything is read from the rulebook's own terms, compiled; nothing of a rule is said a second time here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from verifier.boards.board import Act, Expectation
from verifier.boards.game import Now, ObjectNow, Option, Stage, State
from verifier.encode.interpreter import Interpreter, compile_terms
from verifier.encode.system import System
from verifier.encode.terms import Term

from .cards.card import Card
from .cards.omission import When
from .moment import Moment
from .omitted import Leaned, Played, depends, depends_on_size, depends_on_wish
from .table import STEPS, Row, Table, word_of
from .vocabulary import AbilityKind, EntryKind, Op, Target, Zone
from .whereabouts import Whereabouts

SEATS = ("A", "B")
STEP_WORDS = {int(step): word for word, step in STEPS.items()}
PASS = {"pick": 0, "thing": 0, "aim": 0}


class Lens:
    """Public facts of a state that are no variables, as functions compiled from a system's terms. One per slice."""

    def __init__(self, system: System) -> None:
        m: Moment = system.moment
        terms: dict[str, Term] = {
            "resolving": m.resolving,
            "checking": m.checking,
            "stacking": m.stacking,
            "deciding": m.deciding,
            "damages": m.doing(Op.DAMAGE),
            "counters": m.doing(Op.COUNTER),
        }
        for p in m.slots:
            terms |= {
                f"card.{p}": m.shown.card[p],
                f"back.{p}": m.shown.back[p],
                f"creature.{p}": m.shown.creature[p],
                f"power.{p}": m.shown.power[p],
                f"toughness.{p}": m.toughness(p),
                f"subject.{p}": m.subject[p],
            }
        self.system = system
        self.facts = compile_terms(terms)
        self.start = compile_terms({"start": system.start})


class BoardGame:
    """A table and an interpreter of its slice, as the runner of boards wants them."""

    def __init__(self, table: Table, interpreter: Interpreter, lens: Lens) -> None:
        self.table, self.interpreter, self.lens = table, interpreter, lens
        self.who = Whereabouts(table.board, table.slices)
        self._start: State = dict.fromkeys(interpreter.system.layout.variables, 0) | table.state | self.who.start

    @property
    def start(self) -> State:
        """The state that the board describes."""
        return self._start

    def well_formed(self) -> bool:
        """Whether the start is one that proofs speak of."""
        return bool(self.lens.start({**self._start, **self.interpreter.switches})["start"])

    def _facts(self, state: State, choice: Mapping[str, int] = PASS) -> State:
        return self.lens.facts(
            {**state, **self.interpreter.switches, **{f"choice.{name}": choice.get(name, 0) for name in PASS}}
        )

    def step(self, state: State, choice: Mapping[str, int]) -> State:
        """The state after a legal choice; the empty one is the default."""
        after, _ = self.interpreter.step(state, {**PASS, **choice})
        return after | self.who.follow(state, after)

    def limit(self, state: State) -> str:
        """Why the game cannot go on from here, if it cannot."""
        if state["game.edge.0"]:
            return "this needs more room on the stack or off libraries, or more triggers at once, than the slice has"
        resolving = any(state[f"entry.resolving.{place}"] for place in range(self.table.slices["stack"]))
        if not resolving and 0 in (state["player.life.0"], state["player.life.1"]):
            return "a player has no life left, and the rulebook does not say who loses (section 704)"
        if not resolving and self._legends(state):
            return "a player controls two legendary permanents of one name, and the rulebook does not choose (704.5j)"
        return ""

    def _legends(self, state: State) -> bool:
        facts = self._facts(state)
        seen: set[tuple[str, int]] = set()
        for slot, _ in self.who.here(state):
            face = self.table.cards[facts[f"card.{slot}"]].showing(bool(facts[f"back.{slot}"]))
            if state[f"object.zone.{slot}"] == Zone.BATTLEFIELD and "legendary" in face.supertypes:
                key = (face.name, state[f"object.controller.{slot}"])
                if key in seen:
                    return True
                seen.add(key)
        return False

    # What cards leave out.

    def _told(self, state: State, leaned: Iterable[Leaned]) -> str:
        """The first thing left out that matters and that the board does not answer for, in words."""
        for one in leaned:
            if (one.card.name, one.omission.what) not in self.table.granted:
                return f"{one.card.name} ({self.who.id(state, one.slot)}) leaves out: {one.omission.what}"
        return ""

    def depends(self, before: State, choice: Mapping[str, int], after: State) -> str:
        """What a card leaves out that the outcome of a step could depend on."""
        may = self.stage(before) is Stage.MAY
        return self._told(
            after,
            depends(self.table, Played(before, after, self._facts(before, choice), self._facts(after), may)),
        )

    def depends_on_sight(self, state: State, expected: Expectation) -> str:
        """What a card leaves out that a size which is looked at could depend on."""
        facts = self._facts(state)
        looked_at = [id for id, seen in expected.objects.items() if (seen.power, seen.toughness) != (None, None)]
        slots = [slot for id in looked_at if (slot := self.who.slot(state, id)) is not None]
        return self._told(state, (one for slot in slots for one in depends_on_size(self.table, state, facts, slot)))

    def depends_on_wish(self, state: State, act: Act) -> str:
        """What a card leaves out that could make legal what is not."""
        word = {"cast": When.CAST_OTHERWISE, "activate": When.ACTIVATED_OTHERWISE}.get(act.verb)
        slot = None if act.object is None else self.who.slot(state, act.object)
        if word is None or slot is None:
            return ""
        return self._told(state, depends_on_wish(self.table, state, self._facts(state), slot, word))

    # Who may choose what.

    def stage(self, state: State) -> Stage:
        """What the next step is."""
        if self.limit(state):
            return Stage.EDGE
        facts = self._facts(state)
        if facts["deciding"]:
            return Stage.PRIORITY
        if facts["resolving"]:
            return Stage.MAY if self._legal(state, 1, 0, 0) else Stage.AUTOMATIC
        if facts["stacking"] and len({str(option) for option in self._triggers(state)}) > 1:
            return Stage.TRIGGERS
        return Stage.AUTOMATIC

    def options(self, state: State) -> list[Option]:
        """The legal choices, the default first."""
        match self.stage(state):
            case Stage.PRIORITY:
                return [Option(PASS, "pass"), *self._actions(state)]
            case Stage.MAY:
                return [Option(PASS, "choose", yes=False), Option({**PASS, "pick": 1}, "choose", yes=True)]
            case Stage.TRIGGERS:
                return list(self._triggers(state))
        return []

    def _legal(self, state: State, pick: int, thing: int, aim: int) -> bool:
        return self.interpreter.legal(state, {"pick": pick, "thing": thing, "aim": aim})

    def _targets(self, row: Row) -> range:
        if row.ability.target is Target.NONE:
            return range(1)
        return range(self.table.slices["permanents"] + self.table.slices["stack"])

    def _target(self, state: State, row: Row, aim: int) -> str | int | None:
        """A target as boards name it. Places of the stack are counted without gaps that countered objects left."""
        if row.ability.target is Target.NONE:
            return None
        slots = self.table.slices["permanents"]
        if aim < slots:
            return self.who.id(state, aim)
        return sum(state[f"entry.live.{place}"] for place in range(aim - slots))

    def _actions(self, state: State) -> Iterator[Option]:
        """Activations and casts. Which are worth trying is told from the rows; which are legal, by the rulebook."""
        facts, bare = self._facts(state), self.table.slices["abilities"] + 1
        verbs = {AbilityKind.ACTIVATED: "activate", AbilityKind.SPELL: "cast"}
        for slot, id in self.who.here(state):
            for number, row in enumerate(self.table.rows):
                verb = verbs.get(row.ability.kind)
                if verb is None or row.card not in (facts[f"card.{slot}"], state[f"object.card.{slot}"]):
                    continue
                for aim in self._targets(row):
                    if self._legal(state, 1 + number, slot, aim):
                        choice = {"pick": 1 + number, "thing": slot, "aim": aim}
                        word = word_of(row.ability.kind)
                        yield Option(choice, verb, id, row.number, word, self._target(state, row, aim))
            if self._legal(state, bare, slot, 0):
                yield Option({"pick": bare, "thing": slot, "aim": 0}, "cast", id)

    def _triggers(self, state: State) -> Iterator[Option]:
        """Waiting triggers of the player who orders theirs next, with their targets."""
        slots = self.table.slices["permanents"]
        for number, row in enumerate(self.table.rows):
            for slot, id in self.who.here(state):
                if not state[f"waiting.count.{number * slots + slot}"]:
                    continue
                for aim in self._targets(row):
                    if self._legal(state, 1 + number, slot, aim):
                        choice = {"pick": 1 + number, "thing": slot, "aim": aim}
                        word = word_of(row.ability.kind)
                        yield Option(choice, "stack", id, row.number, word, self._target(state, row, aim))
        fired = self.table.slices["abilities"] + 1
        for number in range(self.table.slices["delayed"]):
            if (
                state[f"delayed.live.{number}"]
                and state[f"delayed.fired.{number}"]
                and self._legal(state, fired, number, 0)
            ):
                source = self.who.id(state, state[f"delayed.source.{number}"])
                yield Option({"pick": fired, "thing": number, "aim": 0}, "stack", source, None, "delayed")

    # What is seen.

    def now(self, state: State) -> Now:
        """What any player sees."""
        facts = self._facts(state)
        return Now(
            objects=self._objects(state, facts),
            life={seat: state[f"player.life.{number}"] for number, seat in enumerate(SEATS)},
            libraries={
                seat: tuple(
                    self.table.cards[state[f"library.card.{place}"]].front.name
                    for _, place in self.who.library(state, player)
                )
                for player, seat in enumerate(SEATS)
            },
            stack=tuple(self._stack(state)),
            step=STEP_WORDS[state["game.step.0"]],
            active=SEATS[state["game.active.0"]],
            priority=SEATS[state["game.priority.0"]],
        )

    def _objects(self, state: State, facts: State) -> dict[str, ObjectNow]:
        """Everything of the board: what is in a slot, what is in a library, and what is nowhere any more."""
        found = {id: self._object(state, facts, slot) for slot, id in self.who.here(state)}
        for player, seat in enumerate(SEATS):
            for id, place in self.who.library(state, player):
                found[id] = _away("library", self.table.cards[state[f"library.card.{place}"]], seat)
        numbers = [*self.table.card_of, *(number for numbers in self.table.library.values() for number in numbers)]
        return {
            id: found.get(id, _away("gone", self.table.cards[number], SEATS[0]))
            for id, number in zip(self.who.ids, numbers, strict=True)
        }

    def _object(self, state: State, facts: State, slot: int) -> ObjectNow:
        card = self.table.cards[facts[f"card.{slot}"]]
        zone = Zone(state[f"object.zone.{slot}"])
        creature = zone is Zone.BATTLEFIELD and bool(facts[f"creature.{slot}"])
        plus = state[f"object.counters.{slot}.0"]
        counters = {
            kind: state[f"object.counters.{slot}.{number}"]
            for number, kind in enumerate(self.table.kinds)
            if state[f"object.counters.{slot}.{number}"]
        }
        return ObjectNow(
            zone=zone.name.lower(),
            face="back" if state[f"object.back.{slot}"] else "front",
            shows=card.showing(bool(facts[f"back.{slot}"])).name,
            tapped=bool(state[f"object.tapped.{slot}"]),
            counters=counters,
            damage=state[f"object.damage.{slot}"],
            power=facts[f"power.{slot}"] + plus if creature else None,
            toughness=facts[f"toughness.{slot}"] if creature else None,
            controller=SEATS[state[f"object.controller.{slot}"]],
        )

    def _stack(self, state: State) -> Iterator[str]:
        for place in range(self.table.slices["stack"]):
            if not state[f"entry.live.{place}"]:
                continue
            source = self.who.id(state, state[f"entry.source.{place}"])
            kind = EntryKind(state[f"entry.kind.{place}"])
            copied = "a copy of " if state[f"entry.copied.{place}"] else ""
            seat = SEATS[state[f"entry.controller.{place}"]]
            row = self.table.rows[state[f"entry.ability.{place}"]] if self.table.rows else None
            bare = row is None or state[f"entry.bare.{place}"]
            target = "" if bare or row is None else self._aimed(state, row, place, kind)
            what = source if kind is EntryKind.SPELL else f"{self._named(row, kind)} ability of {source}"
            yield f"{copied}{what}{target} ({seat})"

    def _named(self, row: Row | None, kind: EntryKind) -> str:
        return "an" if row is None else {EntryKind.DELAYED: "a delayed"}.get(kind, f"the {word_of(row.ability.kind)}")

    def _aimed(self, state: State, row: Row, place: int, kind: EntryKind) -> str:
        target = self._target(state, row, state[f"entry.target.{place}"])
        if target is None or kind is EntryKind.DELAYED:
            return ""
        if state[f"entry.target_gone.{place}"] and not self._used_its_target(state, place):
            return " whose target is gone"
        return f" targeting {f'place {target} of the stack' if isinstance(target, int) else target}"

    def _used_its_target(self, state: State, place: int) -> bool:
        """Whether an object is resolving and is sure to have begun with its target there, whatever it did to it."""
        under_way = state["game.pointer.0"] < self.table.slices["instructions"] or state["game.did.0"]
        return bool(state[f"entry.resolving.{place}"] and under_way)


def _away(zone: str, card: Card, seat: str) -> ObjectNow:
    """A card in a library, or a token that has ceased to exist."""
    return ObjectNow(zone, "front", card.front.name, False, {}, 0, None, None, seat)
