"""Rule numbers by edition. A number that is not known for an edition is None, never a guess."""

EDITIONS = ("2023", "2026-09-25")


def numbers(in_2023: str | None, in_2026: str | None) -> dict[str, str | None]:
    """The number of a clause in each edition."""
    return {"2023": in_2023, "2026-09-25": in_2026}


def same(number: str | None) -> dict[str, str | None]:
    """A number that the editions share."""
    return numbers(number, number)
