"""Public facts of libraries: what leaves them in a step, what appears elsewhere, and what was to be milled.

Read from libraries before and after the step, the instruction that is carried out, and the ability that is activated.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from verifier.encode.terms import (
    Term,
    at_most,
    below,
    conj,
    count,
    disj,
    equal,
    implies,
    is_at,
    ite,
    minus,
    neg,
    number,
    replace,
    select,
    widen,
    width_for,
)
from verifier.encode.things import Vector

from .rules.stack import announcement
from .state import Libraries, Players
from .vocabulary import AbilityKind, Target, Zone

if TYPE_CHECKING:
    from .public import PublicVocabulary

PLAYERS = (0, 1)


class PublicMilling:
    """What a step does to libraries, per player, per object, or as a whole."""

    def __init__(self, words: PublicVocabulary, after: dict[str, Term]) -> None:
        self.words = words
        self.m = words.m
        layout = self.m.kernel.layout
        self._size = self.m.slices["library"]
        self._width = 1 + max(3, width_for(self._size + 1), width_for(len(self.m.slots) + 1))
        self._libraries = layout.view(Libraries, after)
        self.before = [widen(many, self._width) for many in self.m.players.library]
        self.after = [widen(many, self._width) for many in layout.view(Players, after).library]

    # Libraries.

    @cached_property
    def leave(self) -> Term:
        """Some library has fewer cards than before, or more."""
        return disj(*[neg(equal(was, now)) for was, now in zip(self.before, self.after, strict=True)])

    @cached_property
    def from_the_top(self) -> Term:
        """No library has more cards than before, and what is left of it is as it was."""
        kept = [at_most(now, was) for was, now in zip(self.before, self.after, strict=True)]
        for player in PLAYERS:
            for place in range(self._size):
                here = player * self._size + place
                same = conj(
                    equal(self.m.libraries.card[here], self._libraries.card[here]),
                    equal(self.m.libraries.representation[here], self._libraries.representation[here]),
                )
                kept.append(implies(neg(below(self.after[player], place + 1)), same))
        return conj(*kept)

    @cached_property
    def appears(self) -> Vector:
        """Which slots hold a card that was nowhere before, or in a library."""
        before, after = self.m.objects.zone, self.words.after.zone
        return [conj(is_at(b, Zone.GONE), neg(is_at(a, Zone.GONE))) for b, a in zip(before, after, strict=True)]

    @cached_property
    def in_graveyard_after(self) -> Vector:
        """Which objects are in the graveyard of their owner after the step."""
        return [is_at(zone, Zone.GRAVEYARD) for zone in self.words.after.zone]

    @cached_property
    def card_for_card(self) -> Term:
        """For each player, what appears of that player's is what lay in the library above the cards that are left."""
        return conj(*[self._matches(player) for player in PLAYERS])

    def _matches(self, player: int) -> Term:
        then, m = self.words.after, self.m
        mine = [
            conj(appears, owner if player else neg(owner))
            for appears, owner in zip(self.appears, then.owner, strict=True)
        ]
        there = range(player * self._size, (player + 1) * self._size)
        leaves = [
            conj(below(self.after[player], place + 1), neg(below(self.before[player], place + 1)))
            for place in range(self._size)
        ]
        result = [equal(count(mine, self._width), count(leaves, self._width))]
        for p in m.slots:
            twins = [
                conj(
                    mine[q],
                    equal(then.card[q], then.card[p]),
                    equal(then.representation[q], then.representation[p]),
                )
                for q in m.slots
            ]
            lay = [
                conj(
                    leaves[place],
                    equal(m.libraries.card[here], then.card[p]),
                    equal(m.libraries.representation[here], then.representation[p]),
                )
                for place, here in enumerate(there)
            ]
            result.append(implies(mine[p], equal(count(twins, self._width), count(lay, self._width))))
        return conj(*result)

    # Instructions.

    def _told(self, player: int) -> Term:
        """How many cards the instruction says that the player mills; none if it does not speak of the player."""
        amount = widen(self.m.instruction.amount, self._width)
        return ite(self.m.aimed_player[player], amount, number(0, self._width))

    def _loses(self, player: int, many: Term) -> Term:
        return equal(self.after[player], minus(self.before[player], many))

    @cached_property
    def as_many_as_possible(self) -> Term:
        """From each library go as many cards as the instruction says of that player, or all if it has fewer."""
        told = [self._told(player) for player in PLAYERS]
        possible = [ite(at_most(n, there), n, there) for n, there in zip(told, self.before, strict=True)]
        return conj(*[self._loses(player, possible[player]) for player in PLAYERS])

    @cached_property
    def all_or_none(self) -> Term:
        """From each library go as many cards as the instruction says of that player; or from none goes any."""
        told = [self._told(player) for player in PLAYERS]
        everything = [conj(at_most(told[i], self.before[i]), self._loses(i, told[i])) for i in PLAYERS]
        return disj(conj(*everything), conj(*[equal(a, b) for a, b in zip(self.before, self.after, strict=True)]))

    # What is offered.

    def _open(self, pick: int, thing: int = 0) -> Term:
        """Whether the menu has this choice, which aims at nothing."""
        m = self.m
        digits = ((m.pick, pick), (m.thing, thing), (m.aim, 0))
        return replace(announcement(m).legal, [(digit, number(value, digit.size())) for digit, value in digits])

    @cached_property
    def payable_exactly(self) -> Vector:
        """Of each permanent: its mill costs can be paid exactly by a player whose library has as many cards.

        Asked of untargeted abilities without another cost, when the player who controls the permanent may act.
        """
        m, result = self.m, []
        for p in m.slots:
            acts = conj(m.deciding, equal(m.objects.controller[p], m.priority))
            there = ite(m.priority, self.before[1], self.before[0])
            for_rows = []
            for r in m.rows:
                cost = m.abilities.mill_cost[r]
                asked = conj(
                    is_at(m.abilities.kind[r], AbilityKind.ACTIVATED),
                    is_at(m.abilities.target[r], Target.NONE),
                    neg(m.abilities.tap_cost[r]),
                    neg(is_at(cost, 0)),
                    m.shown.has[r][p],
                )
                enough = at_most(widen(cost, self._width), there)
                for_rows.append(implies(asked, equal(self._open(1 + r, p), enough)))
            result.append(implies(acts, conj(*for_rows)))
        return result

    @cached_property
    def choosable_exactly(self) -> Term:
        """Who may mill can choose to exactly where each library that is spoken of has as many cards."""
        enough = [at_most(self._told(player), self.before[player]) for player in PLAYERS]
        return equal(self._open(1), conj(*enough))

    # Costs.

    @cached_property
    def paid_for(self) -> Vector:
        """Of which permanents an activated ability that costs milling is activated."""
        a = announcement(self.m)
        costs = conj(a.announcing, neg(a.bare), is_at(a.kind, AbilityKind.ACTIVATED), neg(is_at(self._cost, 0)))
        return [conj(costs, is_at(a.source, p)) for p in self.m.slots]

    @property
    def _cost(self) -> Term:
        return select(self.m.abilities.mill_cost, announcement(self.m).ability)

    @cached_property
    def paid_exactly(self) -> Vector:
        """Whether the acting player's library has lost what the activated ability says, and the other's nothing."""
        cost, none = widen(self._cost, self._width), number(0, self._width)
        payer = [neg(self.m.priority), self.m.priority]
        costs = [ite(pays, cost, none) for pays in payer]
        exact = conj(*[conj(at_most(costs[i], self.before[i]), self._loses(i, costs[i])) for i in PLAYERS])
        return [exact for _ in self.m.slots]
