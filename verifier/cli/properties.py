"""`verifier properties`: what is claimed of the rulebook."""

import click

from .common import Output, reporting


@click.command()
@reporting("text", "json")
def properties(output: Output) -> int:
    """List the properties: id, statement, and the rules that each cites.

    \b
    Example:
      verifier properties --format json
    """
    from verifier import api

    claimed = api.properties()
    if output.format == "json":
        fields = [{"id": p.id, "statement": p.statement, "cites": list(p.cites)} for p in claimed]
        output.json({"properties": fields})
        return 0
    for one in claimed:
        output.line(one.id)
        output.note(f"    {one.statement}")
        if output.verbose and one.cites:
            output.note(f"    cites {', '.join(one.cites)}")
    return 0
