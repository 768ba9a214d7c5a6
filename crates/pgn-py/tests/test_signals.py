"""Ctrl-C ends a wait for games that do not come."""

from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import sys

import pytest

PROGRAMS = {
    "games": "next(pgnkit.pgn.games(path))",
    "headers": "next(pgnkit.pgn.headers(path))",
    "scan": "next(pgnkit.scan(path).batches())",
    "check": "next(pgnkit.check(path))",
    "arrow": "pgnkit.scan(path).arrow().read_all()",
    "df": "pgnkit.scan(path).df()",
    "capsule": "import pyarrow; pyarrow.table(pgnkit.scan(path))",
    "duckdb": "print(pgnkit.scan(path).duckdb().fetchall())",
    "polars": "pgnkit.scan(path).pl().collect()",
    "tree": "pgnkit.tree(path)",
    "dedupe": "pgnkit.dedupe(path)",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_interrupt(tmp_path: pathlib.Path, name: str) -> None:
    pipe = tmp_path / "games.pgn"
    os.mkfifo(pipe)
    program = f"import sys, pgnkit; path = sys.argv[1]; print('ready', flush=True); {PROGRAMS[name]}"
    command = [sys.executable, "-c", program, str(pipe)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in errors


def test_long_work_on_a_text_is_interrupted() -> None:
    program = "import pgnkit; text = '1. e4 e5 *\\n\\n' * 4_000_000; print('ready', flush=True); "
    program += "print(len(pgnkit.fmt(text)))"
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in errors and output == ""
