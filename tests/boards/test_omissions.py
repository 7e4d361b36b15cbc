"""Is a board whose outcome could depend on what a card leaves out always `outside`, and never one that could not?"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from verifier.boards.format import load_board, parse_board
from verifier.errors import InputError
from verifier.models.cards.loader import shipped_cards
from verifier.models.cards.omission import When
from verifier.play import BoardResult, lay_out, play_board

FILES = sorted((Path(__file__).parents[2] / "boards").glob("*.board.yaml"))
GRANTS = [(path, number) for path in FILES for number in load_board(path).grants]
MURDER = {"card": "Murder", "owner": "A", "zone": "hand"}
NOT_YET = {When.ATTACKS}


def there(card: Any, owner: str = "A", **fields: Any) -> dict[str, Any]:
    return {"card": card, "owner": owner, "zone": "battlefield", **fields}


def hand(card: str, owner: str = "A") -> dict[str, Any]:
    return {"card": card, "owner": owner, "zone": "hand"}


def bear(*omits: Any, **ability: Any) -> dict[str, Any]:
    face = {
        "name": "Bear",
        "types": ["creature"],
        "power": 2,
        "toughness": 2,
        "abilities": [ability] if ability else [],
    }
    return {"card": "Bear", "layout": "single", "abridged": True, "omits": [*omits], "faces": [face]}


def played(objects: dict[str, Any], *script: Any, **fields: Any) -> BoardResult:
    end = {"expect": {"name": "end", "asks": "nothing"}}
    board = {"schema": 1, "id": "a-board", "title": "A board", "objects": objects, "script": [*script, end], **fields}
    return play_board(parse_board(board, "some.board.yaml"))


# For each word: a board that depends on the omission, and what is then said; a second that comes close and does not.
DEPENDS: dict[str, tuple[When, dict[str, Any], tuple[Any, ...], str]] = {
    "an opponent's creature is no target of Cloudshift": (
        When.AIMS_AT_OPPONENTS,
        {"shift": hand("Cloudshift"), "rhino": there("Siege Rhino", "B")},
        ({"cast": {"object": "shift", "target": "rhino"}},),
        "Cloudshift (shift) leaves out: that only your own creature can be the target",
    ),
    "Eldrazi Displacer is no target of itself": (
        When.AIMS_AT_ITSELF,
        {"displacer": there("Eldrazi Displacer")},
        ({"activate": {"object": "displacer"}},),
        "that it cannot target itself",
    ),
    "your own is no target of Sink into Stupor": (
        When.AIMS_AT_OWN,
        {"sink": hand("Sink into Stupor"), "rhino": there("Siege Rhino")},
        ({"cast": {"object": "sink"}},),
        "only what an opponent has",
    ),
    "an activated ability is no target of Strionic Resonator": (
        When.AIMS_AT_ACTIVATED,
        {"resonator": there("Strionic Resonator"), "prowler": there("Kessig Prowler")},
        ({"activate": {"object": "prowler"}}, {"activate": {"object": "resonator"}}),
        "only a triggered ability",
    ),
    "a triggered ability is no target of Azorius Guildmage": (
        When.AIMS_AT_TRIGGERED,
        {"guildmage": there("Azorius Guildmage"), "rhino": hand("Siege Rhino")},
        (
            {"cast": {"object": "rhino"}},
            "resolve",
            {"activate": {"object": "guildmage", "ability": 1, "target": "top"}},
        ),
        "triggered abilities cannot be countered",
    ),
    "something enters": (
        When.ENTERS,
        {"clone": hand("Clone")},
        ({"cast": {"object": "clone"}}, "resolve"),
        "Clone (clone) leaves out: entering as a copy",
    ),
    "a planeswalker face turns up": (
        When.TURNS,
        {"liliana": there("Liliana, Heretical Healer"), "moonmist": hand("Moonmist")},
        ({"cast": {"object": "moonmist"}}, "resolve"),
        "loyalty",
    ),
    "what is indestructible dies": (
        When.DIES,
        {"abbey": there("Westvale Abbey", face="back"), "murder": MURDER},
        ({"cast": {"object": "murder"}}, "resolve"),
        "being indestructible",
    ),
    "a spell is cast": (
        When.CAST,
        {"flux": hand("Essence Flux"), "rhino": there("Siege Rhino")},
        ({"cast": {"object": "flux"}},),
        "the counter for a Spirit",
    ),
    "a cost is not paid": (
        When.ACTIVATED,
        {"gossip": there("Town Gossipmonger")},
        ({"activate": {"object": "gossip"}},),
        "tapping another creature",
    ),
    "no sorcery could be cast": (
        When.OFF_TIME,
        {"parker": there("Peter Parker"), "prowler": there("Kessig Prowler")},
        ({"activate": {"object": "prowler"}}, {"activate": {"object": "parker"}}),
        "when a sorcery could be cast",
    ),
    "a condition of a trigger is not known": (
        When.TRIGGERS,
        {"mayor": there("Mayor of Avabruck")},
        ({"until": "upkeep"},),
        "counting the spells of the last turn",
    ),
    "a may stands for a condition": (
        When.ASKS,
        {"procession": there("Profane Procession"), "rhino": there("Siege Rhino", "B")},
        ({"activate": {"object": "procession"}}, "resolve", {"choose": "yes"}),
        "counting the cards exiled with it",
    ),
    "damage is dealt that something would change": (
        When.DAMAGE,
        {"ojer": there("Ojer Axonil, Deepest Might"), "rhino": there("Siege Rhino"), "bolt": hand("Lightning Bolt")},
        ({"cast": {"object": "bolt", "target": "rhino"}}, "resolve"),
        "raising the damage of red sources",
    ),
    "a creature without its bonus is hurt": (
        When.SIZES,
        {"immerwolf": there("Immerwolf"), "wolf": there("Wolf"), "bolt": hand("Lightning Bolt")},
        ({"cast": {"object": "bolt", "target": "wolf"}}, "resolve"),
        "the bonus for other Wolves",
    ),
    "a size without its bonus is looked at": (
        When.SIZES,
        {"immerwolf": there("Immerwolf"), "wolf": there("Wolf")},
        ({"expect": {"name": "size", "objects": {"wolf": {"power": 2}}}},),
        "the bonus for other Wolves",
    ),
    "a creature without its bonus is too small to live": (
        When.SIZES,
        {"immerwolf": there("Immerwolf"), "small": there("Incubator", face="back")},
        (),
        "the bonus for other Wolves",
    ),
    "a Vehicle is a creature in its controller's turn": (
        When.OWN_TURN,
        {"optimus": there("Optimus Prime, Hero", face="back")},
        ("pass",),
        "being a creature on your turn",
    ),
    "the size of a Vehicle is looked at": (
        When.OWN_TURN,
        {"optimus": there("Optimus Prime, Hero", face="back")},
        ({"expect": {"name": "size", "objects": {"optimus": {"power": 6}}}},),
        "being a creature on your turn",
    ),
    "something has to attack": (
        When.COMBAT,
        {"rabble": there("Town Gossipmonger", face="back")},
        ({"until": "combat"},),
        "having to attack",
    ),
    "an end step begins": (
        When.END_STEP,
        {"optimus": there("Optimus Prime, Hero", "B")},
        ({"until": "end-step"},),
        "bolster",
    ),
    "a spell is countered that something would protect": (
        When.SEES_COUNTERING,
        {
            "goldbug": there("Goldbug, Humanity's Ally"),
            "elite": hand("Elite Vanguard", "B"),
            "no": hand("Counterspell", "B"),
        },
        ({"cast": {"object": "elite"}}, {"cast": {"object": "no"}}, "resolve"),
        "keeping Human spells from being countered",
    ),
    "another creature leaves without dying": (
        When.SEES_LEAVING,
        {"aang": there("Aang, at the Crossroads"), "rhino": there("Siege Rhino"), "unsummon": hand("Unsummon")},
        ({"cast": {"object": "unsummon", "target": "rhino"}}, "resolve"),
        "without dying",
    ),
    "a creature card reaches the graveyard from elsewhere": (
        When.SEES_BURIED,
        {"board": there("Soulcipher Board"), "elite": hand("Elite Vanguard"), "no": hand("Counterspell", "B")},
        ({"cast": {"object": "elite"}}, "pass", {"cast": {"object": "no"}}, "resolve"),
        "without dying",
    ),
    "a token dies": (
        When.SEES_TOKEN,
        {"liliana": there("Liliana, Heretical Healer"), "wolf": there("Wolf"), "murder": MURDER},
        ({"cast": {"object": "murder", "target": "wolf"}}, "resolve"),
        "tokens do not trigger it",
    ),
    "a creature of another owner dies": (
        When.SEES_BORROWED,
        {"board": there("Soulcipher Board"), "rhino": there("Siege Rhino", "B", controller="A"), "murder": MURDER},
        ({"cast": {"object": "murder"}}, "resolve"),
        "others own",
    ),
    "a script asks for what is left out": (
        When.ACTIVATED_OTHERWISE,
        {"cove": there("Treasure Map", face="back")},
        ({"activate": {"object": "cove"}},),
        "its abilities",
    ),
    "an expectation asks for what is left out": (
        When.CAST_OTHERWISE,
        {"bump": {"card": "Bump in the Night", "owner": "A", "zone": "graveyard"}},
        ({"expect": {"name": "flashback", "cannot": [{"cast": {"object": "bump"}}]}},),
        "from the graveyard",
    ),
    "an expectation asks for what is there too much": (
        When.AIMS_AT_OPPONENTS,
        {"shift": hand("Cloudshift"), "rhino": there("Siege Rhino", "B")},
        ({"expect": {"name": "target", "can": [{"cast": {"object": "shift", "target": "rhino"}}]}},),
        "only your own creature",
    ),
}


@pytest.mark.parametrize("case", DEPENDS)
def test_a_board_that_depends_on_an_omission_is_outside(case: str) -> None:
    word, objects, script, said = DEPENDS[case]
    active = "B" if "goldbug" in objects else "A"
    result = played(objects, *script, active=active)
    assert (result.status, said in result.failures[0]) == ("outside", True), result.failures
    named = result.failures[0].split("leaves out: ")[1]
    assert any(word in one.when for card in shipped_cards() for one in card.omits if one.what == named)


def test_every_word_is_met_by_some_board_and_used_by_some_card() -> None:
    assert {word for word, *_ in DEPENDS.values()} == set(When) - NOT_YET
    assert {word for card in shipped_cards() for one in card.omits for word in one.when} == set(When)


@pytest.mark.parametrize(
    ("objects", "script"),
    [
        ({"shift": hand("Cloudshift"), "elite": there("Elite Vanguard")}, ({"cast": {"object": "shift"}}, "resolve")),
        ({"displacer": there("Eldrazi Displacer"), "elite": there("Elite Vanguard", "B")},
         ({"activate": {"object": "displacer", "target": "elite"}}, "resolve")),
        ({"parker": there("Peter Parker")}, ({"activate": {"object": "parker"}}, "resolve")),
        ({"immerwolf": there("Immerwolf"), "rhino": there("Siege Rhino", "B"), "bolt": hand("Lightning Bolt")},
         ({"cast": {"object": "bolt", "target": "rhino"}}, "resolve",
          {"expect": {"name": "size", "objects": {"rhino": {"power": 4}, "immerwolf": {"power": 2}}}})),
        ({"liliana": there("Liliana, Heretical Healer"), "murder": MURDER},
         ({"cast": {"object": "murder"}}, "resolve")),
        ({"aang": there("Aang, at the Crossroads"), "rhino": there("Siege Rhino", "B"), "unsummon": hand("Unsummon")},
         ({"cast": {"object": "unsummon", "target": "rhino"}}, "resolve")),
        ({"rabble": there("Town Gossipmonger", "B", face="back")}, ({"until": "combat"},)),
        ({"abbey": there("Westvale Abbey", face="back"), "unsummon": hand("Unsummon")},
         ({"cast": {"object": "unsummon"}}, "resolve")),
    ],
)  # fmt: skip
def test_a_board_that_does_not_is_not(objects: dict[str, Any], script: tuple[Any, ...]) -> None:
    result = played(objects, *script)
    assert (result.status, result.failures) == ("pass", [])


def test_an_omission_of_one_ability_is_not_one_of_another() -> None:
    taps, untaps = {"activated": {}, "do": [{"tap": "this"}]}, {"activated": {}, "do": [{"untap": "this"}]}
    card = bear({"what": "a price", "ability": 1, "when": ["activated"]}, **taps)
    card["faces"][0]["abilities"].append(untaps)
    for ability, status in ((0, "pass"), (1, "outside")):
        assert played({"bear": there(card)}, {"activate": {"object": "bear", "ability": ability}}).status == status


def test_a_board_may_answer_for_an_omission() -> None:
    objects = {"shift": hand("Cloudshift"), "rhino": there("Siege Rhino", "B")}
    what = "that only your own creature can be the target"
    grant = {"card": "cloudshift", "leaves-out": what, "because": "another effect gave it to its caster meanwhile"}
    script = {"cast": {"object": "shift", "target": "rhino"}}
    assert played(objects, script, omits=["something else", grant]).status == "pass"
    for wrong, field in (({"card": "Murder"}, "card"), ({"leaves-out": "its price"}, "leaves-out")):
        with pytest.raises(InputError) as caught:
            played(objects, script, omits=["something else", {**grant, **wrong}])
        assert caught.value.field == f"omits[1].{field}"


def test_what_failed_before_stays_a_failure() -> None:
    missed = {"expect": {"name": "start", "stack": 1}}
    result = played({"clone": hand("Clone")}, missed, {"cast": {"object": "clone"}}, "resolve")
    assert result.status == "fail"
    assert len(result.failures) == 2


def test_the_words_of_an_abridged_card_are_its_boards_affair() -> None:
    taps = {"activated": {}, "do": [{"tap": "this"}]}
    for omission, status in (("its price", "pass"), ({"what": "its price", "when": ["activated"]}, "outside")):
        assert played({"bear": there(bear(omission, **taps))}, {"activate": {"object": "bear"}}).status == status


@pytest.mark.parametrize(("path", "number"), GRANTS, ids=lambda one: one.stem if isinstance(one, Path) else str(one))
def test_shipped_boards_answer_only_for_what_they_depend_on(path: Path, number: int) -> None:
    board = load_board(path)
    without = replace(board, grants={n: grant for n, grant in board.grants.items() if n != number})
    assert lay_out(without) is not None
    assert play_board(without).status == "outside"
