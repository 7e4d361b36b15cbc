"""`verifier audit`: what the properties notice of a rulebook that is wrong somewhere."""

from __future__ import annotations

from collections import Counter

import click

from .common import Output, reporting

WIDTH = len("equivalent")


@click.command()
@click.argument("rules", nargs=-1, metavar="[RULE]...")
@reporting("text", "json")
@click.option("--edition", metavar="E", help="Edition of the rules; the newest unless said.")
def audit(rules: tuple[str, ...], edition: str | None, output: Output) -> int:
    """Break each RULE (all of them unless said; globs are fine) in every small way, and see which property falls.

    A rule is left out, takes each of its wrong variants, does not write one of its fields, or has one atom of a guard
    negated. What a property refutes is killed; what provably changes nothing is equivalent; the rest survives. It takes
    from seconds to a minute for each.

    \b
    Example:
      verifier audit stack.active-player-first
    """
    from verifier import api, auditing

    fates = []
    with output.progress() as progress:
        for one in auditing.audit(rules, edition or api.DEFAULT_EDITION, progress):
            fates.append(one)
            if output.format == "text" and (one.fate == "survived" or not output.quiet):
                output.line(f"  {one.mutant}{f'  ({one.by})' if one.by else ''}", word=one.fate, width=WIDTH)
    counts = Counter(one.fate for one in fates)
    mortal = len(fates) - counts["equivalent"]
    score = counts["killed"] / mortal if mortal else 1.0
    survivors = [one for one in fates if one.fate == "survived"]
    if output.format == "json":
        mutation = {
            "score": round(score, 4),
            "mutants": len(fates),
            "killed": counts["killed"],
            "equivalent": counts["equivalent"],
            "survivors": [{"mutant": str(one.mutant), "why": one.by} for one in survivors],
            "fates": [{"mutant": str(one.mutant), "fate": one.fate, "by": one.by} for one in fates],
        }
        output.json({"mutation": mutation})
    else:
        output.note(
            f"{counts['killed']} of {mortal} mutants killed ({score:.0%}); {counts['equivalent']} more change nothing"
        )
    return 3 if survivors else 0
