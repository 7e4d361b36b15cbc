"""What goes on the stack in a step: a cast, an activation, a waiting or delayed trigger, or a copy of an ability.

The player's choice is three digits. `pick`: 0 the default (pass; or the first waiting trigger with its first legal
target), 1 + r the ability in row r, one past the rows a permanent card cast (or a fired delayed trigger). `thing`: the
slot of the source (or of the delayed trigger). `aim`: the target, object slots first, then places of the stack.
"""

from __future__ import annotations

from functools import cached_property

from verifier.encode.terms import (
    Term,
    below,
    conj,
    disj,
    equal,
    first,
    implies,
    index_of,
    is_at,
    ite,
    minus,
    narrow,
    neg,
    number,
    select,
    width_for,
)
from verifier.encode.things import Vector

from .moment import Moment
from .vocabulary import AbilityKind, EntryKind, Op, Step, Target, Zone


class Announcement:
    """The object that goes on the stack in this step, if one does."""

    def __init__(self, moment: Moment) -> None:
        self.m = moment
        m = moment
        self._row_width = width_for(m.slices["abilities"])
        self._slot_width = width_for(m.slices["permanents"])
        self._target_width = width_for(m.slices["permanents"] + m.slices["stack"])

    # Waiting triggers: which one is next (603.3b).

    @cached_property
    def chooser(self) -> Term:
        """The player whose waiting triggers go on the stack first: the active one, if any are theirs (101.4)."""
        m = self.m

        def any_of(player: Term) -> Term:
            there = [neg(is_at(c, 0)) for c in m.waiting.count] + m.firing
            controllers = m.waiting.controller + m.delayed.controller
            return disj(*[conj(t, equal(c, player)) for t, c in zip(there, controllers, strict=True)])

        return m.kernel.defined("stack.active-player-first", m, any_of(m.active), any_of(neg(m.active)))

    @cached_property
    def eligible(self) -> tuple[Vector, Vector]:
        """Waiting and fired delayed triggers of the player who chooses."""
        m = self.m
        waiting = [
            conj(neg(is_at(c, 0)), equal(p, self.chooser))
            for c, p in zip(m.waiting.count, m.waiting.controller, strict=True)
        ]
        delayed = [conj(f, equal(p, self.chooser)) for f, p in zip(m.firing, m.delayed.controller, strict=True)]
        return waiting, delayed

    @cached_property
    def taken(self) -> tuple[Vector, Vector]:
        """Which waiting or delayed trigger this step takes."""
        m, (waiting, delayed) = self.m, self.eligible
        marks = first([*waiting, *delayed])
        default = conj(m.stacking, is_at(m.pick, 0))
        many = len(m.slots)
        taken = [
            disj(
                conj(default, marks[w]),
                conj(m.stacking, is_at(m.pick, 1 + w // many), is_at(m.thing, w % many), waiting[w]),
            )
            for w in range(len(waiting))
        ]
        fired = [
            disj(
                conj(default, marks[len(waiting) + d]),
                conj(m.stacking, is_at(m.pick, 1 + len(m.rows)), is_at(m.thing, d), delayed[d]),
            )
            for d in m.delays
        ]
        return taken, fired

    # What is announced.

    @cached_property
    def announcing(self) -> Term:
        """The player with priority casts or activates."""
        return conj(self.m.deciding, neg(is_at(self.m.pick, 0)))

    @cached_property
    def bare(self) -> Term:
        """The player casts a permanent card."""
        return conj(self.announcing, is_at(self.m.pick, 1 + len(self.m.rows)))

    @cached_property
    def ability(self) -> Term:
        """Row of what goes on the stack."""
        m, (taken, fired) = self.m, self.taken
        many = len(m.slots)
        marks = [disj(*taken[r * many : (r + 1) * many]) for r in m.rows]
        chosen = narrow(minus(m.pick, number(1, m.pick.size())), self._row_width)
        result = ite(m.stacking, index_of(marks, self._row_width), chosen)
        for mark, row in zip(fired, m.delayed.ability, strict=True):
            result = ite(mark, row, result)
        return ite(self.bare, number(0, self._row_width), result)

    @cached_property
    def source(self) -> Term:
        """Slot of its source."""
        m, (taken, fired) = self.m, self.taken
        many = len(m.slots)
        marks = [disj(*taken[p::many]) for p in m.slots]
        result = ite(m.stacking, index_of(marks, self._slot_width), narrow(m.thing, self._slot_width))
        for mark, slot in zip(fired, m.delayed.source, strict=True):
            result = ite(mark, slot, result)
        return result

    @cached_property
    def kind(self) -> Term:
        """What kind of ability the row is."""
        return select(self.m.abilities.kind, self.ability)

    @cached_property
    def casting(self) -> Term:
        """The step casts a card."""
        return conj(self.announcing, disj(self.bare, is_at(self.kind, AbilityKind.SPELL)))

    @cached_property
    def target_kind(self) -> Term:
        """What it targets."""
        aims = select(self.m.abilities.target, self.ability)
        keeps = disj(*self.taken[1])
        return ite(disj(self.bare, keeps), number(Target.NONE, aims.size()), aims)

    @cached_property
    def legal_targets(self) -> Vector:
        """Which targets are legal for it: object slots, then places of the stack (115.4)."""
        m = self.m
        wanted = select(m.abilities.target_filter, self.ability)
        result = []
        for p in m.slots:
            there = disj(
                conj(is_at(self.target_kind, Target.PERMANENT), m.on_battlefield[p]),
                conj(is_at(self.target_kind, Target.CARD), is_at(m.objects.zone[p], Zone.GRAVEYARD)),
            )
            result.append(conj(there, m.shown.meets(p, wanted)))
        for i in m.places:
            spell = is_at(m.entries.kind[i], EntryKind.SPELL)
            result.append(
                conj(
                    m.entries.live[i],
                    ite(spell, is_at(self.target_kind, Target.SPELL), is_at(self.target_kind, Target.ABILITY)),
                )
            )
        return result

    @cached_property
    def untargeted(self) -> Term:
        """It has no target."""
        return is_at(self.target_kind, Target.NONE)

    @cached_property
    def target(self) -> Term:
        """The target; a delayed trigger keeps the one that it was created with."""
        m = self.m
        default = index_of(first(self.legal_targets), self._target_width)
        result = ite(conj(m.stacking, is_at(m.pick, 0)), default, m.aim)
        result = ite(self.untargeted, number(0, self._target_width), result)
        for mark, target in zip(self.taken[1], m.delayed.target, strict=True):
            result = ite(mark, target, result)
        return result

    @cached_property
    def copying(self) -> Term:
        """The step copies the ability, instant or sorcery that the resolving object targets (707.10)."""
        m = self.m
        aims = disj(is_at(m.targets, Target.ABILITY), is_at(m.targets, Target.SPELL))
        permanent = disj(*[conj(c, bare) for c, bare in zip(self.copied, m.entries.bare, strict=True)])
        return conj(m.doing(Op.COPY), aims, m.target_found, disj(*self.copied), neg(permanent))

    @cached_property
    def copied(self) -> Vector:
        """Which place of the stack is copied or countered; nothing targets itself (115.5)."""
        m = self.m
        offset = len(m.slots)
        others = [conj(live, neg(r)) for live, r in zip(m.entries.live, m.entries.resolving, strict=True)]
        return [conj(others[i], is_at(m.target, offset + i)) for i in m.places]

    @cached_property
    def putting(self) -> Term:
        """Something goes on the stack; a trigger without a legal target does not (603.3d)."""
        stackable = disj(self.untargeted, disj(*self.legal_targets))
        return disj(self.announcing, conj(self.m.stacking, stackable), self.copying)

    @cached_property
    def places(self) -> Vector:
        """The place that it takes."""
        return [conj(self.putting, free) for free in self.m.free_place]

    @cached_property
    def overflow(self) -> Term:
        """It finds no place: the slice's stack is full."""
        return conj(self.putting, neg(disj(*self.m.free_place)))

    # What may be announced.

    @cached_property
    def _aim_legal(self) -> Term:
        some = disj(*self.legal_targets)
        none = disj(self.untargeted, neg(some))
        known = below(self.m.aim, len(self.legal_targets))
        return ite(none, is_at(self.m.aim, 0), conj(known, select(self.legal_targets, self.m.aim)))

    @cached_property
    def legal(self) -> Term:
        """Whether the choice is on the menu (117.1, 601.3, 602.5)."""
        m = self.m
        default = conj(is_at(m.pick, 0), is_at(m.thing, 0), is_at(m.aim, 0))
        still = conj(is_at(m.thing, 0), is_at(m.aim, 0))
        if_may = conj(
            m.resolving,
            still,
            is_at(m.pick, 1),
            m.acting,
            m.instruction.may,
            m.condition_met,
            m.turns_something,
            m.may_mill,
        )
        explicit = conj(m.stacking, disj(*self.taken[0], *self.taken[1]), self._aim_legal)
        slot = conj(*[neg(is_at(m.thing, t)) for t in range(len(m.slots), 1 << m.thing.size())])
        chosen = conj(
            self.announcing, slot, self._aim_legal, disj(self.untargeted, *self.legal_targets), self._playable
        )
        return disj(default, conj(neg(m.edge), disj(if_may, conj(neg(is_at(m.pick, 0)), explicit), chosen)))

    @cached_property
    def _mill_payable(self) -> Term:
        """The player can mill what the ability costs."""
        m = self.m
        cost = select(m.abilities.mill_cost, self.ability)
        first, second = (m.can_mill(player, cost, as_cost=True) for player in (0, 1))
        return ite(m.priority, second, first)

    @cached_property
    def _playable(self) -> Term:
        m = self.m
        slot = narrow(m.thing, self._slot_width)
        zone = select(m.objects.zone, slot)
        row_card = select(m.abilities.card, self.ability)
        active = conj(
            is_at(self.kind, AbilityKind.ACTIVATED),
            is_at(zone, Zone.BATTLEFIELD),
            neg(select(m.objects.face_down, slot)),
            equal(select(m.shown.card, slot), row_card),
            equal(select(m.shown.back, slot), select(m.abilities.back, self.ability)),
            equal(select(m.objects.controller, slot), m.priority),
            implies(select(m.abilities.tap_cost, self.ability), neg(select(m.objects.tapped, slot))),
            self._mill_payable,
        )
        card = select(m.objects.card, slot)
        sorcery_time = conj(m.stack_empty, is_at(m.step, Step.MAIN), equal(m.priority, m.active))
        in_hand = conj(
            is_at(zone, Zone.HAND),
            equal(select(m.objects.owner, slot), m.priority),
            disj(select(m.cards.instant_speed, card), sorcery_time),
        )
        spell_front = select([faces[0] for faces in m.cards.spell_face], card)
        land = select([faces[0] for faces in m.cards.land], card)
        spell = conj(
            is_at(self.kind, AbilityKind.SPELL),
            in_hand,
            spell_front,
            equal(card, row_card),
            neg(select(m.abilities.back, self.ability)),
        )
        rows = disj(*[is_at(m.pick, 1 + r) for r in m.rows])
        return disj(conj(rows, disj(active, spell)), conj(self.bare, in_hand, neg(spell_front), neg(land)))
