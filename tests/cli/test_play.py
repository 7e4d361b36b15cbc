"""`verifier play`: boards that pass, fail, are wrong, or are hostile."""

import json
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from verifier.cli import verifier

BOARDS = Path(__file__).parent.parent.parent / "boards"
GOOD = BOARDS / "t01-two-activations.board.yaml"
BOMB = "a: &a [x, x, x]\n" + "".join(
    f"{c}: &{c} [{', '.join(['*' + p] * 9)}]\n" for p, c in zip("abcdefg", "bcdefgh", strict=True)
)

HOSTILE = {
    "empty": b"",
    "blank": b"\n\n  \n",
    "a list": b"[1, 2]",
    "a word": b"board",
    "unknown keys": b"schema: 1\nboard: 3\n",
    "not YAML": b"a: [1, 2\nb: }",
    "not text": b"\xff\xfe\x00\x01",
    "binary": bytes(range(256)) * 10,
    "ten megabytes": b"x" * 10_000_000,
    "ten megabytes of list": b"[" + b"1," * 5_000_000 + b"1]",
    "deep": b"[" * 100_000,
    "deep mapping": b"".join(b" " * depth + b"a:\n" for depth in range(2000)),
    "bomb": BOMB.encode(),
    "tag": b"!!python/object/apply:os.system ['true']",
    "merge": b"a: {<<: {b: 1}}\n",
    "two documents": b"a: 1\n---\nb: 2\n",
    "duplicate key": b"schema: 1\nschema: 1\n",
    "future schema": b"schema: 99\nid: x\n",
}


def play(*arguments: object) -> Result:
    return CliRunner().invoke(verifier, ["play", *map(str, arguments)])


def changed(tmp_path: Path, old: str, new: str) -> Path:
    text = GOOD.read_text()
    assert old in text
    path = tmp_path / "changed.board.yaml"
    path.write_text(text.replace(old, new))
    return path


def test_a_board_that_passes() -> None:
    result = play(GOOD)
    assert result.exit_code == 0, result.output
    assert result.stdout == "pass     t01-two-activations\n1 of 1 boards passed\n"
    assert play(GOOD, "-q").stdout == ""
    assert len(play(GOOD, "-v").stdout.splitlines()) > 5


def test_editions_that_agree_are_told_once(tmp_path: Path) -> None:
    assert not any("2023" in line for line in play(GOOD, "-v").stdout.splitlines())
    result = play(changed(tmp_path, "  - activate: {object: prowler}\n  - expect", '  - choose: "yes"\n  - expect'))
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert "is not legal now" in line and "2023" not in line


def test_editions_that_differ_are_told_apart(tmp_path: Path) -> None:
    text = (BOARDS / "t23-modal-card-with-an-instant.board.yaml").read_text()
    begin, end = text.index("  springs:"), text.index("  turning:")
    faces = ", ".join(f"{{name: {name}, types: [artifact]}}" for name in ("Front", "Back"))
    card = f"{{card: Front // Back, layout: modal, abridged: true, omits: [all else], faces: [{faces}]}}"
    text = text[:begin] + f"  springs: {{card: {card}, owner: A, zone: battlefield}}\n" + text[end:]
    path = tmp_path / "modal.board.yaml"
    path.write_text(text[: text.index("wrong:")].replace("face: back, shows: Soporific Springs", "face: back"))
    (result,) = json.loads(play(path, "--format", "json").stdout)["results"]
    assert result["status"] == "fail", result
    assert {line.partition(": ")[0] for line in result["steps"]} == {"2023", "2026-09-25"}
    assert [line.partition(": ")[0] for line in result["failures"]] == ["2023"]


def test_a_spell_that_moved_its_own_target_did_not_lose_it() -> None:
    steps = play(BOARDS / "z05-front-in-hand.board.yaml", "-v").stdout
    assert "off the stack: unsummon targeting werewolf (A)" in steps
    assert "target is gone" not in steps


def test_a_spell_whose_target_left_first_says_so(tmp_path: Path) -> None:
    text = (BOARDS / "z05-front-in-hand.board.yaml").read_text()
    cast = "  - cast: {object: unsummon, target: werewolf}\n  - resolve\n"
    assert cast in text
    second = cast.replace("unsummon", "another").replace("  - resolve\n", "")
    text = text.replace("  unsummon:", "  another: {card: Unsummon, owner: A, zone: hand}\n  unsummon:")
    path = tmp_path / "twice.board.yaml"
    begin = text.index(cast)
    expect = "  - expect: {name: end, stack: 0}\n"
    path.write_text(text[:begin] + second + cast + "  - resolve\n" + expect)
    assert "off the stack: another whose target is gone (A)" in play(path, "-v").stdout


def test_json() -> None:
    document = json.loads(play(GOOD, "--format", "json").stdout)
    assert document["schema"] == 1
    (result,) = document["results"]
    assert set(result) == {"board", "status", "steps", "failures"}
    assert (result["board"], result["status"], result["failures"]) == ("t01-two-activations", "pass", [])
    assert result["steps"]


def test_a_board_that_fails(tmp_path: Path) -> None:
    path = changed(tmp_path, "power: 4", "power: 5")
    result = play(path)
    assert result.exit_code == 1, result.output
    assert "power of prowler should be 5, is 4" in result.stdout


def test_a_script_that_is_not_legal(tmp_path: Path) -> None:
    path = changed(
        tmp_path,
        "  - resolve\n  - expect: {name: after both",
        "  - resolve\n  - resolve\n  - expect: {name: after both",
    )
    result = play(path)
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith(f"error: {path}: ")


def test_a_card_that_is_unknown(tmp_path: Path) -> None:
    result = play(changed(tmp_path, "card: Kessig Prowler", "card: Kessig Prowlr"))
    assert result.exit_code in (2, 3), result.output
    assert "Kessig Prowler" in result.output


def test_a_misspelt_key_is_named(tmp_path: Path) -> None:
    result = play(changed(tmp_path, "script:", "scirpt:"))
    assert result.exit_code == 2
    assert "scirpt: unknown key `scirpt`; did you mean `script`?" in result.stderr


def test_missing_files_do_not_stop_the_others(tmp_path: Path) -> None:
    result = play(tmp_path / "none.yaml", GOOD, tmp_path)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 2
    assert "pass     t01-two-activations" in result.stdout
    statuses = [one["status"] for one in json.loads(play("nope.yaml", GOOD, "--format", "json").stdout)["results"]]
    assert statuses == ["error", "pass"]


@pytest.mark.parametrize("suffix", [".yaml", ".json"])
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_one_line_and_quick(tmp_path: Path, name: str, suffix: str) -> None:
    path = tmp_path / f"hostile{suffix}"
    path.write_bytes(HOSTILE[name])
    began = time.monotonic()
    result = play(path, "-q")
    assert time.monotonic() - began < 20
    assert result.exit_code == 2, result.output
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"error: {path}")
    assert len(line) < 1000
