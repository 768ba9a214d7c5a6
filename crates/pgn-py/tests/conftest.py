"""What all tests share: the corpora, and python-chess as the reference."""

from __future__ import annotations

import os
import pathlib
import shutil

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
CORPUS = REPOSITORY / "corpus"
SHARED = pathlib.Path(os.environ.get("PGNKIT_CORPUS", REPOSITORY.parent / "shared/corpus"))


def program(name: str) -> str:
    """The path of another program. Skips when it is missing, or fails in CI."""
    path = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/games")
    if path is None:
        if "PGNKIT_REQUIRE_ALL" in os.environ:
            pytest.fail(f"{name} is missing")
        pytest.skip(f"{name} is missing")
    return path


def corpus_files() -> list[pathlib.Path]:
    """The files of the repository's corpus that hold games."""
    return sorted(CORPUS.rglob("*.pgn"))


def shared_files(folders: list[str]) -> list[pathlib.Path]:
    """Files of the corpus of real games. Skips when it is missing, or fails in CI."""
    if not SHARED.is_dir():
        if os.environ.get("PGNKIT_REQUIRE_ALL", "programs") != "programs":
            pytest.fail(f"{SHARED} is missing")
        pytest.skip(f"{SHARED} is missing")
    return sorted(path for folder in folders for path in (SHARED / folder).glob("*.pgn"))
