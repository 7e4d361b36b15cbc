"""Ctrl-C at any moment: the process ends at once with 130 and leaves no half-written file.

The solver takes the signal for itself while it works and only answers "unknown". So the signal is kept from every
thread but one, which waits for it and ends the process.
"""

import os
import signal
import subprocess
import sys
import threading

from verifier.files import unfinished

__all__ = ["INTERRUPTED", "exit_on_interrupt", "running"]

INTERRUPTED = 130

running: set[subprocess.Popen[str]] = set()
"""Processes that were started and must not go on if this one is interrupted."""


def exit_on_interrupt() -> None:
    """From now on an interrupt ends the process with `INTERRUPTED`. Does nothing where signals cannot be kept back."""
    if not hasattr(signal, "pthread_sigmask") or not hasattr(signal, "sigwait"):
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    threading.Thread(target=_wait, name="interrupt", daemon=True).start()


def _wait() -> None:
    signal.sigwait({signal.SIGINT})
    for process in list(running):
        process.kill()
    for path in list(unfinished):
        path.unlink(missing_ok=True)
    if sys.stderr.isatty():
        os.write(sys.stderr.fileno(), b"\x1b[?25h\r\n")
    os._exit(INTERRUPTED)
