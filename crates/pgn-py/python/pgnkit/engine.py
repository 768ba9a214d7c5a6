"""Engines, and the scores that they give, with the names of `chess.engine`.

>>> score = PovScore(Cp(35), True)
>>> score.white(), score.black(), score.relative
(Cp(+35), Cp(-35), Cp(+35))
>>> Mate(-3) < Cp(-900) < Cp(0) < Mate(5) < Mate(1)
True

`SimpleEngine.popen_uci` starts an engine. Every wait ends with Ctrl-C, and an engine that does not
respond in time raises `EngineTerminatedError`. The functions `popen_uci` and `popen_xboard` start
engines for programs that use asyncio.
"""

from __future__ import annotations

import enum
import functools
import shlex
import threading
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NamedTuple, TypedDict, overload

from . import _pgnkit
from ._pgnkit import Board, Move
from .errors import EngineError, EngineTerminatedError, OptionError

__all__ = ["INFO_ALL", "INFO_BASIC", "INFO_NONE", "INFO_PV", "INFO_SCORE"]
__all__ += ["AnalysisComplete", "AnalysisResult", "BestMove", "Cp", "EngineError"]
__all__ += ["EngineTerminatedError"]
__all__ += ["Info", "InfoDict", "Limit", "Mate", "MateGiven", "Option", "PlayResult", "PovScore"]
__all__ += ["PovWdl", "Protocol", "Score", "SimpleAnalysisResult", "SimpleEngine", "Transport"]
__all__ += ["Wdl", "popen_uci", "popen_xboard"]


@functools.total_ordering
class Score:
    """How good a position is for one side: `Cp`, `Mate` or `MateGiven`."""

    __slots__ = ("_order",)

    # How decisive it is, from -2 (mated) over 0 (centipawns) to 2 (mate was given), then the
    # centipawns, or the moves to mate with the sign reversed. The negative score has the negative
    # numbers.
    _order: tuple[int, int]

    def score(self, *, mate_score: int | None = None) -> int | None:
        """Centipawns; of a mate, `mate_score` less the moves to it, or `None`."""
        decisive, number = self._order
        if not decisive:
            return number
        if mate_score is None:
            return None
        return number + (mate_score if decisive > 0 else -mate_score)

    def mate(self) -> int | None:
        """Moves to mate, negative if the side is mated; `None` for centipawns."""
        decisive, number = self._order
        return -number if decisive else None

    def is_mate(self) -> bool:
        """Whether it is a mate."""
        return self._order[0] != 0

    def __neg__(self) -> Score:
        decisive, number = self._order
        if decisive == -2:
            return MateGiven
        return Mate(number) if decisive else Cp(-number)

    def __pos__(self) -> Score:
        return self

    def __abs__(self) -> Score:
        return max(self, -self)

    def __eq__(self, other: object) -> bool:
        return self._order == getattr(other, "_order", None)

    def __lt__(self, other: Score) -> bool:
        return self._order < other._order

    def __hash__(self) -> int:
        return hash(self._order)

    def __repr__(self) -> str:
        decisive, number = self._order
        if decisive == 2:
            return "MateGiven"
        if decisive == -2:
            return "Mate(-0)"
        name, shown = ("Mate", -number) if decisive else ("Cp", number)
        return f"{name}({shown:+d})" if shown else "Cp(0)"


class Cp(Score):
    """Centipawns."""

    __slots__ = ()

    def __init__(self, cp: int) -> None:
        self._order = (0, cp)

    @property
    def cp(self) -> int:
        """The centipawns."""
        return self._order[1]


class Mate(Score):
    """Mate in a number of moves; negative if the side is mated."""

    __slots__ = ()

    def __init__(self, moves: int) -> None:
        # Of mates the nearer one is the better, or the worse, one.
        self._order = (1 if moves > 0 else -1 if moves else -2, -moves)

    @property
    def moves(self) -> int:
        """The moves to mate, negative if the side is mated."""
        return -self._order[1]


class _MateGiven(Score):
    """The opponent is checkmated: the best score."""

    __slots__ = ()

    def __init__(self) -> None:
        self._order = (2, 0)


MateGiven = _MateGiven()


class PovScore:
    """A score with the side that it is seen from, `True` for White."""

    __slots__ = ("relative", "turn")

    def __init__(self, relative: Score, turn: bool) -> None:
        self.relative = relative
        self.turn = turn

    def pov(self, color: bool) -> Score:
        """The score from the side of a color."""
        if color != self.turn:
            return -self.relative
        return self.relative

    def white(self) -> Score:
        """The score from White's side."""
        return self.pov(True)

    def black(self) -> Score:
        """The score from Black's side."""
        return self.pov(False)

    def is_mate(self) -> bool:
        """Whether it is a mate for one of the sides."""
        return self.relative.is_mate()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PovScore) and self.white() == other.white()

    def __hash__(self) -> int:
        return hash(self.white())

    def __repr__(self) -> str:
        return f"PovScore({self.relative!r}, {'WHITE' if self.turn else 'BLACK'})"


class Wdl(NamedTuple):
    """The chances of a side to win, draw and lose, in thousandths."""

    wins: int
    draws: int
    losses: int

    def total(self) -> int:
        """All of them together, most often 1000."""
        return self.wins + self.draws + self.losses

    def expectation(self) -> float:
        """The expected score, from 0 to 1.

        >>> Wdl(200, 600, 200).expectation()
        0.5
        """
        return (self.wins + self.draws / 2) / self.total() if self.total() else 0.5

    def winning_chance(self) -> float:
        """The chance to win, from 0 to 1."""
        return self.wins / (self.total() or 1)

    def drawing_chance(self) -> float:
        """The chance of a draw, from 0 to 1."""
        return self.draws / (self.total() or 1)

    def losing_chance(self) -> float:
        """The chance to lose, from 0 to 1."""
        return self.losses / (self.total() or 1)

    def __neg__(self) -> Wdl:
        return Wdl(self.losses, self.draws, self.wins)


class PovWdl(NamedTuple):
    """Chances with the side that they are seen from, `True` for White."""

    relative: Wdl
    turn: bool

    def pov(self, color: bool) -> Wdl:
        """The chances of a color."""
        return self.relative if self.turn == color else -self.relative

    def white(self) -> Wdl:
        """The chances of White."""
        return self.pov(True)

    def black(self) -> Wdl:
        """The chances of Black."""
        return self.pov(False)


class Limit(NamedTuple):
    """Where a search ends: at a time in seconds, a depth in plies, a number of positions, a mate in
    that many moves; or the clocks of a game in seconds, by which the engine decides.
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    white_clock: float | None = None
    black_clock: float | None = None
    white_inc: float | None = None
    black_inc: float | None = None
    remaining_moves: int | None = None


class Info(enum.IntFlag):
    """What the reports of a search have."""

    NONE = 0
    BASIC = 1
    SCORE = 2
    PV = 4
    ALL = 7


INFO_NONE = Info.NONE
INFO_BASIC = Info.BASIC
INFO_SCORE = Info.SCORE
INFO_PV = Info.PV
INFO_ALL = Info.ALL


class InfoDict(TypedDict, total=False):
    """A report of an engine; it has the values that the engine gave."""

    depth: int
    seldepth: int
    multipv: int
    time: float
    nodes: int
    nps: int
    tbhits: int
    hashfull: int
    currmove: Move
    currmovenumber: int
    score: PovScore
    wdl: PovWdl
    lowerbound: bool
    upperbound: bool
    pv: list[Move]
    string: str


class Option(NamedTuple):
    """An option of an engine, as it describes it."""

    name: str
    type: str
    default: str | int | bool | None
    min: int | None
    max: int | None
    var: list[str]

    def text(self, value: str | int | bool | None) -> str:
        """A value as the engine reads it.

        Raises:
            EngineError: the option does not have this value.
        """
        problem = self._problem(value)
        if problem:
            raise EngineError(f"the option {self.name} expects {problem}, found {value!r}")
        if isinstance(value, bool):
            return str(value).lower()
        return "" if value is None else str(value)

    def _problem(self, value: str | int | bool | None) -> str:
        if self.type == "check" and not isinstance(value, bool):
            return "True or False"
        if self.type == "spin":
            low, high = self.min, self.max
            if isinstance(value, bool) or not isinstance(value, int):
                return "a whole number"
            if (low is not None and value < low) or (high is not None and value > high):
                return f"a number from {low} to {high}"
        if self.type == "combo" and value not in self.var:
            return "one of " + ", ".join(self.var)
        if isinstance(value, str) and "\n" in value:
            return "a text on one line"
        return ""


class PlayResult(NamedTuple):
    """The move of an engine, the reply that it expects, what it reported, and whether it resigns
    instead.
    """

    move: Move | None
    ponder: Move | None
    info: InfoDict
    resigned: bool = False


class BestMove(NamedTuple):
    """The move at the end of an analysis, and the reply that the engine expects."""

    move: Move | None
    ponder: Move | None


class AnalysisComplete(Exception):
    """An analysis is over and has no more reports."""


_SCORE_KEYS = {"score", "wdl", "lowerbound", "upperbound"}


def _report(raw: dict[str, Any], turn: bool, wanted: int) -> InfoDict:
    """A report of Rust with its scores as objects, and the kinds of values that are wanted."""
    report: dict[str, Any] = {}
    for name, value in raw.items():
        kind = INFO_SCORE if name in _SCORE_KEYS else INFO_PV if name == "pv" else INFO_BASIC
        if not wanted & kind:
            continue
        if name == "score":
            value = PovScore(Mate(value[1]) if value[0] == "mate" else Cp(value[1]), turn)
        elif name == "wdl":
            value = PovWdl(Wdl(*value), turn)
        report[name] = value
    return report  # type: ignore[return-value]


class SimpleAnalysisResult:
    """A search that goes on, as an iterator of its reports; the end of a `with` block stops it.

    `multipv` has the latest values of each line, and `info` those of the best one. An iterator that
    is left unread keeps the last 4,096 reports.
    """

    def __init__(self, search: _pgnkit.EngineSearch, turn: bool, wanted: int) -> None:
        self._search = search
        self._turn = turn
        self._wanted = wanted
        self._best: BestMove | None = None
        self.resigned = False
        self.multipv: list[InfoDict] = [{}]

    @property
    def info(self) -> InfoDict:
        """The latest values of the best line."""
        return self.multipv[0]

    def __enter__(self) -> SimpleAnalysisResult:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def __iter__(self) -> SimpleAnalysisResult:
        return self

    def __next__(self) -> InfoDict:
        raw = self._search.next()
        if raw is None:
            self._finish()
            raise StopIteration
        report = _report(raw, self._turn, self._wanted)
        line = int(raw.get("multipv", 1))
        while len(self.multipv) < line:
            self.multipv.append({})
        latest = self.multipv[line - 1]
        if "score" in report:
            # These belong to the score before.
            for name in ("lowerbound", "upperbound", "wdl"):
                latest.pop(name, None)  # type: ignore[misc]
        latest.update(report)
        return report

    def _finish(self) -> BestMove:
        if self._best is None:
            move, ponder, self.resigned = self._search.answer()
            self._best = BestMove(move, ponder)
        return self._best

    def get(self) -> InfoDict:
        """The next report, waited for.

        Raises:
            AnalysisComplete: the search has ended, and all reports were read.
        """
        for report in self:
            return report
        raise AnalysisComplete

    def next(self) -> InfoDict | None:
        """The next report, waited for, or `None` after the last one."""
        return next(iter(self), None)

    def empty(self) -> bool:
        """Whether `get` would have to wait."""
        return self._search.would_block()

    def would_block(self) -> bool:
        """Whether `get` would have to wait."""
        return self.empty()

    def stop(self) -> None:
        """Ends the search as soon as possible."""
        self._search.stop()

    def _waited_lines(self) -> list[InfoDict]:
        self.wait()
        return self.multipv

    def wait(self) -> BestMove:
        """Waits for the end of the search; reports that were not read are in `multipv`."""
        try:
            deque(self, maxlen=0)
        except BaseException:
            self.stop()
            raise
        return self._finish()


class SimpleEngine:
    """An engine that runs; the end of a `with` block ends it.

    One search runs at a time: a new one stops the one before. Positions of all variants that the
    engine plays are possible.
    """

    def __init__(self, command: str | list[str], protocol: str, timeout: float | None) -> None:
        words = shlex.split(command) if isinstance(command, str) else list(command)
        self._process = _pgnkit.EngineProcess(words, protocol, timeout)
        self.protocol = protocol
        names = zip(("name", "author"), self._process.identity())
        self.id: dict[str, str] = {key: text for key, text in names if text is not None}
        self.options = {parts[0]: _option(*parts) for parts in self._process.options()}
        # What the program has set, and what the engine has now.
        self._configured: dict[str, str | int | bool | None] = {}
        self._current: dict[str, str | int | bool | None] = {}
        self._game: object = None

    @classmethod
    def popen_uci(
        cls, command: str | list[str], *, timeout: float | None = 10.0
    ) -> SimpleEngine:
        """Starts an engine, most often one that speaks UCI; one that answers in the protocol of
        XBoard is recognized. The command is a list of words or a text, which is split as a shell
        does. `timeout` is how many seconds the engine may take for everything other than a search,
        and beyond the time of a search; `None` waits as long as it takes.

        Raises:
            FileNotFoundError: the program does not exist.
            EngineError: the program is not an engine, or does not respond.
        """
        return cls(command, "uci", timeout)

    @classmethod
    def popen_xboard(
        cls, command: str | list[str], *, timeout: float | None = 10.0
    ) -> SimpleEngine:
        """Starts an engine that speaks the protocol of XBoard, as `popen_uci`."""
        return cls(command, "xboard", timeout)

    def __enter__(self) -> SimpleEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<SimpleEngine {self.id.get('name', 'without a name')}>"

    def close(self) -> None:
        """Ends the engine."""
        self._process.close()

    def quit(self) -> None:
        """Asks the engine to end, and ends it."""
        self.close()

    def ping(self) -> None:
        """Waits until the engine has done everything that it was sent; a search is stopped.

        Raises:
            EngineTerminatedError: it does not respond.
        """
        self._process.configure([])

    def configure(self, options: Mapping[str, str | int | bool | None]) -> None:
        """Sets options; a button has the value `None`.

        Raises:
            EngineError: the engine does not have the option, or not with this value.
        """
        self._set({**self._configured, **options})
        self._configured.update(options)

    def _set(self, wanted: Mapping[str, str | int | bool | None]) -> None:
        """Sends the options that differ from what the engine has."""
        changes: list[tuple[str, str]] = []
        for name in [*wanted, *(name for name in self._current if name not in wanted)]:
            option = self._option(name)
            value = wanted.get(name, option.default)
            if option.type == "button" or self._current.get(name, option.default) != value:
                changes.append((option.name, option.text(value)))
        if changes:
            self._process.configure(changes)
        self._current = {n: v for n, v in wanted.items() if self._option(n).type != "button"}

    def _option(self, name: str) -> Option:
        for known in self.options.values():
            if known.name.lower() == name.lower():
                return known
        if self.protocol == "xboard" and name == "Hash":
            return Option(name, "spin", None, None, None, [])
        raise EngineError(f"the engine has no option {name}")

    def _start(
        self,
        board: Board,
        limit: Limit,
        lines: int,
        game: object,
        wanted: int,
        root_moves: Iterable[Move] | None,
        options: Mapping[str, str | int | bool | None],
    ) -> SimpleAnalysisResult:
        self._set({**self._configured, **options})
        limits = {name: value for name, value in limit._asdict().items() if value is not None}
        moves = None if root_moves is None else list(root_moves)
        if moves == []:
            raise OptionError("expected one move or more in root_moves, found none")
        same = game is not None and game == self._game
        search = self._process.search(board, limits, moves, lines, same)
        self._game = game
        return SimpleAnalysisResult(search, board.turn, wanted)

    def play(
        self,
        board: Board,
        limit: Limit,
        *,
        game: object = None,
        info: int = INFO_NONE,
        root_moves: Iterable[Move] | None = None,
        options: Mapping[str, str | int | bool | None] = {},
    ) -> PlayResult:
        """The move of the engine, which is not played on the board. `game` is any object: while it
        stays equal, the engine keeps what it knows from the moves before; without it, each call is
        a new game. `root_moves` are the moves to choose from, and `options` holds for this call.

        Raises:
            EngineError: the engine does not play these rules, or cannot keep the limit.
            EngineTerminatedError: it has ended, or does not respond.
        """
        search = self._start(board, limit, 1, game, info, root_moves, options)
        move, ponder = search.wait()
        return PlayResult(move, ponder, search.info, search.resigned)

    @overload
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: Literal[None] = None,
        game: object = None,
        info: int = INFO_ALL,
        root_moves: Iterable[Move] | None = None,
        options: Mapping[str, str | int | bool | None] = {},
    ) -> InfoDict: ...
    @overload
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int,
        game: object = None,
        info: int = INFO_ALL,
        root_moves: Iterable[Move] | None = None,
        options: Mapping[str, str | int | bool | None] = {},
    ) -> list[InfoDict]: ...
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        game: object = None,
        info: int = INFO_ALL,
        root_moves: Iterable[Move] | None = None,
        options: Mapping[str, str | int | bool | None] = {},
    ) -> InfoDict | list[InfoDict]:
        """The latest report about the position of a board when the limit is reached; with `multipv`
        a list of that many lines, the best one first. The other arguments are those of `play`.
        """
        lines = self._start(
            board, limit, multipv or 1, game, info, root_moves, options
        )._waited_lines()
        return lines if multipv else lines[0]

    def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        game: object = None,
        info: int = INFO_ALL,
        root_moves: Iterable[Move] | None = None,
        options: Mapping[str, str | int | bool | None] = {},
    ) -> SimpleAnalysisResult:
        """A search whose reports are read while it goes on; without a limit it ends when it is
        stopped. The other arguments are those of `play`.
        """
        return self._start(
            board, limit or Limit(), multipv or 1, game, info, root_moves, options
        )


# How often a coroutine looks for the next report of a search, in seconds. No thread waits for it,
# so a canceled wait loses no report, and any number of engines can search at once.
_POLL_SECONDS = 0.005


class AnalysisResult:
    """A search that goes on, as an asynchronous iterator of its reports; the end of a `with` block
    stops it. It has the same attributes as `SimpleAnalysisResult`.

    Canceling a wait for a report does not stop the search.
    """

    def __init__(self, search: SimpleAnalysisResult) -> None:
        self._search = search

    @property
    def multipv(self) -> list[InfoDict]:
        """The latest values of each line."""
        return self._search.multipv

    @property
    def info(self) -> InfoDict:
        """The latest values of the best line."""
        return self._search.info

    @property
    def resigned(self) -> bool:
        """Whether the engine resigned at the end of the search."""
        return self._search.resigned

    def __enter__(self) -> AnalysisResult:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def __aiter__(self) -> AnalysisResult:
        return self

    async def __anext__(self) -> InfoDict:
        report = await self.next()
        if report is None:
            raise StopAsyncIteration
        return report

    async def get(self) -> InfoDict:
        """The next report, waited for.

        Raises:
            AnalysisComplete: the search has ended, and all reports were read.
        """
        report = await self.next()
        if report is None:
            raise AnalysisComplete
        return report

    async def next(self) -> InfoDict | None:
        """The next report, waited for, or `None` after the last one.

        Raises:
            EngineTerminatedError: the engine has ended, or does not respond.
        """
        import asyncio

        # Other tasks also run while reports arrive faster than they are read.
        await asyncio.sleep(0)
        while self.would_block():
            await asyncio.sleep(_POLL_SECONDS)
        return self._search.next()

    def empty(self) -> bool:
        """Whether `get` would have to wait."""
        return self._search.empty()

    def would_block(self) -> bool:
        """Whether `get` would have to wait."""
        return self.empty()

    def stop(self) -> None:
        """Ends the search as soon as possible."""
        self._search.stop()

    async def wait(self) -> BestMove:
        """Waits for the end of the search; reports that were not read are in `multipv`."""
        async for _ in self:
            pass
        return self._search.wait()


class Protocol:
    """An engine that runs, for programs that use asyncio; `popen_uci` and `popen_xboard` start it.

    Its methods are those of `SimpleEngine`. One search runs at a time: a new one stops the one
    before. Canceling `play` or `analyse` stops the search, and the engine can be used again.
    """

    def __init__(self, engine: SimpleEngine) -> None:
        self._engine = engine
        # Calls that set options run in threads, one after the other.
        self._lock = threading.Lock()

    @property
    def id(self) -> dict[str, str]:
        """The name and the author of the engine, if it gives them."""
        return self._engine.id

    @property
    def options(self) -> dict[str, Option]:
        """The options of the engine by name."""
        return self._engine.options

    def __repr__(self) -> str:
        return f"<Protocol {self.id.get('name', 'without a name')}>"

    async def ping(self) -> None:
        """Waits until the engine has done everything that it was sent; a search is stopped.

        Raises:
            EngineTerminatedError: it does not respond.
        """
        import asyncio

        await asyncio.to_thread(self._engine.ping)

    async def configure(self, options: Mapping[str, str | int | bool | None]) -> None:
        """Sets options; a button has the value `None`.

        Raises:
            EngineError: the engine does not have the option, or not with this value.
        """
        import asyncio

        await asyncio.to_thread(
            self._one_at_a_time, functools.partial(self._engine.configure, dict(options))
        )

    async def quit(self) -> None:
        """Asks the engine to end, and ends it."""
        import asyncio

        await asyncio.to_thread(self._engine.quit)

    async def play(
        self,
        board: Board,
        limit: Limit,
        *,
        game: object = None,
        info: int = INFO_NONE,
        root_moves: Iterable[Move] | None = None,
        options: Mapping[str, str | int | bool | None] = {},
    ) -> PlayResult:
        """The move of the engine, as `SimpleEngine.play` returns it.

        Raises:
            EngineError: the engine does not play these rules, or cannot keep the limit.
            EngineTerminatedError: it has ended, or does not respond.
        """
        others = {"game": game, "info": info, "root_moves": root_moves, "options": options}
        search = await self._search_to_end(board, limit, **others)
        return PlayResult(*await search.wait(), search.info, search.resigned)

    @overload
    async def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: Literal[None] = None,
        game: object = None,
        info: int = INFO_ALL,
        root_moves: Iterable[Move] | None = None,
        options: Mapping[str, str | int | bool | None] = {},
    ) -> InfoDict: ...
    @overload
    async def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int,
        game: object = None,
        info: int = INFO_ALL,
        root_moves: Iterable[Move] | None = None,
        options: Mapping[str, str | int | bool | None] = {},
    ) -> list[InfoDict]: ...
    async def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        game: object = None,
        info: int = INFO_ALL,
        root_moves: Iterable[Move] | None = None,
        options: Mapping[str, str | int | bool | None] = {},
    ) -> InfoDict | list[InfoDict]:
        """The latest report about a position when the limit is reached, or with `multipv` a list
        of that many lines, as `SimpleEngine.analyse` returns them.
        """
        others = {"game": game, "info": info, "root_moves": root_moves, "options": options}
        search = await self._search_to_end(board, limit, multipv=multipv, **others)
        return search.multipv if multipv else search.info

    async def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        game: object = None,
        info: int = INFO_ALL,
        root_moves: Iterable[Move] | None = None,
        options: Mapping[str, str | int | bool | None] = {},
    ) -> AnalysisResult:
        """A search whose reports are read while it goes on; without a limit it ends when it is
        stopped. The arguments are those of `SimpleEngine.analysis`.
        """
        import asyncio

        # The caller may change the board and the arguments while the thread waits for the engine.
        others: dict[str, Any] = {
            "multipv": multipv,
            "game": game,
            "info": info,
            "root_moves": None if root_moves is None else list(root_moves),
            "options": dict(options),
        }
        start = functools.partial(self._engine.analysis, board.copy(), limit, **others)

        def stop(started: asyncio.Task[SimpleAnalysisResult]) -> None:
            if not started.cancelled() and started.exception() is None:
                started.result().stop()

        starting = asyncio.create_task(asyncio.to_thread(self._one_at_a_time, start))
        try:
            return AnalysisResult(await asyncio.shield(starting))
        except asyncio.CancelledError:
            starting.add_done_callback(stop)
            raise

    def _one_at_a_time(self, call: Callable[[], Any]) -> Any:
        with self._lock:
            return call()

    async def _search_to_end(self, *arguments: Any, **others: Any) -> AnalysisResult:
        with await self.analysis(*arguments, **others) as search:
            await search.wait()
        return search


class Transport:
    """The process of a `Protocol`."""

    def __init__(self, engine: SimpleEngine) -> None:
        self._engine = engine
        self._is_closing = False

    def close(self) -> None:
        """Ends the engine, without waiting for it."""
        if not self._is_closing:
            self._is_closing = True
            threading.Thread(target=self._engine.close).start()

    def is_closing(self) -> bool:
        """Whether `close` was called."""
        return self._is_closing


async def popen_uci(
    command: str | list[str], *, timeout: float | None = 10.0
) -> tuple[Transport, Protocol]:
    """Starts an engine for a program that uses asyncio. The arguments and errors are those of
    `SimpleEngine.popen_uci`.
    """
    return await _popen(command, "uci", timeout)


async def popen_xboard(
    command: str | list[str], *, timeout: float | None = 10.0
) -> tuple[Transport, Protocol]:
    """Starts an engine that speaks the protocol of XBoard, as `popen_uci`."""
    return await _popen(command, "xboard", timeout)


async def _popen(
    command: str | list[str], protocol: str, timeout: float | None
) -> tuple[Transport, Protocol]:
    import asyncio

    engine = await asyncio.to_thread(SimpleEngine, command, protocol, timeout)
    return Transport(engine), Protocol(engine)


def _option(
    name: str,
    kind: str,
    default: str | None,
    low: int | None,
    high: int | None,
    choices: list[str],
) -> Option:
    value: str | int | bool | None = default
    if kind == "check":
        value = default in ("true", "1")
    elif kind == "spin" and default is not None and default.lstrip("+-").isdigit():
        value = int(default)
    elif kind == "string" and default == "<empty>":
        value = ""
    return Option(name, kind, value, low, high, choices)
