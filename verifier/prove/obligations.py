"""The obligations of an inductive proof at one size, each projected onto the few slots that it speaks of.

At the first size the solver decides them and patterns are learned; at the others each must be an instance of a pattern.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from verifier.errors import InternalError
from verifier.prove.lessons import Lessons
from verifier.prove.needs import Needs
from verifier.prove.nodes import FALSE, TRUE
from verifier.prove.patterns import generalised, refutable
from verifier.prove.templates import candidates
from verifier.prove.tracked import Projector, Sized, Slot, owner, word


class Proof:
    """The obligations at one size; those of the first size teach the patterns that all others must be instances of."""

    def __init__(
        self,
        sized: Sized,
        needs: Needs,
        lessons: Lessons,
        policy: dict[str, tuple[str, ...]],
        learning: bool,
        audit: bool,
    ) -> None:
        self.s = sized
        self.n = sized.nodes
        self.needs = needs
        self.lessons = lessons
        self.learning = learning
        self.words: set[str] = set()
        self.base: tuple[str, ...] = ()
        monitored = sized.monitored
        self.pool = {c.reads: c for c in candidates(monitored)}
        self.keep: list[Any] = list(self.pool.values())
        self._parts: dict[str, list[tuple[list[Slot], int]]] = {}
        start = self.n.read(sized.hold(monitored.start()))
        self.start = self.n.conjuncts(start)
        self.policy = policy
        self.audit = audit
        self.failed: tuple[Any, ...] = ()
        self._actors: list[tuple[Slot | None, dict[int, int], int, dict[int, int]]] = [(None, {}, 0, {})]

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
        self._actors = [(None, dict.fromkeys(vars.values(), FALSE), mask, {})]
        for name in names:
            values = {v: (TRUE if other == name else FALSE) for other, v in vars.items()}
            self._actors.append(((kind, int(name.rsplit(".", 1)[1])), values, mask, {}))

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
            self.words = self.s.words(part)
            for other in self.needs.step[reads]:
                if self.pool[other].parts[0][0] != other:
                    self.words |= self.s.words(self.parts(other)[0][1])
            self.words -= {"live", "kind", "count"}
            broken = self.n.negated(self.s.after(part))
            if not self._refute(f"step {reads}", broken, slots, self.needs.step[reads]):
                return self._fail("step", reads, slots)
        return True

    def _fail(self, *what: Any) -> bool:
        self.failed = what
        return False

    def _initial(self, reads: str, slots: list[Slot], part: int) -> bool:
        mask = 0
        for slot in slots:
            mask |= self.s.table.bit(slot)
        start = [c for c in self.start if not self.n.deps[c] & ~mask]
        root = self.n.joined("and", [*start, self.n.negated(part)])
        return self._attempt(f"start {reads}", root, tuple(slots), (), {}, 0, {}, 0)

    def safe(self, id: str) -> bool:
        """Whether no step from the invariant breaks a property, by projection."""
        n = self.n
        broken = n.read(self.s.monitored.broken[id])
        if broken == FALSE:
            return True
        conjuncts = n.conjuncts(broken)
        wide = max(conjuncts, key=lambda c: len(n.args[c]) if n.op[c] == "or" else 0)
        rest = [c for c in conjuncts if c != wide]
        self.words = set()
        cases = n.args[wide] if n.op[wide] == "or" else (wide,)
        for case in cases:
            root = n.joined("and", [*rest, case])
            slots = self._literals(case)
            if not self._refute(f"safety {id}", root, slots, self.needs.safety[id]):
                return self._fail("safety", id, slots)
        return True

    def _literals(self, node: int) -> list[Slot]:
        """The slots of the growing kinds that a conjunction's own literals speak of."""
        n = self.n
        deps = 0
        for arg in n.conjuncts(node):
            bare = n.args[arg][0] if n.op[arg] == "not" else arg
            below = n.inner(bare)
            if n.op[bare] == "var" or (n.op[bare] == "=" and all(n.op[a] in ("var", "bv") for a in below)):
                deps |= n.deps[bare]
        return self.s.table.slots(deps)

    def _refute(self, label: str, root: int, slots: list[Slot], hypotheses: Sequence[str]) -> bool:
        fields = [name for slot in slots for name, _ in self.s.index_of.get(slot, [])]
        options: list[tuple[str, ...]] = [(), *[(f,) for f in fields], tuple(fields)]
        known = self.policy.get(label)
        wanted = [o for o in options if known is None or tuple(f.rsplit(".", 1)[0] for f in o) == known]
        for option in dict.fromkeys(wanted):
            if all(
                self._cases(label, root, slots, hypotheses, option, actor, values, mask, done)
                for actor, values, mask, done in self._actors
            ):
                self.policy[label] = tuple(f.rsplit(".", 1)[0] for f in option)
                return True
        return False

    def _cases(
        self,
        label: str,
        root: int,
        slots: list[Slot],
        hypotheses: Sequence[str],
        option: tuple[str, ...],
        actor: Slot | None,
        values: dict[int, int],
        mask: int,
        done: dict[int, int],
    ) -> bool:
        n = self.n
        base = n.replaced(root, values, mask, done) if mask else root
        if base == FALSE:
            return True
        sizes = [range(self.s.sizes[name]) for name in option]
        for chosen in itertools.product(*sizes):
            fixed: dict[int, int] = {}
            fix_mask = mask
            tracked = list(slots)
            for name, value in zip(option, chosen, strict=True):
                var = n.var(name, self.s.width[name])
                fixed[var] = n.value(value, self.s.width[name])
                fix_mask |= n.fixes[var]
                tracked += [m for m in self.s.marked(name, value) if m not in tracked]
            for slot in slots:
                tracked += [m for m in self.s.always(slot) if m not in tracked]
            if actor is not None and actor not in tracked:
                tracked.append(actor)
            all_values = {**values, **fixed}
            if not self._attempt(label, base, tuple(tracked), hypotheses, all_values, fix_mask, {}, 3):
                return False
        return True

    def _attempt(
        self,
        label: str,
        base: int,
        tracked: tuple[Slot, ...],
        hypotheses: Sequence[str],
        values: dict[int, int],
        mask: int,
        done: dict[int, int],
        splits: int,
        final: bool = True,
    ) -> bool:
        n = self.n
        given = []
        for reads in dict.fromkeys((*self.base, *hypotheses)):
            for slots, part in self.parts(reads):
                if all(s in tracked or s[0] not in self.s.table.growing for s in slots):
                    given.append(part)
        root = n.joined(
            "and", n.conjuncts(n.joined("and", [n.replaced(x, values, mask, done) for x in (base, *given)]))
        )
        if root == FALSE:
            return True
        projected = Projector(self.s, tracked).project(root)
        if projected == FALSE:
            return True
        if self.lessons.known(label, projected, tracked):
            if self.audit and not refutable(n, projected):
                raise InternalError(f"{label}: an instance of a refuted pattern has a model")
            return True
        found = generalised(self.n, projected) if self.learning else None
        if found is not None and ((final and splits == 0) or not self.lessons.wide(found, tracked)):
            self.lessons.learn(label, found, tracked)
            return True
        if splits and self._split(label, root, tracked, hypotheses, values, mask, splits):
            return True
        if found is None or not final:
            return False
        self.lessons.learn(label, found, tracked)
        return True

    def _split(
        self,
        label: str,
        root: int,
        tracked: tuple[Slot, ...],
        hypotheses: Sequence[str],
        values: dict[int, int],
        mask: int,
        splits: int,
    ) -> bool:
        """Decide the parts of one disjunction: of the one that reads most other things' fields of those asked about."""
        n = self.n
        conjuncts = n.conjuncts(root)
        scored = [(len(self._kin(c, label, tracked)), c) for c in conjuncts if n.op[c] in ("or", "ite")]
        score, node = max(scored, default=(0, -1))
        if score < 2:
            return False
        rest = [c for c in conjuncts if c != node]
        if n.op[node] == "or":
            branches = list(n.args[node])
        else:
            test, then, other = n.args[node]
            branches = [n.joined("and", (test, then)), n.joined("and", (n.negated(test), other))]
        for branch in branches:
            whole = n.joined("and", [*rest, branch])
            kin = self._kin(branch, label, tracked)
            if len(kin) > 1:
                if not splits or not self._split(label, whole, tracked, hypotheses, values, mask, splits - 1):
                    return False
            else:
                more = tracked
                for slot in kin:
                    more = (*more, slot, *[m for m in self.s.always(slot) if m not in more])
                if not self._met(label, whole, more, kin, hypotheses, values, mask):
                    return False
        return True

    def _met(
        self,
        label: str,
        whole: int,
        tracked: tuple[Slot, ...],
        kin: Sequence[Slot],
        hypotheses: Sequence[str],
        values: dict[int, int],
        mask: int,
    ) -> bool:
        """Decide a part that brings in another thing; if need be for each object that its references may mean."""
        n = self.n
        numbers = [name for slot in kin for name, _ in self.s.index_of.get(slot, [])]
        if self._attempt(label, whole, tracked, hypotheses, values, mask, {}, 0, final=not numbers):
            return True
        for name in numbers:
            var = n.var(name, self.s.width[name])
            met = True
            for value in range(self.s.sizes[name]):
                chosen = {**values, var: n.value(value, self.s.width[name])}
                more = (*tracked, *[m for m in self.s.marked(name, value) if m not in tracked])
                if not self._attempt(label, whole, more, hypotheses, chosen, mask | n.fixes[var], {}, 0, final=False):
                    met = False
                    break
            if met:
                field_name = name.rsplit(".", 1)[0]
                self.policy[f"met {label}"] = tuple({*self.policy.get(f"met {label}", ()), field_name})
                return True
        return bool(numbers) and self._attempt(label, whole, tracked, hypotheses, values, mask, {}, 0)

    def _kin(self, node: int, label: str, tracked: tuple[Slot, ...]) -> list[Slot]:
        """Other slots whose fields, of those that an obligation speaks of, a node reads in its upper levels."""
        n = self.n
        found: dict[Slot, None] = {}
        level = {node}
        for _ in range(7):
            below: set[int] = set()
            for x in level:
                if n.op[x] == "var":
                    name = n.args[x][0]
                    if word(name) in self.words:
                        slot = owner(name)
                        if slot is not None and slot not in tracked:
                            found.setdefault(slot, None)
                else:
                    below.update(n.inner(x))
            level = below
        return list(found)
