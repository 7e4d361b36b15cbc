"""A known verdict is found again only by the same question to the same code, and never stands in the way."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from verifier import api, verdict_cache
from verifier.cli import verifier
from verifier.verdict_cache import VerdictCache, sources

SLICE = {
    "permanents": 1,
    "stack": 2,
    "delayed": 1,
    "abilities": 2,
    "instructions": 2,
    "cards": 1,
    "tags": 1,
    "library": 1,
}
TWO_FACED = "transform.only-two-faced"
OWN, GUARD = "transform.never-again-by-own-ability", "transform.once-per-ability"


def ask(*ids: str, where: Path, without: tuple[str, ...] = (), **more: int) -> list[api.Result]:
    return api.check(ids, without=without, slices={**SLICE, **more}, cache=VerdictCache(where))


@pytest.fixture
def no_prover(monkeypatch: pytest.MonkeyPatch):
    """After a call of this, whatever asks for a prover fails."""

    def forbid() -> None:
        def none(*_: object, **__: object) -> None:
            raise AssertionError("asked the prover")

        monkeypatch.setattr(api, "prover", none)

    return forbid


def test_the_same_question_is_answered_without_a_prover(tmp_path: Path, no_prover) -> None:
    first = [ask(TWO_FACED, where=tmp_path), ask(OWN, where=tmp_path, without=(GUARD,))]
    assert [r.verdict for (r,) in first] == ["PROVED", "REFUTED"]
    no_prover()
    assert [ask(TWO_FACED, where=tmp_path), ask(OWN, where=tmp_path, without=(GUARD,))] == first


def test_only_what_is_not_known_is_computed(tmp_path: Path) -> None:
    (known,) = ask(TWO_FACED, where=tmp_path)
    both = ask(TWO_FACED, OWN, where=tmp_path)
    assert {r.property: r.verdict for r in both} == {TWO_FACED: "PROVED", OWN: "PROVED"}
    assert known in both


@pytest.mark.parametrize("other", [{"without": ("transform.turn-over",)}, {"stack": 1}], ids=["rulebook", "slice"])
def test_another_question_is_another_verdict(tmp_path: Path, no_prover, other: dict) -> None:
    ask(TWO_FACED, where=tmp_path)
    no_prover()
    with pytest.raises(AssertionError, match="asked the prover"):
        ask(TWO_FACED, where=tmp_path, **other)


def test_other_code_is_another_question(tmp_path: Path, no_prover, monkeypatch: pytest.MonkeyPatch) -> None:
    ask(TWO_FACED, where=tmp_path)
    monkeypatch.setattr(verdict_cache, "sources", lambda: "other code")
    no_prover()
    with pytest.raises(AssertionError, match="asked the prover"):
        ask(TWO_FACED, where=tmp_path)


@pytest.mark.parametrize(
    "name", ["rules/transform.py", "cards/card.py", "properties/invariants.json", "prove/search.py", "loader.py"]
)
def test_a_change_of_any_file_is_other_code(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    before, read, changed = sources(), Path.read_bytes, []

    def other_bytes(path: Path) -> bytes:
        if path.as_posix().endswith(name):
            changed.append(path)
            return read(path) + b"\n"
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", other_bytes)
    sources.cache_clear()
    try:
        assert sources() != before
    finally:
        sources.cache_clear()
    assert changed


def test_no_card_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, read = [], Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: seen.append(path.name) or read(path))
    sources.cache_clear()
    sources()
    assert sum(name.endswith(".yaml") for name in seen) >= len(api.cards())


def test_what_more_time_could_change_is_not_kept(tmp_path: Path) -> None:
    cache = VerdictCache(tmp_path)
    for verdict in ("UNKNOWN", "VACUOUS", "HOLDS_TO", "PROVED"):
        cache.put({"q": verdict}, {"verdict": verdict})
    assert [cache.get({"q": q}) for q in ("UNKNOWN", "VACUOUS", "HOLDS_TO")] == [None] * 3
    assert cache.get({"q": "PROVED"}) == {"verdict": "PROVED"}


def test_a_damaged_folder_is_as_none(tmp_path: Path) -> None:
    (good,) = ask(TWO_FACED, where=tmp_path / "good")
    for path in (tmp_path / "good").iterdir():
        path.write_bytes(b"not what it was" * 400)
    (tmp_path / "file").write_text("no folder")
    for where in (tmp_path / "good", tmp_path / "file"):
        (again,) = ask(TWO_FACED, where=where)
        assert (again.verdict, again.invariant) == (good.verdict, good.invariant)


def run(*arguments: str) -> dict:
    line = ["check", TWO_FACED, "--slice", ",".join(f"{k}={v}" for k, v in SLICE.items()), "--format", "json"]
    result = CliRunner().invoke(verifier, [*line, *arguments])
    assert result.exit_code == 0, result.stderr
    (one,) = json.loads(result.stdout)["results"]
    return one


def test_the_command_line_keeps_verdicts_unless_told_not_to(no_known_verdicts: Path, no_prover) -> None:
    first = run("--no-cache")
    assert list(no_known_verdicts.iterdir()) == []
    kept = run()
    assert {**first, "seconds": 0} == {**kept, "seconds": 0}
    no_prover()
    assert run() == kept
