"""Witnesses: that what a property supposes does happen, and which clauses a run shows at work.

A witness is searched as a counterexample is: a premise happens exactly where the property that it never does is broken.
So it is as small, it is replayed, and where there is none, a proof of that property says that the claim is vacuous.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from verifier.encode.interpreter import Interpreter, State
from verifier.language import Property
from verifier.prove.search import Run
from verifier.prove.verdicts import QUICK, Decision, Prover, ladder

Observable = Callable[[State], Mapping[str, int]]


def happens(prover: Prover, never: Property, slices: Mapping[str, int]) -> Decision:
    """Whether a premise happens, given the property that it never does.

    REFUTED: in the run of the decision. PROVED: it cannot. UNKNOWN: neither was found, with the reason.
    """
    found = prover.refuted(never, ladder(slices)[:2], QUICK)
    return found if found is not None else prover.decide([never], slices)[0]


def kept_on(run: Run, interpreter: Interpreter, ended: Callable[[State], bool]) -> Run:
    """The run with its start and choices under the interpreter's switches, within the slice.

    From where a choice is not legal there, each is the default.
    """
    states, choices = [run.states[0]], []
    legal = True
    for choice in run.choices:
        legal = legal and interpreter.legal(states[-1], choice)
        one = choice if legal else dict.fromkeys(choice, 0)
        state, _ = interpreter.step(states[-1], one)
        if ended(state):
            break
        states.append(state)
        choices.append(one)
    return Run(states, choices, run.resolutions, run.objects)


def sensitive_to(
    run: Run,
    interpreter: Interpreter,
    switches: Mapping[str, int],
    off: Mapping[str, int],
    observe: Observable,
    ended: Callable[[State], bool],
) -> list[str]:
    """The clauses of which any player could tell by this run alone whether they are off.

    With only that clause off, the same choices from the same start are not legal at some step, or lead to a state
    that looks different. `off` has the switch value of each clause's absence; `ended` says of a state that the slice
    could not hold what happened: what differs only from there on does not count.
    """
    seen = [observe(state) for state in run.states]
    return [
        clause
        for clause, value in off.items()
        if switches[clause] != value
        and _differs(run, seen, interpreter.under({**switches, clause: value}), observe, ended)
    ]


def _differs(
    run: Run,
    seen: Sequence[Mapping[str, int]],
    without: Interpreter,
    observe: Observable,
    ended: Callable[[State], bool],
) -> bool:
    state = run.states[0]
    for choice, expected in zip(run.choices, seen[1:], strict=True):
        if not without.legal(state, choice):
            return True
        state, _ = without.step(state, choice)
        if ended(state):
            return False
        if observe(state) != expected:
            return True
    return False
