"""Games in Spark: `spark.read.format("pgn")` and `frame.write.format("pgn")`, for pyspark 4.

Spark finds the format by itself where this package is installed; else
`spark.dataSource.register(pgnkit.spark.PgnDataSource)` names it.

```text
driver      files -> parts (a file, or bytes of one) -> partitions (one part or several)
executor    partition -> pgnkit.scan of each part -> Arrow batches
```

A part is a range of bytes of a file. A game belongs to the range in which it begins, so each game
is read once. Only plain text and the frames of `.zst` can be cut into ranges. A partition has parts
of up to 128 MiB together, where each counts 4 MiB more than it has, for opening its file: so small
files share a partition, as in Spark's own sources.

Options for reading; the path may be a pattern or a folder on a disk that all machines share:

- `table`: `games` (default), `positions` or `findings`
- `columns`: names with commas between them; or give a schema
- `where`: an expression, checked before games are decoded
- `partitions`: about how many partitions there are; or `partitionBytes`, the size of a partition,
  128 MiB by default
- `encoding`: the encoding of files that are not UTF-8, as for `pgn --encoding`; `auto` (default)
  recognizes it by the words of the whole file, also if the file is read in parts
- `numbers`: `true` cuts no file, so that the numbers of games and lines are known; otherwise they
  are null
- `damage`: `fail` (default) ends the job; `skip` reads on after the damage, and the table
  `findings` has a row for it
- `pushdown`: `true` checks the filters of a query before games are decoded, as far as `where` can
  express them; Spark needs the setting `spark.sql.python.filterPushdown.enabled` for this

Options for writing: `compression`, one of `gz`, `zst`, `bz2`, `xz`.
"""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import sys
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from collections.abc import Iterable, Iterator, Sequence

import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]
from pyspark.sql.datasource import (
    DataSource,
    DataSourceArrowWriter,
    DataSourceReader,
    EqualTo,
    Filter,
    GreaterThan,
    GreaterThanOrEqual,
    InputPartition,
    LessThan,
    LessThanOrEqual,
    WriterCommitMessage,
)
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
from pyspark.sql.types import StructType

from ._pgnkit import GameWriter, file_parts
from ._polars import NUMBERS
from ._scan import Scan, expand
from .errors import OptionError

if TYPE_CHECKING:
    from collections.abc import MutableMapping

# The default size of a partition in bytes: the size at which Spark cuts other files
# (`spark.sql.files.maxPartitionBytes`).
_PARTITION_BYTES = 128 << 20

# How many bytes could be read in the time in which a file is opened
# (`spark.sql.files.openCostInBytes`).
_OPEN_BYTES = 4 << 20

# About how many rows a batch has at least, if the partition has that many: each batch costs Spark
# a millisecond.
_BATCH_ROWS = 8_192

# Where tasks write, until the job is done.
_UNFINISHED = "_temporary"

_SIGNS: list[tuple[type[Filter], str]] = [
    (EqualTo, "="),
    (GreaterThan, ">"),
    (GreaterThanOrEqual, ">="),
    (LessThan, "<"),
    (LessThanOrEqual, "<="),
]


def _plain(kind: pa.DataType) -> pa.DataType:
    """The Arrow type that Spark uses for one of our types."""
    if pa.types.is_dictionary(kind):
        return _plain(kind.value_type)
    if pa.types.is_uint16(kind):
        return pa.int32()
    if pa.types.is_list(kind):
        return pa.list_(_plain(kind.value_type))
    return kind


def spark_schema(schema: pa.Schema) -> StructType:
    """The schema of a table of pgnkit in Spark's types: words of a dictionary are text, and numbers
    without a sign have the next larger type.
    """
    plain = pa.schema([pa.field(field.name, _plain(field.type)) for field in schema])
    return from_arrow_schema(plain)


def _local(path: str) -> str:
    """The path of a file that the system can open from every working folder."""
    scheme, colon, rest = path.partition(":")
    if colon and scheme == "file":
        return rest.removeprefix("//")
    if colon and rest.startswith("//"):
        raise OptionError(f"expected a path that every machine can open, found {path!r}")
    # Executors work in folders of their own.
    return os.path.abspath(path)


class PgnDataSource(DataSource):
    """Chess games in PGN."""

    @classmethod
    def name(cls) -> str:
        return "pgn"

    def _paths(self) -> list[str]:
        """The paths of `load`, patterns expanded."""
        several = self.options.get("paths")
        named = json.loads(several) if several else [self.options.get("path", "")]
        if not all(named):
            raise OptionError("expected a path, found none")
        found, _ = expand([_local(path) for path in named])
        return [os.fspath(path) for path in found]

    def _columns(self) -> list[str] | None:
        columns = self.options.get("columns")
        return None if columns is None else [name.strip() for name in columns.split(",")]

    def _flag(self, name: str) -> bool:
        text = self.options.get(name, "false").lower()
        if text not in {"true", "false"}:
            raise OptionError(f"expected true or false for {name}, found {text!r}")
        return text == "true"

    def _number(self, name: str) -> int | None:
        text = self.options.get(name)
        if text is None:
            return None
        if not text.isdigit() or int(text) == 0:
            raise OptionError(f"expected a number above 0 for {name}, found {text!r}")
        return int(text)

    def _word(self, name: str, words: Sequence[str]) -> str:
        word = self.options.get(name, words[0])
        if word not in words:
            raise OptionError(f"expected {' or '.join(words)} for {name}, found {word!r}")
        return word

    def schema(self) -> StructType:
        table = self._word("table", ["games", "positions", "findings"])
        scan = Scan([], self._columns(), None, table)
        return spark_schema(pa.schema(scan))

    def reader(self, schema: StructType) -> DataSourceReader:
        kind = _PushdownReader if self._flag("pushdown") else _Reader
        return kind(self, schema)

    def writer(self, schema: StructType, overwrite: bool) -> DataSourceArrowWriter:
        return _Writer(self, schema, overwrite)


@dataclass
class _Part:
    """A range of bytes of a file, and how many of them the file has."""

    path: str
    bytes: tuple[int, int]
    size: int


@dataclass
class _Partition(InputPartition):
    """Parts that one task reads, one after the other."""

    parts: list[_Part]


def packed(parts: Iterable[_Part], partition_bytes: int, open_bytes: int) -> list[_Partition]:
    """The parts in partitions of at most `partition_bytes`, in order; each part counts `open_bytes`
    more than it has. A larger part is a partition of its own.
    """
    partitions: list[_Partition] = []
    free = 0
    for part in parts:
        size = part.size + open_bytes
        if size > free or not partitions:
            partitions.append(_Partition([]))
            free = partition_bytes
        partitions[-1].parts.append(part)
        free -= size
    return partitions


class _Reader(DataSourceReader):
    """Reads the columns of a schema."""

    def __init__(self, source: PgnDataSource, schema: StructType) -> None:
        self.columns = schema.fieldNames()
        self.table = source._word("table", ["games", "positions", "findings"])
        self.where = source.options.get("where")
        self.asked: str | None = None
        self.paths = source._paths()
        self.numbers = source._flag("numbers")
        self.skips = source._word("damage", ["fail", "skip"]) == "skip"
        self.encoding = source.options.get("encoding", "auto")
        self.n_parts = source._number("partitions")
        self.partition_bytes = source._number("partitionBytes") or _PARTITION_BYTES
        scan = Scan(
            self.paths, self.columns, self.where, self.table, encoding=self.encoding
        )
        expected = spark_schema(pa.schema(scan))
        if schema.simpleString() != expected.simpleString():
            message = f"expected {expected.simpleString()}, found {schema.simpleString()}"
            raise OptionError(message)
        self.schema = to_arrow_schema(schema, timezone="UTC")
        if not self.numbers and scan._asks_for_numbers():
            raise OptionError(
                "numbers of games and lines are not known in a part of a file, and `where` asks "
                "for one; the option numbers reads whole files"
            )

    def partitions(self) -> Sequence[InputPartition]:
        whole = self._parts(sys.maxsize)
        partition_bytes, open_bytes = self.partition_bytes, _OPEN_BYTES
        if self.n_parts is not None:
            total = sum(part.size for part in whole)
            partition_bytes, open_bytes = max(1, -(-total // self.n_parts)), 0
        parts = whole if self.numbers else self._parts(partition_bytes)
        return packed(parts, partition_bytes, open_bytes)

    def _parts(self, part_bytes: int) -> list[_Part]:
        parts = []
        for path, begin, end in file_parts(self.paths, part_bytes):
            size = min(end, os.path.getsize(path)) - begin
            parts.append(_Part(os.fspath(path), (begin, end), size))
        return parts

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        assert isinstance(partition, _Partition)
        waiting: list[pa.RecordBatch] = []
        for batch in self._batches(partition):
            waiting.append(batch)
            if sum(batch.num_rows for batch in waiting) >= _BATCH_ROWS:
                yield from _joined(waiting)
                waiting = []
        if waiting:
            yield from _joined(waiting)

    def _batches(self, partition: _Partition) -> Iterator[pa.RecordBatch]:
        damage = "skip" if self.skips else "fail"
        for part in partition.parts:
            # A task of Spark has one core; the other cores have tasks of their own.
            scan = Scan(
                [part.path],
                self.columns,
                self.where,
                self.table,
                1,
                None,
                damage,
                None if self.numbers else part.bytes,
                encoding=self.encoding,
            )
            batches = scan.batches(where=self.asked)
            for batch in batches:
                yield pa.record_batch(batch).cast(self.schema)
            for sentence in batches.damage:
                print(f"pgnkit: {sentence}", file=sys.stderr)


def _joined(batches: list[pa.RecordBatch]) -> list[pa.RecordBatch]:
    """The rows of batches in as few as possible."""
    if len(batches) == 1:
        return batches
    joined: list[pa.RecordBatch] = pa.Table.from_batches(batches).combine_chunks().to_batches()
    return joined


class _PushdownReader(_Reader):
    """Asks filters of Spark before games are decoded."""

    def pushFilters(self, filters: list[Filter]) -> Iterable[Filter]:
        words = [word for word in map(self._word, filters) if word is not None]
        self.asked = " and ".join(words) or None
        # The rows may still be more than Spark asks for: it filters them again.
        return filters

    def _word(self, asked: Filter) -> str | None:
        """The condition that holds wherever a filter does, as an expression of `where`."""
        for kind, sign in _SIGNS:
            if type(asked) is kind and len(asked.attribute) == 1:  # type: ignore[attr-defined]
                name, value = asked.attribute[0], asked.value  # type: ignore[attr-defined]
                is_number = type(value) is int and value >= 0
                return f"{name} {sign} {value}" if name in NUMBERS and is_number else None
        return None


@dataclass
class _Written(WriterCommitMessage):
    """A file that a task has written, and the name that it is to have."""

    draft: str
    name: str


class _Writer(DataSourceArrowWriter):
    """Writes one file per partition, under a temporary name until the job is done."""

    def __init__(self, source: PgnDataSource, schema: StructType, overwrite: bool) -> None:
        path = source.options.get("path")
        if not path:
            raise OptionError("expected a path, found none")
        self.folder = _local(path)
        self.overwrite = overwrite
        self.compression = source.options.get("compression")
        self.job = uuid.uuid4().hex
        if {"movetext", "rest"}.isdisjoint(schema.fieldNames()):
            raise OptionError("expected a column movetext with the text of games, found none")

    @property
    def _drafts(self) -> pathlib.Path:
        return pathlib.Path(self.folder, _UNFINISHED, self.job)

    def write(self, iterator: Iterator[pa.RecordBatch]) -> WriterCommitMessage:
        from pyspark import TaskContext

        task = TaskContext.get()
        number = 0 if task is None else task.partitionId()
        self._drafts.mkdir(parents=True, exist_ok=True)
        ending = "" if self.compression is None else f".{self.compression}"
        # Two attempts at one task may run at once.
        draft = self._drafts / f"{number:05}-{uuid.uuid4().hex}"
        writer = GameWriter(draft, self.compression)
        try:
            for batch in iterator:
                sink = pa.BufferOutputStream()
                with pa.ipc.new_stream(sink, batch.schema) as stream:
                    stream.write_batch(batch)
                writer.write(sink.getvalue().to_pybytes())
            writer.close()
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        return _Written(os.fspath(draft), f"part-{number:05}-{self.job}.pgn{ending}")

    def commit(self, messages: list[WriterCommitMessage | None]) -> None:
        folder = pathlib.Path(self.folder)
        before = [path for path in folder.glob("part-*.pgn*") if path.is_file()]
        for message in messages:
            if isinstance(message, _Written):
                os.replace(message.draft, folder / message.name)
        if self.overwrite:
            for path in before:
                path.unlink()
        self._clear()
        (folder / "_SUCCESS").touch()

    def abort(self, messages: list[WriterCommitMessage | None]) -> None:
        self._clear()

    def _clear(self) -> None:
        """Removes the unfinished files, including those of killed tasks."""
        shutil.rmtree(self._drafts, ignore_errors=True)
        try:
            self._drafts.parent.rmdir()
        except OSError:
            # Another job writes into the folder.
            pass
