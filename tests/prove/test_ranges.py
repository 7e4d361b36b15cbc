"""Numbers of slots stay in range also where the number of slots is no power of two."""

from verifier import api


def test_a_target_past_the_last_place_is_not_legal() -> None:
    """Six possible targets in three bits: a choice of the seventh once read another one's legality."""
    sizes = {"permanents": 3, "stack": 3, "delayed": 1, "abilities": 2, "instructions": 1, "tags": 1, "counters": 1}
    (result,) = api.check(["kernel.in-range"], slices=api.slice_for(sizes))
    assert result.verdict == "PROVED"
