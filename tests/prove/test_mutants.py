"""Are small changes to rules told apart: noticed by a property, without any effect, or missed?"""

import pytest

from verifier import api
from verifier.auditing import SMALL, prover_of
from verifier.encode.terms import conj, disj, neg, variable
from verifier.prove.mutants import Fate, Mutant, atoms, fate, mutants

SLICES = api.slice_for(SMALL)
BASE = api.switches_for(api.DEFAULT_EDITION, (), {})


def what_becomes_of(mutant: Mutant, *properties: str) -> Fate:
    original, _ = api.system_for(SLICES)
    chosen = api.select_properties(properties) if properties else []
    return fate(mutant, chosen, SLICES, lambda m: prover_of(m, BASE, lambda _: None), original)


def test_atoms_are_the_parts_of_nested_conjunctions() -> None:
    a, b, c, d = (variable(name, 0) for name in "abcd")
    assert [str(atom) for atom in atoms(conj(conj(a, neg(b)), disj(c, d)))] == ["a", "Not(b)", "Or(c, d)"]


def test_each_clause_has_its_mutants() -> None:
    original, _ = api.system_for(SLICES)
    found = {str(m) for m in mutants(original, [c for c in api.rules() if c.id.startswith("transform.o")])}
    assert {
        "transform.once-per-ability: off",
        "transform.once-per-ability: as whoever-causes-it",
        "transform.once-per-ability: forbids: atom 1 negated",
        "transform.once-per-delayed: as since-put-on-stack",
    } <= found
    ordering = [c for c in api.rules() if c.id == "stack.last-in-first-out"]
    assert [str(m) for m in mutants(original, ordering)] == ["stack.last-in-first-out: as first-in-first-out"]


def test_a_negated_atom_is_killed_by_the_property_that_speaks_of_it() -> None:
    mutant = Mutant("transform.no-spell-face", "forbids negated", field="forbids", atom=0)
    assert what_becomes_of(mutant, "transform.never-a-spell-face").fate == "killed"


def test_a_dropped_write_is_killed() -> None:
    mutant = Mutant("transform.turn-over", "not written", field="object.back")
    fate = what_becomes_of(mutant, "transform.own-ability-turns-it-once")
    assert (fate.fate, fate.by) == ("killed", "transform.own-ability-turns-it-once")


def test_a_target_that_counts_as_gone_unless_it_moves_is_killed() -> None:
    """What chose it does nothing, though it is still there and what was asked for."""
    mutant = Mutant("zones.new-object", "target gone unless it moves", field="entry.target_gone", atom=0)
    fate = what_becomes_of(mutant, "resolution.target-looked-at-again")
    assert (fate.fate, fate.by) == ("killed", "resolution.target-looked-at-again")


def test_a_write_that_changes_nothing_is_equivalent() -> None:
    """A free place for a delayed ability holds none that has triggered, so that writing this again is idle."""
    mutant = Mutant("delayed.created-on-resolution", "fired not written", field="delayed.fired")
    assert what_becomes_of(mutant, "kernel.in-range").fate == "equivalent"


@pytest.mark.parametrize("properties", [(), ("transform.only-two-faced",)])
def test_what_no_property_speaks_of_survives(properties: tuple[str, ...]) -> None:
    mutant = Mutant("life.changes", "life not written", field="player.life")
    assert what_becomes_of(mutant, *properties).fate == "survived"
