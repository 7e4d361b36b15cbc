"""Properties of transform and convert: the flagship in two halves, and what the guard must leave alone."""

from verifier.language import (
    Ability,
    Claim,
    Formula,
    Permanent,
    Property,
    atom,
    both,
    either,
    implies,
    never,
    once,
    previously,
    source,
    target,
)

a = Ability("a", since="stack")
d = Ability("d", since="creation")
p = Permanent("p")

NEVER_AGAIN_BY_OWN_ABILITY = Property(
    id="transform.never-again-by-own-ability",
    statement="An activated ability, or a triggered one that is not delayed, turns its own permanent over only if that "
    "permanent has not turned over since the ability was put on the stack.",
    cites=("transform.once-per-ability", "convert.shares-guard"),
    claims=(
        Claim(
            (a,),
            implies(
                both(
                    atom("acts", a),
                    never(atom("is delayed", a)),
                    never(atom("is a spell", a)),
                    atom("turned over", source(a)),
                ),
                never(previously(once(atom("turned over", source(a))))),
            ),
        ),
    ),
)

NEVER_AGAIN_BY_OWN_DELAYED = Property(
    id="transform.never-again-by-own-delayed",
    statement="A delayed triggered ability turns its own permanent over only if that permanent has not turned over "
    "since the ability was created.",
    cites=("transform.once-per-delayed", "convert.shares-guard"),
    claims=(
        Claim(
            (d,),
            implies(
                both(atom("acts", d), atom("is delayed", d), atom("turned over", source(d))),
                never(previously(once(atom("turned over", source(d)), known="turned over since created"))),
            ),
        ),
    ),
)

GUARD_LIMITS_NOBODY_ELSE = Property(
    id="transform.guard-limits-nobody-else",
    statement="A spell, or an ability of another permanent, turns over whatever it speaks of and can turn over, "
    "however often that has turned over before.",
    cites=("transform.once-per-ability", "transform.once-per-delayed", "transform.turn-over"),
    claims=(
        Claim(
            (d, p),
            implies(
                both(
                    atom("says transform or convert", d),
                    atom("says unconditionally", d),
                    either(atom("says all of", d, p), both(atom("says target", d), atom("is", p, target(d)))),
                    either(atom("is a spell", d), never(atom("is", p, source(d)))),
                    atom("on the battlefield", p),
                    atom("transforming", p),
                    never(atom("would become a spell face", p)),
                    never(atom("cannot transform", p)),
                ),
                atom("turned over", p),
            ),
        ),
    ),
)


def _own_and_able(ability: Ability) -> Formula:
    """The ability tells its own permanent, which can, to turn over, and leaves no choice."""
    its = source(ability)
    return both(
        atom("says transform or convert", ability),
        atom("says unconditionally", ability),
        atom("says this", ability),
        atom("on the battlefield", its),
        atom("transforming", its),
        never(atom("would become a spell face", its)),
        never(atom("cannot transform", its)),
    )


OWN_ABILITY_TURNS_IT_ONCE = Property(
    id="transform.own-ability-turns-it-once",
    statement="An ability that tells its own permanent to turn over, and whose permanent can, leaves it turned over "
    "since the ability was put on the stack (since it was created, if it is a delayed one): by itself or by another. "
    "So of several activations that wait together, the first to resolve turns the permanent, and no other.",
    cites=("transform.once-per-ability", "transform.once-per-delayed", "transform.turn-over", "copies.own-time"),
    claims=(
        Claim(
            (a,), implies(both(_own_and_able(a), never(atom("is delayed", a))), once(atom("turned over", source(a))))
        ),
        Claim(
            (d,),
            implies(
                both(_own_and_able(d), atom("is delayed", d)),
                once(atom("turned over", source(d)), known="turned over since created"),
            ),
        ),
    ),
)

CANNOT_MEANS_BOTH = Property(
    id="transform.cannot-means-both",
    statement="What cannot transform neither transforms nor converts.",
    cites=("transform.forbidden", "convert.cannot"),
    claims=(Claim((p,), implies(atom("turned over", p), never(atom("cannot transform", p)))),),
)

ONLY_TWO_FACED = Property(
    id="transform.only-two-faced",
    statement="Only what a double-faced card or token physically stands for ever turns over, whatever it is a copy of.",
    cites=("transform.needs-two-faces", "convert.needs-two-faces"),
    claims=(Claim((p,), implies(atom("turned over", p), atom("double-faced", p))),),
)

NEVER_A_SPELL_FACE = Property(
    id="transform.never-a-spell-face",
    statement="No permanent turns over into an instant or sorcery.",
    cites=("transform.no-spell-face", "convert.no-spell-face"),
    claims=(Claim((p,), implies(atom("turned over", p), never(atom("would become a spell face", p)))),),
)

SAME_OBJECT = Property(
    id="transform.same-object",
    statement="Turning over keeps the object: its counters, damage, tapped state and controller stay, and an ability "
    "of it still finds it.",
    cites=("faces.same-object",),
    claims=(
        Claim((p,), implies(atom("turned over", p), atom("keeps what is on it", p))),
        Claim(
            (d,),
            implies(
                both(
                    atom("says tap", d),
                    atom("says unconditionally", d),
                    atom("says this", d),
                    atom("on the battlefield", source(d)),
                ),
                atom("tapped after", source(d)),
            ),
        ),
    ),
)

EACH_TURNS_THE_FACE = Property(
    id="transform.each-turns-the-face",
    statement="While an object stays, its physical face changes exactly when an instruction to transform or convert it "
    "is carried out; anywhere but on the battlefield and the stack the front is up.",
    cites=("transform.turn-over", "convert.turn-over", "faces.front-elsewhere"),
    claims=(
        Claim((p,), implies(atom("turned over", p), atom("told to turn over", p))),
        Claim(
            (p,),
            atom("front up or in play", p),
            shows=both(atom("on the battlefield", p), atom("shows its back", p), atom("changed zones", p)),
        ),
    ),
)

PROPERTIES = (
    NEVER_AGAIN_BY_OWN_ABILITY,
    NEVER_AGAIN_BY_OWN_DELAYED,
    GUARD_LIMITS_NOBODY_ELSE,
    OWN_ABILITY_TURNS_IT_ONCE,
    CANNOT_MEANS_BOTH,
    ONLY_TWO_FACED,
    NEVER_A_SPELL_FACE,
    SAME_OBJECT,
    EACH_TURNS_THE_FACE,
)
