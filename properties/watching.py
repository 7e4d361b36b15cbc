"""Properties of what sees a transform: "transforms into", turning face up, and transformed permanents."""

from verifier.language import Ability, Claim, Permanent, Property, atom, both, implies, never

d = Ability("d", since="creation")
p = Permanent("p")
TRIGGERS = atom("its watchers of turning over trigger", p)

SEEN_AS_IT_THEN_IS = Property(
    id="transform.seen-as-it-then-is",
    statement="An ability that watches permanents transform triggers exactly for those that have just turned over, by "
    "transform or convert, and are then what it asks for; never for what enters.",
    cites=("transform.transforms-into",),
    claims=(
        Claim((p,), atom("only watchers that see what turned over trigger", p), shows=TRIGGERS),
        Claim((p,), atom("all watchers that see what turned over trigger", p), shows=TRIGGERS),
    ),
)

NEVER_SEEN_AS_FACE_UP = Property(
    id="transform.never-seen-as-face-up",
    statement="An ability that watches permanents being turned face up triggers only when one that was face down is, "
    "never when one transforms or converts.",
    cites=("transform.not-face-down", "convert.not-face-down"),
    claims=(
        Claim(
            (p,),
            implies(atom("its watchers of turning face up trigger", p), atom("something is turned face up", p)),
        ),
    ),
)

TRANSFORMED_IS_NOW = Property(
    id="transform.transformed-is-now",
    statement="What acts on all transformed permanents acts on those that a transforming card or token stands for and "
    "that show their back now; never on one that shows its front, whatever its past, nor on one that only looks so.",
    cites=("transform.transformed-permanent",),
    claims=tuple(
        Claim(
            (d, p),
            implies(
                both(
                    atom("says tap", d),
                    atom("says unconditionally", d),
                    atom("says all transformed", d, p),
                    atom("on the battlefield", p),
                    never(atom("is tapped", p)),
                    premise,
                ),
                conclusion,
            ),
        )
        for premise, conclusion in (
            (both(atom("shows its back", p), atom("transforming", p)), atom("tapped after", p)),
            (atom("tapped after", p), both(atom("shows its back", p), atom("double-faced", p))),
        )
    ),
)

PROPERTIES = (SEEN_AS_IT_THEN_IS, NEVER_SEEN_AS_FACE_UP, TRANSFORMED_IS_NOW)
