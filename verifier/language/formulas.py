"""Past-time temporal formulas over events and public state, quantified over at most two identities.

A formula is read at one step of a game. Its *atoms* are named in a public vocabulary; they speak of an ability (on the
stack, waiting, or delayed), of a permanent, or of the object that an ability's source or target means. `once` and its
kin look back over the identity's own lifetime: an ability's from its creation or from being put on the stack, a
permanent's from its last zone change.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Ability:
    """A variable that ranges over abilities and spells; `since` is where their past begins: "stack" or "creation"."""

    name: str = "a"
    since: str = "stack"


@dataclass(frozen=True, slots=True)
class Permanent:
    """A variable that ranges over objects (cards and tokens between two zone changes)."""

    name: str = "p"


@dataclass(frozen=True, slots=True)
class Reference:
    """The object that an ability's `source` or `target` means.

    `same`: only while it is that very object. `meant`: also what the ability's own effect has just moved (400.7j).
    `card`: whatever object that card or token now is.
    """

    role: str
    ability: Ability
    reading: str


Subject: TypeAlias = Ability | Permanent | Reference


@dataclass(frozen=True, slots=True)
class Atom:
    """An event of the step, or public state before it, by name; without subjects it speaks of the game as a whole."""

    name: str
    subjects: tuple[Subject, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """Negation."""

    part: Formula


@dataclass(frozen=True, slots=True)
class And:
    """Conjunction."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Disjunction."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Previously:
    """It held at the step before, within the lifetime."""

    part: Formula


@dataclass(frozen=True, slots=True)
class Since:
    """`event` held at some step of the lifetime, and `hold` at every later one up to now.

    `known` names a public fact that stands for the past of what already exists as a game position is given.
    """

    hold: Formula
    event: Formula
    known: str = ""


Formula: TypeAlias = Atom | Not | And | Or | Previously | Since

ALWAYS = And(())


@dataclass(frozen=True, slots=True)
class Claim:
    """What holds at every step, for every choice of the variables.

    `shows` is what a witness has to show of it, where `verifier.language.premises` finds no premise in the formula.
    """

    variables: tuple[Ability | Permanent, ...]
    formula: Formula
    shows: Formula | None = None


@dataclass(frozen=True, slots=True)
class Property:
    """A property: id, statement in our own words, the rules that it rests on, its claims, and the expected verdict."""

    id: str
    statement: str
    cites: tuple[str, ...]
    claims: tuple[Claim, ...] = ()
    kernel: str = ""
    expected: str = "PROVED"
    reason: str = ""
    module: str = field(default="", compare=False)


def atom(name: str, *subjects: Subject) -> Formula:
    """The named event or fact, of these subjects."""
    return Atom(name, subjects)


def source(ability: Ability, reading: str = "same") -> Reference:
    """The object that is the ability's source."""
    return Reference("source", ability, reading)


def target(ability: Ability, reading: str = "same") -> Reference:
    """The object that is the ability's target."""
    return Reference("target", ability, reading)


def both(*parts: Formula) -> Formula:
    """All of the parts hold."""
    return And(parts)


def either(*parts: Formula) -> Formula:
    """At least one part holds."""
    return Or(parts)


def never(part: Formula) -> Formula:
    """The part does not hold."""
    return Not(part)


def implies(premise: Formula, conclusion: Formula) -> Formula:
    """Where the premise holds, so does the conclusion."""
    return Or((Not(premise), conclusion))


def previously(part: Formula) -> Formula:
    """It held at the step before."""
    return Previously(part)


def since(hold: Formula, event: Formula) -> Formula:
    """The event happened and `hold` has held ever after."""
    return Since(hold, event)


def once(part: Formula, *, known: str = "") -> Formula:
    """It held at this step or at an earlier one of the lifetime."""
    return Since(ALWAYS, part, known)


def historically(part: Formula) -> Formula:
    """It has held at every step of the lifetime."""
    return Not(Since(ALWAYS, Not(part)))


def atoms(formula: Formula) -> frozenset[tuple[str, int]]:
    """The events and facts that a formula speaks of, each with the number of its subjects; `known` ones are none."""
    match formula:
        case Atom(name, subjects):
            return frozenset([(name, len(subjects))])
        case Not(inner) | Previously(inner):
            return atoms(inner)
        case And(parts) | Or(parts):
            return frozenset().union(*map(atoms, parts))
        case Since(hold, event):
            return atoms(hold) | atoms(event)
    raise TypeError(formula)


def references(formula: Formula) -> frozenset[tuple[str, str]]:
    """Role and reading of every reference in a formula."""
    match formula:
        case Atom(_, subjects):
            return frozenset((s.role, s.reading) for s in subjects if isinstance(s, Reference))
        case Not(inner) | Previously(inner):
            return references(inner)
        case And(parts) | Or(parts):
            return frozenset().union(*map(references, parts))
        case Since(hold, event):
            return references(hold) | references(event)
    raise TypeError(formula)


def variables(formula: Formula) -> tuple[Ability | Permanent, ...]:
    """The free variables of a formula, in order of appearance."""
    found: dict[Ability | Permanent, None] = {}

    def visit(part: Formula) -> None:
        match part:
            case Atom(_, subjects):
                for subject in subjects:
                    found[subject.ability if isinstance(subject, Reference) else subject] = None
            case Not(inner) | Previously(inner):
                visit(inner)
            case And(parts) | Or(parts):
                for inner in parts:
                    visit(inner)
            case Since(hold, event):
                visit(hold)
                visit(event)

    visit(formula)
    return tuple(found)
