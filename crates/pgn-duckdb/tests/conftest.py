"""What the tests share: DuckDB with the extension, the command, the corpus."""

import os
import subprocess
from pathlib import Path

import duckdb
import pytest

ROOT = Path(__file__).resolve().parents[3]


def pytest_sessionstart(session):
    assert duckdb.__version__ == os.environ["PGNKIT_DUCKDB"], duckdb.__version__


@pytest.fixture
def db(monkeypatch):
    """A database that has loaded the extension, in the folder of the repository."""
    monkeypatch.chdir(ROOT)
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    connection.execute(f"LOAD '{os.environ['PGNKIT_EXTENSION']}'")
    yield connection
    connection.close()


@pytest.fixture
def rows(db):
    return lambda sql, *values: db.execute(sql, list(values)).fetchall()


@pytest.fixture
def pgn():
    """Runs the command and gives what it printed."""

    def run(*arguments, status=0, cwd=ROOT):
        command = [os.environ["PGNKIT_COMMAND"], *map(str, arguments)]
        done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
        assert done.returncode == status, (command, done.stderr)
        return done.stdout

    return run
