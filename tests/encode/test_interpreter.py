"""Do the compiled interpreter and Z3 agree on every variable, choice, contribution and broken property?"""

import random
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache

import pytest
import z3
from rulebook_states import anything, bench, choice, likely, switches

from verifier.encode.interpreter import Interpreter, State, compile_terms
from verifier.encode.terms import Term, conj, constant, equal, variable
from verifier.models import rulebook

IDLE = {
    "delayed.created-on-resolution/delayed.fired": "a free place holds no fired ability",
    "put_on_stack/entry.resolving": "a free place does not resolve",
    "pay_and_move/object.controller": "a card in hand is already its owner's",
    "zones.effect-finds-what-it-moved/entry.source_lost": "it undoes in the same step what `zones.new-object` does",
    "zones.effect-finds-what-it-moved/entry.target_lost": "it undoes in the same step what `zones.new-object` does",
}
"""Contributions that change nothing from a well-formed position under any switches, and why; they act on others."""
DEFAULT = {"pick": 0, "thing": 0, "aim": 0}


def width(term: Term) -> int:
    return 0 if z3.is_bool(term) else int(term.size())


@cache
def terms() -> dict[str, Term]:
    """Everything that a step is asked for: next values, the menu, broken properties, contributions."""
    system, monitored = bench()
    return {
        "legal": system.legal,
        **{f"next {name}": term for name, term in monitored.next().items()},
        **{f"broken {name}": term for name, term in monitored.broken.items()},
        **{f"fired {name}": term for name, term in system.contributions.items()},
    }


@cache
def compiled() -> Callable[[Mapping[str, int]], State]:
    return compile_terms(terms())


class Solver:
    """The same terms, evaluated by Z3 under one interpretation of every free variable."""

    def __init__(self) -> None:
        system, monitored = bench()
        self.free = {v.name: v.term for v in system.layout.variables.values()}
        self.free |= {name: ghost.term for name, ghost in monitored.ghosts.items()}
        self.free |= system.inputs() | system.switches()
        self.expected = {name: variable(f"expected {name}", width(term)) for name, term in terms().items()}
        self.alike = {name: equal(term, self.expected[name]) for name, term in terms().items()}
        self.all_alike = conj(*self.alike.values())

    def disagreements(self, values: Mapping[str, int], results: Mapping[str, int]) -> list[str]:
        """The terms to which Z3 gives another value than the results do."""
        model = z3.Model()
        for variables, known in ((self.free, values), (self.expected, results)):
            for name, term in variables.items():
                model.update_value(term, constant(known[name], width(term)))
        if z3.is_true(model.eval(self.all_alike)):
            return []
        return [name for name, term in self.alike.items() if not z3.is_true(model.eval(term))]


def inputs(rng: random.Random) -> dict[str, int]:
    """A position (one in six any bits at all), a choice and a setting of the switches."""
    state = anything(rng) if rng.random() < 1 / 6 else likely(rng)
    rules = {f"rule.{id}": value for id, value in switches(rng).items()}
    return {**state, **rules, **{f"choice.{name}": value for name, value in choice(rng).items()}}


def agree(seed: int, states: int, more: int = 0) -> Counter[str]:
    """Require agreement on so many random positions; how often each contribution acted, each choice was legal.

    Of `more` further positions those are taken in which some contribution acts that did not act before.
    """
    rng, solver, seen = random.Random(seed), Solver(), Counter[str]()
    for n in range(states + more):
        values = inputs(rng)
        results = compiled()(values)
        acts = [name for name, value in results.items() if value and not name.startswith("next ")]
        if n < states or any(not seen[name] for name in acts):
            assert solver.disagreements(values, results) == [], values
            seen.update(acts)
    return seen


def test_the_interpreter_and_the_solver_agree_and_every_contribution_acts() -> None:
    seen = agree(5, 2000, more=12000)
    assert [name for name in bench()[0].contributions if not seen[f"fired {name}"]] == []
    assert 500 < seen["legal"] < 2000


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(10))
def test_the_interpreter_and_the_solver_agree_for_long(seed: int) -> None:
    seen = agree(1000 + seed, 2000)
    assert seen["legal"]


def test_the_solver_would_tell_a_difference() -> None:
    values = inputs(random.Random(1))
    results = compiled()(values)
    for name in ("next game.step.0", "next object.back.1", "legal"):
        assert Solver().disagreements(values, {**results, name: 1 - min(1, results[name])}) == [name]


def test_a_step_is_what_the_terms_say() -> None:
    """`step`, `legal`, `contributions` and `menu` add nothing to the compiled terms."""
    system, monitored = bench()
    rng = random.Random(9)
    settings = [switches(rng) for _ in range(4)]
    players = [Interpreter(system, setting, monitored) for setting in settings]
    legal = 0
    for n in range(200):
        state, digits, which = likely(rng), choice(rng), n % len(players)
        values = {**state, **{f"rule.{id}": value for id, value in settings[which].items()}}
        results = compiled()({**values, **{f"choice.{name}": value for name, value in digits.items()}})
        assert players[which].legal(state, digits) == bool(results["legal"])
        if not results["legal"]:
            with pytest.raises(ValueError, match="not on the menu"):
                players[which].step(state, digits)
            continue
        legal += 1
        after, broken = players[which].step(state, digits)
        assert after == {**state, **_named(results, "next ")}
        assert broken == [name for name, value in _named(results, "broken ").items() if value]
        fired = [name for name, value in _named(results, "fired ").items() if value]
        assert players[which].contributions(state, digits) == fired
    assert legal > 50


def _named(results: Mapping[str, int], prefix: str) -> State:
    return {name.removeprefix(prefix): value for name, value in results.items() if name.startswith(prefix)}


def test_the_menu_is_every_legal_choice_with_the_default_first() -> None:
    system, _ = bench()
    player = Interpreter(system, rulebook().switches("2026-09-25"))
    rng, longest = random.Random(2), 0
    for _ in range(8):
        state = likely(rng)
        menu = list(player.menu(state))
        assert menu[0] == DEFAULT
        digits = [
            {"pick": pick, "thing": thing, "aim": aim} for pick in range(8) for thing in range(2) for aim in range(8)
        ]
        assert menu == [one for one in digits if player.legal(state, one)]
        longest = max(longest, len(menu))
    assert longest > 1


def test_every_clause_matters_somewhere() -> None:
    """Switched off, each clause changes some step of some position."""
    book, rng, matters = rulebook(), random.Random(4), set[str]()
    as_written = {f"rule.{id}": value for id, value in book.switches("2026-09-25").items()}
    for _ in range(9000):
        values = {**inputs(rng), **as_written}
        results = compiled()(values)
        for id in set(book.clauses) - matters:
            if compiled()({**values, f"rule.{id}": book.clauses[id].off()}) != results:
                matters.add(id)
    assert sorted(set(book.clauses) - matters) == []


def test_only_these_contributions_are_idle_in_well_formed_positions() -> None:
    """The rest change something under some switches; under an edition's own, wrong bodies are silent as well."""
    system, _ = bench()
    solver = z3.SolverFor("QF_FD")
    solver.add(system.in_range, *system.well_formed.values(), system.legal)

    def idle() -> set[str]:
        answers = {name: solver.check(term) for name, term in system.contributions.items()}
        assert z3.unknown not in answers.values()
        return {name for name, answer in answers.items() if answer == z3.unsat}

    assert idle() == set(IDLE)
    solver.add(*system.fix(rulebook().switches("2026-09-25")))
    wrong = ("faces.same-object/", "mill.top-of-library/library.")
    assert idle() == set(IDLE) | {name for name in system.contributions if name.startswith(wrong)}


def test_an_operator_that_no_rule_uses_is_refused() -> None:
    with pytest.raises(NotImplementedError, match="no reading for"):
        compile_terms({"product": z3.BitVec("x", 4) * z3.BitVec("y", 4)})
