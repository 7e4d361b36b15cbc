"""Random runs of the interpreter for the timeline tests, weighted to what the properties speak of."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from verifier.encode.interpreter import Interpreter, State, compile_terms
from verifier.encode.monitors import Monitored, monitor
from verifier.encode.system import System, assemble
from verifier.language import Property
from verifier.language.formulas import Since
from verifier.models import rulebook
from verifier.models.public import vocabulary
from verifier.models.vocabulary import AbilityKind, Condition, Op, Representation, Step, Target, What, Who, Zone
from verifier.properties import all_properties

EDITION = "2026-09-25"
SMALL = {
    "permanents": 2,
    "stack": 2,
    "delayed": 1,
    "abilities": 3,
    "instructions": 2,
    "cards": 2,
    "tags": 1,
    "counters": 1,
    "library": 2,
}
CLAIMS: tuple[Property, ...] = tuple(p for p in all_properties() if not p.kernel)
DELAYED_KINDS = (AbilityKind.DELAYED_UPKEEP, AbilityKind.DELAYED_END_STEP)


@dataclass(frozen=True)
class Bench:
    """One slice, ready to play."""

    system: System
    monitored: Monitored
    starts: Callable[[Mapping[str, int]], State]


@cache
def bench(slices: tuple[tuple[str, int], ...] = tuple(SMALL.items())) -> Bench:
    """The whole rulebook at a slice."""
    system = assemble(rulebook(), dict(slices))
    monitored = monitor(system, CLAIMS, vocabulary)
    return Bench(system, monitored, compile_terms({"start": monitored.start()}))


@cache
def interpreter(off: tuple[tuple[str, str | None], ...] = ()) -> Interpreter:
    """An interpreter with clauses off (a None variant) or replaced by a named variant."""
    switches = rulebook().switches(EDITION)
    for id, variant in off:
        clause = rulebook().clauses[id]
        switches[id] = clause.off() if variant is None else clause.switch_of(variant)
    return Interpreter(bench().system, switches, bench().monitored)


def empty(system: System, monitored: Monitored) -> State:
    """Every variable and ghost at zero."""
    return dict.fromkeys(system.layout.variables, 0) | dict.fromkeys(monitored.ghosts, 0)


def start(rng: random.Random, turning: float = 0.5, towards: str = "") -> State:
    """A random well-formed start; `turning` is how many of the instructions turn something over.

    `towards` names a property that the cards are made for: it breaks often where a clause that it needs is off.
    """
    while True:
        state = _draft(rng, turning)
        if towards:
            state |= _directed(rng, towards)
            _set_ghosts(state)
        if bench().starts(state)["start"]:
            return state


def _directed(rng: random.Random, towards: str) -> State:
    """Two permanents of two cards; the first has row 0, row 1 is the first's or the second's, row 2 is delayed."""
    turn = rng.choice([Op.TRANSFORM, Op.CONVERT])
    other = rng.randrange(2)
    fields: State = {"game.step.0": rng.choice(list(Step)), "object.controller.0": 0, "object.controller.1": 0}
    for p in (0, 1):
        fields |= {
            f"object.{name}.{p}": value
            for name, value in {
                "card": p,
                "zone": Zone.BATTLEFIELD,
                "representation": Representation.NONMODAL,
                "back": 0,
                "copy": 0,
                "owner": 0,
            }.items()
        }
        fields |= {f"card.{name}.{p}.{face}": 0 for name in ("spell_face", "creature") for face in (0, 1)}
    fields |= {"game.active.0": 0, "game.priority.0": 0}
    fields |= _row(0, card=0, ops=[(turn, What.THIS), (turn, What.THIS)])
    if towards == "transform.only-two-faced":
        fields["object.representation.0"] = rng.choice([Representation.SINGLE, Representation.TOKEN])
    elif towards == "transform.never-a-spell-face":
        fields["card.spell_face.0.1"] = 1
    elif towards == "transform.same-object":
        fields["object.counters.0.0"] = rng.randrange(1, 4)
        fields |= _row(1, card=0, ops=[(Op.PUT_COUNTER, What.THIS)]) | {"ability.amount.1.0": 1}
        fields |= {f"ability.counter.1.{i}": 0 for i in range(SMALL["instructions"])}
    elif towards.startswith("zones."):
        aim = rng.choice([What.THIS, What.TARGET])
        fields |= _row(0, card=0, target=Target.PERMANENT if aim is What.TARGET else Target.NONE, ops=[(turn, aim)])
        back = rng.choice([Op.RETURN, Op.RETURN_TRANSFORMED])
        ops = [(rng.choice([Op.EXILE, Op.DESTROY]), What.TARGET), (back, What.TARGET)]
        fields |= _row(1, card=other, target=Target.PERMANENT, ops=ops)
    elif towards == "transform.guard-limits-nobody-else":
        fields |= _row(0, card=0, ops=[(Op.GAIN_LIFE, What.YOU)])
        fields |= _row(1, card=1, target=Target.PERMANENT, ops=[(turn, What.TARGET), (turn, What.TARGET)])
    elif towards in _TOWARDS:
        fields |= _TOWARDS[towards](turn)
        if towards == "resolution.target-looked-at-again":
            fields["card.tags.0.1"] = rng.randrange(2)
    elif towards == "transform.never-again-by-own-delayed":
        fields |= _row(2, card=0, kind=rng.choice(DELAYED_KINDS), ops=[(turn, What.THIS), (turn, What.THIS)])
        fields |= _row(0, card=0, ops=[(Op.DELAY, What.THIS), (turn, What.THIS)])
        fields |= {"delayed.live.0": 1, "delayed.source.0": 0, "delayed.source_gone.0": 0}
        fields |= {"delayed.source_gone_before.0": 0}
    return fields


def _towards_target(turn: Op) -> State:
    """The first permanent is what row 0 asks for with its front up; it turns over in response."""
    fields = _row(0, card=0, target=Target.PERMANENT, ops=[(Op.GAIN_LIFE, What.YOU)])
    fields |= {"ability.target_filter.0": 1, "card.tags.0.0": 1}
    return fields | _row(1, card=0, ops=[(turn, What.THIS)])


def _towards_active(turn: Op) -> State:
    """A watcher of each player sees the first permanent turn."""
    fields = _row(0, card=0, ops=[(turn, What.THIS)]) | {"object.controller.1": 1, "object.owner.1": 1}
    for row, card in ((1, 1), (2, 0)):
        fields |= _row(row, card=card, kind=AbilityKind.TRANSFORMS, ops=[(Op.GAIN_LIFE, What.YOU)])
        fields |= {f"ability.who.{row}": Who.ANY, f"ability.back.{row}": int(card == 0)}
    return fields | {"delayed.live.0": 0}


def _towards_mill(amount: int) -> State:
    """The first permanent can mill; the other slot is free for a card."""
    fields = _row(0, card=0, ops=[(Op.MILL, What.YOU)]) | {"ability.amount.0.0": amount}
    fields |= {"object.zone.1": Zone.GONE, "object.counters.1.0": 0, "object.tapped.1": 0, "object.damage.1": 0}
    return fields | {"object.back.1": 0, "delayed.live.0": 0, "player.library.0": 1}


def _watched(turn: Op, kind: AbilityKind, who: Who, back: int) -> State:
    fields = _row(0, card=0, ops=[(turn, What.THIS)]) | _row(1, card=0, kind=kind, ops=[(Op.GAIN_LIFE, What.YOU)])
    return fields | {"ability.who.1": who, "ability.back.1": back}


_PLAIN: State = {"object.representation.0": Representation.SINGLE}
_TOWARDS: dict[str, Callable[[Op], State]] = {
    "transform.cannot-means-both": lambda turn: _watched(turn, AbilityKind.FORBIDS_TRANSFORM, Who.ANY, 0),
    "transform.seen-as-it-then-is": lambda turn: _watched(Op.CONVERT, AbilityKind.TRANSFORMS, Who.THIS, 1),
    "transform.never-seen-as-face-up": lambda turn: _watched(turn, AbilityKind.TURNED_FACE_UP, Who.THIS, 1),
    "transform.transformed-is-now": lambda turn: {
        **_row(0, card=0, ops=[(Op.TAP, What.ALL)]),
        "ability.op_filter.0.0": SMALL["tags"] + 1,
        "object.representation.1": Representation.SINGLE,
        "object.copy.1": 1,
        "object.copy_back.1": 1,
        "object.tapped.1": 0,
    },
    "transform.each-turns-the-face": lambda turn: _row(0, card=0, ops=[(turn, What.THIS), (Op.EXILE, What.THIS)]),
    "resolution.rest-still-happens": lambda turn: _PLAIN,
    "resolution.if-you-do": lambda turn: {
        **_row(0, card=0, ops=[(turn, What.THIS), (Op.TAP, What.THIS)]),
        **_PLAIN,
        "ability.condition.0.1": Condition.DONE,
        "object.tapped.0": 0,
    },
    "resolution.target-looked-at-again": _towards_target,
    "mill.as-many-as-there-are": lambda turn: _towards_mill(amount=2),
    "mill.conserves-cards": lambda turn: _towards_mill(amount=1),
    "mill.is-no-death": lambda turn: {
        **_towards_mill(amount=1),
        **_row(1, card=0, kind=AbilityKind.DIES, ops=[(Op.GAIN_LIFE, What.YOU)]),
        "ability.who.1": Who.ANY,
    },
    "mill.chosen-only-whole": lambda turn: _towards_mill(amount=2) | {"ability.may.0.0": 1},
    "mill.cost-is-exact": lambda turn: _towards_mill(amount=1) | {"ability.mill_cost.0": 2},
    "stack.last-in-first-out": lambda turn: _row(1, card=0, ops=[(Op.GAIN_LIFE, What.YOU)]),
    "stack.active-player-first": _towards_active,
    "stack.active-player-acts-first": lambda turn: {"game.active.0": 1, "game.priority.0": 1},
}


def _row(
    row: int,
    *,
    card: int,
    ops: list[tuple[Op, What]],
    kind: AbilityKind = AbilityKind.ACTIVATED,
    target: Target = Target.NONE,
) -> State:
    plain = ("back", "who", "yours", "filter", "tap_cost", "mill_cost", "target_filter")
    fields: State = {f"ability.{name}.{row}": 0 for name in plain}
    fields |= {f"ability.card.{row}": card, f"ability.kind.{row}": kind, f"ability.target.{row}": target}
    for i in range(SMALL["instructions"]):
        op, what = ops[i] if i < len(ops) else (Op.NOTHING, What.THIS)
        fields |= {f"ability.{name}.{row}.{i}": 0 for name in ("op_filter", "condition", "may")}
        fields |= {f"ability.op.{row}.{i}": op, f"ability.what.{row}.{i}": what}
    return fields


def _draft(rng: random.Random, turning: float) -> State:
    b = bench()
    state = empty(b.system, b.monitored)
    _cards(rng, state)
    _abilities(rng, state, turning)
    for p in range(SMALL["permanents"]):
        _object(rng, state, p)
    state["delayed.live.0"] = int(state["ability.kind.2"] in DELAYED_KINDS and rng.random() < 0.6)
    state["delayed.ability.0"] = 2
    state["delayed.source.0"] = rng.randrange(SMALL["permanents"])
    state["delayed.target.0"] = rng.randrange(SMALL["permanents"])
    state["delayed.controller.0"] = rng.randrange(2)
    for field, bias in (("turned", 0.4), ("source_gone", 0.2), ("target_gone", 0.3)):
        state[f"delayed.{field}_before.0"] = state[f"delayed.{field}.0"] = int(rng.random() < bias)
    state["game.active.0"], state["game.priority.0"] = rng.randrange(2), rng.randrange(2)
    state["game.step.0"] = rng.choice(list(Step))
    state["player.life.0"] = state["player.life.1"] = 20
    for player in (0, 1):
        state[f"player.library.{player}"] = rng.randrange(SMALL["library"] + 1)
    for place in range(2 * SMALL["library"]):
        state[f"library.card.{place}"] = rng.randrange(SMALL["cards"])
        state[f"library.representation.{place}"] = rng.choice([Representation.SINGLE, Representation.NONMODAL])
    _set_ghosts(state)
    return state


def _set_ghosts(state: State) -> None:
    """The ghosts' values at a start, as far as a delayed ability that waits has a past."""
    for name, ghost in bench().monitored.ghosts.items():
        if ghost.owners[0][0] != "delayed":
            continue
        if "source-" in ghost.field:
            state[name] = state["delayed.source_gone_before.0"]
        elif "target-" in ghost.field:
            state[name] = state["delayed.target_gone_before.0"]
        elif isinstance(ghost.of, Since) and ghost.of.known == "turned over since created":
            state[name] = state["delayed.turned_before.0"]


def _cards(rng: random.Random, state: State) -> None:
    for c in range(SMALL["cards"]):
        for face, chance in ((0, 0.15), (1, 0.25)):
            state[f"card.spell_face.{c}.{face}"] = int(rng.random() < chance)
            state[f"card.creature.{c}.{face}"] = int(rng.random() < 0.4)
            state[f"card.toughness.{c}.{face}"] = rng.randrange(1, 8)
            state[f"card.tags.{c}.{face}"] = rng.randrange(2)
        state[f"card.instant_speed.{c}"] = rng.randrange(2)


def _abilities(rng: random.Random, state: State, turning: float) -> None:
    kinds = [k for k in AbilityKind if k not in DELAYED_KINDS and k is not AbilityKind.NONE]
    weights = [8 if k is AbilityKind.ACTIVATED else 4 if k is AbilityKind.TRANSFORMS else 2 for k in kinds]
    for r in range(SMALL["abilities"]):
        delayed = r == 2 and rng.random() < 0.7
        kind = rng.choice(DELAYED_KINDS) if delayed else rng.choices(kinds, weights)[0]
        state[f"ability.kind.{r}"] = kind
        state[f"ability.card.{r}"] = rng.choice([0, 0, 1])
        state[f"ability.back.{r}"] = int(rng.random() < 0.3 and kind is not AbilityKind.SPELL)
        state[f"ability.who.{r}"] = rng.choice(list(Who))
        state[f"ability.yours.{r}"] = rng.randrange(2)
        state[f"ability.filter.{r}"] = int(rng.random() < 0.3)
        state[f"ability.tap_cost.{r}"] = int(rng.random() < 0.1)
        state[f"ability.mill_cost.{r}"] = rng.choice([0, 0, 0, 0, 0, 1, 2])
        targets = list(Target)
        target = rng.choices(targets, [6, 5, 1, 3, 1])[0] if not delayed else Target.NONE
        state[f"ability.target.{r}"] = target
        state[f"ability.target_filter.{r}"] = int(rng.random() < 0.2)
        for i in range(SMALL["instructions"]):
            _instruction(rng, state, r, i, turning, target)


def _instruction(rng: random.Random, state: State, r: int, i: int, turning: float, target: Target) -> None:
    if rng.random() < turning:
        op = rng.choice([Op.TRANSFORM, Op.TRANSFORM, Op.CONVERT])
    elif target in (Target.ABILITY, Target.SPELL) and rng.random() < 0.7:
        op = rng.choice([Op.COPY, Op.COUNTER])
    else:
        words = [Op.EXILE, Op.RETURN, Op.RETURN_TRANSFORMED, Op.TAP, Op.DELAY, *Op]
        op = rng.choice(words)
    if op is Op.DELAY and state["ability.kind.2"] not in DELAYED_KINDS and r != 2:
        op = Op.DELAY if rng.random() < 0.5 else Op.TRANSFORM
    aims = target in (Target.PERMANENT, Target.CARD) or r == 2
    whats = list(What)
    prefix = f"{r}.{i}"
    state[f"ability.op.{prefix}"] = op
    state[f"ability.what.{prefix}"] = rng.choices(whats, [6, 8 if aims else 1, 3, 1, 1, 1, 1])[0]
    state[f"ability.op_filter.{prefix}"] = int(rng.random() < 0.2)
    state[f"ability.amount.{prefix}"] = rng.randrange(1, 4)
    state[f"ability.condition.{prefix}"] = rng.choices(list(Condition), [12, 1, 1, 1])[0]
    state[f"ability.condition_amount.{prefix}"] = 1
    state[f"ability.may.{prefix}"] = int(rng.random() < 0.1)
    state[f"ability.under_you.{prefix}"] = rng.randrange(2)
    state[f"ability.enters_tapped.{prefix}"] = int(rng.random() < 0.1)
    state[f"ability.delayed.{prefix}"] = 2


def _object(rng: random.Random, state: State, p: int) -> None:
    state[f"object.card.{p}"] = card = rng.choice([0, 0, 1])
    representation = rng.choices(list(Representation), [2, 8, 2, 1, 2])[0]
    state[f"object.representation.{p}"] = representation
    state[f"object.owner.{p}"] = state[f"object.controller.{p}"] = rng.randrange(2)
    zones = [Zone.BATTLEFIELD, Zone.GRAVEYARD, Zone.EXILE, Zone.HAND, Zone.GONE]
    zone = rng.choices(zones, [10, 2, 1, 3, 1])[0]
    state[f"object.zone.{p}"] = zone
    if zone is not Zone.BATTLEFIELD:
        return
    state[f"object.controller.{p}"] = rng.randrange(2)
    double = representation in (Representation.NONMODAL, Representation.MODAL, Representation.TOKEN_DOUBLE)
    back = int(double and rng.random() < 0.4)
    if state[f"card.spell_face.{card}.{back}"]:
        back = int(double and not back)
    state[f"object.back.{p}"] = back
    state[f"object.tapped.{p}"] = int(rng.random() < 0.4)
    state[f"object.damage.{p}"] = rng.choice([0, 0, 1])
    state[f"object.counters.{p}.0"] = rng.choice([0, 0, 1, 2])
    state[f"object.copy.{p}"] = int(rng.random() < 0.1)
    state[f"object.copy_card.{p}"] = rng.randrange(SMALL["cards"])


@dataclass
class Run:
    """States, choices, and the steps at which the monitors fell, by property."""

    states: list[State]
    choices: list[dict[str, int]]
    fell: dict[str, list[int]]


def play(
    rng: random.Random, player: Interpreter, state: State, steps: int, passing: float = 0.45, aiming: bool = False
) -> Run:
    """A random legal run; `passing` is how often the default is taken at once.

    `aiming`: half of the time try row 0 on an empty stack, and row 1 in response to it, on the first permanent.
    """
    run = Run([state], [], {p.id: [] for p in CLAIMS})
    for n in range(steps):
        choice = _aimed(rng, player, state) if aiming and rng.random() < 0.5 else None
        choice = choice or _choose(rng, player, state, passing)
        state, broken = player.step(state, choice)
        for id in broken:
            run.fell[id].append(n)
        run.states.append(state)
        run.choices.append(choice)
        if state["game.edge.0"]:
            break
    return run


def _aimed(rng: random.Random, player: Interpreter, state: State) -> dict[str, int] | None:
    depth = sum(state[f"entry.live.{i}"] for i in range(SMALL["stack"]))
    tries = [{"pick": 1 + depth, "thing": thing, "aim": 0} for thing in range(SMALL["permanents"])]
    return next((one for one in tries if depth < 2 and player.legal(state, one)), None)


def _choose(rng: random.Random, player: Interpreter, state: State, passing: float) -> dict[str, int]:
    default = {"pick": 0, "thing": 0, "aim": 0}
    if rng.random() < passing:
        return default
    for _ in range(12):
        choice = {
            "pick": rng.randrange(1, SMALL["abilities"] + 2),
            "thing": rng.randrange(SMALL["permanents"]),
            "aim": rng.randrange(SMALL["permanents"] + SMALL["stack"]) if rng.random() < 0.5 else 0,
        }
        if player.legal(state, choice):
            return choice
    return default
