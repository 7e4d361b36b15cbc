"""Face-down permanents (708): turning face down and up, which is another action than transforming or converting."""

from collections.abc import Iterator

from verifier.encode.clauses import Write, trigger, update, veto
from verifier.encode.terms import FALSE, TRUE, Term, conj, neg

from ..moment import Moment
from ..vocabulary import AbilityKind, Op
from .numbers import numbers, same
from .transform import two_faced
from .watch import concerned


@update("facedown.turn-down", title="a permanent turned face down hides its face", numbers=same("708.2a"))
def turn_down(m: Moment) -> Iterator[Write]:
    """Each permanent that the instruction speaks of, unless something stops it."""
    for p in m.slots:
        stopped = m.kernel.vetoed("face-down", m, p)
        here = conj(m.doing(Op.FACE_DOWN), m.subject[p], m.on_battlefield[p])
        yield Write(m.objects.face_down[p], conj(here, neg(stopped)), TRUE)


@update("facedown.turn-up", title="a permanent turned face up shows its face again", numbers=same("708.8"))
def turn_up(m: Moment) -> Iterator[Write]:
    """Each permanent that the instruction speaks of."""
    for p in m.slots:
        here = conj(m.doing(Op.FACE_UP), m.subject[p], m.on_battlefield[p])
        yield Write(m.objects.face_down[p], here, FALSE)


@veto(
    "facedown.never-double-faced",
    of="face-down",
    title="what a double-faced card or token stands for is never turned face down",
    numbers=numbers(None, "712.16"),
)
def never_double_faced(m: Moment, p: int) -> Term:
    """Stops it for modal ones too."""
    return two_faced(m, p, modal=True)


@trigger(
    "triggers.turned-face-up", title="abilities that watch for turning face up trigger on it", numbers=same("708.8")
)
def turned_face_up(m: Moment, row: int, slot: int) -> Term:
    """How often it triggers on permanents that were turned face up."""
    return concerned(m, AbilityKind.TURNED_FACE_UP, row, slot)
