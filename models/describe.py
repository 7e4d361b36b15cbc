"""Words for what a state holds: made-up objects, rows of the table of abilities, zones, steps and players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from .facts import Position
from .vocabulary import PLUS_ONE, AbilityKind, Condition, Op, Representation, Step, Target, What, Who, Zone


@dataclass(frozen=True)
class Names:
    """Names to use in place of made-up ones, by slot, row or number; whatever is missing is made up.

    `objects`: of a slot's card. `faces`: its front's and back's. `abilities`: words for a row. `tags` and `counters`:
    what each filter and each kind of counter is called. `players`: the first and the second.
    """

    objects: Mapping[int, str] = field(default_factory=dict)
    faces: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    abilities: Mapping[int, str] = field(default_factory=dict)
    tags: Sequence[str] = ()
    counters: Sequence[str] = ()
    players: tuple[str, str] = ("Alice", "Bob")


MADE_UP = {
    Representation.SINGLE: "One-faced {}",
    Representation.NONMODAL: "Two-faced {}",
    Representation.MODAL: "Modal {}",
    Representation.TOKEN: "Token",
    Representation.TOKEN_DOUBLE: "Two-faced token",
}
FROM = {
    Zone.GONE: "nowhere",
    Zone.BATTLEFIELD: "the battlefield",
    Zone.GRAVEYARD: "the graveyard",
    Zone.EXILE: "exile",
    Zone.HAND: "the hand",
    Zone.STACK: "the stack",
    Zone.LIBRARY: "the library",
}
MOVES = {
    Zone.GONE: "ceases to exist",
    Zone.BATTLEFIELD: "enters the battlefield",
    Zone.GRAVEYARD: "goes to its owner's graveyard",
    Zone.EXILE: "goes to exile",
    Zone.HAND: "goes to its owner's hand",
    Zone.STACK: "goes onto the stack",
    Zone.LIBRARY: "goes to its owner's library",
}
STEPS = {Step.UPKEEP: "upkeep", Step.MAIN: "main phase", Step.COMBAT: "combat", Step.END: "end step"}
KIND_WORDS = {
    AbilityKind.ACTIVATED: "activated",
    AbilityKind.SPELL: "when it resolves",
    AbilityKind.UPKEEP: "at the beginning of {whose} upkeep",
    AbilityKind.END_STEP: "at the beginning of {whose} end step",
    AbilityKind.DELAYED_UPKEEP: "at the beginning of the next upkeep",
    AbilityKind.DELAYED_END_STEP: "at the beginning of the next end step",
    AbilityKind.TRANSFORMS: "whenever {who} transforms or converts",
    AbilityKind.ENTERS: "whenever {who} enters",
    AbilityKind.DIES: "whenever {who} dies",
    AbilityKind.TURNED_FACE_UP: "whenever {who} is turned face up",
    AbilityKind.CASTS: "whenever {caster} casts a {spell}",
}
ABILITY_NOUNS = {
    AbilityKind.ACTIVATED: "activated ability",
    AbilityKind.DELAYED_UPKEEP: "delayed ability",
    AbilityKind.DELAYED_END_STEP: "delayed ability",
}
PLAIN = {
    Op.TRANSFORM: "transform {}",
    Op.CONVERT: "convert {}",
    Op.FACE_DOWN: "turn {} face down",
    Op.FACE_UP: "turn {} face up",
    Op.TAP: "tap {}",
    Op.UNTAP: "untap {}",
    Op.DESTROY: "destroy {}",
    Op.EXILE: "exile {}",
    Op.RETURN: "return {} to the battlefield",
    Op.RETURN_TRANSFORMED: "return {} to the battlefield transformed",
    Op.RETURN_TO_HAND: "return {} to its owner's hand",
    Op.COUNTER: "counter {}",
    Op.COPY: "copy {}",
}


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, and so on."""
    suffix = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


def _cards(number: int) -> str:
    return "a card" if number == 1 else f"{number} cards"


class Describer:
    """Words for one run: its frozen cards and abilities, and the names that are given."""

    def __init__(self, start: Position, names: Names) -> None:
        self.start = start
        self.names = names
        self._arrived: dict[int, list[tuple[int, Position]]] = {}

    def arrive(self, slot: int, era: int, at: Position) -> None:
        """Keep that a card came into a free slot, which has held so many objects since the start."""
        self._arrived.setdefault(slot, []).append((era, at))

    def object(self, slot: int, era: int | None = None) -> str:
        """The name of a card or token; `era` tells a later object of the same card apart: which of its slot it is."""
        first, at = 1, self.start
        for since, then in self._arrived.get(slot, ()):
            if era is None or since <= era:
                first, at = since, then
        name = self._made_up(slot, at) if first > 1 else self.names.objects.get(slot) or self._made_up(slot, at)
        return f"{name} ({ordinal(era - first + 1)})" if era is not None and era > first else name

    def _made_up(self, slot: int, at: Position) -> str:
        there = at.of("object", "zone", slot) == Zone.BATTLEFIELD
        word = MADE_UP[Representation(at.of("object", "representation", slot))]
        return f"{word.format('permanent' if there else 'card')} {slot + 1}"

    def face(self, slot: int, back: bool) -> str:
        """What a side of a card is called."""
        faces = self.names.faces.get(slot)
        return f"{faces[back]}" if faces else "its back face" if back else "its front face"

    def player(self, number: int) -> str:
        """A player's name."""
        return self.names.players[number]

    def counter(self, number: int) -> str:
        """What a kind of counter is called."""
        made_up = PLUS_ONE if number == 0 else f"kind-{number}"
        return self.names.counters[number] if number < len(self.names.counters) else made_up

    def kind(self, filter: int, noun: str) -> str:
        """A noun narrowed by a filter."""
        if filter == 0:
            return noun
        if filter == self.start.slices["tags"] + 1:
            return f"transformed {noun}"
        tag = filter - 1
        if tag < len(self.names.tags):
            return f"{self.names.tags[tag]} {noun}"
        return f"{noun} of kind {filter}"

    def noun(self, row: int) -> str:
        """What an ability is, in two words."""
        return ABILITY_NOUNS.get(AbilityKind(self.start.of("ability", "kind", row)), "triggered ability")

    def ability(self, row: int, inside: tuple[int, ...] = ()) -> str:
        """A row of the table of abilities in words: what makes it act, and what it then does.

        `inside`: the rows whose description this is part of; a row that creates itself is not told twice.
        """
        if row in inside:
            return "the same again"
        if row in self.names.abilities:
            return self.names.abilities[row]
        kind = AbilityKind(self.start.of("ability", "kind", row))
        filter, yours = self.start.of("ability", "filter", row), bool(self.start.of("ability", "yours", row))
        who = Who(self.start.of("ability", "who", row))
        concerned = {
            Who.THIS: "this",
            Who.OTHER: f"another {self.kind(filter, 'permanent')}",
            Who.ANY: f"any {self.kind(filter, 'permanent')}",
        }[who]
        if yours and who is not Who.THIS:
            concerned += " you control"
        if kind is AbilityKind.FORBIDS_TRANSFORM:
            return f"{concerned} cannot transform"
        words = KIND_WORDS.get(kind, "never").format(
            who=concerned,
            whose="your" if yours else "each",
            caster="you" if yours else "a player",
            spell=self.kind(filter, "spell"),
        )
        if kind is AbilityKind.ACTIVATED and self.start.of("ability", "tap_cost", row):
            words += " by tapping this"
        if kind is AbilityKind.ACTIVATED and self.start.of("ability", "mill_cost", row):
            words += f" by milling {_cards(self.start.of('ability', 'mill_cost', row))}"
        target = Target(self.start.of("ability", "target", row))
        if target is not Target.NONE:
            noun = self.kind(self.start.of("ability", "target_filter", row), target.name.lower())
            words += f", with a target {noun}"
        does = [self.instruction(row, i, inside) for i in range(self.start.slices["instructions"])]
        return f"{words} \N{EM DASH} {'; '.join(one for one in does if one) or 'nothing'}"

    def instruction(self, row: int, number: int, inside: tuple[int, ...] = ()) -> str:
        """One instruction in words; empty where there is none."""

        def read(field: str) -> int:
            return self.start.of("ability", field, row, number)

        op, what = Op(read("op")), What(read("what"))
        if op is Op.NOTHING:
            return ""
        subject = {
            What.THIS: "this",
            What.TARGET: "the target",
            What.ALL: f"every {self.kind(read('op_filter'), 'permanent')}",
            What.OTHERS: f"every other {self.kind(read('op_filter'), 'permanent')}",
            What.YOU: "its controller",
            What.OPPONENT: "the opponent",
            What.EACH_PLAYER: "each player",
        }[what]
        amount = read("amount")
        counters = f"{amount} {self.counter(read('counter'))} counter{'' if amount == 1 else 's'}"
        if op in PLAIN:
            words = PLAIN[op].format(subject)
        elif op is Op.DELAY:
            words = f"create a delayed ability ({self.ability(read('delayed'), (*inside, row))})"
        else:
            words = {
                Op.PUT_COUNTER: f"put {counters} on {subject}",
                Op.REMOVE_COUNTER: f"remove {counters} from {subject}",
                Op.GAIN_LIFE: f"{subject} gains {amount} life",
                Op.LOSE_LIFE: f"{subject} loses {amount} life",
                Op.DAMAGE: f"deal {amount} damage to {subject}",
                Op.MILL: f"{subject} mills {_cards(amount)}",
            }[op]
        if op in (Op.RETURN, Op.RETURN_TRANSFORMED):
            words += ", tapped" if read("enters_tapped") else ""
            words += ", under your control" if read("under_you") else ""
        counted = self.counter(read("condition_counter"))
        condition = {
            Condition.ALWAYS: "",
            Condition.DONE: "if the one before was done, ",
            Condition.NONE_LEFT: f"if this has no {counted} counter, ",
            Condition.AT_LEAST: f"if this has {read('condition_amount')} or more {counted} counters, ",
        }[Condition(read("condition"))]
        return f"{condition}{'you may ' if read('may') else ''}{words}"

    def past(self, source: int, label: str, row: int, *, turned: bool, lost: bool) -> str:
        """What happened before the run: a delayed ability was created that waits, and what became of its source."""
        name = self.object(source)
        line = f"a delayed ability of {name} [{label}] was created, and waits: {self.ability(row)}"
        since = f"{'has' if turned else 'has not'} turned over since then"
        if lost:
            since += f"{' and' if turned else ', but'} has become a new object, which the ability does not mean"
        return f"{line}. {name} {since}"

    def casts(self, slot: int, *, sized: bool = False) -> Iterator[str]:
        """A line about each card or token of the run that was in a slot.

        Each tells its name, where it starts, its size if `sized`, and its abilities.
        """
        if self.start.of("object", "zone", slot) != Zone.GONE:
            yield self._cast(slot, self.start, 1, sized)
        for era, at in self._arrived.get(slot, ()):
            yield self._cast(slot, at, era, sized)

    def _cast(self, slot: int, at: Position, era: int, sized: bool) -> str:
        zone = Zone(at.of("object", "zone", slot)) if at is self.start else Zone.LIBRARY
        card = at.of("object", "card", slot)
        shown = at.shown(slot)[0] if zone is Zone.BATTLEFIELD else card
        details = []
        if zone is Zone.BATTLEFIELD:
            details.append(f"{self.player(at.of('object', 'controller', slot))}'s, on the battlefield")
            back = bool(at.of("object", "back", slot))
            double = at.of("object", "representation", slot) not in (Representation.SINGLE, Representation.TOKEN)
            details.append(f"{self.face(slot, back)} up" if double else "")
            details.append(self._size(slot, at) if sized else "")
            details.append("tapped" if at.of("object", "tapped", slot) else "")
            details.append("a copy of another card" if at.of("object", "copy", slot) else "")
            for number in range(at.slices["counters"]):
                many = at.of("object", "counters", slot, number)
                details.append(f"{many} {self.counter(number)} counter{'' if many == 1 else 's'}" if many else "")
            damage = at.of("object", "damage", slot)
            details.append(f"{damage} damage marked on it" if damage else "")
        else:
            details.append(f"{self.player(at.of('object', 'owner', slot))}'s, in {FROM[zone]}")
            details.append(self._size(slot, at) if sized else "")
        details.append(self._spell_face(slot, at))
        abilities = []
        for row in at.rows:
            kind = at.of("ability", "kind", row)
            delayed = kind in (AbilityKind.DELAYED_UPKEEP, AbilityKind.DELAYED_END_STEP)
            if at.of("ability", "card", row) == shown and kind != AbilityKind.NONE and not delayed:
                side = "On the back: " if at.of("ability", "back", row) else ""
                abilities.append(f"{side}{self.ability(row)}")
        line = f"{self.object(slot, era)} ({', '.join(one for one in details if one)})"
        return (
            f"{line}, with: {'. '.join(abilities[:1] + [one[:1].upper() + one[1:] for one in abilities[1:]])}"
            if abilities
            else line
        )

    def _size(self, slot: int, at: Position) -> str:
        """The printed toughness of the faces that are creatures."""
        card, back = at.shown(slot)
        other = at.of("object", "representation", slot) not in (Representation.SINGLE, Representation.TOKEN)
        told = []
        for face in (back, not back) if other else (back,):
            if self.start.of("card", "creature", card, int(face)):
                where = f" on {self.face(slot, bool(face))}" if other else ""
                told.append(f"toughness {self.start.of('card', 'toughness', card, int(face))}{where}")
        return " and ".join(told)

    def _spell_face(self, slot: int, at: Position) -> str:
        """That the back of a two-faced card is an instant or sorcery, where it is."""
        single = at.of("object", "representation", slot) in (Representation.SINGLE, Representation.TOKEN)
        if single or not at.of("card", "spell_face", at.of("object", "card", slot), 1):
            return ""
        return f"{self.face(slot, True)} is an instant or sorcery"
