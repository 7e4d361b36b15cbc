"""Do the stored needs still prove everything, for every edition at once?"""

import pytest

from verifier import api

SLICE = {"permanents": 3, "stack": 3, "delayed": 1, "abilities": 3, "instructions": 2, "tags": 1, "counters": 1}


@pytest.mark.parametrize("edition", api.EDITIONS)
def test_stored_needs_prove_every_property_in_one_go(edition: str) -> None:
    results = api.check(edition=edition, slices=SLICE)
    methods = {r.property: (r.verdict, r.method) for r in results if r.property != "kernel.start-exists"}
    assert set(methods.values()) == {("PROVED", "induction, every edition")}, methods


def test_a_cone_is_closed_under_what_its_conjuncts_rest_on() -> None:
    needs = api.stored_needs()
    for id in needs.safety:
        cone = set(needs.cone(id))
        assert all(set(needs.step[reads]) <= cone for reads in cone)
