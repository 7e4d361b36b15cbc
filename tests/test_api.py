"""The Python interface: what it accepts, what it refuses and how it says so, and what a result holds."""

import pytest

from verifier import api
from verifier.errors import InputError
from verifier.models import rulebook

TINY = {
    "permanents": 1,
    "stack": 2,
    "delayed": 1,
    "abilities": 2,
    "instructions": 2,
    "cards": 1,
    "tags": 1,
    "counters": 1,
    "library": 1,
}
GUARD = "transform.once-per-ability"
GUARDED = "transform.never-again-by-own-ability"


@pytest.mark.parametrize(
    ("arguments", "field", "message"),
    [
        ({"properties": ["transform.nevr-again"]}, "property", "no property matches `transform.nevr-again`"),
        ({"properties": ["kernel.*", "nothing.*"]}, "property", "no property matches `nothing.*`"),
        ({"without": ["transform.once-per-abilty"]}, "rule", f"did you mean {GUARD}"),
        ({"without": ["zzz"]}, "rule", "no rule matches `zzz`; see `verifier rules`"),
        ({"properties": ["zzz"]}, "property", "no property matches `zzz`; see `verifier properties`"),
        ({"variants": {GUARD: "some"}}, "variant", f"`{GUARD}` has no variant `some`; it has whoever-causes-it"),
        ({"variants": {"zones.new-object": "some"}}, "variant", "it has none"),
        ({"variants": {"zones.no-object": "some"}}, "rule", "no rule matches `zones.no-object`"),
        ({"edition": "1993"}, "edition", "no edition `1993`; known are 2023, 2026-09-25"),
        ({"slices": {"lands": 3}}, "lands", "--slice: lands: there is no such size; known are permanents"),
        (
            {"slices": {"permanents": 0}},
            "permanents",
            "--slice: permanents: must be a whole number from 1 to 64, not `0`",
        ),
        ({"slices": {"stack": 65}}, "stack", "not `65`"),
        ({"slices": {"stack": "2"}}, "stack", "not `2`"),
        ({"slices": {"stack": 2.5}}, "stack", "not `2.5`"),
    ],
)
def test_what_does_not_exist_is_refused(arguments: dict[str, object], field: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        api.check(**arguments)  # type: ignore[arg-type]
    assert caught.value.exit_code == 2
    assert caught.value.field == field
    assert message in str(caught.value)


def test_globs_name_properties_in_the_shown_order() -> None:
    every = [p.id for p in api.properties()]
    assert [p.id for p in api.select_properties([])] == every
    assert [p.id for p in api.select_properties(["zones.*", "transform.never-*"])] == [
        id for id in every if id.startswith(("zones.", "transform.never-"))
    ]
    assert len(api.select_properties(["kernel.*", "kernel.menu-*"])) == sum(id.startswith("kernel.") for id in every)


def test_rules_are_all_there_and_sorted() -> None:
    ids = [clause.id for clause in api.rules()]
    assert ids == sorted(rulebook().clauses)


@pytest.mark.parametrize("edition", api.EDITIONS)
def test_switches_of_an_edition(edition: str) -> None:
    as_written = api.switches_for(edition, (), {})
    assert as_written == {clause.id: clause.in_edition(edition) for clause in api.rules()}
    off = api.switches_for(edition, ("transform.once-*",), {})
    assert {id for id in off if off[id] != as_written[id]} == {GUARD, "transform.once-per-delayed"}
    assert off[GUARD] == 0
    (fifo,) = [v.name for v in rulebook().clauses["stack.last-in-first-out"].variants]
    by_name = api.switches_for(edition, (), {"stack.last-in-first-out": fifo})
    assert by_name == api.switches_for(edition, ("stack.last-in-first-out",), {})


def test_the_default_edition_is_the_newest() -> None:
    assert api.EDITIONS[-1] == api.DEFAULT_EDITION


def test_a_slice_takes_its_other_sizes_from_the_rulebook() -> None:
    default = dict(rulebook().default_slice)
    assert api.slice_for({}) == default
    assert api.slice_for({"stack": 7}) == {**default, "stack": 7}
    assert api.slice_for({"permanents": 6}) == {**default, "permanents": 6, "cards": 6}
    assert api.slice_for({"permanents": 6, "cards": 2}) == {**default, "permanents": 6, "cards": 2}
    assert rulebook().default_slice == default


def test_a_proof_says_what_it_rests_on() -> None:
    lines: list[str] = []
    (result,) = api.check([GUARDED], slices=TINY, progress=lines.append)
    assert (result.property, result.verdict, result.expected, result.method) == (
        GUARDED,
        "PROVED",
        "PROVED",
        "induction",
    )
    assert result.as_expected()
    assert result.slice == TINY
    assert result.cites == [GUARD, "convert.shares-guard"]
    assert result.invariant and result.counterexample is None and result.bound is None
    assert f"deciding {GUARDED}" in lines


def test_a_refutation_brings_its_run() -> None:
    (result,) = api.check([GUARDED], without=[GUARD], slices=TINY)
    assert result.verdict == "REFUTED" and not result.as_expected()
    found = result.counterexample
    assert found is not None
    assert (found.property, found.edition, found.switches[GUARD]) == (GUARDED, api.DEFAULT_EDITION, 0)
    assert len(found.states) == len(found.choices) + 1
    assert (found.resolutions, found.objects) == (1, 1)
    system, monitored = api.system_for(found.slices)
    names = set(system.layout.variables)
    assert all(names <= set(state) for state in found.states)
    assert all(set(choice) == {"pick", "thing", "aim"} for choice in found.choices)
    assert GUARDED in monitored.broken


def test_a_system_is_built_once() -> None:
    one, other = api.system_for(TINY), api.system_for(dict(reversed(TINY.items())))
    assert one[0] is other[0] and one[1] is other[1]
