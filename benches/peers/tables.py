"""What DuckDB says of tables and of games, one line an answer; needs the package duckdb.

    tables.py moves FILE.parquet          games and moves in a table of games
    tables.py eco EXTENSION THREADS FILE  games of each code, and how long the query took
    tables.py first EXTENSION THREADS FILE  how long the first row took
"""

import sys
import time

import duckdb


def loaded(extension, threads):
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true", "threads": threads})
    connection.execute(f"LOAD '{extension}'")
    return connection


match sys.argv[1:]:
    case ["moves", path]:
        sql = "SELECT count(*), sum(len(moves)) FROM read_parquet(?)"
        n_games, n_plies = duckdb.execute(sql, [path]).fetchone()
        print(n_games, n_plies)
    case ["eco", extension, threads, path]:
        connection = loaded(extension, threads)
        begun = time.perf_counter()
        sql = "SELECT coalesce(eco, ''), count(*) FROM read_pgn(?, threads := ?) GROUP BY 1"
        rows = connection.execute(sql, [path, int(threads)]).fetchall()
        spent = time.perf_counter() - begun
        print(*sorted(f"{eco}:{n}" for eco, n in rows))
        print("loop", int(spent * 1e9), 1)
    case ["first", extension, threads, path]:
        connection = loaded(extension, threads)
        begun = time.perf_counter()
        sql = "SELECT white, eco FROM read_pgn(?, threads := ?) LIMIT 1"
        print(len(connection.execute(sql, [path, int(threads)]).fetchall()))
        print("loop", int((time.perf_counter() - begun) * 1e9), 1)
    case _:
        sys.exit(__doc__)
