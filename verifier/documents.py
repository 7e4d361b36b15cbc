"""Reading YAML and JSON that somebody else wrote: small, plain, without surprises, and checked against a schema.

A document is text in UTF-8, at most `MAX_BYTES` long and `MAX_DEPTH` deep, with no tags, anchors, aliases or key
written twice. YAML is read as its JSON-like core: `yes`, `on` and dates are words, `010` is a word too.
"""

import difflib
import json
import os
import re
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match

from verifier.errors import InputError, OutsideRulebook

__all__ = ["MAX_BYTES", "MAX_DEPTH", "MAX_VALUES", "load_document", "parse_document", "unknown_word", "validate"]

MAX_BYTES = 1_000_000
MAX_DEPTH = 40
MAX_VALUES = 50_000

_TOO_DEEP = f"nested deeper than {MAX_DEPTH} levels"
_TOO_MANY = f"holds more than {MAX_VALUES} values"
_TYPES = {
    "object": "a mapping",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "empty",
}


class _Refused(Exception):
    """A document that is well formed but not welcome; carries the line, counted from 1, or 0."""

    def __init__(self, message: str, line: int = 0) -> None:
        self.message, self.line = message, line
        super().__init__(message)


class _Loader(yaml.SafeLoader):
    """Builds only mappings, lists, text, numbers, booleans and null, and refuses the rest while reading."""

    depth = 0
    values = 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        event: Any = self.peek_event()  # type: ignore[no-untyped-call]
        line = event.start_mark.line + 1
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            raise _Refused("anchors and aliases are not allowed; write the value out", line)
        if event.tag is not None:
            raise _Refused(f"tags are not allowed: `{event.tag[:60]}`", line)
        self.values += 1
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise _Refused(_TOO_DEEP, line)
        if self.values > MAX_VALUES:
            raise _Refused(_TOO_MANY, line)
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        seen: set[str] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            line = key_node.start_mark.line + 1
            if not isinstance(key, str):
                raise _Refused(f"a key must be a word, not {_shown(key)}", line)
            if key in seen:
                raise _Refused(f"the key {_shown(key)} is written twice", line)
            seen.add(key)
        return super().construct_mapping(node, deep=deep)


_Loader.yaml_implicit_resolvers = {}
for _kind, _pattern, _first in (
    ("null", r"~|null|", ["~", "n", ""]),
    ("bool", r"true|false", ["t", "f"]),
    ("int", r"-?(?:0|[1-9][0-9]{0,17})", list("-0123456789")),
    ("float", r"-?(?:0|[1-9][0-9]{0,17})\.[0-9]{1,17}", list("-0123456789")),
):
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_kind}", re.compile(f"^(?:{_pattern})$"), _first)


def load_document(path: str | Path) -> Any:
    """The document in the file at `path`: JSON if its name ends in `.json`, otherwise YAML.

    Returns mappings, lists, text, numbers, booleans and None. Raises `InputError` for
    anything that is no such document.
    """
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise InputError(path, "", "is not a regular file")
            data = file.read(MAX_BYTES + 1)
    except IsADirectoryError:
        raise InputError(path, "", "is a directory, not a file") from None
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise InputError(path, "", f"cannot be read: {reason.lower()}") from None
    if len(data) > MAX_BYTES:
        raise InputError(path, "", f"is larger than {MAX_BYTES} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise InputError(path, f"byte {problem.start}", "is not text in UTF-8") from None
    return parse_document(text, str(path), as_json=Path(path).suffix.lower() == ".json")


def _without_waiting(path: str, flags: int) -> int:
    """Opens a file for `open`; a pipe that nobody writes to is opened at once too."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))


def parse_document(text: str, path: str, *, as_json: bool = False) -> Any:
    """The document that `text` holds; `path` is what errors call it. Raises `InputError` as `load_document` does."""
    try:
        document = _read_json(text) if as_json else _read_yaml(text)
    except _Refused as refusal:
        raise InputError(path, f"line {refusal.line}" if refusal.line else "", refusal.message) from None
    except yaml.YAMLError as problem:
        mark = getattr(problem, "problem_mark", None)
        message = getattr(problem, "problem", None) or "has a character that cannot stand in a document"
        raise InputError(path, f"line {mark.line + 1}" if mark else "", f"is not YAML: {message}") from None
    except json.JSONDecodeError as problem:
        raise InputError(path, f"line {problem.lineno}", f"is not JSON: {problem.msg.lower()}") from None
    except RecursionError:
        raise InputError(path, "", _TOO_DEEP) from None
    except ValueError:
        raise InputError(path, "", "holds a number that is too long") from None
    if document is None:
        raise InputError(path, "", "is empty")
    return document


def _read_yaml(text: str) -> Any:
    loader = _Loader(text)
    try:
        return loader.get_single_data()
    finally:
        loader.dispose()


def _read_json(text: str) -> Any:
    depth = values = 0
    for token in re.finditer(r'"(?:\\.|[^"\\])*"?|[\[\]{},]', text, re.DOTALL):
        depth += (token[0] in "[{") - (token[0] in "]}")
        values += token[0] in ",[{"
        if depth > MAX_DEPTH:
            raise _Refused(_TOO_DEEP, text.count("\n", 0, token.start()) + 1)
        if values > MAX_VALUES:
            raise _Refused(_TOO_MANY, text.count("\n", 0, token.start()) + 1)

    def mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _Refused(f"the key {_shown(key)} is written twice")
            seen.add(key)
        return dict(pairs)

    def constant(name: str) -> Any:
        raise _Refused(f"`{name}` is not a number")

    return json.loads(text, object_pairs_hook=mapping, parse_constant=constant)


def validate(document: object, schema: Mapping[str, Any], path: object) -> None:
    """Check `document` against a JSON Schema and raise the most telling failure as an `InputError`.

    The field of the error is a path such as `faces[0].abilities[1].do[0]`. A subschema that carries `x-words: true`
    lists words of the rulebook: another word there is `OutsideRulebook`, unless it is a near miss of one of them. The
    schema's own `x-outside` maps words that are known to be outside to the number of their rules section, or null.
    """
    try:
        errors = list(Draft202012Validator(schema).iter_errors(document))
        error = _misspelt(best_match(errors), errors)
    except RecursionError:
        raise InputError(path, "", _TOO_DEEP) from None
    if error is not None:
        raise _translated(error, schema, path) from None


def _misspelt(best: ValidationError | None, errors: Iterable[ValidationError]) -> ValidationError | None:
    """The error about an unknown key where the best match only says that the key it was meant for is missing."""
    if best is None or best.validator != "required":
        return best
    wanted: Any = best.validator_value
    for error in errors:
        if error.validator == "additionalProperties" and error.absolute_path == best.absolute_path:
            value: Any = error.instance
            missing = [key for key in wanted if key not in value]
            if any(difflib.get_close_matches(key, missing, 1, 0.6) for key in _unknown(error)):
                return error
    return best


def _unknown(error: ValidationError) -> list[str]:
    """The keys that a mapping has and its schema does not know."""
    schema: Any = error.schema
    value: Any = error.instance
    return sorted(key for key in value if key not in schema.get("properties", {}))


def unknown_word(
    path: object, field: str, word: str, known: Iterable[str], outside: Mapping[str, str | None]
) -> InputError:
    """The error for a word that is not among `known`: a slip of the pen, or a word outside the rulebook."""
    words = tuple(known)
    if word not in outside and difflib.get_close_matches(word, words, 1, 0.75):
        return InputError(path, field, f"unknown word {_shown(word)}; {_nearest(word, words)}")
    return OutsideRulebook(path, field, word[:60], outside.get(word), words)


def _translated(error: ValidationError, schema: Mapping[str, Any], path: object) -> InputError:
    while isinstance(error.parent, ValidationError):
        error = error.parent
    here: Mapping[str, Any] = error.schema if isinstance(error.schema, Mapping) else {}
    outside: Mapping[str, str | None] = schema.get("x-outside", {})
    value: Any = error.instance
    rule: Any = error.validator_value
    field = _field(error.absolute_path)
    match error.validator:
        case "additionalProperties":
            known = tuple(here.get("properties", {}))
            unknown = _unknown(error)
            key = next((key for key in unknown if difflib.get_close_matches(key, known, 1, 0.6)), unknown[0])
            inside = f"{field}.{key}" if field else key
            if here.get("x-words"):
                return unknown_word(path, inside, key, known, outside)
            return InputError(path, inside, f"unknown key {_shown(key)}; {_nearest(key, known)}")
        case "enum":
            if here.get("x-words") and isinstance(value, str):
                return unknown_word(path, field, value, rule, outside)
            return InputError(path, field, f"{_shown(value)} cannot stand here; {_nearest(value, rule)}")
        case "required":
            missing = next(key for key in rule if key not in value)
            return InputError(path, f"{field}.{missing}" if field else missing, "is missing")
        case "type":
            wanted = " or ".join(_TYPES[kind] for kind in ([rule] if isinstance(rule, str) else rule))
            return InputError(path, field, f"must be {wanted}, not {_shown(value)}")
        case "minimum" | "maximum":
            low, high = here.get("minimum", "any"), here.get("maximum", "any")
            return InputError(path, field, f"must be from {low} to {high}, not {_shown(value)}")
        case "minItems" | "maxItems":
            low, high = here.get("minItems", 0), here.get("maxItems", "any number of")
            return InputError(path, field, f"must have from {low} to {high} entries, not {len(value)}")
        case "uniqueItems":
            return InputError(path, field, "names an entry twice")
        case "oneOf" if all(set(branch) == {"required"} for branch in rule):
            keys = [key for branch in rule for key in branch["required"]]
            has = ", ".join(f"`{key}`" for key in keys if isinstance(value, dict) and key in value) or "none"
            return InputError(path, field, f"needs exactly one of {', '.join(keys)}; it has {has}")
    right = here.get("description")
    return InputError(
        path, field, f"{_shown(value)} cannot stand here; {'it must be ' + right if right else error.validator}"
    )


def _field(parts: Iterable[str | int]) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts).removeprefix(".")


def _shown(value: object) -> str:
    """A value in backquotes, short enough for a line."""
    text = value if isinstance(value, str) else _TYPES.get(_kind_of(value), "") or json.dumps(value, default=repr)
    short = text if len(text) <= 60 else text[:57] + "..."
    return f"`{short}`" if isinstance(value, str | int | float) else short


def _kind_of(value: object) -> str:
    return {dict: "object", list: "array", type(None): "null"}.get(type(value), "")


def _nearest(word: object, known: Iterable[object]) -> str:
    words = [str(one) for one in known]
    near = difflib.get_close_matches(str(word), words, 3, 0.6)
    return f"did you mean {' or '.join(f'`{one}`' for one in near)}?" if near else f"known are {', '.join(words)}"
