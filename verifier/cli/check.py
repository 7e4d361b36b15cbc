"""`verifier check`: verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from .common import Output, question_options, reporting, worst

if TYPE_CHECKING:
    from verifier.api import Counterexample, Result
    from verifier.prove.verdicts import Decision
    from verifier.verdict_cache import VerdictCache
    from verifier.witnessing import Witness


WITHIN = {
    "PROVED": "for games of any length, with at most",
    "HOLDS_TO": "its bound, with at most",
    "UNKNOWN": "with at most",
    "VACUOUS": "with at most",
    "REFUTED": "by a game with at most",
}
"""How the slice of a verdict is told under the list."""


@click.command()
@click.argument("properties", nargs=-1, metavar="[PROPERTY]...")
@click.option("--any-number", is_flag=True, help="First try proofs for any number of things; takes minutes.")
@click.option("--needed", is_flag=True, help="Tell of each proof which rules it needs; takes minutes for all.")
@click.option("--enough", is_flag=True, help="Tell of each proof a set of rules that suffices, all others being free.")
@click.option("--witness", is_flag=True, help="Show that what each proof supposes happens; takes a minute for all.")
@click.option("--certificates", metavar="DIR", help="Write a certificate of each proof into this folder.")
@reporting("text", "json")
@question_options
def check(
    properties: tuple[str, ...],
    certificates: str | None,
    without: tuple[str, ...],
    variants: dict[str, str],
    edition: str,
    slices: dict[str, int],
    cache: VerdictCache | None,
    any_number: bool,
    needed: bool,
    enough: bool,
    witness: bool,
    output: Output,
) -> int:
    """Prove each PROPERTY (all of them unless said; globs are fine), or find a game that breaks it.

    --quiet prints only what is not as expected; --verbose adds method, time and reasons.

    \b
    Example:
      verifier check 'transform.*' --slice permanents=4,stack=3
    """
    from verifier import api

    with output.progress() as progress:
        results = api.check(
            properties,
            without=without,
            variants=variants,
            edition=edition,
            slices=slices,
            progress=progress,
            any_number=any_number,
            cache=cache,
        )
        games: Mapping[str, Mapping[str, Decision]] = {}
        if needed or enough:
            from verifier.auditing import tell

            games = tell(results, edition, progress, with_needed=needed, with_enough=enough)
        if witness:
            from verifier import witnessing

            switches = api.switches_for(edition, without, variants)
            witnessing.witness(results, edition=edition, switches=switches, refuted_without=games, progress=progress)
        if certificates is not None:
            from verifier.certifying import certify

            switches = api.switches_for(edition, without, variants)
            certify(results, certificates, edition=edition, switches=switches, progress=progress)
    if output.format == "json":
        output.json({"edition": edition, "results": [_fields(result) for result in results]})
    else:
        _print(results, edition, output)
    return worst(exit_code(result) for result in results)


def exit_code(result: Result) -> int:
    """What one verdict means for the exit code, given the verdict that was expected.

    An unknown or a vacuous one is never a success, and a proof is better than any bound.
    """
    if result.verdict in ("UNKNOWN", "VACUOUS"):
        return 3
    if result.verdict == result.expected:
        return 0
    if "REFUTED" in (result.verdict, result.expected):
        return 1
    return 0 if result.verdict == "PROVED" else 3


def _fields(result: Result) -> dict[str, Any]:
    return {
        "property": result.property,
        "verdict": result.verdict,
        "expected": result.expected,
        "method": result.method,
        "rules": result.rules,
        "enough": result.enough,
        "enough_unsure": result.enough_unsure,
        "cites": list(result.cites),
        "slice": dict(result.slice),
        "any_number": result.any_number,
        "bound": result.bound,
        "seconds": round(result.seconds, 3),
        "witness": witness_fields(result.witness) if result.witness else None,
        "counterexample": counterexample_fields(result.counterexample) if result.counterexample else None,
        "certificate": result.certificate,
        "reason": result.reason,
    }


def counterexample_fields(found: Counterexample) -> dict[str, Any]:
    """What a game that breaks a property is made of: where it starts, and each choice from there."""
    return {
        "edition": found.edition,
        "switches": dict(found.switches),
        "slice": dict(found.slices),
        "resolutions": found.resolutions,
        "objects": found.objects,
        "start": dict(found.states[0]),
        "choices": [dict(choice) for choice in found.choices],
    }


def witness_fields(witness: Witness) -> dict[str, Any]:
    """The games of a witness, each written as a counterexample is, with what happens and what is at work in it."""
    return {
        "runs": [
            {
                **counterexample_fields(shown.run),
                "shows": [{"claim": claim, "step": step} for claim, step in shown.shows.items()],
                "sensitive_to": shown.sensitive_to,
            }
            for shown in witness.runs
        ],
        "sensitive_to": witness.sensitive_to,
    }


def witness_in_words(witness: Witness, needed: list[str] | None) -> str:
    """How many games a witness is, and which rules it shows at work; of those that are needed, which not."""
    longest = max(len(shown.run.choices) for shown in witness.runs)
    rules = ", ".join(witness.sensitive_to) or "no single rule"
    said = f"witness: {_count(len(witness.runs), 'game')} of at most {_count(longest, 'step')}, shows at work {rules}"
    unseen = [rule for rule in needed or [] if rule not in witness.sensitive_to]
    return f"{said}; not {', '.join(unseen)}" if unseen else said


def verdict_in_words(result: Result) -> str:
    """The verdict with what belongs to it: the bound of a `HOLDS_TO`, the size of a counterexample."""
    if result.verdict == "HOLDS_TO":
        return f"HOLDS_TO {result.bound} resolutions"
    if result.verdict == "REFUTED" and result.counterexample:
        steps = len(result.counterexample.choices)
        resolutions, objects = result.counterexample.resolutions, result.counterexample.objects
        return f"REFUTED in {_count(resolutions, 'resolution')}, {_count(steps, 'step')}, {_count(objects, 'object')}"
    return result.verdict


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _print(results: list[Result], edition: str, output: Output) -> None:
    width = max((len(verdict_in_words(result)) for result in results), default=0)
    as_expected = 0
    for result in results:
        good = exit_code(result) == 0
        as_expected += good
        if good and output.quiet:
            continue
        note = "" if result.verdict == result.expected else f"  (expected {result.expected})"
        note += "  (any number of permanents, stack entries and cards)" if result.any_number else ""
        output.line(f"  {result.property}{note}", word=verdict_in_words(result), width=width)
        if result.reason and (output.verbose or result.verdict in ("PROVED", "UNKNOWN", "VACUOUS")):
            output.line(f"    {result.reason}")
        if output.verbose:
            output.line(f"    by {result.method}, {result.seconds:.1f} s")
        if result.rules is not None:
            output.line(f"    needs {', '.join(result.rules) or 'no single rule'}")
        if result.enough is not None:
            unsure = f" (perhaps without {', '.join(result.enough_unsure)})" if result.enough_unsure else ""
            output.line(f"    enough: {', '.join(result.enough) or 'no rule at all'}{unsure}")
        if result.witness is not None:
            output.line(f"    {witness_in_words(result.witness, result.rules)}")
        if result.certificate and output.verbose:
            output.line(f"    certificate {result.certificate}")
    output.note(f"{as_expected} of {len(results)} verdicts as expected; edition {edition}")
    for verdict, one in dict.fromkeys((result.verdict, _slice(result)) for result in results):
        output.note(f"{verdict} {WITHIN[verdict]} {one}")


def _slice(result: Result) -> str:
    return ", ".join(f"{key}={value}" for key, value in result.slice.items())
