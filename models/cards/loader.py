"""Reads card files strictly: what the words cannot say is refused, with the file and the field."""

import difflib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from verifier.documents import load_document, unknown_word, validate
from verifier.errors import InputError
from verifier.extension import Extension, in_force

from ..vocabulary import AbilityKind, Condition, Op, Representation, Target, What, Who
from .card import Ability, Card, Face, Filter, Instruction, Words
from .omission import read_omission

__all__ = [
    "Ability",
    "Card",
    "Face",
    "Filter",
    "Instruction",
    "Words",
    "card_named",
    "load_card",
    "parse_card",
    "shipped_cards",
]

FOLDER = Path(__file__).parent
DOUBLE = (Representation.NONMODAL, Representation.MODAL, Representation.TOKEN_DOUBLE)
SUPERTYPES = ("basic", "legendary", "snow")
TYPES = ("artifact", "battle", "creature", "enchantment", "instant", "land", "planeswalker", "sorcery")
SPELL_TYPES = ("instant", "sorcery")
OPS = {op.name.lower().replace("_", "-"): op for op in Op if op is not Op.NOTHING}
COUNTER_OPS = (Op.PUT_COUNTER, Op.REMOVE_COUNTER)
RETURN_OPS = (Op.RETURN, Op.RETURN_TRANSFORMED)
STACK_OPS = (Op.COUNTER, Op.COPY)
CARD_OPS = (*RETURN_OPS, Op.RETURN_TO_HAND, Op.EXILE)
SPELL_OPS = (*STACK_OPS, Op.RETURN_TO_HAND, Op.EXILE)
AMOUNT_OPS = (*COUNTER_OPS, Op.GAIN_LIFE, Op.LOSE_LIFE, Op.DAMAGE, Op.MILL)
TRIGGERS = {
    "transforms": AbilityKind.TRANSFORMS,
    "enters": AbilityKind.ENTERS,
    "dies": AbilityKind.DIES,
    "casts": AbilityKind.CASTS,
    "upkeep": AbilityKind.UPKEEP,
    "end-step": AbilityKind.END_STEP,
    "turned-face-up": AbilityKind.TURNED_FACE_UP,
}
DELAYS = {"upkeep": AbilityKind.DELAYED_UPKEEP, "end-step": AbilityKind.DELAYED_END_STEP}


def load_card(path: str | Path) -> Card:
    """The card in the file at `path`. Raises `InputError`, naming the file and the field, if it is not a whole card."""
    card = parse_card(load_document(path), str(path))
    if card.abridged:
        raise InputError(path, "abridged", "only a card inside a board may be abridged")
    return card


def parse_card(document: object, where: str) -> Card:
    """The card that `document` describes, in the format of a card file; it may be abridged.

    `where` is what errors call the document. Raises `InputError`.
    """
    validate(document, _schema(), where)
    return _Reader(where).card(document)


def shipped_cards() -> list[Card]:
    """All cards that boards may name, those of the user's folder that is open among them, by name."""
    return sorted(_known(), key=lambda card: card.name)


def card_named(name: str) -> Card:
    """The card with this name: the whole name, or that of one face, in any case. Raises `InputError`."""
    names = {known.lower(): card for card in _known() for known in (card.name, *(face.name for face in card.faces))}
    card = names.get(name.strip().lower())
    if card is None:
        spelled = {one.lower(): one for known in _known() for one in (known.name, *(f.name for f in known.faces))}
        near = [spelled[one] for one in difflib.get_close_matches(name.strip().lower(), list(spelled), 3, 0.5)]
        hint = f"; did you mean {' or '.join(f'`{one}`' for one in near)}?" if near else ""
        raise InputError("models/cards", "", f"no card is named `{name[:60]}`{hint}")
    return card


def _known() -> tuple[Card, ...]:
    return _shipped() + _added(in_force())


@cache
def _added(extension: Extension) -> tuple[Card, ...]:
    return tuple(load_card(path) for path in extension.cards)


@cache
def _shipped() -> tuple[Card, ...]:
    return tuple(load_card(path) for path in sorted(FOLDER.glob("*.yaml")))


@cache
def _schema() -> dict[str, Any]:
    schema: dict[str, Any] = json.loads((FOLDER / "card.schema.json").read_text(encoding="utf-8"))
    return schema


@dataclass(frozen=True, slots=True)
class _Reader:
    """Turns a document that fits the schema into a card; its checks are those that a schema cannot make readably."""

    where: str

    def fail(self, field: str, message: str) -> NoReturn:
        raise InputError(self.where, field, message)

    def only(self, data: Any, field: str, keys: Sequence[str], allowed: bool, owner: str) -> None:
        """Refuse any of `keys` in `data` unless `allowed`: they belong to `owner`."""
        for key in keys:
            if key in data and not allowed:
                self.fail(f"{field}.{key}", f"only {owner} can have this")

    def card(self, data: Any) -> Card:
        layout = Representation[data["layout"].upper().replace("-", "_")]
        count = 2 if layout in DOUBLE else 1
        if len(data["faces"]) != count:
            right = "two faces" if count == 2 else "one face"
            self.fail("faces", f"layout `{data['layout']}` has {right}, not {len(data['faces'])}")
        faces = tuple(self.face(face, f"faces[{i}]") for i, face in enumerate(data["faces"]))
        name = " // ".join(face.name for face in faces)
        if data["card"] != name:
            self.fail("card", f"must be `{name}`, as the faces are named")
        abridged = data.get("abridged", False)
        abilities = [len(face.abilities) for face in faces]
        omits = tuple(
            read_omission(one, f"omits[{i}]", abilities, abridged, self.fail)
            for i, one in enumerate(data.get("omits", ()))
        )
        return Card(name, layout, faces, omits, abridged)

    def face(self, data: Any, field: str) -> Face:
        types = tuple(word for word in data["types"] if word in TYPES)
        if not types:
            self.fail(f"{field}.types", f"needs a card type: one of {', '.join(TYPES)}")
        for key in ("power", "toughness"):
            self.only(data, field, (key,), "creature" in types, "a creature face")
            if "creature" in types and key not in data:
                self.fail(f"{field}.{key}", "is missing from a creature face")
        abilities = tuple(
            self.ability(one, f"{field}.abilities[{i}]") for i, one in enumerate(data.get("abilities", ()))
        )
        for i, ability in enumerate(abilities):
            if (ability.kind is AbilityKind.SPELL) != any(word in SPELL_TYPES for word in types):
                self.fail(
                    f"{field}.abilities[{i}]", "an instant or sorcery face has spell abilities, and no other face has"
                )
        return Face(
            name=data["name"],
            types=types,
            supertypes=tuple(word for word in data["types"] if word in SUPERTYPES),
            subtypes=tuple(data.get("subtypes", ())),
            power=int(data["power"]) if "power" in data else None,
            toughness=int(data["toughness"]) if "toughness" in data else None,
            abilities=abilities,
        )

    def ability(self, data: Any, field: str) -> Ability:
        kind, who = AbilityKind.ACTIVATED, Who.THIS
        if "spell" in data:
            kind = AbilityKind.SPELL
        elif "static" in data:
            kind = AbilityKind.FORBIDS_TRANSFORM
        elif "triggered" in data:
            kind = TRIGGERS[data["triggered"]]
        acts = kind in (AbilityKind.ACTIVATED, AbilityKind.SPELL)
        step = kind in (AbilityKind.UPKEEP, AbilityKind.END_STEP)
        self.only(data, field, ("who", "yours", "kind"), not acts, "a triggered or static ability")
        self.only(data, field, ("kind",), not step, "an ability that watches objects")
        self.only(
            data, field, ("target", "do"), kind is not AbilityKind.FORBIDS_TRANSFORM, "an ability that does something"
        )
        if step or kind is AbilityKind.CASTS:
            who = Who.ANY
            if data.get("who", "any") != "any":
                self.fail(f"{field}.who", f"must be `any` where `{data['triggered']}` triggers, not `{data['who']}`")
        if "do" not in data and kind is not AbilityKind.FORBIDS_TRANSFORM:
            self.fail(f"{field}.do", "is missing")
        target, target_filter = Target.NONE, Filter()
        for word, conditions in data.get("target", {}).items():
            target, target_filter = Target[word.upper()], self.filter(conditions, f"{field}.target.{word}")
        return Ability(
            kind=kind,
            who=Who[data["who"].upper()] if "who" in data else who,
            yours=data.get("yours", False),
            filter=self.filter(data.get("kind", ()), f"{field}.kind"),
            target=target,
            target_filter=target_filter,
            tap_cost=data.get("activated", {}).get("tap", False),
            mill_cost=int(data.get("activated", {}).get("mill", 0)),
            instructions=self.instructions(data.get("do", ()), f"{field}.do", kind, target),
        )

    def instructions(self, data: Any, field: str, kind: AbilityKind, target: Target) -> tuple[Instruction, ...]:
        if data and data[0].get("if") == "done":
            self.fail(f"{field}[0].if", "the first instruction has none before it that could have been done")
        return tuple(self.instruction(one, f"{field}[{i}]", kind, target) for i, one in enumerate(data))

    def instruction(self, data: Any, field: str, kind: AbilityKind, target: Target) -> Instruction:
        word, op = self.word(data, field)
        self.only(data, field, ("amount",), op in AMOUNT_OPS, "counters, life, damage and mill")
        self.only(data, field, ("under", "tapped"), op in RETURN_OPS, "return and return-transformed")
        self.only(data, field, ("kind",), data[word] in ("all", "others"), "an instruction for all or others")
        self.only(data, field, ("do",), op is Op.DELAY, "delay")
        what, delayed = What.THIS, None
        if op is Op.DELAY:
            delayed = self.delayed(data, field, kind, target)
        else:
            what = What[data[word].upper().replace("-", "_")]
            if op is Op.MILL and what is not What.YOU and data.get("may"):
                self.fail(f"{field}.may", "only you are asked whether you mill; write `mill: you`")
            self.fits(op, word, what, field, kind, target)
        condition, condition_counter, condition_amount = self.condition(data.get("if"), field, kind)
        return Instruction(
            op=op,
            what=what,
            filter=self.filter(data.get("kind", ()), f"{field}.kind"),
            amount=int(data.get("amount", 1)),
            counter=data["counter"] if op in COUNTER_OPS else None,
            condition=condition,
            condition_counter=condition_counter,
            condition_amount=condition_amount,
            may=data.get("may", False),
            under_you=data.get("under") == "you",
            tapped=data.get("tapped", False),
            delayed=delayed,
        )

    def condition(self, data: Any, field: str, kind: AbilityKind) -> tuple[Condition, str | None, int]:
        if data is None:
            return Condition.ALWAYS, None, 0
        if data == "done":
            return Condition.DONE, None, 0
        if kind is AbilityKind.SPELL:
            self.fail(f"{field}.if", "a spell has no permanent whose counters could be counted")
        if "none-left" in data:
            return Condition.NONE_LEFT, data["counters"], 0
        return Condition.AT_LEAST, data["counters"], int(data["at-least"])

    def word(self, data: Any, field: str) -> tuple[str, Op]:
        """The one instruction word; `counter` names a kind of counter when it stands beside a counter word."""
        words = [key for key in data if key in OPS]
        if "counter" in words and ("put-counter" in words or "remove-counter" in words):
            words.remove("counter")
        if len(words) != 1:
            has = ", ".join(f"`{word}`" for word in words) or "none"
            self.fail(field, f"needs exactly one instruction word; it has {has}")
        op = OPS[words[0]]
        if op in COUNTER_OPS:
            name = data.get("counter")
            if name is None:
                self.fail(f"{field}.counter", "is missing: the kind of counter, such as ice or +1/+1")
            if name == "target":
                self.fail(field, f"needs exactly one instruction word; it has `{words[0]}`, `counter`")
            if not re.match(_schema()["$defs"]["counter"]["pattern"], name):
                self.fail(f"{field}.counter", f"must name a kind of counter, such as ice or +1/+1, not `{name[:60]}`")
        elif op is Op.COUNTER and data["counter"] != "target":
            self.fail(f"{field}.counter", f"can counter only the `target`, not `{data['counter'][:60]}`")
        return words[0], op

    def fits(self, op: Op, word: str, what: What, field: str, kind: AbilityKind, target: Target) -> None:
        """Refuse what this instruction could never find."""
        if what is What.THIS and kind is AbilityKind.SPELL:
            self.fail(f"{field}.{word}", "`this` is a permanent, and a spell is none")
        if what is not What.TARGET:
            return
        if target is Target.NONE:
            self.fail(f"{field}.{word}", "the ability has no target")
        right = {
            Target.PERMANENT: op not in STACK_OPS,
            Target.CARD: op in CARD_OPS,
            Target.ABILITY: op in STACK_OPS,
            Target.SPELL: op in SPELL_OPS,
        }
        if not right[target]:
            self.fail(f"{field}.{word}", f"cannot act on a target that is of kind `{target.name.lower()}`")

    def delayed(self, data: Any, field: str, kind: AbilityKind, target: Target) -> Ability:
        if "do" not in data:
            self.fail(f"{field}.do", "is missing: what the delayed ability does")
        for i, one in enumerate(data["do"]):
            if "delay" in one:
                self.fail(f"{field}.do[{i}].delay", "a delayed ability cannot create another")
        instructions = self.instructions(data["do"], f"{field}.do", kind, target)
        return Ability(DELAYS[data["delay"]], Who.ANY, instructions=instructions)

    def filter(self, conditions: Sequence[str], field: str) -> Filter:
        if "transformed" in conditions:
            if len(conditions) > 1:
                self.fail(field, "`transformed` stands alone; it cannot be narrowed further")
            return Filter(transformed=True)
        return Filter(tuple(self.words(text, f"{field}[{i}]") for i, text in enumerate(conditions)))

    def words(self, text: str, field: str) -> Words:
        negated = text.startswith("not ")
        words = tuple(text.removeprefix("not ").split(" or "))
        if negated and len(words) > 1:
            self.fail(field, "`not` takes one word; write several conditions instead of `or`")
        for word in words:
            subtype = word[:1].isupper() and word.isascii() and word.replace("-", "").replace("'", "").isalpha()
            if not subtype and word not in TYPES + SUPERTYPES:
                raise unknown_word(self.where, field, word, TYPES + SUPERTYPES, _schema()["x-outside"])
        return Words(words, negated)
