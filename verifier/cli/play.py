"""`verifier play`: replay boards and check what they expect."""

from __future__ import annotations

from typing import Any

import click

from verifier.errors import InputError, OutsideRulebook

from .common import Output, complain, reporting, worst

CODES = {"pass": 0, "fail": 1, "error": 2, "outside": 3}


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@reporting("text", "json")
def play(files: tuple[str, ...], output: Output) -> int:
    """Replay each board FILE step by step and check its expectations.

    A board passes, fails, is in error, or is outside the rulebook. --quiet prints only those that do not pass;
    --verbose prints every step.

    \b
    Example:
      verifier play boards/*.yaml
    """
    results = []
    with output.progress() as progress:
        for file in files:
            progress(f"playing {file}")
            results.append(_played(file))
    if output.format == "json":
        output.json({"results": results})
    else:
        for result in results:
            _print(result, output)
        passed = sum(result["status"] == "pass" for result in results)
        output.note(f"{passed} of {len(results)} boards passed")
    return worst(CODES[result["status"]] for result in results)


def _played(file: str) -> dict[str, Any]:
    from verifier.play import play_board

    try:
        result = play_board(file)
    except OutsideRulebook as problem:
        return {"board": file, "status": "outside", "steps": [], "failures": [str(problem)]}
    except InputError as problem:
        complain(str(problem))
        return {"board": file, "status": "error", "steps": [], "failures": [str(problem)]}
    if result.status == "error":
        for failure in result.failures:
            complain(f"{file}: {failure}")
    return {
        "board": result.board,
        "status": result.status,
        "steps": list(result.steps),
        "failures": list(result.failures),
    }


def _print(result: dict[str, Any], output: Output) -> None:
    if result["status"] == "pass" and output.quiet:
        return
    output.line(f"  {result['board']}", word=result["status"], width=max(map(len, CODES)))
    for step in result["steps"] if output.verbose else ():
        output.line(f"    {step}")
    for failure in result["failures"] if result["status"] != "error" else ():
        output.line(f"    {failure}")
