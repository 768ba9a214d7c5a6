"""Boards that are set up, beside those of python-chess: what is wrong with them, and what moves."""

from __future__ import annotations

import copy
import io
import random

import chess
import chess.pgn
import chess.variant
import pyarrow
import pytest

import pgnkit
import pgnkit.pgn

from conftest import shared_files


def moves_of(board: object, name: str) -> list[str]:
    return sorted(move.uci() for move in getattr(board, name))


def is_possible(board: pgnkit.Board) -> bool:
    try:
        return bool(board.legal_moves) or True
    except pgnkit.PositionError:
        return False


def assert_same(ours: pgnkit.Board, theirs: chess.Board) -> None:
    assert ours.fen(en_passant="fen") == theirs.fen(en_passant="fen")
    if is_possible(ours):
        assert ours.fen(en_passant="legal") == theirs.fen()
    assert int(ours.status()) == int(theirs.status()), theirs.fen()
    assert ours.is_valid() == theirs.is_valid()
    assert ours.castling_rights == theirs.castling_rights
    assert ours.clean_castling_rights() == theirs.clean_castling_rights()
    assert str(ours) == str(theirs)
    assert ours.checkers_mask() == theirs.checkers_mask()
    assert ours.was_into_check() == theirs.was_into_check()
    assert ours.has_pseudo_legal_en_passant() == theirs.has_pseudo_legal_en_passant()
    assert ours.has_chess960_castling_rights() == theirs.has_chess960_castling_rights()
    # The rules are not asked whether one may castle on an impossible board.
    castles = set() if is_possible(ours) else {m.uci() for m in theirs.generate_castling_moves()}
    expected = [uci for uci in moves_of(theirs, "pseudo_legal_moves") if uci not in castles]
    assert moves_of(ours, "pseudo_legal_moves") == expected
    if theirs.is_valid():
        assert moves_of(ours, "legal_moves") == moves_of(theirs, "legal_moves")


def boards() -> list[tuple[pgnkit.Board, chess.Board]]:
    """Positions of real games, every seventh one."""
    paths = shared_files(["a_otb/niklasf__shakmaty", "b_online/niklasf__shakmaty"])
    found = []
    for path in paths:
        for n, game in zip(range(12), pgnkit.pgn.games(path)):
            ours, theirs = game.board(), chess.Board(game.board().fen())
            for ply, move in enumerate(game.mainline_moves()):
                ours.push(move)
                theirs.push_uci(move.uci())
                if ply % 7 == n % 7:
                    found.append((ours.copy(stack=False), theirs.copy(stack=False)))
    return found


def test_positions_of_games_are_judged_alike() -> None:
    for ours, theirs in boards():
        assert_same(ours, theirs)
        for move in theirs.pseudo_legal_moves:
            our_move = pgnkit.Move.from_uci(move.uci())
            assert ours.is_pseudo_legal(our_move)
            assert ours.is_into_check(our_move) == theirs.is_into_check(move)


def test_edited_positions_are_judged_alike() -> None:
    dice = random.Random(7)
    for ours, theirs in boards():
        for _ in range(3):
            square = dice.randrange(64)
            if dice.random() < 0.5:
                removed, expected = ours.remove_piece_at(square), theirs.remove_piece_at(square)
                assert str(removed) == str(expected)
            else:
                # Of a side with two kings no right to castle is in force here.
                symbol = dice.choice("PNBRQpnbrq")
                ours.set_piece_at(square, pgnkit.Piece.from_symbol(symbol))
                theirs.set_piece_at(square, chess.Piece.from_symbol(symbol))
            if dice.random() < 0.2:
                ours.turn = theirs.turn = not theirs.turn
            assert_same(ours, theirs)


def test_boards_are_turned_over_alike() -> None:
    flips = ["flip_vertical", "flip_horizontal", "flip_diagonal", "flip_anti_diagonal"]
    for ours, theirs in boards():
        before = ours.fen()
        for name in flips:
            turned = ours.transform(getattr(pgnkit, name))
            expected = theirs.transform(getattr(chess, name))
            assert_same(turned, expected)
        assert_same(ours.mirror(), theirs.mirror())
        assert ours.fen() == before
        ours.apply_mirror()
        theirs.apply_mirror()
        ours.apply_transform(pgnkit.flip_horizontal)
        theirs.apply_transform(chess.flip_horizontal)
        assert_same(ours, theirs)


def test_material_is_judged_alike_for_each_side() -> None:
    rng = random.Random(19)
    found = set()
    for _ in range(20_000):
        pieces = rng.choices("QRBNPqrbnp", [1, 1, 5, 4, 1, 2, 1, 5, 4, 1], k=rng.randrange(4))
        squares = rng.sample(range(8, 56), len(pieces) + 2)
        theirs = chess.Board(None)
        for square, piece in zip(squares, [*pieces, "K", "k"]):
            theirs.set_piece_at(square, chess.Piece.from_symbol(piece))
        if not theirs.is_valid():
            continue
        ours = pgnkit.Board(theirs.fen())
        for color in (True, False):
            expected = theirs.has_insufficient_material(color)
            assert ours.has_insufficient_material(color) == expected, theirs.fen()
            found.add((len(pieces), expected))
        assert ours.is_insufficient_material() == theirs.is_insufficient_material(), theirs.fen()
    assert len(found) == 7


def test_moves_are_those_of_xboard() -> None:
    pairs = [
        (pgnkit.Board(), chess.Board()),
        (pgnkit.Board(chess960=True), chess.Board(chess960=True)),
    ]
    for ours, theirs in pairs:
        for text in ["e2e4", "e7e5", "g1f3", "Nc6", "f1c4", "f8c5", "O-O", "g8f6", "@@@@", "O-O"]:
            move = theirs.parse_xboard(text)
            expected = theirs.xboard(move)
            assert ours.parse_xboard(text).uci() == move.uci(), text
            assert ours.xboard(ours.parse_xboard(text)) == expected
            assert ours.xboard(ours.parse_xboard(text), True) == theirs.xboard(move, True)
            assert ours.push_xboard(text).uci() == theirs.push_xboard(text).uci()
        assert ours.fen(en_passant="legal") == theirs.fen()
    with pytest.raises(pgnkit.IllegalMoveError):
        pgnkit.Board().push_xboard("e2e5")


def test_a_board_is_made_from_nothing() -> None:
    ours, theirs = pgnkit.Board(None), chess.Board(None)
    assert_same(ours, theirs)
    assert ours == pgnkit.Board.empty()
    for square, symbol in [(4, "K"), (0, "R"), (60, "k"), (55, "p")]:
        ours.set_piece_at(square, pgnkit.Piece.from_symbol(symbol))
        theirs.set_piece_at(square, chess.Piece.from_symbol(symbol))
        assert_same(ours, theirs)
    ours.set_castling_fen("Q")
    theirs.set_castling_fen("Q")
    assert_same(ours, theirs)
    assert ours.push_san("O-O-O") == pgnkit.Move.from_uci("e1c1")
    assert ours.fen() == "4k3/7p/8/8/8/8/8/2KR4 b - - 1 1"
    assert ours.pop() and ours.root().fen() == "4k3/7p/8/8/8/8/8/R3K3 w Q - 0 1"


def test_an_odds_game_is_played() -> None:
    ours, theirs = pgnkit.Board(), chess.Board()
    ours.remove_piece_at(pgnkit.A1)
    theirs.remove_piece_at(chess.A1)
    assert ours.status() == pgnkit.STATUS_BAD_CASTLING_RIGHTS
    assert_same(ours, theirs)
    ours.castling_rights = ours.clean_castling_rights()
    assert ours.is_valid()
    for san in ("e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O"):
        ours.push_san(san)
        theirs.push_san(san)
    assert ours.fen(en_passant="legal") == theirs.fen()


def test_the_rules_are_not_asked_about_an_impossible_board() -> None:
    board = pgnkit.Board()
    board.remove_piece_at(pgnkit.E8)
    assert board.status() == pgnkit.STATUS_NO_BLACK_KING | pgnkit.STATUS_BAD_CASTLING_RIGHTS
    for call in (
        lambda: list(board.legal_moves),
        lambda: board.push_san("e4"),
        lambda: board.push(pgnkit.Move.from_uci("e2e4")),
        board.is_checkmate,
        board.outcome,
        board.zobrist,
        lambda: pgnkit.pgn.Game.from_board(board),
    ):
        with pytest.raises(pgnkit.PositionError, match="Black has no king"):
            call()
    assert board.move_stack == []
    assert "<svg" in board.svg() and board == copy.copy(board) != pgnkit.Board()
    board.set_piece_at(pgnkit.E8, pgnkit.Piece.from_symbol("k"))
    assert board == pgnkit.Board() and board.push_san("e4")


def test_whole_boards_are_set() -> None:
    ours, theirs = pgnkit.Board(), chess.Board()
    for fen in ("8/8/8/8/4N3/8/8/8", "r3k2r/8/8/8/8/8/8/R3K2R", "q7/8/8/8/8/8/8/8"):
        ours.set_board_fen(fen)
        theirs.set_board_fen(fen)
        assert_same(ours, theirs)
        assert ours.board_fen() == fen
    ours.set_piece_map({1: pgnkit.Piece.from_symbol("N")})
    theirs.set_piece_map({1: chess.Piece.from_symbol("N")})
    assert_same(ours, theirs)
    ours.reset_board()
    theirs.reset_board()
    assert_same(ours, theirs)
    ours.clear_board()
    theirs.clear_board()
    assert_same(ours, theirs)
    ours.clear()
    assert ours.fen() == chess.Board(None).fen()
    for bad in ("nonsense", "8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8 w - - 0 1"):
        with pytest.raises(ValueError):
            ours.set_board_fen(bad)


def test_arrays_of_chess960_have_numbers() -> None:
    for number in (0, 518, 959):
        ours, theirs = pgnkit.Board(), chess.Board()
        ours.set_chess960_pos(number)
        theirs.set_chess960_pos(number)
        assert ours.chess960_pos() == theirs.chess960_pos() == number
        assert ours.board_fen() == theirs.board_fen()
    assert pgnkit.Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1").chess960_pos() is None


def test_sets_and_masks_are_those_of_the_other() -> None:
    names = [name for name in dir(chess) if name.startswith(("BB_", "STATUS_"))]
    tables = {"BB_DIAG_ATTACKS", "BB_DIAG_MASKS", "BB_FILE_ATTACKS", "BB_FILE_MASKS", "BB_RAYS"}
    tables |= {"BB_KING_ATTACKS", "BB_KNIGHT_ATTACKS", "BB_PAWN_ATTACKS", "BB_RANK_ATTACKS"}
    for name in {*names} - tables - {"BB_RANK_MASKS"}:
        assert getattr(pgnkit, name) == getattr(chess, name), name
    dice = random.Random(3)
    for _ in range(200):
        mask, a, b = dice.getrandbits(64), dice.randrange(64), dice.randrange(64)
        for name in ("between", "ray", "square_knight_distance"):
            assert getattr(pgnkit, name)(a, b) == getattr(chess, name)(a, b), (name, a, b)
        for name in ("lsb", "msb", "popcount", "flip_vertical", "flip_horizontal"):
            assert getattr(pgnkit, name)(mask) == getattr(chess, name)(mask), name
        for name in ("flip_diagonal", "flip_anti_diagonal", "shift_up", "shift_down"):
            assert getattr(pgnkit, name)(mask) == getattr(chess, name)(mask), name
        for name in ("shift_left", "shift_right"):
            assert getattr(pgnkit, name)(mask) == getattr(chess, name)(mask), name
        for name in ("scan_forward", "scan_reversed"):
            assert list(getattr(pgnkit, name)(mask)) == list(getattr(chess, name)(mask)), name
        ours, theirs = pgnkit.SquareSet(mask), chess.SquareSet(mask)
        assert ours.mirror().mask == theirs.mirror().mask
        assert ours.tolist() == theirs.tolist()
        assert pgnkit.SquareSet.ray(a, b).mask == chess.SquareSet.ray(a, b).mask
        ours |= [a]
        ours.intersection_update(0xFFFF, pgnkit.SquareSet([1, 2, 9]))
        theirs |= [a]
        theirs.intersection_update(0xFFFF, chess.SquareSet([1, 2, 9]))
        assert list(ours.carry_rippler()) == list(theirs.carry_rippler())


def test_variants_say_how_they_end() -> None:
    from chess.variant import AntichessBoard

    fen = "8/8/8/8/8/8/8/6n1 w - - 0 1"
    pairs = [
        (pgnkit.Board(), chess.Board()),
        (pgnkit.Board(fen, variant="Antichess"), AntichessBoard(fen)),
    ]
    for ours, theirs in pairs:
        for name in ("is_variant_end", "is_variant_win", "is_variant_loss", "is_variant_draw"):
            assert getattr(ours, name)() == getattr(theirs, name)(), name


# Public names of python-chess that pgnkit leaves out, as the guide says.
LEFT_OUT = {
    "Board": {
        "aliases", "captures_compulsory", "connected_kings", "one_king", "pawnless_tbw_magic",
        "pawnless_tbw_suffix", "pawnless_tbz_magic", "pawnless_tbz_suffix", "tbw_magic",
        "tbw_suffix", "tbz_magic", "tbz_suffix",
    },
    "Move": set(),
    "Piece": set(),
    "SquareSet": set(),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(LEFT_OUT))
def test_public_names_are_those_of_the_other(name: str) -> None:
    theirs = {word for word in dir(getattr(chess, name)) if not word.startswith("_")}
    assert theirs - {*dir(getattr(pgnkit, name))} == LEFT_OUT[name]


def played(*moves: str, fen: str | None = None) -> tuple[pgnkit.Board, chess.Board]:
    ours, theirs = (pgnkit.Board(fen), chess.Board(fen)) if fen else (pgnkit.Board(), chess.Board())
    for move in moves:
        ours.push_san(move)
        theirs.push_san(move)
    return ours, theirs


def test_boards_are_equal_as_python_chess_has_it() -> None:
    pinned = "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1"
    boards = [
        played(),
        played("e4"),
        played("e4", "Nf6", "e5", "d5"),
        played("Nf3", "Nf6", "Ng1", "Ng8"),
        played(fen=pinned),
        played(fen=pinned.replace(" d3 ", " - ")),
        played(fen="4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        played(fen="4k3/8/8/8/8/8/8/4K2R w - - 0 1"),
        played(fen="4k3/8/8/8/8/8/8/4K2R w K - 1 1"),
        played(fen="4k3/8/8/8/8/8/8/4K2R w K - 0 2"),
        (pgnkit.Board(chess960=True), chess.Board(chess960=True)),
        (pgnkit.Board(variant="Atomic"), chess.variant.AtomicBoard()),
    ]
    for one, their_one in list(boards):
        for policy in ("fen", "xfen", "legal"):
            fen = one.fen(en_passant=policy)
            again = pgnkit.Board(fen, variant=one.variant)
            assert again == one, fen
            boards.append((again, type(their_one)(fen)))
        for two, their_two in boards:
            assert (one == two) == (their_one == their_two), (one, two)


def test_the_square_of_en_passant_is_written_by_one_rule() -> None:
    ours, theirs = played("e4")
    assert ours.fen() == theirs.fen(en_passant="fen")
    assert ours.epd() == theirs.epd(en_passant="fen")
    assert ours.shredder_fen() == theirs.shredder_fen(en_passant="fen")
    for policy in ("fen", "xfen", "legal"):
        assert ours.fen(en_passant=policy) == theirs.fen(en_passant=policy)
    text = b"1. e4 Nf6 2. e5 d5 *"
    rows = pyarrow.table(pgnkit.scan(text, ["fen"], table="positions"))["fen"].to_pylist()
    game = pgnkit.pgn.read_game(io.BytesIO(text))
    assert game is not None
    assert rows == [node.board().fen() for node in [game, *game.mainline()]]
    assert game.variation(0).fen() == rows[1]
    begun = pgnkit.pgn.Game()
    begun.setup(ours)
    assert begun.headers["FEN"] == ours.fen()


def test_a_start_of_chess960_keeps_its_castling_rights() -> None:
    fen = "bbnnrkrq/pppppppp/8/8/8/8/PPPPPPPP/BBNNRKRQ w KQkq - 0 1"
    ours, theirs = pgnkit.pgn.Game(), chess.pgn.Game()
    ours.setup(fen)
    theirs.setup(fen)
    assert ours.headers["Variant"] == theirs.headers["Variant"] == "Chess960"
    assert ours.headers["FEN"] == theirs.headers["FEN"]
    assert ours.board().has_kingside_castling_rights(True)
    # Rights that ordinary chess has are those of ordinary chess.
    ordinary = pgnkit.pgn.Game()
    ordinary.setup("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert "Variant" not in ordinary.headers
