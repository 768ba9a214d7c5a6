"""`pgn sql` prints what DuckDB must be told."""

import duckdb

from conftest import ROOT


def test_the_command_prints_statements_that_run(pgn, monkeypatch, tmp_path):
    monkeypatch.chdir(ROOT)
    script = pgn("sql", "SELECT count(*) FROM 'corpus/classic/*.pgn';")
    load, query = script.splitlines()
    assert load.startswith("LOAD '") and load.endswith("pgnkit.duckdb_extension';")
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    connection.execute(load)
    assert connection.execute(query).fetchall() == [(17,)]
    written = tmp_path / "load.sql"
    pgn("sql", "-o", written)
    assert written.read_text() == f"{load}\n"
