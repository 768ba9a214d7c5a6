"""The command as calls, boards, and the way to python-chess and back."""

from __future__ import annotations

import copy
import html
import io
import json
import pathlib
import pickle
import random
import re

import chess
import chess.pgn
import chess.polyglot
import chess.variant
import pytest

import pgnkit
import pgnkit.pgn

from conftest import CORPUS


def read(text: str) -> pgnkit.pgn.Game:
    game = pgnkit.pgn.read_game(io.StringIO(text))
    assert isinstance(game, pgnkit.pgn.Game)
    return game


def test_check_has_places() -> None:
    findings = list(pgnkit.check(b"1. e4 e5 2. Ke3 *"))
    illegal = next(finding for finding in findings if finding.name == "illegal-move")
    assert (illegal.line, illegal.column, illegal.severity) == (1, 13, "error")
    assert illegal.code == "C001" and "illegal-move" in pgnkit.explain("C001")
    of_file = list(pgnkit.check(CORPUS / "dialect", select=["kings-in-center"]))
    assert of_file and all(finding.file for finding in of_file)
    with pytest.raises(pgnkit.OptionError):
        pgnkit.check(b"", select=["illegal-moves"])


def test_faults_of_games() -> None:
    game = read('[White "a"]\n\n1. e4 e5 2. Ke3 Nc6 *')
    (fault,) = game.errors
    assert isinstance(fault, pgnkit.GameError)
    assert (fault.code, fault.name, fault.line, fault.column) == ("C001", "illegal-move", 3, 13)
    assert "Ke3 Nc6" in game.end().comment


def test_formats_lead_back() -> None:
    for path in sorted((CORPUS / "classic").glob("*.pgn")):
        for game in pgnkit.pgn.games(path):
            text = game.to_pgn()
            assert str(read(text)) == str(game)
            (again,) = pgnkit.from_pgc(game.to_pgc())
            assert again.to_pgn() == text
            (again,) = pgnkit.from_bgn(game.to_bgn())
            assert repr(again.mainline_moves()) == repr(game.mainline_moves())
            assert game.speech() and game._repr_html_().startswith("<iframe")


def test_a_notebook_shows_lines_and_keys_follow_them() -> None:
    game = read("1. e4 {</script>} e5 (1... c5 $1 2. Nf3 (2. c3) 2... d6) 2. Nf3 $10 Nc6 *")
    inner = html.unescape(game._repr_html_())
    assert inner.count("</script>") == 1 and "src=" not in inner and "http" not in inner
    moves = re.sub("<[^>]*>", "", inner[inner.index("<div id=moves>") : inner.index("<script>")])
    assert html.unescape(moves) == (
        " 1.e4 </script> 1...e5 (1...c5! 2.Nf3 (2.c3) 2...d6) 2.Nf3 $10 Nc6"
    )
    positions = json.loads(inner[inner.index("positions=") + 10 :].split(";", 1)[0])
    # Start, e4, e5, c5, Nf3, c3, d6, Nf3, Nc6.
    assert [place["next"] for place in positions] == [1, 2, 7, 4, 6, None, None, 8, None]
    assert [place["before"] for place in positions] == [None, 0, 1, 1, 3, 3, 4, 2, 7]


def test_opening_and_expression() -> None:
    game = read('[White "Tal"]\n\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *')
    opening = game.classify()
    assert opening is not None and opening.eco == "B90" and "Najdorf" in opening.name
    assert game.matches("White ~ 'tal'") and not game.matches("White ~ 'karpov'")
    with pytest.raises(pgnkit.QueryError):
        game.matches("White ==")


def test_games_take_expressions() -> None:
    whole = [game for game in pgnkit.pgn.games(CORPUS / "classic") if game.headers["Result"] == "0-1"]
    asked = list(pgnkit.pgn.games(CORPUS / "classic", where="result = '0-1'"))
    assert [str(game) for game in asked] == [str(game) for game in whole] and asked
    assert all(game.file and game.number for game in asked)
    headers = list(pgnkit.pgn.headers(CORPUS / "classic", where="result = '0-1'"))
    assert [dict(one) for one in headers] == [dict(game.headers) for game in asked]


def test_a_missing_file_is_an_error_at_its_place(tmp_path: pathlib.Path) -> None:
    games = pgnkit.pgn.games([tmp_path / "missing.pgn", CORPUS / "classic"])
    with pytest.raises(pgnkit.ReadError) as caught:
        next(games)
    assert isinstance(caught.value, OSError) and caught.value.file
    assert len(list(games)) > 10


def test_boards_do_as_those_of_python_chess() -> None:
    chance = random.Random(19)
    for _ in range(40):
        ours, theirs = pgnkit.Board(), chess.Board()
        for _ in range(80):
            moves = sorted(theirs.legal_moves, key=lambda move: move.uci())
            assert sorted(move.uci() for move in ours.legal_moves) == [m.uci() for m in moves]
            if not moves:
                break
            move = chance.choice(moves)
            our = pgnkit.Move.from_uci(move.uci())
            assert ours.san(our) == theirs.san(move)
            assert ours.is_capture(our) == theirs.is_capture(move)
            assert ours.gives_check(our) == theirs.gives_check(move)
            assert ours.is_zeroing(our) == theirs.is_zeroing(move)
            ours.push(our)
            theirs.push(move)
            assert ours.fen(en_passant="legal") == theirs.fen() and ours.epd(en_passant="legal") == theirs.epd()
            assert ours.zobrist() == chess.polyglot.zobrist_hash(theirs)
            assert ours.is_check() == theirs.is_check() and ours.ply() == theirs.ply()
            assert ours.castling_rights == theirs.castling_rights
            square = chance.randrange(64)
            for color in (True, False):
                assert list(ours.attackers(color, square)) == list(theirs.attackers(color, square))
                assert list(ours.pin(color, square)) == list(theirs.pin(color, square))
            assert list(ours.attacks(square)) == list(theirs.attacks(square))
            assert ours.is_game_over() == theirs.is_game_over()
            assert ours.can_claim_draw() == theirs.can_claim_draw()
            assert ours.result(claim_draw=True) == theirs.result(claim_draw=True)
            assert ours.mirror().fen(en_passant="legal") == theirs.mirror().fen()
        assert str(ours) == str(theirs) and len(ours.move_stack) == len(theirs.move_stack)
        while theirs.move_stack:
            assert ours.pop().uci() == theirs.pop().uci()
            assert ours.fen(en_passant="legal") == theirs.fen()


@pytest.mark.parametrize(
    "name", ["Chess960", "Crazyhouse", "Atomic", "Antichess", "King of the Hill", "Three-check",
             "Horde", "Racing Kings"]
)
def test_variants(name: str) -> None:
    chance = random.Random(960)
    for number in range(6):
        if name == "Chess960":
            theirs = chess.Board.from_chess960_pos(chance.randrange(960))
            ours = pgnkit.Board(theirs.fen(), chess960=True)
        else:
            theirs = chess.variant.find_variant(name)()
            ours = pgnkit.Board(variant=name)
        for _ in range(60):
            moves = sorted(move.uci() for move in theirs.legal_moves)
            assert sorted(move.uci() for move in ours.legal_moves) == moves, ours.fen()
            if not moves:
                break
            move = chance.choice(moves)
            ours.push_uci(move)
            theirs.push_uci(move)
            assert ours.board_fen() == theirs.board_fen() and ours.turn == theirs.turn
            assert pgnkit.to_chess(ours) == theirs
            assert pgnkit.from_chess(theirs) == ours


def test_games_cross_over() -> None:
    text = (CORPUS / "generated/export-annotated.pgn").read_text()
    handle = io.StringIO(text)
    for _ in range(5):
        theirs = chess.pgn.read_game(handle)
        assert theirs is not None
        ours = pgnkit.from_chess(theirs)
        assert str(ours) == str(theirs)
        assert str(pgnkit.to_chess(ours)) == str(theirs)


def test_copies_and_pickles() -> None:
    board = pgnkit.Board()
    for san in ("e4", "e5", "Nf3"):
        board.push_san(san)
    for again in (copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert again == board and again.move_stack == board.move_stack
        again.pop()
        assert again != board
    assert board.copy(stack=1).move_stack == board.move_stack[-1:]
    move = pgnkit.Move.from_uci("e7e8q")
    assert pickle.loads(pickle.dumps(move)) == move and len({move, copy.copy(move)}) == 1


def test_errors_name_the_move() -> None:
    board = pgnkit.Board()
    with pytest.raises(pgnkit.IllegalMoveError, match="Ke3"):
        board.push_san("Ke3")
    with pytest.raises(pgnkit.InvalidMoveError):
        board.push_san("hello")
    with pytest.raises(pgnkit.AmbiguousMoveError):
        pgnkit.Board("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1").parse_san("Nd2")
    with pytest.raises(ValueError):
        board.push(pgnkit.Move.from_uci("e2e5"))
    with pytest.raises(pgnkit.PositionError):
        pgnkit.Board("8/8/8/8/8/8/8/8 w - - 0 1")
    assert board == pgnkit.Board()


def test_edits_as_python_chess_does_them() -> None:
    def edited(module: object, make: object) -> list[str]:
        game = module.read_game(io.StringIO("1. e4 e5 (1... c5 (1... e6)) (1... d5) 2. Nf3 *"))
        first = game.next()
        texts = []
        for name, n in [("promote", 2), ("demote", 0), ("promote_to_main", 3), ("remove_variation", 0),
                        ("demote", 2), ("promote", 0)]:
            getattr(first, name)(n)
            texts.append(str(game))
        node = first.add_variation(make("g8f6"), comment="a", starting_comment="b", nags=[5])
        node.add_line([make("e4e5"), make("f6d5")], comment="end", nags=[1])
        first.add_main_variation(make("b8c6"), comment="main")
        first.nags.add(3)
        first.nags.discard(4)
        node.comment, game.comment = "other", "opening"
        first.set_clock(3723.5)
        first.set_emt(4)
        first.set_arrows([(0, 63), (8, 8)])
        texts.append(str(game))
        first.set_clock(None)
        first.set_arrows([])
        game.headers["White"] = "Tal"
        del game.headers["Round"]
        game.headers["Annotator"] = "me"
        texts += [str(game), str(first), str(game.mainline_moves())]
        return texts

    ours = edited(pgnkit.pgn, pgnkit.Move.from_uci)
    assert ours == edited(chess.pgn, chess.Move.from_uci)


def test_records() -> None:
    record = pgnkit.Record("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"x\"; acd 12; pv e4 Kd7;")
    assert record.keys() == ["acd", "bm", "id", "pv"] and "bm" in record
    assert [move.uci() for move in record["pv"]] == ["e2e4", "e8d7"]
    record["pv"] = [pgnkit.Move.from_uci("e2e3")]
    record["c0"] = "good"
    assert str(pgnkit.Record(str(record))) == str(record)
    with pytest.raises(pgnkit.RecordError) as caught:
        pgnkit.read_epd("4k3/8/8/8/8/8/4P3/4K3 w - -\n\nnothing at all\n")
    assert caught.value.line == 3
