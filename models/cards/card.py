"""A card as data: faces, abilities and instructions in the words of the vocabulary, nothing else."""

from dataclasses import dataclass

from ..vocabulary import AbilityKind, Condition, Op, Representation, Target, What, Who
from .omission import Omission

__all__ = ["Ability", "Card", "Face", "Filter", "Instruction", "Words"]


@dataclass(frozen=True, slots=True)
class Words:
    """One condition of a filter: the face has one of these types, supertypes or subtypes; or has none if `negated`."""

    words: tuple[str, ...]
    negated: bool = False

    def hold(self, face: "Face") -> bool:
        """Whether `face` meets the condition."""
        return any(word in face.types + face.supertypes + face.subtypes for word in self.words) != self.negated


@dataclass(frozen=True, slots=True)
class Filter:
    """Conditions on a face that must all hold; with none, every face passes.

    `transformed` stands alone: it asks for transformed permanents, which no face can tell.
    """

    conditions: tuple[Words, ...] = ()
    transformed: bool = False

    def matches(self, face: "Face") -> bool:
        """Whether `face`, the one that shows, passes the filter."""
        return all(words.hold(face) for words in self.conditions)


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction of an ability.

    `filter` narrows `What.ALL` and `What.OTHERS`. `counter` is the kind of counter of the two counter words.
    `condition_counter` and `condition_amount` belong to the conditions on the counters on this permanent. `under_you`
    and `tapped` belong to the return words. `delayed` is the ability that `Op.DELAY` creates, and None otherwise.
    """

    op: Op
    what: What = What.THIS
    filter: Filter = Filter()
    amount: int = 1
    counter: str | None = None
    condition: Condition = Condition.ALWAYS
    condition_counter: str | None = None
    condition_amount: int = 0
    may: bool = False
    under_you: bool = False
    tapped: bool = False
    delayed: "Ability | None" = None


@dataclass(frozen=True, slots=True)
class Ability:
    """One ability of a face, or a delayed one that an instruction creates.

    `who`, `yours` and `filter` say which objects or players a triggered or static ability concerns. A delayed ability
    has no target of its own: in it `What.THIS` and `What.TARGET` are those of the ability that created it.
    """

    kind: AbilityKind
    who: Who = Who.THIS
    yours: bool = False
    filter: Filter = Filter()
    target: Target = Target.NONE
    target_filter: Filter = Filter()
    tap_cost: bool = False
    mill_cost: int = 0
    instructions: tuple[Instruction, ...] = ()


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a card; `power` and `toughness` are None unless it is a creature."""

    name: str
    types: tuple[str, ...]
    supertypes: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    power: int | None = None
    toughness: int | None = None
    abilities: tuple[Ability, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """A card or token: one face or two, front first. `omits` lists what the file leaves out of it."""

    name: str
    layout: Representation
    faces: tuple[Face, ...]
    omits: tuple[Omission, ...] = ()
    abridged: bool = False

    @property
    def front(self) -> Face:
        """The front face, or the only one."""
        return self.faces[0]

    @property
    def back(self) -> Face | None:
        """The back face, if there is one."""
        return self.faces[1] if len(self.faces) > 1 else None

    def showing(self, back: bool) -> Face:
        """The face that shows with this side up; what has only one face shows that."""
        return self.faces[back] if len(self.faces) > 1 else self.front
