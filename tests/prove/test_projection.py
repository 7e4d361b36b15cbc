"""What is claimed of any number of things holds of any number; what looks at other slots by rule is not claimed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import z3
from switchboard import (
    LIT_HAS_FUSE,
    ONLY_FUSED,
    Rule,
    builder,
    counted,
    fifth,
    four,
    neighbour,
    own_fuse,
    pair,
    words,
)

from verifier import api
from verifier.encode.monitors import monitor
from verifier.encode.system import assemble
from verifier.encode.terms import equal, neg
from verifier.language import Property
from verifier.models import rulebook
from verifier.models.public import vocabulary
from verifier.properties import transform, zones
from verifier.prove.needs import Needs
from verifier.prove.projection import Projected, any_number, project
from verifier.prove.tracked import Projector, Sized, Table
from verifier.prove.verdicts import scout

PROPERTIES = {p.id: p for p in (*transform.PROPERTIES, *zones.PROPERTIES)}


def lamps(rule: Rule, *sizes: int) -> dict[str, Projected]:
    slices = [{"lamps": size} for size in sizes]
    return any_number(builder(rule), words, [ONLY_FUSED, LIT_HAS_FUSE], {}, {"lamps": 2}, slices, audit=True)


def magic(
    ids: Sequence[str], without: Sequence[str] = (), wrong: dict[str, str] | None = None, audit: bool = False
) -> dict[str, Projected]:
    switches = api.switches_for(api.DEFAULT_EDITION, without, wrong or {})
    base = dict(rulebook().default_slice)
    return any_number(
        lambda slices: assemble(rulebook(), slices, switches),
        vocabulary,
        [PROPERTIES[id] for id in ids],
        switches,
        scout(base),
        [base | {"permanents": size, "stack": size, "cards": size} for size in (4, 5)],
        audit=audit,
    )


@pytest.mark.parametrize("sizes", [(2, 3), (3, 4), (4, 5), (3, 4, 9)])
def test_what_each_thing_does_by_itself_is_proved_for_any_number(sizes: tuple[int, ...]) -> None:
    result = lamps(own_fuse, *sizes)
    assert all(one.proved for one in result.values())
    assert result[LIT_HAS_FUSE.id].invariant == ("what is lit has a fuse",)


def test_of_lamps_that_look_at_others_some_fact_about_few_is_true() -> None:
    """The traps are real: the property holds among two lamps for `pair`, among four for `four`."""
    for rule, good in ((pair, 2), (four, 4)):
        for size, holds in ((good, True), (good + 1, False)):
            one = monitor(builder(rule)({"lamps": size}), [ONLY_FUSED], words)
            solver = z3.Solver()
            solver.add(one.broken[ONLY_FUSED.id])
            assert (solver.check() == z3.unsat) == holds


@pytest.mark.parametrize(
    ("rule", "sizes"),
    [
        (neighbour, (2, 3)),
        (neighbour, (4, 5)),
        (pair, (2, 3)),
        (pair, (3, 4)),
        (four, (4, 5)),
        (four, (3, 4, 9)),
        (counted, (2, 3)),
        (counted, (3, 4)),
        (fifth, (4, 5)),
        (fifth, (3, 4, 9)),
    ],
)
def test_a_rule_that_looks_at_other_slots_is_never_claimed(rule: Rule, sizes: tuple[int, ...]) -> None:
    """`counted` is true among three and four lamps: an input stands for the count, and the proof fails."""
    assert not any(one.proved for one in lamps(rule, *sizes).values())


def test_inputs_put_back_give_the_very_terms() -> None:
    """The refinement: each projected next-state term, its inputs replaced by what they stand for, is the concrete."""
    base = {"permanents": 3, "stack": 3, "delayed": 1, "abilities": 2, "instructions": 1, "cards": 2, "library": 1}
    switches = rulebook().switches(api.DEFAULT_EDITION)
    system = assemble(rulebook(), dict(rulebook().default_slice) | base | {"tags": 1, "counters": 1}, switches)
    table = Table({"object", "entry", "waiting"}, {"entry.source", "entry.target", "choice.thing", "choice.aim"}, {})
    sized = Sized(monitor(system, [PROPERTIES["transform.only-two-faced"]], vocabulary), table)
    projector = Projector(sized, (("entry", 1), ("object", 2)))
    solver = z3.Solver()
    differ, inputs = [], 0
    for name in ("object.back.2", "object.zone.2", "entry.turned.1", "entry.source_gone.1", "entry.live.1"):
        concrete = sized.next[name]
        projected = projector.project(concrete)
        inputs += projected != concrete
        back = projector.put_back(projected)
        differ.append(neg(equal(sized.nodes.term(back, {}), system.next[name])))
    solver.add(z3.Or(*differ))
    assert inputs == 5
    assert solver.check() == z3.unsat


def test_only_two_faced_for_any_number() -> None:
    (result,) = magic(["transform.only-two-faced"], audit=True).values()
    assert result.proved


@pytest.mark.parametrize("rule", ["transform.needs-two-faces", "convert.needs-two-faces"])
def test_not_without_the_rule_that_it_needs(rule: str) -> None:
    (result,) = magic(["transform.only-two-faced"], without=[rule]).values()
    assert not result.proved


@pytest.mark.parametrize("rule", ["transform.needs-two-faces", "convert.needs-two-faces"])
def test_not_even_when_the_small_slice_said_yes(rule: str) -> None:
    """The projection itself finds that the property falls, and does not rest on the search for its invariant."""
    id = "transform.only-two-faced"
    switches = api.switches_for(api.DEFAULT_EDITION, [rule], {})
    base = dict(rulebook().default_slice)
    slices = [base | {"permanents": size, "stack": size, "cards": size} for size in (2, 3)]
    broken = [monitor(assemble(rulebook(), one, switches), [PROPERTIES[id]], vocabulary) for one in slices]
    result = project(Needs({id: []}, {}), broken, [PROPERTIES[id]], switches, audit=True)
    assert not result[id].proved
    assert result[id].reason.startswith("does not fit")


@pytest.mark.nightly
def test_the_guard_for_any_number() -> None:
    (result,) = magic(["transform.never-again-by-own-ability"], audit=True).values()
    assert result.proved
    assert "what resolves is on the stack, and alone" in result.invariant


FALLS = [
    ("transform.never-again-by-own-ability", "transform.once-per-ability", None),
    ("transform.never-again-by-own-ability", "convert.shares-guard", "not-counted"),
    ("transform.never-again-by-own-ability", "convert.shares-guard", "not-stopped"),
    ("transform.never-again-by-own-delayed", "transform.once-per-delayed", None),
    ("transform.never-again-by-own-delayed", "transform.once-per-delayed", "since-put-on-stack"),
    ("zones.old-ability-new-object", "zones.new-object", None),
    ("transform.never-a-spell-face", "transform.no-spell-face", None),
    ("transform.same-object", "faces.same-object", "new-object"),
]


@pytest.mark.nightly
@pytest.mark.parametrize(("id", "rule", "variant"), FALLS)
def test_what_falls_is_not_claimed(id: str, rule: str, variant: str | None) -> None:
    without, wrong = ([rule], {}) if variant is None else ([], {rule: variant})
    property: Property = PROPERTIES[id]
    assert not magic([property.id], without, wrong)[id].proved
