"""Text of terms is read back as the same terms, looks the same in every process, and nothing else is read."""

import pytest
import z3

from verifier.encode.smtlib import Digests, constants, parse, script
from verifier.encode.terms import (
    Term,
    at_most,
    below,
    bit,
    conj,
    disj,
    equal,
    ite,
    minus,
    neg,
    number,
    plus_capped,
    variable,
    xor,
)


def terms() -> list[Term]:
    """Every operator that rules use, over names that need quotes."""
    a, b, c = (variable(name, 0) for name in ("a step's end", "ghost.x#0/1.entry.0", "c'"))
    x, y = variable("x.0", 3), variable("let", 3)
    return [
        conj(a, disj(b, neg(c)), xor(a, b)),
        equal(x, ite(a, plus_capped(x, y), minus(y, number(5, 3)))),
        disj(below(x, 3), at_most(x, y), bit(y, 2), equal(a, b), z3.UGE(x, y)),
        z3.BoolVal(True),
    ]


def shared(levels: int) -> Term:
    """A term whose text would double with each level if nothing were defined once."""
    term = variable("x", 8)
    for _ in range(levels):
        term = ite(below(term, 7), term + term, term)
    return below(term, 9)


def test_what_is_written_is_read_back() -> None:
    read = parse(script(terms()))
    assert [term.get_id() for term in read] == [term.get_id() for term in terms()]


def test_text_is_no_longer_than_the_terms() -> None:
    assert len(script([shared(60)])) < 3 * len(script([shared(30)]))
    (read,) = parse(script([shared(30)]))
    assert read.get_id() == shared(30).get_id()


def test_constants_are_the_free_variables() -> None:
    assert set(constants(terms())) == {"a step's end", "ghost.x#0/1.entry.0", "c'", "x.0", "let"}


@pytest.mark.parametrize("name", ["a|b", "a\\b"])
def test_a_name_that_no_symbol_can_hold(name: str) -> None:
    with pytest.raises(ValueError, match="no symbol"):
        script([variable(name, 0)])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('(set-option :regular-output-channel "x")', "the command `set-option`"),
        ("(declare-fun |a| () Bool)(echo a)", "the command `echo`"),
        ("(assert |a|)", "unknown constant"),
        ("(assert", "unexpected|invalid"),
        ("(declare-fun |a", "not closed"),
        ("(assert true) ; nothing more", "not closed"),
        ("(declare-fun |a| () Bool)(assert |a|;)(\n)(echo)", "a comment"),
        ("(assert " + "(not " * 2000 + "true" + ")" * 2001, "nested deeper"),
        ("(assert (and true 1))", "."),
        ("nonsense", "."),
    ],
)
def test_text_that_is_not_read(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why) as refused:
        parse(text)
    assert len(str(refused.value).splitlines()) == 1


def test_a_digest_tells_names_and_terms_apart() -> None:
    a, b = variable("a", 0), variable("b", 0)
    one = Digests().of({"x": conj(a, b), "y": a})
    digests = Digests()
    assert digests.of({"y": a, "x": conj(a, b)}) == one == digests.of({"x": conj(a, b), "y": a})
    others = [{"x": conj(b, a), "y": a}, {"x": conj(a, b), "z": a}, {"x": conj(a, b)}, {"x": a, "y": conj(a, b)}]
    others += [{"x": disj(a, b), "y": a}, {"x": conj(a, b), "y": variable("a", 1)}]
    assert len({one, *[digests.of(terms) for terms in others]}) == 1 + len(others)
