"""A timeline as a picture: steps down the page, and a lane at the right for each ability from creation to its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import svgwrite

from verifier.timeline.story import TURNS, Row, Story, cast, past, printable, rows

WIDTH = 900
MARGIN = 28
GUTTER = 64
PAD = 12
GAP = 12
SIZE = 14
LINE = 20
LANE = 30
HANG = 20
FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
INK, FAINT, RED, AMBER = "#1f2933", "#52606d", "#b91c1c", "#b45309"
LANE_COLOURS = ("#2563eb", "#7c3aed", "#0f766e", "#be185d", "#4d7c0f", "#0369a1")
FILLS = {
    "plain": ("#ffffff", "#cbd2d9", 1.0),
    "pass": ("#f5f7fa", "#e4e7eb", 1.0),
    "turns": ("#fff3c4", "#de911d", 1.5),
    "breaks": ("#ffe3e3", "#cf1124", 2.5),
}
MARKS = {"triggered": "\N{RIGHTWARDS ARROW}", "delayed-created": "\N{RIGHTWARDS ARROW}"}
TURN_MARK = "\N{CLOCKWISE OPEN CIRCLE ARROW}"
WIDE, NARROW = set("mwMW@%\N{EM DASH}"), set("iljtfrI.,:;'|!()[] -")


@dataclass(slots=True)
class _Text:
    """A line of text in a row's box."""

    text: str
    colour: str = INK
    bold: bool = False
    mark: str = ""
    indent: int = 0


def as_svg(graph: Any, story: Story) -> str:
    """The picture, as an SVG document."""
    told = rows(graph, story)
    lanes = _lanes(graph.graph["lanes"], told)
    columns = 1 + max((column for column, _ in lanes.values()), default=-1)
    return _Picture(graph, story, told, lanes, columns).draw()


def _lanes(lanes: dict[str, dict[str, Any]], told: list[Row]) -> dict[str, tuple[int, dict[str, Any]]]:
    """For each ability a column that no other uses while it lasts."""
    free_from: list[int] = []
    result: dict[str, tuple[int, dict[str, Any]]] = {}
    for id, lane in sorted(lanes.items(), key=lambda item: (item[1]["first"], item[1]["label"])):
        begin, end = _row_of(told, lane["first"]), _row_of(told, lane["last"])
        column = next((c for c, free in enumerate(free_from) if free <= begin), len(free_from))
        if column == len(free_from):
            free_from.append(0)
        free_from[column] = end + 1
        result[id] = (column, lane)
    return result


def _row_of(told: list[Row], step: int | None) -> int:
    """The index of the row that tells a step; one past the last for a later step."""
    return next((n for n, row in enumerate(told) if step is not None and step <= row.last), len(told))


class _Picture:
    def __init__(
        self, graph: Any, story: Story, told: list[Row], lanes: dict[str, tuple[int, dict[str, Any]]], columns: int
    ) -> None:
        self.graph, self.story, self.told, self.lanes = graph, story, told, lanes
        self.spacing = min(LANE, 240 / max(columns, 1))
        self.box_left = MARGIN + GUTTER
        self.lane_left = WIDTH - MARGIN - columns * self.spacing
        self.box_width = self.lane_left - GAP - self.box_left
        self.y = float(MARGIN)
        self.spans: list[tuple[float, float]] = []
        self.drawing = svgwrite.Drawing(profile="full", debug=False)
        self.layer = self.drawing.g(font_family=FONT, font_size=SIZE, fill=INK)

    def draw(self) -> str:
        self._head()
        for row in self.told:
            self._row(row)
        self._draw_lanes()
        self._legend()
        height = round(self.y + MARGIN)
        self.drawing["width"], self.drawing["height"] = WIDTH, height
        self.drawing["viewBox"] = f"0 0 {WIDTH} {height}"
        self.drawing.set_desc(title=printable(f"{self.story.property} ({self.story.edition})"))
        self.drawing.add(self.drawing.rect((0, 0), (WIDTH, height), fill="#ffffff"))
        self.drawing.add(self.layer)
        text: str = self.drawing.tostring()
        return text + "\n"

    def _write(self, text: str, x: float, y: float, **style: Any) -> None:
        self.layer.add(self.drawing.text(printable(text), insert=(round(x, 1), round(y, 1)), **style))

    def _paragraph(self, text: str, size: int = SIZE, colour: str = INK, weight: str = "normal", x: float = 0) -> None:
        for line in wrapped(text, WIDTH - 2 * MARGIN - x, size):
            self.y += size * 1.4
            self._write(line, MARGIN + x, self.y, font_size=size, fill=colour, font_weight=weight)

    def _head(self) -> None:
        story = self.story
        self._paragraph(story.property, 20, weight="bold")
        self.y += 6
        self._paragraph(story.statement, 15)
        self.y += 4
        self._paragraph(f"By the rules of {story.edition}.", 13, FAINT)
        for one in story.missing:
            self._paragraph(f"Missing or changed here: {one.words()}.", 13, RED)
        self.y += 6
        for line in [*past(self.graph), *cast(self.graph, story)]:
            self.y += 2
            self._write("\N{BULLET}", MARGIN, self.y + 13 * 1.4, font_size=13, fill=FAINT)
            self._paragraph(line, 13, FAINT, x=14)
        self.y += 2 * GAP

    def _row(self, row: Row) -> None:
        style = "breaks" if row.breaks else "turns" if row.turns else "pass" if row.kind == "pass" else "plain"
        lines = self._lines(row)
        height = len(lines) * LINE + 2 * PAD - 4
        fill, stroke, thick = FILLS[style]
        corner = (round(self.box_left, 1), round(self.y, 1))
        size = (round(self.box_width, 1), height)
        self.layer.add(self.drawing.rect(corner, size, rx=6, ry=6, fill=fill, stroke=stroke, stroke_width=thick))
        baseline = self.y + PAD + SIZE - 2
        self._write(row.number, self.box_left - GAP, baseline, text_anchor="end", fill=FAINT, font_weight="bold")
        for position, line in enumerate(lines):
            weight = "bold" if line.bold else "normal"
            x = self.box_left + PAD + line.indent
            if line.mark:
                style_of_mark = {"fill": line.colour, "font_weight": weight}
                self._write(line.mark, self.box_left + PAD, baseline + position * LINE, **style_of_mark)
            self._write(line.text, x, baseline + position * LINE, fill=line.colour, font_weight=weight)
        self.spans.append((self.y, self.y + height))
        self.y += height + GAP

    def _lines(self, row: Row) -> list[_Text]:
        room = self.box_width - 2 * PAD
        lines = [_Text(line, FAINT if row.kind == "pass" else INK) for line in wrapped(row.text, room)]
        for kind, text in row.results:
            turns = kind in TURNS
            mark = TURN_MARK if turns else MARKS.get(kind, "\N{BULLET}")
            lines += _marked(mark, text, AMBER if turns else INK, turns, room)
        if row.breaks:
            for sentence in self.story.verdict():
                lines += _marked("\N{MULTIPLICATION X}", sentence, RED, True, room)
        return lines

    def _draw_lanes(self) -> None:
        for position, (column, lane) in enumerate(self.lanes.values()):
            begin, end = _row_of(self.told, lane["first"]), _row_of(self.told, lane["last"])
            if begin >= len(self.spans):
                continue
            colour = LANE_COLOURS[position % len(LANE_COLOURS)]
            x = round(self.lane_left + (column + 0.5) * self.spacing, 1)
            top = self.spans[begin][0] + 12
            bottom = self.spans[min(end, len(self.spans) - 1)][1]
            put = bottom if lane["put"] is None else max(top, self.spans[_row_of(self.told, lane["put"])][0] + 12)
            if put > top:
                self._line(x, top, put, colour, waiting=True)
            if bottom > put:
                self._line(x, put, bottom, colour, waiting=False)
            if end < len(self.spans):
                self.layer.add(self.drawing.line((x - 6, bottom), (x + 6, bottom), stroke=colour, stroke_width=3))
            self._badge(x, top, lane["label"], colour)

    def _line(self, x: float, top: float, bottom: float, colour: str, *, waiting: bool) -> None:
        style: dict[str, Any] = {"stroke": colour, "stroke_width": 2 if waiting else 4}
        if waiting:
            style["stroke_dasharray"] = "3,4"
        self.layer.add(self.drawing.line((x, round(top, 1)), (x, round(bottom, 1)), **style))

    def _badge(self, x: float, y: float, label: str, colour: str) -> None:
        self.layer.add(self.drawing.circle((x, round(y, 1)), 10, fill=colour, stroke="#ffffff", stroke_width=2))
        size = 12 if len(label) == 1 else 9
        self._write(label, x, y + size / 3, fill="#ffffff", font_size=size, font_weight="bold", text_anchor="middle")

    def _legend(self) -> None:
        if not self.lanes:
            return
        self.y += GAP
        self._paragraph("Lanes: dotted while an ability waits, solid while it is on the stack.", 13, FAINT)
        for position, (_, lane) in enumerate(self.lanes.values()):
            self.y += 6
            colour = LANE_COLOURS[position % len(LANE_COLOURS)]
            self._badge(MARGIN + 10, self.y + 13, lane["label"], colour)
            self._paragraph(lane["text"], 13, x=30)


def _marked(mark: str, text: str, colour: str, bold: bool, room: float) -> list[_Text]:
    """A paragraph with a mark before its first line."""
    first, *others = wrapped(text, room - HANG, bold=bold)
    return [_Text(first, colour, bold, mark, HANG), *(_Text(one, colour, bold, "", HANG) for one in others)]


def wrapped(text: str, room: float, size: int = SIZE, *, bold: bool = False) -> list[str]:
    """Text in lines that fit the room, by a generous guess of how wide letters are; long words are cut."""
    lines, line = [], ""
    for word in text.split():
        while _wide(word, size, bold) > room:
            cut = max(1, int(len(word) * room / _wide(word, size, bold)) - 1)
            if line:
                lines.append(line)
                line = ""
            lines.append(word[:cut])
            word = word[cut:]
        longer = f"{line} {word}" if line else word
        if _wide(longer, size, bold) > room:
            lines.append(line)
            longer = word
        line = longer
    return [*lines, line]


def _wide(text: str, size: int, bold: bool) -> float:
    return sum(_em(c) for c in text) * size * (1.14 if bold else 1.0)


def _em(c: str) -> float:
    if c in WIDE or ord(c) > 0x2000:
        return 1.0
    return 0.41 if c in NARROW else 0.72 if c.isupper() else 0.63
