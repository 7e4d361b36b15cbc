"""The command line: one file per verb, and `main`, where the installed command starts."""

import sys

from .group import verifier
from .interrupt import exit_on_interrupt

__all__ = ["main", "verifier"]


def main() -> None:
    """Run the command line on the process's arguments and exit with its code."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    exit_on_interrupt()
    verifier.main(prog_name="verifier")
