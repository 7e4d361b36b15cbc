"""Certificates: what there is to check again of a proof, as a file. Knows nothing of how an invariant is found.

A certificate names the property and the rulebook that it is about, holds digests of the transition system and of what
breaks the property, and either an invariant, in words and as SMT-LIB 2, or a position where games start.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verifier.documents import parse_document, validate
from verifier.encode.monitors import Monitored
from verifier.encode.smtlib import Digests
from verifier.encode.system import System
from verifier.errors import InputError
from verifier.files import whole_file

__all__ = ["SCHEMA", "Certificate", "load", "safety_digest", "system_digest", "write"]

SCHEMA = 1
MAX_BYTES = 64_000_000

_DIGEST = {"type": "string", "description": "`sha256:` and 64 hexadecimal digits", "pattern": "^sha256:[0-9a-f]{64}$"}
_NUMBERS = {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}}
_INVARIANT = {
    "type": "object",
    "required": ["reads", "smtlib"],
    "properties": {"reads": {"type": "array", "items": {"type": "string"}}, "smtlib": {"type": "string"}},
    "additionalProperties": False,
}
FORMAT: Mapping[str, Any] = {
    "type": "object",
    "required": ["schema", "property", "edition", "switches", "slice", "system", "safety"],
    "properties": {
        "schema": {"enum": [SCHEMA]},
        "property": {"type": "string"},
        "edition": {"type": "string"},
        "switches": _NUMBERS,
        "slice": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1, "maximum": 64}},
        "system": _DIGEST,
        "safety": _DIGEST,
        "invariant": _INVARIANT,
        "position": _NUMBERS,
    },
    "additionalProperties": False,
    "oneOf": [{"required": ["invariant"]}, {"required": ["position"]}],
}


@dataclass(frozen=True, slots=True)
class Certificate:
    """One property of one rulebook at one slice, and what its proof rests on.

    `system` and `safety` are digests. An invariant has one line of `reads` per assertion of `smtlib`; `position`, a
    value per variable, takes its place where a property says that games start somewhere.
    """

    property: str
    edition: str
    switches: Mapping[str, int]
    slices: Mapping[str, int]
    system: str
    safety: str
    reads: tuple[str, ...] = ()
    smtlib: str = ""
    position: Mapping[str, int] | None = None

    def text(self) -> str:
        """The certificate as a file holds it: the same bytes for the same certificate."""
        rests: dict[str, Any] = {"position": self.position}
        if self.position is None:
            rests = {"invariant": {"reads": list(self.reads), "smtlib": self.smtlib}}
        document = {
            "schema": SCHEMA,
            "property": self.property,
            "edition": self.edition,
            "switches": dict(sorted(self.switches.items())),
            "slice": dict(sorted(self.slices.items())),
            "system": self.system,
            "safety": self.safety,
            **rests,
        }
        return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def write(certificate: Certificate, folder: Path) -> Path:
    """Write `<property>.json` into a folder, whole or not at all. Raises InputError if that cannot be done."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise InputError(folder, "", f"cannot hold certificates: {reason.lower()}") from None
    path = folder / f"{certificate.property}.json"
    whole_file(path, certificate.text())
    return path


def load(path: str | Path) -> Certificate:
    """The certificate in a file. Raises InputError if it holds none."""
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
        text = data.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise InputError(path, f"byte {problem.start}", "is not text in UTF-8") from None
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise InputError(path, "", f"cannot be read: {reason.lower()}") from None
    if len(data) > MAX_BYTES:
        raise InputError(path, "", f"is larger than {MAX_BYTES} bytes")
    document = parse_document(text, str(path), as_json=True)
    validate(document, FORMAT, path)
    invariant = document.get("invariant", {})
    return Certificate(
        property=document["property"],
        edition=document["edition"],
        switches=document["switches"],
        slices=document["slice"],
        system=document["system"],
        safety=document["safety"],
        reads=tuple(invariant.get("reads", ())),
        smtlib=invariant.get("smtlib", ""),
        position=document.get("position"),
    )


def system_digest(system: System, digests: Digests) -> str:
    """A digest of all that a transition system is: variables, choices, and the terms over them."""
    terms = {f"next {name}": term for name, term in system.next.items()}
    terms |= {f"variable {v.name} {v.frozen} {v.size}": v.term for v in system.layout.variables.values()}
    terms |= {f"input {name}": term for name, term in system.inputs().items()}
    terms |= {f"well-formed {reads}": term for reads, term in system.well_formed.items()}
    terms |= {"legal": system.legal, "start": system.start}
    return digests.of(terms | {"in range": system.in_range, "conflict": system.conflict})


def safety_digest(monitored: Monitored, property: str, digests: Digests) -> str:
    """A digest of what breaks a property, with the ghosts that watch for it."""
    terms = {"broken": monitored.broken[property]} if property in monitored.broken else {}
    for ghost in monitored.ghosts.values():
        terms |= {f"next {ghost.name}": ghost.next, f"initial {ghost.name}": ghost.initial}
    return digests.of(terms)
