"""What the proof at the first size taught: refutable patterns, which all other sizes must be instances of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from verifier.prove.patterns import Colors, Found, matches
from verifier.prove.tracked import Sized, Slot

WHO_ACTS = "*"
"""Stands for the slot of who acts in the name of a number."""


@dataclass(slots=True)
class Pattern:
    """A refutable node and what it was made from; its tracked slots by role."""

    found: Found
    colors: Colors
    tracked: tuple[Slot, ...]
    names: dict[str, tuple[str, int]]


@dataclass(slots=True)
class Taught:
    """By obligation: its patterns, and the fields of the numbers whose values were told apart."""

    patterns: dict[str, list[Pattern]] = field(default_factory=dict)
    apart: dict[str, list[tuple[str, ...]]] = field(default_factory=dict)
    met: dict[str, set[str]] = field(default_factory=dict)

    def fields(self, label: str) -> set[str]:
        """The fields of all numbers that an obligation's refutation told apart."""
        apart = {name.removesuffix(WHO_ACTS) for names in self.apart.get(label, []) for name in names}
        return apart | self.met.get(label, set())


class Lessons:
    """The patterns, and which numbers to tell apart, shared by all sizes, as one size reads them.

    `learning`: this size teaches. `audit`: the solver decides each instance too.
    """

    def __init__(self, sized: Sized, taught: Taught, learning: bool, audit: bool) -> None:
        self.sized = sized
        self.taught = taught
        self.learning, self.audit = learning, audit
        self.inverse: dict[Slot, dict[str, str]] = {}
        for name, (label, slot) in sized.label.items():
            if slot is not None:
                self.inverse.setdefault(slot, {})[label] = name

    def known(self, label: str, node: int, tracked: tuple[Slot, ...]) -> bool:
        """Whether a node is an instance of a pattern that was learned for the obligation."""
        colors = Colors(self.sized, tracked)
        for pattern in self.taught.patterns.get(label, []):
            if [s[0] for s in pattern.tracked] != [s[0] for s in tracked]:
                continue
            roles = {}
            for name, (text, role) in pattern.names.items():
                roles[name] = self.inverse.get(tracked[role], {}).get(text, "")
            if matches(self.sized.nodes, pattern.found, node, roles, pattern.colors, colors):
                return True
        return False

    def wide(self, found: Found, tracked: tuple[Slot, ...]) -> bool:
        """Whether a pattern lists what looks like one thing per slot, so that it may fit this number of slots alone."""
        n = self.sized.nodes
        colors = Colors(self.sized, tracked)
        stack, seen = [found.node], set()
        while stack:
            x = stack.pop()
            if x in seen:
                continue
            seen.add(x)
            stack.extend(n.inner(x))
            if n.op[x] in ("and", "or"):
                own = [a for a in n.args[x] if n.op[a if n.op[a] != "not" else n.args[a][0]] not in ("in", "var")]
                looks = [colors.of(found.made_of.get(a, a)) for a in own]
                if len(set(looks)) < len(looks):
                    return True
        return False

    def learn(self, label: str, found: Found, tracked: tuple[Slot, ...]) -> None:
        """Remember a refutable node as a pattern of the obligation."""
        names = {}
        for role, slot in enumerate(tracked):
            for text, name in self.inverse.get(slot, {}).items():
                names[name] = (text, role)
        self.taught.patterns.setdefault(label, []).append(Pattern(found, Colors(self.sized, tracked), tracked, names))

    def worth_trying(self, label: str, options: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
        """Of the sets of numbers that could be told apart, those that worked, then (while learning) the others."""
        worked = self.taught.apart.get(label, [])
        known = [option for option in options if _fields(option) in worked]
        return known + [o for o in options if o not in known] if self.learning else known

    def worked(self, label: str, option: tuple[str, ...]) -> None:
        """Telling these numbers apart refuted an obligation."""
        known = self.taught.apart.setdefault(label, [])
        if _fields(option) not in known:
            known.append(_fields(option))

    def met(self, label: str, name: str) -> None:
        """So did telling apart a number of another thing that it met."""
        self.taught.met.setdefault(label, set()).update(_fields((name,)))


def _fields(names: Iterable[str]) -> tuple[str, ...]:
    parts = [name.rsplit(".", 1) for name in names]
    return tuple(field + (WHO_ACTS if slot == WHO_ACTS else "") for field, slot in parts)
