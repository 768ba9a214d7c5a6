"""Functions over games, positions and moves."""

import os

import duckdb
import pytest
from conftest import ROOT

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("pgn_eco('1. e4 c5 2. Nf3 d6 *')", "B50"),
        ("pgn_eco('e4 c5 Nf3 d6')", "B50"),
        ("pgn_eco('')", None),
        ("pgn_eco(NULL)", None),
        ("pgn_fen('', 0)", None),
        ("pgn_fen('e4 e5', 0)", START),
        ("pgn_fen('e4 e5', 3)", None),
        ("pgn_fen('e4 e5', -1)", None),
        ("pgn_fen('e4 Ke4 d4', 2)", None),
        ("pgn_fen(NULL, 1)", None),
        (f"pgn_key('{START}')", "463b96181691fc9c"),
        ("pgn_matches('1. f3 e5 2. g4 Qh4#', 'ends checkmate')", True),
        ("""pgn_matches('[White "Tal"] e4 *', 'white = "Tal"')""", True),
        ("pgn_matches('e4', 'plycount > 1')", False),
        (f"san_to_uci('{START}', 'Nf3')", "g1f3"),
        (f"san_to_uci('{START}', NULL)", None),
        ("san_to_uci('r3k3/1P6/8/8/8/8/8/4K3 w q - 0 1', 'bxa8=N')", "b7a8n"),
    ],
)
def test_values(rows, expression, value):
    assert rows(f"select {expression}") == [(value,)]


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("pgn_key('nonsense')", "nonsense: "),
        (f"san_to_uci('{START}', 'Ne5')", "Ne5: no knight can reach e5"),
        ("pgn_matches('e4', 'plycunt > 1')", "^"),
    ],
)
def test_what_cannot_be_read_is_an_error(db, expression, message):
    with pytest.raises(duckdb.Error) as caught:
        db.execute(f"select {expression}").fetchall()
    assert message in str(caught.value)


def test_every_function_has_a_second_name(rows):
    sql = """
        select distinct function_name from duckdb_functions()
        where function_name like '%pgn%' or function_name in ('read_epd', 'san_to_uci')
    """
    names = {name for (name,) in rows(sql)}
    short = {name for name in names if not name.startswith("pgnkit_")}
    assert len(short) == 9
    assert names - short == {f"pgnkit_{name}" for name in short}
    read = "select white, plycount from {}('corpus/classic') order by all"
    assert rows(read.format("pgnkit_read_pgn")) == rows(read.format("read_pgn")) != []
    assert rows("select pgnkit_pgn_eco('e4 c5 Nf3 d6'), pgnkit_san_to_uci(?, 'Nf3')", START) == [
        ("B50", "g1f3")
    ]


def test_a_name_that_is_taken_stays_with_its_owner(monkeypatch):
    monkeypatch.chdir(ROOT)
    db = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    db.create_function("pgn_eco", lambda text: "other", ["VARCHAR"], "VARCHAR")
    db.execute(f"LOAD '{os.environ['PGNKIT_EXTENSION']}'")
    answer = db.execute("select pgn_eco('e4 e5'), pgnkit_pgn_eco('e4 e5'), pgn_key(?)", [START])
    assert answer.fetchall() == [("other", "C20", "463b96181691fc9c")]
    db.close()


def test_functions_over_many_rows_agree_with_the_columns(rows):
    files = "['corpus/classic', 'corpus/generated/export-plain.pgn']"
    sql = f"""
        select count(*), bool_and(pgn_fen(array_to_string(moves, ' '), plycount) = fen)
        from read_pgn({files}, columns := ['*', 'fen'])
        where startfen = '{START}' and variant = 'standard'
    """
    n, agree = rows(sql)[0]
    assert n > 10 and agree
    sql = """
        select count(*), bool_and(pgn_key(fen) = key), count(case when ply % 3 = 0 then 1 end),
          count(pgn_key(case when ply % 3 = 0 then fen end))
        from read_pgn_positions('corpus/classic')
    """
    n, agree, n_third, n_keys = rows(sql)[0]
    assert n > 500 and agree and n_third == n_keys


def test_uci_of_every_move(rows):
    sql = """
        with line as (
            select game, file, ply, uci, san, fen,
              lag(fen) over (partition by file, game order by ply) as before
            from read_pgn_positions('corpus/classic/*.pgn') where main or ply = 0
        )
        select count(*), count(*) filter (san_to_uci(before, san) <> uci) from line where ply > 0
    """
    n, n_different = rows(sql)[0]
    assert n > 500 and n_different == 0


@pytest.mark.parametrize("ending", ["pgn", "PGN", "pgn.gz"])
def test_the_name_of_a_game_file_stands_for_its_games(rows, tmp_path, ending):
    import gzip

    path = tmp_path / f"games.{ending}"
    text = b"1. e4 1-0\n"
    path.write_bytes(gzip.compress(text) if ending.endswith("gz") else text)
    assert rows(f"select result, moves from '{path}'") == [("1-0", ["e4"])]


def test_other_names_are_left_to_duckdb(rows, db, tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("a,b\n1,2\n")
    assert rows(f"select * from '{path}'") == [(1, 2)]
    with pytest.raises(duckdb.CatalogException):
        db.execute("select * from nothing")
