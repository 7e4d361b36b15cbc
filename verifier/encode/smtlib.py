"""Terms as SMT-LIB 2 text, the same in every process, and digests of that text.

The text depends on the structure and names of the terms alone. What several terms share, and what is long, is defined
once, so that the text is no longer than the terms are large. All names are quoted, whatever characters they hold.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence

import z3

from verifier.encode.terms import Term, is_bool

LONG = 240
"""A part longer than this gets a definition of its own, in characters."""

DEEP = 500
"""How deep brackets may be nested in text that is read."""

COMMANDS = ("declare-fun", "define-fun", "assert")


def quoted(name: str) -> str:
    """A symbol of SMT-LIB. Raises ValueError for a name that none can hold."""
    if "|" in name or "\\" in name:
        raise ValueError(f"no symbol can be named {name!r}")
    return f"|{name}|"


def sort_of(term: Term) -> str:
    """The sort of a term in SMT-LIB."""
    return "Bool" if is_bool(term) else f"(_ BitVec {term.size()})"


def walk(roots: Iterable[Term], known: Container[int] = ()) -> dict[int, tuple[Term, list[int]]]:
    """Every different part of the terms, by z3's number of it, with the numbers of its arguments.

    Arguments come before what is made of them; the order is one of structure alone. What is `known` is left out.
    """
    found: dict[int, tuple[Term, list[int]]] = {}
    for root in roots:
        stack: list[tuple[Term, list[int] | None]] = [(root, None)]
        while stack:
            term, arguments = stack.pop()
            key = term.get_id()
            if key in found or key in known:
                continue
            if arguments is not None:
                found[key] = (term, arguments)
                continue
            children = term.children()
            stack.append((term, [child.get_id() for child in children]))
            stack.extend((child, None) for child in reversed(children))
    return found


def constants(roots: Iterable[Term]) -> dict[str, Term]:
    """The free variables of terms by name."""
    return _constants(walk(roots))


def _constants(parts: Mapping[int, tuple[Term, list[int]]]) -> dict[str, Term]:
    return {term.decl().name(): term for term, below in parts.values() if not below and is_free(term)}


def is_free(term: Term) -> bool:
    """Whether a term is a variable, or a function that is not interpreted applied to something."""
    return bool(z3.is_app(term) and term.decl().kind() == z3.Z3_OP_UNINTERPRETED)


def script(assertions: Sequence[Term]) -> str:
    """Declarations, definitions and one `assert` per term. Raises ValueError for what SMT-LIB text cannot name."""
    parts = walk(assertions)
    uses = Counter(key for _, arguments in parts.values() for key in arguments)
    lines = [f"(declare-fun {quoted(name)} () {sort_of(term)})" for name, term in sorted(_constants(parts).items())]
    text: dict[int, str] = {}
    defined = 0
    for key, (term, arguments) in parts.items():
        written = _written(term, [text[argument] for argument in arguments])
        if arguments and (uses[key] > 1 or len(written) > LONG):
            defined += 1
            lines.append(f"(define-fun {quoted(f'part {defined}')} () {sort_of(term)} {written})")
            written = quoted(f"part {defined}")
        text[key] = written
    lines += [f"(assert {text[term.get_id()]})" for term in assertions]
    return "\n".join(lines) + "\n"


def parse(text: str) -> list[Term]:
    """What a text asserts, in order. Raises ValueError for text that holds more than `script` writes."""
    depth, last = 0, ""
    for token in re.findall(r"\|[^|]*\||[()]|[^\s()|]+|\|", text):
        if token == "|" or (token[0] != "|" and (";" in token or '"' in token)):
            raise ValueError("a quote that is not closed, a comment or a string")
        if depth == 1 and last == "(" and token not in COMMANDS:
            raise ValueError(f"the command `{token[:40]}`, but only {', '.join(COMMANDS)} may stand there")
        depth += {"(": 1, ")": -1}.get(token, 0)
        last = token
        if depth > DEEP:
            raise ValueError(f"brackets nested deeper than {DEEP}")
    try:
        return list(z3.parse_smt2_string(text))
    except z3.Z3Exception as problem:
        message = problem.args[0].decode() if isinstance(problem.args[0], bytes) else str(problem.args[0])
        raise ValueError(message.removeprefix("(error ").strip().splitlines()[0].rstrip(")").strip('"')) from None


class Digests:
    """Digests of terms, stable over processes; what several terms share is looked at once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Term, str]] = {}

    def of(self, terms: Mapping[str, Term]) -> str:
        """A digest of named terms; neither the order of the names nor z3's own numbers matter."""
        for key, (term, arguments) in walk(terms.values(), self._known).items():
            written = _written(term, [self._known[argument][1] for argument in arguments])
            self._known[key] = (term, _hash(f"{sort_of(term)} {written}"))
        return f"sha256:{_hash(json.dumps([[name, self._known[terms[name].get_id()][1]] for name in sorted(terms)]))}"


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _written(term: Term, arguments: Sequence[str]) -> str:
    declaration = term.decl()
    if z3.is_bv_value(term):
        return f"(_ bv{term.as_long()} {term.size()})"
    if is_free(term):
        return quoted(declaration.name())
    if not arguments:
        return "true" if z3.is_true(term) else "false"
    name = {z3.Z3_OP_ITE: "ite", z3.Z3_OP_DISTINCT: "distinct"}.get(declaration.kind(), declaration.name())
    parameters = declaration.params()
    head = f"(_ {name} {' '.join(map(str, parameters))})" if parameters else name
    return f"({head} {' '.join(arguments)})"
