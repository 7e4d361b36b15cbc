"""Terms as plain numbered nodes, for work that rebuilds them thousands of times: hash-consed, folding, flattening.

A node knows on which *slots* of growing kinds it depends (`deps`, a bit mask) and which of the variables that a case
may fix it contains (`fixes`, another mask): what a projection asks of a subterm. Nodes come from z3 terms and go back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import z3

from verifier.encode.terms import Term, conj, disj, equal, ite, neg, number, variable

_OPS = {
    z3.Z3_OP_NOT: "not",
    z3.Z3_OP_AND: "and",
    z3.Z3_OP_OR: "or",
    z3.Z3_OP_XOR: "xor",
    z3.Z3_OP_EQ: "=",
    z3.Z3_OP_IFF: "=",
    z3.Z3_OP_ITE: "ite",
    z3.Z3_OP_BADD: "add",
    z3.Z3_OP_BSUB: "sub",
    z3.Z3_OP_ULT: "ult",
    z3.Z3_OP_ULEQ: "ule",
    z3.Z3_OP_EXTRACT: "extract",
    z3.Z3_OP_ZERO_EXT: "zext",
}

FALSE, TRUE = 0, 1


class UnknownOperator(Exception):
    """A term uses an operator that nodes do not know."""


class Nodes:
    """A table of nodes. A node is its number; `op`, `args` and `width` (0: Boolean) say what it is."""

    def __init__(self, constants: Mapping[str, int]) -> None:
        self.constants = constants
        self.op: list[str] = []
        self.args: list[tuple[Any, ...]] = []
        self.width: list[int] = []
        self.deps: list[int] = []
        self.fixes: list[int] = []
        self._table: dict[tuple[Any, ...], int] = {}
        self._read: dict[int, int] = {}
        self._masks: dict[str, tuple[int, int]] = {}
        self._new("false", (), 0)
        self._new("true", (), 0)

    def declare(self, name: str, deps: int, fixes: int) -> None:
        """Say of a variable which slots it belongs to and which bit stands for fixing it."""
        self._masks[name] = (deps, fixes)

    def _new(self, op: str, args: tuple[Any, ...], width: int) -> int:
        key = (op, args, width)
        node = self._table.get(key)
        if node is None:
            node = len(self.op)
            self._table[key] = node
            self.op.append(op)
            self.args.append(args)
            self.width.append(width)
            deps = fixes = 0
            if op == "var":
                deps, fixes = self._masks.get(args[0], (0, 0))
            elif op not in ("bv", "in", "word"):
                for arg in self.inner(node):
                    deps |= self.deps[arg]
                    fixes |= self.fixes[arg]
            self.deps.append(deps)
            self.fixes.append(fixes)
        return node

    def inner(self, node: int) -> tuple[int, ...]:
        """The nodes below a node."""
        op = self.op[node]
        if op in ("var", "bv", "in", "word", "true", "false"):
            return ()
        return self.args[node][2:] if op == "extract" else self.args[node]

    # Making nodes.

    def var(self, name: str, width: int) -> int:
        """A variable, or its constant."""
        if name in self.constants:
            return self.value(self.constants[name], width)
        return self._new("var", (name,), width)

    def input(self, key: tuple[int, ...], width: int) -> int:
        """A fresh input that stands for the subterms `key`."""
        return self._new("in", key, width)

    def value(self, value: int, width: int) -> int:
        """A constant; width 0 is Boolean."""
        return self._new("bv", (value,), width) if width else (TRUE if value else FALSE)

    def negated(self, node: int) -> int:
        """Negation."""
        if node <= TRUE:
            return 1 - node
        return self.args[node][0] if self.op[node] == "not" else self._new("not", (node,), 0)

    def joined(self, op: str, parts: Iterable[int]) -> int:
        """Conjunction ("and") or disjunction ("or"): flat, without doubles, settled by a complementary pair."""
        unit, zero = (TRUE, FALSE) if op == "and" else (FALSE, TRUE)
        kept: set[int] = set()
        for part in parts:
            kept.update(self.args[part] if self.op[part] == op else (part,))
        kept.discard(unit)
        if zero in kept or any(self.op[k] == "not" and self.args[k][0] in kept for k in kept):
            return zero
        if not kept:
            return unit
        return kept.pop() if len(kept) == 1 else self._new(op, tuple(sorted(kept)), 0)

    def conjuncts(self, node: int) -> list[int]:
        """What a node says at its top: the parts of a conjunction, or of a denied disjunction."""
        if self.op[node] == "and":
            return [c for arg in self.args[node] for c in self.conjuncts(arg)]
        if self.op[node] == "not" and self.op[self.args[node][0]] == "or":
            return [c for arg in self.args[self.args[node][0]] for c in self.conjuncts(self.negated(arg))]
        return [node]

    def same(self, left: int, right: int) -> int:
        """Equality of two nodes of one sort."""
        if left == right:
            return TRUE
        left, right = min(left, right), max(left, right)
        if self.width[left] == 0:
            if left <= TRUE:
                return right if left == TRUE else self.negated(right)
            if self.negated(left) == right:
                return FALSE
        elif self.op[left] == "bv" and self.op[right] == "bv":
            return FALSE
        return self._new("=", (left, right), 0)

    def choose(self, test: int, then: int, other: int) -> int:
        """`then` where the test holds, else `other`."""
        if test == TRUE or then == other:
            return then
        if test == FALSE:
            return other
        if self.op[test] == "not":
            return self.choose(self.args[test][0], other, then)
        if self.width[then] == 0:
            if then == TRUE:
                return self.joined("or", (test, other))
            if then == FALSE:
                return self.joined("and", (self.negated(test), other))
            if other == TRUE:
                return self.joined("or", (self.negated(test), then))
            if other == FALSE:
                return self.joined("and", (test, then))
        return self._new("ite", (test, then, other), self.width[then])

    def make(self, op: str, args: tuple[Any, ...], width: int) -> int:
        """Any operator, folded where its arguments are constants."""
        match op:
            case "not":
                return self.negated(args[0])
            case "and" | "or":
                return self.joined(op, args)
            case "xor":
                return self.negated(self.same(*args))
            case "=":
                return self.same(*args)
            case "ite":
                return self.choose(*args)
        inner = args[2:] if op == "extract" else args
        if all(self.op[arg] == "bv" for arg in inner):
            a = self.args[inner[0]][0]
            b = self.args[inner[-1]][0]
            match op:
                case "add":
                    return self.value((a + b) % (1 << width), width)
                case "sub":
                    return self.value((a - b) % (1 << width), width)
                case "ult":
                    return self.value(int(a < b), 0)
                case "ule":
                    return self.value(int(a <= b), 0)
                case "zext":
                    return self.value(a, width)
                case "extract":
                    return self.value(a >> args[1] & ((1 << width) - 1), width)
        return self._new(op, args, width)

    # From z3 and back.

    def read(self, term: Term) -> int:
        """The node of a z3 term. Raises UnknownOperator."""
        ref = z3.main_ctx().ref()
        done = self._read
        stack = [term.as_ast()]
        keep = term  # the subterms live as long as the term does
        while stack:
            ast = stack[-1]
            id = z3.Z3_get_ast_id(ref, ast)
            if id in done:
                stack.pop()
                continue
            if z3.Z3_get_ast_kind(ref, ast) == z3.Z3_NUMERAL_AST:
                text = z3.Z3_get_numeral_string(ref, ast)
                done[id] = self.value(int(text), _width(ref, ast))
                stack.pop()
                continue
            app = z3.Z3_to_app(ref, ast)
            below = [z3.Z3_get_app_arg(ref, app, i) for i in range(z3.Z3_get_app_num_args(ref, app))]
            ids = [z3.Z3_get_ast_id(ref, b) for b in below]
            missing = [b for b, i in zip(below, ids, strict=True) if i not in done]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            done[id] = self._apply(ref, ast, app, [done[i] for i in ids])
        return done[z3.Z3_get_ast_id(ref, keep.as_ast())]

    def _apply(self, ref: Any, ast: Any, app: Any, args: list[int]) -> int:
        decl = z3.Z3_get_app_decl(ref, app)
        kind = z3.Z3_get_decl_kind(ref, decl)
        if kind == z3.Z3_OP_TRUE:
            return TRUE
        if kind == z3.Z3_OP_FALSE:
            return FALSE
        if kind == z3.Z3_OP_UNINTERPRETED and not args:
            return self.var(z3.Z3_get_symbol_string(ref, z3.Z3_get_decl_name(ref, decl)), _width(ref, ast))
        if kind not in _OPS:
            raise UnknownOperator(z3.Z3_get_symbol_string(ref, z3.Z3_get_decl_name(ref, decl)))
        op, width = _OPS[kind], 0
        if op in ("ite", "add", "sub", "extract", "zext"):
            width = _width(ref, ast)
        if op == "extract":
            high, low = (z3.Z3_get_decl_int_parameter(ref, decl, i) for i in (0, 1))
            return self.make(op, (high, low, *args), width)
        if op in ("add", "sub", "xor") and len(args) > 2:
            first, *rest = args
            for other in rest:
                first = self.make(op, (first, other), width)
            return first
        return self.make(op, tuple(args), width)

    def term(self, node: int, done: dict[int, Term]) -> Term:
        """The z3 term of a node; an input becomes a variable of its number."""
        stack = [node]
        while stack:
            top = stack[-1]
            if top in done:
                stack.pop()
                continue
            missing = [arg for arg in self.inner(top) if arg not in done]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            done[top] = self.one(top, [done[arg] for arg in self.inner(top)])
        return done[node]

    def one(self, node: int, args: list[Term]) -> Term:
        """The z3 term of a node whose arguments are given."""
        op, width = self.op[node], self.width[node]
        match op:
            case "true" | "false":
                return z3.BoolVal(op == "true")
            case "var":
                return variable(self.args[node][0], width)
            case "in":
                return variable(f"input {node}", width)
            case "bv":
                return number(self.args[node][0], width)
            case "word":
                return number(self.args[node][1], width)
            case "not":
                return neg(*args)
            case "and":
                return conj(*args)
            case "or":
                return disj(*args)
            case "=":
                return equal(*args)
            case "ite":
                return ite(*args)
            case "add":
                return args[0] + args[1]
            case "sub":
                return args[0] - args[1]
            case "ult":
                return z3.ULT(*args)
            case "ule":
                return z3.ULE(*args)
            case "zext":
                return z3.ZeroExt(width - args[0].size(), args[0])
        return z3.Extract(*self.args[node][:2], args[0])

    def replaced(self, node: int, values: Mapping[int, int], mask: int, done: dict[int, int]) -> int:
        """The node with variables replaced and folded; `mask` has the bits of those variables, `done` is a memo."""
        stack = [node]
        while stack:
            top = stack[-1]
            if top in done:
                stack.pop()
                continue
            if not self.fixes[top] & mask:
                done[top] = top
                stack.pop()
                continue
            if top in values:
                done[top] = values[top]
                stack.pop()
                continue
            inner = self.inner(top)
            missing = [arg for arg in inner if arg not in done]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            args = tuple(done[arg] for arg in inner)
            head = self.args[top][:2] if self.op[top] == "extract" else ()
            done[top] = self.make(self.op[top], head + args, self.width[top])
        return done[node]


def _width(ref: Any, ast: Any) -> int:
    sort = z3.Z3_get_sort(ref, ast)
    return z3.Z3_get_bv_sort_size(ref, sort) if z3.Z3_get_sort_kind(ref, sort) == z3.Z3_BV_SORT else 0
