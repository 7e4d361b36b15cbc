"""Terms over Booleans and bit-vectors: thin, folding constructors over z3's C interface.

z3py's own operators check and coerce each argument; building a whole rulebook spends most of its time there. These
constructors fold constants, so that a known card or a switched-off clause costs nothing.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import z3

Term: TypeAlias = Any
"""A z3 expression; Boolean unless a width is spoken of."""

_CTX = z3.main_ctx()
_REF = _CTX.ref()

TRUE: Term = z3.BoolVal(True)
FALSE: Term = z3.BoolVal(False)
_TRUE_ID = TRUE.get_id()
_FALSE_ID = FALSE.get_id()


def is_true(term: Term) -> bool:
    """Whether the term is the constant true."""
    return bool(term.get_id() == _TRUE_ID)


def is_false(term: Term) -> bool:
    """Whether the term is the constant false."""
    return bool(term.get_id() == _FALSE_ID)


def is_bool(term: Term) -> bool:
    """Whether the term is Boolean."""
    return bool(z3.is_bool(term))


def _join(make: Any, parts: list[Term]) -> Term:
    array = (z3.Ast * len(parts))(*[part.as_ast() for part in parts])
    return z3.BoolRef(make(_REF, len(parts), array), _CTX)


def conj(*parts: Term) -> Term:
    """Conjunction; of nothing it is true."""
    kept = []
    for part in parts:
        if is_false(part):
            return FALSE
        if not is_true(part):
            kept.append(part)
    if not kept:
        return TRUE
    return kept[0] if len(kept) == 1 else _join(z3.Z3_mk_and, kept)


def disj(*parts: Term) -> Term:
    """Disjunction; of nothing it is false."""
    kept = []
    for part in parts:
        if is_true(part):
            return TRUE
        if not is_false(part):
            kept.append(part)
    if not kept:
        return FALSE
    return kept[0] if len(kept) == 1 else _join(z3.Z3_mk_or, kept)


def neg(part: Term) -> Term:
    """Negation."""
    if is_true(part):
        return FALSE
    if is_false(part):
        return TRUE
    if z3.is_not(part):
        return part.arg(0)
    return z3.BoolRef(z3.Z3_mk_not(_REF, part.as_ast()), _CTX)


def implies(premise: Term, conclusion: Term) -> Term:
    """Implication."""
    return disj(neg(premise), conclusion)


def xor(left: Term, right: Term) -> Term:
    """Exactly one of two."""
    if is_false(left):
        return right
    if is_false(right):
        return left
    if is_true(left):
        return neg(right)
    if is_true(right):
        return neg(left)
    return z3.BoolRef(z3.Z3_mk_xor(_REF, left.as_ast(), right.as_ast()), _CTX)


def equal(left: Term, right: Term) -> Term:
    """Equality of two terms of one sort."""
    if left.get_id() == right.get_id():
        return TRUE
    if z3.is_bool(left):
        if is_true(left):
            return right
        if is_true(right):
            return left
        if is_false(left):
            return neg(right)
        if is_false(right):
            return neg(left)
    elif z3.is_bv_value(left) and z3.is_bv_value(right):
        return FALSE
    return z3.BoolRef(z3.Z3_mk_eq(_REF, left.as_ast(), right.as_ast()), _CTX)


def ite(condition: Term, then: Term, other: Term) -> Term:
    """`then` where the condition holds, else `other`; both of one sort."""
    if is_true(condition) or then.get_id() == other.get_id():
        return then
    if is_false(condition):
        return other
    if z3.is_bool(then):
        if is_true(then):
            return disj(condition, other)
        if is_false(then):
            return conj(neg(condition), other)
        if is_true(other):
            return disj(neg(condition), then)
        if is_false(other):
            return conj(condition, then)
        return z3.BoolRef(z3.Z3_mk_ite(_REF, condition.as_ast(), then.as_ast(), other.as_ast()), _CTX)
    return z3.BitVecRef(z3.Z3_mk_ite(_REF, condition.as_ast(), then.as_ast(), other.as_ast()), _CTX)


@functools.cache
def number(value: int, width: int) -> Term:
    """The bit-vector constant `value` of `width` bits."""
    return z3.BitVecVal(value, width)


def truth(value: bool) -> Term:
    """The Boolean constant."""
    return TRUE if value else FALSE


def width_for(count: int) -> int:
    """Bits that hold the values 0 to count - 1 (at least one)."""
    return max(1, (count - 1).bit_length())


def is_at(index: Term, value: int) -> Term:
    """Whether a bit-vector index is this number."""
    width = index.size()
    return FALSE if value >= 1 << width else equal(index, number(value, width))


def below(index: Term, bound: int) -> Term:
    """Whether a bit-vector, unsigned, is less than the bound."""
    width = index.size()
    if bound >= 1 << width:
        return TRUE
    if bound <= 0:
        return FALSE
    if z3.is_bv_value(index):
        return truth(index.as_long() < bound)
    return z3.ULT(index, number(bound, width))


def at_most(left: Term, right: Term) -> Term:
    """Unsigned left <= right, of one width."""
    if z3.is_bv_value(left) and z3.is_bv_value(right):
        return truth(left.as_long() <= right.as_long())
    return z3.ULE(left, right)


def widen(term: Term, width: int) -> Term:
    """The same number in `width` bits (zero-extended)."""
    extra = width - term.size()
    if extra < 0:
        raise ValueError(f"cannot widen {term.size()} bits to {width}")
    if extra == 0:
        return term
    if z3.is_bv_value(term):
        return number(term.as_long(), width)
    return z3.ZeroExt(extra, term)


def narrow(term: Term, width: int) -> Term:
    """The low `width` bits."""
    if term.size() == width:
        return term
    if z3.is_bv_value(term):
        return number(term.as_long() % (1 << width), width)
    return z3.Extract(width - 1, 0, term)


def plus(left: Term, right: Term) -> Term:
    """Sum modulo two to the width."""
    if z3.is_bv_value(left) and z3.is_bv_value(right):
        return number((left.as_long() + right.as_long()) % (1 << left.size()), left.size())
    if z3.is_bv_value(left) and left.as_long() == 0:
        return right
    if z3.is_bv_value(right) and right.as_long() == 0:
        return left
    return left + right


def minus(left: Term, right: Term) -> Term:
    """Difference modulo two to the width."""
    if z3.is_bv_value(right) and right.as_long() == 0:
        return left
    if z3.is_bv_value(left) and z3.is_bv_value(right):
        return number((left.as_long() - right.as_long()) % (1 << left.size()), left.size())
    return left - right


def plus_capped(left: Term, right: Term) -> Term:
    """Sum, or the greatest number of that width where it would not fit."""
    width = left.size()
    total = plus(widen(left, width + 1), widen(widen(right, width), width + 1))
    return ite(below(total, 1 << width), narrow(total, width), number((1 << width) - 1, width))


def minus_capped(left: Term, right: Term) -> Term:
    """Difference, or zero where it would be negative."""
    right = widen(right, left.size())
    return ite(at_most(right, left), minus(left, right), number(0, left.size()))


def bit(term: Term, index: int) -> Term:
    """One bit of a bit-vector as a Boolean."""
    if z3.is_bv_value(term):
        return truth(bool(term.as_long() >> index & 1))
    return equal(z3.Extract(index, index, term), number(1, 1))


def select(values: Sequence[Term], index: Term) -> Term:
    """`values[index]`; an index past the end reads some value of the list."""
    level = list(values)
    for position in range(index.size()):
        if len(level) == 1:
            break
        test = bit(index, position)
        level = [ite(test, level[i + 1], level[i]) if i + 1 < len(level) else level[i] for i in range(0, len(level), 2)]
    return level[0]


def pick(marks: Sequence[Term], values: Sequence[Term]) -> Term:
    """The value whose mark holds, where at most one does; the last value if none."""
    result = values[-1]
    for mark, value in zip(reversed(marks[:-1]), reversed(values[:-1]), strict=True):
        result = ite(mark, value, result)
    return result


def index_of(marks: Sequence[Term], width: int) -> Term:
    """The position of the mark that holds (zero if none)."""
    result = number(0, width)
    for position in range(len(marks) - 1, 0, -1):
        result = ite(marks[position], number(position, width), result)
    return result


def first(marks: Iterable[Term]) -> list[Term]:
    """The marks, with only the first that holds left."""
    result, none_yet = [], TRUE
    for mark in marks:
        result.append(conj(none_yet, mark))
        none_yet = conj(none_yet, neg(mark))
    return result


def count(marks: Sequence[Term], width: int) -> Term:
    """How many marks hold, modulo two to the width; summed as a tree."""
    level = [ite(mark, number(1, width), number(0, width)) for mark in marks if not is_false(mark)]
    if not level:
        return number(0, width)
    while len(level) > 1:
        level = [plus(level[i], level[i + 1]) if i + 1 < len(level) else level[i] for i in range(0, len(level), 2)]
    return level[0]


def variable(name: str, width: int) -> Term:
    """A free variable: Boolean for width 0, else a bit-vector."""
    return z3.Bool(name) if width == 0 else z3.BitVec(name, width)


def constant(value: int, width: int) -> Term:
    """The constant of a variable's sort (width 0 is Boolean)."""
    return truth(bool(value)) if width == 0 else number(value, width)


def replace(term: Term, pairs: Sequence[tuple[Term, Term]]) -> Term:
    """The term with variables replaced, all at once."""
    return z3.substitute(term, *pairs) if pairs else term


def replace_all(terms: Sequence[Term], pairs: Sequence[tuple[Term, Term]]) -> list[Term]:
    """Every Boolean term with variables replaced: one pass over what they share."""
    if not terms or not pairs:
        return list(terms)
    bundle = z3.Function(f"bundle {len(terms)}", *[z3.BoolSort()] * (len(terms) + 1))
    return list(z3.substitute(bundle(*terms), *pairs).children())
