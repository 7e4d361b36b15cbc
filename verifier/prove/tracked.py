"""One system at one size as nodes, and the projection of a node onto a few tracked slots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from verifier.encode.monitors import Monitored
from verifier.encode.terms import Term, is_true
from verifier.prove.nodes import FALSE, TRUE, Nodes

Slot = tuple[str, int]
NEVER = 1
"""The bit of what belongs to no slot and is never tracked: numbers of slots."""


def word(name: str) -> str:
    """The field of a variable or ghost, as its name says."""
    return name.split(".")[-3 if name.startswith("ghost") else 1]


def owner(name: str) -> Slot | None:
    """Whose field it is, as the name of a variable or ghost says; none of what belongs to no slot."""
    kind, slot = name.split(".")[-2:] if name.startswith("ghost") else (name.split(".")[0], name.split(".")[2])
    return (kind, int(slot)) if slot.isdigit() else None


class Table:
    """What all sizes share: the nodes, which kinds grow, which numbers count slots of them, and a bit per slot."""

    def __init__(self, growing: set[str], indices: set[str], constants: Mapping[str, int]) -> None:
        self.nodes = Nodes(constants)
        self.growing, self.indices = growing, indices
        self.once = 0
        """The bits of slots of which there are as many at every size: to read them is no reading of other slots."""
        self._bits: dict[Slot, int] = {}
        self._fixes: dict[str, int] = {}

    def bit(self, slot: Slot) -> int:
        """The bit of a slot."""
        bit = self._bits.setdefault(slot, 2 << len(self._bits))
        if slot[0] not in self.growing:
            self.once |= bit
        return bit

    def fix(self, name: str) -> int:
        """The bit of a variable that a case may fix."""
        return self._fixes.setdefault(name, 1 << len(self._fixes))

    def slots(self, deps: int) -> list[Slot]:
        """The slots of growing kinds in a mask."""
        return [slot for slot, bit in self._bits.items() if deps & bit & ~self.once]


class Sized:
    """A monitored system at one size as nodes."""

    def __init__(self, monitored: Monitored, table: Table) -> None:
        self.monitored = monitored
        self.table = table
        self.nodes = table.nodes
        growing, indices = table.growing, table.indices
        self.label: dict[str, tuple[str, Slot | None]] = {}
        self.index_of: dict[Slot, list[tuple[str, int]]] = {}
        self.sizes: dict[str, int] = {}
        nodes = self.nodes
        system = monitored.system
        carrying = {carrier.kind for carrier in monitored.vocabulary.carriers}
        for v in system.layout.variables.values():
            slot = (v.kind, v.slot)
            deps = 0
            if v.kind in growing or v.kind in carrying:
                deps |= table.bit(slot)
            field_name = f"{v.kind}.{v.field}"
            tail = v.name.split(".")[3:]
            self.label[v.name] = (".".join([field_name, *tail]), slot if v.kind in growing else None)
            if v.kind not in growing:
                self.label[v.name] = (v.name, None)
            fixes = 0
            if field_name in indices:
                deps |= NEVER
            if (field_name in indices or (v.width == 0 and v.kind in growing)) and not v.frozen:
                fixes = table.fix(v.name)
            if field_name in indices and not v.frozen:
                self.index_of.setdefault(slot, []).append((v.name, v.width))
                self.sizes[v.name] = v.size
            nodes.declare(v.name, deps, fixes)
        for g in monitored.ghosts.values():
            deps = 0
            owned: Slot | None = None
            for place in g.owners:
                deps |= table.bit(place)
                if place[0] in growing:
                    owned = place
            self.label[g.name] = (f"ghost.{g.field}" if owned and len(g.owners) == 1 else g.name, owned)
            nodes.declare(g.name, deps, 0)
        for name in system.inputs():
            nodes.declare(name, NEVER if name in indices else 0, 0)
        self._held: list[Term] = []
        self.next = {name: nodes.read(term) for name, term in monitored.next().items()}
        self.carriers = {(c.kind, c.slot): c for c in monitored.vocabulary.carriers}
        self.width = {v.name: v.width for v in system.layout.variables.values()}
        for g in monitored.ghosts.values():
            self.width[g.name] = 0

    def hold(self, term: Term) -> Term:
        """The term itself, kept so that its number in z3 stays its own."""
        self._held.append(term)
        return term

    def words(self, node: int) -> set[str]:
        """The names of the fields that a node reads."""
        n = self.nodes
        found: set[str] = set()
        seen: set[int] = set()
        stack = [node]
        while stack:
            x = stack.pop()
            if x in seen:
                continue
            seen.add(x)
            if n.op[x] == "var":
                found.add(word(n.args[x][0]))
            stack.extend(n.inner(x))
        return found

    def marked(self, name: str, value: int) -> list[Slot]:
        """The slots that a carrier's reference points at if it has this value."""
        kind, field_name, slot = name.split(".")
        carrier = self.carriers.get((kind, int(slot)))
        marks = getattr(carrier, field_name, None) if carrier is not None else None
        return [self._place(value)] if marks is not None and value < len(marks) else []

    def always(self, slot: Slot) -> list[Slot]:
        """The slots that a carrier refers to in every state."""
        carrier = self.carriers.get(slot)
        if carrier is None:
            return []
        return [self._place(i) for i, mark in enumerate(carrier.source) if is_true(mark)]

    def _place(self, value: int) -> Slot:
        many = len(self.monitored.vocabulary.moved)
        return ("object", value) if value < many else ("entry", value - many)

    def after(self, node: int) -> int:
        """A node over the state before the step, read after it."""
        n = self.nodes
        done: dict[int, int] = {}

        def go(x: int) -> int:
            if x not in done:
                if n.op[x] == "var":
                    done[x] = self.next.get(n.args[x][0], x)
                elif not n.inner(x):
                    done[x] = x
                else:
                    head = n.args[x][:2] if n.op[x] == "extract" else ()
                    done[x] = n.make(n.op[x], head + tuple(go(a) for a in n.inner(x)), n.width[x])
            return done[x]

        return go(node)


class Projector:
    """Projects nodes of one case onto tracked slots: what reads other slots alone becomes an input.

    One subterm becomes the same input wherever it stands. A choice by an untracked number keeps the values that
    concern the tracked slots, each with an input "this one is chosen", so that it looks alike whatever the number is.
    """

    def __init__(self, sized: Sized, tracked: Sequence[Slot]) -> None:
        self.sized = sized
        self.n = sized.nodes
        self.tracked = tracked
        self.mask = 0
        for slot in tracked:
            self.mask |= sized.table.bit(slot)
        self.memo: dict[int, int] = {}

    def local(self, node: int) -> bool:
        """Whether a node reads tracked slots only, or what there is as often at every size."""
        return not self.n.deps[node] & ~(self.mask | self.sized.table.once)

    def untracked(self, node: int) -> bool:
        """Whether a node reads other slots, and none that is tracked."""
        return not self.n.deps[node] & self.mask and not self.local(node)

    def project(self, node: int) -> int:
        """The node with inputs for what is not tracked: it says no more of the tracked slots than the node did."""
        if node not in self.memo:
            self.memo[node] = self._project(node)
        return self.memo[node]

    def _project(self, node: int) -> int:
        n = self.n
        if self.local(node):
            return node
        op = n.op[node]
        if op == "not":
            return n.negated(self.project(n.args[node][0]))
        if self.untracked(node):
            return n.input((node,), n.width[node])
        args = n.inner(node)
        if op in ("and", "or"):
            return n.joined(op, [self.project(a) for a in args])
        if op == "ite" and self.untracked(args[0]):
            kept: dict[int, int] = {}
            self._leaves(node, kept)
            result = n.input((node,), n.width[node])
            for leaf in sorted(kept):
                result = n.choose(n.input((node, leaf), 0), kept[leaf], result)
            return result
        if op == "var" or any(n.op[a] == "var" and n.deps[a] & NEVER for a in args):
            return n.input((node,), n.width[node])
        head = n.args[node][:2] if op == "extract" else ()
        return n.make(op, head + tuple(self.project(a) for a in args), n.width[node])

    def put_back(self, node: int) -> int:
        """A projected node with its inputs replaced by what they stand for: equal to the node that was projected."""
        n = self.n
        if n.op[node] == "in":
            return n.args[node][0] if len(n.args[node]) == 1 else self._reaches(*n.args[node])
        inner = tuple(self.put_back(arg) for arg in n.inner(node))
        head = n.args[node][:2] if n.op[node] == "extract" else ()
        return n.make(n.op[node], head + inner, n.width[node]) if inner else node

    def _reaches(self, node: int, leaf: int) -> int:
        """When a choice among slots comes out at a leaf."""
        n = self.n
        if node == leaf:
            return TRUE
        if n.op[node] != "ite" or not self.untracked(n.args[node][0]):
            return FALSE
        test, then, other = n.args[node]
        return n.choose(test, self._reaches(then, leaf), self._reaches(other, leaf))

    def _leaves(self, node: int, kept: dict[int, int]) -> None:
        n = self.n
        if n.op[node] == "ite" and self.untracked(n.args[node][0]):
            self._leaves(n.args[node][1], kept)
            self._leaves(n.args[node][2], kept)
        elif not self.untracked(node) and n.op[node] not in ("bv", "true", "false"):
            kept[node] = self.project(node)
