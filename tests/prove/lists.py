"""Prints the lists of needed and of enough rules as JSON, for a given seed of the solver: `python lists.py [SEED]`.

The slice is the small one of `verifier.auditing`. Rules that are no member of any list of enough ones are not tried for
need: a property that is proved while they are free is not refuted for the lack of them.
"""

import json
import sys

import z3


def main() -> None:
    """Everything is built after the seed is set: it is read as a solver is made."""
    z3.set_param("sat.random_seed", int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    from verifier.auditing import enough_for, needed_by

    enough = enough_for()
    needed = needed_by(clauses=sorted({rule for found in enough.values() for rule in found.clauses}))
    print(
        json.dumps(
            {
                "needed": needed,
                "enough": {id: found.clauses for id, found in enough.items()},
                "unsure": {id: found.unsure for id, found in enough.items() if found.unsure},
            },
            indent=1,
            sort_keys=True,
        )
    )


if __name__ == "__main__":
    main()
