"""`verifier certify`: check certificates again, in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import click

from verifier.errors import InternalError
from verifier.extension import in_force

from .common import Output, complain, reporting, worst
from .interrupt import running

CODES = {"checks": 0, "refused": 4, "error": 2, "unknown": 3}


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--solver", type=click.Choice(["z3", "cvc5"]), default="z3", show_default=True, help="Who answers the questions."
)
@reporting("text", "json")
def certify(files: tuple[str, ...], solver: str, output: Output) -> int:
    """Check each certificate FILE, as `verifier check --certificates` writes them, in a fresh process.

    A certificate checks, is refused (exit code 4), or the file is none (2). --quiet prints only those that do not
    check.

    \b
    Example:
      verifier check 'transform.*' --slice permanents=2,stack=2 --certificates proofs
      verifier certify proofs/*.json
    """
    with output.progress() as progress:
        progress("checking in a process of its own")
        results = _checked(files, solver)
    if output.format == "json":
        output.json({"solver": solver, "results": results})
    for result in results:
        if result["status"] != "checks":
            file = "" if result["status"] == "error" else f"{result['file']}: "
            complain(f"{file}{'does not check: ' if result['status'] == 'refused' else ''}{result['reason']}")
        elif output.format == "text" and not output.quiet:
            _print(result, output)
    if output.format == "text":
        good = sum(result["status"] == "checks" for result in results)
        output.note(f"{good} of {len(results)} certificates check, by {solver}")
    return worst(CODES[result["status"]] for result in results)


def _print(result: dict[str, Any], output: Output) -> None:
    changed = f", but for {', '.join(result['changed'])}" if result["changed"] else ""
    output.line(f"  {result['property']}  ({result['file']}; edition {result['edition']}{changed})", word="checks")
    if output.verbose:
        output.line(f"    {result['seconds']:.1f} s")


def _checked(files: tuple[str, ...], solver: str) -> list[dict[str, Any]]:
    """What the checker says of each file. Raises InternalError if it does not live to say it."""
    path = os.pathsep.join(part or os.getcwd() for part in sys.path)
    added = [] if in_force().folder is None else ["--rulebook", str(in_force().folder)]
    command = [sys.executable, "-P", "-m", "verifier.checker", "--json", "--solver", solver, *added, "--", *files]
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": path}
    ) as process:
        running.add(process)
        answer, _ = process.communicate()
        running.discard(process)
    try:
        results: list[dict[str, Any]] = json.loads(answer)["results"]
    except (ValueError, KeyError):
        raise InternalError(f"the checker ended with code {process.returncode} and no answer") from None
    return results
