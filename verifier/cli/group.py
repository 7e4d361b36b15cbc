"""The group `verifier`: its help, its verbs, and how usage errors end."""

import difflib
import sys
from typing import Any

import click

from .audit import audit
from .cards import cards
from .certify import certify
from .check import check
from .common import complain
from .explain import explain
from .interrupt import INTERRUPTED
from .play import play
from .properties import properties
from .rules import rules

HELP = """Prove properties of the rules of Magic: The Gathering, or show the game that breaks them.

\b
Example:
  verifier check 'transform.*' --slice permanents=4,stack=3

\b
Exit codes:
  0    all as expected (for explain: something was explained)
  1    something refuted, a board failed, or an expectation not met
  2    bad usage or bad input
  3    nothing refuted, but something unknown, vacuous, less than
       expected, or outside the rulebook
  4    internal error, or a certificate that does not check
  130  interrupted
"""


class Verbs(click.Group):
    """A group whose errors are one line each, with the exit codes of this project."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            verbs = self.list_commands(ctx)
            near = difflib.get_close_matches(name, verbs, 1, 0.5)
            hint = f"did you mean `{near[0]}`?" if near else f"known are {', '.join(verbs)}"
            raise click.UsageError(f"unknown command `{name}`; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def main(
        self,
        args: Any = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run and exit with the verb's code; with `standalone_mode` off, as click does."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        try:
            code = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        except click.UsageError as problem:
            where = problem.ctx.command_path if problem.ctx else "verifier"
            complain(f"{problem.format_message().rstrip('.')} (see `{where} --help`)")
            code = 2
        except click.ClickException as problem:
            complain(problem.format_message())
            code = 2
        except click.Abort:
            code = INTERRUPTED
        except Exception as problem:
            complain(f"internal error, please report it: {type(problem).__name__}: {problem}")
            code = 4
        sys.exit(code if isinstance(code, int) else 0)


@click.group(cls=Verbs, help=HELP, no_args_is_help=False, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="mtg-rules-verifier", prog_name="verifier")
def verifier() -> None:
    """The root of the command line."""


for _verb in (check, certify, audit, explain, rules, properties, cards, play):
    verifier.add_command(_verb)
