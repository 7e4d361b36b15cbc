"""What the verbs share: options, output, progress and exit codes."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from verifier.errors import InputError, VerifierError
from verifier.files import refuse_to_replace, whole_file

__all__ = ["SCHEMA", "Output", "complain", "question_options", "refuse_to_replace", "reporting", "whole_file", "worst"]

SCHEMA = 1
"""The version of every JSON document that the command line prints."""

NOBODY_READS = 141
"""The exit code when whoever reads standard output has gone, as shells have it."""

Verb = Callable[..., int]
COLOURS = {"PROVED": "green", "pass": "green", "REFUTED": "red", "fail": "red", "error": "red"}


def complain(message: str) -> None:
    """One line on standard error."""
    click.echo(f"error: {' '.join(message.split())}", err=True)


@dataclass(frozen=True, slots=True)
class Output:
    """How a verb talks: its format, and whether it was told to be quiet or verbose."""

    format: str
    quiet: bool
    verbose: bool

    def json(self, document: Mapping[str, Any]) -> None:
        """Print a JSON document, `schema` first."""
        click.echo(json.dumps({"schema": SCHEMA} | dict(document), indent=2, ensure_ascii=False))

    def line(self, text: str = "", *, word: str = "", width: int = 0) -> None:
        """Print a line; `word` comes first, padded to `width`, in its colour on a terminal."""
        click.echo(click.style(word.ljust(width), fg=COLOURS.get(word.split(" ")[0], "yellow")) * bool(word) + text)

    def note(self, text: str) -> None:
        """Print a line that `--quiet` leaves out."""
        if not self.quiet:
            self.line(text)

    @contextlib.contextmanager
    def progress(self) -> Iterator[Callable[[str], None]]:
        """A way to say what is being done: a spinner on a terminal, lines if verbose, otherwise nothing."""
        console = Console(stderr=True, highlight=False)
        if self.quiet:
            yield lambda _: None
        elif console.is_terminal:
            with console.status("starting") as status:
                yield lambda stage: status.update(Text(stage))
        elif self.verbose:
            yield lambda stage: click.echo(stage, err=True)
        else:
            yield lambda _: None


def reporting(*formats: str) -> Callable[[Verb], Verb]:
    """Give a verb `--format`, `--quiet` and `--verbose`, handed to it as `output`, and `--rulebook`, a folder that is
    open while it runs; turn its errors into codes.
    """

    def decorate(verb: Verb) -> Verb:
        @click.option(
            "--format", "form", type=click.Choice(formats), default=formats[0], show_default=True, help="What to print."
        )
        @click.option("--rulebook", "folder", metavar="DIR", help="Add the rules, properties and cards of this folder.")
        @click.option("-q", "--quiet", is_flag=True, help="Print less; the exit code says the rest.")
        @click.option("-v", "--verbose", is_flag=True, help="Print more, and tracebacks of internal errors.")
        @functools.wraps(verb)
        def run(*args: Any, form: str, quiet: bool, verbose: bool, folder: str | None, **kwargs: Any) -> int:
            if quiet and verbose:
                raise click.UsageError("give --quiet or --verbose, not both")
            try:
                with _opened(folder):
                    code = verb(*args, output=Output(form, quiet, verbose), **kwargs)
                sys.stdout.flush()
                return code
            except VerifierError as problem:
                complain(str(problem))
                return problem.exit_code
            except BrokenPipeError:
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
                return NOBODY_READS
            except (click.ClickException, click.exceptions.Exit, click.Abort):
                raise
            except Exception as problem:
                if verbose:
                    traceback.print_exc()
                complain(f"internal error, please report it: {type(problem).__name__}: {problem}")
                return 4

        return run

    return decorate


def _opened(folder: str | None) -> contextlib.AbstractContextManager[object]:
    if folder is None:
        return contextlib.nullcontext()
    from verifier.user_folder import open_folder

    return open_folder(folder)


def question_options(verb: Verb) -> Verb:
    """Give a verb the options that say of which rulebook it speaks: rules left out, variants, edition, slice; and
    whether it may use verdicts that are known already, handed to it as `cache`.
    """

    @click.option("--without", multiple=True, metavar="RULE", help="Leave out this rule, or all that a glob matches.")
    @click.option("--variant", multiple=True, metavar="RULE=NAME", help="Take the named variant of a rule.")
    @click.option("--edition", metavar="E", help="Edition of the rules; the newest unless said.")
    @click.option("--slice", "slices", metavar="K=V,...", help="How many of each kind of thing there are.")
    @click.option("--no-cache", is_flag=True, help="Neither use nor keep verdicts that are known already.")
    @functools.wraps(verb)
    def run(
        *args: Any, variant: tuple[str, ...], slices: str | None, edition: str | None, no_cache: bool, **kwargs: Any
    ) -> int:
        from verifier.api import DEFAULT_EDITION
        from verifier.verdict_cache import VerdictCache

        chosen = edition if edition is not None else DEFAULT_EDITION
        cache = None if no_cache else VerdictCache()
        return verb(*args, variants=_variants(variant), slices=_slices(slices), edition=chosen, cache=cache, **kwargs)

    return run


def _pairs(option: str, texts: Iterable[str], shape: str) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for text in texts:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not (key and equals and value):
            raise InputError(option, "", f"`{text}` must be written {shape}")
        if key in seen:
            raise InputError(option, key, "is given twice")
        seen.add(key)
        yield key, value


def _variants(texts: Iterable[str]) -> dict[str, str]:
    return dict(_pairs("--variant", texts, "RULE=NAME"))


def _slices(text: str | None) -> dict[str, int]:
    from verifier.api import bad_size

    numbers: dict[str, int] = {}
    for key, value in _pairs("--slice", () if text is None else text.split(","), "NAME=NUMBER"):
        if not (value.isascii() and value.isdigit() and len(value) <= 4):
            raise bad_size(key, value)
        numbers[key] = int(value)
    return numbers


def worst(codes: Iterable[int]) -> int:
    """The exit code of a run from those of its parts: 4, then 2, then 1, then 3, then 0."""
    found = set(codes)
    return next((code for code in (4, 2, 1, 3) if code in found), 0)
