"""`verifier rules`: the clauses of the rulebook."""

import click

from .common import Output, reporting


@click.command()
@reporting("text", "json")
def rules(output: Output) -> int:
    """List the rules: id, kind, number in each edition, title in this project's words.

    --verbose adds the variants: wordings of other editions, and wrong ones that imitate bugs of game engines.

    \b
    Example:
      verifier rules --verbose
    """
    from verifier import api

    clauses = api.rules()
    if output.format == "json":
        output.json(
            {
                "rules": [
                    {
                        "id": clause.id,
                        "kind": clause.kind.value,
                        "variants": [variant.name for variant in clause.variants],
                        "numbers": dict(clause.numbers),
                        "title": clause.title,
                        "module": clause.module,
                    }
                    for clause in clauses
                ]
            }
        )
        return 0
    width = max((len(clause.id) for clause in clauses), default=0)
    for clause in clauses:
        if output.quiet:
            output.line(clause.id)
            continue
        numbers = ", ".join(f"{edition}: {number or 'unknown'}" for edition, number in clause.numbers.items())
        output.line(f"{clause.id:<{width}}  {clause.kind.value:<10}  {clause.title} ({numbers})")
        for variant in clause.variants if output.verbose else ():
            output.line(f"    {clause.id}={variant.name}: {'imitates ' if variant.wrong else ''}{variant.says}")
    return 0
