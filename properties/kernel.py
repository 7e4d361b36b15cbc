"""Standing obligations of the transition system itself (not of the rules)."""

from verifier.language import Property

START_EXISTS = Property(
    id="kernel.start-exists",
    statement="There is a well-formed position with an empty stack: proofs start somewhere.",
    cites=(),
    kernel="start",
)
MENU_NOT_EMPTY = Property(
    id="kernel.menu-not-empty",
    statement="In every position some choice is legal, and the default is one of them.",
    cites=(),
    kernel="menu",
)
IN_RANGE = Property(
    id="kernel.in-range",
    statement="Every zone, step, index and other enumeration stays among its meant values.",
    cites=(),
    kernel="range",
)
NO_CONFLICT = Property(
    id="kernel.no-conflict",
    statement="No two clauses that nothing settles ever put different values into one thing.",
    cites=(),
    kernel="conflict",
)
WELL_FORMED = Property(
    id="kernel.well-formed",
    statement="Every step leads from a well-formed position to a well-formed position.",
    cites=(),
    kernel="well-formed",
)

PROPERTIES = (START_EXISTS, MENU_NOT_EMPTY, IN_RANGE, NO_CONFLICT, WELL_FORMED)
