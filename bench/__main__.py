"""`python -m bench [--runs N] [--quick]`: times whole processes, prints ratios, writes the JSON and the plot."""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from bench.kernel.tools import OURS, ROOT, TOOLS, Question, answer

RESULTS = Path(__file__).parent / "results"
PLAIN = {"permanents": 16, "stack": 16, "steps": 40}
GROWTH = {"permanents": (2, 4, 8, 16, 32), "stack": (2, 4, 8, 16, 32), "steps": (5, 10, 20, 40, 80)}
SECONDS = 120
WALKS = 2000


def questions(quick: bool) -> list[Question]:
    """The kernel at its plain size and, unless quick, along each of the three ways to grow; guard on and off."""
    sizes = [PLAIN] if quick else [PLAIN | {what: size} for what, sizes in GROWTH.items() for size in sizes]
    distinct = sorted({(size["permanents"], size["stack"], size["steps"]) for size in sizes})
    return [Question(*size, guard) for guard in (True, False) for size in distinct]


def measure(asked: list[Question], runs: int) -> list[dict[str, Any]]:
    """Every tool on every question; tools take turns, so that what else the machine does hits all alike."""
    rows = []
    for question in asked:
        times: dict[str, list[float]] = {tool.name: [] for tool in TOOLS}
        said: dict[str, str] = {}
        for _ in range(runs):
            for tool in TOOLS:
                if tool.installed() and said.get(tool.name) != "no answer":
                    said[tool.name], took = answer(tool, question, SECONDS)
                    times[tool.name].append(round(took, 3))
        size = {name: getattr(question, name) for name in PLAIN} | {"guard": question.guard}
        for name, verdict in said.items():
            median = round(statistics.median(times[name]), 3)
            rows.append({"tool": name, **size, "answer": verdict, "median": median, "seconds": times[name]})
        print(_line(size, [row for row in rows if all(row[key] == value for key, value in size.items())]), flush=True)
    return rows


def _line(size: dict[str, Any], rows: list[dict[str, Any]]) -> str:
    ours = next(row["median"] for row in rows if row["tool"] == OURS.name)
    texts = [f"{row['tool']} {row['median']:.2f} s {row['answer']}" for row in rows]
    texts += [f"ours/{row['tool']} {ours / row['median']:.1f}" for row in rows if row["tool"] != OURS.name]
    return f"{' '.join(f'{name}={value}' for name, value in size.items())}: {', '.join(texts)}"


def walks(runs: int, quick: bool) -> list[dict[str, Any]]:
    """The user without a solver: whole processes, and how many random runs each made until it found something."""
    sizes = [(16, False)] if quick else [*[(size, False) for size in (2, 4, 8, 16, 32, 64)], (2, True)]
    rows = []
    for size, guard in sizes:
        done = [_walk(size, guard, chance) for chance in range(runs)]
        row: dict[str, Any] = {"permanents": size, "stack": size, "steps": 40, "guard": guard, "of": runs}
        row["found"] = sum(verdict == "found" for verdict, _, _ in done)
        row["runs"] = statistics.median(made for _, made, _ in done)
        row["median"] = round(statistics.median(took for _, _, took in done), 3)
        rows.append(row)
        print("random:", row, flush=True)
    return rows


def _walk(size: int, guard: bool, chance: int) -> tuple[str, int, float]:
    """One whole process: what it says, how many runs it made, and how long it took."""
    sizes = (size, size, 40, int(guard), chance, WALKS)
    command = [sys.executable, "-m", "bench.kernel.walk", *map(str, sizes)]
    began = time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL)
    verdict, made = done.stdout.split()
    return verdict, int(made), time.perf_counter() - began


def main() -> None:
    """Measure what the arguments say."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="how often each is run; the median is told")
    parser.add_argument("--quick", action="store_true", help="the plain size only; prints, writes nothing")
    arguments = parser.parse_args()
    versions = {package: number for tool in TOOLS for package, number in tool.versions().items()}
    rows = measure(questions(arguments.quick), arguments.runs)
    result = {
        "schema": 1,
        "processors": os.cpu_count(),
        "python": sys.version.split()[0],
        "versions": versions,
        "plain": PLAIN,
        "kernel": rows,
        "random": walks(arguments.runs, arguments.quick),
    }
    if not arguments.quick:
        from bench.plot import draw

        RESULTS.mkdir(exist_ok=True)
        (RESULTS / "kernel.json").write_text(json.dumps(result, indent=1) + "\n", "utf-8")
        draw(result, RESULTS / "kernel.svg")


if __name__ == "__main__":
    main()
