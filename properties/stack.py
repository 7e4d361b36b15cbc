"""Properties of order: what resolves first, whose triggers come first, who acts first."""

from verifier.language import Ability, Claim, Property, atom, both, implies, never

a = Ability("a", since="stack")
c = Ability("c", since="creation")
d = Ability("d", since="creation")

LAST_IN_FIRST_OUT = Property(
    id="stack.last-in-first-out",
    statement="What begins to resolve is the object that was put on the stack last.",
    cites=("stack.last-in-first-out",),
    claims=(Claim((a,), implies(atom("begins to resolve", a), atom("is on top of the stack", a))),),
)

ACTIVE_PLAYER_FIRST = Property(
    id="stack.active-player-first",
    statement="While a triggered ability of the active player waits, none of the other player's goes on the stack.",
    cites=("stack.active-player-first",),
    claims=(
        Claim(
            (c, d),
            never(
                both(
                    atom("stops waiting", c),
                    never(atom("is the active player's", c)),
                    atom("waits to go on the stack", d),
                    atom("is the active player's", d),
                )
            ),
        ),
    ),
)

ACTIVE_PLAYER_ACTS_FIRST = Property(
    id="stack.active-player-acts-first",
    statement="After a resolution the active player has priority.",
    cites=("turn.active-player-acts-first",),
    claims=(Claim((a,), implies(atom("finishes", a), atom("leaves the active player with priority", a))),),
)

PROPERTIES = (LAST_IN_FIRST_OUT, ACTIVE_PLAYER_FIRST, ACTIVE_PLAYER_ACTS_FIRST)
