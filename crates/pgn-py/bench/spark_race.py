"""Spark on two executors against one process with two threads: `python bench/spark_race.py FILE…`.

Install the wheel of a release build and pyspark first. The files, texts of games, are repeated until
there is a gigabyte (`--bytes N`), once as text and once in frames of 16 MiB as the largest server
publishes them. Both sides read the same columns and give the number of games, of plies and of wins,
which are compared. Spark has done a small job before, so that its start is not measured; the sides
run in turn, and the least times of the clock count, as two cores are the question.

What Spark takes when nothing is read is measured beside it: a source in Python that hands over the
same batches, ready in a file of Arrow in memory.
"""

from __future__ import annotations

import argparse
import itertools
import os
import pathlib
import sys
import tempfile
import time
from collections.abc import Callable, Iterator

import pyarrow as pa
import pyarrow.compute
import pyspark
from pyspark.sql import SparkSession, functions
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.pandas.types import to_arrow_schema
from pyspark.sql.types import StructType

import pgnkit
import pgnkit.spark

FRAME_BYTES = 16 << 20
ROUNDS = 3
N_PARTS = 16

# What is read: typed tags, for which nothing is decoded but tags; and what needs every move.
WORKS = {
    "tags": ["white", "black", "year", "result", "whiteelo", "blackelo"],
    "plies": ["white", "black", "year", "result", "whiteelo", "blackelo", "plycount"],
    "moves": ["white", "black", "result", "plycount", "moves", "clocks", "evals"],
}


def write_files(folder: pathlib.Path, sources: list[str], n_bytes: int) -> list[pathlib.Path]:
    """The text, and the same in frames."""
    texts = [pathlib.Path(name).read_bytes().rstrip() + b"\n\n" for name in sources]
    plain, framed = folder / "games.pgn", folder / "games.pgn.zst"
    with plain.open("wb") as file:
        for text in itertools.cycle(texts):
            file.write(text)
            if file.tell() >= n_bytes:
                break
    codec = pa.Codec("zstd", compression_level=3)
    with plain.open("rb") as source, framed.open("wb") as target:
        while piece := source.read(FRAME_BYTES):
            frame = codec.compress(piece, asbytes=True)
            target.write(b"\x50\x2a\x4d\x18\x04\0\0\0" + len(frame).to_bytes(4, "little") + frame)
    return [plain, framed]


def here(path: pathlib.Path, columns: list[str]) -> tuple[int, ...]:
    n_games = n_plies = n_wins = 0
    for batch in pgnkit.scan(path, columns, threads=2).batches():
        rows = pa.record_batch(batch)
        n_games += rows.num_rows
        if "plycount" in columns:
            n_plies += pa.compute.sum(rows["plycount"]).as_py() or 0
        n_wins += pa.compute.sum(pa.compute.equal(rows["result"].cast("string"), "1-0")).as_py()
    return n_games, n_plies, n_wins


class ReadyReader(DataSourceReader):
    """Hands over the batches of a file, every sixteenth in each partition."""

    def __init__(self, path: str) -> None:
        self.path = path

    def partitions(self) -> list[InputPartition]:
        return [InputPartition(part) for part in range(N_PARTS)]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        batches = pa.ipc.open_file(pa.memory_map(self.path))
        for number in range(partition.value, batches.num_record_batches, N_PARTS):
            yield batches.get_batch(number)


class Ready(DataSource):
    """Batches that are ready."""

    @classmethod
    def name(cls) -> str:
        return "ready"

    def schema(self) -> StructType:
        with pa.memory_map(self.options["path"]) as file:
            return pgnkit.spark.spark_schema(pa.ipc.open_file(file).schema)

    def reader(self, schema: StructType) -> DataSourceReader:
        return ReadyReader(self.options["path"])


def make_ready(path: pathlib.Path, columns: list[str], target: pathlib.Path) -> None:
    """Writes the batches of games as Spark is given them."""
    scan = pgnkit.scan(path, columns)
    ours = pa.schema(scan)
    schema = to_arrow_schema(pgnkit.spark.spark_schema(ours), timezone="UTC")
    with pa.ipc.new_file(str(target), schema) as file:
        for batch in scan.batches():
            file.write_batch(pa.record_batch(batch).cast(schema))


def there(
    spark: SparkSession, path: pathlib.Path, columns: list[str], format: str = "pgn"
) -> tuple[int, ...]:
    options = {"columns": ",".join(columns), "partitions": str(N_PARTS)}
    frame = spark.read.format(format).options(**options).load(str(path))
    n_plies = functions.sum("plycount") if "plycount" in columns else functions.lit(0)
    n_wins = functions.sum((frame["result"] == "1-0").cast("int"))
    row = frame.agg(functions.count("*"), n_plies, n_wins).collect()[0]
    return tuple(int(cell) for cell in row)


def timed(work: Callable[[], tuple[int, ...]]) -> tuple[float, tuple[int, ...]]:
    begun = time.perf_counter()
    answer = work()
    return time.perf_counter() - begun, answer


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+")
    parser.add_argument("--bytes", type=int, default=1_000_000_000)
    parser.add_argument("--folder", help="where the files are made")
    arguments = parser.parse_args()
    os.environ["SPARK_HOME"] = str(pathlib.Path(pyspark.__file__).parent)
    os.environ["PYSPARK_PYTHON"] = sys.executable
    spark = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.host", "127.0.0.1")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    spark.dataSource.register(Ready)
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        files = write_files(pathlib.Path(folder), arguments.files, arguments.bytes)
        small = pathlib.Path(folder, "small.pgn")
        small.write_bytes(b'[White "x"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n' * 10_000)
        there(spark, small, WORKS["plies"])
        for path in files:
            for name, columns in WORKS.items():
                ready = pathlib.Path(folder, "ready.arrow")
                make_ready(path, columns, ready)
                turns = []
                for _ in range(ROUNDS):
                    ours = timed(lambda: here(path, columns))  # noqa: B023 - called at once
                    theirs = timed(lambda: there(spark, path, columns))  # noqa: B023
                    alone = timed(lambda: there(spark, ready, columns, "ready"))  # noqa: B023
                    assert ours[1] == theirs[1] == alone[1], (ours, theirs, alone)
                    turns.append((ours[0], theirs[0], alone[0]))
                one, two, none = (min(column) for column in zip(*turns))
                n_games, rate = ours[1][0], arguments.bytes / 1e6
                print(
                    f"{path.name:14} {name:6} {n_games:>9} games  one process {rate / one:6.0f} MB/s"
                    f"  Spark {rate / two:6.0f} MB/s  ratio {one / two:.2f}"
                    f"  batches that are ready {rate / none:6.0f} MB/s",
                    flush=True,
                )
        print("packed", files[1].stat().st_size, "bytes of", files[0].stat().st_size)
    spark.stop()


if __name__ == "__main__":
    main()
