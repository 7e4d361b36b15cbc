"""Transform (701.27; in `2023` 701.28): turning a permanent over, and what stops it."""

from collections.abc import Iterator

from verifier.encode.clauses import Write, trigger, update, veto
from verifier.encode.terms import Term, conj, disj, is_at, neg, select
from verifier.encode.things import Vector

from ..moment import Moment
from ..vocabulary import AbilityKind, EntryKind, Op, Representation
from .numbers import numbers
from .watch import concerned


@update(
    "transform.turn-over", title="to transform is to turn the permanent over", numbers=numbers("701.28a", "701.27a")
)
def turn_over(m: Moment) -> Iterator[Write]:
    """The instruction turns each permanent that it speaks of, unless something stops it."""
    doing = m.doing(Op.TRANSFORM)
    for p in m.slots:
        yield Write(m.objects.back[p], conj(doing, m.subject[p], m.transforms_allowed[p]), neg(m.objects.back[p]))


def two_faced(m: Moment, p: int, *, modal: bool) -> Term:
    """Whether a two-faced card or token physically stands for the permanent."""
    kinds = [Representation.NONMODAL, Representation.TOKEN_DOUBLE] + [Representation.MODAL] * modal
    return disj(*[is_at(m.objects.representation[p], kind) for kind in kinds])


def other_face_is_spell(m: Moment, p: int) -> Term:
    """Whether the face that would come up is an instant or sorcery."""
    back = select([faces[1] for faces in m.cards.spell_face], m.objects.card[p])
    front = select([faces[0] for faces in m.cards.spell_face], m.objects.card[p])
    return disj(conj(neg(m.objects.back[p]), back), conj(m.objects.back[p], front))


@veto(
    "transform.needs-two-faces",
    of="transform",
    title="only what a double-faced card or token stands for can transform",
    numbers=numbers("701.28a, c", "701.27a, c"),
)
def needs_two_faces(m: Moment, p: int) -> Term:
    """Stops what has no other face."""
    return neg(two_faced(m, p, modal=True))


@needs_two_faces.variant("transforming-cards-only", editions=("2023",), says="modal cards do not transform")
def needs_transforming_card(m: Moment, p: int) -> Term:
    """Before September 2025 a modal card could not transform either."""
    return neg(two_faced(m, p, modal=False))


@veto(
    "transform.no-spell-face",
    of="transform",
    title="what would turn into an instant or sorcery stays as it is",
    numbers=numbers("701.28d", "701.27d"),
)
def no_spell_face(m: Moment, p: int) -> Term:
    """Stops a turn whose result would be an instant or sorcery."""
    return other_face_is_spell(m, p)


@veto(
    "transform.forbidden",
    of="transform",
    title='"cannot transform" beats "transform"',
    numbers=numbers("101.2", "101.2"),
)
def forbidden(m: Moment, p: int) -> Term:
    """Stops what an effect says cannot transform."""
    return m.forbidden[p]


def _kind_is(m: Moment, *kinds: EntryKind) -> Term:
    return disj(
        *[
            conj(r, disj(*[is_at(k, kind) for kind in kinds]))
            for r, k in zip(m.entries.resolving, m.entries.kind, strict=True)
        ]
    )


def _stamp(m: Moment, stamps: Vector) -> Term:
    return disj(*[conj(r, stamp) for r, stamp in zip(m.entries.resolving, stamps, strict=True)])


@veto(
    "transform.once-per-ability",
    of="turn",
    title="an ability turns its own permanent only if it has not turned since the ability was put on the stack",
    numbers=numbers("701.28f", "701.27f"),
)
def once_per_ability(m: Moment, p: int) -> Term:
    """Limits activated and ordinary triggered abilities of the very permanent that they would turn."""
    own = _kind_is(m, EntryKind.ACTIVATED, EntryKind.TRIGGERED)
    return conj(own, m.own[p], _stamp(m, m.entries.turned))


@once_per_ability.wrong(
    "whoever-causes-it", imitates="a guard that looks at the permanent and not at whose ability it is"
)
def once_per_anything(m: Moment, p: int) -> Term:
    """Limits spells and other permanents' abilities too."""
    turned = disj(*[conj(is_at(s, p), t) for s, t in zip(m.entries.source, m.entries.turned, strict=True)])
    return conj(m.acting, turned)


@veto(
    "transform.once-per-delayed",
    of="turn",
    title="a delayed ability turns its own permanent only if it has not turned since the ability was created",
    numbers=numbers("701.28f", "701.27f"),
)
def once_per_delayed(m: Moment, p: int) -> Term:
    """Limits delayed triggered abilities of the very permanent that they would turn."""
    return conj(_kind_is(m, EntryKind.DELAYED), m.own[p], _stamp(m, m.entries.turned_created))


@once_per_delayed.wrong("since-put-on-stack", imitates="a guard for delayed abilities that starts only on the stack")
def once_per_delayed_on_stack(m: Moment, p: int) -> Term:
    """Starts to look only when the delayed ability is put on the stack."""
    return conj(_kind_is(m, EntryKind.DELAYED), m.own[p], _stamp(m, m.entries.turned))


@trigger(
    "transform.transforms-into",
    title='"transforms into" sees the permanent as it is just after it turned',
    numbers=numbers("701.28e", "701.27e"),
)
def transforms_into(m: Moment, row: int, slot: int) -> Term:
    """How often an ability of the permanent in the slot triggers on permanents that turned over."""
    return concerned(m, AbilityKind.TRANSFORMS, row, slot)
