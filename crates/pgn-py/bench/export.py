"""Speed of writing games as text: `python bench/export.py FILE.pgn`.

Install the wheel of a release build first. The games of the file are read, then written by
`str(game)`, `StringExporter` and `FileExporter`; the least time of five rounds counts. With
python-chess installed its `str(game)` is measured over at most 300 of the games, and the texts are
compared.
"""

from __future__ import annotations

import io
import pathlib
import sys
import time
from collections.abc import Callable

import pgnkit.pgn

ROUNDS = 5


def best(write: Callable[[], int]) -> float:
    """Megabytes of text each second, in the fastest round."""
    rates = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        n_bytes = write()
        rates.append(n_bytes / (time.perf_counter() - begun) / 1e6)
    return max(rates)


def main() -> None:
    path = pathlib.Path(sys.argv[1])
    games = list(pgnkit.pgn.games(path))

    def by_str() -> int:
        return sum(len(str(game)) for game in games)

    def by_string_exporter() -> int:
        return sum(len(game.accept(pgnkit.pgn.StringExporter())) for game in games)

    def by_file_exporter() -> int:
        handle = io.StringIO()
        exporter = pgnkit.pgn.FileExporter(handle)
        return sum(game.accept(exporter) for game in games)

    def by_to_pgn() -> int:
        return sum(len(game.to_pgn()) for game in games)

    for write in (by_str, by_string_exporter, by_file_exporter, by_to_pgn):
        print(f"{write.__name__[3:]:16} {best(write):8.1f} MB/s")

    try:
        import chess.pgn
    except ImportError:
        return
    theirs = []
    with path.open(encoding="utf-8") as handle:
        while len(theirs) < 300 and (game := chess.pgn.read_game(handle)) is not None:
            theirs.append(game)
    n_same = sum(str(a) == str(b) for a, b in zip(games, theirs))
    print(f"python-chess     {best(lambda: sum(len(str(g)) for g in theirs)):8.1f} MB/s")
    print(f"the same text: {n_same} of {len(theirs)} games")


if __name__ == "__main__":
    main()
