"""Random positions of the rulebook for the tests of the encoding: any values at all, or values that make rules act."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache

from verifier.encode.interpreter import State
from verifier.encode.monitors import Monitored, monitor
from verifier.encode.system import System, assemble
from verifier.encode.things import Variable
from verifier.models import rulebook
from verifier.models.public import vocabulary
from verifier.models.vocabulary import AbilityKind, EntryKind, Op, Representation, Step, Target, What, Zone
from verifier.properties import all_properties

SLICE = {
    "permanents": 2,
    "stack": 3,
    "delayed": 1,
    "abilities": 3,
    "instructions": 2,
    "cards": 2,
    "tags": 1,
    "counters": 1,
    "library": 2,
}
OFTEN: Mapping[str, Mapping[int, int]] = {
    "object.zone": {Zone.BATTLEFIELD: 10, Zone.HAND: 3, Zone.GRAVEYARD: 3, Zone.EXILE: 2},
    "object.representation": {Representation.NONMODAL: 8, Representation.MODAL: 3},
    "object.copy": {0: 6},
    "object.damage": {0: 6},
    "object.card": {0: 3, 1: 1},
    "card.toughness": {3: 8},
    "card.spell_face": {0: 3},
    "ability.card": {0: 3, 1: 1},
    "ability.filter": {0: 3},
    "ability.target_filter": {0: 3},
    "ability.op_filter": {0: 3},
    "ability.condition": {0: 12},
    "ability.may": {0: 6},
    "ability.kind": {AbilityKind.FORBIDS_TRANSFORM: 2},
    "ability.mill_cost": {0: 20, 1: 3},
    "entry.source_lost": {0: 3},
    "entry.target_lost": {0: 3},
    "delayed.fired": {0: 6},
    "waiting.count": {0: 16},
    "game.edge": {0: 20},
    "game.pointer": {0: 4},
    "game.passed": {1: 2},
}
"""How much more often than the other values of a field these values are drawn."""


@cache
def bench() -> tuple[System, Monitored]:
    """The rulebook at the slice, its switches free, with every property."""
    system = assemble(rulebook(), SLICE)
    return system, monitor(system, [p for p in all_properties() if p.kernel != "start"], vocabulary)


def switches(rng: random.Random) -> dict[str, int]:
    """An edition's switches with up to three clauses off or varied."""
    book = rulebook()
    result = book.switches(rng.choice(book.editions))
    for id in ("faces.same-object", "mill.top-of-library"):
        if rng.random() < 0.4:
            result[id] = rng.choice([value for value, _ in book.clauses[id].bodies()])
    for id in rng.sample(sorted(book.clauses), rng.choice([0, 0, 1, 2, 3])):
        clause = book.clauses[id]
        result[id] = rng.choice([clause.off(), *[value for value, _ in clause.bodies()]])
    return result


def anything(rng: random.Random) -> State:
    """Any bits in every variable and ghost."""
    system, monitored = bench()
    state = {v.name: rng.randrange(1 << max(1, v.width)) for v in system.layout.variables.values()}
    return state | {name: rng.randrange(2) for name in monitored.ghosts}


def likely(rng: random.Random) -> State:
    """Values within their ranges, and often those with which rules act."""
    system, monitored = bench()
    state = {v.name: _draw(rng, v) for v in system.layout.variables.values()}
    state |= {name: int(rng.random() < 0.2) for name in monitored.ghosts}
    depth = rng.choice([0, 0, 1, 1, 2, 2, 3])
    for i in range(SLICE["stack"]):
        state[f"entry.live.{i}"], state[f"entry.resolving.{i}"] = int(i < depth), 0
    rng.choice([_resolving, _resolving, _resolving, _waiting, _deciding, _deciding, _casting])(rng, state, depth)
    return state


def _draw(rng: random.Random, v: Variable) -> int:
    often = OFTEN.get(f"{v.kind}.{v.field}", {})
    return rng.choices(range(v.size), [1 + often.get(value, 0) for value in range(v.size)])[0]


def _resolving(rng: random.Random, state: State, depth: int) -> None:
    """The top of the stack is about to do an instruction of a word drawn evenly, or to end."""
    top = max(0, depth - 1)
    state |= {f"entry.live.{top}": 1, f"entry.resolving.{top}": 1, "game.edge.0": 0}
    row, pointer = state[f"entry.ability.{top}"], state["game.pointer.0"]
    source = state[f"entry.source.{top}"]
    if rng.random() < 0.2 or pointer >= SLICE["instructions"]:
        state["game.pointer.0"] = SLICE["instructions"]
        if rng.random() < 0.6:
            state |= {f"entry.kind.{top}": EntryKind.SPELL, f"object.zone.{source}": Zone.STACK}
        return
    op = rng.choice([*Op, Op.TRANSFORM, Op.CONVERT, Op.COPY, Op.COUNTER, Op.MILL])
    state[f"ability.op.{row}.{pointer}"] = op
    if rng.random() < 0.8:
        state |= {f"ability.condition.{row}.{pointer}": 0, f"ability.may.{row}.{pointer}": 0}
    if rng.random() < 0.2:
        _second_resolving(rng, state, top)
        return
    if op in (Op.TRANSFORM, Op.CONVERT):
        state[f"ability.what.{row}.{pointer}"] = rng.choice([What.THIS, What.ALL])
        state |= {f"ability.op_filter.{row}.{pointer}": 0, f"object.zone.{source}": Zone.BATTLEFIELD}
        if rng.random() < 0.1:
            state |= {f"object.representation.{source}": Representation.NONMODAL, f"entry.source_lost.{top}": 0}
            _watching(state, 1 - source)
    elif op in (Op.FACE_DOWN, Op.FACE_UP):
        _facing(rng, state, row, pointer, source)
    elif op in (Op.COPY, Op.COUNTER) and rng.random() < 0.8:
        _aimed_at_the_stack(rng, state, top, row)
    elif op in (Op.RETURN, Op.RETURN_TRANSFORMED) and rng.random() < 0.8:
        what = rng.choice([What.THIS, What.TARGET])
        aim = source if what is What.THIS else rng.randrange(SLICE["permanents"])
        state |= {f"ability.what.{row}.{pointer}": what, f"ability.target.{row}": Target.CARD}
        state |= {f"entry.target.{top}": aim, f"object.zone.{aim}": rng.choice([Zone.GRAVEYARD, Zone.EXILE])}
    elif op is Op.MILL:
        _milling(rng, state, row, pointer)
    elif op is Op.DELAY and rng.random() < 0.8:
        state["delayed.live.0"] = 0


def _milling(rng: random.Random, state: State, row: int, pointer: int) -> None:
    """Some player mills a few cards, mostly with a slot free for one."""
    state[f"ability.what.{row}.{pointer}"] = rng.choice([What.YOU, What.OPPONENT, What.EACH_PLAYER])
    state[f"ability.amount.{row}.{pointer}"] = rng.choice([1, 1, 2, 3])
    state[f"ability.may.{row}.{pointer}"] = int(rng.random() < 0.3)
    state |= {f"player.library.{player}": rng.choice([0, 1, 2, 2]) for player in (0, 1)}
    state |= {f"object.zone.{p}": Zone.GONE for p in range(SLICE["permanents"]) if rng.random() < 0.7}


def _facing(rng: random.Random, state: State, row: int, pointer: int, source: int) -> None:
    """All permanents are turned face down or up, and the other one watches for that."""
    state |= {f"ability.what.{row}.{pointer}": What.ALL, f"ability.op_filter.{row}.{pointer}": 0}
    state |= {f"object.zone.{p}": Zone.BATTLEFIELD for p in range(SLICE["permanents"])}
    state |= {f"object.representation.{source}": Representation.SINGLE, f"object.face_down.{source}": rng.randrange(2)}
    _watching(state, 1 - source)


def _watching(state: State, other: int) -> None:
    """The permanent watches for turning face up."""
    state |= {f"object.face_down.{other}": 0, f"object.copy.{other}": 0, "ability.kind.2": AbilityKind.TURNED_FACE_UP}
    state |= {"ability.card.2": state[f"object.card.{other}"], "ability.back.2": state[f"object.back.{other}"]}
    state |= {"ability.who.2": 2, "ability.filter.2": 0, "ability.yours.2": 0, f"object.zone.{other}": Zone.BATTLEFIELD}


def _second_resolving(rng: random.Random, state: State, top: int) -> None:
    """No game gets here: two objects exile what both mean, but only one of them finds it."""
    other, row = rng.randrange(SLICE["stack"]), state[f"entry.ability.{top}"]
    aim, pointer = rng.randrange(SLICE["permanents"]), state["game.pointer.0"]
    state |= {f"entry.resolving.{other}": 1, f"entry.ability.{other}": row, f"object.zone.{aim}": Zone.BATTLEFIELD}
    state |= {f"ability.op.{row}.{pointer}": Op.EXILE, f"ability.what.{row}.{pointer}": rng.choice([0, 1])}
    state |= {f"ability.target.{row}": Target.PERMANENT}
    for role in ("source", "target"):
        lost = rng.randrange(2)
        state |= {f"entry.{role}.{top}": aim, f"entry.{role}.{other}": aim}
        state |= {f"entry.{role}_lost.{top}": lost, f"entry.{role}_lost.{other}": 1 - lost}


def _aimed_at_the_stack(rng: random.Random, state: State, top: int, row: int) -> None:
    state[f"ability.target.{row}"] = rng.choice([Target.ABILITY, Target.SPELL])
    if rng.random() < 0.5:
        state[f"entry.resolving.{min(top + 1, SLICE['stack'] - 1)}"] = 1
    aim = rng.choice([place for place in range(SLICE["stack"]) if place != top])
    state[f"entry.target.{top}"] = SLICE["permanents"] + aim
    state |= {f"entry.target_lost.{top}": 0, f"entry.live.{aim}": int(rng.random() < 0.9)}
    if rng.random() < 0.5:
        source = state[f"entry.source.{aim}"]
        state |= {f"entry.kind.{aim}": EntryKind.SPELL, f"entry.copied.{aim}": 0, f"object.zone.{source}": Zone.STACK}


def _waiting(rng: random.Random, state: State, depth: int) -> None:
    """A triggered ability waits, or a delayed one has triggered."""
    if rng.random() < 0.5:
        state[f"waiting.count.{rng.randrange(SLICE['abilities'] * SLICE['permanents'])}"] = rng.randrange(1, 4)
    else:
        state |= {"delayed.live.0": 1, "delayed.fired.0": 1}


def _deciding(rng: random.Random, state: State, depth: int) -> None:
    """A player chooses: mostly nothing waits, and often both are about to have passed at the end of a step."""
    if rng.random() < 0.9:
        state |= dict.fromkeys([name for name in state if name.startswith("waiting.count.")], 0)
        state["delayed.fired.0"] = 0
        state |= {f"card.toughness.{c}.{face}": 15 for c in range(SLICE["cards"]) for face in (0, 1)}
    if rng.random() < 0.5:
        state |= dict.fromkeys([name for name in state if name.startswith("entry.live.")], 0)
        if rng.random() < 0.3:
            state |= dict.fromkeys([name for name in state if name.startswith("waiting.count.")], 3)
        state["game.step.0"] = rng.choice([Step.COMBAT, Step.END])
        kinds = [AbilityKind.UPKEEP, AbilityKind.END_STEP, AbilityKind.DELAYED_UPKEEP, AbilityKind.DELAYED_END_STEP]
        state["ability.kind.0"] = rng.choice(kinds)


def _casting(rng: random.Random, state: State, depth: int) -> None:
    """A permanent card can be cast, and a permanent watches for that."""
    _deciding(rng, state, depth)
    card, player = state["object.card.0"], state["game.priority.0"]
    watcher = "copy_" if state["object.copy.1"] else ""
    state |= {"object.zone.0": Zone.HAND, "object.owner.0": player, f"card.instant_speed.{card}": 1}
    state |= {f"card.spell_face.{card}.0": 0, f"card.land.{card}.0": 0, "object.zone.1": Zone.BATTLEFIELD}
    state |= {"ability.kind.0": AbilityKind.CASTS, "ability.card.0": state[f"object.{watcher}card.1"]}
    state |= {"ability.back.0": state[f"object.{watcher}back.1"], "ability.yours.0": 0}


def choice(rng: random.Random) -> dict[str, int]:
    """The default half of the time, else any digits, a yes, or casting the first card."""
    system, _ = bench()
    if rng.random() < 0.5:
        return dict.fromkeys(system.kernel.choice, 0)
    if rng.random() < 0.2:
        return {"pick": 1, "thing": 0, "aim": 0}
    if rng.random() < 0.2:
        return {"pick": SLICE["abilities"] + 1, "thing": 0, "aim": 0}
    return {name: rng.randrange(1 << term.size()) for name, term in system.kernel.choice.items()}
