"""Witnesses: that what a property supposes does happen, and which clauses a run shows at work.

A witness is searched as a counterexample is: a premise happens exactly where the property that it never does is broken.
So it is as small, it is replayed, and where there is none, a proof of that property says that the claim is vacuous.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from verifier.encode.interpreter import Interpreter, State
from verifier.language import Property
from verifier.prove.search import Run
from verifier.prove.verdicts import QUICK, Decision, Prover, ladder

AFTERMATH = 2
"""Steps by default after a run's last one, in which what that one caused comes to be seen, such as a trigger."""


def happens(prover: Prover, never: Property, slices: Mapping[str, int]) -> Decision:
    """Whether a premise happens, given the property that it never does.

    REFUTED: in the run of the decision. PROVED: it cannot. UNKNOWN: neither was found, with the reason.
    """
    found = prover.refuted(never, ladder(slices)[:2], QUICK)
    return found if found is not None else prover.decide([never], slices)[0]


def kept_on(run: Run, interpreter: Interpreter, ended: Callable[[State], bool]) -> Run:
    """The run's start and choices under the interpreter's switches, a few steps longer, within the slice.

    A choice that is not legal there, and each one after it, is the default.
    """
    states: list[State] = [run.states[0]]
    choices: list[dict[str, int]] = []
    default = dict.fromkeys(run.choices[0], 0)
    planned = [*run.choices, *[default] * AFTERMATH]
    while len(choices) < len(planned):
        number = len(choices)
        if not interpreter.legal(states[-1], planned[number]):
            planned[number:] = [default] * (len(planned) - number)
        state, _ = interpreter.step(states[-1], planned[number])
        if ended(state):
            break
        states.append(state)
        choices.append(planned[number])
    return Run(states, choices, run.resolutions, run.objects)


def sensitive_to(
    run: Run,
    interpreter: Interpreter,
    switches: Mapping[str, int],
    off: Mapping[str, int],
    observe: Callable[[State], Mapping[str, int]],
    ended: Callable[[State], bool],
) -> list[str]:
    """The clauses of which any player could tell by this run alone whether they are off.

    With only that clause off, the same choices from the same start are not legal at some step, or lead to a state that
    looks different or in which the players may choose otherwise. `off` has the switch value of each clause's absence;
    `ended` says of a state that the slice could not hold what happened: what differs only from there on does not count.
    """
    seen = [(observe(state), list(interpreter.menu(state))) for state in run.states]

    def differs(without: Interpreter) -> bool:
        state = run.states[0]
        for number, (looks, menu) in enumerate(seen):
            if ended(state):
                return False
            if observe(state) != looks or list(without.menu(state)) != menu:
                return True
            if number < len(run.choices):
                state, _ = without.step(state, run.choices[number])
        return False

    return [
        clause
        for clause, value in off.items()
        if switches[clause] != value and differs(interpreter.under({**switches, clause: value}))
    ]
