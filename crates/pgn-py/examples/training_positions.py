"""Positions for a network: `training_positions.py OUT.parquet GAMES.pgn…`.

A row for each quiet position of the main lines that has an evaluation: its FEN, the evaluation from
the side to move in centipawns, and the outcome from that side, 1, 0 or -1.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pyarrow
import pyarrow.parquet

import pgnkit.pgn

OUTCOMES = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}
FIRST_PLY = 8
ROWS = 10_000
SCHEMA = pyarrow.schema(
    [("fen", pyarrow.string()), ("centipawns", pyarrow.int32()), ("outcome", pyarrow.int8())]
)


def positions(paths: list[str]) -> Iterator[tuple[str, int, int]]:
    """The rows."""
    for game in pgnkit.pgn.games(paths):
        outcome = OUTCOMES.get(game.headers["Result"])
        if outcome is None:
            continue
        for node in game.mainline():
            judged = node.eval()
            if judged is None or node.ply() < FIRST_PLY or judged.is_mate():
                continue
            board = node.board()
            following = node.next()
            is_quiet = not board.is_check() and not (
                following is not None and board.is_capture(following.move)
            )
            if is_quiet:
                side = 1 if board.turn else -1
                centipawns = judged.pov(board.turn).score()
                assert centipawns is not None, "mates are left out"
                yield board.fen(), centipawns, side * outcome


def write(target: str, paths: list[str]) -> int:
    """Writes the file; gives the number of rows."""
    n_rows, rows = 0, []
    with pyarrow.parquet.ParquetWriter(target, SCHEMA, compression="zstd") as writer:
        for row in positions(paths):
            rows.append(row)
            n_rows += 1
            if len(rows) == ROWS:
                writer.write_table(table_of(rows))
                rows = []
        writer.write_table(table_of(rows))
    return n_rows


def table_of(rows: list[tuple[str, int, int]]) -> pyarrow.Table:
    """Rows as a table."""
    columns = list(zip(*rows)) or [(), (), ()]
    return pyarrow.table([list(column) for column in columns], schema=SCHEMA)


if __name__ == "__main__":
    print(write(sys.argv[1], sys.argv[2:]))
