"""Does the timeline tell who did what, who is who, and what caused what?"""

from typing import Any

import networkx
import pytest
from runs import EDITION, bench, empty, interpreter

from verifier.models.chronicle import chronicle
from verifier.models.describe import Names
from verifier.models.ruling import Ruling
from verifier.models.vocabulary import AbilityKind, Op, Representation, Step, Target, What, Zone

PASS = {"pick": 0, "thing": 0, "aim": 0}
KINDS = {
    "choice",
    "put-on-stack",
    "triggered",
    "delayed-created",
    "begins-resolving",
    "instruction",
    "end-of-resolution",
    "transforms",
    "converts",
    "zone-change",
    "counters",
    "tapped",
    "untapped",
    "damage",
    "life",
    "countered",
    "state-based",
    "new-step",
    "note",
}
RELATIONS = {"caused", "created", "put", "resolved", "then"}
TWO_FACED = {
    "object.representation.0": Representation.NONMODAL,
    "object.zone.0": Zone.BATTLEFIELD,
    "game.step.0": Step.MAIN,
    "player.life.0": 20,
    "player.life.1": 20,
}


def row(number: int, kind: AbilityKind, *ops: tuple[Op, What], **fields: int) -> dict[str, int]:
    made = {f"ability.kind.{number}": int(kind)}
    made |= {f"ability.{name}.{number}": value for name, value in fields.items()}
    for i, (op, what) in enumerate(ops):
        made |= {f"ability.op.{number}.{i}": op, f"ability.what.{number}.{i}": what}
    return made


def told(
    fields: dict[str, int],
    choices: list[dict[str, int]],
    off: Any = (),
    names: Names | None = None,
    ruled: bool = False,
) -> Any:
    player, b = interpreter(off), bench()
    state = empty(b.system, b.monitored) | {name: int(value) for name, value in fields.items()}
    states = [state]
    for choice in choices:
        state, _ = player.step(state, choice)
        states.append(state)
    ruling = (
        Ruling(b.system, {name.removeprefix("rule."): value for name, value in player.switches.items()}, EDITION)
        if ruled
        else None
    )
    return chronicle(b.system.layout, states, choices, names, ruling)


def nodes(graph: networkx.DiGraph, kind: str) -> list[str]:
    return [name for name, data in graph.nodes(data=True) if data["kind"] == kind]


def activate(row: int, thing: int = 0, aim: int = 0) -> dict[str, int]:
    return {"pick": 1 + row, "thing": thing, "aim": aim}


TWICE = row(0, AbilityKind.ACTIVATED, (Op.TRANSFORM, What.THIS), (Op.TRANSFORM, What.THIS))
GUARD_OFF = (("transform.once-per-ability", None),)


def test_an_ability_that_transforms_twice_turns_over_once_by_the_rules_and_twice_without_the_guard() -> None:
    line = [activate(0), *[PASS] * 5]
    assert len(nodes(told(TWO_FACED | TWICE, line), "transforms")) == 1
    graph = told(TWO_FACED | TWICE, line, GUARD_OFF)
    assert len(nodes(graph, "transforms")) == 2
    assert [data["step"] for _, data in graph.nodes(data=True) if data["kind"] == "transforms"] == [3, 4]


def test_the_instruction_that_does_nothing_says_so() -> None:
    graph = told(TWO_FACED | TWICE, [activate(0), *[PASS] * 4])
    idle = [data for _, data in graph.nodes(data=True) if data.get("idle")]
    assert [data["step"] for data in idle] == [4] and "nothing changes" in idle[0]["text"]


def test_a_trigger_keeps_its_identity_from_its_event_through_the_stack_to_its_resolution() -> None:
    watch = row(1, AbilityKind.TRANSFORMS, (Op.GAIN_LIFE, What.YOU), back=1) | {"ability.amount.1.0": 2}
    graph = told(TWO_FACED | TWICE | watch, [activate(0), *[PASS] * 9])
    turns, triggers, life = (nodes(graph, kind)[0] for kind in ("transforms", "triggered", "life"))
    puts = [n for n in nodes(graph, "put-on-stack") if graph.nodes[n]["ability"] == graph.nodes[triggers]["ability"]]
    begins = [n for n in nodes(graph, "begins-resolving") if graph.has_edge(puts[0], n)]
    assert graph.edges[turns, triggers]["relation"] == "caused"
    assert graph.edges[triggers, puts[0]]["relation"] == "put"
    assert graph.edges[puts[0], begins[0]]["relation"] == "resolved"
    assert networkx.has_path(graph, begins[0], life)


BLINK = row(1, AbilityKind.ACTIVATED, (Op.EXILE, What.TARGET), (Op.RETURN, What.TARGET), target=Target.PERMANENT)


def test_a_card_that_left_and_came_back_is_another_object_that_an_older_ability_does_not_find() -> None:
    graph = told(TWO_FACED | TWICE | BLINK, [activate(0), activate(1), *[PASS] * 9])
    moves = [(graph.nodes[n]["object"], graph.nodes[n]["becomes"]) for n in nodes(graph, "zone-change")]
    assert moves == [("object 0", "object 0 (2nd)"), ("object 0 (2nd)", "object 0 (3rd)")]
    idle = [data["text"] for _, data in graph.nodes(data=True) if data.get("idle")]
    assert len(idle) == 2 and all("no longer there" in text for text in idle)
    blink = graph.graph["steps"][5]
    assert blink.acting == "ability 2"
    assert blink.abilities["ability 2"].references["target", "same"] is None
    assert blink.abilities["ability 2"].references["target", "meant"] == "object 0 (2nd)"
    assert blink.abilities["ability 1"].references["source", "meant"] is None
    assert blink.abilities["ability 1"].references["source", "card"] == "object 0 (2nd)"


def test_a_delayed_ability_is_created_waits_for_its_event_and_goes_on_the_stack() -> None:
    rows = row(0, AbilityKind.ACTIVATED, (Op.DELAY, What.THIS), delayed=0) | {"ability.delayed.0.0": 2}
    rows |= row(2, AbilityKind.DELAYED_END_STEP, (Op.TRANSFORM, What.THIS))
    rows.pop("ability.delayed.0")
    graph = told(TWO_FACED | rows, [activate(0), *[PASS] * 12])
    created = nodes(graph, "delayed-created")[0]
    ability = graph.nodes[created]["ability"]
    (put,) = [n for n in nodes(graph, "put-on-stack") if graph.nodes[n]["ability"] == ability]
    assert graph.edges[created, put]["relation"] == "put"
    assert any(graph.nodes[n]["kind"] == "new-step" for n in graph.predecessors(put))
    assert graph.graph["lanes"][ability]["put"] == graph.nodes[put]["step"]
    assert nodes(graph, "transforms")


def test_a_copy_is_an_ability_of_its_own() -> None:
    copier = row(1, AbilityKind.ACTIVATED, (Op.COPY, What.TARGET), target=Target.ABILITY)
    graph = told(TWO_FACED | TWICE | copier, [activate(0), activate(1, aim=2), PASS, PASS])
    assert graph.graph["steps"][-1].abilities.keys() == {"ability 1", "ability 2"}


def test_given_names_are_used() -> None:
    names = Names(objects={0: "Moth"}, faces={0: ("Day", "Night")}, players=("Ann", "Ben"))
    graph = told(TWO_FACED | TWICE, [activate(0), *[PASS] * 3], names=names)
    texts = [data["text"] for _, data in graph.nodes(data=True)]
    assert "Moth transforms: Night is up now" in texts and texts[0].startswith("Ann activates Moth's")


def test_only_the_closed_words_are_used_and_time_flows_forward() -> None:
    graph = told(TWO_FACED | TWICE | BLINK, [activate(0), activate(1), *[PASS] * 20])
    assert {data["kind"] for _, data in graph.nodes(data=True)} <= KINDS
    assert {data["relation"] for _, _, data in graph.edges(data=True)} <= RELATIONS
    assert networkx.is_directed_acyclic_graph(graph)


def test_a_run_whose_states_and_choices_do_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="lead through"):
        chronicle(bench().system.layout, [], [])
