"""Games as tables for other libraries: Arrow, polars, pandas, DuckDB. None of them is needed to
import this.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol, Union, runtime_checkable

from . import _pgnkit
from .errors import ReadError

if TYPE_CHECKING:
    import duckdb
    import pandas as _pandas  # type: ignore[import-untyped,unused-ignore]
    import polars
    import pyarrow as _pyarrow  # type: ignore[import-untyped,unused-ignore]

# Files, by whatever opens them: names, patterns and addresses, open binary files, files of fsspec, and
# bytes.
Source = Union[str, "os.PathLike[str]", bytes, BinaryIO, "_FileOfFsspec"]

# How much of an open file is copied at once, in bytes.
_COPY_BYTES = 1 << 20


class _FileOfFsspec(Protocol):
    """A file of fsspec, open or not."""

    @property
    def fs(self) -> Any: ...
    @property
    def path(self) -> str: ...


class _Stream:
    """A file that is opened each time it is read."""

    def __init__(self, name: str, open: Callable[[], Any], size: int | None = None) -> None:
        self.name = name
        self.open = open
        self.size = size


def _matches(path: str | os.PathLike[str]) -> list[str | os.PathLike[str]]:
    """The files that match a pattern, by name; a path that is no pattern is returned as it is."""
    text = os.fspath(path)
    if not any(sign in text for sign in "*?[") or os.path.exists(text):
        return [path]
    # Imported here, as few programs need it.
    import glob

    # A pattern that matches no file is reported as a missing file.
    return list(sorted(glob.glob(text, recursive=True)) or [text])


def _remote(address: str) -> Iterator[_Stream]:
    """The files at an address that fsspec opens."""
    try:
        from fsspec.core import url_to_fs  # type: ignore[import-untyped,unused-ignore]
    except ImportError:
        message = f"reading {address} needs the package fsspec: pip install fsspec"
        raise ImportError(message) from None
    fs, path = url_to_fs(address)
    protocols = {fs.protocol} if isinstance(fs.protocol, str) else set(fs.protocol)
    paths = [path]
    # A web address may have question marks, and has no list of files.
    if not protocols & {"http", "https"}:
        if any(sign in path for sign in "*?["):
            paths = sorted(fs.glob(path)) or [path]
        elif fs.isdir(path):
            paths = sorted(filter(_pgnkit.is_game_file, fs.find(path)))
            if not paths:
                raise ReadError("no game files in this folder", file=address)
    for one in paths:
        yield _of_fsspec(fs, one)


def _is_of_fsspec(source: Any) -> bool:
    return hasattr(source, "fs") and hasattr(source, "path")


def _of_fsspec(fs: Any, path: str, open: Callable[[], Any] | None = None) -> _Stream:
    """A file of a file system of fsspec."""
    return _Stream(str(fs.unstrip_protocol(path)), open or (lambda: fs.open(path, "rb")), _size(fs, path))


def _size(fs: Any, path: str) -> int | None:
    """The size of a file; `None` if it is not known, or cannot be asked for."""
    try:
        size = fs.size(path)
    except Exception:  # noqa: BLE001 - opening the file raises what is wrong
        return None
    return size if isinstance(size, int) else None


def _found(source: Any, copies: list[Any]) -> Iterator[Any]:
    """The paths, bytes and streams of a source; an open file is copied into a temporary file."""
    if isinstance(source, str) and "://" in source and not os.path.exists(source):
        yield from _remote(source)
    elif isinstance(source, (str, os.PathLike)):
        yield from _matches(source)
    elif isinstance(source, (bytes, bytearray, memoryview)):
        yield bytes(source)
    elif isinstance(source, _Stream):
        yield source
    elif _is_of_fsspec(source):
        # One that is not open yet may be decompressed by fsspec.
        is_open = not hasattr(source, "compression")
        yield _of_fsspec(source.fs, source.path, None if is_open else source.open)
    elif hasattr(source, "read"):
        yield _copy(source, copies)
    else:
        raise TypeError(f"expected paths, addresses, bytes or binary files, found {source!r}")


def _copy(source: Any, copies: list[Any]) -> str:
    """The name of a temporary file with the rest of an open file, which can be read only once."""
    # Imported here, as few programs need it.
    import tempfile

    copy = tempfile.NamedTemporaryFile(prefix="pgnkit-", suffix=".pgn")
    while block := source.read(_COPY_BYTES):
        if isinstance(block, str):
            raise TypeError("expected a file that is open in binary mode, found one for text")
        copy.write(block)
    copy.flush()
    copies.append(copy)
    return copy.name


def expand(sources: Source | Iterable[Source]) -> tuple[list[Any], list[Any]]:
    """The paths, bytes and streams of sources, and the temporary files among the paths."""
    copies: list[Any] = []
    one = isinstance(sources, (str, bytes, bytearray, memoryview, os.PathLike))
    one = one or hasattr(sources, "read") or _is_of_fsspec(sources)
    several: Any = [sources] if one else sources
    if not hasattr(several, "__iter__"):
        raise TypeError(f"expected paths, addresses, bytes or binary files, found {several!r}")
    return [found for source in several for found in _found(source, copies)], copies


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

    @property
    def schema(self) -> _pyarrow.Schema:
        """The names and types of the columns, as a schema of pyarrow."""
        import pyarrow

        return pyarrow.schema(self)

    def arrow(self) -> _pyarrow.RecordBatchReader:
        """The rows as a reader of pyarrow. A file that cannot be read raises `ReadError`."""
        return _reader(self)

    def to_arrow(self) -> _pyarrow.Table:
        """The rows as a table of pyarrow."""
        return self.arrow().read_all()

    def to_pandas(self) -> _pandas.DataFrame:
        """The rows as a data frame of pandas."""
        frame: _pandas.DataFrame = self.arrow().read_pandas()
        return frame

    df = to_pandas

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
        """The rows as a relation of DuckDB, which can be used any number of times: each query reads
        the files, and only the columns that it uses are built.
        """
        import duckdb

        from ._dataset import ScanDataset

        make = duckdb if connection is None else connection
        return make.from_arrow(ScanDataset(self))

    def _repr_html_(self) -> str:
        """The first rows as a table, for a notebook."""
        from ._notebook import FIRST_ROWS, table

        return table(self.head(FIRST_ROWS + 1))

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


def _reader(scan: Scan, columns: list[str] | None = None) -> _pyarrow.RecordBatchReader:
    """The rows as a reader of pyarrow, with these columns; at the end, it warns of what a scan with
    `damage="skip"` left out.
    """
    import pyarrow

    batches = scan.batches(columns)

    def rows() -> Iterator[_pyarrow.RecordBatch]:
        for batch in batches:
            yield pyarrow.record_batch(batch)
        for damage in batches.damage:
            warnings.warn(damage, stacklevel=2)

    schema = pyarrow.schema(scan)
    if columns is not None:
        schema = pyarrow.schema([schema.field(name) for name in columns])
    return pyarrow.RecordBatchReader.from_batches(schema, rows())


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

    Paths are names of files, patterns (`games/*.pgn.zst`), folders, bytes, open binary files, and
    addresses and files of fsspec (`s3://bucket/*.pgn.zst`, `https://…`). Addresses and files of
    fsspec are read while games are decoded; other open files are copied first, because a scan can
    be read several times.
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
        ImportError: a path is an address, and fsspec is not installed.

    Warns:
        UserWarning: after the last row, of a column with the name of a tag that no game has.
    """
    names = [columns] if isinstance(columns, str) else columns
    wanted = None if names is None else list(names)
    return Scan(paths, wanted, where, table, threads, memory, damage, encoding=encoding)
