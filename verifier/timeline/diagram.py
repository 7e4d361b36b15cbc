"""A timeline as boxes and arrows: what the textual graph formats share, before each writes it in its own way."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from verifier.timeline.story import TURNS, Story, opening, printable, sentence

RELATIONS = {
    "then": "then",
    "caused": "caused",
    "created": "created",
    "put": "put on the stack",
    "resolved": "resolved",
}
"""What each kind of edge is called on an arrow."""
BREAKS = "breaks"
COLOURS = {
    "plain": ("#ffffff", "#9aa5b1"),
    "pass": ("#f5f7fa", "#cbd2d9"),
    "turns": ("#fff3c4", "#de911d"),
    "breaks": ("#ffe3e3", "#cf1124"),
}
"""For each style of box the colours of its inside and of its line."""
WIDTH = 46


@dataclass(frozen=True, slots=True)
class Box:
    """A box: a name that needs no quoting, its lines of text, and a style of `COLOURS`."""

    name: str
    lines: Sequence[str]
    style: str = "plain"


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow between boxes; `relation` is one of `RELATIONS`, or `BREAKS` from the last event to the verdict."""

    source: str
    target: str
    relation: str

    @property
    def words(self) -> str:
        """What stands on the arrow."""
        return RELATIONS.get(self.relation, self.relation)


@dataclass(frozen=True, slots=True)
class Diagram:
    """A timeline to be drawn: a title, the box about claim and position, the boxes in story order, the arrows."""

    title: str
    opening: Box
    boxes: Sequence[Box]
    arrows: Sequence[Arrow]


def diagram(graph: Any, story: Story) -> Diagram:
    """The boxes and arrows of a timeline; each event says the number of its step, from 1, as the other tellings do."""
    names = {node: f"n{number}" for number, node in enumerate(graph)}
    boxes = [
        Box(names[node], _wrapped(f"({data['step'] + 1}) {sentence(data['text'])}"), _style(data, story))
        for node, data in graph.nodes(data=True)
    ]
    arrows = [Arrow(names[one], names[other], data["relation"]) for one, other, data in graph.edges(data=True)]
    if story.breaks is not None and boxes:
        last = [names[node] for node, step in graph.nodes(data="step") if step <= story.breaks][-1]
        lines = [line for said in story.verdict() for line in _wrapped(said)]
        boxes.append(Box(BREAKS, lines, "breaks"))
        arrows.append(Arrow(last, BREAKS, BREAKS))
    head = [line for said in opening(graph, story) for line in _wrapped(said)]
    return Diagram(printable(f"{story.property} ({story.edition})"), Box("claim", head), boxes, arrows)


def _style(data: dict[str, Any], story: Story) -> str:
    if data["step"] == story.breaks:
        return "breaks"
    return "turns" if data["kind"] in TURNS else "pass" if data.get("passes") else "plain"


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(printable(text), WIDTH, break_on_hyphens=False) or [""]
