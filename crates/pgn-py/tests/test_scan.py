"""Tables: the same rows by every way out, and predicates that change nothing but the work."""

from __future__ import annotations

import datetime
import gzip
import io
import os
import pathlib
import warnings
from collections.abc import Callable

import duckdb
import polars
import pyarrow
import pytest

import pgnkit
import pgnkit.pgn

from conftest import CORPUS

FOLDERS = [CORPUS / "classic", CORPUS / "generated", CORPUS / "dialect"]


def test_every_way_out_gives_the_same_rows() -> None:
    scan = pgnkit.scan(FOLDERS, ["white", "year", "plycount", "moves"])
    table = pyarrow.table(scan)
    assert table.num_rows > 100
    assert scan.pl().collect().to_arrow().to_pylist() == table.to_pylist()
    assert polars.DataFrame(scan).height == table.num_rows
    assert len(scan.df()) == table.num_rows
    assert scan.duckdb().fetchall() == [tuple(row.values()) for row in table.to_pylist()]
    relation = duckdb.sql("SELECT count(*), sum(plycount) FROM scan").fetchall()
    assert relation == [(table.num_rows, sum(n or 0 for n in table["plycount"].to_pylist()))]
    batches = [pyarrow.record_batch(batch) for batch in scan.batches(batch_rows=7)]
    assert pyarrow.Table.from_batches(batches).to_pylist() == table.to_pylist()
    assert len(batches) > 1


def test_rows_are_those_of_the_games() -> None:
    import pgnkit.pgn

    names = pyarrow.table(pgnkit.scan(FOLDERS, ["white"]))["white"].to_pylist()
    games = [game.headers.get("White") for game in pgnkit.pgn.games(FOLDERS)]
    assert len(games) == len(names)
    for name, tag in zip(names, games):
        assert name == tag or name is None


COLUMNS = ["year", "month", "day", "whiteelo", "blackelo", "plycount"]


@pytest.mark.parametrize("column", COLUMNS)
def test_predicates_that_are_pushed_down_change_no_row(column: str) -> None:
    from pgnkit._polars import where_of

    lazy = pgnkit.scan(FOLDERS, ["white", *COLUMNS]).pl()
    whole = lazy.collect()
    values = whole[column].drop_nulls()
    for value in {int(values.min() or 0), int(values.median() or 0), int(values.max() or 0), 5}:
        ask = polars.col(column)
        for predicate in (ask > value, ask >= value, ask < value, ask <= value, ask == value):
            for both in (predicate, predicate & polars.col("white").is_not_null(), ~predicate):
                expected = whole.filter(both)
                assert lazy.filter(both).collect().equals(expected), str(both)
        assert where_of(ask > value, whole.schema) == f"{column} > {value}"


def test_predicates_do_not_change_what_an_expression_means(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "one.pgn"
    path.write_bytes(b'[WhiteElo "2500"]\n[BlackElo "2750"]\n\n1. e4 e5 1-0\n')
    scan = pgnkit.scan(path, ["whiteelo"], where="# of either player\nelo > 2700")
    assert scan.pl().filter(polars.col("whiteelo") < 2600).collect().height == 1


def test_projection_is_pushed_down() -> None:
    lazy = pgnkit.scan(FOLDERS).pl()
    assert "PROJECT 2/" in lazy.select("white", "plycount").explain()
    assert lazy.select("white").head(3).collect().height == 3


def test_paths_may_be_many_things(tmp_path: pathlib.Path) -> None:
    text = b'[White "Tal"]\n\n1. e4 e5 1-0\n'
    path = tmp_path / "one.pgn"
    path.write_bytes(text)
    (tmp_path / "two.pgn").write_bytes(text)
    sources = [
        (path, 1),
        (str(path), 1),
        (str(tmp_path / "*.pgn"), 2),
        (tmp_path, 2),
        ([path, path], 2),
        (text, 1),
        (io.BytesIO(text), 1),
        ([text, path], 2),
    ]
    for source, n_rows in sources:
        assert pyarrow.table(pgnkit.scan(source, ["white"])).num_rows == n_rows
    with path.open("rb") as handle:
        assert pyarrow.table(pgnkit.scan(handle, ["white"])).num_rows == 1


def test_games_come_from_bytes_and_open_files(tmp_path: pathlib.Path) -> None:
    import pgnkit.pgn

    text = b'[White "Tal"]\n\n1. e4 e5 1-0\n' * 20_000
    path = tmp_path / "one.pgn.gz"
    path.write_bytes(gzip.compress(text))
    for read in (pgnkit.pgn.games, pgnkit.pgn.headers):
        for source in (text, io.BytesIO(text), path.open("rb"), [path], path.read_bytes()):
            assert sum(1 for _ in read(source)) == 20_000
        with pytest.raises(TypeError, match="binary mode"):
            read(io.StringIO("1. e4 *"))  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="expected paths"):
            read(3)  # type: ignore[arg-type]


def test_a_source_without_a_name_lives_as_long_as_its_reader() -> None:
    text = b'[White "Tal"]\n\n1. e4 e5 1-0\n' * 20_000
    for source in (text, io.BytesIO(text)):
        assert pgnkit.scan(source, "white").arrow().read_all().num_rows == 20_000
    batches = pgnkit.scan(text, ["white"]).batches()
    assert sum(len(batch) for batch in batches) == 20_000
    stream = pgnkit.scan(text, ["white"]).__arrow_c_stream__()
    assert pyarrow.RecordBatchReader._import_from_c_capsule(stream).read_all().num_rows == 20_000


def test_patterns_are_found_everywhere(tmp_path: pathlib.Path) -> None:
    import pgnkit.pgn

    for name in ("one.pgn", "two.pgn", "odd[1].pgn"):
        (tmp_path / name).write_bytes(b'[White "Tal"]\n\n1. e4 e5 2. Ke3 *\n')
    pattern = str(tmp_path / "*.pgn")
    assert len(list(pgnkit.pgn.games(pattern))) == len(list(pgnkit.pgn.headers(pattern))) == 3
    assert len(list(pgnkit.check(pattern, select=["illegal-move"]))) == 3
    assert len(list(pgnkit.pgn.games([tmp_path / "odd[1].pgn"]))) == 1
    with pytest.raises(pgnkit.ReadError, match="no such file"):
        list(pgnkit.pgn.games(str(tmp_path / "*.txt")))


def test_one_column_may_be_named_by_its_text() -> None:
    assert pgnkit.scan(FOLDERS, "white").columns == ["white"]


@pytest.mark.parametrize("way", ["arrow", "df", "pl"])
def test_damage_raises_our_error_by_every_way_out(tmp_path: pathlib.Path, way: str) -> None:
    text = b'[White "Tal"]\n\n1. e4 e5 1-0\n\n' * 100
    path = tmp_path / "a.pgn.gz"
    path.write_bytes(gzip.compress(text)[:-20])
    scan = pgnkit.scan(path, ["white"])
    with pytest.raises(pgnkit.ReadError, match="truncated") as caught:
        {"arrow": lambda: scan.arrow().read_all(), "df": scan.df, "pl": scan.pl().collect}[way]()
    assert caught.value.file == str(path)


def test_errors_say_what_was_meant(tmp_path: pathlib.Path) -> None:
    with pytest.raises(pgnkit.OptionError, match="white"):
        pgnkit.scan(CORPUS, ["whit"])
    with pytest.raises(pgnkit.QueryError, match=r"\^"):
        pgnkit.scan(CORPUS, where="White ==")
    with pytest.raises(pgnkit.OptionError, match="findings"):
        pgnkit.scan(CORPUS, table="game")
    missing = tmp_path / "missing.pgn"
    with pytest.raises(pgnkit.ReadError) as caught:
        list(pgnkit.scan(missing).batches())
    assert caught.value.file == str(missing)


@pytest.mark.parametrize("number", [-1, 0, 10**30])
def test_numbers_that_are_none_say_what_was_expected(number: int) -> None:
    import pgnkit.pgn

    calls: list[tuple[str, Callable[[], object]]] = [
        ("threads", lambda: pgnkit.scan(CORPUS, threads=number)),
        ("threads", lambda: pgnkit.pgn.games(CORPUS, threads=number)),
        ("threads", lambda: pgnkit.pgn.headers(CORPUS, threads=number)),
        ("threads", lambda: pgnkit.tree(CORPUS, threads=number)),
        ("threads", lambda: pgnkit.dedupe(CORPUS, threads=number)),
        ("memory", lambda: pgnkit.scan(CORPUS, memory=number)),
        ("batch_rows", lambda: pgnkit.scan(CORPUS).batches(batch_rows=number)),
    ]
    for name, call in calls:
        with pytest.raises(ValueError, match=f"^{name}: expected .* found {number}"):
            call()
    with pytest.raises(TypeError):
        pgnkit.scan(CORPUS, threads="two")  # type: ignore[arg-type]


def test_all_tables() -> None:
    positions = pyarrow.table(pgnkit.scan(CORPUS / "classic", ["game", "fen"], table="positions"))
    assert positions.num_rows > 500
    findings = pyarrow.table(pgnkit.scan(CORPUS / "lesson", table="findings"))
    assert findings.num_rows > 0
    names = [name for name, _, _ in pgnkit.Scan.all_columns("findings")]
    assert "code" in names


def test_progress() -> None:
    seen: list[tuple[int, int | None]] = []
    n_rows = sum(len(b) for b in pgnkit.scan(FOLDERS).read(lambda *told: seen.append(told)))
    assert n_rows > 100 and seen[-1][0] == seen[-1][1]


def test_damage_is_skipped_and_told(tmp_path: pathlib.Path) -> None:
    text = b'[White "Tal"]\n\n1. e4 e5 1-0\n\n' * 100
    (tmp_path / "a.pgn.gz").write_bytes(gzip.compress(text)[:-20])
    (tmp_path / "b.pgn").write_bytes(text)
    with pytest.raises(pgnkit.ReadError):
        list(pgnkit.scan(tmp_path).batches())
    batches = pgnkit.scan(tmp_path, damage="skip").batches()
    n_games = sum(len(batch) for batch in batches)
    assert n_games > 100
    assert len(batches.damage) == 1 and "a.pgn.gz" in batches.damage[0]
    with pytest.raises(pgnkit.OptionError, match="fail or skip"):
        pgnkit.scan(tmp_path, damage="ignore")


def test_a_bar_shows_progress(tmp_path: pathlib.Path) -> None:
    class Bar:
        total: int | None = None
        n = 0

        def update(self, n: float = 1) -> None:
            self.n += int(n)

    path = tmp_path / "a.pgn"
    path.write_bytes(b'[White "Tal"]\n\n1. e4 e5 1-0\n\n' * 20_000)
    bar = Bar()
    assert sum(len(batch) for batch in pgnkit.scan(path, ["white"]).read(bar)) == 20_000
    assert bar.n == bar.total == path.stat().st_size


DATED = b"""[White "Tal"]
[Black "?"]
[Date "1960.05.07"]
[UTCDate "1960.05.07"]
[UTCTime "14:05:00"]
[Result "1-0"]

1. e4 {[%clk 0:03:00]} e5 1-0

[White "Morphy"]
[Date "1852.??.??"]

1. d4 *
"""


def test_rows_are_objects_of_python_without_another_library() -> None:
    names = ["white", "black", "date", "date_value", "utc_timestamp", "result", "year", "moves"]
    batch = pgnkit.scan(DATED, [*names, "clocks", "tags", "basetime"]).head()
    assert batch.columns == [*names, "clocks", "tags", "basetime"] and len(batch) == 2
    moment = datetime.datetime(1960, 5, 7, 14, 5)
    first = ["Tal", None, "1960.05.07", moment.date(), moment, "1-0", 1960, ["e4", "e5"]]
    second = ["Morphy", None, "1852.??.??", None, None, "*", 1852, ["d4"]]
    rows = batch.to_pylist()
    assert [list(row.values())[:8] for row in rows] == [first, second]
    assert rows[0]["clocks"] == [180_000, None] and rows[0]["tags"]["Black"] == "?"


def test_rows_are_those_of_pyarrow() -> None:
    scan = pgnkit.scan(FOLDERS)
    rows = scan.head(1_000_000).to_pylist()
    for ours, theirs in zip(rows, scan.to_arrow().to_pylist(), strict=True):
        for name in ("tags", "alltags"):
            if name in theirs:
                theirs[name] = dict(theirs[name])
        assert ours == theirs


@pytest.mark.parametrize("n", [0, 1, 7, 10_000])
def test_head_has_the_first_rows(n: int) -> None:
    scan = pgnkit.scan(FOLDERS, ["file", "white"])
    whole = scan.to_arrow().to_pylist()
    assert scan.head(n).to_pylist() == whole[:n]


def test_dates_have_the_types_of_other_libraries() -> None:
    scan = pgnkit.scan(DATED, ["date_value", "utc_timestamp"])
    assert scan.schema == scan.to_arrow().schema
    assert scan.schema.types == [pyarrow.date32(), pyarrow.timestamp("us")]
    day, moment = datetime.date(1960, 5, 7), datetime.datetime(1960, 5, 7, 14, 5)
    for rows in (
        scan.duckdb().fetchall(),
        scan.pl().collect().rows(),
        [tuple(row.values()) for row in scan.to_arrow().to_pylist()],
    ):
        assert rows == [(day, moment), (None, None)]
    assert scan.to_pandas()["utc_timestamp"][0] == moment
    assert scan.duckdb().filter("date_value > DATE '1960-01-01'").fetchall() == [(day, moment)]


def test_parquet_has_the_same_rows(tmp_path: pathlib.Path) -> None:
    from pyarrow import parquet

    path = tmp_path / "games.parquet"
    scan = pgnkit.scan(FOLDERS)
    n_rows = scan.to_parquet(path)
    table = parquet.read_table(path)
    assert n_rows == table.num_rows
    assert table.to_pylist() == scan.to_arrow().to_pylist()


def test_parquet_is_whole_or_what_it_was(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.parquet"
    path.write_bytes(b"old")
    damaged = gzip.compress(b'[White "Tal"]\n\n1. e4 e5 1-0\n\n' * 20_000)[:-20]
    with pytest.raises(pgnkit.ReadError, match="truncated"):
        pgnkit.scan(damaged).to_parquet(path)
    assert path.read_bytes() == b"old" and os.listdir(tmp_path) == ["games.parquet"]
    with pytest.warns(UserWarning, match="truncated"):
        assert pgnkit.scan(damaged, damage="skip").to_parquet(path) > 0
    with pytest.raises(FileNotFoundError):
        pgnkit.scan(DATED).to_parquet(tmp_path / "none" / "games.parquet")


def test_skipped_damage_warns(tmp_path: pathlib.Path) -> None:
    damaged = gzip.compress(b'[White "Tal"]\n\n1. e4 e5 1-0\n\n' * 100)[:-20]
    with pytest.warns(UserWarning, match="truncated"):
        pgnkit.scan(damaged, damage="skip").to_pandas()


def test_a_relation_of_duckdb_can_be_used_again() -> None:
    relation = pgnkit.scan(FOLDERS).duckdb()
    n_rows = relation.aggregate("count(*)").fetchall()
    assert n_rows[0][0] > 100 and n_rows == relation.aggregate("count(*)").fetchall()
    query = "SELECT count(*) FROM relation a JOIN relation b USING (file, game)"
    assert duckdb.sql(query).fetchall() == n_rows


def test_duckdb_builds_only_the_columns_that_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str] | None] = []
    batches = pgnkit.Scan.batches

    def spy(scan: pgnkit.Scan, columns: list[str] | None = None) -> object:
        asked.append(columns)
        return batches(scan, columns)

    monkeypatch.setattr(pgnkit.Scan, "batches", spy)
    whole = pgnkit.scan(FOLDERS).duckdb()
    rows = whole.filter("plycount > 40 AND white = 'result'").project("year").fetchall()
    assert rows == []
    assert {"year", "plycount", "white", "result"} >= set(asked[-1] or [])
    assert {"year", "plycount", "white"} <= set(asked[-1] or [])


def test_a_name_of_no_tag_warns() -> None:
    ways: list[Callable[[pgnkit.Scan], object]] = [
        lambda scan: list(scan.batches()),
        lambda scan: pyarrow.table(scan),
        lambda scan: scan.pl().collect(),
    ]
    for way in ways:
        with pytest.warns(UserWarning, match="`WhitElo`: no game .*did you mean `WhiteElo`"):
            way(pgnkit.scan(DATED, ["white", "WhitElo"]))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            way(pgnkit.scan(DATED, ["White", "UTCDate", "WhiteElo"]))
            way(pgnkit.scan(b'[WhiteRatingDiff "+3"]\n\n*', ["WhiteRatingDiff"]))
            way(pgnkit.scan(b"", ["WhitElo"]))
            # Another part of the file may have the tag.
            way(pgnkit.Scan(DATED, ["white", "WhitElo"], part=(0, 1 << 32)))


def test_a_notebook_shows_the_first_rows() -> None:
    shown = pgnkit.scan(b'[White "<b>"]\n\n1. e4 e5 *\n' * 12, ["white", "moves"])._repr_html_()
    assert shown.startswith("<table>") and "<th>white</th><th>moves</th>" in shown
    assert shown.count("<td>&lt;b&gt;</td><td>e4 e5</td>") == 10
    assert "The first 10 rows" in shown
    assert "first" not in pgnkit.scan(DATED, "white").head()._repr_html_()


def test_a_batch_shows_its_size() -> None:
    batch = pgnkit.scan(b'[White "a"]\n\n1. e4 *\n' * 3, ["white", "moves"]).head(2)
    assert repr(batch) == "<pgnkit.Batch rows=2 columns=2>"
