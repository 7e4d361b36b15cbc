"""What a timeline is told for, and its telling: rows of sentences that text and picture share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

TURNS = ("transforms", "converts")


@dataclass(frozen=True, slots=True)
class Missing:
    """A clause that these rules lack or have wrong: its id, number in the edition (None where unknown), and title.

    `instead` says what stands in its place, if anything does.
    """

    id: str
    number: str | None
    title: str
    instead: str = ""

    def words(self) -> str:
        """Its number and id, then what it says, and what is there instead."""
        name = f"rule {self.number} ({self.id})" if self.number else f"clause {self.id}"
        return f"{name}: {self.title}{f'; here instead: {self.instead}' if self.instead else ''}"


@dataclass(frozen=True, slots=True)
class Story:
    """What is to be told: the claim, the edition, the clauses that are off, and the step that breaks the claim, if any.

    `cards` are lines about the cards, in place of those that the timeline has of its own.
    """

    property: str
    statement: str
    edition: str
    missing: Sequence[Missing] = ()
    breaks: int | None = None
    cards: Sequence[str] = ()

    def verdict(self) -> list[str]:
        """What to say at the breaking step."""
        lines = [f"This breaks the claim {self.property}."]
        if not self.missing:
            return [*lines, "No rule is missing here: the rules themselves allow it."]
        return lines + [f"Missing or changed here: {one.words()}." for one in self.missing]


@dataclass(slots=True)
class Row:
    """Some steps told together: what was done (`text`), and what came of it (`kind` and sentence each)."""

    first: int
    last: int
    kind: str
    text: str
    results: list[tuple[str, str]] = field(default_factory=list)
    breaks: bool = False

    @property
    def number(self) -> str:
        """The steps' numbers, counted from 1."""
        return str(self.first + 1) if self.first == self.last else f"{self.first + 1}\N{EN DASH}{self.last + 1}"

    @property
    def turns(self) -> bool:
        """Whether something turns over."""
        return any(kind in TURNS for kind, _ in self.results)


def rows(graph: Any, story: Story) -> list[Row]:
    """The telling of a timeline, step by step; passes are folded together with what they lead to."""
    steps: dict[int, list[dict[str, Any]]] = {}
    for _, data in graph.nodes(data=True):
        steps.setdefault(data["step"], []).append(data)
    told: list[Row] = []
    for step, (main, *others) in sorted(steps.items()):
        row = Row(step, step, main["kind"], sentence(main["text"]), breaks=step == story.breaks)
        row.results = [_result(one) for one in others if not _goes_without_saying(main, one)]
        if main.get("passes"):
            row.kind = "pass"
            if told and told[-1].kind == "pass" and not told[-1].results and not told[-1].breaks:
                row.first = told.pop().first
                row.text = "Both players pass."
            _fold(told, row)
        told.append(row)
    return told


def _fold(told: list[Row], row: Row) -> None:
    """Join a pass that only begins another step of the turn to the one before that did no more."""
    if not _only_begins(row):
        return
    if told and told[-1].kind == "pass" and not told[-1].breaks and _only_begins(told[-1]):
        row.first = told.pop().first
        row.text = "Both players pass until another part of the turn begins."


def _only_begins(row: Row) -> bool:
    return bool(row.results) and all(kind == "new-step" for kind, _ in row.results)


def _goes_without_saying(main: dict[str, Any], one: dict[str, Any]) -> bool:
    announced = main["kind"] == "choice" and one["kind"] == "put-on-stack"
    return announced and one.get("ability") == main.get("ability")


def _result(one: dict[str, Any]) -> tuple[str, str]:
    text = f"Because of this, {one['text']}" if one["kind"] == "triggered" else one["text"]
    return one["kind"], sentence(text)


def printable(text: str) -> str:
    """The text with a mark in place of each character that cannot be shown."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def sentence(text: str) -> str:
    """The text with a capital first and a full stop last."""
    text = printable(text)
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"


def cast(graph: Any, story: Story) -> list[str]:
    """Lines about the cards that take part."""
    return [sentence(line) for line in story.cards or graph.graph["cast"]]


def past(graph: Any) -> list[str]:
    """Lines about what happened before the first step and still matters."""
    return [sentence(line) for line in graph.graph["past"]]


def opening(graph: Any, story: Story) -> list[str]:
    """What to know before the first step: the claim, the rules, what happened before, and the cards."""
    lines = [f"The claim ({story.property}): {story.statement}", f"By the rules of {story.edition}."]
    lines += [f"Missing or changed here: {one.words()}." for one in story.missing]
    return [*lines, *past(graph), *cast(graph, story)]
