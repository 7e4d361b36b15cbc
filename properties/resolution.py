"""Properties of resolving: the whole of an ability, "if you do", targets that are looked at again."""

from verifier.language import (
    Ability,
    Claim,
    Formula,
    Property,
    atom,
    both,
    implies,
    never,
    once,
    previously,
    source,
    target,
)

a = Ability("a", since="stack")
TURNED = atom("turned over", source(a))

REST_STILL_HAPPENS = Property(
    id="resolution.rest-still-happens",
    statement="An object on the stack that carries out or skips its first instruction reaches its last one before its "
    "resolution ends: a transform that does not happen stops nothing else.",
    cites=("resolution.rest-still-happens",),
    claims=(
        Claim(
            (a,),
            implies(
                atom("finishes", a),
                never(previously(both(atom("acts", a), never(atom("reaches its last instruction", a))))),
            ),
        ),
    ),
)


def _taps_after_a_turn(turned: Formula) -> Formula:
    """The ability says to tap its permanent "if you do", just after saying to turn it over, with this outcome."""
    before = both(atom("says transform or convert", a), atom("says this", a), turned)
    return both(atom("says tap", a), atom("says this", a), atom("says if you do", a), previously(before))


IF_YOU_DO = Property(
    id="resolution.if-you-do",
    statement='"If you do" after an instruction to turn this permanent over is true exactly if it turned over.',
    cites=("resolution.if-you-do",),
    claims=(
        Claim(
            (a,),
            implies(
                both(_taps_after_a_turn(TURNED), atom("on the battlefield", source(a))),
                atom("tapped after", source(a)),
            ),
        ),
        Claim(
            (a,),
            implies(
                both(_taps_after_a_turn(never(TURNED)), never(atom("is tapped", source(a)))),
                never(atom("tapped after", source(a))),
            ),
        ),
    ),
)

TARGET_LOOKED_AT_AGAIN = Property(
    id="resolution.target-looked-at-again",
    statement="What chose a permanent or card as its target does nothing if, as it begins to resolve, that has left, "
    "is another object, or is not what it asks for any more. If that is still there and what it asks for, it carries "
    "out what it says next, unless it says nothing.",
    cites=("resolution.needs-legal-target", "zones.new-object"),
    claims=(
        Claim(
            (a,),
            implies(
                atom("acts", a),
                never(
                    previously(
                        once(
                            both(
                                atom("begins to resolve", a),
                                atom("chose an object as its target", a),
                                never(atom("asks for", a, target(a))),
                            )
                        )
                    )
                ),
            ),
        ),
        Claim(
            (a,),
            implies(
                previously(
                    both(
                        atom("begins to resolve", a),
                        atom("has an instruction", a),
                        atom("chose an object as its target", a),
                        atom("asks for a target by words", a),
                        atom("asks for", a, target(a)),
                    )
                ),
                atom("acts", a),
            ),
        ),
    ),
)

PROPERTIES = (REST_STILL_HAPPENS, IF_YOU_DO, TARGET_LOOKED_AT_AGAIN)
