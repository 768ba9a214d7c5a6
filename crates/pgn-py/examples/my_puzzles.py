"""Puzzles from the lost games of a player: `my_puzzles.py NAME GAMES.pgn…`.

Needs an engine in UCI, by default `stockfish`. Prints records of EPD: first the positions in which
the player could have punished a mistake, then those in which the opponent could.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

import pgnkit.pgn
from pgnkit.engine import SimpleEngine
from pgnkit.puzzles import Puzzle, Settings, find


def puzzles_of(
    name: str, paths: Iterable[str], engine: SimpleEngine, settings: Settings
) -> tuple[list[Puzzle], list[Puzzle]]:
    """The puzzles that the player had to solve, and those of the opponents."""
    own: list[Puzzle] = []
    others: list[Puzzle] = []
    for side, is_white in (("White", True), ("Black", False)):
        query = f"{side} ~ '{name}' and lost"
        for puzzle in find(pgnkit.pgn.games(list(paths), where=query), engine, settings):
            (own if puzzle.board.turn == is_white else others).append(puzzle)
    return own, others


if __name__ == "__main__":
    with SimpleEngine.popen_uci("stockfish") as player:
        for group in puzzles_of(sys.argv[1], sys.argv[2:], player, Settings()):
            for puzzle in group:
                print(puzzle.record())
