"""A timeline in the DOT language of Graphviz, for its layouts and for whatever else reads it."""

from __future__ import annotations

from typing import Any

from verifier.timeline.diagram import BREAKS, COLOURS, Box, diagram
from verifier.timeline.story import Story

LINES = {
    "then": 'style="dotted", weight=10',
    "caused": 'style="solid"',
    "created": 'style="bold"',
    "put": 'style="bold"',
    "resolved": 'style="bold"',
    BREAKS: f'style="solid", color="{COLOURS["breaks"][1]}"',
}
"""How each kind of edge is drawn: dotted in time only, thick along an ability's way, plain for what came of what."""


def as_dot(graph: Any, story: Story) -> str:
    """The directed graph, top down, events in story order."""
    drawn = diagram(graph, story)
    lines = [
        f"digraph {_quoted(drawn.title)} {{",
        "  rankdir=TB;",
        '  node [shape=box, style="rounded,filled", fontname="Helvetica", fontsize=11, fontcolor="#1f2933"];',
        '  edge [fontname="Helvetica", fontsize=9, color="#52606d", fontcolor="#52606d"];',
        _box(drawn.opening),
        *[_box(box) for box in drawn.boxes],
        *[f"  {drawn.opening.name} -> {box.name} [style=invis];" for box in drawn.boxes[:1]],
        *[
            f"  {one.source} -> {one.target} [label={_quoted(one.words)}, {LINES[one.relation]}];"
            for one in drawn.arrows
        ],
        "}",
    ]
    return "\n".join(lines) + "\n"


def _box(box: Box) -> str:
    fill, line = COLOURS[box.style]
    return f'  {box.name} [label={_quoted(*box.lines)}, fillcolor="{fill}", color="{line}"];'


def _quoted(*lines: str) -> str:
    """A quoted string; DOT has escapes of its own, and reads entities such as `&lt;` in labels."""
    escaped = [one.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"') for one in lines]
    return '"' + "\\n".join(escaped) + '"'
