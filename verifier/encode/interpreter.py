"""The plain interpreter: the transition system's own terms, compiled to one Python function.

There is no second semantics: each z3 node becomes one Python expression, shared nodes become local variables.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import z3

from verifier.encode.monitors import Monitored
from verifier.encode.system import System
from verifier.encode.terms import Term

State = dict[str, int]
"""A value per variable name; Booleans are 0 or 1."""

_INFIX = {
    z3.Z3_OP_ULT: "<",
    z3.Z3_OP_ULEQ: "<=",
    z3.Z3_OP_UGT: ">",
    z3.Z3_OP_UGEQ: ">=",
    z3.Z3_OP_EQ: "==",
    z3.Z3_OP_IFF: "==",
    z3.Z3_OP_XOR: "!=",
    z3.Z3_OP_DISTINCT: "!=",
}


def compile_terms(terms: Mapping[str, Term]) -> Callable[[Mapping[str, int]], State]:
    """A function from values of all free variables to the values of the terms.

    Raises NotImplementedError for an operator that no rule uses.
    """
    lines: list[str] = []
    memo: dict[int, str] = {}

    def visit(root: Term) -> str:
        stack = [(root, False)]
        while stack:
            term, ready = stack.pop()
            key = term.get_id()
            if key in memo:
                continue
            children = term.children()
            if children and not ready:
                stack.append((term, True))
                stack.extend((child, False) for child in children)
                continue
            text = _expression(term, [memo[child.get_id()] for child in children])
            if children:
                name = f"t{len(lines)}"
                lines.append(f" {name} = {text}")
                text = name
            memo[key] = text
        return memo[root.get_id()]

    results = {name: visit(term) for name, term in terms.items()}
    body = "\n".join(lines)
    returned = ", ".join(f"{name!r}: {value} + 0" for name, value in results.items())
    code = f"def step(v):\n{body}\n return {{{returned}}}\n"
    scope: dict[str, Any] = {}
    exec(compile(code, "<rulebook>", "exec"), scope)
    function: Callable[[Mapping[str, int]], State] = scope["step"]
    return function


def _expression(term: Term, parts: list[str]) -> str:
    kind = term.decl().kind()
    match kind:
        case z3.Z3_OP_TRUE:
            return "True"
        case z3.Z3_OP_FALSE:
            return "False"
        case z3.Z3_OP_BNUM:
            return str(term.as_long())
        case z3.Z3_OP_UNINTERPRETED:
            return f"v[{term.decl().name()!r}]"
        case z3.Z3_OP_AND:
            return " and ".join(parts)
        case z3.Z3_OP_OR:
            return " or ".join(parts)
        case z3.Z3_OP_NOT:
            return f"not {parts[0]}"
        case z3.Z3_OP_ITE:
            return f"{parts[1]} if {parts[0]} else {parts[2]}"
        case z3.Z3_OP_BADD:
            return f"({' + '.join(parts)}) & {(1 << term.size()) - 1}"
        case z3.Z3_OP_BSUB:
            return f"({' - '.join(parts)}) & {(1 << term.size()) - 1}"
        case z3.Z3_OP_ZERO_EXT:
            return parts[0]
        case z3.Z3_OP_EXTRACT:
            high, low = term.params()
            return f"({parts[0]} >> {low}) & {(1 << (high - low + 1)) - 1}"
    if kind in _INFIX:
        return f"{parts[0]} {_INFIX[kind]} {parts[1]}"
    raise NotImplementedError(f"no reading for {term.decl()}")


class Interpreter:
    """Plays a rulebook in plain Python: `step` and `menu` on states that map variable names to numbers.

    A state holds every variable of the system, frozen ones included. `switches` (rule id to switch value) say which
    clauses are on.
    """

    def __init__(self, system: System, switches: Mapping[str, int], monitored: Monitored | None = None) -> None:
        self.system = system
        self.switches = {f"rule.{id}": value for id, value in switches.items()}
        nexts = dict(system.next) if monitored is None else monitored.next()
        broken = {} if monitored is None else {f"broken {id}": term for id, term in monitored.broken.items()}
        self._run = compile_terms(nexts | broken)
        self._legal = compile_terms({"legal": system.legal})
        self._contributions: Callable[[Mapping[str, int]], State] | None = None
        self._sizes = {name: 1 << term.size() for name, term in system.kernel.choice.items()}

    def under(self, switches: Mapping[str, int]) -> Interpreter:
        """The same rulebook under another setting of the switches; nothing is compiled anew."""
        other = copy.copy(self)
        other.switches = {f"rule.{id}": value for id, value in switches.items()}
        return other

    def _inputs(self, state: State, choice: Mapping[str, int]) -> State:
        return {**state, **self.switches, **{f"choice.{name}": value for name, value in choice.items()}}

    def legal(self, state: State, choice: Mapping[str, int]) -> bool:
        """Whether a choice (digits by name) is on the menu."""
        return bool(self._legal(self._inputs(state, choice))["legal"])

    def menu(self, state: State) -> Iterator[dict[str, int]]:
        """Every legal choice, the default first."""
        names = list(self._sizes)

        def digits(prefix: dict[str, int]) -> Iterator[dict[str, int]]:
            if len(prefix) == len(names):
                if self.legal(state, prefix):
                    yield dict(prefix)
                return
            name = names[len(prefix)]
            for value in range(self._sizes[name]):
                yield from digits({**prefix, name: value})

        yield from digits({})

    def step(self, state: State, choice: Mapping[str, int]) -> tuple[State, list[str]]:
        """The state after the step, and the ids of the properties that the step breaks.

        Raises ValueError if the choice is not legal.
        """
        if not self.legal(state, choice):
            raise ValueError(f"not on the menu: {dict(choice)}")
        result = self._run(self._inputs(state, choice))
        broken = [
            name.removeprefix("broken ") for name, value in result.items() if value and name.startswith("broken ")
        ]
        return {**state, **{name: value for name, value in result.items() if not name.startswith("broken ")}}, broken

    def contributions(self, state: State, choice: Mapping[str, int]) -> list[str]:
        """Which contributions (clause or structure, and field) change something in the step."""
        if self._contributions is None:
            self._contributions = compile_terms(self.system.contributions)
        return [name for name, fired in self._contributions(self._inputs(state, choice)).items() if fired]
