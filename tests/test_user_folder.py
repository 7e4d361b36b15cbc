"""A user's folder adds to the rulebook while it is open, and each mistake in it is told with its file and line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from verifier import api, checker
from verifier.cli import verifier
from verifier.errors import InputError
from verifier.models import rulebook
from verifier.properties import all_properties
from verifier.user_folder import open_folder, read_folder

SMALL = "permanents=1,stack=2,delayed=1,abilities=2,instructions=1,cards=1,tags=1,counters=1"
RULE = """
from verifier.encode.clauses import Write, absence, definition, update, veto

@veto("house.tapped-stays", of="turn", title="tapped stays", numbers={})
def tapped_stays(m, p):
    return m.objects.tapped[p]
"""
PROPERTY = """
from verifier.language import Claim, Permanent, Property, atom, both, never

p = Permanent("p")
STAYS = Property(
    id="house.stays", statement="What is tapped stays.", cites=("house.tapped-stays",),
    claims=(Claim((p,), never(both(atom("turned over", p), atom("is tapped", p)))),),
)
PROPERTIES = (STAYS,)
"""
CARD = """
card: Drowsy Watcher
layout: single
faces:
  - {name: Drowsy Watcher, types: [creature], power: 1, toughness: 3}
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    folder = tmp_path / "house"
    for name, text in (("rules/tapped.py", RULE), ("properties/tapped.py", PROPERTY), ("cards/drowsy.yaml", CARD)):
        write(folder, name, text)
    return folder


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(verifier, [str(one) for one in arguments])


def test_it_is_in_force_only_while_it_is_open(house: Path) -> None:
    shipped = set(rulebook().clauses), all_properties(), api.cards()
    with open_folder(house):
        assert set(rulebook().clauses) - shipped[0] == {"house.tapped-stays"}
        assert [p.id for p in all_properties()[len(shipped[1]) :]] == ["house.stays"]
        assert {c.name for c in api.cards()} - {c.name for c in shipped[2]} == {"Drowsy Watcher"}
    assert (set(rulebook().clauses), all_properties(), api.cards()) == shipped


def test_no_folder_is_the_shipped_rulebook() -> None:
    before = rulebook()
    with open_folder(None):
        assert rulebook() is before


def test_its_claim_holds_by_its_rule_and_the_cache_tells_folders_apart(house: Path) -> None:
    ask = ("check", "house.stays", "--slice", SMALL, "--rulebook", house)
    assert run(*ask).exit_code == 0
    assert run(*ask, "--without", "house.tapped-stays").exit_code == 1
    write(house, "rules/tapped.py", RULE.replace("m.objects.tapped[p]", "m.objects.back[p]"))
    assert run(*ask).exit_code == 1


def test_its_proof_has_a_certificate_that_needs_the_folder(house: Path, tmp_path: Path) -> None:
    result = run("check", "house.stays", "--slice", SMALL, "--rulebook", house, "--certificates", tmp_path / "proofs")
    assert result.exit_code == 0, result.stderr
    (proof,) = (tmp_path / "proofs").iterdir()
    assert run("certify", proof, "--rulebook", house).exit_code == 0
    assert run("certify", proof).exit_code == 4
    assert checker.main(["--rulebook", str(house / "none"), str(proof)]) == 2


def test_it_is_listed(house: Path) -> None:
    rules = json.loads(run("rules", "--rulebook", house, "--format", "json").stdout)["rules"]
    (one,) = [rule for rule in rules if rule["id"] == "house.tapped-stays"]
    assert (one["kind"], one["numbers"]) == ("veto", dict.fromkeys(api.EDITIONS))
    assert "house.stays" in run("properties", "--rulebook", house, "-q").stdout.split()


BAD = [
    ("rules/tapped.py", RULE + "def (:", r"rules/tapped\.py: line 7: "),
    ("rules/tapped.py", RULE + "1 / 0\n", r"rules/tapped\.py: line 7: ZeroDivisionError"),
    ("rules/tapped.py", RULE.replace("house.tapped-stays", "transform.turn-over"), "the id of a rule already"),
    ("rules/tapped.py", RULE.replace("house.tapped-stays", "House"), "no id of a rule"),
    ("rules/tapped.py", RULE.replace('of="turn"', 'of="trun"'), "did you mean `turn`"),
    ("properties/tapped.py", PROPERTY.replace('"turned over", p', '"turned over"'), "speaks of 1 things, not 0"),
    ("properties/tapped.py", PROPERTY.replace("Claim((p,)", "Claim(()"), "`p` is no variable of the claim"),
    ("properties/tapped.py", PROPERTY.replace("(STAYS,)", "STAYS"), "with a comma"),
    ("rules/tapped.py", RULE.replace("@veto", "@definition").replace('of="turn", ', ""), "kind definition"),
    ("properties/tapped.py", PROPERTY.replace('"is tapped"', '"is taped"'), "did you mean `is tapped`"),
    ("properties/tapped.py", PROPERTY.replace("house.tapped-stays", "house.taped-stays"), "`house.tapped-stays`"),
    ("properties/tapped.py", PROPERTY.replace("PROPERTIES", "CLAIMS"), "PROPERTIES: is missing"),
    ("properties/tapped.py", PROPERTY.replace("house.stays", "transform.same-object"), "the id of a property already"),
    ("cards/drowsy.yaml", CARD.replace("toughness", "toughnes"), "toughnes"),
    ("cards/drowsy.yaml", CARD.replace("Drowsy Watcher", "Elite Vanguard"), "`Elite Vanguard` exists already"),
]


@pytest.mark.parametrize(("name", "text", "says"), BAD)
def test_a_mistake_is_told_with_its_place(house: Path, name: str, text: str, says: str) -> None:
    write(house, name, text)
    with pytest.raises(InputError, match=says) as caught:
        read_folder(house)
    assert str(caught.value).startswith(str(house / name))


LATE = [
    ("    return m.objects.taped[p]", r"line 6: AttributeError"),
    ("    return m.objects.damage[p] > 0", "line 4: house.tapped-stays: no reading for >"),
    ("    return True", "line 4: house.tapped-stays must return a Boolean term, not bool"),
]


@pytest.mark.parametrize(("body", "says"), LATE)
def test_a_mistake_that_shows_only_in_use_is_told_so_too(house: Path, body: str, says: str) -> None:
    path = write(house, "rules/tapped.py", RULE.replace("    return m.objects.tapped[p]", body))
    result = run("check", "house.stays", "--slice", SMALL, "--rulebook", house)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {path}: ") and says.split(": ", 1)[1] in result.stderr


def test_a_body_takes_what_its_kind_is_given(house: Path) -> None:
    path = write(house, "rules/tapped.py", RULE.replace("(m, p)", "(m)").replace("[p]", "[0]"))
    result = run("check", "house.stays", "--slice", SMALL, "--rulebook", house)
    assert (result.exit_code, f"{path}: line 4: " in result.stderr) == (2, True)


def test_what_is_written_must_be_a_write(house: Path) -> None:
    body = RULE.replace('@veto("house.tapped-stays", of="turn", ', '@update("house.tapped-stays", ')
    write(house, "rules/tapped.py", body.replace("(m, p):\n    return", "(m):\n    yield").replace("[p]", "[0]"))
    result = run("check", "house.stays", "--slice", SMALL, "--rulebook", house)
    assert (result.exit_code, "must yield Write" in result.stderr) == (2, True)


@pytest.mark.parametrize("folder", ["nowhere", "empty"])
def test_a_folder_with_nothing_to_add_is_refused(tmp_path: Path, folder: str) -> None:
    (tmp_path / "empty").mkdir()
    result = run("rules", "--rulebook", tmp_path / folder)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error: {tmp_path / folder}: ")
