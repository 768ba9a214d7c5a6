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
