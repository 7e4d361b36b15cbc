"""`verifier cards`: the cards that come with the rulebook, and what their files leave out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .common import Output, reporting

if TYPE_CHECKING:
    from verifier.models.cards.card import Card, Face
    from verifier.models.cards.omission import Omission


@click.command()
@reporting("text", "json")
def cards(output: Output) -> int:
    """List the cards that boards may name: name, layout, and what the file of each leaves out.

    A board may use any of a card's names. --quiet prints only the whole names; --verbose adds the faces, and when an
    outcome could depend on what is left out.

    \b
    Example:
      verifier cards --verbose
    """
    from verifier import api

    known = api.cards()
    if output.format == "json":
        output.json({"cards": [_fields(card) for card in known]})
        return 0
    for card in known:
        output.line(card.name if output.quiet else f"{card.name} ({_word(card.layout)})")
        for face in card.faces if output.verbose else ():
            output.line(f"    {face.name}: {_kind(face)}")
        for one in () if output.quiet else card.omits:
            output.line(f"    leaves out: {one.what}{_when(card, one) if output.verbose else ''}")
    output.note(f"{len(known)} cards")
    return 0


def _fields(card: Card) -> dict[str, Any]:
    return {
        "name": card.name,
        "layout": _word(card.layout),
        "faces": [
            {
                "name": face.name,
                "supertypes": list(face.supertypes),
                "types": list(face.types),
                "subtypes": list(face.subtypes),
                "power": face.power,
                "toughness": face.toughness,
                "abilities": [_word(ability.kind) for ability in face.abilities],
            }
            for face in card.faces
        ],
        "omits": [
            {
                "what": one.what,
                "when": [when.value for when in one.when],
                "never": one.never or None,
                "face": _side(one),
                "ability": one.ability,
            }
            for one in card.omits
        ],
    }


def _word(member: Any) -> str:
    """A member of the vocabulary as files write it."""
    name: str = member.name
    return name.lower().replace("_", "-")


def _kind(face: Face) -> str:
    kind = " ".join([*face.supertypes, *face.types])
    if face.subtypes:
        kind += f" \N{EM DASH} {' '.join(face.subtypes)}"
    return kind if face.power is None else f"{kind}, {face.power}/{face.toughness}"


def _side(one: Omission) -> str | None:
    return None if one.face is None else ("front", "back")[one.face]


def _when(card: Card, one: Omission) -> str:
    if one.never:
        return f" (no outcome depends on it: {one.never})"
    where = f" of {card.faces[one.face].name}" if one.face is not None else ""
    return f" (matters when: {', '.join(one.when)}{where})" if one.when else ""
