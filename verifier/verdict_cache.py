"""Verdicts that are known already: a folder of the user's, in which nothing outlives a change of what it rests on.

The key of a verdict is a digest of the whole question: every file of this package (rules, properties, the machinery),
the solver's version, and what was asked. So a verdict is found again only where the same computation would be done
again. Only proofs and refutations are kept; one that cannot be read is computed anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import zlib
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import z3
from diskcache import Cache, JSONDisk, Timeout
from platformdirs import user_cache_path

__all__ = ["FOLDER", "KEPT", "VerdictCache", "folder", "sources"]

FOLDER = "VERIFIER_CACHE"
"""The environment variable that names another folder than the user's own for caches."""

KEPT = ("PROVED", "REFUTED")
"""Verdicts that more time could not change."""

PACKAGES = ("verifier", "verifier.models", "verifier.properties")
SUFFIXES = (".py", ".json", ".yaml")
MAX_BYTES = 1 << 28

_UNREADABLE = (OSError, ValueError, sqlite3.Error, zlib.error, Timeout)
"""What a damaged folder, or one that must not be written to, brings about."""


def folder() -> Path:
    """Where verdicts are kept."""
    named = os.environ.get(FOLDER)
    return Path(named) if named else user_cache_path("mtg-rules-verifier", appauthor=False)


@cache
def sources() -> str:
    """A digest of every file that a verdict could depend on."""
    digest = hashlib.sha256(z3.get_full_version().encode())
    for name in PACKAGES:
        for root in import_module(name).__path__:
            files = [path for path in Path(root).rglob("*") if path.suffix in SUFFIXES and path.is_file()]
            for path in sorted(files):
                content = hashlib.sha256(path.read_bytes()).hexdigest()
                digest.update(f"{name} {path.relative_to(root).as_posix()} {content}\n".encode())
    return digest.hexdigest()


class VerdictCache:
    """Verdicts as JSON documents, by question. Without a usable folder it knows nothing and keeps nothing."""

    def __init__(self, where: Path | None = None) -> None:
        self._where = where or folder()
        self._open: Cache | None = None

    def get(self, question: Mapping[str, Any]) -> dict[str, Any] | None:
        """The document kept for a question, or None."""
        with suppress(*_UNREADABLE):
            found = self._cache().get(_key(question))
            return found if isinstance(found, dict) else None
        return None

    def put(self, question: Mapping[str, Any], document: Mapping[str, Any]) -> None:
        """Keep a document, if its verdict is one of `KEPT`."""
        if document["verdict"] in KEPT:
            with suppress(*_UNREADABLE):
                self._cache().set(_key(question), dict(document))

    def _cache(self) -> Cache:
        if self._open is None:
            self._open = Cache(str(self._where), disk=JSONDisk, size_limit=MAX_BYTES, timeout=5)
        return self._open


def _key(question: Mapping[str, Any]) -> str:
    whole = json.dumps({"sources": sources(), **question}, sort_keys=True)
    return hashlib.sha256(whole.encode()).hexdigest()
