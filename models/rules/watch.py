"""Which triggered abilities an event concerns (603.2): matching kinds, whose object, and what the object is.

Everything here reads the state before and after the step. Leaving the battlefield looks back (603.10): watcher and
object are taken as they were before; every other event is seen by what is there after it.
"""

from __future__ import annotations

import itertools
from functools import cached_property

from verifier.encode.terms import (
    FALSE,
    TRUE,
    Term,
    conj,
    disj,
    equal,
    implies,
    is_at,
    ite,
    neg,
    number,
    plus_capped,
)
from verifier.encode.things import Vector

from ..moment import Moment
from ..shown import Shown
from ..state import Objects
from ..vocabulary import AbilityKind, Step, Who, Zone

WIDTH = 3


class Happened:
    """What happened to the objects in one step, from public state before and after."""

    def __init__(self, moment: Moment) -> None:
        self.m = moment
        self.before = moment.objects
        self.after = moment.kernel.view_after(Objects)
        self.shown = Shown(moment, self.after)

    @cached_property
    def moved(self) -> Vector:
        """Which objects changed zones."""
        return [neg(equal(a, b)) for a, b in zip(self.before.zone, self.after.zone, strict=True)]

    @cached_property
    def turned(self) -> Vector:
        """Which permanents turned over."""
        return [
            conj(self.m.on_battlefield[p], neg(self.moved[p]), neg(equal(self.before.back[p], self.after.back[p])))
            for p in self.m.slots
        ]

    @cached_property
    def turned_face_up(self) -> Vector:
        """Which permanents were turned face up, or count as such."""
        hidden, shows = self.before.face_down, self.after.face_down
        return [
            disj(
                conj(self.m.on_battlefield[p], neg(self.moved[p]), hidden[p], neg(shows[p])),
                self.m.kernel.raised("turned face up", self.m, p),
            )
            for p in self.m.slots
        ]

    def events(self, kind: AbilityKind) -> Vector:
        """Which objects the events of one kind happened to."""
        if kind is AbilityKind.TURNED_FACE_UP:
            return self.turned_face_up
        zones = {AbilityKind.ENTERS: Zone.BATTLEFIELD, AbilityKind.CASTS: Zone.STACK, AbilityKind.DIES: Zone.GRAVEYARD}
        if kind is AbilityKind.TRANSFORMS:
            return self.turned
        arrived = [conj(self.moved[p], is_at(self.after.zone[p], zones[kind])) for p in self.m.slots]
        if kind is AbilityKind.DIES:
            return [conj(self.m.on_battlefield[p], arrived[p]) for p in self.m.slots]
        return arrived

    def matches(self, kind: AbilityKind, row: int, looks: str) -> Vector:
        """Which objects an event of this kind happened to that the row's filter asks for."""
        shown = self.m.shown if looks == "before" else self.shown
        events = self.events(kind)
        if looks == "entering":
            back = self.after.back
            events = [
                disj(e, conj(b, n)) for e, b, n in zip(events, back, self.events(AbilityKind.ENTERS), strict=True)
            ]
        if looks == "anywhere":
            events = [conj(self.moved[p], is_at(self.after.zone[p], Zone.GRAVEYARD)) for p in self.m.slots]
        return [conj(events[p], shown.meets(p, self.m.abilities.filter[row])) for p in self.m.slots]


def happened(m: Moment) -> Happened:
    """The step's events; made once per moment."""
    made: Happened = m.once("happened", lambda: Happened(m))
    return made


def _others(m: Moment, kind: AbilityKind, row: int, looks: str) -> tuple[Vector, tuple[Vector, Vector]]:
    """Matching objects of a row; and how many there are, under each player, in the other slots than each.

    Summed from both ends, capped at each addition, so that no sum of some is ever none.
    """

    def make() -> tuple[Vector, tuple[Vector, Vector]]:
        h = happened(m)
        matches = h.matches(kind, row, looks)
        controllers = (h.before if looks == "before" else h.after).controller
        first, second = (
            _but_one([conj(x, equal(c, player)) for x, c in zip(matches, controllers, strict=True)])
            for player in (FALSE, TRUE)
        )
        return matches, (first, second)

    made: tuple[Vector, tuple[Vector, Vector]] = m.once(f"others {kind} {row} {looks}", make)
    return made


def _but_one(marks: Vector) -> Vector:
    """For each place, how many marks hold elsewhere (capped)."""
    ones = [ite(mark, number(1, WIDTH), number(0, WIDTH)) for mark in marks]
    before = [number(0, WIDTH), *itertools.accumulate(ones[:-1], plus_capped)]
    behind = [number(0, WIDTH), *itertools.accumulate(ones[:0:-1], plus_capped)][::-1]
    return [plus_capped(a, b) for a, b in zip(before, behind, strict=True)]


def concerned(m: Moment, kind: AbilityKind, row: int, slot: int, looks: str = "") -> Term:
    """How often (in `WIDTH` bits, capped) the row's ability of the permanent triggers on this kind of event.

    `looks` says at which moment objects and watchers are looked at: "before", "after", "entering", which is after and
    counts what enters with its back up, or "anywhere", which is after and counts what reaches a graveyard from
    wherever; deaths look back, all else is seen after.
    """
    h = happened(m)
    looks = looks or ("before" if kind is AbilityKind.DIES else "after")
    matches, (first, second) = _others(m, kind, row, looks)
    back = looks == "before"
    has = (m.shown if back else h.shown).has[row][slot]
    mine = (h.before if back else h.after).controller[slot]
    who, yours = m.abilities.who[row], m.abilities.yours[row]
    own = ite(matches[slot], number(1, WIDTH), number(0, WIDTH))
    allies = ite(mine, second[slot], first[slot])
    others = ite(yours, allies, plus_capped(first[slot], second[slot]))
    seen = ite(is_at(who, Who.THIS), own, ite(is_at(who, Who.OTHER), others, plus_capped(others, own)))
    return ite(conj(is_at(m.abilities.kind[row], kind), has), seen, number(0, WIDTH))


def at_beginning(m: Moment, kind: AbilityKind, step: Step, row: int, slot: int) -> Term:
    """Whether (0 or 1) the row's ability triggers as a step begins; `yours`: in its controller's turn."""
    h = happened(m)
    turn = ite(is_at(m.step, Step.END), neg(m.active), m.active)
    fires = conj(
        m.begins(step),
        is_at(m.abilities.kind[row], kind),
        h.shown.has[row][slot],
        implies(m.abilities.yours[row], equal(h.after.controller[slot], turn)),
    )
    return ite(fires, number(1, WIDTH), number(0, WIDTH))
