"""Are the shipped cards whole, findable, and spread over the vocabulary?"""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from verifier.documents import load_document
from verifier.errors import InputError
from verifier.models.cards import loader
from verifier.models.cards.loader import (
    Ability,
    Card,
    Face,
    Instruction,
    card_named,
    load_card,
    shipped_cards,
)
from verifier.models.cards.omission import When
from verifier.models.vocabulary import AbilityKind, Condition, Op, Representation, Target, What, Who

FILES = sorted(Path(loader.__file__).parent.glob("*.yaml"))
MOST_OF_ONE_SHAPE = 3
FEWEST_CARDS_FOR_A_WORD = 3


def instructions_of(card: Card) -> Iterator[Instruction]:
    pending = [one for face in card.faces for ability in face.abilities for one in ability.instructions]
    for one in pending:
        yield one
        pending.extend(one.delayed.instructions if one.delayed else ())


FACE = (Op.FACE_DOWN, Op.FACE_UP)
"""Words for the action that transforming is not (701.27b): only abridged cards of boards say them so far."""


def shape(card: Card) -> object:
    """What is left of a card without its names, numbers and filters."""

    def of(ability: Ability) -> object:
        words = tuple((one.op, one.what, of(one.delayed) if one.delayed else None) for one in ability.instructions)
        return ability.kind, ability.target, words

    return card.layout, tuple(tuple(of(ability) for ability in face.abilities) for face in card.faces)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_shipped_file_is_a_whole_card_named_like_its_front(path: Path) -> None:
    card = load_card(path)
    assert path.stem == re.sub(r"[^a-z]+", "-", card.front.name.lower().replace("'", ""))
    assert "omits" in load_document(path)


def test_there_are_enough_cards_and_no_two_share_a_name() -> None:
    cards = shipped_cards()
    assert len(cards) == len(FILES) >= 26
    assert cards == sorted(cards, key=lambda card: card.name)
    names = Counter(face.name.lower() for card in cards for face in card.faces)
    assert names.most_common(1)[0][1] == 1


def test_at_most_three_cards_share_a_shape() -> None:
    alike: dict[object, list[str]] = {}
    for card in shipped_cards():
        alike.setdefault(shape(card), []).append(card.name)
    assert not [names for names in alike.values() if len(names) > MOST_OF_ONE_SHAPE]


def test_every_instruction_word_serves_three_cards() -> None:
    serves = Counter(op for card in shipped_cards() for op in {one.op for one in instructions_of(card)})
    assert not {op.name: serves[op] for op in Op if op and op not in FACE and serves[op] < FEWEST_CARDS_FOR_A_WORD}


def test_every_word_of_the_format_is_used_by_a_shipped_card() -> None:
    cards = shipped_cards()
    abilities = [ability for card in cards for face in card.faces for ability in face.abilities]
    every = [one for card in cards for one in instructions_of(card)]
    delayed = [one.delayed for one in every if one.delayed]
    assert {card.layout for card in cards} == set(Representation)
    unused = {AbilityKind.NONE, AbilityKind.TURNED_FACE_UP}
    assert {ability.kind for ability in abilities + delayed} == set(AbilityKind) - unused
    assert {ability.who for ability in abilities} == set(Who)
    assert {ability.target for ability in abilities} == set(Target)
    assert {one.what for one in every} == set(What)
    assert {one.condition for one in every} == set(Condition)
    assert any(one.under_you for one in every) and any(one.tapped for one in every)


def test_the_schema_and_the_vocabulary_have_the_same_words() -> None:
    schema = loader._schema()
    words = set(schema["$defs"]["instruction"]["properties"]) - {"do", "kind", "amount", "may", "if", "under", "tapped"}
    assert words == set(loader.OPS)
    assert set(schema["$defs"]["face"]["properties"]["types"]["items"]["enum"]) == {*loader.TYPES, *loader.SUPERTYPES}
    assert schema["properties"]["layout"]["enum"] == [one.name.lower().replace("_", "-") for one in Representation]
    assert set(schema["$defs"]["ability"]["properties"]["triggered"]["enum"]) == set(loader.TRIGGERS)
    assert schema["$defs"]["omission"]["properties"]["when"]["items"]["enum"] == list(When)


def test_no_two_omissions_of_a_card_are_told_apart_by_nothing_but_their_words() -> None:
    for card in shipped_cards():
        told = Counter((one.what, one.face, one.ability) for one in card.omits)
        assert all(number == 1 for number in told.values()), card.name


@pytest.mark.parametrize(
    "name", ["Archangel Avacyn // Avacyn, the Purifier", "archangel avacyn", " Avacyn, the PURIFIER "]
)
def test_a_card_is_found_by_its_name_or_a_face(name: str) -> None:
    assert card_named(name).front.name == "Archangel Avacyn"


def test_an_unknown_name_gets_the_nearest_ones() -> None:
    with pytest.raises(InputError, match="no card is named `Archangel Avacin`; did you mean `Archangel Avacyn`"):
        card_named("Archangel Avacin")
    with pytest.raises(InputError, match=r"no card is named `zzz`$"):
        card_named("zzz")


def test_a_delayed_ability_is_nested() -> None:
    cathar = card_named("Loyal Cathar")
    back = Instruction(Op.RETURN_TRANSFORMED, under_you=True)
    later = Ability(AbilityKind.DELAYED_END_STEP, Who.ANY, instructions=(back,))
    assert cathar.front.abilities == (Ability(AbilityKind.DIES, instructions=(Instruction(Op.DELAY, delayed=later),)),)


def test_a_filter_looks_at_the_face_that_shows() -> None:
    (ability,) = card_named("Immerwolf").front.abilities
    mayor = card_named("Mayor of Avabruck")
    assert mayor.back is not None
    assert not ability.filter.matches(mayor.front)
    assert ability.filter.matches(mayor.back)
    assert not ability.filter.matches(Face("Plains", ("land",), ("basic",)))
