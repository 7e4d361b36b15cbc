"""The search for a refutation of one obligation at one size: which cases are told apart, and what is tracked in each.

Nothing here is believed: what ends the search is a query, or an instance of a pattern that a query refuted.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from verifier.errors import InternalError
from verifier.prove.lessons import WHO_ACTS, Lessons
from verifier.prove.nodes import FALSE
from verifier.prove.patterns import generalised, refutable
from verifier.prove.tracked import Projector, Slot, owner, word

SPLITS, DEPTH = 3, 7
"""How many disjunctions are told apart, one in another; how deep other things' fields are looked for."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Which slot has the flag that at most one has, or that none has; the values of the flags that say so.

    `mask` has the bits of those variables, `memo` what nodes become under them.
    """

    slot: Slot | None = None
    values: Mapping[int, int] = field(default_factory=dict)
    mask: int = 0
    memo: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Case:
    """The slots that are tracked, and the values of the variables that are fixed; `mask` has the bits of those."""

    tracked: tuple[Slot, ...]
    values: Mapping[int, int] = field(default_factory=dict)
    mask: int = 0

    def tracking(self, slots: Iterable[Slot]) -> Case:
        """The case with more slots tracked."""
        return replace(self, tracked=tuple(dict.fromkeys((*self.tracked, *slots))))

    def fixing(self, variable: int, value: int, bit: int) -> Case:
        """The case with one more variable fixed."""
        return replace(self, values={**self.values, variable: value}, mask=self.mask | bit)


class Refutation:
    """One obligation: that nodes have no model, given the parts of the invariant that speak of tracked slots only.

    `slots` are those that the obligation speaks of, `words` the fields, `given` the parts with their slots.
    """

    def __init__(
        self,
        lessons: Lessons,
        label: str,
        slots: Sequence[Slot],
        words: set[str] | frozenset[str] = frozenset(),
        given: Sequence[tuple[Sequence[Slot], int]] = (),
    ) -> None:
        self.lessons, self.s = lessons, lessons.sized
        self.n = lessons.sized.nodes
        self.label, self.slots, self.words, self.given = label, tuple(slots), words, given

    def simple(self, root: int) -> bool:
        """Whether a node has no model, with no cases told apart."""
        return self._refuted(root, Case(self.slots), 0)

    def found(self, root: int, actors: Sequence[Actor]) -> bool:
        """Whether a node has no model: told apart by which slot acts and, as need be, by what the slots refer to.

        What would list one thing per slot is taken only if no other way of telling cases apart does.
        """
        options = self._options(actors)
        for wide in (False, True) if self.lessons.learning else (True,):
            for option in self.lessons.worth_trying(self.label, options):
                if all(self._of_actor(root, option, actor, wide) for actor in actors):
                    self.lessons.worked(self.label, option)
                    return True
        return False

    def _options(self, actors: Sequence[Actor]) -> list[tuple[str, ...]]:
        """Sets of numbers that could be told apart: none, one or all of the slots', and one of who acts."""
        fields = [name for slot in self.slots for name, _ in self.s.index_of.get(slot, [])]
        own = list(dict.fromkeys([(), *[(f,) for f in fields], tuple(fields)]))
        acting = [name for actor in actors if actor.slot for name, _ in self.s.index_of.get(actor.slot, [])]
        its = dict.fromkeys(f"{name.rsplit('.', 1)[0]}.{WHO_ACTS}" for name in acting)
        return own + [(*option, name) for name in its for option in own]

    def _of_actor(self, root: int, option: Sequence[str], actor: Actor, wide: bool) -> bool:
        base = self.n.replaced(root, actor.values, actor.mask, actor.memo) if actor.mask else root
        return base == FALSE or all(self._refuted(base, case, SPLITS, wide) for case in self._cases(option, actor))

    def _cases(self, option: Sequence[str], actor: Actor) -> Iterator[Case]:
        """A case per value of each number in the option: what it refers to is tracked, and so is what acts."""
        names = [name for name in option if not name.endswith(WHO_ACTS)]
        if actor.slot is not None:
            names += [name.replace(WHO_ACTS, str(actor.slot[1])) for name in option if name.endswith(WHO_ACTS)]
        names = list(dict.fromkeys(names))
        for chosen in itertools.product(*[range(self.s.sizes[name]) for name in names]):
            case = Case(self.slots, actor.values, actor.mask)
            for name, value in zip(names, chosen, strict=True):
                case = self._meaning(case, name, value)
            case = case.tracking(m for slot in self.slots for m in self.s.always(slot))
            yield case.tracking([actor.slot]) if actor.slot is not None else case

    def _meaning(self, case: Case, name: str, value: int) -> Case:
        """The case in which a number has a value, and what it then refers to is tracked."""
        width = self.s.width[name]
        variable = self.n.var(name, width)
        fixed = case.fixing(variable, self.n.value(value, width), self.n.fixes[variable])
        return fixed.tracking(self.s.marked(name, value))

    def _refuted(self, base: int, case: Case, splits: int, wide: bool = True) -> bool:
        """Whether a node has no model in a case; `wide`: even by a pattern that seems to fit this size alone."""
        n, lessons = self.n, self.lessons
        growing = self.s.table.growing
        given = [part for slots, part in self.given if all(s in case.tracked or s[0] not in growing for s in slots)]
        memo: dict[int, int] = {}
        parts = [n.replaced(x, case.values, case.mask, memo) for x in (base, *given)]
        root = n.joined("and", n.conjuncts(n.joined("and", parts)))
        if root == FALSE:
            return True
        projected = Projector(self.s, case.tracked).project(root)
        if projected == FALSE:
            return True
        if lessons.known(self.label, projected, case.tracked):
            if lessons.audit and not refutable(n, projected):
                raise InternalError(f"{self.label}: an instance of a refuted pattern has a model")
            return True
        found = generalised(n, projected) if lessons.learning else None
        if found is not None and ((wide and splits == 0) or not lessons.wide(found, case.tracked)):
            lessons.learn(self.label, found, case.tracked)
            return True
        if splits and self._split(root, case, splits, wide):
            return True
        if found is None or not wide:
            return False
        lessons.learn(self.label, found, case.tracked)
        return True

    def _split(self, root: int, case: Case, splits: int, wide: bool) -> bool:
        """Decide the parts of one disjunction: of the one that reads most other things' fields of those asked about."""
        n = self.n
        conjuncts = n.conjuncts(root)
        scored = [(len(self._kin(c, case)), c) for c in conjuncts if n.op[c] in ("or", "ite")]
        score, node = max(scored, default=(0, -1))
        if not score:
            return False
        rest = [c for c in conjuncts if c != node]
        if n.op[node] == "or":
            branches = list(n.args[node])
        else:
            test, then, other = n.args[node]
            branches = [n.joined("and", (test, then)), n.joined("and", (n.negated(test), other))]
        for branch in branches:
            whole = n.joined("and", [*rest, branch])
            kin = self._kin(branch, case)
            if len(kin) > 1:
                if not splits or not self._split(whole, case, splits - 1, wide):
                    return False
            else:
                more = case.tracking(m for slot in kin for m in (slot, *self.s.always(slot)))
                if not self._met(whole, more, kin, wide):
                    return False
        return True

    def _met(self, whole: int, case: Case, kin: Sequence[Slot], wide: bool) -> bool:
        """Decide a part that brings in another thing, or one that is tracked already; if need be for each object that
        its references may mean.
        """
        numbers = [
            name
            for slot in kin or case.tracked
            for name, width in self.s.index_of.get(slot, [])
            if self.n.var(name, width) not in case.values
        ]
        if self._refuted(whole, case, 0, wide=wide and not numbers):
            return True
        for name in numbers:
            meanings = (self._meaning(case, name, value) for value in range(self.s.sizes[name]))
            if all(self._refuted(whole, one, 0, wide=False) for one in meanings):
                self.lessons.met(self.label, name)
                return True
        return wide and bool(numbers) and self._refuted(whole, case, 0)

    def _kin(self, node: int, case: Case) -> list[Slot]:
        """Other slots whose fields, of those that an obligation speaks of, a node reads in its upper levels."""
        n = self.n
        found: dict[Slot, None] = {}
        level = {node}
        for _ in range(DEPTH):
            below: set[int] = set()
            for x in level:
                if n.op[x] == "var":
                    name = n.args[x][0]
                    if word(name) in self.words:
                        slot = owner(name)
                        if slot is not None and slot not in case.tracked:
                            found.setdefault(slot, None)
                else:
                    below.update(n.inner(x))
            level = below
        return list(found)
