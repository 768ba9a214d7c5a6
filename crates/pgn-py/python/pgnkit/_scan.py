"""Games as tables for other libraries: Arrow, polars, pandas, DuckDB. None of them is needed to
import this.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol, Union, runtime_checkable

from . import _pgnkit

if TYPE_CHECKING:
    import duckdb
    import pandas as _pandas  # type: ignore[import-untyped,unused-ignore]
    import polars
    import pyarrow as _pyarrow  # type: ignore[import-untyped,unused-ignore]

Source = Union[str, "os.PathLike[str]", bytes, BinaryIO]

# How much of an open file is copied at once, in bytes.
_COPY_BYTES = 1 << 20


def matches(path: str | os.PathLike[str]) -> list[str | os.PathLike[str]]:
    """The files that match a pattern, by name; a path that is no pattern is returned as it is."""
    # Imported here, as few programs need it.
    import glob

    text = os.fspath(path)
    if not glob.has_magic(text) or os.path.exists(text):
        return [path]
    # A pattern that matches no file is reported as a missing file.
    return list(sorted(glob.glob(text, recursive=True)) or [text])


def _paths(source: Source, copies: list[Any]) -> Iterator[str | os.PathLike[str]]:
    """The paths of a source; a source without a path is copied into a temporary file."""
    if isinstance(source, (str, os.PathLike)):
        yield from matches(source)
        return
    # Imported here, as few programs need it.
    import tempfile

    copy = tempfile.NamedTemporaryFile(prefix="pgnkit-", suffix=".pgn")
    if isinstance(source, (bytes, bytearray, memoryview)):
        copy.write(source)
    else:
        while block := source.read(_COPY_BYTES):
            if isinstance(block, str):
                raise TypeError("expected a file that is open in binary mode, found one for text")
            copy.write(block)
    copy.flush()
    copies.append(copy)
    yield copy.name


def expand(sources: Source | Iterable[Source]) -> tuple[list[str | os.PathLike[str]], list[Any]]:
    """The paths of sources, and the temporary files that some of them are."""
    copies: list[Any] = []
    one = isinstance(sources, (str, bytes, bytearray, memoryview, os.PathLike))
    several: Any = [sources] if one or hasattr(sources, "read") else sources
    if not hasattr(several, "__iter__"):
        raise TypeError(f"expected paths, bytes or binary files, found {several!r}")
    return [path for source in several for path in _paths(source, copies)], copies


@runtime_checkable
class Bar(Protocol):
    """A bar that shows progress, as those of tqdm."""

    total: Any
    n: Any

    def update(self, n: float = 1) -> object: ...


class Scan(_pgnkit.Scan):
    """A table of the games of files. The files are read again each time the rows are asked for.

    It is an Arrow stream by the PyCapsule interface, so every library that knows the interface
    accepts it: `pyarrow.table(scan)`, `polars.DataFrame(scan)`.
    """

    def arrow(self) -> _pyarrow.RecordBatchReader:
        """The rows as a reader of pyarrow. A file that cannot be read raises `ReadError`."""
        import pyarrow

        batches = (pyarrow.record_batch(batch) for batch in self.batches())
        return pyarrow.RecordBatchReader.from_batches(pyarrow.schema(self), batches)

    def df(self) -> _pandas.DataFrame:
        """The rows as a data frame of pandas."""
        frame: _pandas.DataFrame = self.arrow().read_pandas()
        return frame

    def pl(self) -> polars.LazyFrame:
        """A lazy frame of polars: only the columns that a query needs are built. The conditions of
        the query that `--where` can express are checked before games are decoded.
        """
        import polars
        from polars.io.plugins import register_io_source

        from ._polars import where_of

        schema = polars.DataFrame(_Empty(self)).schema

        def source(
            with_columns: list[str] | None,
            predicate: polars.Expr | None,
            n_rows: int | None,
            batch_size: int | None,
        ) -> Iterator[polars.DataFrame]:
            columns = with_columns
            if columns is not None and predicate is not None:
                # In the order of the schema, which is the order of the rows' columns.
                wanted = {*columns, *predicate.meta.root_names()}
                columns = [name for name in schema if name in wanted]
            where = None if predicate is None else where_of(predicate, schema)
            for batch in self.batches(columns, where, batch_size):
                frame = polars.DataFrame(batch)
                if predicate is not None:
                    frame = frame.filter(predicate)
                if with_columns is not None:
                    frame = frame.select(with_columns)
                if n_rows is not None:
                    frame = frame.head(n_rows)
                    n_rows -= frame.height
                yield frame
                if n_rows == 0:
                    return

        return register_io_source(source, schema=schema)

    def duckdb(self, connection: duckdb.DuckDBPyConnection | None = None) -> duckdb.DuckDBPyRelation:
        """The rows as a relation of DuckDB, read once."""
        import duckdb
        import pyarrow

        make = duckdb if connection is None else connection
        return make.from_arrow(pyarrow.RecordBatchReader.from_stream(self))

    def read(
        self, progress: Callable[[int, int | None], object] | Bar | None = None
    ) -> Iterator[_pgnkit.Batch]:
        """The rows in batches; `progress` is called after each and at the end with the bytes of
        the files that were read, and how many there are. A bar of tqdm will do as well: it gets its total, and
        is updated.
        """
        batches = self.batches()

        def report() -> None:
            if isinstance(progress, Bar):
                progress.total = batches.total_bytes
                progress.update(batches.read_bytes - progress.n)
            elif progress is not None:
                progress(batches.read_bytes, batches.total_bytes)

        for batch in batches:
            report()
            yield batch
        report()


class _Empty:
    """The schema of a scan as a stream without rows."""

    def __init__(self, scan: Scan) -> None:
        self.scan = scan

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.scan._empty_stream()


def scan(
    paths: Source | Iterable[Source],
    columns: str | Sequence[str] | None = None,
    where: str | None = None,
    table: str = "games",
    *,
    threads: int | None = None,
    memory: int | None = None,
    damage: str = "fail",
    encoding: str = "auto",
) -> Scan:
    """Games of files as a table: an Arrow stream, with methods that return a frame of polars or
    pandas or a relation of DuckDB.

    Paths are names of files, patterns (`games/*.pgn.zst`), folders, open binary files, and bytes.
    `columns` are names of `Scan.all_columns()` or of tags; `where` is an expression, checked before
    games are decoded; `table` is `games`, `positions` or `findings`. `threads` is the number of
    threads that read, by default one for each processor; `memory` is about how many bytes may be in
    work at once. If a file cannot be read to its end, the rows before the damage are returned and
    then `ReadError` is raised; with `damage="skip"`, reading goes on with the next file, and the
    batches describe the damage in `damage`. `encoding` names the encoding of the text, as
    `pgn --encoding` does.

    >>> games = scan(b'[White "Tal"]\\n[Result "1-0"]\\n\\n1. e4 e5 1-0', ["white", "plycount"])
    >>> games.columns
    ['white', 'plycount']
    >>> [len(batch) for batch in games.batches()]
    [1]

    Raises:
        OptionError: a column or table does not exist; the message offers the nearest name.
        QueryError: the expression is wrong.
    """
    found, copies = expand(paths)
    names = [columns] if isinstance(columns, str) else columns
    wanted = None if names is None else list(names)
    return Scan(
        found, wanted, where, table, threads, memory, damage, copies=copies or None, encoding=encoding
    )
