"""Positions in which one side has just thrown the game away: `blunders_as_puzzles.py GAMES.pgn…`.

Needs games with the command `[%eval …]`. Writes records of EPD: the position after the blunder, the
evaluation, and the move that was played there as a comment.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pgnkit
import pgnkit.pgn

# A move that loses so much, in centipawns, from a position that was not lost.
FALL = 300
LEVEL = 150
MATE = 10_000


def puzzles(paths: list[str]) -> Iterator[pgnkit.Record]:
    """The records of all games, in order."""
    for game in pgnkit.pgn.games(paths):
        before = 0
        for node in game.mainline():
            judged = node.eval()
            if judged is None:
                continue
            score = judged.white().score(mate_score=MATE) or 0
            is_white = not node.turn()
            own_before, own_after = (before, score) if is_white else (-before, -score)
            before = score
            answer = node.next()
            if own_before < -LEVEL or own_before - own_after < FALL or answer is None:
                continue
            record = pgnkit.Record(node.board().epd())
            record["ce"] = max(-32_000, min(32_000, -own_after))
            record["c0"] = f"after {node.san()}; played was {answer.san()}"
            record["id"] = f"{game.headers['White']} - {game.headers['Black']}, ply {node.ply()}"
            yield record


if __name__ == "__main__":
    for record in puzzles(sys.argv[1:]):
        print(record)
