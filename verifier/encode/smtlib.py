"""Terms as SMT-LIB 2 text, the same in every process, and digests of that text.

The text depends on the structure and names of the terms alone. What several terms share, and what is long, is defined
once, so that the text is no longer than the terms are large. All names are quoted, whatever characters they hold.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence

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


def walk(roots: Iterable[Term]) -> list[Term]:
    """Every different part of the terms, arguments before what is made of them, in an order of structure alone."""
    seen: set[int] = set()
    found: list[Term] = []
    for root in roots:
        stack = [(root, False)]
        while stack:
            term, ready = stack.pop()
            key = term.get_id()
            if key in seen:
                continue
            children = term.children()
            if ready or not children:
                seen.add(key)
                found.append(term)
                continue
            stack.append((term, True))
            stack.extend((child, False) for child in reversed(children))
    return found


def constants(roots: Iterable[Term]) -> dict[str, Term]:
    """The free variables of terms by name."""
    return {term.decl().name(): term for term in walk(roots) if z3.is_const(term) and _free(term)}


def script(assertions: Sequence[Term]) -> str:
    """Declarations, definitions and one `assert` per term. Raises ValueError for what SMT-LIB text cannot name."""
    parts = walk(assertions)
    uses: dict[int, int] = {}
    for term in parts:
        for child in term.children():
            uses[child.get_id()] = uses.get(child.get_id(), 0) + 1
    lines = [f"(declare-fun {quoted(name)} () {sort_of(term)})" for name, term in sorted(constants(parts).items())]
    text: dict[int, str] = {}
    defined = 0
    for term in parts:
        key = term.get_id()
        written = _written(term, [text[child.get_id()] for child in term.children()])
        if term.num_args() and (uses.get(key, 0) > 1 or len(written) > LONG):
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
        if token == "|" or token[0] in ";\"":
            raise ValueError(f"a stray `{token[0]}`")
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


def digest(terms: Mapping[str, Term]) -> str:
    """A digest of named terms, stable over processes: the order of the names and z3's own numbers do not matter."""
    names = sorted(terms)
    text = "\n".join([*names, script([terms[name] for name in names])])
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def _free(term: Term) -> bool:
    return bool(term.decl().kind() == z3.Z3_OP_UNINTERPRETED)


def _written(term: Term, arguments: Sequence[str]) -> str:
    declaration = term.decl()
    if z3.is_bv_value(term):
        return f"(_ bv{term.as_long()} {term.size()})"
    if _free(term) and not arguments:
        return quoted(declaration.name())
    if not arguments:
        return "true" if z3.is_true(term) else "false"
    name = {z3.Z3_OP_ITE: "ite", z3.Z3_OP_DISTINCT: "distinct"}.get(declaration.kind(), declaration.name())
    parameters = declaration.params()
    head = f"(_ {name} {' '.join(map(str, parameters))})" if parameters else name
    return f"({head} {' '.join(arguments)})"
