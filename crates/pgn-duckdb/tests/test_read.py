"""Tables from files: what DuckDB gives is what the command says."""

import csv
import io
import json
import os
import re
import subprocess
import sys

import duckdb
import pytest

FOLDERS = ["corpus/classic", "corpus/lesson", "corpus/generated", "corpus/dialect"]


def test_openings_are_counted_as_stats_counts_them(rows, pgn):
    report = pgn("stats", "--by", "eco", "--top", "0", "--format", "csv", *FOLDERS)
    table = csv.DictReader(io.StringIO(report))
    expected = {row["value"] or None: int(row["games"]) for row in table}
    assert len(expected) > 10
    found = rows("select eco, count(*) from read_pgn(?) group by eco", FOLDERS)
    assert dict(found) == expected


@pytest.mark.parametrize(
    "expression",
    ["result = 1-0", "year < 1900", "ends checkmate", "plycount > 60 or white ~ 'Fischer'"],
)
def test_the_filter_is_that_of_the_command(rows, pgn, expression):
    expected = int(pgn("filter", "--where", expression, "--count", *FOLDERS))
    assert expected > 0
    sql = "select count(*) from read_pgn(?, filter := ?)"
    assert rows(sql, FOLDERS, expression) == [(expected,)]
    assert rows(sql.replace("filter", '"where"'), FOLDERS, expression) == [(expected,)]


def test_moves_and_tags_are_those_of_json_lines(rows, pgn):
    files = ["corpus/classic", "corpus/generated"]
    games = [json.loads(line) for line in pgn("convert", "--to", "jsonl", *files).splitlines()]
    sql = "select white, moves, uci from read_pgn(?, columns := ['*', 'uci'])"
    found = rows(sql, files)
    assert len(found) == len(games) > 50
    for (white, moves, uci), game in zip(found, games):
        assert white == dict(reversed(game["tags"])).get("White")
        assert moves == [move["san"] for move in game["moves"]]
        assert uci == [move["uci"] for move in game["moves"]]


def test_findings_are_those_of_check(rows, pgn):
    path = "corpus/wild/annotator-nested-braces.pgn"
    files = json.loads(pgn("check", "--format", "json", path, status=1))["files"]
    found = rows("select code, line, message from read_pgn_findings(?)", path)
    expected = [(it["code"], it["line"], it["message"]) for it in files[0]["diagnostics"]]
    assert found == expected != []


def test_positions_have_the_keys_of_polyglot(rows):
    sql = "select san, fen, key from read_pgn_positions('corpus/classic/morphy-opera-1858.pgn')"
    found = rows(sql)
    assert found[0] == (
        None,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "463b96181691fc9c",
    )
    assert found[1][0] == "e4" and found[1][2] == "823c9b50fd114196"
    assert len(found) > 34
    assert len(rows(sql + " where main or ply = 0")) == 34


def test_every_column_can_be_read_alone_and_with_all_others(db, rows):
    """Each column has the same values whichever others are read, in the type that it declares."""
    files = "['corpus/lesson', 'corpus/dialect']"
    for function in ["read_pgn", "read_pgn_positions", "read_pgn_findings"]:
        source = f"{function}({files})"
        names = [row[0] for row in rows(f"describe select * from {source}")]
        together = rows(f"select * from {source}")
        assert len(together) > 10
        for at, name in enumerate(names):
            alone = rows(f'select "{name}" from {source}')
            assert alone == [(row[at],) for row in together], (function, name)


def test_a_column_by_name_or_a_tag(rows):
    call = "read_pgn('corpus/dialect/lichess-game.pgn', columns := ['speed', 'TimeControl'])"
    speed, control = rows(f"select speed, TimeControl from {call}")[0]
    assert speed in {"bullet", "blitz", "rapid", "classical", "correspondence"}
    assert "+" in control


def test_no_number_of_threads_changes_rows_or_their_order(rows):
    sql = "select file, game, moves from read_pgn(?, threads := {})"
    expected = rows(sql.format(1), FOLDERS)
    assert len(expected) > 50
    for n in [2, 3, 8]:
        assert rows(sql.format(n), FOLDERS) == expected


def test_any_number_of_threads_is_possible(rows):
    """A number that no machine can start is one that it can."""
    for n in [10_000, 2**63 - 1]:
        assert rows(f"select count(*) from read_pgn('corpus/classic', threads := {n})") == [(17,)]


def plan(db, sql):
    """The operators of a plan, the first child before the second."""
    import json

    def walk(node, depth=0):
        yield depth, node["name"].strip(), node.get("extra_info", {})
        for child in node["children"]:
            yield from walk(child, depth + 1)

    [(_, text)] = db.execute(f"explain (format json) {sql}").fetchall()
    return [step for root in json.loads(text) for step in walk(root)]


def test_a_join_holds_the_small_table_whatever_the_order(db, tmp_path):
    path = tmp_path / "games.pgn"
    path.write_bytes(texts(20_000)[0])
    db.execute("create table small as select '1' as white union all select '2'")
    games = f"read_pgn('{path}') as games"
    for tables in [f"small join {games}", f"{games} join small"]:
        sql = f"select count(*) from {tables} using (white)"
        steps = plan(db, sql)
        [join] = [n for n, (_, name, _) in enumerate(steps) if name == "HASH_JOIN"]
        below = [name for _, name, _ in steps[join + 1 :]]
        # The second child is the side that is held.
        assert "READ_PGN" in below[0] and "SEQ_SCAN" in below[-1], (tables, steps)
        assert db.execute(sql).fetchall() == [(2,)]


def test_estimates_grow_with_the_files_and_are_no_limit(db, rows, tmp_path):
    """Games as short as these are more than their bytes promise."""
    n = 30_000
    path = tmp_path / "games.pgn"
    path.write_text("1. e4 *\n\n" * n)

    def estimated(call):
        steps = plan(db, f"select * from {call}")
        [info] = [info for _, name, info in steps if name.startswith("READ_")]
        return int(str(info["Estimated Cardinality"]).lstrip("~"))

    games = estimated(f"read_pgn('{path}')")
    assert 0 < games < n
    assert estimated(f"read_pgn_positions('{path}')") > games
    assert estimated(f"read_pgn(['{path}', '{path}'])") > games
    assert rows(f"select count(*) from read_pgn('{path}')") == [(n,)]
    both = "select count(*) from read_pgn(?) as a join read_pgn(?) as b using (game)"
    assert rows(both, str(path), str(path)) == [(n,)]


def test_all_ways_to_name_files(rows, tmp_path):
    one = "corpus/classic/morphy-opera-1858.pgn"
    count = "select count(*) from read_pgn({})"
    assert rows(count.format(f"'{one}'")) == [(1,)]
    assert rows(count.format(f"['{one}', '{one}']")) == [(2,)]
    assert rows(count.format("'corpus/classic/*.pgn'")) == rows(count.format("'corpus/classic'"))
    assert rows(count.format("'corpus/**/morphy*.pgn'")) == [(1,)]
    odd = tmp_path / "a[b]*.pgn"
    odd.write_text("1. e4 *\n")
    assert rows(count.format(f"'{odd}'")) == [(1,)]


def texts(n_games):
    games = [b'[White "%d"]\n\n1. e4 e5 1-0\n\n' % n for n in range(n_games)]
    return b"".join(games), [(str(n),) for n in range(n_games)]


@pytest.mark.parametrize("suffix", ["gz", "bz2", "xz"])
def test_compressed_files(rows, tmp_path, suffix):
    import bz2, gzip, lzma

    text, expected = texts(5000)
    path = tmp_path / f"games.pgn.{suffix}"
    path.write_bytes({"gz": gzip, "bz2": bz2, "xz": lzma}[suffix].compress(text))
    assert rows("select white from read_pgn(?)", str(path)) == expected
    assert rows(f"select white from '{path}'") == expected


def test_zstandard_and_its_frames(rows, pgn, tmp_path):
    """One frame, and the frame again and again, as dumps of servers have them."""
    text, expected = texts(5000)
    plain, packed = tmp_path / "games.pgn", tmp_path / "games.pgn.zst"
    plain.write_bytes(text)
    pgn("cat", "-q", plain, "-o", packed)
    assert packed.read_bytes().startswith(b"\x28\xb5\x2f\xfd")
    assert rows(f"select white from '{packed}'") == expected
    packed.write_bytes(packed.read_bytes() * 3)
    for n_threads in [1, 2, 5]:
        sql = f"select white from read_pgn(?, threads := {n_threads})"
        assert rows(sql, str(packed)) == expected * 3


def test_zip_archives_and_damage(db, rows, tmp_path):
    import zipfile

    text, expected = texts(5000)
    path = tmp_path / "games.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.pgn", text)
        archive.writestr("b/c.pgn", text)
    assert rows("select white from read_pgn(?)", str(path)) == expected * 2
    torn = tmp_path / "torn.zip"
    torn.write_bytes(path.read_bytes()[:-2000])
    with pytest.raises(duckdb.Error, match="torn.zip"):
        db.execute("select count(*) from read_pgn(?)", [str(torn)]).fetchall()


def test_damage_can_be_skipped_and_is_found(db, rows, tmp_path):
    text, expected = texts(20)
    (tmp_path / "a.pgn").write_bytes(text)
    (tmp_path / "b.pgn").write_text("<html></html>\n" * 9)
    (tmp_path / "c.pgn").write_bytes(text)
    folder = str(tmp_path)
    with pytest.raises(duckdb.InvalidInputException, match="b.pgn: no games"):
        rows("select white from read_pgn(?)", folder)
    assert rows("select white from read_pgn(?, damage := 'skip')", folder) == expected * 2
    sql = "select file, severity, message from read_pgn_findings(?, damage := 'skip') where code is null"
    [(file, severity, message)] = rows(sql, folder)
    assert (file, severity) == (f"{folder}/b.pgn", "error")
    assert message.startswith(f"{folder}/b.pgn: no games")


def test_records_are_those_of_a_suite(rows, db, tmp_path):
    (tmp_path / "a.epd").write_text('4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2 Kd2; id "kp"; acd 12;\n')
    (tmp_path / "b.epd").write_text("4k3/8/8/8/8/8/4P3/4K3 w - - am Kf2; c9 \"x\";\n")
    sql = "select line, fen, id, bm, am, acd, operations['c9'] from read_epd(?)"
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    expected = [
        (1, fen, "kp", ["Kd2", "Kf2"], None, 12, None),
        (1, fen, None, None, ["Kf2"], None, "x"),
    ]
    assert rows(sql, str(tmp_path)) == rows(sql, f"{tmp_path}/*.epd") == expected
    with pytest.raises(duckdb.Error):
        db.execute("select * from read_epd(?, filter := 'year = 1992')", [str(tmp_path)])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("read_pgn('nowhere.pgn')", "nowhere.pgn: "),
        ("read_pgn('corpus/classic', columns := ['whitelo'])", "did you mean `whiteelo`?"),
        ("read_pgn('corpus/classic', filter := 'whitelo > 1')", "\n  whitelo > 1\n  ^^^^^^^"),
        ("read_pgn('Cargo.lock/*')", "Cargo.lock/*: "),
    ],
)
def test_what_cannot_be_read_is_an_error(db, call, message):
    with pytest.raises(duckdb.Error) as caught:
        db.execute(f"select * from {call}").fetchall()
    assert message in str(caught.value)


def test_texts_and_lists_of_every_length(rows, tmp_path):
    """Texts of twelve bytes stand in DuckDB's vectors, longer ones beside them."""
    names = ["x" * n + "é" * (n % 2) for n in range(64)]
    games = [f'[White "{name}"]\n\n' + "Nf3 Nf6 Ng1 Ng8 " * n + "*\n\n" for n, name in enumerate(names)]
    path = tmp_path / "games.pgn"
    path.write_text("".join(games * 100))
    found = rows("select white, moves, tags from read_pgn(?)", str(path))
    expected = [(name or None, len(moves.split()) - 1) for name, moves in zip(
        names, (game.split("\n\n")[1] for game in games)
    )]
    assert [(white or None, len(moves)) for white, moves, _ in found] == expected * 100
    assert all(set(moves) <= {"Nf3", "Nf6", "Ng1", "Ng8"} for _, moves, _ in found)


def test_a_prepared_statement_runs_again(db):
    db.execute("prepare games as select count(*) from read_pgn('corpus/classic')")
    first = db.execute("execute games").fetchall()
    assert db.execute("execute games").fetchall() == first != [(0,)]


def test_a_query_that_stops_early_ends(rows):
    for _ in range(20):
        assert len(rows("select * from read_pgn_positions(?) limit 3", FOLDERS)) == 3


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("read_pgn('nothing.pgn')", "nothing.pgn: no such file or folder"),
        ("read_pgn('nothing/*.pgn')", "nothing/*.pgn: no file has such a name"),
        ("read_pgn([]::varchar[])", "expected at least one path"),
        ("read_pgn(3)", "expected a text or a list of texts"),
        ("read_pgn('corpus/classic', filter := 'whitelo > 3')", "^"),
        ("read_pgn('corpus/classic', columns := ['whit'])", "did you mean `white`?"),
        ("read_pgn('corpus/classic', columns := ['eco', 'eco'])", "named twice"),
        ("read_pgn('corpus/classic', columns := []::varchar[])", "at least one name"),
        ("read_pgn('corpus/classic', threads := 0)", "1 or more"),
        ("read_pgn('corpus/classic', damage := 'ignore')", "expected fail or skip for damage"),
        ("read_pgn('corpus/classic', colums := ['eco'])", "columns"),
    ],
)
def test_a_wrong_call_is_an_error_when_the_query_is_planned(db, call, message):
    with pytest.raises(duckdb.BinderException) as caught:
        db.execute(f"explain select * from {call}")
    assert message in str(caught.value)


def test_a_column_that_is_not_there_is_an_error_of_duckdb(db):
    with pytest.raises(duckdb.BinderException, match="white"):
        db.execute("select whitee from read_pgn('corpus/classic')")


def test_a_damaged_file_is_an_error_that_names_it(db):
    with pytest.raises(duckdb.InvalidInputException, match="archive-gzip-damaged.pgn.gz"):
        db.execute("select * from read_pgn('corpus/wild/archive-gzip-damaged.pgn.gz')").fetchall()


def test_a_file_that_is_no_pgn_is_an_error_that_names_it(db):
    with pytest.raises(duckdb.InvalidInputException, match="archive-random-bytes.pgn: no games"):
        db.execute("select * from read_pgn('corpus/wild/archive-random-bytes.pgn')").fetchall()


def test_parquet_of_a_query_becomes_games(db, pgn, tmp_path):
    """What `COPY` writes is what `pgn filter` writes; a query can also correct tags."""
    table = tmp_path / "old.parquet"
    db.execute(f"copy (from read_pgn({FOLDERS}) where year < 1900) to '{table}'")
    games = pgn("convert", "--to", "pgn", table)
    assert games == pgn("convert", "--to", "pgn", "--where", "year < 1900", *FOLDERS)
    sql = "select * replace (replace(white, 'Morphy', 'MORPHY') as white)"
    db.execute(f"copy ({sql} from read_pgn('corpus/classic')) to '{table}'")
    corrected = pgn("convert", "--to", "pgn", table)
    expected = pgn("convert", "--to", "pgn", "corpus/classic")
    assert corrected == expected.replace('[White "Morphy', '[White "MORPHY') != expected


def test_ten_thousand_small_files(db, rows, tmp_path):
    """All rows are there, with any number of threads, by folder and by glob; damage in one is an
    error with its name, or skipped and found.
    """
    folder = tmp_path / "games"
    for n in range(10_000):
        path = folder / str(n % 100) / f"{n}.pgn"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'[White "{n}"]\n\n1. e4 *\n')
    sql = "select count(*), count(distinct white), count(distinct file) from read_pgn(?)"
    for name in [folder, f"{folder}/*/*.pgn", f"{folder}/**/*.pgn"]:
        assert rows(sql, str(name)) == [(10_000, 10_000, 10_000)]
    (folder / "50" / "50.pgn").write_bytes(b"\0\x01\x02" * 500)
    with pytest.raises(duckdb.InvalidInputException, match="50/50.pgn"):
        rows(sql, str(folder))
    skipping = sql.replace("?", "?, damage := 'skip'")
    assert rows(skipping, str(folder)) == [(9_999, 9_999, 9_999)]
    findings = "select file from read_pgn_findings(?, damage := 'skip') where code is null"
    assert rows(findings, str(folder)) == [(str(folder / "50" / "50.pgn"),)]


HUGE = """
import duckdb, re, sys
connection = duckdb.connect(config={"allow_unsigned_extensions": "true", "memory_limit": "200MB"})
connection.execute(f"LOAD '{sys.argv[1]}'")
connection.execute("SET enable_progress_bar = false")
print(*connection.execute("select count(*), count(white) from read_pgn(?)", [sys.argv[2]]).fetchone())
print(re.search("VmHWM:\\s*(\\d+) kB", open("/proc/self/status").read())[1])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="it reads /proc")
def test_the_size_of_a_file_does_not_show_in_memory(tmp_path):
    """Three times the limit of text in work takes hardly more than one limit."""
    comment = b"The same words again. " * 3_000
    game = b'[White "Tal"]\n\n1. e4 {' + comment + b"} e5 1-0\n\n"
    path, n_games, peaks = tmp_path / "huge.pgn", 2_500, []
    for n_copies in [1, 3]:
        with path.open("wb") as file:
            file.writelines(game for _ in range(n_games * n_copies))
        command = [sys.executable, "-c", HUGE, os.environ["PGNKIT_EXTENSION"], str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        *answer, peak = map(int, done.stdout.split())
        assert answer == [n_games * n_copies] * 2
        peaks.append(peak << 10)
    assert max(peaks) < 256 << 20 and peaks[1] < peaks[0] + (32 << 20), peaks


def test_filters_and_numbers_of_a_table_spare_row_groups(db, rows, pgn, tmp_path):
    """DuckDB finds by its bloom filter that a group has no such player, and by the numbers that it
    has no such year.
    """
    games, table = tmp_path / "games.pgn", tmp_path / "games.parquet"
    one = '[White "w{}"]\n[Black "b{}"]\n[Date "{}.??.??"]\n\n*\n\n'
    n_games = 200_000
    games.write_text("".join(one.format(n, n // 3, 1900 + n // 10_000) for n in range(n_games)))
    pgn("convert", "-q", "--columns", "white,black,year", games, "-o", table)
    numbers = "select stats_min, stats_max from parquet_metadata(?) where path_in_schema = 'year'"
    assert rows(numbers, str(table)) == [("1900", "1913"), ("1913", "1919")]
    probe = "select count_if(not bloom_filter_excludes) from parquet_bloom_probe(?, ?, ?)"
    for column, prefix, n_each in [("white", "w", 1), ("black", "b", 3)]:
        values = [f"{prefix}{n // n_each}" for n in range(0, n_games, 2_000)]
        found = [rows(probe, str(table), column, value)[0][0] for value in values]
        # One group has the player, and the other one is read in one of a hundred cases.
        assert min(found) == 1 and sum(found) <= 105, column
    for condition in ["white = 'w150000'", "year = 1917"]:
        sql = f"select count(*) from read_parquet('{table}') where {condition}"
        [(_, steps)] = rows(f"explain analyze {sql}")
        shown = re.search(r"Row Groups Scanned: (.*?) *│", steps)
        # Older versions do not show it.
        assert shown is None or shown[1] == "1 / 2", steps
