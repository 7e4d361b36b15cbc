"""Does reading somebody else's file ever do more than read it?"""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.documents import MAX_BYTES, MAX_DEPTH, load_document, parse_document, validate
from verifier.errors import InputError, InternalError, OutsideRulebook, SolverUnknown, VerifierError

BOMB = "a: &a [x, x]\n" + "".join(f"{b}: &{b} [*{a}, *{a}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True))

SCHEMA = {
    "type": "object",
    "required": ["name"],
    "additionalProperties": False,
    "properties": {
        "name": {"type": "string", "pattern": "^[a-z]+$", "description": "a lower case word"},
        "verb": {"enum": ["transform", "convert"], "x-words": True},
        "colour": {"enum": ["red", "green"]},
        "count": {"type": "integer", "minimum": 1, "maximum": 7},
        "list": {"type": "array", "maxItems": 2, "items": {"$ref": "#"}},
    },
    "x-outside": {"mill": "701.17"},
}

json_like = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


def refused(text: str, *, as_json: bool = False) -> str:
    with pytest.raises(InputError) as caught:
        parse_document(text, "file", as_json=as_json)
    return str(caught.value)


def test_plain_yaml_is_read_as_its_json_like_core() -> None:
    text = "a: 1\nb: [yes, 010, 2026-01-01, +1/+1, '2']\nc:\nd: true\ne: 1.5\nf: {g: -3}"
    assert parse_document(text, "file") == {
        "a": 1,
        "b": ["yes", "010", "2026-01-01", "+1/+1", "2"],
        "c": None,
        "d": True,
        "e": 1.5,
        "f": {"g": -3},
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BOMB, "file: line 1: anchors and aliases are not allowed; write the value out"),
        ("a: *b", "file: line 1: anchors and aliases are not allowed; write the value out"),
        ("- !!set {a}", "file: line 1: tags are not allowed: `tag:yaml.org,2002:set`"),
        ("x: 1\nx: 2", "file: line 2: the key `x` is written twice"),
        ("a:\n  - x: 1\n    x: 2", "file: line 3: the key `x` is written twice"),
        ("1: x", "file: line 1: a key must be a word, not `1`"),
        ("? [a]\n: b", "file: line 1: a key must be a word, not a list"),
        ("[" * 100_000, f"file: line 1: nested deeper than {MAX_DEPTH} levels"),
        ("- " * 100_000, f"file: line 1: nested deeper than {MAX_DEPTH} levels"),
        ("- a\n" * 60_000, "file: line 50000: holds more than 50000 values"),
        ("a: [", "file: line 1: is not YAML: expected the node content, but found '<stream end>'"),
        ("--- a\n--- b", "file: line 2: is not YAML: but found another document"),
        ("a\0b", "file: is not YAML: has a character that cannot stand in a document"),
        ("", "file: is empty"),
    ],
    ids=range(14),
)
def test_yaml_that_is_refused(text: str, message: str) -> None:
    assert refused(text) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"x": 1, "x": 2}', "file: the key `x` is written twice"),
        ("[" * 100_000, f"file: line 1: nested deeper than {MAX_DEPTH} levels"),
        ('{"a":' * 100_000, f"file: line 1: nested deeper than {MAX_DEPTH} levels"),
        ("[" + "1," * 60_000 + "1]", "file: line 1: holds more than 50000 values"),
        ('{"a": NaN}', "file: `NaN` is not a number"),
        ("1" * 5000, "file: holds a number that is too long"),
        ('{"a": ', "file: line 1: is not JSON: expecting value"),
        ('"' + '\\"' * 100_000, "file: line 1: is not JSON: unterminated string starting at"),
        ("null", "file: is empty"),
    ],
    ids=range(9),
)
def test_json_that_is_refused(text: str, message: str) -> None:
    assert refused(text, as_json=True) == message


def test_brackets_inside_json_text_are_not_nesting() -> None:
    assert parse_document(json.dumps(["[" * 1000 + '\\"']), "file", as_json=True) == ["[" * 1000 + '\\"']


@pytest.mark.parametrize("tag", ["!!python/object/apply:pathlib.Path.touch", "!!python/name:os.system", "!run"])
def test_tags_execute_nothing(tag: str, tmp_path: Path) -> None:
    witness = tmp_path / "touched"
    assert "tags are not allowed" in refused(f"a: {tag} ['{witness}']")
    assert not witness.exists()


def test_nesting_up_to_the_limit_is_read() -> None:
    text = "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert parse_document(text, "file") == parse_document(text, "file", as_json=True)


@pytest.mark.parametrize("suffix", ["yaml", "json"])
def test_ten_megabytes_of_junk(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"junk.{suffix}"
    path.write_bytes(b"{[\xff" * 3_000_000)
    with pytest.raises(InputError, match=f"junk.{suffix}: is larger than {MAX_BYTES} bytes"):
        load_document(path)


def test_paths_that_are_no_documents(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a directory, not a file"):
        load_document(tmp_path)
    with pytest.raises(InputError, match="cannot be read: no such file or directory"):
        load_document(tmp_path / "missing.yaml")
    with pytest.raises(InputError, match="cannot be read"):
        load_document("a\0b")
    latin = tmp_path / "latin.yaml"
    latin.write_bytes(b"a: \xe9")
    with pytest.raises(InputError, match=r"latin.yaml: byte 3: is not text in UTF-8"):
        load_document(latin)


def test_a_byte_order_mark_is_ignored(tmp_path: Path) -> None:
    for name in ("bom.yaml", "bom.json"):
        (tmp_path / name).write_bytes(b'\xef\xbb\xbf{"a": 1}')
        assert load_document(tmp_path / name) == {"a": 1}


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ([], "file: must be a mapping, not a list"),
        ({}, "file: name: is missing"),
        ({"name": 3}, "file: name: must be text, not `3`"),
        ({"name": "X"}, "file: name: `X` cannot stand here; it must be a lower case word"),
        ({"name": "x", "nam": 1}, "file: nam: unknown key `nam`; did you mean `name`?"),
        ({"nmae": "x", "zzz": 1, "aaa": 2}, "file: nmae: unknown key `nmae`; did you mean `name`?"),
        ({"list": [{"anme": "y"}], "name": "x"}, "file: list[0].anme: unknown key `anme`; did you mean `name`?"),
        ({"zzz": 1}, "file: name: is missing"),
        ({"name": "x", "count": 9}, "file: count: must be from 1 to 7, not `9`"),
        ({"name": "x", "count": True}, "file: count: must be a whole number, not `true`"),
        ({"name": "x", "colour": "greed"}, "file: colour: `greed` cannot stand here; did you mean `green` or `red`?"),
        ({"name": "x", "colour": "b"}, "file: colour: `b` cannot stand here; known are red, green"),
        ({"name": "x", "list": [{"name": "y"}, {"count": 1}]}, "file: list[1].name: is missing"),
        ({"name": "x", "list": [1, 2, 3]}, "file: list: must have from 0 to 2 entries, not 3"),
        ({"name": "x", "verb": "transfrom"}, "file: verb: unknown word `transfrom`; did you mean `transform`?"),
    ],
    ids=range(15),
)
def test_a_schema_failure_names_the_field_and_what_would_be_right(document: object, message: str) -> None:
    with pytest.raises(InputError) as caught:
        validate(document, SCHEMA, "file")
    assert str(caught.value) == message
    assert not isinstance(caught.value, OutsideRulebook)


@pytest.mark.parametrize(("word", "section"), [("mill", "701.17"), ("phase-out", None)])
def test_a_word_outside_the_rulebook_is_named(word: str, section: str | None) -> None:
    with pytest.raises(OutsideRulebook) as caught:
        validate({"name": "x", "verb": word}, SCHEMA, "file")
    assert (caught.value.word, caught.value.section) == (word, section)
    assert str(caught.value).startswith(f"file: verb: outside the rulebook: it has no word `{word}`")


def test_errors_are_one_line_and_carry_the_exit_code() -> None:
    assert str(InputError("a\nb", "c", "d\ud800\x1b")) == r"a\nb: c: d\ud800\x1b"
    assert [kind.exit_code for kind in (InputError, OutsideRulebook, SolverUnknown, InternalError)] == [2, 2, 3, 4]
    assert issubclass(InputError, VerifierError)


@given(st.text(alphabet="{}[]:-?!&*|>'\"%@`#, \nab01\t\\~<=\0") | st.text(), st.booleans())
def test_any_text_is_read_or_refused(text: str, as_json: bool) -> None:
    try:
        parse_document(text, "file", as_json=as_json)
    except InputError as error:
        assert "\n" not in str(error)


@given(json_like)
def test_any_value_is_valid_or_refused(document: object) -> None:
    try:
        validate(document, SCHEMA, "file")
    except InputError as error:
        assert "\n" not in str(error)


@given(json_like.filter(lambda value: value is not None))
def test_json_comes_back_as_it_was_written(document: object) -> None:
    assert parse_document(json.dumps(document), "file", as_json=True) == document
