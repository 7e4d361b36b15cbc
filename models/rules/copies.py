"""Copies of abilities and spells on the stack (707.10): objects of their own, with a time of their own."""

from verifier.encode.clauses import definition
from verifier.encode.terms import FALSE, Term, conj, disj
from verifier.encode.things import Vector

from ..moment import Moment
from .numbers import same
from .stack import announcement


@definition(
    "copies.own-time",
    title="a copy of an ability was put on the stack when the copy was made",
    numbers=same("707.10"),
)
def own_time(m: Moment, stamps: Vector) -> Term:
    """Whether what goes on the stack starts as if its permanent had turned over since, by the original's stamps."""
    return FALSE


@own_time.wrong("inherited", imitates="an engine whose copy takes over everything that the original remembers")
def inherited(m: Moment, stamps: Vector) -> Term:
    """A copy starts with the original's stamp."""
    a = announcement(m)
    return conj(a.copying, disj(*[conj(mark, stamp) for mark, stamp in zip(a.copied, stamps, strict=True)]))
