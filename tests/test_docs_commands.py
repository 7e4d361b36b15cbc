"""Every command line that the documents show is run as it stands there, with the exit code that they tell.

A fenced block of `sh` or `console` is read line by line: a line that starts with `verifier` (or `$ verifier`) is a
command, `\\` at its end continues it, `&&` joins it with a next one in the same folder, and `# exit N` after it says
the exit code of the last where that is not 0. A block after `<!-- file: PATH -->` is a file of the reader's, which is
written first.
"""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
COMMAND = [sys.executable, "-c", "from verifier.cli import main; main()"]


def commands() -> list[tuple[str, str, int]]:
    """File, command line and exit code of each command in the documents."""
    found = []
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for block in re.findall(r"^```(?:sh|console)\n(.*?)^```", path.read_text("utf-8"), re.DOTALL | re.MULTILINE):
            for line in block.replace("\\\n", " ").splitlines():
                command = line.strip().removeprefix("$ ")
                if command.startswith("verifier "):
                    said = re.search(r"#.*\bexits? (?:with )?(\d+)", command)
                    found.append((path.name, command, int(said[1]) if said else 0))
    return found


def files(document: Path) -> dict[str, str]:
    """By path, the files that a document tells its reader to write."""
    shown = re.findall(
        r"^<!-- file: (\S+) -->\n```\w+\n(.*?)^```", document.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    return dict(shown)


def test_there_are_files() -> None:
    tutorial = files(ROOT / "docs" / "tutorial.md")
    assert {Path(path).parent.name for path in tutorial} == {"rules", "properties", "cards", "boards"}


def test_there_are_commands() -> None:
    assert {"README.md", "usage.md", "tutorial.md"} <= {name for name, _, _ in commands()}


@pytest.mark.parametrize(("name", "command", "code"), dict.fromkeys(commands()))
def test_documented_command(tmp_path: Path, name: str, command: str, code: int) -> None:
    for folder in ("boards", "docs"):
        tmp_path.joinpath(folder).symlink_to(ROOT / folder)
    for path, content in files(ROOT / ("" if name == "README.md" else "docs") / name).items():
        tmp_path.joinpath(path).parent.mkdir(parents=True, exist_ok=True)
        tmp_path.joinpath(path).write_text(content, "utf-8")
    *first, last = command.split("&& ")
    for one, wanted in [*((part, 0) for part in first), (last, code)]:
        words = shlex.split(one, comments=True)[1:]
        expanded = [part for word in words for part in sorted(map(str, _glob(tmp_path, word)))]
        result = subprocess.run(
            [*COMMAND, *expanded], capture_output=True, text=True, cwd=tmp_path, timeout=300, stdin=subprocess.DEVNULL
        )
        assert result.returncode == wanted, f"{name}: {one}\n{result.stdout}{result.stderr}"


def _glob(folder: Path, word: str) -> list[str | Path]:
    """As a shell would: a word with a star in it is a pattern for files, if any match."""
    files = [path.relative_to(folder) for path in folder.glob(word)] if word.startswith(("boards/", "proofs/")) else []
    return [*files] or [word]
