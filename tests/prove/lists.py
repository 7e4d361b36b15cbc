"""Prints the lists of needed and of enough rules as JSON: `python lists.py SEED [PROPERTY]...`, a seed of the solver.

The slice is the small one of `verifier.auditing`. For need only those rules are tried that are enough for the property:
one that is proved while another rule is free is not refuted for the lack of it.
"""

import json
import sys

import z3

from verifier.auditing import enough_for, needed_by


def main() -> None:
    """The solver for finite domains, which every question goes to, listens to the seed of the SAT solver alone."""
    seed, *properties = sys.argv[1:]
    z3.set_param("sat.random_seed", int(seed))
    enough = enough_for(properties)
    needed = {id: needed_by([id], clauses=found.clauses)[id] if found.clauses else [] for id, found in enough.items()}
    lists = {
        "solver": z3.get_version_string(),
        "needed": needed,
        "enough": {id: found.clauses for id, found in enough.items()},
        "unsure": {id: found.unsure for id, found in enough.items() if found.unsure},
    }
    print(json.dumps(lists))


if __name__ == "__main__":
    main()
