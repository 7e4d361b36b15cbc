"""The folding constructors mean what Z3's own operators mean, and the list functions what plain Python means."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.encode import terms
from verifier.encode.terms import (
    FALSE,
    TRUE,
    Term,
    at_most,
    below,
    bit,
    conj,
    constant,
    count,
    disj,
    equal,
    first,
    implies,
    index_of,
    is_at,
    is_bool,
    is_false,
    is_true,
    ite,
    minus,
    minus_capped,
    narrow,
    neg,
    number,
    pick,
    plus,
    plus_capped,
    replace,
    replace_all,
    select,
    truth,
    variable,
    widen,
    width_for,
    xor,
)

WIDTH = 3
SOME = settings(max_examples=150, deadline=None)
booleans = st.sampled_from([TRUE, FALSE, *z3.Bools("p q r")])
vectors = st.one_of(st.integers(0, 7).map(lambda v: number(v, WIDTH)), st.sampled_from(z3.BitVecs("x y z", WIDTH)))


def _deeper(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    """Conditions one level above others, by Z3's own constructors, so that no constructor is used to test another."""
    return st.one_of(
        st.builds(z3.And, inner, inner),
        st.builds(z3.Or, inner, inner),
        st.builds(z3.Not, inner),
        st.builds(z3.ULT, vectors, vectors),
        st.builds(lambda a, b: a == b, vectors, vectors),
    )


conditions = st.recursive(booleans, _deeper, max_leaves=4)
numbers = st.one_of(vectors, st.builds(z3.If, conditions, vectors, vectors))


def same(one: Term, other: Term) -> bool:
    """Whether no values of the variables tell the terms apart; both of one sort."""
    assert one.sort() == other.sort()
    solver = z3.Solver()
    solver.add(one != other)
    return bool(solver.check() == z3.unsat)


def value(term: Term) -> int:
    """The number that a term without variables is; also where the constructors did not fold it."""
    term = z3.simplify(term)
    return int(z3.is_true(term)) if z3.is_bool(term) else int(term.as_long())


@SOME
@given(st.lists(conditions, max_size=4))
def test_conjunction_and_disjunction(parts: list[Term]) -> None:
    assert same(conj(*parts), z3.And(TRUE, *parts))
    assert same(disj(*parts), z3.Or(FALSE, *parts))


@SOME
@given(conditions, conditions, conditions)
def test_connectives(p: Term, q: Term, r: Term) -> None:
    assert same(neg(p), z3.Not(p))
    assert same(implies(p, q), z3.Implies(p, q))
    assert same(xor(p, q), z3.Xor(p, q))
    assert same(equal(p, q), p == q)
    assert same(ite(p, q, r), z3.If(p, q, r))


@SOME
@given(conditions, numbers, numbers)
def test_comparisons_and_choices_of_numbers(p: Term, x: Term, y: Term) -> None:
    assert same(equal(x, y), x == y)
    assert same(ite(p, x, y), z3.If(p, x, y))
    assert same(at_most(x, y), z3.ULE(x, y))


@SOME
@given(numbers, st.integers(-1, 9))
def test_comparisons_with_a_number(x: Term, bound: int) -> None:
    wide = z3.ZeroExt(5, x)
    assert same(below(x, bound), z3.BoolVal(False) if bound < 0 else z3.ULT(wide, bound))
    if bound >= 0:
        assert same(is_at(x, bound), wide == bound)


@SOME
@given(numbers, numbers)
def test_arithmetic(x: Term, y: Term) -> None:
    assert same(plus(x, y), x + y)
    assert same(minus(x, y), x - y)
    wide = z3.ZeroExt(1, x) + z3.ZeroExt(1, y)
    assert same(plus_capped(x, y), z3.If(z3.UGT(wide, 7), z3.BitVecVal(7, WIDTH), x + y))
    assert same(minus_capped(x, y), z3.If(z3.ULT(x, y), z3.BitVecVal(0, WIDTH), x - y))


@SOME
@given(numbers, st.integers(WIDTH, 6), st.integers(1, WIDTH), st.integers(0, WIDTH - 1))
def test_widths(x: Term, wide: int, thin: int, position: int) -> None:
    assert same(widen(x, wide), z3.ZeroExt(wide - WIDTH, x) if wide > WIDTH else x)
    assert same(narrow(x, thin), z3.Extract(thin - 1, 0, x))
    assert same(bit(x, position), z3.Extract(position, position, x) == 1)


def test_a_number_cannot_be_widened_to_fewer_bits() -> None:
    with pytest.raises(ValueError, match="cannot widen 3 bits to 2"):
        widen(z3.BitVec("x", WIDTH), WIDTH - 1)


# Constants fold to constants: a known card or a switched-off clause costs nothing.


@given(st.integers(0, 7), st.integers(0, 7), st.booleans(), st.booleans(), st.booleans())
def test_constants_fold(m: int, n: int, a: bool, b: bool, c: bool) -> None:
    x, y, p, q, r = number(m, WIDTH), number(n, WIDTH), truth(a), truth(b), truth(c)
    folded: list[tuple[Term, int]] = [
        (conj(p, q), a and b),
        (disj(p, q), a or b),
        (neg(p), not a),
        (implies(p, q), not a or b),
        (xor(p, q), a != b),
        (equal(p, q), a == b),
        (equal(x, y), m == n),
        (ite(p, q, r), b if a else c),
        (ite(p, x, y), m if a else n),
        (at_most(x, y), m <= n),
        (below(x, n), m < n),
        (is_at(x, n), m == n),
        (plus(x, y), (m + n) % 8),
        (minus(x, y), (m - n) % 8),
        (plus_capped(x, y), min(m + n, 7)),
        (minus_capped(x, y), max(m - n, 0)),
        (widen(x, 5), m),
        (narrow(x, 2), m % 4),
        (bit(x, 1), m >> 1 & 1),
    ]
    for term, meant in folded:
        assert is_true(term) or is_false(term) if is_bool(term) else z3.is_bv_value(term)
        assert value(term) == meant


@given(conditions, conditions)
def test_settled_conditions_disappear(p: Term, q: Term) -> None:
    assert conj(TRUE, p).eq(p) and disj(FALSE, p).eq(p) and ite(TRUE, p, q).eq(p) and ite(FALSE, p, q).eq(q)
    assert is_false(conj(p, FALSE, q)) and is_true(disj(p, TRUE, q)) and ite(p, q, q).eq(q) and is_true(equal(p, p))


# Lists, against plain Python: every value of the marks and the index.

marks_of = st.lists(st.booleans(), min_size=1, max_size=6)


def symbolic(name: str, values: Sequence[int], width: int) -> tuple[list[Term], list[tuple[Term, Term]]]:
    """A variable per value, and the pairs that put the values in: so nothing folds before the list function is done."""
    variables = [variable(f"{name}{i}", width) for i in range(len(values))]
    return variables, [(v, constant(x, width)) for v, x in zip(variables, values, strict=True)]


@SOME
@given(st.lists(st.integers(0, 15), min_size=1, max_size=7), st.integers(1, 4), st.data())
def test_select(values: list[int], width: int, data: st.DataObject) -> None:
    position = data.draw(st.integers(0, (1 << width) - 1))
    variables, pairs = symbolic("v", values, 4)
    index = variable("i", width)
    chosen = value(replace(select(variables, index), [*pairs, (index, number(position, width))]))
    assert chosen == values[position] if position < len(values) else chosen in values
    assert value(select([number(x, 4) for x in values], number(position, width))) == chosen


@SOME
@given(marks_of)
def test_first_and_count_and_index(marks: list[bool]) -> None:
    variables, pairs = symbolic("m", marks, 0)
    alone = [bool(value(replace(mark, pairs))) for mark in first(variables)]
    assert alone == [mark and not any(marks[:i]) for i, mark in enumerate(marks)]
    for width in (1, 2, 4):
        assert value(replace(count(variables, width), pairs)) == sum(marks) % (1 << width)
    assert value(replace(index_of(first(variables), 4), pairs)) == (marks.index(True) if any(marks) else 0)


@SOME
@given(st.integers(1, 6), st.data())
def test_pick(many: int, data: st.DataObject) -> None:
    marked = data.draw(st.none() | st.integers(0, many - 1))
    values = data.draw(st.lists(st.integers(0, 7), min_size=many, max_size=many))
    marks, where = symbolic("m", [i == marked for i in range(many)], 0)
    variables, pairs = symbolic("v", values, WIDTH)
    chosen = value(replace(pick(marks, variables), where + pairs))
    assert chosen == values[-1 if marked is None else marked]


def test_count_of_nothing_is_zero() -> None:
    assert value(count([], 2)) == 0
    assert value(count([FALSE], 2)) == 0


@SOME
@given(st.lists(conditions, max_size=5), st.lists(conditions, max_size=3))
def test_replacing_is_all_at_once(parts: list[Term], new: list[Term]) -> None:
    pairs = list(zip(z3.Bools("p q r"), new, strict=False))
    together = replace_all(parts, pairs)
    assert len(together) == len(parts)
    for part, replaced in zip(parts, together, strict=True):
        assert replaced.eq(replace(part, pairs))
        assert same(replaced, z3.substitute(part, *pairs) if pairs else part)


def test_replaced_variables_are_not_replaced_again() -> None:
    p, q = z3.Bools("p q")
    assert replace_all([p, q, conj(p, q)], [(p, q), (q, p)]) == [q, p, conj(q, p)]


@pytest.mark.parametrize(("many", "width"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4)])
def test_width_for(many: int, width: int) -> None:
    assert width_for(many) == width


@pytest.mark.parametrize("make", [terms.variable, terms.constant])
def test_width_zero_is_boolean(make: Callable[[Any, int], Term]) -> None:
    name: Any = "v" if make is terms.variable else 1
    assert is_bool(make(name, 0))
    assert make(name, 2).size() == 2
