"""Properties as ghost fields beside the state: one Boolean per temporal subformula and identity it speaks of.

A ghost belongs to the ability or permanent that it watches, is reset when that appears, and moves on with it (a waiting
trigger's to its stack entry). Whether a reference still means its object is a ghost too, told from zone changes alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from verifier.encode.public import Carrier, Vocabulary
from verifier.encode.system import System
from verifier.encode.terms import (
    FALSE,
    TRUE,
    Term,
    conj,
    disj,
    equal,
    is_false,
    is_true,
    ite,
    neg,
    number,
    replace,
    variable,
)
from verifier.encode.things import Vector
from verifier.language.formulas import (
    Ability,
    And,
    Atom,
    Claim,
    Formula,
    Not,
    Or,
    Permanent,
    Previously,
    Property,
    Reference,
    Since,
    variables,
)

Place = Carrier | int
Binding = Mapping[Ability | Permanent, Place]


@dataclass(slots=True)
class Ghost:
    """One ghost Boolean: its variable, next-state term, value at the start, and the places that it belongs to.

    `of` is the formula whose past it keeps; a ghost of a reference has none.
    """

    name: str
    term: Term
    next: Term
    initial: Term
    owners: tuple[tuple[str, int], ...]
    field: str
    of: Formula | None = None


@dataclass(slots=True)
class Monitored:
    """A system with ghosts, and for each property the term "this step breaks it".

    `cases` has its parts: by the places that a claim's variables stand for, what breaks it there if no edge is reached.
    """

    system: System
    vocabulary: Vocabulary
    ghosts: dict[str, Ghost] = field(default_factory=dict)
    broken: dict[str, Term] = field(default_factory=dict)
    cases: dict[str, list[tuple[tuple[tuple[str, int], ...], Term]]] = field(default_factory=dict)

    def next(self) -> dict[str, Term]:
        """Next-state terms of state and ghosts."""
        return self.system.next | {name: ghost.next for name, ghost in self.ghosts.items()}

    def variables(self) -> dict[str, Term]:
        """State and ghost variables that change."""
        state = {v.name: v.term for v in self.system.layout.mutable()}
        return state | {name: ghost.term for name, ghost in self.ghosts.items()}

    def start(self) -> Term:
        """Where a proof starts, ghosts included."""
        return conj(self.system.start, *[equal(g.term, g.initial) for g in self.ghosts.values()])


def monitor(
    system: System, properties: Iterable[Property], vocabulary: Callable[[Any, dict[str, Term]], Vocabulary]
) -> Monitored:
    """Compile properties into monitors on a system. Raises KeyError for an atom that the vocabulary lacks."""
    frozen = {v.name: v.term for v in system.layout.variables.values() if v.frozen}
    result = Monitored(system, vocabulary(system.moment, frozen | system.next))
    compiler = _Compiler(result)
    for property in properties:
        if property.kernel:
            result.broken[property.id] = _kernel(system, property.kernel)
        else:
            claims = [compiler.cases(claim, f"{property.id}#{n}") for n, claim in enumerate(property.claims)]
            result.cases[property.id] = [case for cases in claims for case in cases]
            broken = [disj(*[term for _, term in cases]) for cases in claims]
            result.broken[property.id] = conj(neg(result.vocabulary.ends_here), disj(*broken))
    return result


def _kernel(system: System, obligation: str) -> Term:
    match obligation:
        case "menu":
            zero = [(term, _zero(term)) for term in system.inputs().values()]
            return neg(replace(system.legal, zero))
        case "range":
            pairs = [(v.term, system.next[v.name]) for v in system.layout.mutable()]
            return neg(replace(system.in_range, pairs))
        case "well-formed":
            pairs = [(v.term, system.next[v.name]) for v in system.layout.mutable()]
            return neg(replace(conj(*system.well_formed.values()), pairs))
        case "conflict":
            return system.conflict
    raise KeyError(obligation)


def _zero(term: Term) -> Term:
    return number(0, term.size())


class _Compiler:
    def __init__(self, monitored: Monitored) -> None:
        self.out = monitored
        self.words = monitored.vocabulary
        self.carriers = monitored.vocabulary.carriers
        self.slots = range(len(monitored.vocabulary.moved))
        self._origins = {(c.kind, c.slot): self.words.origins(c) for c in self.carriers}
        self._atoms: dict[tuple[str, str, int], Any] = {}
        self._values: dict[tuple[Any, ...], Term] = {}
        self._lost: dict[str, dict[tuple[str, int], tuple[Term, Term]]] = {}
        for role in ("source", "target"):
            self._references(role)

    # References: does an ability still mean its object?

    def _references(self, role: str) -> None:
        now: dict[tuple[str, int], tuple[Term, Term]] = {}
        for c in self.carriers:
            now[c.kind, c.slot] = tuple(
                variable(f"ghost.{role}-{reading}-lost.{c.kind}.{c.slot}", 0) for reading in ("same", "meant")
            )
        self._lost[role] = now
        then: dict[tuple[str, int], tuple[Term, Term]] = {}
        for c in self.carriers:
            same, meant = now[c.kind, c.slot]
            marks = getattr(c, role)
            moved = _at(marks, [*self.words.moved, *self.words.left_stack])
            found = conj(self._ability("acts", c), neg(meant), _at(marks, self.words.to_public_zone))
            then[c.kind, c.slot] = (disj(same, moved), ite(moved, neg(found), meant))
        for c in self.carriers:
            key = (c.kind, c.slot)
            appearing: list[tuple[Term, Term, Term]] = []
            for origin in self._origins[key]:
                if origin.carrier is None:
                    start = (origin.lost, origin.lost) if role == "source" else (FALSE, FALSE)
                else:
                    from_same, from_meant = then[origin.carrier.kind, origin.carrier.slot]
                    start = {
                        True: (from_same, from_meant),
                        False: (from_meant, from_meant) if origin.reading == "meant" else (from_same, from_same),
                    }[origin.inherits]
                if role == "target":
                    start = (disj(origin.untargeted, start[0]), disj(origin.untargeted, start[1]))
                appearing.append((origin.when, *start))
            same = _arrive(self.words.appears(c), then[key][0], [(when, value) for when, value, _ in appearing])
            meant = _arrive(self.words.appears(c), then[key][1], [(when, value) for when, _, value in appearing])
            initial = self.words.known(f"{role} lost", c)
            for reading, term, nxt in zip(("same", "meant"), now[key], (same, meant), strict=True):
                self._ghost(f"{role}-{reading}-lost", term, nxt, initial, (key,))

    def _ghost(
        self,
        field: str,
        term: Term,
        nxt: Term,
        initial: Term,
        owners: tuple[tuple[str, int], ...],
        of: Formula | None = None,
    ) -> None:
        name = str(term)
        self.out.ghosts[name] = Ghost(name, term, nxt, initial, owners, field, of)

    # Claims.

    def cases(self, claim: Claim, name: str) -> list[tuple[tuple[tuple[str, int], ...], Term]]:
        """For each choice of places for a claim's variables: those, and the term that says that it is broken there."""
        cases = []
        for binding in self._bindings(claim.variables):
            there = [place.live for place in binding.values() if isinstance(place, Carrier)]
            broken = conj(*there, neg(self._now(claim.formula, binding, name, ())))
            cases.append((tuple(_owner(place) for place in binding.values()), broken))
        return cases

    def _places(self, variable: Ability | Permanent) -> Sequence[Place]:
        if isinstance(variable, Permanent):
            return list(self.slots)
        return [c for c in self.carriers if variable.since == "creation" or c.kind == "entry"]

    def _bindings(self, variables: Sequence[Ability | Permanent]) -> Iterable[Binding]:
        for places in itertools.product(*[self._places(v) for v in variables]):
            yield dict(zip(variables, places, strict=True))

    def _now(self, formula: Formula, binding: Binding, name: str, path: tuple[int, ...]) -> Term:
        """The formula's value at this step."""
        key = (name, path, *[_place_key(p) for p in binding.values()])
        if key not in self._values:
            self._values[key] = self._evaluate(formula, binding, name, path)
        return self._values[key]

    def _evaluate(self, formula: Formula, binding: Binding, name: str, path: tuple[int, ...]) -> Term:
        match formula:
            case Atom():
                return self._atom(formula, binding)
            case Not(part):
                return neg(self._now(part, binding, name, (*path, 0)))
            case And(parts):
                return self._until(is_false, conj, parts, binding, name, path)
            case Or(parts):
                return self._until(is_true, disj, parts, binding, name, path)
            case Since(hold, event, _):
                holds = self._now(hold, binding, name, (*path, 0))
                happens = self._now(event, binding, name, (*path, 1))
                return disj(happens, conj(holds, self._memory(formula, binding, name, path)))
            case Previously(Since() as inner):
                return self._memory(inner, binding, name, (*path, 0))
            case Previously():
                return self._memory(formula, binding, name, path)
        raise TypeError(formula)

    def _until(
        self,
        settled: Callable[[Term], bool],
        join: Callable[..., Term],
        parts: Sequence[Formula],
        binding: Binding,
        name: str,
        path: tuple[int, ...],
    ) -> Term:
        """Join the parts, unless one of them already settles the whole."""
        values = []
        for i, part in enumerate(parts):
            values.append(self._now(part, binding, name, (*path, i)))
            if settled(values[-1]):
                return values[-1]
        return join(*values)

    def _memory(self, formula: Formula, binding: Binding, name: str, path: tuple[int, ...]) -> Term:
        """The ghost that keeps a formula's value of the step before, one per identity that the formula speaks of."""
        free = {v: binding[v] for v in variables(formula)}
        label = ".".join(_place_key(p) for p in free.values())
        field = f"{name}/{'.'.join(map(str, path))}"
        term = variable(f"ghost.{field}.{label}", 0)
        if str(term) in self.out.ghosts:
            return term
        owners = tuple(_owner(p) for p in free.values())
        self._ghost(field, term, FALSE, FALSE, owners, formula)
        keep = formula.part if isinstance(formula, Previously) else formula
        value = self._now(keep, free, name, path if keep is formula else (*path, 0))
        initial = FALSE
        for v, place in free.items():
            if isinstance(place, Carrier):
                value = self._through_time(v, place, free, formula, name, path, value)
                if isinstance(formula, Since) and formula.known:
                    initial = self.words.known(formula.known, place)
            else:
                value = conj(neg(self.words.moved[place]), value)
        self._ghost(field, term, value, initial, owners, formula)
        return term

    def _through_time(
        self,
        v: Ability | Permanent,
        place: Carrier,
        free: Binding,
        formula: Formula,
        name: str,
        path: tuple[int, ...],
        value: Term,
    ) -> Term:
        assert isinstance(v, Ability)
        appearing = []
        for origin in self._origins[place.kind, place.slot]:
            start = FALSE
            if origin.inherits and origin.carrier is not None and v.since == "creation":
                keep = formula.part if isinstance(formula, Previously) else formula
                start = self._now(keep, {**free, v: origin.carrier}, name, path if keep is formula else (*path, 0))
            appearing.append((origin.when, start))
        return _arrive(self.words.appears(place), value, appearing)

    # Atoms.

    def _ability(self, name: str, carrier: Carrier) -> Term:
        key = (name, carrier.kind, carrier.slot)
        if key not in self._atoms:
            self._atoms[key] = self.words.abilities[name](carrier)
        return self._atoms[key]

    def _objects(self, name: str) -> Vector:
        key = (name, "", 0)
        if key not in self._atoms:
            self._atoms[key] = self.words.objects[name]()
        return list(self._atoms[key])

    def _marks(self, subject: Any, binding: Binding) -> Vector:
        """Which slot a subject is in: one mark at most."""
        if isinstance(subject, Permanent):
            return [TRUE if p == binding[subject] else FALSE for p in self.slots]
        assert isinstance(subject, Reference)
        carrier = binding[subject.ability]
        assert isinstance(carrier, Carrier)
        marks: Vector = getattr(carrier, subject.role)
        if subject.reading == "card":
            return marks
        lost = self._lost[subject.role][carrier.kind, carrier.slot][subject.reading == "meant"]
        return [conj(neg(lost), mark) for mark in marks]

    def _game(self, name: str) -> Term:
        key = (name, "game", 0)
        if key not in self._atoms:
            self._atoms[key] = self.words.game[name]()
        return self._atoms[key]

    def _atom(self, formula: Atom, binding: Binding) -> Term:
        if not formula.subjects:
            return self._game(formula.name)
        first, *rest = formula.subjects
        if isinstance(first, Ability):
            carrier = binding[first]
            assert isinstance(carrier, Carrier)
            if not rest:
                return self._ability(formula.name, carrier)
            return _at(self._marks(rest[0], binding), self.words.pairs[formula.name](carrier))
        if formula.name == "is":
            return _at(self._marks(first, binding), self._marks(rest[0], binding))
        if formula.name == "means an object":
            return disj(*self._marks(first, binding))
        return _at(self._marks(first, binding), self._objects(formula.name))


def _at(marks: Sequence[Term], values: Sequence[Term]) -> Term:
    """The value at the mark; values may be given for the first marks (the object slots) alone."""
    return disj(*[conj(mark, value) for mark, value in zip(marks, values, strict=False) if not is_false(mark)])


def _arrive(appears: Term, stays: Term, brought: Sequence[tuple[Term, Term]]) -> Term:
    """A ghost's next value: what it brings along if its owner appears (one way at most), else what stays."""
    return disj(conj(stays, neg(appears)), *[conj(when, value) for when, value in brought])


def _owner(place: Place) -> tuple[str, int]:
    return (place.kind, place.slot) if isinstance(place, Carrier) else ("object", place)


def _place_key(place: Place) -> str:
    kind, slot = _owner(place)
    return f"{kind}.{slot}"
