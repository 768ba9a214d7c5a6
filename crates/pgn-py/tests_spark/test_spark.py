"""Games in a cluster: the rows that one process reads, whoever reads which part, and who fails."""

from __future__ import annotations

import datetime
import os
import pathlib
import re
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pyarrow as pa
import pytest
from conftest import REPOSITORY
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession

import pgnkit
from pgnkit.spark import PgnDataSource, _Part, _PushdownReader, packed, spark_schema

COLUMNS = ["white", "round", "year", "result", "plycount", "length", "movetext", "moves", "tags"]

# How much text a frame has, in bytes: as few games as make parts meet in the middle of some.
FRAME_BYTES = 20_000


def text_of_games(n_games: int) -> bytes:
    """Games of different lengths, some of which have odd ends."""
    lines = ["1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 ", "1. d4 d5 2. c4 e6 ", "1. c4 {a {brace} e5 "]
    games = []
    for n in range(n_games):
        result = ["1-0", "0-1", "1/2-1/2", "*"][n % 4]
        comment = "{[%clk 0:01:00] 1-0} " * (n % 7)
        games.append(
            f'[Event "Cluster"]\n[White "Player {n}"]\n[Round "{n}"]\n[Date "{1990 + n % 30}.??.??"]\n'
            f'[Result "{result}"]\n\n{lines[n % 3]}{comment}{result}\n\n'
        )
    return "".join(games).encode()


def frames_of(text: bytes) -> bytes:
    """The text in frames, each after a skippable one that has its length, as `pzstd` writes them."""
    codec = pa.Codec("zstd")
    packed = b""
    for begin in range(0, len(text), FRAME_BYTES):
        frame = codec.compress(text[begin : begin + FRAME_BYTES], asbytes=True)
        packed += b"\x50\x2a\x4d\x18\x04\0\0\0" + len(frame).to_bytes(4, "little") + frame
    return packed


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """Files with the same games: plain, in frames, in one frame."""
    folder = tmp_path_factory.mktemp("games")
    text = text_of_games(3_000)
    (folder / "plain.pgn").write_bytes(text)
    (folder / "frames.pgn.zst").write_bytes(frames_of(text))
    (folder / "one.pgn.zst").write_bytes(pa.Codec("zstd").compress(text, asbytes=True))
    return folder


def frozen(cell: Any) -> Any:
    """A cell that can be counted."""
    if isinstance(cell, dict):
        return tuple(sorted(cell.items()))
    return tuple(cell) if isinstance(cell, list) else cell


def rows(frame: DataFrame) -> Counter[tuple[Any, ...]]:
    return Counter(tuple(frozen(cell) for cell in row) for row in frame.collect())


def read_here(path: pathlib.Path, table: str = "games", columns: list[str] = COLUMNS) -> Any:
    """What one process reads."""
    batches = pgnkit.scan(path, columns, table=table).arrow().read_all().to_pylist()
    pairs = [{k: dict(v) if k == "tags" else v for k, v in row.items()} for row in batches]
    return Counter(tuple(frozen(row[name]) for name in columns) for row in pairs)


def load(spark: SparkSession, path: pathlib.Path, **options: Any) -> DataFrame:
    options.setdefault("columns", ",".join(COLUMNS))
    return spark.read.format("pgn").options(**options).load(str(path))


@pytest.mark.parametrize("n_parts", [1, 2, 7, 64])
@pytest.mark.parametrize("name", ["plain.pgn", "frames.pgn.zst"])
def test_parts_have_the_rows_that_one_process_reads(
    spark: SparkSession, folder: pathlib.Path, name: str, n_parts: int
) -> None:
    frame = load(spark, folder / name, partitions=n_parts)
    assert frame.rdd.getNumPartitions() == n_parts
    assert rows(frame) == read_here(folder / name)


def test_offsets_lead_to_games(spark: SparkSession, folder: pathlib.Path) -> None:
    path = folder / "plain.pgn"
    text = path.read_bytes()
    found = load(spark, path, partitions=7, columns="offset,length,round,game").collect()
    assert len(found) == 3_000 and all(row.game is None for row in found)
    for row in found:
        assert text[row.offset :].startswith(b'[Event "Cluster"]')
        assert f'[Round "{row.round}"]'.encode() in text[row.offset : row.offset + row.length]
    found = load(spark, path, numbers="true", columns="game,round").collect()
    assert [row.game for row in found] == [int(row.round) + 1 for row in found]


def test_what_cannot_be_cut_is_one_part(spark: SparkSession, folder: pathlib.Path) -> None:
    frame = load(spark, folder / "one.pgn.zst", partitions=7)
    assert frame.rdd.getNumPartitions() == 1
    assert rows(frame) == read_here(folder / "one.pgn.zst")


def test_parts_share_partitions_of_limited_size() -> None:
    """Property: each part is in one partition, in order; a partition is within the limit, unless
    it has a single part; and no partition has space for the first part of the next one.
    """
    random = Random(1)
    for _ in range(200):
        limit, cost = random.randrange(1, 1_000), random.choice([0, 1, 40])
        sizes = [random.choice([0, 1, 30, 500, 2_000]) for _ in range(random.randrange(60))]
        parts = [_Part(str(n), (0, size), size) for n, size in enumerate(sizes)]
        found = [partition.parts for partition in packed(parts, limit, cost)]
        assert [part for several in found for part in several] == parts
        taken = [sum(part.size + cost for part in several) for several in found]
        assert all(
            n <= limit or len(several) == 1 for n, several in zip(taken, found, strict=True)
        )
        for n, following in zip(taken, found[1:], strict=False):
            assert n + following[0].size + cost > limit


def test_small_files_are_few_tasks(spark: SparkSession, tmp_path: pathlib.Path) -> None:
    frame = load(spark, REPOSITORY / "corpus/classic", columns="file,white,moves")
    assert frame.rdd.getNumPartitions() == 1
    here = read_here(REPOSITORY / "corpus/classic", columns=["white", "moves"])
    assert rows(frame.select("white", "moves")) == here
    assert frame.select("file").distinct().count() == 17
    numbered = load(spark, REPOSITORY / "corpus/classic", columns="file,game", numbers="true")
    assert numbered.rdd.getNumPartitions() == 1
    assert [row.game for row in numbered.collect()] == [1] * 17
    for n in range(1_000):
        (tmp_path / f"{n}.pgn").write_text(f'[White "{n}"]\n\n1. e4 *\n')
    frame = load(spark, tmp_path, columns="white")
    # 128 MiB / (4 MiB + a few bytes) is a little less than 32 files.
    assert frame.rdd.getNumPartitions() == 33
    assert {row.white for row in frame.collect()} == {str(n) for n in range(1_000)}
    assert load(spark, tmp_path, columns="white", partitions=4).rdd.getNumPartitions() in (4, 5)
    assert load(spark, tmp_path, partitionBytes=1).rdd.getNumPartitions() == 1_000


def test_other_tables_and_patterns(spark: SparkSession, folder: pathlib.Path) -> None:
    columns = ["white", "ply", "san", "fen"]
    frame = load(spark, folder / "*s.pgn.zst", table="positions", columns=",".join(columns))
    assert rows(frame) == read_here(folder / "frames.pgn.zst", "positions", columns)
    columns = ["column", "code", "message", "players"]
    frame = load(spark, folder / "plain.pgn", table="findings", columns=",".join(columns))
    assert rows(frame) == read_here(folder / "plain.pgn", "findings", columns)
    frame = spark.read.format("pgn").load([str(folder / "plain.pgn"), str(folder / "one.pgn.zst")])
    assert frame.count() == 6_000


def test_every_column_has_a_type_in_spark(spark: SparkSession) -> None:
    for table in ["games", "positions", "findings"]:
        names = [name for name, _, _ in pgnkit.Scan.all_columns(table)]
        frame = load(spark, REPOSITORY / "corpus/lesson", table=table, columns=",".join(names))
        assert frame.columns == names
        assert len(frame.head(2)) == 2


def test_dates_have_types_of_spark(spark: SparkSession, tmp_path: pathlib.Path) -> None:
    tags = '[Date "2021.02.0{}"]\n[UTCDate "2021.02.03"]\n[UTCTime "04:05:06"]\n\n*\n\n'
    (tmp_path / "a.pgn").write_text(tags.format(1) + tags.format("?"))
    frame = load(spark, tmp_path, columns="date_value,utc_timestamp")
    assert [kind for _, kind in frame.dtypes] == ["date", "timestamp_ntz"]
    day, moment = datetime.date(2021, 2, 1), datetime.datetime(2021, 2, 3, 4, 5, 6)
    assert [tuple(row) for row in frame.collect()] == [(day, moment), (None, moment)]


def test_games_are_chosen_by_where_and_by_filters(
    spark: SparkSession, folder: pathlib.Path
) -> None:
    path = folder / "plain.pgn"
    frame = load(spark, path, where="year >= 2015 and result = '1-0'", partitions=3)
    expected = pgnkit.scan(path, ["white"], "year >= 2015 and result = '1-0'").arrow().read_all()
    assert frame.count() == expected.num_rows > 0
    spark.conf.set("spark.sql.python.filterPushdown.enabled", "true")
    try:
        pushed = load(spark, path, pushdown="true").where("year >= 2015 and result = '1-0'")
        assert rows(pushed) == rows(frame)
    finally:
        spark.conf.unset("spark.sql.python.filterPushdown.enabled")


def test_a_filter_becomes_words_of_where(folder: pathlib.Path) -> None:
    from pyspark.sql.datasource import EqualTo, GreaterThan, IsNotNull

    where = "# won by White\nresult = '1-0'"
    source = PgnDataSource({"path": str(folder / "plain.pgn"), "where": where})
    reader = _PushdownReader(source, source.schema())
    filters = [IsNotNull(("year",)), GreaterThan(("year",), 2015), EqualTo(("white",), "x")]
    assert list(reader.pushFilters(filters)) == filters
    assert (reader.where, reader.asked) == (where, "year > 2015")
    read = [batch for part in reader.partitions() for batch in reader.read(part)]
    assert 0 < sum(batch.num_rows for batch in read) < 750


def test_text_that_is_not_utf8_is_read_in_its_encoding(
    spark: SparkSession, tmp_path: pathlib.Path
) -> None:
    path = tmp_path / "russian.pgn"
    game = '[White "Карпов, Анатолий"]\n[Round "{}"]\n[Result "*"]\n\n1. e4 {{ход}} *\n\n'
    path.write_bytes("".join(game.format(n) for n in range(1_000)).encode("cp1251"))
    for encoding, white in [
        ("auto", "Карпов, Анатолий"),
        ("windows-1251", "Карпов, Анатолий"),
        ("latin-1", "Карпов, Анатолий".encode("cp1251").decode("latin-1")),
    ]:
        frame = load(spark, path, columns="white", encoding=encoding, partitions=5)
        assert Counter(row.white for row in frame.collect()) == {white: 1_000}, encoding


def test_options_that_are_wrong_are_named(spark: SparkSession, folder: pathlib.Path) -> None:
    path = folder / "plain.pgn"
    for options, message in [
        ({"columns": "whit"}, "did you mean `white`"),
        ({"where": "yeer > 3"}, "yeer"),
        ({"where": "game < 10"}, "numbers of games"),
        ({"table": "moves"}, "games or positions or findings"),
        ({"partitions": "0"}, "a number above 0"),
        ({"damage": "ignore"}, "fail or skip"),
        ({"encoding": "windows-1"}, "encoding"),
    ]:
        with pytest.raises(PySparkException, match=re.escape(message)):
            load(spark, path, **options).count()
    with pytest.raises(PySparkException, match="every machine can open"):
        spark.read.format("pgn").load("s3://games/a.pgn").count()
    with pytest.raises(PySparkException, match="expected struct"):
        spark.read.format("pgn").schema("year string").load(str(path)).count()


def executors(spark: SparkSession) -> list[int]:
    """The processes of the executors of this cluster."""
    application = spark.sparkContext.applicationId
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if application.encode() in words and any(b"ExecutorBackend" in word for word in words):
                found.append(int(entry.name))
    return found


def test_a_killed_executor_changes_nothing(spark: SparkSession, folder: pathlib.Path) -> None:
    # Within the test, as executors do not know this module.
    def slowly(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            time.sleep(0.3)
            yield batch

    path = folder / "frames.pgn.zst"
    frame = load(spark, path, partitions=16)
    slow = frame.mapInArrow(slowly, frame.schema)
    before = executors(spark)
    assert len(before) == 2
    killer = threading.Timer(2.0, os.kill, (before[0], signal.SIGKILL))
    killer.start()
    begun = time.monotonic()
    found = rows(slow)
    killer.join()
    assert time.monotonic() - begun > 2.0, "it was over before the executor was killed"
    assert found == read_here(path)
    assert before[0] not in executors(spark)


def test_damage_is_reported_and_the_rest_is_read(
    spark: SparkSession, folder: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    packed = bytearray((folder / "frames.pgn.zst").read_bytes())
    middle = len(packed) // 2
    packed[middle : middle + 40] = bytes(40)
    path = tmp_path / "damaged.pgn.zst"
    path.write_bytes(packed)
    with pytest.raises(PySparkException, match="damaged.pgn.zst"):
        load(spark, path, partitions=7).count()
    found = rows(load(spark, path, partitions=7, damage="skip"))
    whole = read_here(folder / "frames.pgn.zst")
    lost = sum((whole - found).values())
    # What is lost is what one part has at most, and the game that the damage cuts is there.
    assert 0 < lost <= 3_000 // 7 + 200
    assert sum((found - whole).values()) <= 2
    options = {"damage": "skip", "table": "findings", "columns": "file,code,message"}
    findings = load(spark, path, partitions=7, **options)
    told = [row for row in findings.collect() if row.code is None]
    # Who looks for a cut in these small frames meets the damage as well.
    assert 1 <= len(told) <= 3
    assert all("damaged.pgn.zst" in row.message and row.file == str(path) for row in told)


def test_games_are_written_and_read_again(
    spark: SparkSession, folder: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    target = tmp_path / "written"
    frame = spark.read.format("pgn").option("partitions", 3).load(str(folder / "plain.pgn"))
    legal = frame.where("errors is null")
    legal.write.format("pgn").mode("append").option("compression", "zst").save(str(target))
    names = sorted(path.name for path in target.iterdir())
    assert [name[:10] for name in names] == ["_SUCCESS", "part-00000", "part-00001", "part-00002"]
    assert all(name.endswith(".pgn.zst") for name in names[1:])
    columns = [name for name in COLUMNS if name not in ("length", "movetext")]
    columns += ["nags", "clocks", "rest", "tagorder"]
    again = rows(load(spark, target, columns=",".join(columns)))
    assert again == rows(legal.select(*columns))
    players = {row.white for row in legal.select("white").collect()}
    parts: dict[str, Any] = {"table": "positions", "columns": "white,ply,san,comments"}
    before = rows(load(spark, folder / "plain.pgn", **parts))
    after = rows(load(spark, target, **parts))
    assert after == Counter({row: n for row, n in before.items() if row[0] in players})
    legal.limit(5).write.format("pgn").mode("overwrite").save(str(target))
    assert load(spark, target).count() == 5


def test_an_illegal_game_is_an_error_with_its_name(
    spark: SparkSession, tmp_path: pathlib.Path
) -> None:
    target = tmp_path / "written"
    games = [("Tal", "1. e4 e5 2. Ke3 1-0"), ("Anand", "1. e4 *")]
    frame = spark.createDataFrame(games, ["white", "movetext"])
    with pytest.raises(PySparkException, match="Tal"):
        frame.write.format("pgn").mode("append").save(str(target))
    assert not target.exists() or list(target.iterdir()) == []
    with pytest.raises(PySparkException, match="movetext"):
        frame.select("white").write.format("pgn").mode("append").save(str(target))


def test_types_are_those_of_the_one_schema() -> None:
    schema = pa.schema(pgnkit.scan(b"", ["result", "codes", "tags", "clocks", "year"]))
    kinds = [field.dataType.simpleString() for field in spark_schema(schema)]
    assert kinds == ["string", "array<int>", "map<string,string>", "array<bigint>", "smallint"]
