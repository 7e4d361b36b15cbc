"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from verifier.errors import InputError

__all__ = ["refuse_to_replace", "unfinished", "whole_file"]

unfinished: set[Path] = set()
"""Files that are being written and must not stay if the process is interrupted."""


def refuse_to_replace(path: Path) -> None:
    """Raise `InputError` for a directory, a device, a pipe: what is there and is no file to be written anew."""
    try:
        if path.is_dir():
            raise InputError(path, "", "is a directory, not a file")
        if path.exists() and not path.is_file():
            raise InputError(path, "", "is not a regular file")
    except (OSError, ValueError) as problem:
        raise InputError(path, "", f"cannot be written: {problem}") from None


def whole_file(path: Path, text: str) -> None:
    """Write a file so that it is there whole or, if anything goes wrong, as it was. Raises `InputError`."""
    refuse_to_replace(path)
    temporary: Path | None = None
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
        temporary = Path(name)
        unfinished.add(temporary)
        with open(handle, "w", encoding="utf-8") as file:
            file.write(text)
        temporary.chmod(0o666 & ~_umask())
        os.replace(temporary, path)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise InputError(path, "", f"cannot be written: {reason.lower()}") from None
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
            unfinished.discard(temporary)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
