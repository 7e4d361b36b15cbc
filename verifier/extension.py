"""What a user's own folder adds to the rulebook: clauses, properties and cards, in force while it is *open*.

The rulebook, the list of properties and the list of cards ask here for what is in force. The kernel knows no folder:
`verifier.user_folder` reads one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

from verifier.encode.clauses import Clause
from verifier.language import Property

__all__ = ["NONE", "Extension", "in_force", "opened"]


@dataclass(frozen=True, eq=False, slots=True)
class Extension:
    """What a folder adds, and a digest of all its files; two are the same only if they are one object."""

    folder: Path | None = None
    clauses: tuple[Clause, ...] = ()
    properties: tuple[Property, ...] = ()
    cards: tuple[Path, ...] = ()
    digest: str = ""


NONE = Extension()
"""The rulebook as it is shipped."""

_in_force: ContextVar[Extension] = ContextVar("extension", default=NONE)


def in_force() -> Extension:
    """The extension that is open here, or `NONE`."""
    return _in_force.get()


@contextmanager
def opened(extension: Extension) -> Iterator[Extension]:
    """Within the block the rulebook, the properties and the cards are the shipped ones and these."""
    token = _in_force.set(extension)
    try:
        yield extension
    finally:
        _in_force.reset(token)
