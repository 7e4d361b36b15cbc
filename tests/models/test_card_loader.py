"""Is a card that the words cannot say always refused, with the file and the field?"""

import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.errors import InputError, OutsideRulebook
from verifier.models.cards import loader
from verifier.models.cards.loader import load_card, parse_card


def test_an_inline_card_may_be_abridged_and_a_file_may_not(tmp_path: Path) -> None:
    plain = {
        "card": "Bear",
        "layout": "single",
        "abridged": True,
        "faces": [{"name": "Bear", "types": ["enchantment"]}],
    }
    assert parse_card(plain, "board.yaml").abridged
    path = tmp_path / "bear.json"
    path.write_text(
        '{"card": "Bear", "layout": "single", "abridged": true, "faces": [{"name": "Bear", "types": ["land"]}]}'
    )
    with pytest.raises(InputError, match=r"bear\.json: abridged: only a card inside a board may be abridged"):
        load_card(path)


GOOD: dict[str, Any] = {
    "card": "A // B",
    "layout": "nonmodal",
    "faces": [
        {
            "name": "A",
            "types": ["creature"],
            "power": 1,
            "toughness": 1,
            "abilities": [{"activated": {}, "do": [{"transform": "this"}]}],
        },
        {"name": "B", "types": ["land"]},
    ],
}
DO = "faces[0].abilities[0].do"
TAP = {"tap": "this"}

# Where to change the good card, to what, and what the error must then say after the name of the file.
BROKEN: list[tuple[str, Any, str]] = [
    ("colour", "red", "colour: unknown key `colour`; known are"),
    ("card", "A", "card: must be `A // B`, as the faces are named"),
    ("card", "A\n", "card: `A\\n` cannot stand here; it must be a name on one line"),
    ("layout", "doubled", "layout: outside the rulebook: it has no word `doubled`"),
    ("layout", "meld", "layout: outside the rulebook: it has no word `meld` (section 701.42)"),
    ("layout", "single", "faces: layout `single` has one face, not 2"),
    ("layout", "token", "faces: layout `token` has one face, not 2"),
    ("faces", [GOOD["faces"][0]], "faces: layout `nonmodal` has two faces, not 1"),
    ("faces", [], "faces: must have from 1 to 2 entries, not 0"),
    ("faces[0].power", 16, "faces[0].power: must be from 0 to 15, not `16`"),
    ("faces[0].power", "x", "faces[0].power: must be a whole number, not `x`"),
    ("faces[0].toughness", None, "faces[0].toughness: must be a whole number, not empty"),
    ("faces[1].power", 1, "faces[1].power: only a creature face can have this"),
    ("faces[1].types", ["creature"], "faces[1].power: is missing from a creature face"),
    ("faces[1].types", ["legendary"], "faces[1].types: needs a card type"),
    ("faces[1].types", ["lands"], "faces[1].types[0]: unknown word `lands`; did you mean `land`"),
    ("faces[1].types", ["land", "land"], "faces[1].types: names an entry twice"),
    (
        "faces[1].subtypes",
        ["forest"],
        "faces[1].subtypes[0]: `forest` cannot stand here; it must be a capitalised subtype",
    ),
    ("faces[1].abilities", [{"spell": {}, "do": [TAP]}], "faces[1].abilities[0].do[0].tap: `this` is a permanent"),
    (
        "faces[1].abilities",
        [{"spell": {}, "do": [{"damage": "you"}]}],
        "faces[1].abilities[0]: an instant or sorcery face has",
    ),
    ("faces[0].abilities[0].tap", True, "faces[0].abilities[0].tap: outside the rulebook: it has no word `tap`"),
    (
        "faces[0].abilities[0].spell",
        {},
        "faces[0].abilities[0]: needs exactly one of activated, spell, triggered, static; it has",
    ),
    ("omits", ["its price"], "omits[0]: must be {what, when} or {what, never}"),
    ("omits", [{"what": "its price"}], "omits[0]: must say either `when` an outcome could depend on it"),
    ("omits", [{"what": "its price", "when": ["cast"], "never": "x"}], "omits[0]: must say either `when`"),
    (
        "omits",
        [{"what": "its price", "when": ["castt"]}],
        "omits[0].when[0]: `castt` cannot stand here; did you mean `cast`",
    ),
    ("omits", [{"what": "its price", "when": []}], "omits[0].when: must have from 1 to 8 entries, not 0"),
    ("omits", [{"when": ["cast"]}], "omits[0].what: is missing"),
    ("omits", [{"what": "x", "why": "y"}], "omits[0].why: unknown key `why`"),
    (
        "omits",
        [{"what": "x", "face": "front", "ability": 1, "when": ["cast"]}],
        "omits[0].ability: needs a `face` that has",
    ),
    ("omits", [{"what": "x", "ability": 0, "when": ["cast"]}], "omits[0].ability: needs a `face` that has"),
    (
        "faces[0].abilities[0].activated",
        {"sacrifice": 1},
        "faces[0].abilities[0].activated.sacrifice: outside the rulebook",
    ),
    (
        "faces[0].abilities[0].activated",
        {"tap": 1},
        "faces[0].abilities[0].activated.tap: must be true or false, not `1`",
    ),
    ("faces[0].abilities[0].who", "any", "faces[0].abilities[0].who: only a triggered or static ability can have this"),
    ("faces[0].abilities", [{"activated": {}}], "faces[0].abilities[0].do: is missing"),
    (
        "faces[0].abilities",
        [{"static": "forbids-transform", "do": [TAP]}],
        "faces[0].abilities[0].do: only an ability that does",
    ),
    (
        "faces[0].abilities",
        [{"triggered": "attacks", "do": [TAP]}],
        "triggered: outside the rulebook: it has no word `attacks` (sec",
    ),
    (
        "faces[0].abilities",
        [{"triggered": "cast", "do": [TAP]}],
        "triggered: unknown word `cast`; did you mean `casts`?",
    ),
    (
        "faces[0].abilities",
        [{"triggered": "upkeep", "kind": ["land"], "do": [TAP]}],
        "kind: only an ability that watches",
    ),
    (
        "faces[0].abilities",
        [{"triggered": "casts", "who": "this", "do": [TAP]}],
        "who: must be `any` where `casts` triggers",
    ),
    ("faces[0].abilities", [{"triggered": "dies", "kind": ["nontoken"], "do": [TAP]}], "kind[0]: outside the rulebook"),
    (
        "faces[0].abilities",
        [{"triggered": "dies", "kind": ["creatur"], "do": [TAP]}],
        "kind[0]: unknown word `creatur`; did you",
    ),
    (
        "faces[0].abilities",
        [{"triggered": "dies", "kind": ["not land or Wolf"], "do": [TAP]}],
        "kind[0]: `not` takes one word",
    ),
    (
        "faces[0].abilities[0].target",
        {"permanent": [], "card": []},
        "target: needs exactly one of permanent, card, ability, sp",
    ),
    ("faces[0].abilities[0].target", {"player": []}, "target.player: outside the rulebook: it has no word `player`"),
    (DO, [TAP] * 7, f"{DO}: must have from 1 to 6 entries, not 7"),
    (DO, [], f"{DO}: must have from 1 to 6 entries, not 0"),
    (DO, [{"transform": "target"}], f"{DO}[0].transform: the ability has no target"),
    (DO, [{"transform": "you"}], f"{DO}[0].transform: outside the rulebook: it has no word `you`"),
    (
        DO,
        [{"transform": "this", "tap": "this"}],
        f"{DO}[0]: needs exactly one instruction word; it has `transform`, `tap`",
    ),
    (DO, [{"may": True}], f"{DO}[0]: needs exactly one instruction word; it has none"),
    (DO, [{"mill": "this"}], f"{DO}[0].mill: outside the rulebook: it has no word `this`"),
    (DO, [{"mill": "you", "amount": 8}], f"{DO}[0].amount: must be from 1 to 7, not `8`"),
    (DO, [{"mill": "opponent", "may": True}], f"{DO}[0].may: only you are asked whether you mill; write `mill: you`"),
    ("faces[0].abilities[0].activated", {"mill": 0}, "activated.mill: must be from 1 to 7, not `0`"),
    (DO, [{"shuffle": "you"}], f"{DO}[0].shuffle: outside the rulebook: it has no word `shuffle`"),
    (
        DO,
        [{"proliferate": "you"}],
        f"{DO}[0].proliferate: outside the rulebook: it has no word `proliferate`; it can say",
    ),
    (DO, [{"transfrom": "this"}], f"{DO}[0].transfrom: unknown word `transfrom`; did you mean `transform`"),
    (DO, [{"put-counter": "this"}], f"{DO}[0].counter: is missing: the kind of counter"),
    (DO, [{"remove-counter": "this"}], f"{DO}[0].counter: is missing: the kind of counter"),
    (DO, [{"put-counter": "this", "counter": "ICE"}], f"{DO}[0].counter: must name a kind of counter"),
    (DO, [{"put-counter": "this", "counter": "target"}], f"{DO}[0]: needs exactly one instruction word"),
    (DO, [{"put-counter": "this", "counter": "ice", "amount": 8}], f"{DO}[0].amount: must be from 1 to 7, not `8`"),
    (DO, [{"counter": "ice"}], f"{DO}[0].counter: can counter only the `target`, not `ice`"),
    (DO, [{"tap": "this", "amount": 2}], f"{DO}[0].amount: only counters, life, damage and mill can have this"),
    (DO, [{"tap": "this", "under": "you"}], f"{DO}[0].under: only return and return-transformed can have this"),
    (DO, [{"tap": "this", "kind": ["land"]}], f"{DO}[0].kind: only an instruction for all or others can have this"),
    (DO, [{"tap": "this", "do": [TAP]}], f"{DO}[0].do: only delay can have this"),
    (DO, [{"tap": "this", "if": "done"}], f"{DO}[0].if: the first instruction has none before it"),
    (DO, [TAP, {"tap": "this", "if": "undone"}], f"{DO}[1].if: `undone` cannot stand here; it must be `done` ("),
    (
        DO,
        [TAP, {"tap": "this", "if": {"counters": "ice"}}],
        f"{DO}[1].if: a mapping cannot stand here; it must be `done` (",
    ),
    (DO, [{"delay": "upkeep"}], f"{DO}[0].do: is missing: what the delayed ability does"),
    (DO, [{"delay": "combat", "do": [TAP]}], f"{DO}[0].delay: outside the rulebook: it has no word `combat`"),
    (DO, [{"delay": "upkeep", "do": [{"tap": "target"}]}], f"{DO}[0].do[0].tap: the ability has no target"),
    (
        DO,
        [{"delay": "upkeep", "do": [{"delay": "upkeep", "do": [TAP]}]}],
        f"{DO}[0].do[0].delay: a delayed ability cannot",
    ),
]


def changed(place: str, value: Any) -> Any:
    document = deepcopy(GOOD)
    *steps, last = (int(step) if step.isdigit() else step for step in re.findall(r"\w+", place))
    at: Any = document
    for step in steps:
        at = at[step]
    at[last] = value
    return document


def test_the_card_that_is_broken_below_is_whole() -> None:
    assert parse_card(GOOD, "some.yaml").name == "A // B"


@pytest.mark.parametrize(("place", "value", "message"), BROKEN, ids=range(len(BROKEN)))
def test_what_is_wrong_is_named_with_file_and_field(place: str, value: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_card(changed(place, value), "some.yaml")
    assert str(caught.value).startswith("some.yaml: ")
    assert message in str(caught.value)
    assert isinstance(caught.value, OutsideRulebook) == ("outside the rulebook" in message)


@pytest.mark.parametrize(
    ("target", "good", "bad"),
    [
        ("permanent", "tap", "counter"),
        ("card", "return-transformed", "tap"),
        ("ability", "copy", "exile"),
        ("spell", "counter", "transform"),
    ],
)
def test_a_word_must_fit_its_target(target: str, good: str, bad: str) -> None:
    def with_word(word: str) -> Any:
        return changed("faces[0].abilities[0]", {"activated": {}, "target": {target: []}, "do": [{word: "target"}]})

    parse_card(with_word(good), "some.yaml")
    with pytest.raises(InputError, match=f"cannot act on a target that is of kind `{target}`"):
        parse_card(with_word(bad), "some.yaml")


leaves = (
    st.none()
    | st.booleans()
    | st.integers(-1, 20)
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(
        ["this", "target", "all", "you", "creature", "not Horror", "done", "upkeep", "dies", "+1/+1", "A"]
    )
)
keys = st.text(max_size=5) | st.sampled_from(
    [
        *loader.OPS,
        *GOOD,
        *GOOD["faces"][0],
        "activated",
        "spell",
        "triggered",
        "who",
        "yours",
        "kind",
        "target",
        "do",
        "if",
    ]
)
anything = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=4), max_leaves=15
)
places = st.sampled_from(
    ["card", "layout", "omits", "faces", "faces[0]", "faces[0].types", "faces[0].abilities", "faces[0].abilities[0]"]
    + [f"faces[0].abilities[0].{key}" for key in ("activated", "kind", "target", "do")]
    + [f"{DO}[0]", f"{DO}[0].transform", f"{DO}[0].if", f"{DO}[0].counter", f"{DO}[0].kind"]
)


@given(anything)
def test_any_document_is_a_card_or_an_input_error(document: object) -> None:
    try:
        parse_card(document, "some.yaml")
    except InputError as error:
        assert "\n" not in str(error)


@given(places, anything)
def test_a_card_with_anything_inside_is_a_card_or_an_input_error(place: str, value: object) -> None:
    try:
        parse_card(changed(place, value), "some.yaml")
    except InputError as error:
        assert "\n" not in str(error)
