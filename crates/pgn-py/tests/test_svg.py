"""Pictures: what is asked for is drawn, at its place."""

from __future__ import annotations

import io
import random
import re
import xml.etree.ElementTree

import pytest

import pgnkit
import pgnkit.pgn
from pgnkit import svg

NAMESPACE = "{http://www.w3.org/2000/svg}"


def parsed(text: str) -> xml.etree.ElementTree.Element:
    return xml.etree.ElementTree.fromstring(text)


def places(text: str) -> dict[tuple[int, int], str]:
    """The pieces of a picture by column and row from the upper left."""
    found = {}
    for use in parsed(text).iter(NAMESPACE + "use"):
        x, y = int(use.get("x", "")), int(use.get("y", ""))
        found[(x // 100, y // 100)] = use.get("href", "")[-1]
    return found


def test_each_piece_is_at_its_place() -> None:
    chance = random.Random(3)
    for _ in range(20):
        board = pgnkit.Board()
        for _ in range(chance.randrange(60)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(chance.choice(moves))
        white = {
            (square % 8, 7 - square // 8): piece.symbol()
            for square, piece in board.piece_map().items()
        }
        assert places(svg.board(board, coordinates=False)) == white
        black = {(7 - x, 7 - y): symbol for (x, y), symbol in white.items()}
        assert places(svg.board(board, orientation=False)) == black


# What is given, and what the picture then has.
MARKS: list[tuple[dict[str, object], list[str]]] = [
    ({"size": 200}, ['width="200" height="200"']),
    ({"borders": True}, ['<rect width="100%" height="100%" fill="none" stroke="#26221d"']),
    ({"borders": True, "colors": {"outer border": "#123456"}}, ['stroke="#123456"']),
    ({"lastmove": pgnkit.Move.from_uci("e2e4")}, ["#d6b43c"]),
    ({"check": pgnkit.E1}, ["#d92f23"]),
    ({"arrows": [(pgnkit.E2, pgnkit.E4)]}, ['fill="#2f8f46" fill-opacity=".75"']),
    ({"arrows": [pgnkit.Arrow(12, 28, "#0000cccc")]}, ['fill="#0000cc" fill-opacity=".8"']),
    ({"arrows": [pgnkit.Arrow(12, 12, "red")]}, ['stroke="#c2372e"']),
    (
        {"arrows": [pgnkit.Arrow(12, 28, "red")], "colors": {"arrow red": "#123456"}},
        ['fill="#123456"'],
    ),
    ({"fill": {pgnkit.E4: "#cc0000cc", 1: "orange"}}, ["#cc0000", "#ffa500"]),
    ({"squares": pgnkit.SquareSet([1, 2])}, ["M-28-28"]),
    ({"colors": {"square light": "#abc", "square dark": "#010203"}}, ["#aabbcc", "#010203"]),
    (
        {
            "lastmove": pgnkit.Move.from_uci("e2d2"),
            "colors": {"square light lastmove": "#111213", "square dark lastmove": "#212223"},
        },
        ["#111213", "#212223"],
    ),
    (
        {"colors": {"margin": "#313233", "coord": "#414243", "inner border": "#515253"}},
        ["#313233", "#414243", "#515253"],
    ),
    ({"title": 'A "title"'}, ["<title>A &quot;title&quot;</title>"]),
]


@pytest.mark.parametrize("given, expected", MARKS, ids=[str(n) for n in range(len(MARKS))])
def test_marks_are_drawn(given: dict[str, object], expected: list[str]) -> None:
    board = pgnkit.Board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    plain, picture = svg.board(board), svg.board(board, **given)  # type: ignore[arg-type]
    parsed(picture)
    for part in expected:
        assert part in picture and part not in plain
    assert picture._repr_svg_() == str(picture)
    empty = svg.board(**given)  # type: ignore[arg-type]
    assert "<use" not in empty and all(part in empty for part in expected)


WRONG: list[tuple[dict[str, object], type[Exception]]] = [
    ({"fill": {0: "#12"}}, pgnkit.OptionError),
    ({"fill": {64: "red"}}, ValueError),
    ({"arrows": [pgnkit.Arrow(0, 1, "url(x)")]}, pgnkit.OptionError),
    ({"colors": {"square green": "red"}}, pgnkit.OptionError),
    ({"colors": {"margin": '"/><script>'}}, pgnkit.OptionError),
    ({"check": 99}, ValueError),
]


@pytest.mark.parametrize("given, error", WRONG, ids=[str(n) for n in range(len(WRONG))])
def test_wrong_marks_are_errors(given: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        svg.board(pgnkit.Board(), **given)  # type: ignore[arg-type]


def test_no_picture_is_marked_unasked() -> None:
    board = pgnkit.Board()
    for san in ("f3", "e5", "g4", "Qh4#"):
        board.push_san(san)
    assert "#d6b43c" not in svg.board(board) and "#d92f23" not in svg.board(board)
    # As notebooks show it, with the last move and the check.
    assert "#d6b43c" in board._repr_svg_() and "#d92f23" in board._repr_svg_()


def test_set_ups_and_pockets_are_drawn() -> None:
    board = pgnkit.Board(None)
    board.set_piece_at(pgnkit.A1, pgnkit.Piece.from_symbol("k"))
    assert places(svg.board(board, coordinates=False)) == {(0, 7): "k"}
    house = pgnkit.Board("4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1", variant="Crazyhouse")
    assert "Crazyhouse" in svg.board(house)


def test_pieces() -> None:
    pictures = {svg.piece(pgnkit.Piece.from_symbol(symbol)) for symbol in "PNBRQKpnbrqk"}
    assert len(pictures) == 12
    for picture in pictures:
        assert parsed(picture).get("width") == "45"
    assert "black knight" in svg.piece(pgnkit.Piece.from_symbol("n"), 30)


def test_game_pages() -> None:
    text = '[White "A <b>"]\n[Black "Reed"]\n\n1. e4 {best by test} e5 (1... c5) 2. Nf3 $1 Nc6 3. Bb5 a6 4. Ba4 *'
    game = pgnkit.pgn.read_game(io.StringIO(text))
    assert game is not None
    page = svg.game_page(game)
    assert page.startswith("<!DOCTYPE html>") and page.rstrip().endswith("</html>")
    assert "A &lt;b&gt;" in page and "best by test" in page and "<script" not in page
    assert len(re.findall("<article", svg.game_page([game, game], title="Two"))) == 2
    assert "<title>Two</title>" in svg.game_page([game, game], title="Two")
    shown = [len(re.findall("<figure", svg.game_page(game, diagrams=n))) for n in (0, 1, 2)]
    assert shown[0] == 1 and shown[1] > shown[2] >= 1
