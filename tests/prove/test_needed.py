"""Which clauses a property needs, and which are enough for it."""

from verifier import api
from verifier.auditing import needed_by
from verifier.encode.monitors import monitor
from verifier.models.public import vocabulary
from verifier.prove.needed import enough
from verifier.prove.verdicts import scout

TWO_FACED = "transform.only-two-faced"


def test_needed_are_those_without_which_it_falls() -> None:
    found = needed_by([TWO_FACED], clauses=["*.needs-two-faces", "transform.no-spell-face", "zones.tokens-cease"])
    assert found == {TWO_FACED: ["convert.needs-two-faces", "transform.needs-two-faces"]}


def test_what_is_enough_contains_what_is_needed_and_no_more_than_that_here() -> None:
    """Whatever else is off, on, or wrong: what cannot turn over does not."""
    (property,) = api.select_properties([TWO_FACED])
    system, _ = api.system_for(scout(api.slice_for({})))
    needed = ["convert.needs-two-faces", "transform.needs-two-faces"]
    switches = api.switches_for(api.DEFAULT_EDITION, (), {})
    found, certain = enough(
        monitor(system, [property], vocabulary), property, needed, switches, api.stored_invariants()[TWO_FACED]
    )
    assert (found, certain) == (needed, True)
