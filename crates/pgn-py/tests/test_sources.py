"""Games from addresses and files of fsspec: the same as from the disk, and streamed."""

from __future__ import annotations

import gzip
import io
import pathlib
import threading
import zipfile
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import duckdb
import fsspec
import polars
import pyarrow
import pytest

import pgnkit
import pgnkit.pgn

GAME = b'[White "Tal"]\n[Black "?"]\n[Date "1960.05.07"]\n\n1. e4 e5 2. Nf3 1-0\n\n'
MANY = 3_000


@pytest.fixture
def memory() -> Iterator[Any]:
    """The file system of fsspec in memory, with games."""
    fs = fsspec.filesystem("memory")
    folder = "/pgnkit-test"
    fs.pipe(f"{folder}/a.pgn", GAME)
    fs.pipe(f"{folder}/b.pgn.gz", gzip.compress(GAME * MANY))
    fs.pipe(f"{folder}/notes.txt", b"no games")
    yield fs
    fs.rm(folder, recursive=True)


def by_name_in_duckdb(scan: pgnkit.Scan) -> int:
    return len(duckdb.sql("SELECT * FROM scan").fetchall())


ADDRESSES = [
    ("memory://pgnkit-test/a.pgn", 1),
    ("memory://pgnkit-test/b.pgn.gz", MANY),
    ("memory://pgnkit-test/*.pgn*", MANY + 1),
    ("memory://pgnkit-test", MANY + 1),
]


@pytest.mark.parametrize(("address", "n_games"), ADDRESSES)
def test_an_address_is_read_by_every_function(memory: Any, address: str, n_games: int) -> None:
    scan = pgnkit.scan(address, ["file", "white"])
    ways: list[Callable[[], int]] = [
        lambda: sum(len(batch) for batch in scan.batches()),
        lambda: pyarrow.table(scan).num_rows,
        lambda: polars.DataFrame(scan).height,
        lambda: scan.pl().collect().height,
        lambda: len(scan.to_pandas()),
        lambda: len(scan.duckdb().fetchall()),
        lambda: by_name_in_duckdb(scan),
        lambda: sum(1 for _ in pgnkit.pgn.headers(address)),
        lambda: sum(1 for _ in pgnkit.pgn.games(address)),
        lambda: pgnkit.tree(address)[0].games,
        lambda: len(pgnkit.dedupe(address, "exact")) + 1,
    ]
    for way in ways:
        assert way() == n_games
    assert {row["file"] for row in scan.head(1).to_pylist()} <= {
        "memory:///pgnkit-test/a.pgn",
        "memory:///pgnkit-test/b.pgn.gz",
        "memory://pgnkit-test/a.pgn",
        "memory://pgnkit-test/b.pgn.gz",
    }


def test_files_of_fsspec_are_opened_each_time(memory: Any, tmp_path: pathlib.Path) -> None:
    for source in (
        fsspec.open("memory://pgnkit-test/a.pgn"),
        fsspec.open("memory://pgnkit-test/b.pgn.gz", compression="gzip"),
        memory.open("/pgnkit-test/a.pgn"),
        fsspec.open_files("memory://pgnkit-test/*.pgn*"),
    ):
        scan = pgnkit.scan(source, ["white"])
        n_rows = scan.to_arrow().num_rows
        assert n_rows in {1, MANY, MANY + 1} and scan.to_arrow().num_rows == n_rows
    with pytest.raises(pgnkit.ReadError, match="binary mode"):
        pgnkit.scan(fsspec.open("memory://pgnkit-test/a.pgn", "r"), ["white"]).to_arrow()


def test_a_missing_address_is_a_missing_file(memory: Any) -> None:
    for address in ("memory://pgnkit-test/none.pgn", "memory://pgnkit-test/*.none"):
        with pytest.raises(FileNotFoundError) as caught:
            pgnkit.scan(address, ["white"]).to_arrow()
        assert isinstance(caught.value, pgnkit.ReadError)
    memory.mkdir("/pgnkit-test/empty")
    with pytest.raises(pgnkit.ReadError, match="no game files"):
        pgnkit.scan("memory://pgnkit-test/empty")


def test_a_stream_is_not_read_ahead_whole(memory: Any) -> None:
    text = GAME * (200 * MANY)
    opened: list[io.BytesIO] = []

    class Files:
        protocol = "test"

        def unstrip_protocol(self, path: str) -> str:
            return f"test://{path}"

        def size(self, path: str) -> int:
            return len(text)

        def open(self, path: str, mode: str) -> io.BytesIO:
            opened.append(io.BytesIO(text))
            return opened[-1]

    class File:
        fs, path = Files(), "many.pgn"

    games = pgnkit.pgn.games(File(), threads=1)
    assert next(games).headers["White"] == "Tal"
    assert len(opened) == 1 and not opened[0].closed and opened[0].tell() < len(text)
    batches = pgnkit.scan(File(), ["white"]).batches()
    assert batches.total_bytes == len(text)


def test_errors_of_a_stream_are_read_errors() -> None:
    class Files:
        protocol = "test"

        def unstrip_protocol(self, path: str) -> str:
            return f"test://{path}"

        def open(self, path: str, mode: str) -> io.RawIOBase:
            class Broken(io.RawIOBase):
                n_reads = 0

                def read(self, size: int = -1) -> bytes:
                    self.n_reads += 1
                    if self.n_reads > 3:
                        raise OSError("the line is dead")
                    return GAME

            return Broken()

    class File:
        fs, path = Files(), "broken.pgn"

    with pytest.raises(pgnkit.ReadError, match="the line is dead") as caught:
        list(pgnkit.pgn.games(File()))
    assert caught.value.file == "test://broken.pgn"


def test_web_addresses(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("aiohttp")

    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(GAME)))
            self.end_headers()

        def do_GET(self) -> None:
            self.do_HEAD()
            self.wfile.write(GAME)

        def log_message(self, *_: object) -> None: ...

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        address = f"http://127.0.0.1:{server.server_port}/games.pgn?player=tal"
        assert pgnkit.scan(address, ["white"]).head().to_pylist() == [{"white": "Tal"}]
    finally:
        server.shutdown()
        server.server_close()


def test_bytes_are_read_in_place(tmp_path: pathlib.Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a.pgn", GAME)
    for data in (GAME, bytearray(GAME), memoryview(GAME), gzip.compress(GAME), packed.getvalue()):
        rows = pgnkit.scan(data, ["file", "white", "black"]).head().to_pylist()
        assert [(row["white"], row["black"]) for row in rows] == [("Tal", None)]
        assert rows[0]["file"].startswith("<bytes>")
