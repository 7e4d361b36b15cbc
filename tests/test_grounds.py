"""Is the summary of an invariant short, complete in its counts, and about the property that is asked for?"""

from verifier.grounds import MOST, summary
from verifier.language import Ability, Claim, Property, atom, source

a = Ability("a", since="stack")
REMEMBERS = Property("some.claim", "Something.", ())
REFERS = Property("other.claim", "Something else.", (), (Claim((a,), atom("turned over", source(a, "meant"))),))
INVARIANT = [
    "every enumeration is among its values",
    "for every entry: some.claim#0/1 implies turned",
    "for every entry that is spell: some.claim#0/1 implies turned",
    "for every entry that is activated: some.claim#0/1 implies copied",
    "for every entry: source_gone implies source-meant-lost",
    "for every delayed: never target-meant-lost",
]


def test_every_part_is_counted_once() -> None:
    lines = summary(REMEMBERS, INVARIANT)
    assert "6 parts" in lines[0]
    assert lines[1:4] == [
        "  1 of the position as a whole",
        "  4 of each object on the stack",
        "  1 of each delayed ability that waits",
    ]


def test_what_the_claim_remembers_is_told_and_not_twice() -> None:
    lines = summary(REMEMBERS, INVARIANT)
    told = [line for line in lines if line.startswith("  for every")]
    assert told == [
        "  for every entry: the claim's memory implies turned",
        "  for every entry that is activated: the claim's memory implies copied",
    ]


def test_a_claim_without_memory_is_told_what_it_asks_of_references() -> None:
    told = [line for line in summary(REFERS, INVARIANT) if line.startswith("  for every")]
    assert told == ["  for every entry: source_gone implies source-meant-lost"]


def test_several_memories_are_told_apart() -> None:
    lines = summary(REMEMBERS, ["for every entry: some.claim#0/1 implies some.claim#1/1"])
    assert "  for every entry: the claim's memory (1) implies the claim's memory (2)" in lines


def test_lines_that_belong_together_are_one() -> None:
    says = [
        "some.claim#0/1 implies x",
        "x implies some.claim#0/1",
        "some.claim#0/1 implies y",
        "z implies some.claim#0/1",
    ]
    says += ["some.claim#0/1 implies not z"]
    told = summary(REMEMBERS, [f"for every entry: {one}" for one in says])[3:-2]
    assert [line.removeprefix("  for every entry: ") for line in told] == [
        "never z",
        "the claim's memory exactly when x",
        "the claim's memory implies y",
    ]


def test_a_narrower_line_is_not_told_beside_a_wider_one() -> None:
    heads = ("entry without x", "entry that is spell without x", "entry that is spell", "delayed that is y without x")
    told = summary(REMEMBERS, [f"for every {head}: some.claim#0/1 implies turned" for head in heads])
    assert [line.partition(":")[0] for line in told if line.startswith("  for every")] == [
        "  for every entry without x",
        "  for every entry that is spell",
        "  for every delayed that is y without x",
    ]


def test_a_long_list_is_cut_and_says_so() -> None:
    lines = summary(REMEMBERS, [f"for every entry: some.claim#0/1 implies mark_{number}" for number in range(MOST + 3)])
    assert sum(line.startswith("  for every") for line in lines) == MOST
    assert "  and 3 parts more of this sort" in lines


def test_no_invariant_no_summary() -> None:
    assert summary(REMEMBERS, []) == []
