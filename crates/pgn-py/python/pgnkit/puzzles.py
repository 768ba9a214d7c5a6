"""Puzzles from games: positions after a mistake in which one move is much better than all others.

`python -m pgnkit.puzzles games.pgn -o puzzles.csv` writes the columns of lichess' puzzle file;
`.epd` and `.pgn` are possible as well. An engine in UCI, by default `stockfish`, finds mistakes and
checks that each move of a solution is the only good one.
"""

from __future__ import annotations

import argparse
import csv
import dataclasses
import hashlib
import io
import math
import os
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from . import pgn
from ._pgnkit import Board, Game, Move, Record
from ._puzzle_themes import themes_of
from .engine import Limit, Mate, Score, SimpleEngine
from .errors import PgnkitError

__all__ = ["COLUMNS", "Puzzle", "Settings", "find", "themes_of", "win_chance"]

COLUMNS = [
    "PuzzleId",
    "FEN",
    "Moves",
    "Rating",
    "RatingDeviation",
    "Popularity",
    "NbPlays",
    "Themes",
    "GameUrl",
    "OpeningTags",
]

# The first rating of a puzzle without any solutions, and its uncertainty.
_RATING, _DEVIATION = 1500, 500

# The chance to win grows by a logistic curve; lichess publishes this factor for centipawns.
_LOGISTIC = 0.00368208

# Openings are named for puzzles up to this ply.
_OPENING_PLIES = 40


def win_chance(score: Score) -> float:
    """The chances of a side, from -1 (lost) to 1 (won).

    >>> from pgnkit.engine import Cp, Mate
    >>> win_chance(Cp(0)), win_chance(Mate(2)), win_chance(Mate(-2)), round(win_chance(Cp(300)), 2)
    (0.0, 1.0, -1.0, 0.5)
    """
    moves = score.mate()
    if moves is not None:
        return 1.0 if score.score(mate_score=1_000_000) > 0 else -1.0  # type: ignore[operator]
    return math.tanh(_LOGISTIC * (score.score() or 0) / 2)


@dataclasses.dataclass(frozen=True)
class Settings:
    """What counts as a puzzle, in chances from -1 to 1, and how long the engine searches."""

    # How much the chances of the side to move must rise by the mistake.
    mistake: float = 0.5
    # Above this, the side was already winning before.
    won: float = 0.6
    # How much better the best move must be than the second one.
    gap: float = 0.7
    # The same if the best move mates and the second one does not.
    mate_gap: float = 0.35
    # Below this, the best move does not save the game.
    saved: float = -0.05
    # The longest solution, in moves of the side that solves.
    moves_max: int = 6
    # Positions searched to find mistakes, and to check each move of a solution.
    scan_nodes: int = 20_000
    nodes: int = 300_000


@dataclasses.dataclass(frozen=True)
class Puzzle:
    """A puzzle: the position before the mistake, the mistake and the moves of the solution."""

    id: str
    start: Board
    moves: tuple[Move, ...]
    themes: tuple[str, ...]
    score: Score
    url: str = ""
    opening_tags: tuple[str, ...] = ()
    source: tuple[tuple[str, str], ...] = ()

    @property
    def board(self) -> Board:
        """The position to solve."""
        board = self.start.copy()
        board.push(self.moves[0])
        return board

    @property
    def solution(self) -> tuple[Move, ...]:
        """The moves after the mistake; the first and every second one are to be found."""
        return self.moves[1:]

    def row(self) -> dict[str, str | int]:
        """The columns of lichess' puzzle file, with the first rating of a new puzzle."""
        values: list[str | int] = [
            self.id,
            self.start.fen(en_passant="legal"),
            " ".join(move.uci() for move in self.moves),
            _RATING,
            _DEVIATION,
            0,
            0,
            " ".join(self.themes),
            self.url,
            " ".join(self.opening_tags),
        ]
        return dict(zip(COLUMNS, values))

    def record(self) -> Record:
        """A record of EPD: the position to solve with its best move, the line and the themes."""
        board = self.board
        record = Record(board.epd())
        record["bm"] = [self.solution[0]]
        record["pv"] = list(self.solution)
        record["id"] = self.id
        record["c0"] = " ".join(self.themes)
        moves = self.score.mate()
        if moves is not None and moves > 0:
            record["dm"] = moves
        return record

    def game(self) -> Game:
        """A game that starts at the position to solve, with the solution as its moves."""
        game = pgn.Game()
        game.setup(self.board)
        for name, value in (("Event", f"Puzzle {self.id}"), *self.source):
            game.headers[name] = value
        if self.url:
            game.headers["Site"] = self.url
        game.headers["Themes"] = " ".join(self.themes)
        game.comment = f"after {self.start.san(self.moves[0])}"
        game.add_line(self.solution)
        return game


def _identity(board: Board, moves: Iterable[Move], taken: set[str]) -> str:
    """Letters and digits that depend on the puzzle alone, five if they are free."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    text = board.fen() + " ".join(move.uci() for move in moves)
    number = int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")
    name = ""
    while len(name) < 5 or name in taken:
        number, place = divmod(number, len(letters))
        name += letters[place]
    taken.add(name)
    return name


def _opening_tags(game: Game, ply: int) -> tuple[str, ...]:
    """`Sicilian_Defense Sicilian_Defense_Najdorf_Variation`, for puzzles early in the game."""
    opening = game.classify() if ply <= _OPENING_PLIES else None
    if opening is None:
        return ()
    whole = [part.strip() for part in opening.name.replace(",", ":").split(":")]
    words = ["_".join("".join(c for c in part if c.isalnum() or c in " -").split()) for part in whole]
    return tuple(dict.fromkeys([words[0], "_".join(words[:2])]))


class _Line(NamedTuple):
    """A move and its score for the side to move."""

    score: Score
    move: Move


class _Finder:
    """Searches games, and counts why positions are not puzzles."""

    def __init__(self, engine: SimpleEngine, settings: Settings) -> None:
        self.engine = engine
        self.settings = settings
        self.counts: Counter[str] = Counter()
        self.taken: set[str] = set()

    def _analysed(self, board: Board, nodes: int, lines: int) -> list[_Line]:
        found = []
        for info in self.engine.analyse(board, Limit(nodes=nodes), multipv=lines):
            score, pv = info.get("score"), info.get("pv")
            if score is not None and pv:
                found.append(_Line(score.relative, pv[0]))
        return found

    def _scanned(self, node: pgn.GameNode, board: Board) -> Score | None:
        """The score of a position for the side to move: that of the game, or the engine's."""
        if board.is_game_over():
            return None
        noted = node.eval()
        if noted is not None:
            return noted.pov(board.turn)
        self.counts["positions scanned"] += 1
        found = self._analysed(board, self.settings.scan_nodes, 1)
        return found[0].score if found else None

    def puzzles(self, game: Game) -> Iterator[Puzzle]:
        """The puzzles of the main line of a game."""
        self.counts["games"] += 1
        settings, board = self.settings, game.board()
        before = self._scanned(game, board)
        for node in game.mainline():
            start = board.copy(stack=False)
            board.push(node.move)
            after = self._scanned(node, board)
            if before is not None and after is not None:
                old, new = -win_chance(before), win_chance(after)
                if new - old >= settings.mistake and old <= settings.won:
                    self.counts["mistakes"] += 1
                    puzzle = self._puzzle(game, node, start)
                    if puzzle is not None:
                        self.counts["puzzles"] += 1
                        yield puzzle
            before = after

    def _puzzle(self, game: Game, node: pgn.GameNode, start: Board) -> Puzzle | None:
        board = start.copy()
        board.push(node.move)
        line, score = self._solution(board.copy())
        if score is None:
            return None
        trades = start.is_capture(node.move) and line[0].to_square == node.move.to_square
        if len(line) == 1 and trades and score.mate() is None:
            self._rejected("only a recapture")
            return None
        moves = (node.move, *line)
        headers = game.headers
        site = headers.get("Site", "")
        is_link = site.startswith(("https://", "http://"))
        kept = [(n, headers.get(n, "")) for n in ("White", "Black", "Date", "Round")]
        return Puzzle(
            _identity(start, moves, self.taken),
            start,
            moves,
            themes_of(board, line, score),
            score,
            f"{site}#{node.ply()}" if is_link else "",
            _opening_tags(game, node.ply()),
            tuple(pair for pair in kept if pair[1]),
        )

    def _rejected(self, reason: str) -> None:
        self.counts[reason] += 1

    def _solution(self, board: Board) -> tuple[list[Move], Score | None]:
        """The only good moves with the best replies, and the score of the first; an empty list and
        `None` if no move is the only good one.
        """
        line: list[Move] = []
        first: Score | None = None
        while len(line) < 2 * self.settings.moves_max and not board.is_game_over():
            found = self._analysed(board, self.settings.nodes, 2)
            score = found[0].score if found else None
            if score is None or not self._is_only_move(board, found):
                break
            if first is None:
                if win_chance(score) < self.settings.saved:
                    self._rejected("no move saves the game")
                    return [], None
                if board.legal_moves.count() == 1:
                    self._rejected("only one legal move")
                    return [], None
                first = score
            line.append(found[0].move)
            board.push(line[-1])
            if board.is_game_over():
                break
            reply = self._analysed(board, self.settings.nodes, 1)
            if not reply:
                break
            line.append(reply[0].move)
            board.push(line[-1])
        if first is None:
            self._rejected("several good moves")
        # The last move is one to be found.
        return line[: len(line) - 1 + len(line) % 2], first

    def _is_only_move(self, board: Board, found: list[_Line]) -> bool:
        if len(found) == 1:
            return board.legal_moves.count() == 1
        scores = [line.score for line in found[:2]]
        gap, mate_gap = self.settings.gap, self.settings.mate_gap
        if scores[0] > Mate(0) and scores[0].is_mate() and not scores[1].is_mate():
            gap = min(gap, mate_gap)
        best, second = map(win_chance, scores)
        return best - second >= gap


def find(
    games: Iterable[Game],
    engine: SimpleEngine,
    settings: Settings | None = None,
    counts: Counter[str] | None = None,
) -> Iterator[Puzzle]:
    """The puzzles of games, one after the other. Evaluations in the comments of a game
    (`[%eval …]`) are used to find mistakes; without them the engine evaluates each position.
    `counts` receives how many games, mistakes and puzzles there were, and why mistakes are not
    puzzles. Games of variants and games whose moves cannot be played are counted and left out.
    """
    finder = _Finder(engine, settings or Settings())
    if counts is not None:
        finder.counts = counts
    for game in games:
        try:
            is_chess = game.board().uci_variant == "chess" and not game.board().chess960
        except PgnkitError:
            is_chess = False
        if not is_chess or any(node.move is None for node in game.mainline()):
            finder.counts["games left out: another variant or unknown rules"] += 1
            continue
        yield from finder.puzzles(game)


def _csv_text(puzzle: Puzzle) -> str:
    out = io.StringIO()
    csv.DictWriter(out, COLUMNS, lineterminator="\n").writerow(puzzle.row())
    return out.getvalue()


# For each format: what begins the file, and the text of a puzzle.
_FORMATS: dict[str, tuple[str, Callable[[Puzzle], str]]] = {
    "csv": (",".join(COLUMNS) + "\n", _csv_text),
    "epd": ("", lambda puzzle: f"{puzzle.record()}\n"),
    "pgn": ("", lambda puzzle: f"{puzzle.game()}\n\n"),
}


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m pgnkit.puzzles",
        description="Write puzzles: positions after a mistake in which one move is much better "
        "than all others, checked with an engine.",
    )
    usual = Settings()
    parser.add_argument("games", nargs="+", help="files of games, folders or patterns")
    parser.add_argument("-o", "--output", help="the file to write; standard output by default")
    parser.add_argument("--to", choices=sorted(_FORMATS), help="the format, by default by the name")
    parser.add_argument("--engine", default="stockfish", help="an engine in UCI")
    parser.add_argument("--where", help="an expression that selects games, as in `pgn filter`")
    parser.add_argument("--max", type=int, help="stop after this number of puzzles")
    parser.add_argument(
        "--nodes", type=int, default=usual.nodes, help="positions searched for each move checked"
    )
    parser.add_argument(
        "--scan-nodes",
        type=int,
        default=usual.scan_nodes,
        help="positions searched to find mistakes in games without evaluations",
    )
    parser.add_argument(
        "--gap",
        type=float,
        default=usual.gap,
        help="how much better the best move must be, in chances from -1 to 1",
    )
    return parser


def main(arguments: list[str] | None = None) -> int:
    """The command; returns the exit status."""
    parser = _arguments()
    given = parser.parse_args(arguments)
    extension = os.path.splitext(given.output or "")[1].lstrip(".").lower()
    form = given.to or (extension if extension in _FORMATS else "csv")
    if given.output and not given.to and extension not in _FORMATS:
        parser.error(f"expected .csv, .epd or .pgn, or --to; found {given.output!r}")
    if min(given.nodes, given.scan_nodes) < 1 or (given.max is not None and given.max < 1):
        parser.error("expected numbers from 1 on for --nodes, --scan-nodes and --max")
    settings = Settings(gap=given.gap, nodes=given.nodes, scan_nodes=given.scan_nodes)
    counts: Counter[str] = Counter()
    try:
        _write(given, form, settings, counts)
    except (PgnkitError, OSError) as error:
        print(f"puzzles: {error}", file=sys.stderr)
        return 2
    for what, number in counts.items():
        print(f"{what}: {number}", file=sys.stderr)
    return 0


def _write(
    given: argparse.Namespace, form: str, settings: Settings, counts: Counter[str]
) -> None:
    """Finds puzzles and writes each at once; a file gets its name when it is complete."""
    head, text_of = _FORMATS[form]
    program = shutil.which(given.engine) or shutil.which(given.engine, path="/usr/games")
    command = [program] if program else given.engine
    games = pgn.games(given.games, where=given.where)
    partial = f"{given.output}.part" if given.output else None
    with SimpleEngine.popen_uci(command) as engine:
        out = open(partial, "w", encoding="utf-8", newline="") if partial else sys.stdout
        try:
            out.write(head)
            for number, puzzle in enumerate(find(games, engine, settings, counts), 1):
                out.write(text_of(puzzle))
                out.flush()
                if number == given.max:
                    break
        except BaseException:
            if partial:
                out.close()
                os.remove(partial)
            raise
        if partial:
            out.close()
            os.replace(partial, given.output)


if __name__ == "__main__":
    sys.exit(main())
