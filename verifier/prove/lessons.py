"""What the proof at the first size taught: refutable patterns, which all other sizes must be instances of."""

from __future__ import annotations

from dataclasses import dataclass

from verifier.prove.patterns import Colors, Found, matches
from verifier.prove.tracked import Sized, Slot


@dataclass(slots=True)
class Pattern:
    """A refutable node and what it was made from; its tracked slots by role."""

    found: Found
    colors: Colors
    tracked: tuple[Slot, ...]
    names: dict[str, tuple[str, int]]


class Lessons:
    """The patterns, shared by all sizes, as one size reads them."""

    def __init__(self, sized: Sized, patterns: dict[str, list[Pattern]]) -> None:
        self.sized = sized
        self.patterns = patterns
        self.inverse: dict[Slot, dict[str, str]] = {}
        for name, (label, slot) in sized.label.items():
            if slot is not None:
                self.inverse.setdefault(slot, {})[label] = name

    def known(self, label: str, node: int, tracked: tuple[Slot, ...]) -> bool:
        """Whether a node is an instance of a pattern that was learned for the obligation."""
        colors = Colors(self.sized, tracked)
        for pattern in self.patterns.get(label, []):
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
        self.patterns.setdefault(label, []).append(Pattern(found, Colors(self.sized, tracked), tracked, names))
