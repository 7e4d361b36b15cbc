"""Convert (701.28; in `2023` 701.50): turning over by another name, with one guard for both."""

from collections.abc import Iterator

from verifier.encode.clauses import Write, absence, definition, update, veto
from verifier.encode.terms import FALSE, TRUE, Term, conj, neg

from ..moment import Moment
from ..vocabulary import Op
from .numbers import numbers
from .transform import other_face_is_spell, two_faced
from .watch import happened


@update("convert.turn-over", title="to convert is to turn the permanent over", numbers=numbers("701.50a", "701.28a"))
def turn_over(m: Moment) -> Iterator[Write]:
    """The instruction turns each permanent that it speaks of, unless something stops it."""
    doing = m.doing(Op.CONVERT)
    for p in m.slots:
        yield Write(m.objects.back[p], conj(doing, m.subject[p], m.converts_allowed[p]), neg(m.objects.back[p]))


@veto(
    "convert.needs-two-faces",
    of="convert",
    title="only what a double-faced card or token stands for can convert",
    numbers=numbers("701.50c", "701.28c"),
)
def needs_two_faces(m: Moment, p: int) -> Term:
    """Stops what has no other face."""
    return neg(two_faced(m, p, modal=True))


@needs_two_faces.variant("transforming-cards-only", editions=("2023",), says="modal cards do not convert")
def needs_transforming_card(m: Moment, p: int) -> Term:
    """Before September 2025 a modal card could not turn over at all."""
    return neg(two_faced(m, p, modal=False))


@absence(
    "convert.not-face-down",
    of="turned face up",
    title="converting is not turning face up or face down",
    numbers=numbers("701.50b", "701.28b"),
)
def not_face_down(m: Moment, p: int) -> Term:
    """Nobody sees anything turned face up."""
    return FALSE


@not_face_down.wrong("seen-as-face-up", imitates="an engine that announces every change of face as turning face up")
def seen_as_face_up(m: Moment, p: int) -> Term:
    """What converts counts as turned face up too."""
    return conj(m.doing(Op.CONVERT), happened(m).turned[p])


@veto(
    "convert.no-spell-face",
    of="convert",
    title="what would turn into an instant or sorcery stays as it is",
    numbers=numbers("701.50d", "701.28d"),
)
def no_spell_face(m: Moment, p: int) -> Term:
    """Stops a turn whose result would be an instant or sorcery."""
    return other_face_is_spell(m, p)


@veto(
    "convert.cannot", of="convert", title="what cannot transform cannot convert", numbers=numbers("701.50f", "701.28f")
)
def cannot(m: Moment, p: int) -> Term:
    """Stops what an effect says cannot transform."""
    return m.forbidden[p]


@definition(
    "convert.shares-guard",
    title="the guard counts and stops transforms and converts alike",
    numbers=numbers("701.50e", "701.28e"),
)
def shares_guard(m: Moment, question: str) -> Term:
    """Whether a convert `counts` for the guard, and whether the guard `stops` a convert: both."""
    return TRUE


@shares_guard.wrong("not-counted", imitates="an engine whose stamp moves on transforms only")
def not_counted(m: Moment, question: str) -> Term:
    """Converts are stopped but leave no stamp."""
    return FALSE if question == "counts" else TRUE


@shares_guard.wrong("not-stopped", imitates="an engine that checks the guard on transforms only")
def not_stopped(m: Moment, question: str) -> Term:
    """Converts leave a stamp but are never stopped."""
    return TRUE if question == "counts" else FALSE
