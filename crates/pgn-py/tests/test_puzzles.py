"""Puzzles: themes by the rules, solutions that an engine confirms, and the three formats."""

from __future__ import annotations

import csv
import io
import pathlib
import subprocess
import sys
from collections import Counter

import pytest

import pgnkit
import pgnkit.pgn
from pgnkit import puzzles
from pgnkit.engine import Cp, Limit, Mate, Score, SimpleEngine

from conftest import program

# A position, a solution, a score, and themes that it has and does not have.
THEMES: list[tuple[str, str, Score, str, str]] = [
    ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", Mate(1), "mate mateIn1 backRankMate", "fork"),
    ("6k1/5pp1/7p/8/8/8/8/R3K3 w - - 0 1", "a1a8", Cp(0), "equality rookEndgame", "mate"),
    (
        "r5rk/6pp/8/6N1/8/8/8/4K3 w - - 0 1",
        "g5f7",
        Mate(1),
        "smotheredMate mateIn1",
        "backRankMate",
    ),
    (
        "4k3/8/8/8/3n4/8/8/R3K2R b KQ - 0 1",
        "d4c2 e1d1 c2a1",
        Cp(300),
        "fork short advantage",
        "mate",
    ),
    ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", Cp(900), "promotion pawnEndgame", "underPromotion"),
    ("8/P7/8/8/8/8/2k5/K7 w - - 0 1", "a7a8n", Cp(0), "promotion underPromotion equality", "mate"),
    ("4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 1", "c5d6", Cp(250), "enPassant advantage", "hangingPiece"),
    ("4k3/4r3/8/8/8/8/8/3K4 b - - 0 1", "e8f8", Cp(0), "oneMove", "pin castling"),
    ("4k3/4n3/8/8/8/8/8/R5K1 w - - 0 1", "a1e1", Cp(200), "pin", "fork"),
    ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", Cp(500), "castling advantage", "discoveredCheck"),
    ("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "e4f6", Cp(700), "doubleCheck discoveredCheck", "mate"),
    ("4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1", "c3d5", Cp(700), "hangingPiece crushing", "sacrifice"),
    (
        "6k1/5ppp/8/8/8/8/1q3PPP/1R2R1K1 w - - 0 1",
        "b1b2",
        Cp(900),
        "hangingPiece crushing",
        "sacrifice",
    ),
    (
        "3r2k1/5ppp/8/8/8/8/3Q1PPP/3R2K1 w - - 0 1",
        "d2d8",
        Cp(900),
        "hangingPiece",
        "endgame",
    ),
    (
        "2r3k1/5ppp/8/8/8/8/3Q1PPP/3R2K1 w - - 0 1",
        "d2d8 c8d8 d1d8",
        Mate(2),
        "mate mateIn2 short backRankMate sacrifice",
        "crushing",
    ),
]


@pytest.mark.parametrize("case", THEMES, ids=[f"{fen} {line}" for fen, line, *_ in THEMES])
def test_themes_are_decided_by_rules(case: tuple[str, str, Score, str, str]) -> None:
    fen, line, score, has, has_not = case
    board = pgnkit.Board(fen)
    moves = [pgnkit.Move.from_uci(uci) for uci in line.split()]
    found = puzzles.themes_of(board, moves, score)
    assert list(found) == sorted(set(found))
    assert set(has.split()) <= set(found) and not set(has_not.split()) & set(found)
    # The other side has the same themes.
    mirrored = [pgnkit.Move(m.from_square ^ 56, m.to_square ^ 56, m.promotion) for m in moves]
    assert puzzles.themes_of(board.mirror(), mirrored, score) == found


# Two mistakes that are punished, by comments with evaluations and without.
GAMES = """\
[Event "Club"]
[Site "https://example.org/abc"]
[White "Quill"]
[Black "Reed"]
[Result "0-1"]

1. f3 {[%eval -0.6]} e5 {[%eval -0.5]} 2. g4 {[%eval #-1]} Qh4# 0-1

[Site "Rome"]
[White "Ash"]
[Black "Elm"]

1. e4 e5 2. Nf3 f6 3. Nxe5 fxe5 4. Qh5+ g6 5. Qxe5+ *

[Variant "Atomic"]

1. e4 *
"""


def found_in(text: str, settings: puzzles.Settings) -> tuple[list[puzzles.Puzzle], Counter[str]]:
    handle, counts = io.StringIO(text), Counter[str]()
    games = iter(lambda: pgnkit.pgn.read_game(handle), None)
    with SimpleEngine.popen_uci(program("stockfish")) as engine:
        return list(puzzles.find(games, engine, settings, counts)), counts  # type: ignore[arg-type]


QUICK = puzzles.Settings(nodes=60_000, scan_nodes=6_000)


def test_puzzles_have_one_good_move() -> None:
    found, counts = found_in(GAMES, QUICK)
    first = found[0]
    assert [move.uci() for move in first.solution] == ["d8h4"] and first.score == Mate(1)
    assert {"mate", "mateIn1", "oneMove", "opening"} <= set(first.themes)
    assert first.url == "https://example.org/abc#3" and first.opening_tags
    assert counts["games"] == 2 and counts["puzzles"] == len(found)
    assert counts["games left out: another variant or unknown rules"] == 1
    assert len({puzzle.id for puzzle in found}) == len(found)
    with SimpleEngine.popen_uci(program("stockfish")) as engine:
        for puzzle in found:
            board = puzzle.board
            for number, move in enumerate(puzzle.solution):
                if number % 2 == 0 and board.legal_moves.count() > 1:
                    lines = engine.analyse(board, Limit(nodes=200_000), multipv=2)
                    best, second = (puzzles.win_chance(i["score"].relative) for i in lines)
                    assert lines[0]["pv"][0] == move and best - second > 0.4
                board.push(move)
            assert len(puzzle.solution) % 2 == 1


def test_a_quiet_game_has_none() -> None:
    found, counts = found_in("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *", QUICK)
    assert found == [] and counts["positions scanned"] == 9


def test_the_formats_have_the_same_puzzles(tmp_path: pathlib.Path) -> None:
    engine, source = program("stockfish"), tmp_path / "games.pgn"
    source.write_text(GAMES)
    written = {}
    for form in ("csv", "epd", "pgn"):
        target = tmp_path / f"out.{form}"
        command = [sys.executable, "-m", "pgnkit.puzzles", str(source), "-o", str(target)]
        command += ["--engine", engine, "--nodes", "60000", "--scan-nodes", "6000"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert "games: 2\n" in done.stderr and "puzzles: " in done.stderr
        written[form] = target.read_text()
    rows = list(csv.DictReader(io.StringIO(written["csv"])))
    records = pgnkit.read_epd(written["epd"])
    games = list(pgnkit.pgn.games(written["pgn"].encode()))
    assert len(rows) == len(records) == len(games) >= 1
    for row, record, game in zip(rows, records, games):
        assert list(row) == puzzles.COLUMNS
        moves = row["Moves"].split()
        board = pgnkit.Board(row["FEN"])
        board.push_uci(moves[0])
        assert record.board().fen(en_passant="legal").split()[:4] == board.fen(
            en_passant="legal"
        ).split()[:4]
        assert [move.uci() for move in record["bm"]] == moves[1:2]
        assert [move.uci() for move in record["pv"]] == moves[1:] and record["id"] == row["PuzzleId"]
        assert game.board() == board and not game.errors
        assert [move.uci() for move in game.mainline_moves()] == moves[1:]
        assert game.headers["Themes"] == row["Themes"] == record["c0"]


WRONG: list[tuple[list[str], str]] = [
    (["missing.pgn", "-o", "x.csv"], "missing.pgn"),
    (["{games}", "-o", "x.txt"], "expected .csv, .epd or .pgn"),
    (["{games}", "--engine", "no-such-engine"], "cannot be started"),
    (["{games}", "--where", "White =="], "expected"),
    (["{games}", "--nodes", "0"], "from 1 on"),
]


@pytest.mark.parametrize("arguments, why", WRONG, ids=[why for _, why in WRONG])
def test_errors_are_sentences(tmp_path: pathlib.Path, arguments: list[str], why: str) -> None:
    source = tmp_path / "games.pgn"
    source.write_text(GAMES)
    command = [word.format(games=source) for word in arguments]
    if "--engine" not in command:
        command += ["--engine", program("stockfish")]
    done = subprocess.run(
        [sys.executable, "-m", "pgnkit.puzzles", *command],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 2 and why in done.stderr and "Traceback" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["games.pgn"]
