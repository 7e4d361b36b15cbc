"""Do monitors and timelines, which share no code, fall at the same steps on correct and on broken rulebooks?"""

import random
from collections import Counter

import pytest
from runs import CLAIMS, SMALL, bench, interpreter, play, start

from verifier.language import Property
from verifier.models.chronicle import chronicle
from verifier.models.public_facts import ATOMS
from verifier.timeline.check import violations

Off = tuple[tuple[str, str | None], ...]
WHOLE: Off = ()
NO_TWO_FACES: Off = (("transform.needs-two-faces", None), ("convert.needs-two-faces", None))
NO_SPELL_FACE: Off = (("transform.no-spell-face", None),)
RULEBOOKS: list[Off] = [
    WHOLE,
    (("transform.once-per-ability", None),),
    (("transform.once-per-delayed", None),),
    (("zones.new-object", None),),
    (("transform.needs-two-faces", None),),
    NO_TWO_FACES,
    NO_SPELL_FACE,
    (("faces.front-elsewhere", None),),
    (("faces.same-object", "counters-lost"),),
    (("faces.same-object", "untaps"),),
    (("faces.same-object", "new-object"),),
    (("transform.once-per-ability", "whoever-causes-it"),),
]
FACE_UP: Off = (("transform.not-face-down", "seen-as-face-up"), ("convert.not-face-down", "seen-as-face-up"))
BREAKS: list[tuple[str, Off]] = [
    ("transform.never-again-by-own-ability", (("transform.once-per-ability", None),)),
    ("transform.never-again-by-own-delayed", (("transform.once-per-delayed", None),)),
    ("transform.guard-limits-nobody-else", (("transform.once-per-ability", "whoever-causes-it"),)),
    ("transform.only-two-faced", NO_TWO_FACES),
    ("transform.never-a-spell-face", NO_SPELL_FACE),
    ("transform.same-object", (("faces.same-object", "counters-lost"),)),
    ("transform.each-turns-the-face", (("faces.front-elsewhere", None),)),
    ("zones.old-ability-new-object", (("zones.new-object", None),)),
    ("transform.own-ability-turns-it-once", (("transform.turn-over", None), ("convert.turn-over", None))),
    ("transform.cannot-means-both", (("transform.forbidden", None), ("convert.cannot", None))),
    ("transform.seen-as-it-then-is", (("transform.transforms-into", "transforms-only"),)),
    ("transform.never-seen-as-face-up", FACE_UP),
    ("transform.transformed-is-now", (("transform.transformed-permanent", "as-it-looks"),)),
    ("resolution.rest-still-happens", (("resolution.rest-still-happens", "stops-at-a-skip"),)),
    ("resolution.if-you-do", (("resolution.if-you-do", "told-is-done"),)),
    ("resolution.target-looked-at-again", (("resolution.needs-legal-target", "target-not-checked-again"),)),
    ("resolution.target-looked-at-again", (("faces.same-object", "new-object"),)),
    ("mill.as-many-as-there-are", (("mill.as-many-as-possible", None),)),
    ("mill.conserves-cards", (("mill.top-of-library", "into-exile"),)),
    ("mill.is-no-death", (("triggers.dies", "from-anywhere"),)),
    ("mill.chosen-only-whole", (("mill.never-more-than-library", None),)),
    ("mill.cost-is-exact", (("mill.never-more-than-library", None),)),
    ("stack.last-in-first-out", (("stack.last-in-first-out", "first-in-first-out"),)),
    ("stack.active-player-first", (("stack.active-player-first", "other-player-first"),)),
    ("stack.active-player-acts-first", (("turn.active-player-acts-first", "controller-goes-on"),)),
]
DIRECTED = tuple(dict.fromkeys(id for id, _ in BREAKS))


def agree(rng: random.Random, off: Off, runs: int, towards: str = "", enough: int = 0) -> Counter[str]:
    """Play, and require the same steps of both readings; how often each property fell.

    `enough`: stop once the property `towards` fell that often.
    """
    fell: Counter[str] = Counter()
    layout = bench().system.layout
    directed = towards if towards in DIRECTED else ""
    for _ in range(runs):
        first = start(rng, turning=rng.choice([0.3, 0.6, 0.9]), towards=directed)
        run = play(rng, interpreter(off), first, 30, passing=rng.choice([0.3, 0.5, 0.8]), aiming=bool(directed))
        graph = chronicle(layout, run.states, run.choices, legal=interpreter(off).legal)
        for property in CLAIMS:
            found = violations(property, graph, ATOMS)
            assert found == run.fell[property.id], (property.id, off, first, run.choices)
            fell[property.id] += len(found)
        if enough and fell[towards] >= enough:
            break
    return fell


def number(off: Off) -> str:
    return ",".join(f"{id}={variant or 'off'}" for id, variant in off) or "whole"


@pytest.mark.parametrize("off", RULEBOOKS, ids=number)
def test_both_readings_agree(off: Off) -> None:
    agree(random.Random(7), off, 25)


@pytest.mark.parametrize(("id", "off"), BREAKS)
def test_each_property_breaks_often_and_at_the_same_steps(id: str, off: Off) -> None:
    assert agree(random.Random(3), off, 1500, towards=id, enough=100)[id] >= 100


@pytest.mark.parametrize("off", RULEBOOKS, ids=number)
@pytest.mark.parametrize("towards", ["", *DIRECTED])
@pytest.mark.nightly
def test_both_readings_agree_for_long(off: Off, towards: str) -> None:
    agree(random.Random(11), off, 500, towards=towards)


def test_every_claim_is_broken_by_some_rulebook() -> None:
    assert {id for id, _ in BREAKS} == {property.id for property in CLAIMS}


def test_what_is_no_claim_about_a_game_never_breaks() -> None:
    run = play(random.Random(1), interpreter(), start(random.Random(1)), 5)
    kernel = Property(id="kernel.some", statement="", cites=(), kernel="menu")
    assert violations(kernel, chronicle(bench().system.layout, run.states, run.choices), ATOMS) == []


def test_the_slice_is_the_small_one() -> None:
    assert dict(bench().system.slices) == SMALL
