"""Storing invariants: for each property, the conjuncts that its proof needs, found at a small slice.

`python -m verifier.storing FILE` writes them; what is stored is a hint, and checked anew whenever it is used.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from verifier import api
from verifier.encode.monitors import monitor
from verifier.files import whole_file
from verifier.models.public import vocabulary
from verifier.prove.induction import scout_invariant
from verifier.prove.localise import Localiser
from verifier.prove.verdicts import scout


def invariants() -> dict[str, list[str]]:
    """How the needed conjuncts read, by property; for every edition at once."""
    temporal = [p for p in api.properties() if p.kernel != "start"]
    system, _ = api.system_for(scout(api.slice_for({})))
    monitored = monitor(system, temporal, vocabulary)
    switches = api.loosened(api.switches_for(api.DEFAULT_EDITION, (), {}), ())
    localiser = Localiser(monitored, switches, scout_invariant(monitored, switches))
    return {p.id: localiser.needs(monitored.broken[p.id]) for p in temporal}


def main() -> None:
    """Write the file that the command line names."""
    (name,) = sys.argv[1:]
    text = json.dumps(invariants(), indent=1, sort_keys=True) + "\n"
    whole_file(Path(name), text)


if __name__ == "__main__":
    main()
