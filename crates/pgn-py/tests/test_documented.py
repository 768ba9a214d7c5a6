"""Programs as they are written for python-chess, after changing the import."""

from __future__ import annotations

import io
import types

import chess
import chess.pgn
import pytest

import pgnkit
import pgnkit.pgn

from conftest import CORPUS

TEXT = (CORPUS / "generated/export-annotated.pgn").read_text()


def last_position(lib: types.ModuleType, pgn: types.ModuleType) -> object:
    game = pgn.read_game(io.StringIO(TEXT))
    board = game.board()
    for move in game.mainline_moves():
        board.push(move)
    return board.fen(), board.is_game_over(), game.end().board().fen()


def pick_games(lib: types.ModuleType, pgn: types.ModuleType) -> object:
    handle, offsets = io.StringIO(TEXT), []
    while True:
        offset = handle.tell()
        headers = pgn.read_headers(handle)
        if headers is None:
            break
        if headers.get("Result", "*") == "1-0":
            offsets.append(offset)
    found = []
    for offset in offsets:
        handle.seek(offset)
        found.append(str(pgn.read_game(handle)))
    return found


def make_a_game(lib: types.ModuleType, pgn: types.ModuleType) -> object:
    game = pgn.Game()
    game.headers["Event"] = "Example"
    node = game.add_variation(lib.Move.from_uci("e2e4"))
    node = node.add_variation(lib.Move.from_uci("e7e5"))
    node.comment = "a comment"
    game.add_variation(lib.Move.from_uci("d2d4"), comment="or this")
    return str(game), list(game.headers), len(game.variations), game.variation(0).san()


def from_a_board(lib: types.ModuleType, pgn: types.ModuleType) -> object:
    board = lib.Board()
    for san in ("f3", "e5", "g4", "Qh4#"):
        board.push_san(san)
    game = pgn.Game.from_board(board)
    return str(game), board.outcome().result(), board.outcome().termination.name


def count_captures(lib: types.ModuleType, pgn: types.ModuleType) -> object:
    class Counter(pgn.BaseVisitor):  # type: ignore[name-defined,misc]
        def begin_game(self) -> None:
            self.n_captures = 0

        def visit_move(self, board: object, move: object) -> None:
            self.n_captures += board.is_capture(move)

        def begin_variation(self) -> object:
            return pgn.SKIP

        def result(self) -> int:
            return self.n_captures

    return pgn.read_game(io.StringIO(TEXT), Visitor=Counter)


def without_comments(lib: types.ModuleType, pgn: types.ModuleType) -> object:
    class Plain(pgn.GameBuilder):  # type: ignore[name-defined,misc]
        def visit_comment(self, comment: str) -> None:
            pass

        def begin_variation(self) -> object:
            return pgn.SKIP

        def end_variation(self) -> None:
            pass

    return str(pgn.read_game(io.StringIO(TEXT), Visitor=Plain))


def visitors_of_the_library(lib: types.ModuleType, pgn: types.ModuleType) -> object:
    headers = pgn.read_game(io.StringIO(TEXT), Visitor=pgn.HeadersBuilder)
    board = pgn.read_game(io.StringIO(TEXT), Visitor=pgn.BoardBuilder)
    game = pgn.read_game(io.StringIO(TEXT), Visitor=pgn.GameBuilder)
    skipped = pgn.read_game(io.StringIO(TEXT), Visitor=pgn.SkipVisitor)
    return dict(headers), board.fen(), str(game), skipped


def export(lib: types.ModuleType, pgn: types.ModuleType) -> object:
    game, texts = pgn.read_game(io.StringIO(TEXT)), []
    for columns in (None, 20, 80):
        for on in (True, False):
            exporter = pgn.StringExporter(
                columns=columns, headers=on, comments=not on, variations=on
            )
            texts.append(game.accept(exporter))
    handle = io.StringIO()
    n_written = game.accept(pgn.FileExporter(handle))
    return texts, handle.getvalue(), n_written


def squares(lib: types.ModuleType, pgn: types.ModuleType) -> object:
    board = lib.Board()
    attackers = board.attackers(lib.WHITE, lib.F3)
    return (
        [lib.square_name(square) for square in attackers],
        lib.parse_square("e4") == lib.E4,
        lib.square_distance(lib.A1, lib.H8),
        board.piece_at(lib.E1).symbol(),
        str(lib.SquareSet(attackers)),
        lib.Move.from_uci("e2e4") in board.legal_moves,
        board.legal_moves.count(),
        board.variation_san([lib.Move.from_uci(m) for m in ("e2e4", "e7e5", "g1f3")]),
        lib.SQUARE_NAMES,
        lib.STARTING_FEN,
    )


PROGRAMS = [
    last_position,
    pick_games,
    make_a_game,
    from_a_board,
    count_captures,
    without_comments,
    visitors_of_the_library,
    export,
    squares,
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_program(program: object) -> None:
    ours = program(pgnkit, pgnkit.pgn)  # type: ignore[operator]
    assert ours == program(chess, chess.pgn)  # type: ignore[operator]
