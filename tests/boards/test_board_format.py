"""Is a board that cannot be, or that asks for what cannot be done, refused with the place where it says so?"""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from verifier.boards.format import load_board, parse_board
from verifier.errors import InputError, OutsideRulebook
from verifier.play import lay_out, play_board

BOARD: dict[str, Any] = {
    "schema": 1,
    "id": "a-board",
    "title": "A board",
    "objects": {
        "prowler": {"card": "Kessig Prowler", "owner": "A", "zone": "battlefield"},
        "moon": {"card": "Waxing Moon", "owner": "A", "zone": "hand"},
    },
    "script": [
        {"activate": {"object": "prowler"}},
        "resolve",
        {"expect": {"name": "turned", "stack": 0, "objects": {"prowler": {"face": "back", "power": 4}}}},
    ],
}


WRONG = {"at": "turned", "imitates": "an engine", "stack": 1}
TAPS = {"activated": {}, "do": [{"tap": "this"}]}


def changed(**objects: Any) -> dict[str, Any]:
    """The board with objects added or replaced."""
    board = copy.deepcopy(BOARD)
    board["objects"] |= objects
    return board


def scripted(*script: Any, **fields: Any) -> dict[str, Any]:
    """The board with another script."""
    return {**copy.deepcopy(BOARD), "script": [*script, BOARD["script"][-1]], **fields}


def card(**fields: Any) -> dict[str, Any]:
    return {"card": "Kessig Prowler", "owner": "A", "zone": "battlefield", **fields}


def inline(ability: dict[str, Any], **fields: Any) -> dict[str, Any]:
    face = {"name": "Bear", "types": ["creature"], "power": 2, "toughness": 2, "abilities": [ability]}
    return {"card": "Bear", "layout": "single", "abridged": True, "faces": [face], **fields}


def test_a_board_reads_and_plays_from_yaml_and_json(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_text(json.dumps(BOARD))
    board = load_board(path)
    assert board == parse_board(BOARD, str(path))
    assert (board.active, board.step, board.life) == ("A", "main", {"A": 20, "B": 20})
    assert play_board(path).status == "pass"


@pytest.mark.parametrize(
    ("document", "field"),
    [
        ({**BOARD, "schema": 2}, "schema"),
        ({**BOARD, "colour": "red"}, "colour"),
        ({**BOARD, "step": "untap"}, "step"),
        ({key: value for key, value in BOARD.items() if key != "script"}, "script"),
        (changed(bat=card(zone="library")), "objects.bat.zone"),
        (changed(bat=card(owner="C")), "objects.bat.owner"),
        (changed(bat=card(tapped="yes")), "objects.bat.tapped"),
        (changed(bat=card(counters={"ice": 8})), "objects.bat.counters.ice"),
        (changed(bat=card(zone="graveyard", tapped=True)), "objects.bat.tapped"),
        (changed(bat=card(zone="graveyard", face="back")), "objects.bat.face"),
        (changed(bat=card(zone="hand", counters={"ice": 1})), "objects.bat.counters"),
        (changed(bat=card(zone="exile", damage=1)), "objects.bat.damage"),
        (changed(bat=card(zone="hand", **{"copy-of": {"card": "Clone"}})), "objects.bat.copy-of"),
        (changed(bat=card(zone="exile", controller="B")), "objects.bat.controller"),
        (scripted({"activate": {"object": "bat"}}), "script[0].activate.object"),
        (scripted({"cast": {"object": "moon", "target": "bat"}}), "script[0].cast.target"),
        (scripted({"choose": "perhaps"}), "script[0].choose"),
        (scripted({"until": "draw"}), "script[0].until"),
        (scripted("wait"), "script[0]"),
        (scripted({"expect": {"name": "turned", "stack": 0}}), "script[0].expect.name"),
        (scripted({"expect": {"name": "empty"}}), "script[0].expect"),
        ({**BOARD, "script": ["pass"]}, "script"),
        ({**BOARD, "delayed": [{"source": "bat"}]}, "delayed[0].source"),
        ({**BOARD, "wrong": {"at": "never", "imitates": "none", "stack": 1}}, "wrong.at"),
        ({**BOARD, "wrong": {"at": "turned", "imitates": "none"}}, "wrong"),
        ({**BOARD, "wrong": {**WRONG, "variant": "never"}}, "wrong.variant"),
    ],
)
def test_what_no_board_can_say_is_refused_where_it_stands(document: Any, field: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_board(document, "some.board.yaml")
    assert (caught.value.path, caught.value.field) == ("some.board.yaml", field)


@pytest.mark.parametrize(
    ("document", "field"),
    [
        (changed(bat=card(card="Kessig Growler")), "objects.bat.card"),
        (changed(bat=card(card="Elite Vanguard", face="back")), "objects.bat.face"),
        (changed(bat=card(card="Moonmist")), "objects.bat.face"),
        (changed(bat=card(card="Invasion of Alara", face="back")), "objects.bat.face"),
        (changed(bat=card(card="Wolf", zone="graveyard")), "objects.bat.zone"),
        (changed(bat=card(**{"copy-of": {"card": "Wolf", "face": "back"}})), "objects.bat.copy-of.face"),
        (changed(bat=card(**{"copy-of": {"card": "Moonmist"}})), "objects.bat.copy-of"),
        (
            changed(bat=card(card=inline({"activated": {}, "do": [{"tap": "this"}]}, abridged=False))),
            "objects.bat.card.abridged",
        ),
        ({**BOARD, "delayed": [{"source": "prowler"}]}, "delayed[0]"),
        ({**BOARD, "rules": ["transform.twice"]}, "rules[0]"),
        ({**BOARD, "editions": ["1993"]}, "editions[0]"),
        ({**BOARD, "wrong": {**WRONG, "rule": "transform.twice"}}, "wrong.rule"),
        ({**BOARD, "wrong": {**WRONG, "rule": "transform.once-per-ability", "variant": "never"}}, "wrong.variant"),
    ],
)
def test_what_the_cards_or_rules_cannot_be_is_refused_where_it_stands(document: Any, field: str) -> None:
    with pytest.raises(InputError) as caught:
        lay_out(parse_board(document, "some.board.yaml"))
    assert (caught.value.path, caught.value.field) == ("some.board.yaml", field)


def test_one_id_twice_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "twice.board.yaml"
    path.write_text("schema: 1\nobjects:\n  one: {}\n  one: {}\n")
    with pytest.raises(InputError, match="line 4: the key `one` is written twice"):
        load_board(path)


def test_a_word_outside_the_rulebook_is_a_result() -> None:
    board = parse_board(changed(bear=card(card=inline({"activated": {}, "do": [{"scry": 1}]}))), "some.board.yaml")
    with pytest.raises(OutsideRulebook):
        lay_out(board)
    result = play_board(board)
    assert result.status == "outside"
    assert "`scry`" in result.failures[0]


def test_a_stack_too_high_for_the_slice_is_outside() -> None:
    act = {"activate": {"object": "prowler"}}
    result = play_board(parse_board(scripted(*[act] * 7), "some.board.yaml"))
    assert result.status == "outside"


@pytest.mark.parametrize(
    ("item", "said"),
    [
        ({"cast": {"object": "prowler"}}, "open is: pass, activate prowler ability 0 (activated), cast moon"),
        ({"activate": {"object": "prowler", "ability": 1}}, "is not legal now"),
        ({"choose": "yes"}, "is not legal now"),
        ("resolve", "the stack is empty"),
    ],
)
def test_what_is_not_legal_is_an_error_that_lists_what_is(item: Any, said: str) -> None:
    result = play_board(parse_board(scripted(item), "some.board.yaml"))
    assert result.status == "error"
    assert result.failures[0].startswith("script[0]")
    assert said in result.failures[0]


def test_an_ambiguous_target_is_an_error() -> None:
    board = changed(bat=card())
    board["script"].insert(0, {"cast": {"object": "moon"}})
    result = play_board(parse_board(board, "some.board.yaml"))
    assert result.status == "error"
    assert "targeting prowler or cast moon" in result.failures[0]


def test_what_is_not_as_expected_fails_in_words() -> None:
    board = copy.deepcopy(BOARD)
    board["script"][-1]["expect"]["objects"]["prowler"] = {"face": "front", "tapped": True, "counters": {"ice": 1}}
    result = play_board(parse_board(board, "some.board.yaml"))
    assert result.status == "fail"
    assert result.failures == [
        "turned: face of prowler should be front, is back",
        "turned: tapped of prowler should be yes, is no",
        "turned: prowler should have 1 ice counters, has 0",
    ]


def test_a_board_fails_if_its_wrong_outcome_holds() -> None:
    wrong = {"at": "turned", "imitates": "an engine", "objects": {"prowler": {"face": "back"}}}
    result = play_board(parse_board({**BOARD, "wrong": wrong}, "some.board.yaml"))
    assert (result.status, result.failures) == ("fail", ["turned: this is the wrong outcome (an engine)"])


@pytest.mark.parametrize(("turned", "face"), [(False, "back"), (True, "front")])
def test_a_delayed_ability_can_wait_at_the_start(turned: bool, face: str) -> None:
    avacyn = card(card="Archangel Avacyn")
    script = [{"until": "upkeep"}, "resolve", {"expect": {"name": "end", "objects": {"avacyn": {"face": face}}}}]
    document = {
        **BOARD,
        "objects": {"avacyn": avacyn},
        "delayed": [{"source": "avacyn", "turned": turned}],
        "script": script,
    }
    result = play_board(parse_board(document, "some.board.yaml"))
    assert (result.status, result.failures) == ("pass", [])


def test_places_of_the_stack_are_counted_without_gaps() -> None:
    objects = {
        "prowler": card(),
        "other": card(),
        "stifle": {"card": "Stifle", "owner": "A", "zone": "hand"},
        "second": {"card": "Stifle", "owner": "A", "zone": "hand"},
    }
    script = [
        {"activate": {"object": "prowler"}},
        {"activate": {"object": "other"}},
        {"cast": {"object": "stifle", "target": {"stack": 0}}},
        "resolve",
        {"expect": {"name": "one countered", "stack": 1, "objects": {"other": {"face": "front"}}}},
        {"cast": {"object": "second", "target": "top"}},
        "resolve",
        {"expect": {"name": "both countered", "stack": 0, "objects": {"other": {"face": "front"}}}},
    ]
    result = play_board(parse_board({**BOARD, "objects": objects, "script": script}, "some.board.yaml"))
    assert (result.status, result.failures) == ("pass", [])


def test_a_player_without_life_is_outside() -> None:
    bump = {"card": "Bump in the Night", "owner": "A", "zone": "hand"}
    script = [{"cast": {"object": "bump"}}, "resolve", {"expect": {"name": "lost", "seats": {"B": {"life": 0}}}}]
    board = {**BOARD, "objects": {"bump": bump}, "script": script, "seats": {"B": {"life": 2}}}
    result = play_board(parse_board(board, "some.board.yaml"))
    assert result.status == "outside"
    assert "704" in result.failures[0]


def test_minus_counters_are_outside() -> None:
    board = changed(prowler=card(counters={"-1/-1": 1}))
    result = play_board(parse_board(board, "some.board.yaml"))
    assert result.status == "outside"
    assert "704.5q" in result.failures[0]


def test_two_legends_of_one_name_are_outside_and_of_two_players_are_not() -> None:
    parker = {"card": "Peter Parker", "owner": "A", "zone": "battlefield"}
    for owner, status in (("A", "outside"), ("B", "pass")):
        objects = {"one": parker, "two": {**parker, "owner": owner}, "prowler": card()}
        assert play_board(parse_board(changed(**objects), "some.board.yaml")).status == status


def test_a_land_is_not_cast() -> None:
    objects = {"abbey": {"card": "Westvale Abbey", "owner": "A", "zone": "hand"}}
    script = [{"expect": {"name": "in hand", "cannot": [{"cast": {"object": "abbey"}}]}}]
    result = play_board(parse_board({**BOARD, "objects": objects, "script": script}, "some.board.yaml"))
    assert result.status == "pass"


def test_damage_to_a_player_counts_for_if_you_do() -> None:
    ability = {"activated": {}, "do": [{"damage": "opponent"}, {"gain-life": "you", "if": "done"}]}
    seen = {"name": "both", "seats": {"A": {"life": 21}, "B": {"life": 19}}}
    script = [{"activate": {"object": "bear"}}, "resolve", {"expect": seen}]
    board = {**BOARD, "objects": {"bear": card(card=inline(ability))}, "script": script}
    assert play_board(parse_board(board, "some.board.yaml")).status == "pass"
