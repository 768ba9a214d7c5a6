"""Centipawn loss and time a move, by rating: `loss_by_rating.py GAMES.pgn…`.

Needs games with the commands `[%eval …]` and `[%clk …]`. A move loses what the evaluation falls by
from the side of who made it; an evaluation counts for at most ten pawns.
"""

from __future__ import annotations

import sys
from collections import defaultdict

import pgnkit.pgn

BUCKET = 200
PAWNS_MAX = 1000


def measure(paths: list[str]) -> dict[int, tuple[int, float, float | None]]:
    """For each rating, rounded down: number of moves, mean loss, and mean seconds a move."""
    losses: dict[int, list[int]] = defaultdict(list)
    seconds: dict[int, list[float]] = defaultdict(list)
    for game in pgnkit.pgn.games(paths):
        ratings = {}
        for color, tag in ((True, "WhiteElo"), (False, "BlackElo")):
            text = game.headers.get(tag, "")
            if text.isdigit():
                ratings[color] = int(text) // BUCKET * BUCKET
        before = 0
        clocks: dict[bool, float] = {}
        parts = game.time_control().parts if "TimeControl" in game.headers else []
        increment = parts[0].increment if parts else 0
        for node in game.mainline():
            mover = not node.turn()
            clock = node.clock()
            if clock is not None:
                if mover in clocks and mover in ratings:
                    seconds[ratings[mover]].append(max(0.0, clocks[mover] + increment - clock))
                clocks[mover] = clock
            judged = node.eval()
            if judged is None:
                continue
            score = judged.white().score(mate_score=PAWNS_MAX) or 0
            score = max(-PAWNS_MAX, min(PAWNS_MAX, score))
            fall = before - score if mover else score - before
            if mover in ratings:
                losses[ratings[mover]].append(max(0, fall))
            before = score
    table = {}
    for rating in sorted({*losses, *seconds}):
        lost, used = losses[rating], seconds[rating]
        mean_loss = sum(lost) / len(lost) if lost else 0.0
        table[rating] = (len(lost), mean_loss, sum(used) / len(used) if used else None)
    return table


if __name__ == "__main__":
    for rating, (n_moves, loss, time) in measure(sys.argv[1:]).items():
        print(f"{rating:5} {n_moves:8} {loss:7.1f} {'-' if time is None else f'{time:.1f} s'}")
