"""What a proof rests on, in few words: its invariant counted by what it speaks of, and the lines made for the claim.

An invariant is found for all properties together, so most of its lines are not about the one that is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence

from verifier.language import Property
from verifier.language.formulas import And, Atom, Formula, Not, Or, Previously, Reference, Since

GROUPS = {
    "": "of the position as a whole",
    "entry": "of each object on the stack",
    "delayed": "of each delayed ability that waits",
    "waiting": "of each ability that triggered and is not yet on the stack",
}
MEMORY = "the claim's memory"
MOST = 12
"""How many lines about the claim are shown."""


def summary(property: Property, invariant: Sequence[str]) -> list[str]:
    """Lines about an invariant of a proof of the property; none if it has no parts."""
    if not invariant:
        return []
    counted: dict[str, int] = {}
    for reads in invariant:
        group = _group(reads)
        counted[group] = counted.get(group, 0) + 1
    width = len(str(max(counted.values())))
    lines = [
        f"The invariant of the proof has {len(invariant)} parts; each holds in every position that a game can reach:"
    ]
    lines += [f"  {many:>{width}} {GROUPS.get(group, f'of each {group}')}" for group, many in counted.items()]
    own = _own(property, invariant)
    if own:
        lines += ["Of what this claim looks back at, it says:", *[f"  {reads}" for reads in own[:MOST]]]
        lines += [f"  and {len(own) - MOST} parts more of this sort"] if len(own) > MOST else []
        if any(MEMORY in reads for reads in own):
            lines.append(f"({MEMORY} is what it says has happened before; the other words are marks that rules keep)")
    return [*lines, "All parts are listed with --verbose."]


def _group(reads: str) -> str:
    """The kind of thing that a line is about: "for every entry that is …" is about entries."""
    return reads.removeprefix("for every ").split(":")[0].split(" ")[0] if reads.startswith("for every ") else ""


def _own(property: Property, invariant: Sequence[str]) -> list[str]:
    """The lines about what the property remembers; if it remembers nothing, about what it asks of references."""
    mark = f"{property.id}#"
    found = [reads for reads in invariant if mark in reads]
    if not found:
        asked = {name for claim in property.claims for name in _references(claim.formula)}
        found = [reads for reads in invariant if any(f" {name} " in f"{reads} " for name in asked)]
    found = _merged([reads for reads in found if not _said_of_all(reads, found)])
    ghosts = {word: None for reads in found for word in reads.split() if word.startswith(mark)}
    for number, ghost in enumerate(ghosts, 1):
        name = MEMORY if len(ghosts) == 1 else f"{MEMORY} ({number})"
        found = [reads.replace(ghost, name) for reads in found]
    return found


def _said_of_all(reads: str, lines: Sequence[str]) -> bool:
    """Whether a line about things of some sort only repeats one about more of their kind."""
    head, _, says = reads.partition(": ")
    kind, that, rest = head.partition(" that is ")
    word, without, lacks = (rest if that else head).partition(" without ")
    kind = kind if that else word
    wider = {kind, f"{kind}{without}{lacks}", f"{kind}{that}{word if that else ''}"} - {head}
    return any(f"{one}: {says}" in lines for one in wider)


def _kind(head: str) -> str:
    return head.partition(" that is ")[0].partition(" without ")[0]


def _merged(lines: Sequence[str]) -> list[str]:
    """The same in fewer lines: two implications as "exactly when", what leads to its own contrary as "never"."""
    parsed: dict[tuple[str, str, str], None] = {}
    for reads in lines:
        head, _, says = reads.partition(": ")
        one, implies, other = says.partition(" implies ")
        parsed[head, one.removeprefix("never ") if not implies else one, other] = None
    never = {(head, one) for head, one, other in parsed if not other}
    never |= {(head, one) for head, one, other in parsed if (head, one, f"not {other}") in parsed}
    never |= {(h, b) for h, b, a in parsed if (h, a, f"not {b}") in parsed}
    told = [f"{head}: never {one}" for head, one in sorted(never)]
    for head, one, other in parsed:
        known = {(at, mark) for at in (head, _kind(head)) for mark in (one, other.removeprefix("not "))}
        if known & never:
            continue
        both = (head, other, one) in parsed
        if not both or one < other:
            told.append(f"{head}: {one} {'exactly when' if both else 'implies'} {other}")
    return told


def _references(formula: Formula) -> set[str]:
    """The names of the marks that a formula's references need."""
    match formula:
        case Atom(_, subjects):
            found = [one for one in subjects if isinstance(one, Reference) and one.reading in ("same", "meant")]
            return {f"{one.role}-{one.reading}-lost" for one in found}
        case Not(part) | Previously(part):
            return _references(part)
        case And(parts) | Or(parts):
            return set().union(*[_references(part) for part in parts])
        case Since(hold, event):
            return _references(hold) | _references(event)
    raise TypeError(formula)
