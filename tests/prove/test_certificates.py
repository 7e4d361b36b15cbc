"""A certificate checks without the prover, is the same bytes each time, and a planted bad one is refused."""

import dataclasses
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from verifier import api, checker
from verifier.certifying import certify
from verifier.encode.monitors import monitor
from verifier.encode.smtlib import Digests
from verifier.encode.system import assemble
from verifier.encode.terms import FALSE, TRUE, conj, neg, variable
from verifier.models import rulebook
from verifier.models.public import vocabulary
from verifier.prove.certificates import safety_digest, system_digest

SLICE = {
    "permanents": 1,
    "stack": 2,
    "delayed": 1,
    "abilities": 2,
    "instructions": 1,
    "cards": 1,
    "tags": 1,
    "counters": 1,
    "library": 1,
}
GUARDED = "transform.never-again-by-own-ability"
START = "kernel.start-exists"
MENU = "kernel.menu-not-empty"
GUARD = "transform.once-per-ability"
EVERY = [p.id for p in api.properties()]

Document = dict[str, Any]


@pytest.fixture(scope="module")
def proofs(tmp_path_factory) -> Path:
    """A folder with a certificate of every property."""
    folder = tmp_path_factory.mktemp("proofs")
    results = api.check(slices=SLICE)
    certify(results, folder, edition=api.DEFAULT_EDITION, switches=api.switches_for(api.DEFAULT_EDITION, (), {}))
    assert {r.certificate for r in results} == {str(folder / f"{id}.json") for id in EVERY}
    return folder


def document(proofs: Path, id: str = GUARDED) -> Document:
    return json.loads((proofs / f"{id}.json").read_text("utf-8"))


def verdict(folder: Path, document: Document | str, solver: str = "z3") -> tuple[str, str]:
    """What the checker says of a document, and why; one line."""
    path = folder / "planted.json"
    path.write_text(document if isinstance(document, str) else json.dumps(document), "utf-8")
    result = checker.result_of(str(path), solver)
    assert len(result["reason"].splitlines()) <= 1
    return result["status"], result["reason"]


@pytest.mark.parametrize("id", EVERY)
def test_each_checks(proofs: Path, id: str) -> None:
    result = checker.result_of(str(proofs / f"{id}.json"))
    assert (result["status"], result["reason"], result["property"]) == ("checks", "", id)


def test_the_words_stand_beside_the_text(proofs: Path) -> None:
    invariant = document(proofs)["invariant"]
    assert "every enumeration is among its values" in invariant["reads"]
    assert any(GUARDED in line for line in invariant["reads"])
    assert invariant["smtlib"].count("(assert ") == len(invariant["reads"])


def process(*arguments: str, seed: str = "0", timeout: int = 300) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, timeout=timeout, env=environment, check=False
    )


def test_the_checker_does_not_load_the_prover() -> None:
    listed = process("-c", "import sys, verifier.checker; print(*sys.modules)").stdout.split()
    own = {name for name in listed if name.startswith("verifier.prove.")}
    assert own == {"verifier.prove.certificates"}
    assert not {"verifier.api", "verifier.cli", "verifier.certifying", "verifier.timeline"} & set(listed)


def test_a_fresh_process_checks_and_refuses(proofs: Path, tmp_path: Path) -> None:
    good = process("-m", "verifier.checker", str(proofs / f"{GUARDED}.json"))
    assert (good.returncode, good.stderr) == (0, "")
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(document(proofs) | {"system": "sha256:" + "0" * 64}))
    refused = process("-m", "verifier.checker", str(bad), str(proofs / f"{START}.json"))
    assert refused.returncode == 4
    assert [line.split(" ")[0] for line in refused.stdout.splitlines()] == ["refused", "checks"]


@pytest.mark.parametrize("seed", ["1", "2"])
def test_another_process_writes_the_same_bytes(proofs: Path, tmp_path: Path, seed: str) -> None:
    """Whatever else is asked with it, and in whatever order Python's sets are."""
    wanted = [START, GUARDED] if seed == "1" else [GUARDED, "zones.*", START]
    size = ",".join(f"{name}={value}" for name, value in SLICE.items())
    command = ["check", *wanted, "--slice", size, "--certificates", str(tmp_path / "again")]
    again = process("-c", "from verifier.cli import main; main()", *command, seed=seed)
    assert again.returncode == 0, again.stderr
    for id in (START, GUARDED):
        assert (tmp_path / "again" / f"{id}.json").read_bytes() == (proofs / f"{id}.json").read_bytes()


def test_only_proofs_get_one(tmp_path: Path) -> None:
    switches = api.switches_for(api.DEFAULT_EDITION, (GUARD,), {})
    (start,) = api.check([START], without=(GUARD,), slices=SLICE)
    unknown = dataclasses.replace(start, property=GUARDED, verdict="UNKNOWN", method="bounded search")
    other = dataclasses.replace(start, property=GUARDED, method="a way without an invariant")
    certify([start, unknown, other], tmp_path, edition=api.DEFAULT_EDITION, switches=switches)
    assert [path.name for path in tmp_path.iterdir()] == [f"{START}.json"]
    assert (unknown.certificate, other.certificate) == (None, None)
    assert checker.result_of(start.certificate)["changed"] == [GUARD]


def test_what_is_not_proved_gets_none(tmp_path: Path) -> None:
    """Even if a result says that it is: without its rule no invariant carries it."""
    switches = api.switches_for(api.DEFAULT_EDITION, (GUARD,), {})
    (start,) = api.check([START], slices=SLICE)
    claimed = dataclasses.replace(start, property=GUARDED, method="induction", slice={**SLICE, "instructions": 2})
    certify([claimed], tmp_path, edition=api.DEFAULT_EDITION, switches=switches)
    assert claimed.certificate is None
    assert list(tmp_path.iterdir()) == []


# Planted bad certificates.


def with_text(change: Callable[[str], str]) -> Callable[[Document], None]:
    def plant(document: Document) -> None:
        document["invariant"]["smtlib"] = change(document["invariant"]["smtlib"])

    return plant


def instead(text: str) -> Callable[[Document], None]:
    def plant(document: Document) -> None:
        document["invariant"] = {"reads": ["as planted"], "smtlib": text}

    return plant


def put(**fields: Any) -> Callable[[Document], None]:
    return lambda document: document.update(fields)


def without_a_declaration(text: str) -> str:
    return text.split("\n", 1)[1]


def switched(document: Document) -> None:
    document["switches"][GUARD] = 0


def position_instead(document: Document) -> None:
    del document["invariant"]
    document["position"] = {"object.zone.0": 0}


PLANTED = {
    "false": (instead("(assert false)"), "refused", "initiation fails"),
    "true": (instead("(assert true)"), "refused", "safety fails"),
    "what a step does not keep": (
        instead("(declare-fun |entry.live.0| () Bool)(assert (not |entry.live.0|))"),
        "refused",
        "consecution fails",
    ),
    "an unknown name": (instead("(declare-fun |a| () Bool)(assert (or |a| (not |a|)))"), "refused", "speaks of `a`"),
    "a primed name": (
        instead("(declare-fun |entry.live.0'| () Bool)(assert (not |entry.live.0'|))"),
        "refused",
        "speaks of `entry.live.0'`",
    ),
    "a choice": (
        instead("(declare-fun |choice.pick| () (_ BitVec 2))(assert (= |choice.pick| (_ bv0 2)))"),
        "refused",
        "speaks of `choice.pick`",
    ),
    "another sort": (
        instead("(declare-fun |entry.live.0| () (_ BitVec 2))(assert (= |entry.live.0| (_ bv0 2)))"),
        "refused",
        "or of another sort",
    ),
    "a function": (instead("(declare-fun |f| (Bool) Bool)(assert (|f| true))"), "refused", "more than Booleans"),
    "integers": (instead("(declare-fun |n| () Int)(assert (= |n| 0))"), "refused", "more than Booleans"),
    "a quantifier": (instead("(assert (forall ((x Bool)) (or x (not x))))"), "refused", "more than Booleans"),
    "no SMT-LIB": (instead("for all"), "refused", "cannot be read"),
    "another command": (instead("(assert true)(exit)"), "refused", "the command `exit`"),
    "a missing declaration": (with_text(without_a_declaration), "refused", "cannot be read: line"),
    "a conjunct more than in words": (with_text(lambda text: text + "(assert true)"), "refused", "in words"),
    "another rulebook": (put(system="sha256:" + "0" * 64), "refused", "digest is that of another rulebook"),
    "another property's digest": (put(safety="sha256:" + "0" * 64), "refused", "what breaks the property"),
    "another property": (put(property="transform.only-two-faced"), "refused", "what breaks the property"),
    "no property": (put(property="no.such"), "refused", "no property is called `no.such`"),
    "other switches": (switched, "refused", "or of other switches"),
    "unknown switches": (put(switches={"no.such": 1}), "refused", "switches"),
    "another slice": (put(slice={**SLICE, "stack": 3}), "refused", "or of another slice"),
    "half a slice": (put(slice={"stack": 2}), "refused", "its slice"),
    "no edition": (put(edition="1993"), "refused", "no edition"),
    "a position": (position_instead, "refused", "a position where an invariant is needed"),
    "another schema": (put(schema=2), "error", "schema"),
    "no digest": (put(system="none"), "error", "system"),
    "a huge slice": (put(slice={**SLICE, "stack": 10**9}), "error", "stack"),
    "more than there should be": (put(surplus=1), "error", "surplus"),
    "both": (put(position={}), "error", "exactly one of"),
}


@pytest.mark.parametrize(("plant", "status", "why"), PLANTED.values(), ids=PLANTED)
def test_planted(proofs: Path, tmp_path: Path, plant: Callable[[Document], None], status: str, why: str) -> None:
    planted = document(proofs)
    plant(planted)
    found, reason = verdict(tmp_path, planted)
    assert (found, why in reason) == (status, True), reason


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"schema": 1}', '{"schema": 1, "schema": 1}', "[" * 9999])
def test_garbage(tmp_path: Path, text: str) -> None:
    assert verdict(tmp_path, text)[0] == "error"


def dropped(document: Document, number: int) -> Document:
    """Without one conjunct, in words and in text."""
    lines = document["invariant"]["smtlib"].splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("(assert "))
    document["invariant"]["reads"].pop(number)
    document["invariant"]["smtlib"] = "\n".join(line for i, line in enumerate(lines) if i != first + number)
    return document


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("every enumeration is among its values", "consecution fails"),
        ("what resolves is on the stack, and alone", "consecution fails"),
        ("for every entry: source_gone implies source-same-lost", "safety fails"),
        (f"for every entry: {GUARDED}#0/1.0.0 implies turned", "safety fails"),
    ],
)
def test_a_dropped_conjunct(proofs: Path, tmp_path: Path, line: str, why: str) -> None:
    number = document(proofs)["invariant"]["reads"].index(line)
    status, reason = verdict(tmp_path, dropped(document(proofs), number))
    assert (status, reason.split(":")[0]) == ("refused", why)


# A rulebook that is itself at fault: the digests are right, so the checker must see it.


def forged(document: Document, **faults: Any) -> tuple[Document, Any]:
    """The certificate, with the digests of a rulebook at fault."""
    book = dataclasses.replace(rulebook(), **faults)
    system, digests = assemble(book, document["slice"], document["switches"]), Digests()
    property = [p for p in api.properties() if p.id == document["property"] and p.kernel != "start"]
    document["system"] = system_digest(system, digests)
    document["safety"] = safety_digest(monitor(system, property, vocabulary), document["property"], digests)
    return document, book


@pytest.fixture
def use(monkeypatch):
    """Let the checker work on another rulebook."""

    def other(book: Any) -> None:
        checker._system.cache_clear()
        monkeypatch.setattr(checker, "rulebook", lambda: book)

    yield other
    checker._system.cache_clear()


@pytest.mark.parametrize("id", [GUARDED, START, MENU])
@pytest.mark.parametrize("fault", [{"legal": lambda _: FALSE}, {"start": lambda _: FALSE}], ids=["legal", "start"])
def test_a_rulebook_where_nothing_ever_happens(proofs: Path, tmp_path: Path, use, fault: Any, id: str) -> None:
    planted, book = forged(document(proofs, id), **fault)
    use(book)
    status, reason = verdict(tmp_path, planted)
    assert (status, reason.split(":")[0]) == ("refused", "no game starts")


def test_a_menu_that_is_empty_later(proofs: Path, tmp_path: Path, use) -> None:
    """As long as something is on the stack no choice is legal: no step breaks anything, but the menu is empty."""
    first = rulebook()

    def legal(moment: Any) -> Any:
        return conj(first.legal(moment), neg(moment.entries.live[0]))

    planted, book = forged(document(proofs, MENU), legal=legal)
    use(book)
    assert verdict(tmp_path, planted) == ("refused", "safety fails: a step from the invariant breaks the property")


def test_a_rulebook_without_the_guard(proofs: Path, tmp_path: Path) -> None:
    planted = document(proofs)
    planted["switches"][GUARD] = 0
    planted, _ = forged(planted)
    assert verdict(tmp_path, planted)[1].split(":")[0] in ("consecution fails", "safety fails")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda system: system.next.pop("entry.live.0"), "not one next-state term"),
        (lambda system: system.next.update({"entry.live.9": TRUE}), "not one next-state term"),
        (lambda system: system.next.update({"entry.live.0": variable("luck", 0)}), "speaks of luck"),
        (lambda system: system.next.update({"entry.live.0": variable("entry.source.0", 2)}), "another sort"),
    ],
)
def test_not_one_equation_per_variable(monkeypatch, use, proofs: Path, tmp_path: Path, change: Any, why: str) -> None:
    def faulty(*arguments: Any) -> Any:
        system = assemble(*arguments)
        change(system)
        return system

    use(rulebook())
    monkeypatch.setattr(checker, "assemble", faulty)
    monkeypatch.setattr(checker, "system_digest", lambda *_: document(proofs)["system"])
    monkeypatch.setattr(checker, "safety_digest", lambda *_: document(proofs)["safety"])
    status, reason = verdict(tmp_path, document(proofs))
    assert (status, why in reason) == ("refused", True), reason


# The position of `start`.


def test_a_position_where_no_game_starts(proofs: Path, tmp_path: Path) -> None:
    for change, why in [
        ({"entry.live.0": 1}, "no game starts from its position"),
        ({"entry.live.0": 2}, "cannot be 2"),
        ({"luck": 0}, "a value for every variable"),
    ]:
        planted = document(proofs, START)
        planted["position"] |= change
        status, reason = verdict(tmp_path, planted)
        assert (status, why in reason) == ("refused", True), reason


# The second solver.


def agrees(file: Path) -> str:
    pytest.importorskip("cvc5")
    result = checker.result_of(str(file), "cvc5")
    return f"{result['status']}{result['reason']}"


@pytest.mark.parametrize("id", EVERY)
def test_cvc5_agrees(proofs: Path, id: str) -> None:
    assert agrees(proofs / f"{id}.json") == "checks"


def test_cvc5_refuses(proofs: Path, tmp_path: Path) -> None:
    pytest.importorskip("cvc5")
    for text, why in [("false", "initiation fails"), ("true", "safety fails")]:
        planted = document(proofs)
        instead(f"(assert {text})")(planted)
        status, reason = verdict(tmp_path, planted, "cvc5")
        assert (status, reason.split(":")[0]) == ("refused", why)


def test_cvc5_is_not_there(monkeypatch, proofs: Path) -> None:
    monkeypatch.setitem(sys.modules, "cvc5", None)
    result = checker.result_of(str(proofs / f"{START}.json"), "cvc5")
    assert (result["status"], result["reason"]) == ("error", "--solver: cvc5: is not installed; `pip install cvc5`")


def test_a_solver_that_gives_up(monkeypatch, proofs: Path) -> None:
    monkeypatch.setattr(checker, "_ask_z3", lambda *_: "unknown")
    assert checker.result_of(str(proofs / f"{GUARDED}.json"))["status"] == "unknown"


def test_what_is_too_much_at_once_is_asked_in_parts(monkeypatch, proofs: Path) -> None:
    monkeypatch.setitem(checker.LIMITS, "z3", 1)
    assert checker.result_of(str(proofs / f"{START}.json"))["status"] == "checks"
    assert checker.result_of(str(proofs / f"{GUARDED}.json"))["status"] == "checks"


def test_a_fault_is_no_success(monkeypatch, proofs: Path) -> None:
    monkeypatch.setattr(checker, "monitor", lambda *_: 1 / 0)
    result = checker.result_of(str(proofs / f"{GUARDED}.json"))
    assert (result["status"], "ZeroDivisionError" in result["reason"]) == ("refused", True)


@pytest.mark.nightly
@pytest.mark.parametrize("edition", api.EDITIONS)
def test_fresh_processes_with_both_solvers_agree_at_the_default_slice(tmp_path: Path, edition: str) -> None:
    pytest.importorskip("cvc5")
    results = api.check(edition=edition)
    certify(results, tmp_path, edition=edition, switches=api.switches_for(edition, (), {}))
    files = [str(tmp_path / f"{id}.json") for id in EVERY]
    assert [result.certificate for result in results] == files
    for solver in ("z3", "cvc5"):
        done = process("-m", "verifier.checker", "--solver", solver, "--json", *files, timeout=3600)
        assert (done.returncode, done.stderr) == (0, "")
        answers = json.loads(done.stdout)["results"]
        assert [(one["property"], one["status"]) for one in answers] == [(id, "checks") for id in EVERY]
