"""Storing invariants: for each property, the conjuncts that its proof needs, found at a small slice.

`python -m verifier.storing FILE` writes them; what is stored is a hint, and checked anew whenever it is used.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

from verifier import api
from verifier.encode.monitors import monitor
from verifier.errors import InternalError
from verifier.files import whole_file
from verifier.models.public import vocabulary
from verifier.prove.needs import Needs, needs_of
from verifier.prove.verdicts import scout


def needs() -> Needs:
    """What each proof, and each conjunct of it, rests on; for every edition at once."""
    temporal = [p for p in api.properties() if p.kernel != "start"]
    system, _ = api.system_for(scout(api.slice_for({})))
    monitored = monitor(system, temporal, vocabulary)
    found = needs_of(monitored, api.loosened(api.switches_for(api.DEFAULT_EDITION, (), {}), ()))
    unproved = sorted({p.id for p in temporal} - set(found.safety))
    if unproved:
        raise InternalError(f"no proof at the small slice: {', '.join(unproved)}")
    return found


def main() -> None:
    """Write the file that the command line names."""
    (name,) = sys.argv[1:]
    text = json.dumps(asdict(needs()), indent=1, sort_keys=True) + "\n"
    whole_file(Path(name), text)


if __name__ == "__main__":
    main()
