"""Opening books: written here and read by python-chess, and the other way round."""

from __future__ import annotations

import pathlib
import random

import chess
import chess.polyglot
import pytest

import pgnkit
import pgnkit.pgn
from pgnkit import polyglot

from conftest import CORPUS


def entries() -> list[tuple[pgnkit.Board, pgnkit.Move, int]]:
    """The moves of games, by their positions."""
    found = []
    for number, game in enumerate(pgnkit.pgn.games(CORPUS / "classic")):
        board = game.board()
        for move in game.mainline_moves():
            found.append((board.copy(), move, number + 1))
            board.push(move)
    return found


def test_books_are_read_as_python_chess_reads_them(tmp_path: pathlib.Path) -> None:
    path, given = tmp_path / "book.bin", entries()
    written = polyglot.write_book(path, given)
    with polyglot.open_reader(path) as ours, chess.polyglot.open_reader(path) as theirs:
        assert len(ours) == len(theirs) == written > 500
        for number in range(0, written, 7):
            our, their = ours[number], theirs[number]
            assert our[:4] == their[:4]
        assert [entry[:4] for entry in ours] == [entry[:4] for entry in theirs]
        assert ours[-1] == ours[len(ours) - 1] and ours[1:3] == [ours[1], ours[2]]
        for board, _, _ in given:
            other = chess.Board(board.fen())
            found = list(ours.find_all(board))
            expected = list(theirs.find_all(other))
            assert [(entry.move.uci(), entry.weight) for entry in found] == [
                (entry.move.uci(), entry.weight) for entry in expected
            ]
            best = ours.find(board)
            assert best.weight == theirs.find(other).weight == max(e.weight for e in found)
            assert all(board.is_legal(entry.move) for entry in found)
            assert [entry[:4] for entry in ours.find_all(polyglot.zobrist_hash(board))] == [
                entry[:4] for entry in expected
            ]


def test_keys_are_those_of_python_chess() -> None:
    for board, _, _ in entries():
        assert polyglot.zobrist_hash(board) == chess.polyglot.zobrist_hash(chess.Board(board.fen()))


def test_special_moves_and_weights(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "book.bin"
    board = pgnkit.Board("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1")
    moves = {"e1g1": 3, "e1c1": 2, "b7a8n": 1, "b7b8q": 9}
    given = [(board, pgnkit.Move.from_uci(uci), weight) for uci, weight in moves.items()]
    assert polyglot.write_book(path, [*given, (board, pgnkit.Move.from_uci("b7b8q"))]) == 4
    moves["b7b8q"] += 1
    with polyglot.open_reader(path) as book:
        assert {entry.move.uci(): entry.weight for entry in book.find_all(board)} == moves
        weights = [entry.weight for entry in book.find_all(board)]
        assert weights == sorted(weights, reverse=True)
        castling = pgnkit.Move.from_uci("e1g1")
        few = book.find_all(board, minimum_weight=2, exclude_moves=[castling])
        assert [entry.move.uci() for entry in few] == ["b7b8q", "e1c1"]
        chance = random.Random(1)
        chosen = [book.weighted_choice(board, random=chance).move.uci() for _ in range(400)]
        assert chosen.count("b7b8q") > chosen.count("e1g1") > chosen.count("b7a8n") > 0
        even = [book.choice(board, random=chance).move.uci() for _ in range(400)]
        assert set(even) == set(moves) and min(map(even.count, moves)) > 50
        assert book.get(pgnkit.Board()) is None
        for ask in (book.find, book.choice, book.weighted_choice):
            with pytest.raises(IndexError):
                ask(pgnkit.Board())
        # As it is written: the king takes its rook.
        assert "e1h1" in {entry.move.uci() for entry in book}
    with pytest.raises(ValueError, match="closed"):
        len(book)


def test_what_is_no_book_is_an_error(tmp_path: pathlib.Path) -> None:
    with pytest.raises(FileNotFoundError):
        polyglot.open_reader(tmp_path / "missing.bin")
    wrong = tmp_path / "wrong.bin"
    wrong.write_bytes(b"x" * 17)
    with pytest.raises(pgnkit.ReadError, match="not a Polyglot book: its length"):
        polyglot.open_reader(wrong)
    wrong.write_bytes(bytes([9] * 16 + [1] * 16 + [0] * 16))
    with pytest.raises(pgnkit.ReadError, match="not in order"):
        list(polyglot.open_reader(wrong).find_all(pgnkit.Board()))
    board = pgnkit.Board("4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", variant="Crazyhouse")
    for move in (pgnkit.Move.null(), pgnkit.Move.from_uci("Q@a1")):
        with pytest.raises(pgnkit.WriteError):
            polyglot.make_entry(board, move)
    with pytest.raises(pgnkit.WriteError, match="65,535"):
        start = pgnkit.Board()
        polyglot.write_book(wrong, [(start, start.parse_san("e4"), 70_000)])
    with pytest.raises(FileNotFoundError):
        polyglot.write_book(tmp_path / "no" / "folder.bin", [])
    assert wrong.read_bytes()[:1] == b"\t"
    empty = tmp_path / "empty.bin"
    assert polyglot.write_book(empty, []) == 0 and len(polyglot.open_reader(empty)) == 0
