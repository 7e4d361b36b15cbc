"""Transform (701.27; in `2023` 701.28): turning a permanent over, and what stops it."""

from collections.abc import Iterator

from verifier.encode.clauses import Write, absence, definition, trigger, update, veto
from verifier.encode.terms import FALSE, Term, conj, disj, equal, is_at, ite, neg, number, select
from verifier.encode.things import Vector

from ..moment import Moment
from ..shown import Shown
from ..vocabulary import AbilityKind, EntryKind, Op, Representation
from .numbers import numbers
from .watch import WIDTH, concerned, happened


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


@needs_two_faces.wrong("faces-by-card", imitates="an engine that asks the card it is a copy of for a second face")
def faces_by_card(m: Moment, p: int) -> Term:
    """A plain copy of a double-faced card turns over, and a double-faced copy of a plain card does not."""
    owners = [conj(equal(card, m.shown.card[p]), two_faced(m, q, modal=True)) for q, card in enumerate(m.objects.card)]
    return neg(disj(*owners))


@absence(
    "transform.not-face-down",
    of="turned face up",
    title="transforming is not turning face up or face down",
    numbers=numbers("701.28b", "701.27b"),
)
def not_face_down(m: Moment, p: int) -> Term:
    """Nobody sees anything turned face up."""
    return FALSE


@not_face_down.wrong("seen-as-face-up", imitates="an engine that announces every change of face as turning face up")
def seen_as_face_up(m: Moment, p: int) -> Term:
    """What transforms counts as turned face up too."""
    return conj(m.doing(Op.TRANSFORM), happened(m).turned[p])


@definition(
    "transform.transformed-permanent",
    title="a transformed permanent is a double-faced one that shows its back now",
    numbers=numbers("701.28g", "701.27g"),
)
def transformed_permanent(m: Moment, shown: Shown, p: int) -> Term:
    """Whatever its past, and whatever it is a copy of."""
    return conj(shown.on_battlefield[p], two_faced(m, p, modal=True), shown.objects.back[p])


@transformed_permanent.variant("transforming-only", editions=("2023",), says="modal ones are not meant")
def transforming_permanent(m: Moment, shown: Shown, p: int) -> Term:
    """Before September 2025 a modal permanent did not count."""
    return conj(shown.on_battlefield[p], two_faced(m, p, modal=False), shown.objects.back[p])


@transformed_permanent.wrong("has-been-back", imitates="an engine that remembers that it transformed once")
def has_been_back(m: Moment, shown: Shown, p: int) -> Term:
    """Whatever has shown its back since it entered."""
    return conj(shown.on_battlefield[p], two_faced(m, p, modal=True), shown.objects.been_back[p])


@transformed_permanent.wrong("as-it-looks", imitates="an engine that takes a copy of a back face for a transformed one")
def as_it_looks(m: Moment, shown: Shown, p: int) -> Term:
    """Whatever shows a back face, be it as a copy."""
    return conj(shown.on_battlefield[p], shown.back[p])


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
    turned = disj(
        *[
            conj(live, is_at(s, p), t)
            for live, s, t in zip(m.entries.live, m.entries.source, m.entries.turned, strict=True)
        ]
    )
    return conj(m.acting, turned)


@once_per_ability.wrong("since-resolution-began", imitates="a guard that is set up anew as each ability resolves")
def since_resolution_began(m: Moment, p: int) -> Term:
    """Sees only what turned while this very ability resolves."""
    own = _kind_is(m, EntryKind.ACTIVATED, EntryKind.TRIGGERED)
    return conj(own, m.own[p], m.objects.turned_now[p])


@once_per_ability.wrong("once-this-turn", imitates="a latch that lets a permanent turn once in each turn")
def once_this_turn(m: Moment, p: int) -> Term:
    """Stops every ability of what has turned in this turn, later ones too."""
    own = _kind_is(m, EntryKind.ACTIVATED, EntryKind.TRIGGERED)
    return conj(own, m.own[p], m.objects.turned_this_turn[p])


@once_per_ability.wrong("activated-only", imitates="a guard that forgets triggered abilities")
def activated_only(m: Moment, p: int) -> Term:
    """Limits activated abilities alone."""
    return conj(_kind_is(m, EntryKind.ACTIVATED), m.own[p], _stamp(m, m.entries.turned))


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


@transforms_into.wrong("before-the-turn", imitates="an engine that looks for triggers while the old face still shows")
def before_the_turn(m: Moment, row: int, slot: int) -> Term:
    """Looks at the permanent as it was before it turned."""
    return concerned(m, AbilityKind.TRANSFORMS, row, slot, looks="before")


@transforms_into.wrong("on-entering-too", imitates="an engine to which entering transformed is transforming")
def on_entering_too(m: Moment, row: int, slot: int) -> Term:
    """Sees permanents that enter with their back face up as well."""
    return concerned(m, AbilityKind.TRANSFORMS, row, slot, looks="entering")


@transforms_into.wrong("transforms-only", imitates="an engine whose converts are no transforms to those that watch")
def transforms_only(m: Moment, row: int, slot: int) -> Term:
    """Does not see converts."""
    return ite(m.doing(Op.CONVERT), number(0, WIDTH), concerned(m, AbilityKind.TRANSFORMS, row, slot))
