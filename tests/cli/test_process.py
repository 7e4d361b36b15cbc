"""The command line as a process of its own: signals, pipes, and files that are whole or absent."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-c", "from verifier.cli import main; main()"]
FLAGSHIP = "transform.never-again-by-own-ability"


def run(*arguments: str, **options) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments], capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL, **options
    )


def test_success_and_bad_usage() -> None:
    good = run("properties", "-q")
    assert (good.returncode, good.stderr) == (0, "")
    bad = run("check", "no.such-property")
    assert (bad.returncode, bad.stdout) == (2, "")
    assert len(bad.stderr.splitlines()) == 1


def test_nothing_but_the_answer_on_a_pipe() -> None:
    result = run("check", "kernel.start-exists", "--slice", "permanents=1,stack=1")
    assert result.returncode == 0
    assert result.stderr == ""
    assert "\x1b" not in result.stdout


def test_verbose_tells_its_stages_on_standard_error() -> None:
    result = run("check", "kernel.start-exists", "--slice", "permanents=1,stack=1", "-v", "--format", "json")
    assert result.stdout.startswith("{")
    assert "assembling" in result.stderr


@pytest.mark.skipif(not hasattr(signal, "sigwait"), reason="this system cannot keep signals back")
@pytest.mark.parametrize("wait", [1.5, 5.0])
def test_interrupt_ends_at_once_with_130(tmp_path: Path, wait: float) -> None:
    target = tmp_path / "told.txt"
    arguments = ["explain", FLAGSHIP, "--slice", "permanents=16,stack=16,abilities=8,instructions=4", "-o", str(target)]
    with subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        time.sleep(wait)
        assert process.poll() is None, process.stderr.read() if process.stderr else ""
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=10)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert out == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="pipes of another kind")
def test_a_reader_that_leaves_is_no_fault() -> None:
    with subprocess.Popen(
        [*COMMAND, "rules", "--format", "json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout and process.stderr
        process.stdout.close()
        err = process.stderr.read()
        process.wait(timeout=60)
    assert process.returncode == 141
    assert err == b""


def test_a_terminal_without_unicode_is_no_fault() -> None:
    result = run("check", "pröperty", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert result.returncode == 2
    assert result.stderr.startswith("error: ")


def test_output_file_is_written_whole(tmp_path: Path) -> None:
    target = tmp_path / "told.txt"
    result = run("explain", "kernel.start-exists", "--slice", "permanents=1,stack=1", "-o", str(target))
    assert result.returncode == 0, result.stderr
    assert result.stdout == f"PROVED: written to {target}\n"
    assert target.read_text().startswith("kernel.start-exists: PROVED\n")
    assert [path.name for path in tmp_path.iterdir()] == ["told.txt"]


@pytest.mark.parametrize("where", ["missing/told.txt", "."])
def test_output_that_cannot_be_written(tmp_path: Path, where: str) -> None:
    result = run("explain", "kernel.start-exists", "--slice", "permanents=1,stack=1", "-o", str(tmp_path / where))
    assert result.returncode == 2
    assert len(result.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names")
def test_a_pipe_is_no_file_to_read_or_write(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    for arguments in (["play", str(pipe)], ["explain", "kernel.start-exists", "-o", str(pipe)]):
        result = run(*arguments)
        assert (result.returncode, result.stderr) == (2, f"error: {pipe}: is not a regular file\n")
    assert pipe.is_fifo()


@pytest.mark.skipif(os.name != "posix", reason="devices with names")
def test_a_device_is_no_file_to_read_or_write(tmp_path: Path) -> None:
    link = tmp_path / "zero"
    link.symlink_to("/dev/zero")
    for arguments in (["play", str(link)], ["explain", "kernel.start-exists", "-o", str(link)]):
        result = run(*arguments)
        assert (result.returncode, result.stderr) == (2, f"error: {link}: is not a regular file\n")
    assert link.is_symlink()


def test_a_failed_write_keeps_the_old_file(tmp_path: Path, monkeypatch) -> None:
    from verifier.cli import common
    from verifier.errors import InputError

    target = tmp_path / "told.txt"
    target.write_text("old")

    def full(*_) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(common.os, "replace", full)
    with pytest.raises(InputError, match="no space left"):
        common.whole_file(target, "new")
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]
