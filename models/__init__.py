"""The rulebook: what Magic says, as clauses over a symbolic state.

`rulebook()` gathers every clause of `rules/` into what the kernel assembles.
"""

from functools import cache

from verifier.encode.clauses import Clause
from verifier.encode.system import Rulebook
from verifier.extension import Extension, in_force

from .moment import Moment
from .rules import (
    actions,
    convert,
    copies,
    delayed,
    facedown,
    faces,
    mill,
    numbers,
    past,
    resolution,
    stack,
    transform,
    triggers,
    turn,
    zones,
)
from .state import DEFAULT_SLICE, KINDS
from .wellformed import start, well_formed

MODULES = (
    transform,
    convert,
    zones,
    faces,
    facedown,
    stack,
    copies,
    resolution,
    turn,
    triggers,
    delayed,
    actions,
    mill,
)


def rulebook() -> Rulebook:
    """The whole rulebook, all editions, with the clauses of the user's folder that is open."""
    return _rulebook(in_force())


@cache
def _rulebook(extension: Extension) -> Rulebook:
    found = [clause for module in MODULES for clause in vars(module).values() if isinstance(clause, Clause)]
    clauses = {clause.id: clause for clause in (*found, *extension.clauses)}
    return Rulebook(
        clauses=clauses,
        kinds=KINDS,
        default_slice=DEFAULT_SLICE,
        choices={
            "pick": lambda s: s["abilities"] + 2,
            "thing": lambda s: max(s["permanents"], s["delayed"]),
            "aim": lambda s: s["permanents"] + s["stack"],
        },
        moment=Moment,
        structure=(
            stack.put_on_stack,
            stack.pay_and_move,
            stack.release_waiting,
            stack.full,
            actions.uncountable,
            mill.no_room,
            resolution.begin,
            resolution.advance,
            resolution.finish,
            turn.priority,
            turn.steps,
            turn.turn_begins,
        ),
        reactions=(
            zones.remember,
            zones.owners_zones,
            delayed.remember,
            triggers.collect,
            resolution.remember_done,
            past.remember_past,
        ),
        legal=lambda m: stack.announcement(m).legal,
        well_formed=well_formed,
        start=start,
        editions=numbers.EDITIONS,
    )
