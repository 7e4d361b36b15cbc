"""One step of the game, as every clause sees it: what is going on, which instruction is reached, what it acts on.

Each value is a term over the state before the step and the choice; values are computed once, on first use.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from verifier.encode.system import Kernel
from verifier.encode.terms import (
    TRUE,
    Term,
    at_most,
    below,
    conj,
    disj,
    equal,
    implies,
    is_at,
    ite,
    minus,
    neg,
    number,
    pick,
    select,
    widen,
)
from verifier.encode.things import Vector

from .shown import Shown
from .state import Abilities, Cards, Delayed, Entries, Filters, Game, Libraries, Objects, Players, Waiting
from .vocabulary import AbilityKind, Condition, EntryKind, Op, Representation, Step, Target, What, Who, Zone


class Instruction:
    """The instruction that is reached: each attribute a term, read from the table of abilities."""

    def __init__(self, table: Abilities, ability: Term, pointer: Term) -> None:
        def read(grid: list[Vector]) -> Term:
            return select([select(list(column), ability) for column in zip(*grid, strict=True)], pointer)

        self.op = read(table.op)
        self.what = read(table.what)
        self.filter = read(table.op_filter)
        self.amount = read(table.amount)
        self.counter = read(table.counter)
        self.condition = read(table.condition)
        self.condition_counter = read(table.condition_counter)
        self.condition_amount = read(table.condition_amount)
        self.may = read(table.may)
        self.under_you = read(table.under_you)
        self.enters_tapped = read(table.enters_tapped)
        self.delayed = read(table.delayed)


@dataclass(frozen=True, slots=True)
class Demand:
    """What a player would have to mill, as a choice or as a cost."""

    player: int
    many: Term
    as_cost: bool


class Moment:
    """One step: `pick`, `thing` and `aim` are the player's choice, the rest is derived."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.slices = kernel.slices
        self._kept: dict[str, Any] = {}
        self.objects = kernel.view(Objects)
        self.cards = kernel.view(Cards)
        self.filters = kernel.view(Filters)
        self.abilities = kernel.view(Abilities)
        self.entries = kernel.view(Entries)
        self.delayed = kernel.view(Delayed)
        self.waiting = kernel.view(Waiting)
        self.players = kernel.view(Players)
        self.libraries = kernel.view(Libraries)
        game = kernel.view(Game)
        self.active, self.priority, self.passed = game.active[0], game.priority[0], game.passed[0]
        self.step, self.pointer, self.did, self.edge = game.step[0], game.pointer[0], game.did[0], game.edge[0]
        self.pick, self.thing, self.aim = (kernel.choice[name] for name in ("pick", "thing", "aim"))
        self.slots = range(self.slices["permanents"])
        self.rows = range(self.slices["abilities"])
        self.places = range(self.slices["stack"])
        self.delays = range(self.slices["delayed"])
        self.shown = Shown(self, self.objects)

    def once(self, name: str, make: Callable[[], Any]) -> Any:
        """What `make` returns, computed on first use and kept with this moment."""
        if name not in self._kept:
            self._kept[name] = make()
        return self._kept[name]

    @cached_property
    def on_battlefield(self) -> Vector:
        """Which slots are permanents."""
        return [is_at(self.objects.zone[p], Zone.BATTLEFIELD) for p in self.slots]

    @cached_property
    def token(self) -> Vector:
        """Which slots are tokens."""
        return [neg(below(self.objects.representation[p], Representation.TOKEN)) for p in self.slots]

    # What the step is.

    @cached_property
    def resolving(self) -> Term:
        """Some object on the stack is resolving."""
        return conj(neg(self.edge), disj(*self.entries.resolving))

    @cached_property
    def acting(self) -> Term:
        """The step is an instruction of the resolving object."""
        return conj(
            self.resolving, below(self.pointer, self.slices["instructions"]), neg(is_at(self.instruction.op, 0))
        )

    @cached_property
    def finishing(self) -> Term:
        """The step is the end of a resolution."""
        return conj(self.resolving, neg(self.acting))

    @cached_property
    def checking(self) -> Term:
        """The step is a batch of state-based actions."""
        return conj(neg(self.edge), neg(self.resolving), disj(*self.doomed, *self.vanishing))

    @cached_property
    def vanishing(self) -> Vector:
        """Tokens off the battlefield, which cease to exist (704.5d)."""
        return [
            conj(self.token[p], neg(self.on_battlefield[p]), neg(is_at(self.objects.zone[p], Zone.GONE)))
            for p in self.slots
        ]

    @cached_property
    def doomed(self) -> Vector:
        """Creatures without toughness or with lethal damage (704.5f, 704.5g)."""
        result = []
        for p in self.slots:
            toughness = self.toughness(p)
            lethal = neg(below(minus(toughness, widen(self.objects.damage[p], 5)), 1 << 4))
            none = is_at(toughness, 0)
            even = equal(toughness, widen(self.objects.damage[p], 5))
            result.append(conj(self.on_battlefield[p], self.shown.creature[p], disj(none, even, lethal)))
        return result

    def toughness(self, slot: int) -> Term:
        """Toughness with +1/+1 counters, in 5 bits."""
        return widen(self.shown.toughness[slot], 5) + widen(self.objects.counters[slot][0], 5)

    @cached_property
    def stacking(self) -> Term:
        """The step puts one waiting triggered ability on the stack."""
        some = disj(*[neg(is_at(c, 0)) for c in self.waiting.count], *self.firing)
        return conj(neg(self.edge), neg(self.resolving), neg(self.checking), some)

    @cached_property
    def firing(self) -> Vector:
        """Delayed triggered abilities whose event happened."""
        return [conj(live, fired) for live, fired in zip(self.delayed.live, self.delayed.fired, strict=True)]

    @cached_property
    def deciding(self) -> Term:
        """The step is a choice of the player with priority."""
        return conj(neg(self.edge), neg(self.resolving), neg(self.checking), neg(self.stacking))

    # The resolving object.

    def _current(self, values: Vector) -> Term:
        return pick(self.entries.resolving, values)

    @cached_property
    def ability(self) -> Term:
        """Row of the resolving object in the table of abilities."""
        return self._current(self.entries.ability)

    @cached_property
    def bare(self) -> Term:
        """The resolving object is a spell without instructions."""
        return self._current(self.entries.bare)

    @cached_property
    def you(self) -> Term:
        """Controller of the resolving object."""
        return self._current(self.entries.controller)

    @cached_property
    def source(self) -> Term:
        """Slot of the resolving object's source."""
        return self._current(self.entries.source)

    @cached_property
    def target(self) -> Term:
        """Target of the resolving object."""
        return self._current(self.entries.target)

    @cached_property
    def source_found(self) -> Term:
        """The resolving object still finds its source (400.7, 400.7j)."""
        return neg(self._current(self.entries.source_lost))

    @cached_property
    def target_found(self) -> Term:
        """The resolving object still finds its target (608.2b, 400.7j)."""
        return neg(self._current(self.entries.target_lost))

    @cached_property
    def own(self) -> Vector:
        """Which slot still is the very object that the resolving ability's source was."""
        gone = self._current(self.entries.source_gone)
        return [conj(neg(gone), is_at(self.source, p)) for p in self.slots]

    @cached_property
    def targets(self) -> Term:
        """What kind of target the resolving ability has."""
        return select(self.abilities.target, self.ability)

    @cached_property
    def instruction(self) -> Instruction:
        """The instruction that is reached."""
        return Instruction(self.abilities, self.ability, self.pointer)

    @cached_property
    def condition_met(self) -> Term:
        """The instruction's condition holds as it is reached."""
        counters = [select(c, self.instruction.condition_counter) for c in self.objects.counters]
        there = conj(self.source_found, select(self.on_battlefield, self.source))
        value = select(counters, self.source)
        wanted = self.instruction.condition_amount
        condition = self.instruction.condition
        return conj(
            implies(is_at(condition, Condition.DONE), self.did),
            implies(is_at(condition, Condition.NONE_LEFT), conj(there, is_at(value, 0))),
            implies(is_at(condition, Condition.AT_LEAST), conj(there, at_most(wanted, value))),
        )

    @cached_property
    def carried_out(self) -> Term:
        """The instruction is carried out: reached, its condition holds, and chosen if it is a "may"."""
        return conj(self.acting, self.condition_met, implies(self.instruction.may, is_at(self.pick, 1)))

    def doing(self, op: Op) -> Term:
        """The step carries out an instruction of this word."""
        return conj(self.carried_out, is_at(self.instruction.op, op))

    @cached_property
    def aims_at_object(self) -> Term:
        """The resolving ability has a card or permanent as its target, or was created with one."""
        delayed = is_at(self._current(self.entries.kind), EntryKind.DELAYED)
        return disj(delayed, is_at(self.targets, Target.PERMANENT), is_at(self.targets, Target.CARD))

    @cached_property
    def subject(self) -> Vector:
        """Which slots the reached instruction speaks of."""
        what = self.instruction.what
        this, target = is_at(what, What.THIS), is_at(what, What.TARGET)
        every = disj(is_at(what, What.ALL), is_at(what, What.OTHERS))
        others = is_at(what, What.OTHERS)
        result = []
        for p in self.slots:
            is_source = conj(is_at(self.source, p), self.source_found)
            result.append(
                disj(
                    conj(this, is_source),
                    conj(target, self.aims_at_object, is_at(self.target, p), self.target_found),
                    conj(
                        every,
                        self.on_battlefield[p],
                        self.shown.meets(p, self.instruction.filter),
                        neg(conj(others, is_source)),
                    ),
                )
            )
        return result

    @cached_property
    def transforms_allowed(self) -> Vector:
        """Which permanents would transform if the resolving object said so."""
        return [
            conj(
                self.on_battlefield[p],
                neg(self.kernel.vetoed("transform", self, p)),
                neg(self.kernel.vetoed("turn", self, p)),
            )
            for p in self.slots
        ]

    @cached_property
    def converts_allowed(self) -> Vector:
        """Which permanents would convert if the resolving object said so."""
        stops = self.kernel.defined("convert.shares-guard", self, "stops")
        return [
            conj(
                self.on_battlefield[p],
                neg(self.kernel.vetoed("convert", self, p)),
                neg(conj(stops, self.kernel.vetoed("turn", self, p))),
            )
            for p in self.slots
        ]

    @cached_property
    def turns_something(self) -> Term:
        """The reached instruction, if it says to transform or convert, has something to turn over."""
        turns = [conj(s, a) for s, a in zip(self.subject, self.transforms_allowed, strict=True)]
        converts = [conj(s, a) for s, a in zip(self.subject, self.converts_allowed, strict=True)]
        return conj(
            implies(is_at(self.instruction.op, Op.TRANSFORM), disj(*turns)),
            implies(is_at(self.instruction.op, Op.CONVERT), disj(*converts)),
        )

    @cached_property
    def forbidden(self) -> Vector:
        """Which permanents "cannot transform" by a static ability of some permanent."""
        kind = [is_at(k, AbilityKind.FORBIDS_TRANSFORM) for k in self.abilities.kind]
        result = []
        for p in self.slots:
            reasons = []
            for r in self.rows:
                has, who = self.shown.has[r], self.abilities.who[r]
                others = disj(*[conj(has[q], self.allied(r, q, p)) for q in self.slots if q != p])
                mine = conj(has[p], neg(is_at(who, Who.OTHER)))
                anyone = disj(mine, conj(neg(is_at(who, Who.THIS)), others))
                reasons.append(conj(kind[r], self.shown.meets(p, self.abilities.filter[r]), anyone))
            result.append(disj(*reasons))
        return result

    def allied(self, row: int, watcher: int, slot: int) -> Term:
        """Whether an ability of the watcher concerns a slot's object as far as control goes ("you control")."""
        same = equal(self.objects.controller[watcher], self.objects.controller[slot])
        return implies(self.abilities.yours[row], same)

    @cached_property
    def aimed_player(self) -> Vector:
        """Which players the reached instruction speaks of."""
        what = self.instruction.what
        you, opponent, each = (is_at(what, one) for one in (What.YOU, What.OPPONENT, What.EACH_PLAYER))
        return [
            disj(each, conj(you, neg(self.you)), conj(opponent, self.you)),
            disj(each, conj(you, self.you), conj(opponent, neg(self.you))),
        ]

    def can_mill(self, player: int, many: Term, *, as_cost: bool) -> Term:
        """Whether a player may choose to mill so many cards, or pay a cost that needs it."""
        return neg(self.kernel.vetoed("mill", self, Demand(player, many, as_cost)))

    @cached_property
    def may_mill(self) -> Term:
        """The reached instruction, if it says to mill, says nothing that a player cannot choose to do."""
        allowed = [
            implies(self.aimed_player[player], self.can_mill(player, self.instruction.amount, as_cost=False))
            for player in (0, 1)
        ]
        return implies(is_at(self.instruction.op, Op.MILL), conj(*allowed))

    def controlled_by(self, slot: int, player: Term) -> Term:
        """Whether a player controls the object in the slot."""
        return equal(self.objects.controller[slot], player)

    @cached_property
    def top(self) -> Vector:
        """Which place of the stack is the top."""
        live = self.entries.live
        return [conj(live[i], neg(disj(*live[i + 1 :]))) for i in self.places]

    @cached_property
    def free_place(self) -> Vector:
        """The place just above the top of the stack; none if the stack of this slice is full."""
        live = self.entries.live
        return [conj(neg(disj(*live[i:])), live[i - 1] if i else TRUE) for i in self.places]

    @cached_property
    def stack_empty(self) -> Term:
        """Nothing is on the stack."""
        return neg(disj(*self.entries.live))

    @cached_property
    def both_passed(self) -> Term:
        """The step is a pass after the other player's pass."""
        return conj(self.deciding, is_at(self.pick, 0), self.passed)

    @cached_property
    def advancing(self) -> Term:
        """The step ends the current step or phase of the turn."""
        return conj(self.both_passed, self.stack_empty)

    @cached_property
    def next_step(self) -> Term:
        """The step of the turn that follows the current one."""
        return ite(
            is_at(self.step, Step.END),
            number(Step.UPKEEP, 2),
            self.step + number(1, 2),
        )

    def begins(self, step: Step) -> Term:
        """The step begins this step of a turn."""
        return conj(self.advancing, is_at(self.next_step, step))

    @cached_property
    def turn_player_after(self) -> Term:
        """The active player once the next step of the turn has begun."""
        return ite(is_at(self.step, Step.END), neg(self.active), self.active)
