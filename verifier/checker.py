"""The checker of certificates: `python -m verifier.checker FILE...`, best in a process of its own.

It builds the transition system anew and asks each question of the proof once more, of the invariant as the file has it.
It shares the rulebook and its encoding with the prover, and nothing of how an invariant is found. A composition root.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import Any, NoReturn

import z3

from verifier.encode.interpreter import compile_terms
from verifier.encode.monitors import Monitored, monitor
from verifier.encode.smtlib import Digests, constants, is_free, parse, script, walk
from verifier.encode.system import System, assemble
from verifier.encode.terms import Term, conj, constant, equal, neg, replace_all, variable
from verifier.errors import InputError, InternalError, SolverUnknown, VerifierError
from verifier.language import Property
from verifier.models import rulebook
from verifier.models.public import vocabulary
from verifier.properties import all_properties
from verifier.prove.certificates import Certificate, load, safety_digest, system_digest

LIMITS = {"z3": 100_000_000, "cvc5": 120_000}
"""What a solver may spend on a question that can still be asked in parts: resource units, milliseconds."""

Ask = Callable[[Sequence[Term], bool], str]
"""Answers `sat`, `unsat` or `unknown`; the second argument says whether within the limit."""


def check(certificate: Certificate, solver: str = "z3") -> None:
    """Raises InternalError, which says why, if the certificate does not check, SolverUnknown if a solver gives up."""
    ask = {"z3": _ask_z3, "cvc5": _ask_cvc5}[solver]
    property = next((p for p in all_properties() if p.id == certificate.property), None)
    if property is None:
        _refuse(f"no property is called `{certificate.property}`")
    _same_names(certificate)
    system, digest, digests = _system(tuple(certificate.switches.items()), tuple(certificate.slices.items()))
    if digest != certificate.system:
        _refuse("the digest is that of another rulebook, or of other switches, or of another slice")
    state = {v.name: v.term for v in system.layout.mutable()}
    known = {*system.layout.variables, *system.inputs()}
    _equations(state, system.next, known)
    monitored = monitor(system, [] if property.kernel == "start" else [property], vocabulary)
    if safety_digest(monitored, property.id, digests) != certificate.safety:
        _refuse("the digest of what breaks the property is another")
    equations = _equations(monitored.variables(), monitored.next(), known | set(monitored.ghosts))
    default = [equal(term, constant(0, term.size())) for term in system.inputs().values()]
    if not _satisfiable(ask, [monitored.start(), system.legal, *default]):
        _refuse("no game starts: there is no well-formed position where the default choice is legal")
    if property.kernel == "start":
        _position(certificate, system, ask)
    else:
        _induction(certificate, property, monitored, equations, ask)


def _same_names(certificate: Certificate) -> None:
    book = rulebook()
    most = {id: 1 + len(clause.variants) for id, clause in book.clauses.items()}
    if certificate.edition not in book.editions:
        _refuse(f"no edition is called `{certificate.edition}`")
    if set(certificate.switches) != set(most) or any(certificate.switches[id] > most[id] for id in most):
        _refuse("its switches are not those of this rulebook's clauses")
    if set(certificate.slices) != set(book.default_slice):
        _refuse("its slice does not name the sizes of this rulebook")


@cache
def _system(switches: tuple[tuple[str, int], ...], slices: tuple[tuple[str, int], ...]) -> tuple[System, str, Digests]:
    system, digests = assemble(rulebook(), dict(slices), dict(switches)), Digests()
    return system, system_digest(system, digests), digests


def _equations(
    before: Mapping[str, Term], after: Mapping[str, Term], known: Collection[str]
) -> dict[str, tuple[Term, Term]]:
    """Per name of a variable after the step: that variable, and the one equation that says what it is."""
    if set(before) != set(after):
        _refuse(f"not one next-state term per variable: {min(set(before) ^ set(after))}")
    equations = {}
    for name, term in before.items():
        if after[name].sort() != term.sort():
            _refuse(f"the next-state term of {name} is of another sort")
        primed = variable(f"{name}'", 0 if z3.is_bool(term) else term.size())
        equations[f"{name}'"] = (primed, equal(primed, after[name]))
    if stray := set(constants(after.values())).difference(known):
        _refuse(f"a next-state term speaks of {min(stray)}, which is no variable")
    return equations


def _induction(
    certificate: Certificate,
    property: Property,
    monitored: Monitored,
    equations: Mapping[str, tuple[Term, Term]],
    ask: Ask,
) -> None:
    """Initiation, consecution and safety of the invariant."""
    legal = monitored.system.legal
    invariant = _invariant(certificate, monitored)
    later = replace_all(invariant, [(term, equations[f"{name}'"][0]) for name, term in monitored.variables().items()])

    def follows(premises: Sequence[Term], goals: Sequence[Term]) -> bool:
        """Whether all goals hold where the premises do: asked at once, or one by one if that is too much."""
        for parts in [goals], [[goal] for goal in goals]:
            limited = len(parts) < len(goals)
            answers = []
            for part in parts:
                needed = [equations[name][1] for name in constants(part) if name in equations]
                answers.append(ask([*premises, *needed, neg(conj(*part))], limited))
            if "sat" in answers:
                return False
            if "unknown" not in answers:
                return True
        raise SolverUnknown("the solver gave up")

    if not follows([monitored.start()], invariant):
        _refuse("initiation fails: the invariant does not hold where games start")
    if not follows([*invariant, legal], later):
        _refuse("consecution fails: a legal step leads out of the invariant")
    # That the menu is not empty must not rest on there being a legal choice.
    step = invariant if property.kernel == "menu" else [*invariant, legal]
    if not follows(step, [neg(monitored.broken[property.id])]):
        _refuse("safety fails: a step from the invariant breaks the property")


def _invariant(certificate: Certificate, monitored: Monitored) -> list[Term]:
    """What the certificate's text asserts, of the variables of a position and of nothing else."""
    if certificate.position is not None:
        _refuse("it holds a position where an invariant is needed")
    known = {v.name: v.term for v in monitored.system.layout.variables.values()} | monitored.variables()
    try:
        found = parse(certificate.smtlib)
    except ValueError as problem:
        _refuse(f"the invariant cannot be read: {problem}")
    if len(found) != len(certificate.reads):
        _refuse(f"the invariant has {len(certificate.reads)} parts in words and {len(found)} in SMT-LIB")
    for part, arguments in walk(found).values():
        plain = z3.is_app(part) and (z3.is_bool(part) or z3.is_bv(part))
        if not plain or (arguments and is_free(part)):
            _refuse("the invariant holds more than Booleans and bit-vectors")
    for name, term in constants(found).items():
        if name not in known or known[name].sort() != term.sort():
            _refuse(f"the invariant speaks of `{name}`, which is no variable of a position, or of another sort")
    return found


def _position(certificate: Certificate, system: System, ask: Ask) -> None:
    """The position that the certificate shows is one where games start; told by the interpreter, then the solver."""
    variables, position = system.layout.variables, certificate.position
    if position is None or set(position) != set(variables):
        _refuse("it does not show a position with a value for every variable")
    for name, value in position.items():
        if value >= 1 << max(1, variables[name].width):
            _refuse(f"{name} cannot be {value}")
    if not compile_terms({"start": system.start})(position)["start"]:
        _refuse("no game starts from its position")
    values = [equal(v.term, constant(position[v.name], v.width)) for v in variables.values()]
    if not _satisfiable(ask, [system.start, *values]):
        _refuse("the solver does not find its position to be one where games start")


def _satisfiable(ask: Ask, assertions: Sequence[Term]) -> bool:
    answer = ask(assertions, False)
    if answer == "unknown":
        raise SolverUnknown("the solver gave up")
    return answer == "sat"


def _ask_z3(assertions: Sequence[Term], limited: bool) -> str:
    solver = z3.SolverFor("QF_FD")
    if limited:
        solver.set("rlimit", LIMITS["z3"])
    solver.add(*assertions)
    return str(solver.check())


def _ask_cvc5(assertions: Sequence[Term], limited: bool) -> str:
    try:
        import cvc5
    except ImportError:
        raise InputError("--solver", "cvc5", "is not installed; `pip install cvc5`") from None
    solver = cvc5.Solver()
    solver.setLogic("QF_BV")
    solver.setOption("bitblast", "eager")
    if limited:
        solver.setOption("tlimit-per", str(LIMITS["cvc5"]))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script(assertions), "question")
    while not (command := parser.nextCommand()).isNull():
        if problem := command.invoke(solver, parser.getSymbolManager()):
            raise InternalError(f"cvc5 cannot read a question: {problem}")
    return str(solver.checkSat())


def _refuse(why: str) -> NoReturn:
    raise InternalError(why)


def result_of(file: str, solver: str = "z3") -> dict[str, Any]:
    """What became of one file: `status` is `checks`, `refused`, `unknown`, or `error` if it is no certificate."""
    began = time.monotonic()
    result: dict[str, Any] = {"file": file, "property": None, "edition": None, "changed": [], "status": "checks"}
    try:
        certificate = load(file)
        result |= {"property": certificate.property, "edition": certificate.edition}
        check(certificate, solver)
        usual = rulebook().switches(certificate.edition)
        result["changed"] = sorted(id for id, value in certificate.switches.items() if value != usual[id])
        return result | {"reason": "", "seconds": round(time.monotonic() - began, 3)}
    except InputError as problem:
        status, reason = "error", str(problem)
    except SolverUnknown as problem:
        status, reason = "unknown", str(problem)
    except VerifierError as problem:
        status, reason = "refused", str(problem)
    except Exception as problem:
        status, reason = (
            "refused",
            f"the checker is at fault: {type(problem).__name__}: {' '.join(str(problem).split())}",
        )
    return result | {"status": status, "reason": reason, "seconds": round(time.monotonic() - began, 3)}


def _opened(folder: str | None) -> AbstractContextManager[object]:
    if folder is None:
        return nullcontext()
    from verifier.user_folder import open_folder

    return open_folder(folder)


CODES = {"checks": 0, "refused": 4, "error": 2, "unknown": 3}


def main(arguments: Sequence[str] | None = None) -> int:
    """Check each file and say what became of it, one line each; the exit code is that of the worst."""
    parser = argparse.ArgumentParser(prog="python -m verifier.checker", description="Check certificates.")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--solver", choices=list(LIMITS), default="z3")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rulebook", metavar="DIR", help="a folder that adds rules, properties and cards")
    given = parser.parse_args(arguments)
    try:
        with _opened(given.rulebook):
            results = [result_of(file, given.solver) for file in given.files]
    except InputError as problem:
        print(f"error: {problem}", file=sys.stderr)
        return problem.exit_code
    if given.json:
        print(json.dumps({"schema": 1, "solver": given.solver, "results": results}, indent=2, ensure_ascii=True))
    else:
        for result in results:
            print(f"{result['status']}  {result['file']}{': ' * bool(result['reason'])}{result['reason']}")
    found = {CODES[result["status"]] for result in results}
    return next((code for code in (4, 2, 3) if code in found), 0)


if __name__ == "__main__":
    sys.exit(main())
