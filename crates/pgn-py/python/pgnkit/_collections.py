"""Questions about many games at once: the moves from a position, and games that are copies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from . import _pgnkit
from ._scan import Source, expand


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
    found, copies = expand(paths)
    moves = _pgnkit.tree(found, board, where, threads)
    del copies
    return [TreeMove(*move) for move in moves]


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
    found, copies = expand(paths)
    pairs = _pgnkit.dedupe(found, by, threads)
    del copies
    return [Copy(*pair) for pair in pairs]
