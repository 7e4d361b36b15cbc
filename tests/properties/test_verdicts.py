"""Which properties fall without a clause, or with a wrong body of it: said by hand, from what each clause means."""

from dataclasses import dataclass

import pytest

from verifier import api
from verifier.models import rulebook
from verifier.models.chronicle import chronicle
from verifier.models.public_facts import ATOMS
from verifier.prove.induction import candidates, find_invariant, proves
from verifier.timeline.check import violations

SLICE = {
    "permanents": 2,
    "stack": 2,
    "delayed": 1,
    "abilities": 2,
    "instructions": 2,
    "cards": 2,
    "tags": 1,
    "counters": 1,
}
OWN = "transform.never-again-by-own-ability"
DELAYED = "transform.never-again-by-own-delayed"
NOBODY_ELSE = "transform.guard-limits-nobody-else"
TWO_FACED = "transform.only-two-faced"
SPELL_FACE = "transform.never-a-spell-face"
SAME_OBJECT = "transform.same-object"
THE_FACE = "transform.each-turns-the-face"
OLD_ABILITY = "zones.old-ability-new-object"
WELL_FORMED = "kernel.well-formed"


@dataclass(frozen=True)
class Broken:
    """A rulebook with one thing wrong, and the properties that must fall for it."""

    what: str
    falls: frozenset[str]
    without: tuple[str, ...] = ()
    variant: tuple[str, str] | None = None

    def switches(self) -> dict[str, int]:
        return api.switches_for(api.DEFAULT_EDITION, self.without, dict([self.variant] if self.variant else []))


def off(*rules: str, falls: tuple[str, ...]) -> Broken:
    return Broken(" and ".join(rules), frozenset(falls), without=rules)


def wrong(rule: str, name: str, *, falls: tuple[str, ...]) -> Broken:
    return Broken(f"{rule}={name}", frozenset(falls), variant=(rule, name))


BROKEN = (
    # The guard of activated and triggered abilities; of delayed ones.
    off("transform.once-per-ability", falls=(OWN,)),
    off("transform.once-per-delayed", falls=(DELAYED,)),
    # An old ability acts on a new object, and the guard holds what is not that ability's own permanent any more. What
    # left also keeps its counters and its tapped state.
    off("zones.new-object", falls=(OLD_ABILITY, NOBODY_ELSE, WELL_FORMED)),
    # A turned permanent without a second face shows a back that it has not.
    off("transform.needs-two-faces", falls=(TWO_FACED, WELL_FORMED)),
    off("convert.needs-two-faces", falls=(TWO_FACED, WELL_FORMED)),
    off("transform.needs-two-faces", "convert.needs-two-faces", falls=(TWO_FACED, WELL_FORMED)),
    # A permanent becomes an instant or sorcery.
    off("transform.no-spell-face", falls=(SPELL_FACE, WELL_FORMED)),
    off("convert.no-spell-face", falls=(SPELL_FACE, WELL_FORMED)),
    off("faces.front-elsewhere", falls=(THE_FACE, WELL_FORMED)),
    # Either half of sharing the guard: a convert slips by after a turn, or a turn after a convert.
    wrong("convert.shares-guard", "not-counted", falls=(OWN, DELAYED)),
    wrong("convert.shares-guard", "not-stopped", falls=(OWN, DELAYED)),
    wrong("faces.same-object", "counters-lost", falls=(SAME_OBJECT,)),
    wrong("faces.same-object", "untaps", falls=(SAME_OBJECT,)),
    # It no longer counts as the ability's own permanent, so the guard does not see it, and nothing finds it.
    wrong("faces.same-object", "new-object", falls=(OWN, DELAYED, SAME_OBJECT)),
    wrong("transform.once-per-ability", "whoever-causes-it", falls=(NOBODY_ELSE,)),
    # What turned after the delayed ability was created, and before it went on the stack, is not seen.
    wrong("transform.once-per-delayed", "since-put-on-stack", falls=(DELAYED,)),
    # No shipped property speaks of the order of the stack or of targets that are no longer legal.
    wrong("stack.last-in-first-out", "first-in-first-out", falls=()),
    wrong("resolution.needs-legal-target", "target-not-checked-again", falls=()),
)
QUICK = {
    ("transform.once-per-ability", OWN),
    ("transform.once-per-delayed", DELAYED),
    ("zones.new-object", OLD_ABILITY),
    ("transform.needs-two-faces and convert.needs-two-faces", TWO_FACED),
    ("transform.no-spell-face", SPELL_FACE),
    ("convert.no-spell-face", SPELL_FACE),
    ("faces.front-elsewhere", THE_FACE),
    ("faces.same-object=untaps", SAME_OBJECT),
    ("convert.shares-guard=not-counted", OWN),
}
"""Counterexamples to look for in a short run of the tests; the rest are found by a nightly one."""

PAIRS = [
    pytest.param(one, id, id=f"{one.what}-{id}", marks=[] if (one.what, id) in QUICK else pytest.mark.nightly)
    for one in BROKEN
    for id in sorted(one.falls)
]


def counterexample(
    id: str, *, without: tuple[str, ...] = (), variant: tuple[str, str] | None = None, slices: dict[str, int]
) -> api.Counterexample:
    """The counterexample, confirmed by the second reading: the property falls in the last step and in none before."""
    (result,) = api.check([id], without=without, variants=dict([variant] if variant else []), slices=slices)
    assert result.verdict == "REFUTED", result.reason
    found = result.counterexample
    assert found is not None
    assert len(found.states) == len(found.choices) + 1
    (property,) = api.select_properties([id])
    if not property.kernel:
        system, _ = api.system_for(found.slices)
        graph = chronicle(system.layout, found.states, found.choices)
        assert violations(property, graph, ATOMS) == [len(found.choices) - 1]
    return found


@pytest.mark.parametrize("edition", api.EDITIONS)
def test_the_rulebook_as_written_keeps_every_property(edition: str) -> None:
    results = api.check(edition=edition, slices=SLICE)
    assert {(r.property, r.verdict, r.reason) for r in results} == {(p.id, "PROVED", "") for p in api.properties()}
    assert all(r.counterexample is None and r.bound is None for r in results)


@pytest.mark.parametrize("one", BROKEN, ids=lambda one: one.what)
def test_exactly_these_properties_lose_their_proof(one: Broken) -> None:
    _, monitored = api.system_for(api.slice_for(SLICE))
    invariant = find_invariant(monitored, one.switches(), {c.reads for c in candidates(monitored)})
    assert {id for id, broken in monitored.broken.items() if not proves(invariant, broken)} == one.falls


@pytest.mark.parametrize(("one", "id"), PAIRS)
def test_each_is_refuted_by_a_run_that_the_timeline_confirms(one: Broken, id: str) -> None:
    found = counterexample(id, without=one.without, variant=one.variant, slices=SLICE)
    assert found.switches == one.switches()


def test_the_smallest_game_without_the_guard_is_one_ability_of_one_permanent() -> None:
    found = counterexample(OWN, without=("transform.once-per-ability",), slices=SLICE)
    assert (found.resolutions, found.objects) == (1, 1)


def test_with_one_instruction_each_it_takes_two_abilities_of_one_permanent() -> None:
    found = counterexample(OWN, without=("transform.once-per-ability",), slices={**SLICE, "instructions": 1})
    assert (found.resolutions, found.objects) == (2, 1)
    depths = [sum(state[f"entry.live.{i}"] for i in range(found.slices["stack"])) for state in found.states]
    assert max(depths) == 2


def test_every_wrong_body_is_in_the_table() -> None:
    wrongs = {(clause.id, v.name) for clause in rulebook().clauses.values() for v in clause.variants if v.wrong}
    assert wrongs == {one.variant for one in BROKEN if one.variant}


def test_every_property_of_the_game_falls_for_some_broken_rulebook() -> None:
    fallen = set().union(*[one.falls for one in BROKEN])
    assert {p.id for p in api.properties() if not p.kernel} <= fallen


def test_what_is_refuted_in_a_short_run_is_in_the_table() -> None:
    assert {(one.what, id) for one in BROKEN for id in one.falls} >= QUICK
