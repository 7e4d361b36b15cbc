"""The state of a game: the kinds of things there are and what is known of each.

A *player* is a Boolean (false: the first). An *object slot* is one card or token outside libraries; what the rules call
an object is a slot between two zone changes. A slot whose zone is `GONE` is free for a card that leaves a library.
Fields named `*_gone` say that the object once meant has changed zones since (400.7).
"""

from dataclasses import dataclass

from verifier.encode.things import Size, Slice, Vector, bits, code, flag, index

from .vocabulary import AbilityKind, Condition, EntryKind, Op, Representation, Step, Target, What, Who, Zone

Grid = list[Vector]


def _faces(_: Slice) -> int:
    return 2


def _tags(slices: Slice) -> int:
    return 2 * slices["tags"]


def _instructions(slices: Slice) -> int:
    return slices["instructions"]


def _counters(slices: Slice) -> int:
    return slices["counters"]


def _targets(slices: Slice) -> int:
    return slices["permanents"] + slices["stack"]


def _filters(slices: Slice) -> int:
    return slices["tags"] + 2


def _library(slices: Slice) -> int:
    return slices["library"] + 1


def _pointer(slices: Slice) -> int:
    return slices["instructions"] + 1


@dataclass(slots=True)
class Objects:
    """Cards and tokens outside libraries. Card, representation and owner change only as a free slot is taken.

    The last three fields remember what no rule asks for; wrong readings of rules do. `been_back`: this object has shown
    its back. `turned_this_turn`, `turned_now`: it turned over in this turn; while the present object resolves.
    """

    card: Vector = index("cards")
    representation: Vector = code(Representation)
    owner: Vector = flag()
    zone: Vector = code(Zone)
    controller: Vector = flag()
    back: Vector = flag()
    face_down: Vector = flag()
    tapped: Vector = flag()
    damage: Vector = bits(4)
    counters: Grid = bits(3, copies=_counters)
    copy: Vector = flag()
    copy_card: Vector = index("cards")
    copy_back: Vector = flag()
    copy_ends: Vector = flag()
    been_back: Vector = flag()
    turned_this_turn: Vector = flag()
    turned_now: Vector = flag()


@dataclass(slots=True)
class Filters:
    """What filters ask for: whether a creature without name and types of its own (a face-down one) meets each tag."""

    nameless: Vector = flag(frozen=True)


@dataclass(slots=True)
class Cards:
    """What is printed on the two faces of each card; characteristics that filters ask about are *tags*."""

    spell_face: Grid = flag(frozen=True, copies=_faces)
    creature: Grid = flag(frozen=True, copies=_faces)
    land: Grid = flag(frozen=True, copies=_faces)
    power: Grid = bits(4, frozen=True, copies=_faces)
    toughness: Grid = bits(4, frozen=True, copies=_faces)
    instant_speed: Vector = flag(frozen=True)
    tags: Grid = flag(frozen=True, copies=_tags)


@dataclass(slots=True)
class Abilities:
    """The table of abilities: whose face each is on, how it comes to act, and its instructions in written order."""

    card: Vector = index("cards", frozen=True)
    back: Vector = flag(frozen=True)
    kind: Vector = code(AbilityKind, frozen=True)
    who: Vector = code(Who, frozen=True)
    yours: Vector = flag(frozen=True)
    filter: Vector = index(_filters, frozen=True)
    tap_cost: Vector = flag(frozen=True)
    mill_cost: Vector = bits(3, frozen=True)
    target: Vector = code(Target, frozen=True)
    target_filter: Vector = index(_filters, frozen=True)
    op: Grid = code(Op, frozen=True, copies=_instructions)
    what: Grid = code(What, frozen=True, copies=_instructions)
    op_filter: Grid = index(_filters, frozen=True, copies=_instructions)
    amount: Grid = bits(3, frozen=True, copies=_instructions)
    counter: Grid = index("counters", frozen=True, copies=_instructions)
    condition: Grid = code(Condition, frozen=True, copies=_instructions)
    condition_counter: Grid = index("counters", frozen=True, copies=_instructions)
    condition_amount: Grid = bits(3, frozen=True, copies=_instructions)
    may: Grid = flag(frozen=True, copies=_instructions)
    under_you: Grid = flag(frozen=True, copies=_instructions)
    enters_tapped: Grid = flag(frozen=True, copies=_instructions)
    delayed: Grid = index("abilities", frozen=True, copies=_instructions)


@dataclass(slots=True)
class Entries:
    """Objects on the stack, lowest first. A target below the number of object slots is a slot, else an entry.

    `*_lost`: it does not find the object any more; `*_gone` without `*_lost`: it found again what it moved itself.
    """

    live: Vector = flag()
    resolving: Vector = flag()
    kind: Vector = code(EntryKind)
    ability: Vector = index("abilities")
    bare: Vector = flag()
    copied: Vector = flag()
    controller: Vector = flag()
    source: Vector = index("permanents")
    source_gone: Vector = flag()
    source_lost: Vector = flag()
    target: Vector = index(_targets)
    target_gone: Vector = flag()
    target_lost: Vector = flag()
    turned: Vector = flag()
    turned_created: Vector = flag()


@dataclass(slots=True)
class Delayed:
    """Delayed triggered abilities that wait for their event, or (`fired`) to be put on the stack."""

    turned_before: Vector = flag(frozen=True)
    source_gone_before: Vector = flag(frozen=True)
    target_gone_before: Vector = flag(frozen=True)
    live: Vector = flag()
    fired: Vector = flag()
    ability: Vector = index("abilities")
    controller: Vector = flag()
    source: Vector = index("permanents")
    source_gone: Vector = flag()
    target: Vector = index(_targets)
    target_gone: Vector = flag()
    turned: Vector = flag()


@dataclass(slots=True)
class Waiting:
    """Triggered abilities not yet on the stack: for each ability and source, how many, and under whom."""

    count: Vector = bits(2)
    source_gone: Vector = flag()
    controller: Vector = flag()


@dataclass(slots=True)
class Libraries:
    """The cards of both libraries: the places of the first player's, lowest card first, then those of the second's."""

    card: Vector = index("cards")
    representation: Vector = code(Representation)


@dataclass(slots=True)
class Players:
    """The two players; `library` is how many cards theirs has: that many places of it are meant."""

    life: Vector = bits(6)
    library: Vector = index(_library)


@dataclass(slots=True)
class Game:
    """Whose turn, whose priority, which step; where a resolution stands; `edge`: the slice was too small to go on."""

    active: Vector = flag()
    priority: Vector = flag()
    passed: Vector = flag()
    step: Vector = code(Step)
    pointer: Vector = index(_pointer)
    did: Vector = flag()
    edge: Vector = flag()


def _of(name: str) -> Size:
    return lambda slices: slices[name]


KINDS: dict[str, tuple[type, Size]] = {
    "object": (Objects, _of("permanents")),
    "card": (Cards, _of("cards")),
    "filter": (Filters, _of("tags")),
    "ability": (Abilities, _of("abilities")),
    "entry": (Entries, _of("stack")),
    "delayed": (Delayed, _of("delayed")),
    "waiting": (Waiting, lambda slices: slices["abilities"] * slices["permanents"]),
    "library": (Libraries, lambda slices: 2 * slices["library"]),
    "player": (Players, lambda _: 2),
    "game": (Game, lambda _: 1),
}

DEFAULT_SLICE = {
    "permanents": 4,
    "stack": 4,
    "delayed": 2,
    "abilities": 4,
    "instructions": 2,
    "cards": 4,
    "tags": 2,
    "counters": 2,
    "library": 6,
}
