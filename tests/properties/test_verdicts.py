"""Which properties fall without a clause, or with a wrong body of it: said by hand, from what each clause means."""

from dataclasses import dataclass

import pytest

from verifier import api
from verifier.encode.interpreter import Interpreter
from verifier.encode.monitors import Monitored
from verifier.models import rulebook
from verifier.models.chronicle import chronicle
from verifier.models.public_facts import ATOMS
from verifier.prove.induction import find_invariant, proves, scout_invariant
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
    "library": 2,
}
OWN = "transform.never-again-by-own-ability"
DELAYED = "transform.never-again-by-own-delayed"
NOBODY_ELSE = "transform.guard-limits-nobody-else"
TWO_FACED = "transform.only-two-faced"
SPELL_FACE = "transform.never-a-spell-face"
SAME_OBJECT = "transform.same-object"
THE_FACE = "transform.each-turns-the-face"
OLD_ABILITY = "zones.old-ability-new-object"
TURNS_ONCE = "transform.own-ability-turns-it-once"
CANNOT = "transform.cannot-means-both"
SEEN = "transform.seen-as-it-then-is"
FACE_UP = "transform.never-seen-as-face-up"
TRANSFORMED = "transform.transformed-is-now"
REST = "resolution.rest-still-happens"
IF_YOU_DO = "resolution.if-you-do"
TARGET = "resolution.target-looked-at-again"
AS_MANY = "mill.as-many-as-there-are"
CONSERVES = "mill.conserves-cards"
EXACT = "mill.cost-is-exact"
NO_DEATH = "mill.is-no-death"
WHOLE = "mill.chosen-only-whole"
LAST_IN = "stack.last-in-first-out"
ACTIVE_FIRST = "stack.active-player-first"
ACTS_FIRST = "stack.active-player-acts-first"
WELL_FORMED = "kernel.well-formed"


@dataclass(frozen=True)
class Broken:
    """A rulebook with one thing wrong, and the properties that must fall for it.

    `unsure` still hold, by what the clause means, but the templates do not speak of what the wrong body remembers.
    """

    what: str
    falls: frozenset[str]
    without: tuple[str, ...] = ()
    variant: tuple[str, str] | None = None
    unsure: frozenset[str] = frozenset()
    more: tuple[tuple[str, int], ...] = ()

    def slices(self) -> dict[str, int]:
        return {**SLICE, **dict(self.more)}

    def switches(self) -> dict[str, int]:
        return api.switches_for(api.DEFAULT_EDITION, self.without, dict([self.variant] if self.variant else []))


def off(*rules: str, falls: tuple[str, ...]) -> Broken:
    return Broken(" and ".join(rules), frozenset(falls), without=rules)


def wrong(rule: str, name: str, *, falls: tuple[str, ...], unsure: tuple[str, ...] = (), **more: int) -> Broken:
    return Broken(f"{rule}={name}", frozenset(falls), (), (rule, name), frozenset(unsure), tuple(more.items()))


BROKEN = (
    # The guard of activated and triggered abilities; of delayed ones.
    off("transform.once-per-ability", falls=(OWN,)),
    off("transform.once-per-delayed", falls=(DELAYED,)),
    # An old ability acts on a new object, and the guard holds what is not that ability's own permanent any more. What
    # left also keeps its counters and its tapped state.
    off("zones.new-object", falls=(OLD_ABILITY, NOBODY_ELSE, TARGET, WELL_FORMED)),
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
    # It no longer counts as the ability's own permanent, so the guard does not see it, and nothing finds it: what chose
    # it as a target does nothing, and a delayed ability does not turn the target that it was created with.
    wrong(
        "faces.same-object",
        "new-object",
        falls=(OWN, DELAYED, SAME_OBJECT, TARGET, NOBODY_ELSE),
        unsure=(TURNS_ONCE,),
    ),
    wrong("transform.once-per-ability", "whoever-causes-it", falls=(NOBODY_ELSE, TURNS_ONCE)),
    # What turned after the delayed ability was created, and before it went on the stack, is not seen.
    wrong("transform.once-per-delayed", "since-put-on-stack", falls=(DELAYED,)),
    # A guard that starts anew as each ability resolves, that forgets triggered abilities, or that lasts for the turn.
    wrong("transform.once-per-ability", "since-resolution-began", falls=(OWN,), unsure=(TURNS_ONCE,)),
    wrong("transform.once-per-ability", "activated-only", falls=(OWN,)),
    wrong("transform.once-per-ability", "once-this-turn", falls=(TURNS_ONCE,), unsure=(OWN,)),
    # A copy that starts with the original's stamp does not turn what nothing has turned since the copy was made.
    # (The original, what copies it, and the copy are on the stack together.)
    wrong("copies.own-time", "inherited", falls=(TURNS_ONCE,), stack=3),
    # By card, a plain copy turns over, and what a double-faced card stands for does not if it is a copy of a plain one.
    wrong("transform.needs-two-faces", "faces-by-card", falls=(TWO_FACED, WELL_FORMED, NOBODY_ELSE, TURNS_ONCE)),
    off("transform.turn-over", falls=(NOBODY_ELSE, TURNS_ONCE)),
    off("convert.turn-over", falls=(NOBODY_ELSE, TURNS_ONCE)),
    off("transform.forbidden", falls=(CANNOT,)),
    off("convert.cannot", falls=(CANNOT,)),
    off("transform.transforms-into", falls=(SEEN,)),
    wrong("transform.transforms-into", "before-the-turn", falls=(SEEN,)),
    wrong("transform.transforms-into", "on-entering-too", falls=(SEEN,)),
    wrong("transform.transforms-into", "transforms-only", falls=(SEEN,)),
    wrong("transform.not-face-down", "seen-as-face-up", falls=(FACE_UP,)),
    wrong("convert.not-face-down", "seen-as-face-up", falls=(FACE_UP,)),
    off("facedown.never-double-faced", falls=(WELL_FORMED,)),
    wrong("transform.transformed-permanent", "has-been-back", falls=(TRANSFORMED,)),
    wrong("transform.transformed-permanent", "as-it-looks", falls=(TRANSFORMED,)),
    wrong("resolution.rest-still-happens", "stops-at-a-skip", falls=(REST,)),
    wrong("resolution.if-you-do", "told-is-done", falls=(IF_YOU_DO,)),
    wrong("resolution.needs-legal-target", "target-not-checked-again", falls=(TARGET,)),
    # What is told and does not happen; a cost that takes nothing.
    off("mill.top-of-library", falls=(AS_MANY, EXACT)),
    off("mill.as-many-as-possible", falls=(AS_MANY,)),
    wrong("mill.top-of-library", "into-exile", falls=(CONSERVES,)),
    wrong("mill.top-of-library", "from-the-bottom", falls=(CONSERVES,)),
    off("mill.never-more-than-library", falls=(EXACT, WHOLE)),
    wrong("mill.never-more-than-library", "costs-not-asked", falls=(EXACT,)),
    wrong("mill.never-more-than-library", "choices-not-asked", falls=(WHOLE,)),
    wrong("mill.never-more-than-library", "last-card-kept", falls=(EXACT, WHOLE)),
    wrong("triggers.dies", "from-anywhere", falls=(NO_DEATH,)),
    wrong("stack.last-in-first-out", "first-in-first-out", falls=(LAST_IN,)),
    wrong("stack.active-player-first", "other-player-first", falls=(ACTIVE_FIRST,)),
    wrong("turn.active-player-acts-first", "controller-goes-on", falls=(ACTS_FIRST,)),
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
    ("mill.as-many-as-possible", AS_MANY),
    ("mill.top-of-library=from-the-bottom", CONSERVES),
    ("mill.never-more-than-library=costs-not-asked", EXACT),
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
        legal = Interpreter(system, found.switches).legal
        graph = chronicle(system.layout, found.states, found.choices, legal=legal)
        assert violations(property, graph, ATOMS) == [len(found.choices) - 1]
    return found


@pytest.mark.parametrize("edition", api.EDITIONS)
def test_the_rulebook_as_written_keeps_every_property(edition: str) -> None:
    results = api.check(edition=edition, slices=SLICE)
    assert {(r.property, r.verdict, r.reason) for r in results} == {(p.id, "PROVED", "") for p in api.properties()}
    assert all(r.counterexample is None and r.bound is None for r in results)


@pytest.mark.parametrize("one", BROKEN, ids=lambda one: one.what)
def test_exactly_these_properties_lose_their_proof(one: Broken) -> None:
    _, monitored = api.system_for(api.slice_for(one.slices()))
    stored = {reads for conjuncts in api.stored_invariants().values() for reads in conjuncts}
    unproved = without_proof(monitored, one, stored)
    if unproved != one.falls | one.unsure:
        unproved = without_proof(monitored, one, {c.reads for c in scout_invariant(monitored, one.switches())})
    assert unproved == one.falls | one.unsure


def without_proof(monitored: Monitored, one: Broken, conjuncts: set[str]) -> set[str]:
    invariant = find_invariant(monitored, one.switches(), conjuncts)
    return {id for id, broken in monitored.broken.items() if not proves(invariant, broken)}


@pytest.mark.parametrize(("one", "id"), PAIRS)
def test_each_is_refuted_by_a_run_that_the_timeline_confirms(one: Broken, id: str) -> None:
    found = counterexample(id, without=one.without, variant=one.variant, slices=one.slices())
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
