"""Is the flowchart well formed whatever things are called, and does it show every event and every kind of edge?"""

import re

import pytest
from test_chronicle import BLINK, GUARD_OFF, PASS, TWICE, TWO_FACED, activate, told
from test_render import LINE, STORY

from verifier.models.describe import Names
from verifier.timeline.mermaid import as_mermaid, escaped

BOX = re.compile(r'  (\w+)\["([^"]*)"\]')
ARROW = re.compile(r'  (\w+) (?:-\.->|-->|==>)\|"([^"]*)"\| (\w+)')
OTHER = re.compile(r"  (claim ~~~ n0|classDef \w+ fill:#\w{6},stroke:#\w{6},color:#\w{6}|class \w+(,\w+)* \w+)")
AWKWARD = ['Ach! Hans, "Run!"', "Fire // Ice", "Urza's; end", "%%{init: {}}%% <b>", "`*_x_*` - #35; \\", "1. ]"]


def parsed(text: str) -> tuple[dict[str, str], list[tuple[str, str, str]]]:
    """The boxes by name and the arrows; fails on a line that is no line of a flowchart."""
    head, body = text.split("flowchart TD\n")
    assert re.fullmatch(r'---\ntitle: "[^"\n]*"\n---\n', head)
    boxes: dict[str, str] = {}
    arrows = []
    for line in body.splitlines():
        if found := BOX.fullmatch(line):
            assert found[1] not in boxes
            boxes[found[1]] = " ".join(
                re.sub(r"#(\d+);", lambda code: chr(int(code[1])), part) for part in found[2].split("<br/>")
            )
        elif found := ARROW.fullmatch(line):
            assert {found[1], found[3]} <= boxes.keys()
            arrows.append((found[1], found[2], found[3]))
        else:
            assert OTHER.fullmatch(line), line
    return boxes, arrows


def test_every_event_is_a_box_in_story_order() -> None:
    graph = told(TWO_FACED | TWICE, LINE, GUARD_OFF)
    boxes, arrows = parsed(as_mermaid(graph, STORY))
    assert list(boxes) == ["claim", *[f"n{i}" for i in range(len(graph))], "breaks"]
    for name, data in zip(list(boxes)[1:], graph.nodes.values(), strict=False):
        assert boxes[name].lower() == f"({data['step'] + 1}) {data['text']}.".lower()
    assert len(arrows) == graph.number_of_edges() + 1
    assert "701.27f" in boxes["claim"] and "701.27f" in boxes["breaks"]


def test_every_kind_of_edge_is_told_apart() -> None:
    graph = told(TWO_FACED | TWICE | BLINK, [activate(0), activate(1), *[PASS] * 9])
    _, arrows = parsed(as_mermaid(graph, STORY))
    assert {word for _, word, _ in arrows} == {"then", "caused", "put on the stack", "resolved", "breaks"}


@pytest.mark.parametrize("name", AWKWARD)
def test_names_cannot_break_it(name: str) -> None:
    text = as_mermaid(told(TWO_FACED | TWICE, LINE, GUARD_OFF, Names(objects={0: name})), STORY)
    boxes, _ = parsed(text)
    assert " ".join(name.split()) in boxes["n0"]


def test_only_entities_stand_for_signs_with_a_meaning() -> None:
    assert escaped("a-b") == "a-b"
    assert escaped('- "%`*_#;<&') == "#45; #34;#37;#96;#42;#95;#35;#59;#60;#38;"
