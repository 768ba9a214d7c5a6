"""The openings of a player: `repertoire.py NAME GAMES.pgn…`."""

from __future__ import annotations

import sys
from collections import defaultdict

import pgnkit.pgn

POINTS = {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "1/2-1/2": (0.5, 0.5)}


def repertoire(name: str, paths: list[str]) -> dict[tuple[str, str, str], tuple[int, float]]:
    """By colour, code and name of the opening: number of games, and points a game."""
    quoted = name.replace("\\", "\\\\").replace("'", "\\'")
    found: dict[tuple[str, str, str], list[float]] = defaultdict(list)
    for game in pgnkit.pgn.games(paths, where=f"player ~ '{quoted}'"):
        opening = game.classify()
        points = POINTS.get(game.headers["Result"])
        if opening is None or points is None:
            continue
        is_white = name.casefold() in game.headers["White"].casefold()
        color = "white" if is_white else "black"
        found[color, opening.eco, opening.name].append(points[0 if is_white else 1])
    order = sorted(found.items(), key=lambda item: (item[0][0], -len(item[1]), item[0]))
    return {key: (len(points), sum(points) / len(points)) for key, points in order}


if __name__ == "__main__":
    for (color, eco, opening), (n, score) in repertoire(sys.argv[1], sys.argv[2:]).items():
        print(f"{color:6} {eco} {n:5} {score:5.0%}  {opening}")
