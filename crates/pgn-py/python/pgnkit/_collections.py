"""Questions about many games at once: the moves from a position, and games that are copies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from . import _pgnkit
from ._scan import Source


class TreeMove(NamedTuple):
    """A move that was played from a position, and the results of the games in which it was played.

    `rating` is the average rating of the players who made it, `performance` their performance
    rating, `last_year` the year of the last of the games; each is `None` where it is not known.
    """

    san: str
    uci: str
    games: int
    white: int
    draws: int
    black: int
    rating: int | None
    performance: int | None
    last_year: int | None


class MergedTree(NamedTuple):
    """Games that were merged into one, and how many: games, moves and lines of the result, games
    without a known start and games with moves that cannot be played, which were left out, games
    that go on after the depth, moves that too few games had and the comments lost with them, clock
    times that were left out, and moves that lead to a position of another line.
    """

    game: _pgnkit.Game
    games: int
    moves: int
    lines: int
    unknown_starts: int
    unplayable: int
    cut: int
    rare_moves: int
    lost_remarks: int
    clocks: int
    transpositions: int


class Copy(NamedTuple):
    """A game that is a copy: its file and its number there, the file and number of the game that is
    kept, and how the moves of the two games relate.
    """

    file: str
    game: int
    kept_file: str
    kept_game: int
    relation: str


def tree(
    paths: Source | Iterable[Source],
    board: _pgnkit.Board | None = None,
    where: str | None = None,
    *,
    threads: int | None = None,
) -> list[TreeMove]:
    """The moves that were played from a position, by default the first position of a game. The
    moves of most games come first. They are counted as `pgn tree` counts them: positions are
    compared, and each game counts once.

    >>> moves = tree([b'1. e4 e5 1-0\\n\\n1. e4 c5 0-1', b'1. d4 *'])
    >>> [(move.san, move.games, move.white) for move in moves]
    [('e4', 2, 1), ('d4', 1, 0)]

    Raises:
        ReadError: a file cannot be read to its end.
        QueryError: the expression is wrong.
    """
    moves = _pgnkit.tree(paths, board, where, threads)
    return [TreeMove(*move) for move in moves]


def merge_tree(
    paths: Source | Iterable[Source],
    where: str | None = None,
    *,
    main_line: str = "first",
    depth: int | None = None,
    min_games: int = 0,
    transpositions: str = "keep",
    players: int = 0,
    counts: bool = False,
    origins: bool = True,
    threads: int | None = None,
) -> MergedTree:
    """Games from one start position as one game with variations, as `pgn merge --tree` writes it.

    `main_line` is the move that continues the main line: `first`, `played` (most often), `longest`
    or `score`. `depth` is the number of plies that are kept, `min_games` leaves out moves that fewer
    games have. `transpositions` is `keep`, `point` (a comment names the other line) or `merge`.
    `players` is the number of games whose players, year and result are added at the end of a line,
    `counts` adds the games and results where lines branch, and `origins` names the games that
    comments come from.

    >>> merged = merge_tree(b'1. e4 e5 2. Nf3 1-0\\n\\n1. e4 c5 0-1')
    >>> str(merged.game.mainline_moves()), merged.games, merged.moves, merged.lines
    ('1. e4 e5 2. Nf3', 2, 4, 2)

    Raises:
        ReadError: a file cannot be read to its end.
        QueryError: the expression is wrong.
        OptionError: `main_line` or `transpositions` is another word.
        WriteError: the games start differently, are too many for one game, or there are none.
    """
    options = {
        "main_line": main_line,
        "depth": depth,
        "min_games": min_games,
        "transpositions": transpositions,
        "players": players,
        "counts": counts,
        "origins": origins,
    }
    game, report = _pgnkit.merge_tree(paths, options, where, threads)
    return MergedTree(game, **dict(report))


def dedupe(
    paths: Source | Iterable[Source], by: str = "players", *, threads: int | None = None
) -> list[Copy]:
    """The games that are copies of others, as `pgn dedupe` finds them, in order.

    `by` sets how games are compared: `players` (the same moves, whole or cut short, and no tag that
    contradicts), `moves`, or `exact` (the same moves and the same seven tags of the roster).

    >>> [(copy.game, copy.kept_game) for copy in dedupe(b'1. e4 e5 1-0\\n\\n1. e4 e5 1-0', "moves")]
    [(2, 1)]

    Raises:
        ReadError: a file cannot be read to its end.
        OptionError: `by` is another word.
    """
    pairs = _pgnkit.dedupe(paths, by, threads)
    return [Copy(*pair) for pair in pairs]
