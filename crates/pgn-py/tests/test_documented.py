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


def records_of_epd(lib: types.ModuleType, pgn: types.ModuleType) -> object:
    board = lib.Board()
    found = board.set_epd('4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "pawn ending"; acd 12;')
    ours = [move.uci() for move in found["bm"]], found["id"], found["acd"]
    other, _ = lib.Board.from_epd(board.epd())
    moved = board.san_and_push(board.find_move(lib.E2, lib.E4))
    after = board.fen(en_passant="fen")
    return ours, other.fen(), moved, after, other.epd(bm=other.parse_san("Kd2"), id="a b")


def moves_by_squares(lib: types.ModuleType, pgn: types.ModuleType) -> object:
    board = lib.Board("r2qk2r/pPp2pb1/3p4/3Pp3/8/2N2Q1p/PPPB1PP1/R3K2R w KQkq e6 0 2")
    captures = sorted(move.uci() for move in board.generate_legal_captures())
    of_queen = sorted(move.uci() for move in board.generate_legal_moves(from_mask=1 << lib.F3))
    to_back = sorted(m.uci() for m in board.generate_legal_moves(to_mask=0xFF << 56))
    promotion = board.find_move(lib.B7, lib.A8), board.find_move(lib.B7, lib.A8, lib.KNIGHT)
    lasting = [m.uci() for m in board.legal_moves if board.is_irreversible(m)]
    return (
        captures,
        of_queen,
        to_back,
        [move.uci() for move in promotion],
        sorted(lasting),
        board.shredder_fen(),
        board.fullmove_number,
    )


def draws(lib: types.ModuleType, pgn: types.ModuleType) -> object:
    board, told = lib.Board(), []
    for san in ("Nf3", "Nf6", "Ng1", "Ng8") * 4:
        board.push_san(san)
        told.append(
            (
                board.is_repetition(3),
                board.can_claim_threefold_repetition(),
                board.is_fivefold_repetition(),
                board.result(claim_draw=True),
            )
        )
    stalemate = lib.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    bare = lib.Board("7k/8/6K1/8/8/8/8/8 b - - 0 1")
    outcome = stalemate.outcome()
    return told, stalemate.is_stalemate(), outcome.termination.name, bare.is_game_over()


def annotations(lib: types.ModuleType, pgn: types.ModuleType) -> object:
    text = "1. e4 $1 {good [%clk 0:04:59] [%eval 0.35,20] [%csl Ge4][%cal Re2e4]} e5 $146 *"
    game = pgn.read_game(io.StringIO(text))
    node = game.next()
    arrows = [(arrow.tail, arrow.head, arrow.color) for arrow in node.arrows()]
    seen = node.eval().white().score(), node.eval_depth(), node.clock(), arrows
    node.set_clock(3600)
    node.set_arrows([(lib.E4, lib.E4)])
    node.set_eval(None)
    node.nags.add(pgn.NAG_DUBIOUS_MOVE)
    novelty = pgn.NAG_NOVELTY in node.next().nags
    constants = {name: value for name, value in vars(pgn).items() if name.startswith("NAG_")}
    return seen, node.comment, sorted(node.nags), novelty, constants, str(game)


def edit_variations(lib: types.ModuleType, pgn: types.ModuleType) -> object:
    game = pgn.Game()
    game.add_line([lib.Move.from_uci(m) for m in ("e2e4", "e7e5", "g1f3")], comment="main")
    other = game.add_variation(lib.Move.from_uci("d2d4"), nags=[pgn.NAG_GOOD_MOVE])
    other.add_main_variation(lib.Move.from_uci("d7d5"))
    game.add_variation(lib.Move.from_uci("c2c4"), starting_comment="or")
    texts = [str(game)]
    game.promote(lib.Move.from_uci("c2c4"))
    texts.append(str(game))
    game.promote_to_main(lib.Move.from_uci("d2d4"))
    texts.append(str(game))
    game.demote(lib.Move.from_uci("d2d4"))
    game.remove_variation(lib.Move.from_uci("e2e4"))
    texts.append(str(game))
    node = game[0]
    return texts, node.is_mainline(), node.starts_variation(), game.has_variation(1), node.ply()


def time_controls(lib: types.ModuleType, pgn: types.ModuleType) -> object:
    seen = []
    for text in ("40/7200:3600", "300+2", "60", "-", "?"):
        control = pgn.parse_time_control(text)
        parts = [(part.moves, part.time, part.increment, part.delay) for part in control.parts]
        seen.append((control.type.name, parts))
    return seen


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
    records_of_epd,
    moves_by_squares,
    draws,
    annotations,
    edit_variations,
    time_controls,
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_program(program: object) -> None:
    ours = program(pgnkit, pgnkit.pgn)  # type: ignore[operator]
    assert ours == program(chess, chess.pgn)  # type: ignore[operator]
