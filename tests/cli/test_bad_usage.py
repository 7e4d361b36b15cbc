"""What happens to a command line that is written wrong: one line on standard error, exit code 2, never a traceback."""

import pytest
from click.testing import CliRunner

from verifier.cli import verifier

WRONG = [
    ([], "missing command"),
    (["chek"], "did you mean `check`?"),
    (["zzz"], "known are audit, cards, certify, check, explain, play, properties, rules"),
    (["check", "--fromat", "json"], "--format"),
    (["check", "--format", "xml"], "'xml' is not one of"),
    (["check", "--quiet", "--verbose"], "not both"),
    (["check", "transform.never-agan-by-own-ability"], "did you mean transform.never-again-by-own-ability"),
    (["check", "nothing.*"], "no property matches `nothing.*`"),
    (["check", "--without", "transform.once-per-abilty"], "did you mean transform.once-per-ability"),
    (["check", "--edition", "1993"], "known are 2023"),
    (["check", "--variant", "transform.once-per-ability"], "must be written RULE=NAME"),
    (["check", "--variant", "=x"], "must be written RULE=NAME"),
    (["check", "--variant", "transform.once-per-ability=nonsense"], "it has whoever-causes-it"),
    (["check", "--variant", "transform.nothing=x"], "no rule matches `transform.nothing`"),
    (["check", "--variant", "a.b=x", "--variant", "a.b=y"], "is given twice"),
    (["check", "--slice", ""], "must be written NAME=NUMBER"),
    (["check", "--slice", "permanents"], "must be written NAME=NUMBER"),
    (["check", "--slice", "permanents=4,,stack=2"], "must be written NAME=NUMBER"),
    (["check", "--slice", "permanents=four"], "--slice: permanents: must be a whole number from 1 to 64, not `four`"),
    (["check", "--slice", "permanents=-1"], "--slice: permanents: must be a whole number from 1 to 64, not `-1`"),
    (["check", "--slice", "permanents=1.5"], "--slice: permanents: must be a whole number from 1 to 64, not `1.5`"),
    (["check", "--slice", "permanents=٣"], "--slice: permanents: must be a whole number from 1 to 64, not `٣`"),
    (["check", "--slice", "permanents=0"], "--slice: permanents: must be a whole number from 1 to 64, not `0`"),
    (
        ["check", "--slice", "permanents=99999999999999999999"],
        "--slice: permanents: must be a whole number from 1 to 64, not `99999999999999999999`",
    ),
    (["check", "--slice", "permanents=2,permanents=3"], "is given twice"),
    (["check", "--slice", "permanents=65"], "--slice: permanents: must be a whole number from 1 to 64, not `65`"),
    (["check", "--slice", "permanent=2"], "--slice: permanent: there is no such size; did you mean `permanents`?"),
    (["check", "--slice", "zzz=2"], "--slice: zzz: there is no such size; known are permanents, stack, "),
    (["explain"], "missing argument"),
    (["explain", "transform.*"], "name one"),
    (["explain", "transform.nothing"], "no property matches"),
    (["play"], "missing argument"),
    (["rules", "transform.*"], "unexpected extra argument"),
]


@pytest.mark.parametrize(
    ("arguments", "says"), WRONG, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_one_line_and_two(arguments: list[str], says: str) -> None:
    result = CliRunner().invoke(verifier, arguments)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith("error: ")
    assert says in line.lower() or says in line


@pytest.mark.parametrize("verb", ["cards", "check", "explain", "rules", "properties", "play"])
def test_help_has_an_example(verb: str) -> None:
    result = CliRunner().invoke(verifier, [verb, "--help"])
    assert result.exit_code == 0
    assert f"Example:\n    verifier {verb}" in result.stdout


def test_help_lists_the_exit_codes() -> None:
    result = CliRunner().invoke(verifier, ["--help"])
    assert result.exit_code == 0
    assert "Exit codes:" in result.stdout
    for code in ("0 ", "1 ", "2 ", "3 ", "4 ", "130 "):
        assert f"\n    {code}" in result.stdout
