"""Patterns: what the refutation of one projected obligation needed of it, and the search for instances.

An instance of a pattern is a node that the pattern becomes when its inputs and variables are replaced by nodes, with
further conjuncts at the top. A pattern has no model (the solver said so), hence no instance has. Two kinds of leaves
stand for more than one node: a *group* for all arguments that several conjunctions and disjunctions have in common, and
a *word* for a constant that a number is compared with, different words for different constants. Colors only say where
to look first; no claim rests on them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import z3

from verifier.encode.terms import Term, neg
from verifier.prove.nodes import Nodes
from verifier.prove.tracked import Sized, Slot


def generalised(n: Nodes, root: int) -> Found | None:
    """A node without model, with inputs for what its refutation does not need; None if it has a model."""
    solver = z3.SolverFor("QF_FD")
    order: list[int] = []
    seen: set[int] = set()
    stack = [(root, False)]
    while stack:
        x, out = stack.pop()
        if out:
            order.append(x)
        elif x not in seen:
            seen.add(x)
            stack.append((x, True))
            stack.extend((a, False) for a in n.inner(x))
    names: dict[int, Term] = {}
    marks: dict[int, Term] = {}
    for x in order:
        op = n.op[x]
        if op in ("in", "var", "bv", "true", "false"):
            names[x] = n.term(x, {})
        elif op == "not":
            names[x] = neg(names[n.args[x][0]])
        else:
            names[x] = z3.Bool(f"node {x}") if n.width[x] == 0 else z3.BitVec(f"node {x}", n.width[x])
            marks[x] = z3.Bool(f"definition {x}")
            solver.add(z3.Implies(marks[x], names[x] == n.one(x, [names[a] for a in n.inner(x)])))
    solver.add(names[root])
    back = {m.get_id(): x for x, m in marks.items()}
    if solver.check(*[m for x, m in marks.items() if n.width[x] == 0]) != z3.unsat and (
        solver.check(*marks.values()) != z3.unsat
    ):
        return None
    core = [back[m.get_id()] for m in solver.unsat_core()]
    rank = {x: i for i, x in enumerate(order)}
    for x in sorted(core, key=lambda x: rank[x]):
        fewer = [y for y in core if y != x]
        if x in core and solver.check(*[marks[y] for y in fewer]) == z3.unsat:
            core = [back[m.get_id()] for m in solver.unsat_core()]
    kept = set(core)
    uses: dict[int, int] = {}
    done: set[int] = set()
    stack2 = [root]
    while stack2:
        x = stack2.pop()
        if n.op[x] == "not":
            x = n.args[x][0]
        if x in done or x not in kept:
            continue
        done.add(x)
        for a in n.inner(x):
            bare = n.args[a][0] if n.op[a] == "not" else a
            uses[bare] = uses.get(bare, 0) + 1
            stack2.append(bare)
    groups = _groups(n, done, kept)
    memo: dict[int, int] = {}
    compared: dict[int, bool] = {}
    for x in done:
        for a in n.inner(x):
            bare = n.args[a][0] if n.op[a] == "not" else a
            if n.width[bare] and bare not in kept and n.op[bare] != "bv":
                only = n.op[x] == "=" and any(n.op[b] == "bv" for b in n.inner(x))
                compared[bare] = compared.get(bare, True) and only
    members = {x: key for key, xs in groups.items() for x in xs}

    def go(x: int) -> int:
        if x in memo:
            return memo[x]
        op = n.op[x]
        if op == "not":
            result = n.negated(go(n.args[x][0]))
        elif op in ("bv", "true", "false"):
            result = x
        elif op == "var":
            result = x if uses.get(x, 0) > 1 else n.input((x, -2), n.width[x])
        elif x not in kept:
            result = n.input((x, -2), n.width[x])
        elif op in ("and", "or"):
            args: set[int] = set()
            for a in n.inner(x):
                bare = n.args[a][0] if n.op[a] == "not" else a
                key = members.get(bare)
                if key is None:
                    args.add(go(a))
                else:
                    stands = n.input((*sorted(key[0]), int(key[1]), -3), 0)
                    args.add(stands if key[1] == (op == "and") else n.negated(stands))
            result = n._new(op, tuple(sorted(args)), 0)
        elif op == "=" and any(compared.get(a, False) for a in n.inner(x)):
            (free,) = (a for a in n.inner(x) if n.op[a] != "bv")
            (fixed,) = (a for a in n.inner(x) if n.op[a] == "bv")
            stands = n.input((free, -2), n.width[free])
            result = n._new("=", (stands, n._new("word", (stands, n.args[fixed][0]), n.width[free])), 0)
        else:
            head = n.args[x][:2] if op == "extract" else ()
            result = n._new(op, head + tuple(go(a) for a in n.inner(x)), n.width[x])
        memo[x] = result
        return result

    pattern = go(root)
    if not refutable(n, pattern):
        return None
    shared = {(frozenset(memo[x] for x in key[0]), key[1]) for key in groups}
    return Found(pattern, {p: x for x, p in memo.items()}, shared, _weights(n, pattern))


def _weights(n: Nodes, root: int) -> dict[int, int]:
    """How much each node of a pattern says: the nodes below it, counted as often as they occur, up to a limit."""
    weight: dict[int, int] = {}
    stack = [root]
    while stack:
        x = stack[-1]
        missing = [a for a in n.inner(x) if a not in weight]
        stack.extend(missing)
        if not missing:
            stack.pop()
            weight[x] = min(1000, 1 + sum(weight[a] for a in n.inner(x)))
    return weight


def refutable(n: Nodes, node: int) -> bool:
    """Whether a node has no model."""
    solver = z3.SolverFor("QF_FD")
    solver.add(n.term(node, {}))
    return bool(solver.check() == z3.unsat)


@dataclass(frozen=True, slots=True)
class Found:
    """A pattern: its node, what each of its nodes was made from, and its groups: in which nodes, and in which sense.

    `weight` tells where to begin a match.
    """

    node: int
    made_of: dict[int, int]
    groups: set[tuple[frozenset[int], bool]]
    weight: dict[int, int]


def _groups(n: Nodes, done: set[int], kept: set[int]) -> dict[tuple[frozenset[int], bool], list[int]]:
    """Inputs that occur side by side in the same conjunctions and disjunctions, hence count as one."""
    where: dict[int, set[tuple[int, bool]]] = {}
    for x in done:
        for a in n.inner(x):
            bare = n.args[a][0] if n.op[a] == "not" else a
            joined = n.op[x] in ("and", "or")
            where.setdefault(bare, set()).add((x if joined else -1, (bare == a) == (n.op[x] == "and")))
    result: dict[tuple[frozenset[int], bool], list[int]] = {}
    for bare, places in where.items():
        parents = frozenset(x for x, _ in places)
        senses = {sense for _, sense in places}
        if bare in kept or n.op[bare] in ("bv", "true", "false") or -1 in parents:
            continue
        if n.op[bare] == "var" and len(parents) > 1:
            continue
        if len(parents) == 1:
            result.setdefault((parents, True), []).append(bare)
        elif len(senses) == 1:
            result.setdefault((parents, senses.pop()), []).append(bare)
    return result


class Colors:
    """A shallow, size-blind look at a node of one case: what guides the search for an instance of a pattern."""

    def __init__(self, sized: Sized, tracked: Sequence[Slot], depth: int = 3) -> None:
        self.sized, self.n, self.depth = sized, sized.nodes, depth
        self.roles = {slot: i for i, slot in enumerate(tracked)}
        self.mask = sized.table.once
        for slot in tracked:
            self.mask |= sized.table.bit(slot)
        self.memo: dict[tuple[int, int], int] = {}

    def of(self, node: int) -> int:
        return self._of(node, self.depth)

    def _of(self, node: int, depth: int) -> int:
        key = (node, depth)
        if key not in self.memo:
            self.memo[key] = self._make(node, depth)
        return self.memo[key]

    def _make(self, node: int, depth: int) -> int:
        n = self.n
        op = n.op[node]
        if op == "in":
            return self._of(n.args[node][0], depth)
        if op == "var":
            label, slot = self.sized.label.get(n.args[node][0], (n.args[node][0], None))
            return hash((label, None if slot is None else self.roles.get(slot, -1)))
        if op in ("true", "false"):
            return hash(op)
        if op == "bv":
            return hash("bv")
        if op == "not":
            return hash(("not", self._of(n.args[node][0], depth)))
        if depth == 0:
            return hash(op)
        if op == "ite":
            parts: set[int] = set()
            stack, seen = [node], set()
            while stack:
                x = stack.pop()
                if n.op[x] == "ite":
                    if x not in seen:
                        seen.add(x)
                        stack.extend(n.args[x])
                else:
                    parts.add(self._of(x, depth - 1))
            return hash(("ite", frozenset(parts)))
        inner = n.inner(node)
        if op == "=" and any(n.op[a] == "bv" for a in inner) and not n.deps[node] & ~self.mask:
            other = next(a for a in inner if n.op[a] != "bv")
            fixed = next(a for a in inner if n.op[a] == "bv")
            return hash(("=", n.args[fixed][0], self._of(other, depth)))
        return hash((op, frozenset(self._of(a, depth - 1) for a in inner)))


def matches(
    n: Nodes,
    found: Found,
    node: int,
    roles: Mapping[str, str],
    old: Colors,
    new: Colors,
    budget: int = 3000,
) -> bool:
    """Whether a node is an instance of a pattern (variables renamed by `roles`), or of it with more conjuncts."""
    left = [budget]
    made_of = found.made_of
    remain: dict[int, list[int]] = {}

    def grouped(a: int) -> bool:
        bare = n.args[a][0] if n.op[a] == "not" else a
        return n.op[bare] == "in" and n.args[bare][-1] == -3

    def absorbed() -> bool:
        """Whether every argument that no part of the pattern stands for falls to one of its groups."""
        where: dict[int, set[tuple[int, bool]]] = {}
        for p, rest in remain.items():
            for t in rest:
                bare = n.args[t][0] if n.op[t] == "not" else t
                where.setdefault(bare, set()).add((p, (bare == t) == (n.op[p] == "and")))
        for places in where.values():
            parents = frozenset(p for p, _ in places)
            senses = {sense for _, sense in places}
            if len(parents) > 1 and len(senses) == 1 and (parents, next(iter(senses))) in found.groups:
                continue
            if any(
                not (p == found.node and n.op[p] == "and") and (frozenset((p,)), True) not in found.groups
                for p in parents
            ):
                return False
        return True

    def solve(todo: tuple[tuple[int, int], ...], bound: dict[int, int]) -> bool:
        while todo:
            left[0] -= 1
            if left[0] < 0:
                return False
            (p, t), todo = todo[0], todo[1:]
            if n.op[p] == "not":
                p, t = n.args[p][0], n.negated(t)
            if p in bound:
                if bound[p] != t:
                    return False
                continue
            op = n.op[p]
            if op == "in":
                if n.width[p] != n.width[t]:
                    return False
                bound[p] = t
                continue
            if op == "var":
                if n.op[t] != "var" or roles.get(n.args[p][0], n.args[p][0]) != n.args[t][0]:
                    return False
                bound[p] = t
                continue
            if op in ("bv", "true", "false"):
                if p != t:
                    return False
                continue
            if op == "word":
                others = (bound[q] for q in bound if n.op[q] == "word" and n.args[q][0] == n.args[p][0])
                if n.op[t] != "bv" or n.width[t] != n.width[p] or t in others:
                    return False
                bound[p] = t
                continue
            if n.op[t] != op or n.width[t] != n.width[p]:
                return False
            bound[p] = t
            if op in ("and", "or"):
                wanted = [a for a in n.args[p] if not grouped(a)]
                if not spread(p, wanted, list(n.args[t]), bound):
                    return False
                continue
            if op == "extract" and n.args[p][:2] != n.args[t][:2]:
                return False
            pa, ta = n.inner(p), n.inner(t)
            if op == "=" and n.op[pa[1]] == "word":
                (free,) = (a for a in ta if n.op[a] != "bv") if sum(n.op[a] != "bv" for a in ta) == 1 else (-1,)
                if free < 0:
                    return False
                (fixed,) = (a for a in ta if n.op[a] == "bv")
                todo = ((pa[0], free), (pa[1], fixed), *todo)
                continue
            if op == "=":
                trial = dict(bound)
                if old.of(made_of.get(pa[0], pa[0])) == new.of(ta[0]) and solve(tuple(zip(pa, ta, strict=True)), trial):
                    bound.update(trial)
                    continue
                todo = (*zip(pa, ta[::-1], strict=True), *todo)
                continue
            todo = (*zip(pa, ta, strict=True), *todo)
        return True

    def plausible(p: int, t: int) -> bool:
        if n.op[p] == "in":
            return n.width[p] == n.width[t]
        if n.op[p] == "not" and n.op[n.args[p][0]] == "in":
            return True
        if n.op[p] == "not":
            return n.op[t] == "not" and n.op[n.args[p][0]] == n.op[n.args[t][0]]
        return n.op[p] == n.op[t]

    def spread(parent: int, wanted: list[int], there: list[int], bound: dict[int, int]) -> bool:
        """Match each wanted argument of a part to its own one, the most telling first; `remain` has what is left over.

        At the top this goes on until the groups take all that is left over anywhere.
        """
        order = sorted(wanted, key=lambda p: (p not in bound, n.op[p] == "in", -found.weight.get(p, 0), p))

        def place(i: int, free: list[int], sofar: dict[int, int]) -> bool:
            if i == len(order):
                remain[parent] = free
                if parent == found.node and not absorbed():
                    return False
                bound.update(sofar)
                return True
            p = order[i]
            if p in sofar:
                return sofar[p] in free and place(i + 1, [t for t in free if t != sofar[p]], sofar)
            color = old.of(made_of.get(p, p))
            for t in sorted(free, key=lambda t: new.of(t) != color):
                trial = dict(sofar)
                if (
                    plausible(p, t)
                    and solve(((p, t),), trial)
                    and place(i + 1, [other for other in free if other != t], trial)
                ):
                    return True
                if left[0] < 0:
                    return False
            return False

        return place(0, there, dict(bound))

    return solve(((found.node, node),), {}) and absorbed()
