"""A smallest counterexample: with any one thing of its board dropped, no line as long breaks the property any more."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from time import monotonic

import pytest

from verifier import api
from verifier.encode.monitors import monitor
from verifier.encode.terms import Term, conj, constant, equal
from verifier.models.measures import measures
from verifier.models.public import vocabulary
from verifier.prove.search import Run, Search, find

SLICE = {
    "permanents": 2,
    "stack": 2,
    "delayed": 1,
    "abilities": 2,
    "instructions": 2,
    "cards": 2,
    "tags": 1,
    "counters": 1,
    "library": 1,
}
LIFE = 20
"""What a player has who matters to nothing."""

WHOLE = re.compile(r"(object|delayed|ability|card)\.\w+\.(\d+)(?:\.\d+)?$")
INSTRUCTION = re.compile(
    r"ability\.(?:op|what|op_filter|amount|counter|condition|condition_counter|condition_amount|may|under_you"
    r"|enters_tapped|delayed)\.(\d+)\.(\d+)$"
)


def broken_by(id: str, without: str, smallest: bool) -> tuple[Search, Run]:
    """A search for what breaks the property without the rule, and the run that it found."""
    (property,) = api.select_properties([id])
    slices = api.slice_for(SLICE)
    system, _ = api.system_for(slices)
    monitored = monitor(system, [property], vocabulary)
    switches = api.switches_for(api.DEFAULT_EDITION, [without], {})

    def search() -> Search:
        return Search(monitored, measures(system), switches, monitored.broken[id])

    run = find(search(), 12, monotonic() + 60, lambda _: None, smallest)
    assert run is not None
    return search(), run


def plain(name: str) -> int:
    return LIFE if name.startswith("player.life") else 0


def elements(start: Mapping[str, int]) -> Iterator[tuple[str, set[str]]]:
    """What a board is made of: objects, abilities, instructions, each mark on something; with the variables of each."""
    groups: dict[str, set[str]] = defaultdict(set)
    for name in start:
        if whole := WHOLE.match(name):
            groups[f"{whole[1]} {whole[2]}"].add(name)
        if one := INSTRUCTION.match(name):
            groups[f"instruction {one[2]} of ability {one[1]}"].add(name)
        groups[name].add(name)
    for what, names in groups.items():
        if any(start[name] != plain(name) for name in names):
            yield what, names


def breaks_still(search: Search, run: Run, dropped: set[str]) -> bool:
    """Whether some line of at most that length breaks the property on the board without these."""
    length = len(run.choices)
    while len(search.inputs) < length:
        search.extend()
    start = {name: 0 if name in dropped else value for name, value in run.states[0].items()}
    start |= {name: plain(name) for name in dropped}
    variables: dict[str, Term] = {**search.times[0], **search.frozen}
    board = [
        equal(term, constant(start[name], 0 if term.sort().name() == "Bool" else term.size()))
        for name, term in variables.items()
    ]
    return any(search.check(conj(*board), search.at(many)) is not None for many in range(1, length + 1))


@pytest.mark.parametrize(
    ("id", "without"),
    [
        ("transform.never-again-by-own-ability", "transform.once-per-ability"),
        ("transform.each-turns-the-face", "faces.front-elsewhere"),
        pytest.param("transform.never-again-by-own-delayed", "transform.once-per-delayed", marks=pytest.mark.nightly),
        pytest.param("zones.old-ability-new-object", "zones.new-object", marks=pytest.mark.nightly),
        pytest.param("transform.never-a-spell-face", "transform.no-spell-face", marks=pytest.mark.nightly),
    ],
)
def test_nothing_can_be_dropped_from_a_smallest_one(id: str, without: str) -> None:
    search, run = broken_by(id, without, smallest=True)
    assert breaks_still(search, run, set())
    assert [what for what, names in elements(run.states[0]) if breaks_still(search, run, names)] == []


def test_something_can_be_dropped_from_one_that_was_not_made_small() -> None:
    search, run = broken_by("transform.never-again-by-own-ability", "transform.once-per-ability", smallest=False)
    assert any(breaks_still(search, run, names) for _, names in elements(run.states[0]))
