"""`verifier rules`, `verifier properties` and `verifier cards`."""

import importlib
import json

import pytest
from click.testing import CliRunner

from verifier import api
from verifier.cli import verifier


def run(*arguments: str) -> str:
    result = CliRunner().invoke(verifier, arguments)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def test_rules_as_json() -> None:
    document = json.loads(run("rules", "--format", "json"))
    assert document["schema"] == 1
    assert len(document["rules"]) == len(api.rules())
    for rule in document["rules"]:
        assert set(rule) == {"id", "kind", "variants", "numbers", "title", "module"}
        assert set(rule["numbers"]) == set(api.EDITIONS)
        importlib.import_module(rule["module"])
    guard = next(rule for rule in document["rules"] if rule["id"] == "transform.once-per-ability")
    assert guard["kind"] == "veto"
    assert guard["numbers"]["2023"] == "701.28f"
    assert "whoever-causes-it" in guard["variants"]


def test_properties_as_json() -> None:
    document = json.loads(run("properties", "--format", "json"))
    assert document["schema"] == 1
    known = {rule.id for rule in api.rules()}
    for one in document["properties"]:
        assert set(one) == {"id", "statement", "cites"}
        assert set(one["cites"]) <= known
    assert document["properties"][0]["id"] == "transform.never-again-by-own-ability"


def test_cards_as_json() -> None:
    document = json.loads(run("cards", "--format", "json"))
    assert document["schema"] == 1
    assert [one["name"] for one in document["cards"]] == [card.name for card in api.cards()]
    for one, card in zip(document["cards"], api.cards(), strict=True):
        assert set(one) == {"name", "layout", "faces", "omits"}
        assert [face["name"] for face in one["faces"]] == [face.name for face in card.faces]
        assert [omission["what"] for omission in one["omits"]] == [omission.what for omission in card.omits]
    prowler = next(one for one in document["cards"] if one["name"] == "Kessig Prowler // Sinuous Predator")
    assert prowler["layout"] == "nonmodal"
    assert set(prowler["faces"][0]) == {"name", "supertypes", "types", "subtypes", "power", "toughness", "abilities"}
    assert (prowler["faces"][1]["power"], prowler["faces"][1]["toughness"]) == (4, 4)
    assert prowler["faces"][0]["abilities"] == ["activated"]


def test_cards_in_words() -> None:
    told, more = run("cards"), run("cards", "-v")
    assert "Kessig Prowler // Sinuous Predator (nonmodal)\n" in told
    assert "    Sinuous Predator: creature \N{EM DASH} " in more and ", 4/4" in more
    assert told.count("leaves out: ") == more.count("leaves out: ") == sum(len(card.omits) for card in api.cards())
    assert "matters when: " in more and "matters when: " not in told
    assert run("cards", "-q").splitlines() == [card.name for card in api.cards()]


@pytest.mark.parametrize(("verb", "known"), [("rules", api.rules), ("properties", api.properties)])
def test_quiet_lists_ids(verb, known) -> None:
    assert run(verb, "-q").splitlines() == [one.id for one in known()]


def test_verbose_says_more() -> None:
    assert "imitates" not in run("rules")
    assert "transform.once-per-ability=whoever-causes-it: imitates" in run("rules", "-v")
    assert "cites transform.once-per-ability" in run("properties", "-v")
