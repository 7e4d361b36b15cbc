"""Priority and the turn (117, 500-514), as far as the rulebook goes: four steps, two players."""

from collections.abc import Iterator

from verifier.encode.clauses import Write, ordering
from verifier.encode.terms import FALSE, Term, conj, equal, is_at, neg, number

from ..moment import Moment
from ..vocabulary import Step
from .numbers import same
from .stack import announcement


@ordering(
    "turn.active-player-acts-first",
    title="after something resolved the active player gets priority first",
    numbers=same("117.3b"),
)
def active_player_acts_first(m: Moment) -> Term:
    """Who gets priority after a resolution."""
    return m.active


@active_player_acts_first.wrong("controller-goes-on", imitates="an engine that leaves priority with who acted last")
def controller_goes_on(m: Moment) -> Term:
    """The controller of what resolved."""
    return m.you


def priority(m: Moment) -> Iterator[Write]:
    """Who acts next: the other player after a pass, the same after an action, the active one after a resolution."""
    passing = conj(m.deciding, is_at(m.pick, 0))
    acting = announcement(m).announcing
    yield Write(m.passed, passing, neg(m.passed))
    yield Write(m.passed, acting, FALSE)
    yield Write(m.priority, conj(passing, neg(m.passed)), neg(m.priority))
    yield Write(m.priority, m.finishing, m.kernel.defined("turn.active-player-acts-first", m))
    yield Write(m.priority, m.advancing, m.turn_player_after)
    yield Write(m.passed, m.finishing, FALSE)


def steps(m: Moment) -> Iterator[Write]:
    """With an empty stack and both passing the next step begins; after the end step the other player's turn (500.2)."""
    yield Write(m.step, m.advancing, m.next_step)
    yield Write(m.active, m.advancing, m.turn_player_after)


def turn_begins(m: Moment) -> Iterator[Write]:
    """Between turns damage wears off and copy effects of the turn end (514.2); then permanents untap (502.3)."""
    begins = m.begins(Step.UPKEEP)
    for p in m.slots:
        yield Write(m.objects.damage[p], begins, number(0, 4))
        yield Write(m.objects.copy[p], conj(begins, m.objects.copy_ends[p]), FALSE)
        yield Write(m.objects.copy_ends[p], begins, FALSE)
        untaps = conj(begins, m.on_battlefield[p], equal(m.objects.controller[p], m.turn_player_after))
        yield Write(m.objects.tapped[p], untaps, FALSE)
