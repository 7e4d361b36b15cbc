"""A timeline as a Mermaid flowchart, which many sites draw where it stands in a Markdown text."""

from __future__ import annotations

import re
from typing import Any

from verifier.timeline.diagram import BREAKS, COLOURS, Box, diagram
from verifier.timeline.story import Story

LINES = {
    "then": "-.->",
    "caused": "-->",
    "created": "==>",
    "put": "==>",
    "resolved": "==>",
    BREAKS: "-->",
}
"""How each kind of edge is drawn: dotted in time only, thick along an ability's way, plain for what came of what."""
UNSAFE = re.compile(r"(?<![^\W_])-|-(?![^\W_])|[^\w .,:()\[\]/'+!?-]|_")


def as_mermaid(graph: Any, story: Story) -> str:
    """The flowchart, top down, events in story order."""
    drawn = diagram(graph, story)
    lines = ["---", f'title: "{_title(drawn.title)}"', "---", "flowchart TD", _box(drawn.opening)]
    lines += [_box(box) for box in drawn.boxes]
    lines += [f"  {drawn.opening.name} ~~~ {box.name}" for box in drawn.boxes[:1]]
    lines += [f'  {one.source} {LINES[one.relation]}|"{one.words}"| {one.target}' for one in drawn.arrows]
    for style, (fill, stroke) in COLOURS.items():
        names = [box.name for box in (drawn.opening, *drawn.boxes) if box.style == style]
        if names:
            lines.append(f"  classDef {style} fill:{fill},stroke:{stroke},color:#1f2933")
            lines.append(f"  class {','.join(names)} {style}")
    return "\n".join(lines) + "\n"


def _box(box: Box) -> str:
    return f'  {box.name}["{"<br/>".join(escaped(line) for line in box.lines)}"]'


def escaped(text: str) -> str:
    """Text for a quoted label: all but words and harmless signs as numbered entities of Mermaid.

    So neither a quote, nor a comment or directive (percent signs), nor Markdown in a name changes the drawing.
    """
    return UNSAFE.sub(lambda found: f"#{ord(found[0])};", text)


def _title(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
