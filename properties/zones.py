"""Properties of zones and identity."""

from verifier.language import Ability, Claim, Property, atom, both, implies, source, target

d = Ability("d", since="creation")

OLD_ABILITY_NEW_OBJECT = Property(
    id="zones.old-ability-new-object",
    statement="An ability that names its source or its target never turns over a later object of the same card, except "
    "one that its own effect has just moved.",
    cites=("zones.new-object", "zones.effect-finds-what-it-moved"),
    claims=(
        Claim(
            (d,),
            implies(
                both(
                    atom("says transform or convert", d), atom("says this", d), atom("turned over", source(d, "card"))
                ),
                atom("means an object", source(d, "meant")),
            ),
        ),
        Claim(
            (d,),
            implies(
                both(
                    atom("says transform or convert", d),
                    atom("says target", d),
                    atom("turned over", target(d, "card")),
                ),
                atom("means an object", target(d, "meant")),
            ),
        ),
    ),
)

PROPERTIES = (OLD_ABILITY_NEW_OBJECT,)
