"""Properties of mill: how many cards leave a library, which ones, where they are then, and what a cost may take."""

from verifier.language import Ability, Claim, Permanent, Property, atom, both, implies

a = Ability("a", since="stack")
p = Permanent("p")

AS_MANY_AS_THERE_ARE = Property(
    id="mill.as-many-as-there-are",
    statement="An instruction to mill n cards, without a choice or a condition, takes n cards from each library that "
    "it speaks of, or all of them if there are fewer, and none from another.",
    cites=("mill.top-of-library", "mill.as-many-as-possible"),
    claims=(
        Claim(
            (a,),
            implies(
                both(atom("says mill", a), atom("says unconditionally", a)),
                atom("as many leave the libraries as it says, or all", a),
            ),
        ),
    ),
)

CONSERVES_CARDS = Property(
    id="mill.conserves-cards",
    statement="What leaves a library is its top cards, and the rest keeps its order; the very same cards appear, each "
    "in the graveyard of its owner.",
    cites=("mill.top-of-library",),
    claims=(
        Claim((), atom("libraries only lose cards from the top"), shows=atom("cards leave a library")),
        Claim((), atom("what leaves a library appears, card for card"), shows=atom("cards leave a library")),
        Claim((p,), implies(atom("appears", p), atom("is in its owner's graveyard after", p))),
    ),
)

COST_IS_EXACT = Property(
    id="mill.cost-is-exact",
    statement="The cost to mill n cards can be paid exactly by a player whose library has n cards or more, and that "
    "library then has n cards fewer.",
    cites=("mill.never-more-than-library", "mill.top-of-library"),
    claims=(
        Claim((p,), implies(atom("its ability is activated by milling", p), atom("exactly that is milled", p))),
        Claim(
            (p,),
            atom("its mill costs are payable exactly with enough cards", p),
            shows=atom("its ability is activated by milling", p),
        ),
    ),
)

CHOSEN_ONLY_WHOLE = Property(
    id="mill.chosen-only-whole",
    statement="Where players may mill n cards, that can be chosen exactly if each of their libraries has n cards or "
    "more; and then each mills n cards or none does.",
    cites=("mill.never-more-than-library",),
    claims=(
        Claim(
            (a,),
            implies(
                both(atom("says mill", a), atom("says may", a)),
                atom("as many leave the libraries as it says, or none", a),
            ),
        ),
        Claim(
            (a,),
            implies(
                both(atom("says mill", a), atom("says may", a), atom("says always", a)),
                atom("can be chosen exactly with enough cards", a),
            ),
        ),
    ),
)

NO_DEATH = Property(
    id="mill.is-no-death",
    statement="An ability that watches deaths triggers only in a step in which some permanent goes to a graveyard; "
    "what is milled goes there too, and has not died.",
    cites=("triggers.dies",),
    claims=(Claim((p,), implies(atom("its watchers of deaths trigger", p), atom("something dies"))),),
)

PROPERTIES = (AS_MANY_AS_THERE_ARE, CONSERVES_CARDS, COST_IS_EXACT, CHOSEN_ONLY_WHOLE, NO_DEATH)
