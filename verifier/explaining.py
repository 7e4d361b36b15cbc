"""Explanations: a verdict, put together with its property, its rules and its timeline, as text, data or a drawing.

Like `verifier.api` this is a composition root: rulebook, proofs and timelines meet here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from verifier import api
from verifier.encode.clauses import Clause
from verifier.errors import InputError
from verifier.grounds import summary
from verifier.language import Property
from verifier.models import rulebook
from verifier.timeline.dot import as_dot
from verifier.timeline.json import as_json
from verifier.timeline.mermaid import as_mermaid
from verifier.timeline.story import Missing, Story
from verifier.timeline.svg import as_svg
from verifier.timeline.text import as_text
from verifier.verdict_cache import VerdictCache

__all__ = ["FORMATS", "Explanation", "explain"]

FORMATS = ("text", "json", "svg", "mermaid", "dot")
DRAWINGS = ("svg", "mermaid", "dot")

MEANS = {
    "PROVED": "It holds in games of any length that start from a well-formed position of the slice.",
    "HOLDS_TO": "No game that starts from a well-formed position breaks it within the bound; beyond, nothing is known.",
    "UNKNOWN": "Nothing is known: the solver gave up.",
    "VACUOUS": "It says nothing: what it supposes cannot happen.",
}


@dataclass(frozen=True, slots=True)
class Explanation:
    """A verdict and what there is to say of it, in the format that was asked for."""

    verdict: str
    text: str


def explain(
    name: str,
    *,
    form: str = "text",
    without: Sequence[str] = (),
    variants: Mapping[str, str] | None = None,
    edition: str = api.DEFAULT_EDITION,
    slices: Mapping[str, int] | None = None,
    progress: Callable[[str], None] | None = None,
    everything: bool = False,
    cache: VerdictCache | None = None,
) -> Explanation:
    """Check one property and tell the game that breaks it, or what its proof rests on.

    `name` is a property's id, or a glob that matches one only; `form` is one of `FORMATS`. Of a proof's invariant the
    text says only the parts that concern the property, unless it is to tell `everything`. `cache` is as in
    `api.check`. Raises `InputError` for a name that is unknown or matches several, and for a drawing of a property that
    nothing breaks.
    """
    if form not in FORMATS:
        raise InputError("form", "", f"`{form}` is not a format; known are {', '.join(FORMATS)}")
    found = api.select_properties([name])
    if len(found) > 1:
        raise InputError("command line", "property", f"`{name}` matches {len(found)}, such as {found[0].id}; name one")
    (result,) = api.check(
        [found[0].id],
        without=without,
        variants=variants,
        edition=edition,
        slices=slices,
        progress=progress,
        cache=cache,
    )
    if result.counterexample is not None:
        return Explanation(result.verdict, _timeline(found[0], result.counterexample, form))
    if form in DRAWINGS:
        raise InputError("--format", form, f"{found[0].id} is {result.verdict}, so there is no game to draw")
    changed = _changed(edition, api.switches_for(edition, without, variants or {}))
    if form == "json":
        return Explanation(result.verdict, _verdict_json(found[0], result, edition, changed))
    return Explanation(result.verdict, _verdict_text(found[0], result, edition, changed, everything))


def _verdict_text(
    property: Property, result: api.Result, edition: str, changed: Sequence[Missing], everything: bool
) -> str:
    bound = f" {result.bound} resolutions" if result.bound is not None else ""
    lines = [
        f"{property.id}: {result.verdict}{bound}",
        f"  {property.statement}",
        *[f"  Missing or changed here: {one.words()}" for one in changed],
        "",
        MEANS.get(result.verdict, ""),
        f"  edition  {edition}",
        f"  slice    {', '.join(f'{key}={value}' for key, value in result.slice.items())}",
        f"  method   {result.method}",
    ]
    if result.reason:
        lines.append(f"  reason   {result.reason}")
    cited = [clause for clause in api.rules() if clause.id in result.cites]
    if cited:
        lines += ["", "Rules that it cites:"]
        lines += [
            f"  {clause.id} ({clause.numbers.get(edition) or 'number unknown'}): {clause.title}" for clause in cited
        ]
    if result.invariant and not everything:
        lines += ["", *summary(property, result.invariant)]
    elif result.invariant:
        lines += ["", "What holds in every position that a game can reach (the invariant of the proof):"]
        lines += [f"  {reads}" for reads in result.invariant]
    return "\n".join(lines) + "\n"


def _verdict_json(property: Property, result: api.Result, edition: str, changed: Sequence[Missing]) -> str:
    document = {
        "schema": 1,
        "property": property.id,
        "statement": property.statement,
        "edition": edition,
        "changed": [one.id for one in changed],
        "verdict": result.verdict,
        "bound": result.bound,
        "method": result.method,
        "reason": result.reason,
        "slice": result.slice,
        "cites": result.cites,
        "invariant": result.invariant,
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _timeline(property: Property, found: api.Counterexample, form: str) -> str:
    """Tell a counterexample in a format."""
    last = len(found.choices) - 1
    graph = api.timeline(found)
    draw = {"text": as_text, "json": as_json, "svg": as_svg, "mermaid": as_mermaid, "dot": as_dot}[form]
    return draw(
        graph, Story(property.id, property.statement, found.edition, _changed(found.edition, found.switches), last)
    )


def _changed(edition: str, switches: Mapping[str, int]) -> list[Missing]:
    """The clauses that are switched otherwise than in the edition."""
    usual = rulebook().switches(edition)
    return [
        Missing(clause.id, clause.numbers.get(edition), clause.title, _instead(clause, switches[clause.id]))
        for clause in api.rules()
        if switches[clause.id] != usual[clause.id]
    ]


def _instead(clause: Clause, switch: int) -> str:
    """What a variant of a clause says, or which engine a wrong one imitates; empty for a clause that is off."""
    if switch < 2:
        return ""
    variant = clause.variants[switch - 2]
    return f"as in {variant.says}" if variant.wrong else variant.says
