"""The plot of what was measured: whole-process time over permanents, stack and bound, guard on and off."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import matplotlib  # type: ignore[import-not-found,unused-ignore]

matplotlib.use("svg")
import matplotlib.pyplot as plt  # type: ignore[import-not-found,unused-ignore]

WHAT = {"permanents": "permanents", "stack": "stack entries", "steps": "bound in steps"}
MARKS = {"ours": "o", "clingo": "s", "ESBMC": "^"}


def draw(result: dict[str, Any], path: Path) -> None:
    """Two rows (nothing to be found, something to be found) of three plots each."""
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "bench", "font.size": 8})
    figure, grid = plt.subplots(2, 3, figsize=(9, 5), sharey=True)
    for line, guard in enumerate((True, False)):
        for axes, (what, words) in zip(grid[line], WHAT.items(), strict=True):
            _curves(axes, result, what, guard)
            axes.set_xlabel(words)
            axes.grid(True, alpha=0.3)
        grid[line][0].set_ylabel(f"seconds, guard {'on: none' if guard else 'off: found'}")
    grid[0][0].legend()
    plain = ", ".join(f"{size} {WHAT[what]}" for what, size in result["plain"].items())
    figure.suptitle(f"Whole processes, medians; where not said otherwise {plain}")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def _curves(axes: Any, result: dict[str, Any], what: str, guard: bool) -> None:
    others = {name: size for name, size in result["plain"].items() if name != what}
    for tool, mark in MARKS.items():
        points = sorted(
            (row[what], row["median"])
            for row in result["kernel"]
            if row["tool"] == tool
            and row["guard"] == guard
            and row["answer"] != "no answer"
            and all(row[name] == size for name, size in others.items())
        )
        if points:
            axes.plot(*zip(*points, strict=True), marker=mark, markersize=4, label=tool)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.minorticks_off()
    sizes = sorted({row[what] for row in result["kernel"]})
    axes.set_xticks(sizes, [str(size) for size in sizes])


if __name__ == "__main__":
    source = Path(sys.argv[1])
    draw(json.loads(source.read_text("utf-8")), source.with_suffix(".svg"))
