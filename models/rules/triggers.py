"""Triggered abilities (603): what makes them trigger, and that they wait to be put on the stack."""

from collections.abc import Iterator

from verifier.encode.clauses import Write, trigger
from verifier.encode.terms import (
    TRUE,
    Term,
    below,
    conj,
    disj,
    equal,
    is_at,
    ite,
    minus,
    narrow,
    neg,
    number,
    plus,
    widen,
)

from ..moment import Moment
from ..vocabulary import AbilityKind, Step, Who
from .numbers import same
from .stack import announcement
from .watch import at_beginning, concerned, happened


@trigger(
    "triggers.enters", title="abilities that watch for what enters trigger after it entered", numbers=same("603.6a")
)
def enters(m: Moment, row: int, slot: int) -> Term:
    """How often it triggers on permanents that entered the battlefield."""
    return concerned(m, AbilityKind.ENTERS, row, slot)


@trigger("triggers.dies", title="abilities that watch for deaths look back to just before", numbers=same("603.10a"))
def dies(m: Moment, row: int, slot: int) -> Term:
    """How often it triggers on permanents put into a graveyard from the battlefield."""
    return concerned(m, AbilityKind.DIES, row, slot)


@dies.wrong("from-anywhere", imitates="an engine to which every creature card in a graveyard has died")
def dies_from_anywhere(m: Moment, row: int, slot: int) -> Term:
    """Sees cards put into a graveyard from wherever."""
    return concerned(m, AbilityKind.DIES, row, slot, looks="anywhere")


@trigger("triggers.casts", title="abilities that watch for spells trigger once each is cast", numbers=same("601.2i"))
def casts(m: Moment, row: int, slot: int) -> Term:
    """How often it triggers on spells that were cast."""
    return concerned(m, AbilityKind.CASTS, row, slot)


@trigger("triggers.upkeep", title="beginning-of-upkeep abilities trigger as the upkeep begins", numbers=same("503.1a"))
def upkeep(m: Moment, row: int, slot: int) -> Term:
    """Whether it triggers at the beginning of an upkeep."""
    return at_beginning(m, AbilityKind.UPKEEP, Step.UPKEEP, row, slot)


@trigger(
    "triggers.end-step", title="beginning-of-end-step abilities trigger as the end step begins", numbers=same("513.1")
)
def end_step(m: Moment, row: int, slot: int) -> Term:
    """Whether it triggers at the beginning of an end step."""
    return at_beginning(m, AbilityKind.END_STEP, Step.END, row, slot)


def collect(m: Moment) -> Iterator[Write]:
    """Abilities that triggered wait, under who controlled their source, until a player would get priority (603.3).

    What died and watched its own death finds its card where it went (400.7e); what only left together with what it
    watched is another object there, which its ability does not find (400.7).
    """
    taken = announcement(m).taken[0]
    h = happened(m)
    too_many, mixed = [], []
    for r in m.rows:
        for p in m.slots:
            w = r * len(m.slots) + p
            new = m.kernel.triggers(m, r, p)
            count = m.waiting.count[w]
            left = ite(taken[w], minus(count, number(1, 2)), count)
            wide = new.size() + 1
            total = plus(widen(left, wide), widen(new, wide))
            some = neg(is_at(new, 0))
            fits = below(total, 4)
            yield Write(m.waiting.count[w], disj(some, taken[w]), ite(fits, narrow(total, 2), left))
            look_back = is_at(m.abilities.kind[r], AbilityKind.DIES)
            controller = ite(look_back, h.before.controller[p], h.after.controller[p])
            was_waiting = neg(is_at(left, 0))
            yield Write(m.waiting.controller[w], some, controller)
            own = conj(h.matches(AbilityKind.DIES, r, "before")[p], neg(is_at(m.abilities.who[r], Who.OTHER)))
            left_too = conj(look_back, h.moved[p])
            yield Write(m.waiting.source_gone[w], conj(some, fits), conj(left_too, neg(own)), rank=1)
            too_many.append(conj(some, neg(fits)))
            mixed.append(conj(left_too, own, neg(below(new, 2))))
            lost = disj(m.waiting.source_gone[w], h.moved[p], neg(equal(m.waiting.controller[w], controller)))
            mixed.append(conj(some, was_waiting, lost))
    yield Write(m.edge, disj(*too_many, *mixed), TRUE)
