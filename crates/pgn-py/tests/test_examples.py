"""The programs of `examples/`, on games of the corpus."""

from __future__ import annotations

import importlib.util
import pathlib
import sys
import types

import pyarrow.parquet

import pgnkit.pgn
from pgnkit.engine import SimpleEngine
from pgnkit.puzzles import Settings

from conftest import CORPUS, program

EXAMPLES = pathlib.Path(__file__).resolve().parents[1] / "examples"

# Three games as a server writes them: evaluations and clocks, in two months.
GAMES = """\
[Date "2024.05.01"]
[White "Quill"]
[Black "Reed"]
[Result "1-0"]
[WhiteElo "1612"]
[BlackElo "1488"]
[TimeControl "300+2"]

1. e4 {[%eval 0.3] [%clk 0:05:00]} e5 {[%eval 0.3] [%clk 0:05:00]}
2. Nf3 {[%eval 0.2] [%clk 0:04:58]} Nc6 {[%eval 0.3] [%clk 0:04:57]}
3. Bc4 {[%eval 0.2] [%clk 0:04:55]} Nd4 {[%eval 0.9] [%clk 0:04:49]}
4. O-O {[%eval 0.6] [%clk 0:04:52]} h6 {[%eval 1.0] [%clk 0:04:45]}
5. d3 {[%eval 0.7] [%clk 0:04:50]} g5 {[%eval 4.6] [%clk 0:04:44]}
6. Nxe5 {[%eval 4.4] [%clk 0:04:40]} d6 {[%eval 5.0] [%clk 0:04:41]} 1-0

[Date "2024.05.02"]
[White "Reed"]
[Black "Quill"]
[Result "0-1"]
[WhiteElo "1488"]
[BlackElo "1612"]

1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 0-1

[Date "2024.06.11"]
[White "Quill"]
[Black "Reed"]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 1/2-1/2
"""


def example(name: str) -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def games(tmp_path: pathlib.Path) -> str:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    return str(path)


def test_dump_to_parquet(tmp_path: pathlib.Path) -> None:
    n_games = example("dump_to_parquet").convert(games(tmp_path), str(tmp_path / "out"))
    assert n_games == {(2024, 5): 2, (2024, 6): 1}
    table = pyarrow.parquet.read_table(tmp_path / "out")
    assert table.num_rows == 3 and sorted(table["month"].to_pylist()) == [5, 5, 6]


def test_loss_by_rating(tmp_path: pathlib.Path) -> None:
    table = example("loss_by_rating").measure([games(tmp_path)])
    # Black: from 0.3, 0.2, 0.2, 0.6, 0.7 and 4.4 to 0.3, 0.3, 0.9, 1.0, 4.6 and 5.0.
    assert table[1400][:2] == (6, (0 + 10 + 70 + 40 + 390 + 60) / 6)
    assert table[1600][2] == (4 + 5 + 5 + 4 + 12) / 5
    assert table[1400][2] == (5 + 10 + 6 + 3 + 5) / 5


def test_repertoire(tmp_path: pathlib.Path) -> None:
    found = example("repertoire").repertoire("Quill", [games(tmp_path)])
    by_code = {(color, eco): value for (color, eco, _), value in found.items()}
    assert by_code["black", "B90"] == (1, 1.0) and by_code["white", "C60"] == (1, 0.5)
    assert example("repertoire").repertoire("Morphy", [str(CORPUS / "classic")])


def test_my_puzzles(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('[White "Quill"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Nc6 3. h3 Qh4# 0-1\n')
    with SimpleEngine.popen_uci(program("stockfish")) as engine:
        settings = Settings(nodes=20_000, scan_nodes=2_000)
        own, others = example("my_puzzles").puzzles_of("Quill", [str(path)], engine, settings)
    assert own == [] and [puzzle.solution for puzzle in others] == [
        (pgnkit.Move.from_uci("d8h4"),)
    ] * 2


def test_training_positions(tmp_path: pathlib.Path) -> None:
    target = str(tmp_path / "out.parquet")
    n_rows = example("training_positions").write(target, [games(tmp_path)])
    rows = pyarrow.parquet.read_table(target).to_pylist()
    # From ply 8 on: after h6, d3, Nxe5 and d6; after g5 the next move captures.
    assert len(rows) == n_rows == 4
    assert [row["centipawns"] for row in rows] == [100, -70, -440, 500]
    assert [row["outcome"] for row in rows] == [1, -1, -1, 1]
