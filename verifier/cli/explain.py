"""`verifier explain`: the counterexample drawn as a timeline, or what a proof rests on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .common import Output, question_options, refuse_to_replace, reporting, whole_file

if TYPE_CHECKING:
    from verifier.verdict_cache import VerdictCache


@click.command()
@click.argument("property", metavar="PROPERTY")
@click.option("-o", "--output", "file", type=click.Path(path_type=Path), help="Write here instead of printing.")
@reporting("text", "json", "svg", "mermaid", "dot")
@question_options
def explain(
    property: str,
    without: tuple[str, ...],
    variants: dict[str, str],
    edition: str,
    slices: dict[str, int],
    cache: VerdictCache | None,
    file: Path | None,
    output: Output,
) -> int:
    """Tell the game that breaks PROPERTY step by step, or say what its proof rests on.

    --verbose lists all of the invariant that a proof rests on.

    Exits with 0 when there was a proof or a counterexample to explain, whichever it was.

    \b
    Example:
      verifier explain transform.never-again-by-own-ability \\
        --without transform.once-per-ability --slice instructions=1
    """
    from verifier import explaining

    if file is not None:
        refuse_to_replace(file)
    with output.progress() as progress:
        told = explaining.explain(
            property,
            form=output.format,
            without=without,
            variants=variants,
            edition=edition,
            slices=slices,
            progress=progress,
            cache=cache,
            everything=output.verbose,
        )
    if file is not None:
        whole_file(file, told.text)
        output.note(f"{told.verdict}: written to {file}")
    else:
        click.echo(told.text, nl=False)
    return 0 if told.verdict in ("PROVED", "REFUTED") else 3
