"""Does another reader of DOT read the graph back, whatever things are called?"""

import warnings

import pydot
import pytest
from test_chronicle import BLINK, GUARD_OFF, PASS, TWICE, TWO_FACED, activate, told
from test_mermaid import AWKWARD
from test_render import LINE, STORY

from verifier.models.describe import Names
from verifier.timeline.dot import as_dot


def parsed(text: str) -> tuple[dict[str, str], list[tuple[str, str, str]]]:
    """The label of each node, and the visible edges with theirs."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (graph,) = pydot.graph_from_dot_data(text) or ()
    assert graph.get_type() == "digraph"
    nodes = {one.get_name(): _read(one.get("label")) for one in graph.get_nodes() if one.get("label")}
    edges = [one for one in graph.get_edges() if one.get("style") != "invis"]
    return nodes, [(one.get_source(), _read(one.get("label")), one.get_destination()) for one in edges]


def _read(label: str) -> str:
    assert label.startswith('"') and label.endswith('"')
    lines = label[1:-1].replace("\\\\", "\0").replace("\\n", " ").replace('\\"', '"').replace("\0", "\\")
    return lines.replace("&amp;", "&")


def test_every_event_is_a_node_in_story_order() -> None:
    graph = told(TWO_FACED | TWICE, LINE, GUARD_OFF)
    nodes, edges = parsed(as_dot(graph, STORY))
    assert list(nodes) == ["claim", *[f"n{i}" for i in range(len(graph))], "breaks"]
    for name, data in zip(list(nodes)[1:], graph.nodes.values(), strict=False):
        assert nodes[name].lower() == f"({data['step'] + 1}) {data['text']}.".lower()
    assert len(edges) == graph.number_of_edges() + 1
    assert "701.27f" in nodes["claim"] and "701.27f" in nodes["breaks"]


def test_every_kind_of_edge_is_told_apart() -> None:
    graph = told(TWO_FACED | TWICE | BLINK, [activate(0), activate(1), *[PASS] * 9])
    _, edges = parsed(as_dot(graph, STORY))
    assert {word for _, word, _ in edges} == {"then", "caused", "put on the stack", "resolved", "breaks"}


@pytest.mark.parametrize("name", AWKWARD)
def test_names_cannot_break_it(name: str) -> None:
    nodes, _ = parsed(as_dot(told(TWO_FACED | TWICE, LINE, GUARD_OFF, Names(objects={0: name})), STORY))
    assert " ".join(name.split()) in nodes["n0"]
