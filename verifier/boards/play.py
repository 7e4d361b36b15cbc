"""Plays a board: does what its script says, goes on by itself where nobody has a choice, and compares what is seen."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace

from .board import Act, Board, Expectation, Item, SeenObject
from .game import Game, ObjectNow, Option, Stage, State
from .tell import changes

__all__ = ["BoardResult", "expecting_the_wrong", "play"]

MAX_STEPS = 600


@dataclass
class BoardResult:
    """How a board went.

    `status` is pass; fail (an expectation is not met, or the wrong outcome holds); error (the script asks for what is
    not legal); or outside (the rulebook or a card file cannot say it, and nothing had failed before). `steps` tells the
    game in words, `failures` what is wrong.
    """

    board: str
    status: str
    steps: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


class _Stop(Exception):
    """The game cannot go on; carries the status."""

    def __init__(self, status: str, message: str) -> None:
        self.status = status
        super().__init__(message)


def play(board: Board, game: Game) -> BoardResult:
    """Play a board's script in a game that was laid out from it."""
    run = _Run(board, game)
    try:
        run.settle()
        for number, item in enumerate(board.script):
            run.item = f"script[{number}] ({item.text})"
            run.do(item)
    except _Stop as stop:
        status = "fail" if run.failures and stop.status == "outside" else stop.status
        return BoardResult(board.id, status, run.steps, [f"{run.item}: {stop}", *run.failures])
    return BoardResult(board.id, "fail" if run.failures else "pass", run.steps, run.failures)


def expecting_the_wrong(board: Board) -> Board:
    """The board as the engine that gets it wrong would have it: up to the point of the wrong outcome, which it expects.

    What cards leave out is not looked at: the board itself answers for that.

    Raises ValueError for a board that names no wrong outcome.
    """
    if board.wrong is None:
        raise ValueError(f"{board.id} names no wrong outcome")
    script = []
    for item in board.script:
        if item.expectation is None:
            script.append(item)
        elif item.expectation.name == board.wrong.expectation.name:
            script.append(replace(item, expectation=board.wrong.expectation))
            break
    return replace(board, script=tuple(script), wrong=None, trusting=True)


class _Run:
    def __init__(self, board: Board, game: Game) -> None:
        self.board, self.game = board, game
        self.state: State = game.start
        self.steps: list[str] = []
        self.failures: list[str] = []
        self.item = "the start"
        self._left = MAX_STEPS

    # Going on.

    def step(self, option: Option | None) -> None:
        """One step: the option, or the default."""
        self._left -= 1
        if self._left < 0:
            raise _Stop("error", f"the game does not come to rest in {MAX_STEPS} steps")
        old, choice = self.state, {} if option is None else option.choice
        before = self.game.now(old)
        self.state = self.game.step(old, choice)
        told = [] if option is None else [str(option)]
        if option is not None and option.verb in ("pass", "activate", "cast"):
            told = [f"{before.priority}: {option}"]
        seen = changes(before, self.game.now(self.state))
        if seen or told:
            self.steps.append(" - ".join([*told, "; ".join(seen)] if seen else told))
        self.inside(self.game.depends(old, choice, self.state))

    def inside(self, left_out: str) -> None:
        """Stop where the outcome could depend on what a card leaves out."""
        if left_out and not self.board.trusting:
            raise _Stop("outside", left_out)

    def settle(self) -> None:
        """Go on as long as nobody has a choice."""
        while True:
            stage = self.game.stage(self.state)
            if stage is Stage.EDGE:
                raise _Stop("outside", self.game.limit(self.state))
            if stage is not Stage.AUTOMATIC:
                return
            self.step(None)

    # The script.

    def do(self, item: Item) -> None:
        """One line of the script."""
        match item.word:
            case "act":
                assert item.act is not None
                self.step(self.find(item.act))
            case "pass":
                self.passing()
            case "resolve":
                self.resolve()
            case "until":
                assert item.step is not None
                self.until(item.step)
            case "expect":
                assert item.expectation is not None
                self.expect(item.expectation)
        self.settle()

    def passing(self) -> None:
        """The player with priority passes."""
        stage = self.game.stage(self.state)
        if stage is not Stage.PRIORITY:
            raise _Stop("error", f"nobody has priority; open is: {self.menu()}")
        self.step(self.game.options(self.state)[0])

    def resolve(self) -> None:
        """Both pass, and the next object resolves up to its end or to a choice in it."""
        if not self.game.now(self.state).stack:
            raise _Stop("error", "the stack is empty")
        for _ in range(2):
            self.passing()
            if self.game.stage(self.state) is not Stage.PRIORITY:
                return

    def until(self, step: str) -> None:
        """Both pass with an empty stack until the step begins."""
        for _ in range(16):
            here = self.game.now(self.state)
            if here.stack:
                raise _Stop("error", f"the stack is not empty: {'; '.join(here.stack)}")
            self.passing()
            after = self.game.now(self.state)
            if (after.step, after.active) != (here.step, here.active) and after.step == step:
                return
            self.settle()
        raise _Stop("error", "that step does not come")

    def menu(self) -> str:
        """What is open, in words."""
        return ", ".join(str(option) for option in self.game.options(self.state)) or "nothing"

    def matching(self, act: Act) -> list[Option]:
        """The legal choices that an act can mean."""
        top = len(self.game.now(self.state).stack) - 1
        target = top if act.target == "top" else act.target
        return [
            option
            for option in self.game.options(self.state)
            if option.verb == act.verb
            and option.object == act.object
            and act.ability in (None, option.ability, option.word)
            and target in (None, option.target)
            and option.yes == act.yes
        ]

    def find(self, act: Act) -> Option:
        """The legal choice that an act means."""
        found = self.matching(act)
        if not found:
            self.inside(self.game.depends_on_wish(self.state, act))
            raise _Stop("error", f"is not legal now; open is: {self.menu()}")
        if len({str(option) for option in found}) > 1:
            raise _Stop("error", f"can mean {' or '.join(str(option) for option in found)}")
        return found[0]

    # Expectations.

    def expect(self, expected: Expectation) -> None:
        """Compare; the wrong outcome of the board must not hold at its point."""
        self.inside(self.game.depends_on_sight(self.state, expected))
        for act in (*expected.can, *expected.cannot):
            found = self.matching(act)
            for option in found:
                after = self.game.step(self.state, option.choice)
                self.inside(self.game.depends(self.state, option.choice, after))
            if not found:
                self.inside(self.game.depends_on_wish(self.state, act))
        missed = self.differences(expected)
        self.failures += [f"{expected.name}: {line}" for line in missed]
        self.steps.append(f"[{expected.name}: {'as expected' if not missed else 'NOT as expected'}]")
        wrong = self.board.wrong
        if wrong and wrong.expectation.name == expected.name and not self.differences(wrong.expectation):
            self.failures.append(f"{expected.name}: this is the wrong outcome ({wrong.imitates})")

    def differences(self, expected: Expectation) -> list[str]:
        """What is seen otherwise than expected."""
        now, stage = self.game.now(self.state), self.game.stage(self.state)
        asks = stage.value if stage in (Stage.MAY, Stage.TRIGGERS) else Stage.AUTOMATIC.value
        missed = [
            line for id, wanted in expected.objects.items() for line in _object_differences(id, wanted, now.objects[id])
        ]
        compared: list[tuple[str, object, object]] = [
            (f"life of {seat}", value, now.life[seat]) for seat, value in expected.life.items()
        ]
        for seat, library in expected.libraries.items():
            names = now.libraries[seat]
            top = None if library.top is None else names[: len(library.top)]
            compared += [
                (f"cards in the library of {seat}", library.cards, len(names)),
                (f"the top of the library of {seat}", _list(library.top), _list(top)),
            ]
        compared += [
            ("objects on the stack", expected.stack, len(now.stack)),
            ("step", expected.step, now.step),
            ("active player", expected.active, now.active),
            ("asked for", expected.asks, asks),
        ]
        missed += [
            f"{what} should be {wanted}, is {value}"
            for what, wanted, value in compared
            if wanted is not None and wanted != value
        ]
        missed += [f"it should be possible to {act}" for act in expected.can if not self.matching(act)]
        missed += [f"it should not be possible to {act}" for act in expected.cannot if self.matching(act)]
        return missed


def _object_differences(id: str, wanted: SeenObject, value: ObjectNow) -> list[str]:
    result = []
    for one in fields(SeenObject):
        expected, seen = getattr(wanted, one.name), getattr(value, one.name)
        if one.name == "counters":
            result += [
                f"{id} should have {number} {kind} counters, has {value.counters.get(kind, 0)}"
                for kind, number in wanted.counters.items()
                if value.counters.get(kind, 0) != number
            ]
        elif expected is not None and expected != seen:
            result.append(f"{one.name} of {id} should be {_word(expected)}, is {_word(seen)}")
    return result


def _list(names: tuple[str, ...] | None) -> str | None:
    return None if names is None else ", ".join(names) or "nothing"


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
