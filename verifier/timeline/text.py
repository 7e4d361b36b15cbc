"""A timeline told in sentences, the way one answers a player who asks what happened."""

from __future__ import annotations

import textwrap
from typing import Any

from verifier.timeline.story import Story, cast, past, printable, rows


def as_text(graph: Any, story: Story, width: int = 100) -> str:
    """The numbered telling of a timeline, with what is claimed, the cards, and where the claim breaks."""
    head = f"What happened, by the rules of {story.edition}"
    lines = [head, "", *_wrap(f"The claim ({story.property}): {story.statement}", "", width)]
    for one in story.missing:
        lines += _wrap(f"Missing or changed here: {one.words()}.", "", width)
    for title, known in (("Before the first step:", past(graph)), ("The cards:", cast(graph, story))):
        lines += ["", title] if known else []
        for line in known:
            lines += _wrap(line, "  * ", width)
    lines.append("")
    told = rows(graph, story)
    margin = max((len(row.number) for row in told), default=1) + 2
    for row in told:
        prefix = f"{row.number}.".ljust(margin)
        lines += _wrap(" ".join([row.text, *(text for _, text in row.results)]), prefix, width)
        if row.breaks:
            for sentence in story.verdict():
                lines += _wrap(sentence, " " * margin + ">> ", width)
    return "\n".join(lines) + "\n"


def _wrap(text: str, prefix: str, width: int) -> list[str]:
    return textwrap.wrap(
        printable(text), width, initial_indent=prefix, subsequent_indent=" " * len(prefix), break_on_hyphens=False
    ) or [prefix]
