"""The kernel of the flagship rule as a rulebook of its own, for the shipped machinery.

Permanents have a face that is up; a stack holds abilities of them; an ability turns its source over, once or twice, one
instruction a step; a permanent may leave and return as a new object. `kernel.lp` and `kernel.c` say the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from verifier.encode.clauses import Write, update, veto
from verifier.encode.system import Kernel, Rulebook
from verifier.encode.terms import FALSE, TRUE, Term, below, conj, disj, implies, is_at, neg, select
from verifier.encode.things import Vector, code, flag, index

NUMBERS = {"bench": None}
GUARD = "kernel.once-per-ability"


class Act(IntEnum):
    """What is chosen in a step: go on with the stack, put an ability on it, or make a permanent leave and return."""

    PASS = 0
    ACTIVATE = 1
    BLINK = 2


class AbilityKind(IntEnum):
    """What kind of ability a stack entry is; the guard limits all but delayed ones."""

    ACTIVATED = 0
    TRIGGERED = 1
    DELAYED = 2


@dataclass(slots=True)
class Permanents:
    """What is on the battlefield: whether it has two faces, whether its back is a spell's, and whether that is up."""

    two_faced: Vector = flag(frozen=True)  # noqa: RUF009
    spell_back: Vector = flag(frozen=True)  # noqa: RUF009
    back: Vector = flag()  # noqa: RUF009


@dataclass(slots=True)
class Entries:
    """The stack, bottom first. `again`: a second instruction is left; `turned` and `lost`: since it was put there."""

    live: Vector = flag()  # noqa: RUF009
    source: Vector = index("permanents")  # noqa: RUF009
    kind: Vector = code(AbilityKind)  # noqa: RUF009
    again: Vector = flag()  # noqa: RUF009
    turned: Vector = flag()  # noqa: RUF009
    lost: Vector = flag()  # noqa: RUF009


@dataclass(slots=True)
class Table:
    """Whether the top of the stack is in the middle of its resolution."""

    resolving: Vector = flag()  # noqa: RUF009


class Step:
    """One step: state before it, the choice, and what they come to."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.permanents = kernel.view(Permanents)
        self.entries = kernel.view(Entries)
        self.resolving = kernel.view(Table).resolving[0]
        self.at, self.kind = kernel.choice["at"], kernel.choice["kind"]
        self.twice = is_at(kernel.choice["twice"], 1)
        self.places = range(len(self.entries.live))
        self.slots = range(len(self.permanents.back))

    def chooses(self, act: Act) -> Term:
        """Whether this is what is chosen."""
        return is_at(self.kernel.choice["act"], act)

    @cached_property
    def top(self) -> Vector:
        """Which entry is the top of the stack."""
        live = self.entries.live
        return [conj(live[d], neg(live[d + 1])) if d + 1 < len(live) else live[d] for d in self.places]

    @cached_property
    def puts(self) -> Vector:
        """At which place an ability is put on the stack."""
        live = self.entries.live
        below_it = [TRUE, *live[:-1]]
        return [conj(self.chooses(Act.ACTIVATE), below_it[d], neg(live[d])) for d in self.places]

    @cached_property
    def instructs(self) -> Vector:
        """Of which entry an instruction is carried out."""
        return [conj(self.chooses(Act.PASS), top) for top in self.top]

    def of_top(self, marks: Vector) -> Term:
        """A flag of the entry whose instruction is carried out."""
        return disj(*[conj(i, mark) for i, mark in zip(self.instructs, marks, strict=True)])

    @cached_property
    def source(self) -> Vector:
        """The source of the instruction, as a mark per permanent."""
        e = self.entries
        return [self.of_top([is_at(s, p) for s in e.source]) for p in self.slots]

    @cached_property
    def turned_before(self) -> Term:
        """Whether the guard's case is given: the source has turned over, and the ability is not a delayed one."""
        e = self.entries
        return self.of_top([conj(t, neg(is_at(k, AbilityKind.DELAYED))) for t, k in zip(e.turned, e.kind, strict=True)])

    @cached_property
    def turns(self) -> Vector:
        """Which permanent turns over."""
        return [conj(self.source[p], neg(self.kernel.vetoed("turn", self, p))) for p in self.slots]

    @cached_property
    def blinks(self) -> Vector:
        """Which permanent leaves and returns."""
        return [conj(self.chooses(Act.BLINK), is_at(self.at, p)) for p in self.slots]

    def of_source(self, d: int, marks: Vector) -> Term:
        """A fact of the permanent that is an entry's source."""
        return select(marks, self.entries.source[d])

    @cached_property
    def breaks(self) -> Term:
        """Whether an ability turns its source over that has turned over since it was put on the stack."""
        return conj(self.turned_before, disj(*self.turns))


@veto("kernel.needs-two-faces", of="turn", title="what has one face does not turn over", numbers=NUMBERS)
def needs_two_faces(s: Step, p: int) -> Term:
    """Stops what has no other face."""
    return neg(s.permanents.two_faced[p])


@veto("kernel.no-spell-face", of="turn", title="what would turn into a spell stays", numbers=NUMBERS)
def no_spell_face(s: Step, p: int) -> Term:
    """Stops what has a spell on its back."""
    return s.permanents.spell_back[p]


@veto("kernel.same-object", of="turn", title="a new object is not the ability's source", numbers=NUMBERS)
def same_object(s: Step, p: int) -> Term:
    """Stops what left and returned since."""
    return s.of_top(s.entries.lost)


@veto(GUARD, of="turn", title="not if it has turned over since the ability was put on the stack", numbers=NUMBERS)
def once_per_ability(s: Step, p: int) -> Term:
    """Limits activated and ordinary triggered abilities."""
    return s.turned_before


@update("kernel.turn-over", title="an instruction turns the source over", numbers=NUMBERS)
def turn_over(s: Step) -> Iterator[Write]:
    """The other face of the source comes up."""
    for p in s.slots:
        yield Write(s.permanents.back[p], s.turns[p], neg(s.permanents.back[p]))


@update("kernel.blink", title="what returns has its front up", numbers=NUMBERS)
def blink(s: Step) -> Iterator[Write]:
    """The permanent returns front face up."""
    for p in s.slots:
        yield Write(s.permanents.back[p], s.blinks[p], FALSE)


def stack(s: Step) -> Iterator[Write]:
    """Abilities are put on the stack, are carried out, and leave it."""
    e = s.entries
    for d in s.places:
        put = s.puts[d]
        yield Write(e.live[d], put, TRUE)
        yield Write(e.live[d], conj(s.instructs[d], neg(e.again[d])), FALSE)
        yield Write(e.source[d], put, s.at)
        yield Write(e.kind[d], put, s.kind)
        yield Write(e.again[d], put, s.twice)
        yield Write(e.again[d], s.instructs[d], FALSE)
        yield Write(e.turned[d], put, FALSE)
        yield Write(e.turned[d], conj(neg(put), s.of_source(d, s.turns)), TRUE)
        yield Write(e.lost[d], put, FALSE)
        yield Write(e.lost[d], conj(neg(put), s.of_source(d, s.blinks)), TRUE)
    yield Write(s.resolving, s.chooses(Act.PASS), s.of_top(e.again))


def legal(s: Step) -> Term:
    """The menu; digits that a choice does not use are zero."""
    plain = conj(is_at(s.kind, 0), neg(s.twice))
    return conj(
        below(s.kernel.choice["act"], len(Act)),
        below(s.at, len(s.slots)),
        below(s.kind, len(AbilityKind)),
        implies(s.resolving, s.chooses(Act.PASS)),
        implies(s.chooses(Act.PASS), conj(plain, is_at(s.at, 0))),
        implies(s.chooses(Act.BLINK), plain),
        implies(s.chooses(Act.ACTIVATE), neg(s.entries.live[-1])),
    )


def rulebook() -> Rulebook:
    """The kernel, for any number of permanents and any depth of the stack."""
    clauses = (needs_two_faces, no_spell_face, same_object, once_per_ability, turn_over, blink)
    return Rulebook(
        clauses={clause.id: clause for clause in clauses},
        kinds={
            "permanent": (Permanents, lambda slices: slices["permanents"]),
            "entry": (Entries, lambda slices: slices["stack"]),
            "table": (Table, lambda _: 1),
        },
        default_slice={"permanents": 16, "stack": 16},
        choices={
            "act": lambda _: len(Act),
            "at": lambda slices: slices["permanents"],
            "kind": lambda _: len(AbilityKind),
            "twice": lambda _: 2,
        },
        moment=Step,
        structure=(stack,),
        reactions=(),
        legal=legal,
        well_formed=lambda _: {},
        start=lambda s: conj(neg(s.resolving), *[neg(live) for live in s.entries.live]),
        editions=("bench",),
    )
