"""The names and their types: the stubs have what the modules have, and a docstring for each."""

from __future__ import annotations

import pathlib
import subprocess
import sys
import typing

import pytest

import pgnkit
import pgnkit.pgn
import stub_docs

PROJECT = pathlib.Path(__file__).resolve().parents[1]

# `.ci/spark` has what the module for Spark imports.
ALLOWED = r"""
pgnkit\.spark
"""


def test_the_stubs_have_what_the_modules_have(tmp_path: pathlib.Path) -> None:
    allowed = tmp_path / "allowed"
    allowed.write_text(ALLOWED)
    command = [sys.executable, "-m", "mypy.stubtest", "pgnkit", "--ignore-disjoint-bases"]
    command += ["--allowlist", str(allowed), "--mypy-config-file", str(PROJECT / "pyproject.toml")]
    command += ["--ignore-unused-allowlist"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]


def test_the_stub_has_the_docstrings_of_the_module() -> None:
    text = stub_docs.STUB.read_text(encoding="utf-8")
    assert text == stub_docs.with_docs(text), "run `python tests/stub_docs.py`"
    tree = stub_docs.ast.parse(text)
    missing = [
        stub_docs.name_of(node) or node.name  # type: ignore[union-attr]
        for node, doc in stub_docs.parts(tree)
        if not doc and not (isinstance(node, stub_docs.ast.AnnAssign))
    ]
    assert missing == []
    assert text.count('"""') > 600


def test_modules_list_their_lazy_names() -> None:
    assert {"BB_A1", "popcount", "STATUS_VALID", "engine", "svg", "polyglot"} <= set(dir(pgnkit))
    assert {"TimeControl", "parse_time_control"} <= set(dir(pgnkit.pgn))
    for module in (pgnkit, pgnkit.pgn):
        for name in dir(module):
            assert getattr(module, name) is not None or name.startswith("__")
    assert pgnkit.engine.Limit(depth=1).depth == 1
    with pytest.raises(AttributeError):
        pgnkit.no_such_name  # type: ignore[attr-defined]


def test_generic_classes_are_generic_at_run_time() -> None:
    T = typing.TypeVar("T")

    class Own(pgnkit.pgn.BaseVisitor[T], typing.Generic[T]):
        pass

    class Counter(pgnkit.pgn.BaseVisitor[int]):
        pass

    assert typing.get_args(Counter.__orig_bases__[0]) == (int,)  # type: ignore[attr-defined]
    assert typing.get_origin(Own[int]) is Own and issubclass(Counter, pgnkit.pgn.BaseVisitor)
    alias = pgnkit.pgn.BaseVisitor[T]
    assert typing.get_args(alias[str]) == (str,)  # type: ignore[index]
    assert typing.get_args(pgnkit.pgn.Mainline[pgnkit.Move]) == (pgnkit.Move,)


# What type checkers infer; mypy checks that no cast is needed.
TYPED = """
import io
from collections.abc import Iterator
from typing_extensions import assert_type
import pgnkit, pgnkit.pgn as pgn
from pgnkit import engine, polyglot, svg, variant

handle = io.StringIO("")
game = pgn.read_game(handle)
assert_type(game, pgn.Game | None)
assert_type(pgn.read_game(handle, Visitor=pgn.StringExporter), str | None)
assert_type(pgn.read_game(handle, Visitor=pgn.BoardBuilder), pgnkit.Board | None)
assert game is not None
assert_type(game.accept(pgn.StringExporter()), str)
assert_type(game.accept(pgn.FileExporter(handle)), int)
assert_type(game.accept(pgn.GameBuilder()), pgn.Game)
assert_type(game.mainline().accept(pgn.HeadersBuilder()), pgn.Headers)
assert_type(game.headers.get("White"), str | None)
assert_type(game.headers.get("White", "?"), str)
assert_type(game.next(), pgn.ChildNode | None)

class Counter(pgn.BaseVisitor[int]):
    def result(self) -> int:
        return 1

assert_type(game.accept(Counter()), int)

class Own(pgnkit.Board):
    pass

assert_type(Own().copy(), Own)
assert_type(Own.empty(), Own)
assert_type(variant.AtomicBoard().mirror(), variant.AtomicBoard)
assert_type(pgnkit.BB_A1 | pgnkit.BB_FILE_A, int)

def analysed(player: engine.SimpleEngine, board: pgnkit.Board) -> None:
    assert_type(player.analyse(board, engine.Limit(time=1)), engine.InfoDict)
    assert_type(player.analyse(board, engine.Limit(time=1), multipv=2), list[engine.InfoDict])
    assert_type(player.play(board, engine.Limit()).move, pgnkit.Move | None)

assert_type(svg.board(pgnkit.Board(), arrows=[(1, 2)]), svg.Picture)
assert_type(polyglot.open_reader("x")[0], polyglot.Entry)
assert_type(polyglot.open_reader("x")[:2], list[polyglot.Entry])
assert_type(pgnkit.merge_tree(b"").game, pgn.Game)
"""


def test_type_checkers_infer_types(tmp_path: pathlib.Path) -> None:
    program = tmp_path / "typed.py"
    program.write_text(TYPED)
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", "", str(program)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]
