"""The obligations of an inductive proof at one size, each projected onto the few slots that it speaks of.

At the first size the solver decides them and patterns are learned; at the others each must be an instance of a pattern.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verifier.encode.terms import neg
from verifier.prove.lessons import Lessons
from verifier.prove.needs import Needs
from verifier.prove.nodes import FALSE, TRUE
from verifier.prove.refutation import Actor, Refutation
from verifier.prove.templates import candidates
from verifier.prove.tracked import Slot


class Proof:
    """The obligations at one size; those of the first size teach the patterns that all others must be instances of."""

    def __init__(self, needs: Needs, lessons: Lessons) -> None:
        self.s = lessons.sized
        self.n = lessons.sized.nodes
        self.needs = needs
        self.lessons = lessons
        self.base: tuple[str, ...] = ()
        monitored = lessons.sized.monitored
        self.pool = {c.reads: c for c in candidates(monitored)}
        self.keep: list[Any] = list(self.pool.values())
        self._parts: dict[str, list[tuple[list[Slot], int]]] = {}
        start = self.n.read(self.s.hold(monitored.start()))
        self.start = self.n.conjuncts(start)
        self.failed: tuple[Any, ...] = ()
        self._actors = [Actor()]

    def parts(self, reads: str) -> list[tuple[list[Slot], int]]:
        """A conjunct's parts, each with the growing slots that it speaks of."""
        if reads not in self._parts:
            found = []
            candidate = self.pool[reads]
            if candidate.parts and candidate.parts[0][0] != reads:
                kind = candidate.parts[0][0].split(" ")[0]
                for place, term in candidate.parts:
                    slot = (kind, int(place.split(" ")[1]))
                    found.append(([slot], self.n.read(term)))
            else:
                node = self.n.read(candidate.term)
                for part in self.n.args[node] if self.n.op[node] == "and" else (node,):
                    found.append((self.s.table.slots(self.n.deps[part]), part))
            self._parts[reads] = found
        return self._parts[reads]

    def excludes(self, reads: str) -> bool:
        """Whether a conjunct says, for each two slots of a growing kind, that not both have some flag."""
        return bool(self._exclusive(reads))

    def exclude(self, reads: str) -> None:
        """From now on, cases are told apart by which slot has the flag that this conjunct says at most one has."""
        n = self.n
        kind, names = next(iter(self._exclusive(reads)))
        vars = {name: n.var(name, 0) for name in names}
        mask = 0
        for v in vars.values():
            mask |= n.fixes[v]
        self.base = (reads,)
        self._actors = [Actor(None, dict.fromkeys(vars.values(), FALSE), mask)]
        for name in names:
            values = {v: (TRUE if other == name else FALSE) for other, v in vars.items()}
            self._actors.append(Actor((kind, int(name.rsplit(".", 1)[1])), values, mask))

    def _exclusive(self, reads: str) -> list[tuple[str, list[str]]]:
        """Kind and variables of each flag that a conjunct says at most one slot has."""
        n = self.n
        result = []
        pairs: dict[str, set[frozenset[str]]] = {}
        for _, part in self.parts(reads):
            if n.op[part] == "or" and len(n.args[part]) == 2 and all(n.op[a] == "not" for a in n.args[part]):
                inner = [n.args[a][0] for a in n.args[part]]
            elif n.op[part] == "not" and n.op[n.args[part][0]] == "and" and len(n.args[n.args[part][0]]) == 2:
                inner = list(n.args[n.args[part][0]])
            else:
                continue
            if all(n.op[i] == "var" for i in inner):
                names = [n.args[i][0] for i in inner]
                flags = {name.rsplit(".", 1)[0] for name in names}
                if len(flags) == 1:
                    pairs.setdefault(flags.pop(), set()).add(frozenset(names))
        for base, found in pairs.items():
            kind = base.split(".")[0]
            names = [v.name for v in self.s.monitored.system.layout.mutable() if v.name.rsplit(".", 1)[0] == base]
            if kind in self.s.table.growing and len(found) == len(names) * (len(names) - 1) // 2:
                result.append((kind, names))
        return result

    # Obligations.

    def keeps(self, reads: str) -> bool:
        """Whether a conjunct holds at the start and is kept by every step, by projection."""
        for slots, part in self.parts(reads):
            if part == TRUE:
                continue
            if not self._initial(reads, slots, part):
                return self._fail("start", reads, slots)
            words = self.s.words(part)
            for other in self.needs.step[reads]:
                if self.pool[other].parts[0][0] != other:
                    words |= self.s.words(self.parts(other)[0][1])
            words -= {"live", "kind", "count"}
            broken = self.n.negated(self.s.after(part))
            question = Refutation(self.lessons, f"step {reads}", slots, words, self._given(self.needs.step[reads]))
            if not question.found(broken, self._actors):
                return self._fail("step", reads, slots)
        return True

    def _fail(self, *what: Any) -> bool:
        self.failed = what
        return False

    def _initial(self, reads: str, slots: list[Slot], part: int) -> bool:
        mask = self.s.table.once
        for slot in slots:
            mask |= self.s.table.bit(slot)
        start = [c for c in self.start if not self.n.deps[c] & ~mask]
        root = self.n.joined("and", [*start, self.n.negated(part)])
        return Refutation(self.lessons, f"start {reads}", slots, given=self._given(())).simple(root)

    def _given(self, hypotheses: Sequence[str]) -> list[tuple[list[Slot], int]]:
        return [part for reads in dict.fromkeys((*self.base, *hypotheses)) for part in self.parts(reads)]

    def safe(self, id: str) -> bool:
        """Whether no step from the invariant breaks a property, by projection."""
        goes_on = self.n.read(self.s.hold(neg(self.s.monitored.vocabulary.ends_here)))
        for places, broken in self.s.monitored.cases[id]:
            slots = list(dict.fromkeys(places))
            root = self.n.joined("and", [goes_on, self.n.read(broken)])
            question = Refutation(self.lessons, f"safety {id}", slots, given=self._given(self.needs.safety[id]))
            if root != FALSE and not question.found(root, self._actors):
                return self._fail("safety", id, slots)
        return True
