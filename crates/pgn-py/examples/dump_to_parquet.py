"""A server's dump as Parquet: `dump_to_parquet.py DUMP.pgn.zst FOLDER`.

A folder for each month, as DuckDB, polars and Spark read it: `year=2024/month=5/games.parquet`.
Memory: one batch, and one open file for each month.
"""

from __future__ import annotations

import pathlib
import sys

import pyarrow
import pyarrow.compute
import pyarrow.parquet

import pgnkit

COLUMNS = [
    "year", "month", "day", "white", "black", "whiteelo", "blackelo", "result", "eco",
    "timecontrol", "termination", "plycount", "moves", "clocks", "evals",
]  # fmt: skip


def convert(dump: str, folder: str) -> dict[tuple[int | None, int | None], int]:
    """Writes the files; gives the number of games in each month."""
    writers: dict[tuple[int | None, int | None], pyarrow.parquet.ParquetWriter] = {}
    n_games: dict[tuple[int | None, int | None], int] = {}
    try:
        for batch in pgnkit.scan(dump, COLUMNS).read():
            table = pyarrow.table(pyarrow.record_batch(batch))
            months = table.select(["year", "month"]).group_by(["year", "month"]).aggregate([])
            for key in months.to_pylist():
                year, month = key["year"], key["month"]
                rows = table
                for name, value in key.items():
                    column = rows[name]
                    is_it = (
                        pyarrow.compute.is_null(column)
                        if value is None
                        else pyarrow.compute.equal(column, value)
                    )
                    rows = rows.filter(is_it)
                rows = rows.drop_columns(["year", "month"])
                if (year, month) not in writers:
                    target = pathlib.Path(folder, f"year={year}", f"month={month}")
                    target.mkdir(parents=True, exist_ok=True)
                    writers[year, month] = pyarrow.parquet.ParquetWriter(
                        target / "games.parquet", rows.schema, compression="zstd"
                    )
                writers[year, month].write_table(rows)
                n_games[year, month] = n_games.get((year, month), 0) + rows.num_rows
    finally:
        for writer in writers.values():
            writer.close()
    return n_games


if __name__ == "__main__":
    for (year, month), n in sorted(convert(*sys.argv[1:3]).items(), key=str):
        print(year, month, n)
