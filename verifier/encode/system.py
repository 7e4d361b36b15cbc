"""Assembling a rulebook's contributions into one functional transition system.

Each variable gets exactly one next-state term. What nothing writes keeps its value (the frame). Two writes of one rank
that could put different values into one variable are collected as a conflict term, which is a property like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from verifier.encode.clauses import Clause, Kind, Write
from verifier.encode.terms import (
    FALSE,
    TRUE,
    Term,
    below,
    conj,
    disj,
    equal,
    is_at,
    is_bool,
    is_false,
    ite,
    neg,
    number,
    variable,
    width_for,
)
from verifier.encode.things import Layout, Size, Slice

T = TypeVar("T")
Mutation: TypeAlias = Callable[[str, str, Any], Any]
"""What a mutant makes of a clause's guard: of clause id, field (or "forbids") and guard; false drops the write."""
Setting: TypeAlias = int | tuple[int, ...]
"""The value of a clause's switch, or several between which it is left free."""

Contribution = Callable[[Any], Iterable[Write]]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """What `models` hands to the kernel: clauses, kinds of things, choices, and how to look at one step.

    `moment(kernel)` makes the rulebook's view of one step; `structure` contributes what no clause switches (moving the
    instruction pointer, say); `reactions` contribute after all updates are known and may read the state after the step.
    """

    clauses: Mapping[str, Clause]
    kinds: Mapping[str, tuple[type[Any], Size]]
    default_slice: Mapping[str, int]
    choices: Mapping[str, Size]
    moment: Callable[[Kernel], Any]
    structure: tuple[Contribution, ...]
    reactions: tuple[Contribution, ...]
    legal: Callable[[Any], Term]
    well_formed: Callable[[Any], Mapping[str, Term]]
    start: Callable[[Any], Term]
    editions: tuple[str, ...]

    def switches(self, edition: str) -> dict[str, int]:
        """The switch value of each clause in an edition."""
        return {id: clause.in_edition(edition) for id, clause in self.clauses.items()}


class Kernel:
    """What a rulebook's view of a step is made from: state, choices, and the clauses as one."""

    def __init__(
        self,
        rulebook: Rulebook,
        layout: Layout,
        fixed: Mapping[str, int] | None = None,
        mutation: Mutation | None = None,
    ) -> None:
        self.rulebook = rulebook
        self._mutation = mutation
        self.layout = layout
        self.slices: Slice = layout.slices
        self.choice = {n: variable(f"choice.{n}", width_for(size(self.slices))) for n, size in rulebook.choices.items()}
        self.switch: dict[str, Term] = {}
        for id, clause in rulebook.clauses.items():
            width = width_for(2 + len(clause.variants))
            self.switch[id] = variable(f"rule.{id}", width) if fixed is None else number(fixed[id], width)
        self.after: dict[str, Term] = {}

    def mutated(self, clause: str, field: str, guard: Term) -> Term:
        """A guard as the mutant under test has it; as written if there is none."""
        return guard if self._mutation is None else self._mutation(clause, field, guard)

    def view(self, cls: type[T]) -> T:
        """The things of one kind before the step."""
        return self.layout.view(cls)

    def view_after(self, cls: type[T]) -> T:
        """The things of one kind after the step's updates (not its reactions)."""
        return self.layout.view(cls, self.after)

    def active(self, clause: Clause, value: int) -> Term:
        """Whether a clause's switch has this value."""
        return is_at(self.switch[clause.id], value)

    def vetoed(self, action: str, moment: Any, to: Any) -> Term:
        """Whether any active veto forbids the action to a permanent (by its slot), or to what the action is done to."""
        return disj(
            *[
                conj(self.active(clause, value), self.mutated(clause.id, "forbids", body(moment, to)))
                for clause in self.rulebook.clauses.values()
                if clause.kind is Kind.VETO and clause.of == action
                for value, body in clause.bodies()
            ]
        )

    def raised(self, event: str, moment: Any, slot: int) -> Term:
        """Whether an absence of this event fails: its active wrong variant raises the event for a permanent."""
        return disj(
            *[
                conj(self.active(clause, value), body(moment, slot))
                for clause in self.rulebook.clauses.values()
                if clause.kind is Kind.ABSENCE and clause.of == event
                for value, body in clause.bodies()
            ]
        )

    def defined(self, id: str, *arguments: Any) -> Term:
        """What a definition or ordering says, by its active variant."""
        clause = self.rulebook.clauses[id]
        (_, result), *others = [(value, body(*arguments)) for value, body in clause.bodies()]
        for (value, _), term in zip(clause.bodies()[1:], (t for _, t in others), strict=True):
            result = ite(self.active(clause, value), term, result)
        return result

    def writes(self, moment: Any, reacting: bool) -> Iterable[tuple[str, Write]]:
        """All writes of updates and absences in one phase, each under its clause's switch, with the clause's name."""
        for clause in self.rulebook.clauses.values():
            if clause.kind in (Kind.UPDATE, Kind.ABSENCE) and clause.reacts == reacting and not clause.of:
                for value, body in clause.bodies():
                    on = self.active(clause, value)
                    if is_false(on):
                        continue
                    for write in body(moment):
                        guard = self.mutated(clause.id, field_of(write), write.guard)
                        yield clause.id, Write(write.variable, conj(on, guard), write.value, write.rank)

    def triggers(self, moment: Any, row: int, slot: int) -> Term:
        """How often the abilities of one row trigger for one object, summed over the trigger clauses."""
        result = None
        for clause in self.rulebook.clauses.values():
            if clause.kind is Kind.TRIGGER:
                for value, body in clause.bodies():
                    term = body(moment, row, slot)
                    term = ite(self.active(clause, value), term, number(0, term.size()))
                    result = term if result is None else result + term
        return result


def field_of(write: Write) -> str:
    """Kind and field of what a write changes, such as `object.back`."""
    return ".".join(str(write.variable).split(".")[:2])


@dataclass(slots=True)
class System:
    """A functional transition system: one next-state term per mutable variable."""

    rulebook: Rulebook
    layout: Layout
    kernel: Kernel
    moment: Any
    next: dict[str, Term] = field(default_factory=dict)
    legal: Term = TRUE
    start: Term = TRUE
    well_formed: dict[str, Term] = field(default_factory=dict)
    in_range: Term = TRUE
    conflict: Term = FALSE
    contributions: dict[str, Term] = field(default_factory=dict)

    @property
    def slices(self) -> Slice:
        """How many slots of each kind there are."""
        return self.layout.slices

    def inputs(self) -> dict[str, Term]:
        """The choice variables."""
        return {f"choice.{name}": term for name, term in self.kernel.choice.items()}

    def switches(self) -> dict[str, Term]:
        """The clauses' switch variables, by `rule.<id>`."""
        return {f"rule.{id}": term for id, term in self.kernel.switch.items()}

    def fix(self, switches: Mapping[str, Setting]) -> list[Term]:
        """The equations that set the switches; one that is not named, or has no value, is free."""
        result = []
        for id, setting in switches.items():
            switch = self.kernel.switch[id]
            values = (setting,) if isinstance(setting, int) else setting
            if values:
                result.append(disj(*[equal(switch, number(value, switch.size())) for value in values]))
        return result


def assemble(
    rulebook: Rulebook, slices: Slice, fixed: Mapping[str, int] | None = None, mutation: Mutation | None = None
) -> System:
    """The transition system of a rulebook at a slice; with `fixed`, the switches are constants.

    A reaction has precedence over an update: where both write a variable, the reaction's value stays.
    """
    layout = Layout(rulebook.kinds, slices)
    kernel = Kernel(rulebook, layout, fixed, mutation)
    kernel.after = {name: v.term for name, v in layout.variables.items()}
    moment = rulebook.moment(kernel)
    system = System(rulebook, layout, kernel, moment)
    by_name = {v.term.get_id(): v for v in layout.mutable()}
    for reacting in (False, True):
        writes = list(kernel.writes(moment, reacting))
        for contribute in rulebook.reactions if reacting else rulebook.structure:
            writes += [(contribute.__name__, write) for write in contribute(moment)]
        grouped: dict[str, list[Write]] = {}
        for source, write in writes:
            if is_false(write.guard):
                continue
            name = by_name[write.variable.get_id()].name
            grouped.setdefault(name, []).append(write)
            fired = conj(write.guard, neg(equal(write.value, write.variable)))
            key = f"{source}/{name.rsplit('.', 1)[0]}"
            system.contributions[key] = disj(system.contributions.get(key, FALSE), fired)
        for name, group in grouped.items():
            system.next[name] = _settle(kernel.after[name], group)
            system.conflict = disj(system.conflict, _conflict(group))
        kernel.after |= system.next
    for v in layout.mutable():
        system.next.setdefault(v.name, v.term)
    system.legal = rulebook.legal(moment)
    system.in_range = conj(*[_in_range(v.term, v.size) for v in layout.variables.values()])
    system.well_formed = dict(rulebook.well_formed(moment))
    system.start = conj(system.in_range, *system.well_formed.values(), rulebook.start(moment))
    return system


def _in_range(term: Term, size: int) -> Term:
    return TRUE if is_bool(term) else below(term, size)


def _settle(current: Term, group: list[Write]) -> Term:
    result = current
    for write in sorted(group, key=lambda w: w.rank):
        result = ite(write.guard, write.value, result)
    return result


def _conflict(group: list[Write]) -> Term:
    clashes = []
    for i, one in enumerate(group):
        for other in group[i + 1 :]:
            if one.rank == other.rank and one.value.get_id() != other.value.get_id():
                clashes.append(conj(one.guard, other.guard, neg(equal(one.value, other.value))))
    return disj(*clashes)
