"""What is asked of many games at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from . import _pgnkit
from ._scan import Source, expand


class TreeMove(NamedTuple):
    """A move that was played from a position, and how the games went in which it was.

    `rating` is the average rating of those who made it, `performance` how well they played,
    `last_year` the year of the last of the games; each is `None` where nothing is known.
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
    """A game that is a copy: its file and its number there, those of the game that is kept, and how
    their moves lie to each other.
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
    """The moves that were played from a position, by default the first one, those of most games
    first, as `pgn tree` counts them: positions are compared, and each game counts once.

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

    `by` says when games are the same: `players` (moves, whole or cut short, and nothing that speaks
    against it), `moves`, or `exact` (moves and the roster of tags).

    >>> [(copy.game, copy.kept_game) for copy in dedupe(b'1. e4 e5 1-0\\n\\n1. e4 e5 1-0', "moves")]
    [(2, 1)]

    Raises:
        ReadError: a file cannot be read to its end.
        OptionError: there is no such way to compare.
    """
    found, copies = expand(paths)
    pairs = _pgnkit.dedupe(found, by, threads)
    del copies
    return [Copy(*pair) for pair in pairs]
