"""A timeline as data: nodes and links, with a schema number."""

from __future__ import annotations

import json
from typing import Any

from verifier.timeline.story import Story, cast, past

SCHEMA = 1


def as_data(graph: Any, story: Story) -> dict[str, Any]:
    """The timeline as plain data in node-link form; steps count from 0."""
    return {
        "schema": SCHEMA,
        "property": story.property,
        "statement": story.statement,
        "edition": story.edition,
        "missing": [
            {"id": one.id, "number": one.number, "title": one.title, "instead": one.instead or None}
            for one in story.missing
        ],
        "breaks": story.breaks,
        "past": past(graph),
        "cards": cast(graph, story),
        "abilities": [{"id": id, **lane} for id, lane in graph.graph["lanes"].items()],
        "nodes": [{"id": name, **data} for name, data in graph.nodes(data=True)],
        "links": [{"source": one, "target": other, **data} for one, other, data in graph.edges(data=True)],
    }


def as_json(graph: Any, story: Story) -> str:
    """`as_data` as a JSON document."""
    return json.dumps(as_data(graph, story), indent=2, ensure_ascii=False) + "\n"
