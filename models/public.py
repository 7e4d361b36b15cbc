"""The public vocabulary: events and facts of one step that any player at the table could tell.

Properties speak only of these. Nothing here reads a rule's own bookkeeping (stamps, the `*_gone` marks): whether a
reference still means its object is told from zone changes alone, in ghost fields of the monitors' own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from verifier.encode.public import Carrier, Origin
from verifier.encode.terms import FALSE, TRUE, Term, below, conj, disj, equal, is_at, ite, minus, neg, number, select
from verifier.encode.things import Vector

from .moment import Moment
from .public_milling import PublicMilling
from .public_stack import OfStack
from .public_watching import Watching
from .rules.delayed import new_places
from .rules.stack import announcement
from .rules.transform import other_face_is_spell, two_faced
from .state import Entries, Game, Objects, Waiting
from .vocabulary import PUBLIC_ZONES, AbilityKind, Condition, EntryKind, Op, Representation, What, Who, Zone


class PublicVocabulary:
    """Atoms by name.

    `objects`: a term per slot. `abilities`: of a carrier. `pairs`: of a carrier, a term per slot. `game`: one term.
    """

    def __init__(self, moment: Moment, after: dict[str, Term]) -> None:
        self.m = moment
        layout = moment.kernel.layout
        self.after = layout.view(Objects, after)
        self.entries_after = layout.view(Entries, after)
        self._waiting_after = layout.view(Waiting, after)
        self.ended = moment.edge
        self.game_after = layout.view(Game, after)
        self.ends_here = self.game_after.edge[0]
        self.watching = Watching(self)
        self.of_stack = OfStack(self)
        self.milling = PublicMilling(self, after)
        self.objects: dict[str, Callable[[], Vector]] = {
            "turned over": lambda: self.turned,
            "changed zones": lambda: self.moved,
            "on the battlefield": lambda: self.m.on_battlefield,
            "front up or in play": self._front_or_in_play,
            "double-faced": lambda: [two_faced(self.m, p, modal=True) for p in self.m.slots],
            "transforming": lambda: [two_faced(self.m, p, modal=False) for p in self.m.slots],
            "modal": lambda: [is_at(r, Representation.MODAL) for r in self.m.objects.representation],
            "would become a spell face": lambda: [other_face_is_spell(self.m, p) for p in self.m.slots],
            "cannot transform": lambda: self.m.forbidden,
            "keeps what is on it": self._unchanged,
            "tapped after": lambda: self.after.tapped,
            "told to turn over": self._told,
            "shows its back": lambda: self.m.objects.back,
            "is tapped": lambda: self.m.objects.tapped,
            "its watchers of turning face up trigger": lambda: self.watching.triggers(AbilityKind.TURNED_FACE_UP),
            "its watchers of turning over trigger": lambda: self.watching.triggers(AbilityKind.TRANSFORMS),
            "its watchers of deaths trigger": lambda: self.watching.triggers(AbilityKind.DIES),
            "something is turned face up": lambda: [self.watching.something_face_up] * len(self.m.slots),
            "only watchers that see what turned over trigger": lambda: self.watching.only_these,
            "all watchers that see what turned over trigger": lambda: self.watching.all_these,
            "appears": lambda: self.milling.appears,
            "is in its owner's graveyard after": lambda: self.milling.in_graveyard_after,
            "its ability is activated by milling": lambda: self.milling.paid_for,
            "exactly that is milled": lambda: self.milling.paid_exactly,
            "its mill costs are payable exactly with enough cards": lambda: self.milling.payable_exactly,
        }
        self.abilities: dict[str, Callable[[Carrier], Term]] = {
            "acts": self._acts,
            "is a spell": lambda c: self._kind(c, EntryKind.SPELL),
            "is delayed": lambda c: TRUE if c.kind == "delayed" else self._kind(c, EntryKind.DELAYED),
            "says transform or convert": lambda c: self._says(c, Op.TRANSFORM, Op.CONVERT),
            "says tap": lambda c: self._says(c, Op.TAP),
            "says unconditionally": lambda c: conj(
                self._acts(c), neg(m.instruction.may), is_at(m.instruction.condition, Condition.ALWAYS)
            ),
            "says if you do": lambda c: conj(
                self._acts(c), neg(m.instruction.may), is_at(m.instruction.condition, Condition.DONE)
            ),
            "reaches its last instruction": self._last,
            **self.of_stack.abilities,
            "says this": lambda c: conj(self._acts(c), is_at(m.instruction.what, What.THIS)),
            "says mill": lambda c: self._says(c, Op.MILL),
            "says may": lambda c: conj(self._acts(c), m.instruction.may),
            "as many leave the libraries as it says, or all": lambda c: self.milling.as_many_as_possible,
            "can be chosen exactly with enough cards": lambda c: self.milling.choosable_exactly,
            "says always": lambda c: conj(self._acts(c), is_at(m.instruction.condition, Condition.ALWAYS)),
            "as many leave the libraries as it says, or none": lambda c: self.milling.all_or_none,
            "says target": lambda c: conj(self._acts(c), is_at(m.instruction.what, What.TARGET), m.aims_at_object),
        }
        self.pairs: dict[str, Callable[[Carrier], Vector]] = {
            "says all of": self._says_all,
            "says all transformed": self._says_all_transformed,
            "asks for": self.of_stack.asks_for,
        }
        self.game: dict[str, Callable[[], Term]] = {
            "something dies": lambda: self.watching.something_dies,
            "cards leave a library": lambda: self.milling.leave,
            "libraries only lose cards from the top": lambda: self.milling.from_the_top,
            "what leaves a library appears, card for card": lambda: self.milling.card_for_card,
        }
        m = moment

    # Carriers: where an ability is from its creation until it leaves the stack.

    @cached_property
    def carriers(self) -> list[Carrier]:
        """Stack entries, delayed abilities and waiting triggers, each with its references."""
        m = self.m
        many = len(m.slots)
        result = [
            Carrier(
                "entry", i, m.entries.live[i], self._slot_of(m.entries.source[i]), self._aim_of(m.entries.target[i])
            )
            for i in m.places
        ]
        result += [
            Carrier(
                "delayed", d, m.delayed.live[d], self._slot_of(m.delayed.source[d]), self._aim_of(m.delayed.target[d])
            )
            for d in m.delays
        ]
        for w, count in enumerate(m.waiting.count):
            marks = [TRUE if p == w % many else FALSE for p in m.slots]
            result.append(Carrier("waiting", w, neg(is_at(count, 0)), marks, [FALSE] * many))
        return result

    def _slot_of(self, index: Term) -> Vector:
        return [is_at(index, p) for p in self.m.slots]

    def _aim_of(self, index: Term) -> Vector:
        return [is_at(index, t) for t in range(len(self.m.slots) + len(self.m.places))]

    def appears(self, carrier: Carrier) -> Term:
        """Whether an ability appears at a carrier in this step."""
        if carrier.kind == "entry":
            return announcement(self.m).places[carrier.slot]
        if carrier.kind == "delayed":
            return new_places(self.m)[carrier.slot]
        return self.newly_waiting(carrier.slot)

    def origins(self, carrier: Carrier) -> list[Origin]:
        """How an ability comes to be at a carrier in this step, and what carrier (if any) it comes from."""
        m, a = self.m, announcement(self.m)
        by_kind = {(c.kind, c.slot): c for c in self.carriers}
        if carrier.kind == "entry":
            place = a.places[carrier.slot]
            found = [
                Origin(conj(place, a.taken[0][w]), by_kind["waiting", w], inherits=True) for w in range(len(a.taken[0]))
            ]
            found += [Origin(conj(place, a.taken[1][d]), by_kind["delayed", d], inherits=True) for d in m.delays]
            found += [Origin(conj(place, a.copying, a.copied[i]), by_kind["entry", i]) for i in m.places]
            found.append(Origin(conj(place, a.announcing), None))
            return found
        if carrier.kind == "delayed":
            place = new_places(m)[carrier.slot]
            return [
                Origin(
                    conj(place, m.entries.resolving[i]),
                    by_kind["entry", i],
                    reading="meant",
                    untargeted=neg(m.aims_at_object),
                )
                for i in m.places
            ]
        w = carrier.slot
        row, slot = divmod(w, len(m.slots))
        died = conj(m.on_battlefield[slot], is_at(self.after.zone[slot], Zone.GRAVEYARD))
        own = conj(died, m.shown.meets(slot, m.abilities.filter[row]), neg(is_at(m.abilities.who[row], Who.OTHER)))
        left_too = conj(is_at(m.abilities.kind[row], AbilityKind.DIES), self.moved[slot], neg(own))
        return [Origin(self.newly_waiting(w), None, lost=left_too)]

    def newly_waiting(self, w: int) -> Term:
        """Whether an ability of this row and slot triggers in the step."""
        before, after = self.m.waiting.count[w], self._waiting_after.count[w]
        left = ite(announcement(self.m).taken[0][w], minus(before, number(1, 2)), before)
        return neg(disj(is_at(after, 0), equal(after, left)))

    def known(self, name: str, carrier: Carrier) -> Term:
        """Public facts of the past of what exists as the position is given."""
        if carrier.kind != "delayed":
            return FALSE
        facts = {
            "turned over since created": self.m.delayed.turned_before,
            "source lost": self.m.delayed.source_gone_before,
            "target lost": self.m.delayed.target_gone_before,
        }
        return facts[name][carrier.slot]

    # Events and facts of objects.

    @cached_property
    def moved(self) -> Vector:
        """Which objects changed zones."""
        return [neg(equal(a, b)) for a, b in zip(self.m.objects.zone, self.after.zone, strict=True)]

    @cached_property
    def turned(self) -> Vector:
        """Which permanents have another face up than before, and are the same object."""
        return [
            conj(self.m.on_battlefield[p], neg(self.moved[p]), neg(equal(self.m.objects.back[p], self.after.back[p])))
            for p in self.m.slots
        ]

    @cached_property
    def left_stack(self) -> Vector:
        """Which objects on the stack left it."""
        return [conj(b, neg(a)) for b, a in zip(self.m.entries.live, self.entries_after.live, strict=True)]

    @cached_property
    def to_public_zone(self) -> Vector:
        """Which objects changed to a zone that all can see."""
        return [
            conj(moved, disj(*[is_at(zone, z) for z in PUBLIC_ZONES]))
            for moved, zone in zip(self.moved, self.after.zone, strict=True)
        ]

    def _unchanged(self) -> Vector:
        before, after = self.m.objects, self.after
        return [
            conj(
                *[
                    equal(getattr(before, field)[p], getattr(after, field)[p])
                    for field in ("zone", "tapped", "damage", "controller", "copy")
                ],
                *[equal(a, b) for a, b in zip(before.counters[p], after.counters[p], strict=True)],
            )
            for p in self.m.slots
        ]

    def _front_or_in_play(self) -> Vector:
        return [
            disj(is_at(zone, Zone.BATTLEFIELD), is_at(zone, Zone.STACK), neg(back))
            for zone, back in zip(self.after.zone, self.after.back, strict=True)
        ]

    def _told(self) -> Vector:
        """Which permanents the step's instruction tells to turn over: all of a kind, this, or the target."""
        m = self.m
        turns = conj(m.acting, disj(is_at(m.instruction.op, Op.TRANSFORM), is_at(m.instruction.op, Op.CONVERT)))
        what = m.instruction.what
        every = disj(is_at(what, What.ALL), is_at(what, What.OTHERS))
        return [
            conj(
                turns,
                disj(
                    conj(every, m.shown.meets(p, m.instruction.filter)),
                    conj(is_at(what, What.THIS), is_at(m.source, p)),
                    conj(is_at(what, What.TARGET), is_at(m.target, p)),
                ),
            )
            for p in m.slots
        ]

    # Abilities.

    def _acts(self, carrier: Carrier) -> Term:
        if carrier.kind != "entry":
            return FALSE
        return conj(self.m.acting, self.m.entries.resolving[carrier.slot])

    def _kind(self, carrier: Carrier, kind: EntryKind) -> Term:
        return is_at(self.m.entries.kind[carrier.slot], kind) if carrier.kind == "entry" else FALSE

    def _says(self, carrier: Carrier, *ops: Op) -> Term:
        return conj(self._acts(carrier), disj(*[is_at(self.m.instruction.op, op) for op in ops]))

    def _says_all(self, carrier: Carrier) -> Vector:
        m = self.m
        words = below(m.instruction.filter, m.slices["tags"] + 1)
        every = conj(self._acts(carrier), is_at(m.instruction.what, What.ALL), words)
        return [conj(every, m.shown.meets(p, m.instruction.filter)) for p in m.slots]

    def _says_all_transformed(self, carrier: Carrier) -> Vector:
        m = self.m
        transformed = is_at(m.instruction.filter, m.slices["tags"] + 1)
        return [conj(self._acts(carrier), is_at(m.instruction.what, What.ALL), transformed) for _ in m.slots]

    def _last(self, carrier: Carrier) -> Term:
        m = self.m
        following = [*[ops[1:] for ops in m.abilities.op]]
        row_ops = [select([ops[i] for ops in following], m.ability) for i in range(m.slices["instructions"] - 1)]
        none_left = [conj(is_at(m.pointer, i), is_at(op, Op.NOTHING)) for i, op in enumerate(row_ops)]
        return conj(self._acts(carrier), disj(is_at(m.pointer, m.slices["instructions"] - 1), *none_left))


def vocabulary(moment: Moment, after: dict[str, Term]) -> PublicVocabulary:
    """The public vocabulary of one step whose next state is given by name."""
    return PublicVocabulary(moment, after)
