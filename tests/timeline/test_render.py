"""Do text, data and picture tell the same timeline, safely and without overlap?"""

import itertools
import json
import random
import re
import xml.etree.ElementTree as ElementTree

import pytest
from runs import bench, interpreter, play, start
from test_chronicle import GUARD_OFF, PASS, TWICE, TWO_FACED, activate, told

from verifier.models.chronicle import chronicle
from verifier.models.describe import Names
from verifier.timeline.json import as_data, as_json
from verifier.timeline.story import Missing, Story, rows
from verifier.timeline.svg import SIZE, as_svg, wrapped
from verifier.timeline.text import as_text

SVG = "{http://www.w3.org/2000/svg}"
GUARD = Missing("transform.once-per-ability", "701.27f", "an ability turns its own permanent only once")
STORY = Story("some.claim", "Nothing turns over twice.", "2026-09-25", (GUARD,), 4)
LINE = [activate(0), *[PASS] * 5]


def test_the_text_reads_from_top_to_bottom_and_names_the_missing_rule_where_it_matters() -> None:
    text = as_text(told(TWO_FACED | TWICE, LINE, GUARD_OFF), STORY)
    lines = text.splitlines()
    broken = next(n for n, line in enumerate(lines) if ">> This breaks the claim some.claim." in line)
    assert "Two-faced permanent 1 transforms: its front face is up now." in lines[broken - 2]
    assert "701.27f" in lines[broken + 1]
    assert "activated \N{EM DASH} transform this; transform this" in " ".join(text.split())


def test_passes_are_folded() -> None:
    told_rows = rows(told(TWO_FACED | TWICE, [activate(0), *[PASS] * 11]), STORY)
    assert [row.number for row in told_rows] == ["1", "2\N{EN DASH}3", "4", "5", "6", "7\N{EN DASH}12"]


def test_a_claim_that_breaks_with_all_rules_says_so() -> None:
    story = Story("some.claim", "Nothing ever turns.", "2026-09-25", (), 3)
    assert "the rules themselves allow it" in as_text(told(TWO_FACED | TWICE, LINE), story)


def test_the_data_has_every_node_and_link() -> None:
    graph = told(TWO_FACED | TWICE, LINE, GUARD_OFF)
    data = json.loads(as_json(graph, STORY))
    assert data["schema"] == 1 and data["breaks"] == 4
    assert data["past"] == [] and len(data["cards"]) == 1
    assert {one["id"] for one in data["nodes"]} == set(graph.nodes)
    assert {(one["source"], one["target"]) for one in data["links"]} == set(graph.edges)
    assert data == json.loads(json.dumps(as_data(graph, STORY)))


def test_the_picture_is_well_formed_and_escapes_what_it_is_given() -> None:
    names = Names(objects={0: 'A <b> & "c" \x07'})
    svg = as_svg(told(TWO_FACED | TWICE, LINE, GUARD_OFF, names), STORY)
    root = ElementTree.fromstring(svg)
    texts = [one.text or "" for one in root.iter(f"{SVG}text")]
    assert any('A <b> & "c"' in text for text in texts)
    assert "701.27f" in " ".join(texts)


@pytest.mark.parametrize("seed", range(12))
def test_no_text_of_a_picture_overlaps_another(seed: int) -> None:
    rng = random.Random(seed)
    run = play(rng, interpreter(GUARD_OFF), start(rng), 30)
    svg = as_svg(chronicle(bench().system.layout, run.states, run.choices), STORY)
    root = ElementTree.fromstring(svg)
    for one in root.iter(f"{SVG}text"):
        x, y = float(one.get("x", 0)), float(one.get("y", 0))
        assert 0 <= x < 900 and 0 < y < float(root.get("height", 0))
        if one.get("text-anchor") is None:
            assert len(wrapped(one.text or "", 900 - x, int(one.get("font-size", SIZE)))) == 1
    boxes = [one for one in root.iter(f"{SVG}rect") if one.get("rx")]
    tops = [float(one.get("y", 0)) for one in boxes]
    bottoms = [top + float(one.get("height", 0)) for top, one in zip(tops, boxes, strict=True)]
    assert all(bottom < top for bottom, top in itertools.pairwise(sorted([*tops, *bottoms]))) and tops == sorted(tops)
    assert all(float(one.get("width", 0)) > 400 for one in boxes)
    for top, bottom in zip(tops, bottoms, strict=True):
        places = [(float(t.get("x", 0)), float(t.get("y", 0))) for t in root.iter(f"{SVG}text")]
        inside = sorted({y for x, y in places if top < y < bottom and x < 700})
        assert all(b - a >= SIZE for a, b in itertools.pairwise(inside))


def test_lines_are_cut_to_fit() -> None:
    assert wrapped("", 100) == [""]
    assert "".join(wrapped("x" * 200, 100)) == "x" * 200
    assert all(len(line) < 20 for line in wrapped("word " * 40, 100))


def test_unprintable_characters_do_not_reach_the_text() -> None:
    text = as_text(told(TWO_FACED | TWICE, LINE, GUARD_OFF, Names(objects={0: "A\x1b[31m"})), STORY)
    assert re.search(r"[\x00-\x09\x0b-\x1f]", text) is None
