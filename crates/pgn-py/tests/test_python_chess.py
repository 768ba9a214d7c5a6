"""Games as python-chess reads them: the same tags, trees and texts, game for game.

Where the two differ, the file is named with the reason; `docs/guide/python-chess.md` has them all.
"""

from __future__ import annotations

import io
import pathlib

import chess
import chess.pgn
import pytest

import pgnkit
import pgnkit.pgn

from conftest import CORPUS, corpus_files, shared_files

# Files of the corpus in which python-chess finds other games, or others in them.
DIFFERENT = {
    "scid.pgn": "N after a move is $146",
    "hand-result-colon.pgn": "1:0 is 1-0",
    "hand-single-quotes.pgn": "values in other quotes are values",
    "database-lower-case-name.pgn": "a known name in another letter case is that tag",
    "database-upper-case-name.pgn": "a known name in another letter case is that tag",
    "database-number-value.pgn": "values without quotes are values",
    "bare.pgn": "one game a line: all games are found",
    "deep-variations.pgn": "comments from a semicolon on are kept",
    "seven-variants.pgn": "the drop of a pawn is P@h3",
    "annotator-semicolon-comments.pgn": "comments from a semicolon on are kept",
    "annotator-unclosed-comment.pgn": "the next tag section ends a comment",
    "annotator-variation-first.pgn": "a variation of nothing is a comment, no main line",
    "archive-gzip-misnamed.pgn": "what is no PGN has no games",
    "archive-nul-padding.pgn": "padding is no game",
    "archive-random-bytes.pgn": "what is no PGN has no games",
    "database-control-in-comment.pgn": "control codes are white space",
    "database-empty-tag.pgn": "a game without moves is a game",
    "database-tab-in-value.pgn": "control codes are white space",
    "database-tags-only.pgn": "a game without moves is a game",
    "database-unescaped-quotes.pgn": "quotes in values are escaped",
    "database-windows-path.pgn": "backslashes in values are escaped",
    "dos-end-mark-in-the-middle.pgn": "the game after the mark is found",
    "git-lfs-pointer.pgn": "what is no PGN has no games",
    "hand-club-evening.pgn": "results in other spellings are results",
    "hand-lower-case-castling.pgn": "o-o is castling",
    "hand-no-blank-between-games.pgn": "the first tag of the next game is found",
    "hand-not-chess.pgn": "what is no PGN has no games",
    "hand-unclosed-tag.pgn": "a game without moves is a game",
    "hand-upper-case-files.pgn": "E4 is a move",
    "hand-escaped-quotes.pgn": "escapes in values are resolved",
    "mac-cr-only.pgn": "comments from a semicolon on are kept",
    "magazine-evaluation-signs.pgn": "signs of judgement are NAGs",
    "mail-text-after-games.pgn": "prose is no game",
    "paste-blank-line-in-movetext.pgn": "an empty line does not end a game",
    "paste-text-before-tags.pgn": "prose is no game",
    "paste-two-games-on-a-line.pgn": "both games are found",
    "paste-mixed-line-ends.pgn": "comments from a semicolon on are kept",
    "private-escapes-only.pgn": "escapes are no game",
    "server-crazyhouse.pgn": "the drop of a pawn is P@e4",
    "supplemental-tags.pgn": "escapes in values are resolved",
    "swiss.pgn": "a forfeit is in the tag Result; games end with one of the four markers",
    "web-dash-castling.pgn": "castling with other dashes is castling",
    "web-double-marker.pgn": "both games are found",
    "web-html-page.pgn": "what is no PGN has no games",
    "web-indented-tags.pgn": "white space before a tag is nothing",
    "web-moves-on-the-tag-line.pgn": "moves on the line of a tag are moves",
    "web-no-space-in-tags.pgn": "a tag needs no space",
    "web-spaced-tags.pgn": "white space in a tag is nothing",
    "web-tags-on-one-line.pgn": "several tags on a line are several tags",
    "windows-utf16be-bare.pgn": "what is no PGN has no games",
    "windows-utf16be-mark.pgn": "what is no PGN has no games",
    "windows-utf16le-bare.pgn": "what is no PGN has no games",
    "windows-utf16le-mark.pgn": "what is no PGN has no games",
}


def text_of(path: pathlib.Path) -> str:
    data = path.read_bytes()
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def games_of(read: object, text: str) -> list[object]:
    handle = io.StringIO(text)
    return list(iter(lambda: read(handle), None))  # type: ignore[operator]


def same_games(text: str) -> int:
    """Asserts that both read the same games; gives how many were compared."""
    ours = games_of(pgnkit.pgn.read_game, text)
    theirs = games_of(chess.pgn.read_game, text)
    assert len(ours) == len(theirs)
    n_same = 0
    for our, their in zip(ours, theirs):
        if our.errors or their.errors:
            # Moves in lax spellings are errors there, and what cannot be played is lost.
            continue
        assert str(our) == str(their)
        assert dict(our.headers) == dict(their.headers)
        n_same += 1
    return n_same


@pytest.mark.parametrize("path", corpus_files(), ids=lambda path: path.name)
def test_games_of_the_corpus(path: pathlib.Path) -> None:
    text = text_of(path)
    if path.name not in DIFFERENT:
        same_games(text)
        return
    with pytest.raises(AssertionError):
        same_games(text)


@pytest.mark.parametrize("path", corpus_files(), ids=lambda path: path.name)
def test_tags_alone_are_those_of_the_games(path: pathlib.Path) -> None:
    text = text_of(path)

    def tags_of(read: object, **options: object) -> list[object]:
        try:
            return [tags(one) for one in read(path, **options)]  # type: ignore[operator]
        except pgnkit.ReadError as error:
            return [str(error)]

    def tags(headers: pgnkit.pgn.Headers) -> list[object]:
        # Without a tag of it the result of a game is that of its marker.
        return [pair for pair in headers.items() if pair[0] != "Result" or "[Result" in text]

    def games(source: object, **options: object) -> object:
        return (game.headers for game in pgnkit.pgn.games(source, **options))  # type: ignore

    expected = tags_of(games)
    for options in ({}, {"threads": 1}, {"where": "not White = 'nobody of this name'"}):
        assert tags_of(pgnkit.pgn.headers, **options) == expected
    data, found = path.read_bytes(), []
    handle = io.BytesIO(data)
    while (headers := pgnkit.pgn.read_headers(handle)) is not None:
        found.append(tags(headers))
    if not data.startswith((b"\xff\xfe", b"\xfe\xff", b"\x1f\x8b")) and b"\0" not in data:
        assert found == expected or path.name in DIFFERENT


def test_games_of_the_world() -> None:
    n_same = 0
    for path in shared_files(["a_otb/niklasf__shakmaty", "b_online/niklasf__shakmaty"]):
        text = text_of(path)[:150_000]
        n_same += same_games(text[: text.rindex("\n\n[Event ") + 2])
    assert n_same > 200


def nodes(game: object) -> list[object]:
    """All nodes of a game, depth first."""
    found, waiting = [], [game]
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting.extend(reversed(node.variations))
    return found


def test_nodes_say_the_same() -> None:
    for path in sorted((CORPUS / "classic").glob("*.pgn")) + [CORPUS / "generated/export-annotated.pgn"]:
        text = text_of(path)
        for our, their in zip(games_of(pgnkit.pgn.read_game, text), games_of(chess.pgn.read_game, text)):
            ours, theirs = nodes(our), nodes(their)
            assert len(ours) == len(theirs)
            for a, b in zip(ours, theirs):
                assert a.ply() == b.ply() and a.turn() == b.turn()
                assert a.comment == b.comment and set(a.nags) == b.nags
                assert a.is_end() == b.is_end()
                assert a.is_mainline() == b.is_mainline()
                assert a.is_main_variation() == b.is_main_variation()
                assert a.starts_variation() == b.starts_variation()
                assert a.clock() == b.clock() and a.emt() == b.emt()
                assert a.board().fen(en_passant="legal") == b.board().fen()
                assert [str(arrow) for arrow in a.arrows()] == [
                    str(pgnkit.Arrow(arrow.tail, arrow.head, arrow.color)) for arrow in b.arrows()
                ]
                if b.parent is not None:
                    assert a.san() == b.san() and a.uci() == b.uci()
                    assert a.starting_comment == b.starting_comment


def test_handles_stand_after_the_game() -> None:
    text = text_of(CORPUS / "generated/export-plain.pgn")
    ours, theirs = io.StringIO(text), io.StringIO(text)
    while True:
        our, their = pgnkit.pgn.read_headers(ours), chess.pgn.read_headers(theirs)
        assert (our is None) == (their is None)
        if our is None:
            break
        assert dict(our) == dict(their)
        # python-chess has read the empty line, too.
        assert text[ours.tell() :].lstrip() == text[theirs.tell() :].lstrip()


def test_offsets_lead_back(tmp_path: pathlib.Path) -> None:
    path = CORPUS / "generated/export-plain.pgn"
    with path.open(encoding="utf-8") as handle:
        offsets = []
        while True:
            offset = handle.tell()
            headers = pgnkit.pgn.read_headers(handle)
            if headers is None:
                break
            offsets.append((offset, dict(headers)))
        assert len(offsets) > 10
        for offset, headers in reversed(offsets):
            handle.seek(offset)
            game = pgnkit.pgn.read_game(handle)
            assert game is not None and dict(game.headers) == headers


def test_games_without_markers_give_their_next_tag_back() -> None:
    text = '[White "a"]\n\n1. e4\n\n[White "b"]\n1. d4\n[White "c"]\n\n1. c4 *\n'
    for data in (io.StringIO(text), io.BytesIO(text.encode())):
        found = [game.headers["White"] for game in games_of(lambda h: pgnkit.pgn.read_game(h), "")]
        assert found == []
        names = []
        while (game := pgnkit.pgn.read_game(data)) is not None:
            names.append(game.headers["White"])
        assert names == ["a", "b", "c"]


def test_a_pipe_reads_all_games() -> None:
    class Pipe:
        """A handle that knows `readline` alone."""

        def __init__(self, text: str) -> None:
            self.lines = text.splitlines(keepends=True)

        def readline(self) -> str:
            return self.lines.pop(0) if self.lines else ""

    pipe = Pipe('[White "a"]\n1. e4\n[White "b"]\n\n1. d4 * 1. c4 *\n')
    moves = []
    while (game := pgnkit.pgn.read_game(pipe)) is not None:
        moves.append(str(game.mainline_moves()))
    assert moves == ["1. e4", "1. d4", "1. c4"]


def test_skip_game() -> None:
    handle = io.StringIO("1. e4 *\n\n1. d4 *\n")
    assert pgnkit.pgn.skip_game(handle)
    assert str(pgnkit.pgn.read_game(handle).mainline_moves()) == "1. d4"
    assert not pgnkit.pgn.skip_game(handle)


def test_bitboards_are_those_of_python_chess() -> None:
    names = [name for name in dir(chess) if name.startswith("shift_")]
    assert len(names) == 12
    sets = [0, chess.BB_ALL, chess.BB_CORNERS, *chess.BB_SQUARES, *chess.BB_FILES, *chess.BB_RANKS]
    for name in names:
        for mask in sets:
            assert getattr(pgnkit, name)(mask) == getattr(chess, name)(mask), (name, hex(mask))
    for name in dir(chess):
        value = getattr(chess, name)
        if name.startswith("BB_") and isinstance(value, int):
            assert getattr(pgnkit, name) == value
    for name in ("BB_KNIGHT_ATTACKS", "BB_KING_ATTACKS", "BB_PAWN_ATTACKS", "SQUARES_180"):
        assert getattr(pgnkit, name) == getattr(chess, name)
    assert pgnkit.UNICODE_PIECE_SYMBOLS == chess.UNICODE_PIECE_SYMBOLS


def positions() -> list[tuple[pgnkit.Board, chess.Board]]:
    """Positions of the corpus, of both colors."""
    found = []
    for game in pgnkit.pgn.games(CORPUS / "classic"):
        board = game.board()
        for move in game.mainline_moves():
            board.push(move)
            found.append((board.copy(stack=False), chess.Board(board.fen())))
    return found


def test_boards_are_shown_and_named_alike() -> None:
    for ours, theirs in positions()[::9]:
        for options in (
            {},
            {"borders": True},
            {"borders": True, "orientation": False},
            {"orientation": False, "empty_square": "."},
            {"invert_color": True, "borders": True},
        ):
            assert ours.unicode(**options) == theirs.unicode(**options)  # type: ignore[arg-type]
        line = list(theirs.legal_moves)[:1]
        assert ours.variation_san([pgnkit.Move.from_uci(m.uci()) for m in line]) == (
            theirs.variation_san(line)
        )
        assert ours.castling_xfen() == theirs.castling_xfen()
        assert ours.castling_shredder_fen() == theirs.castling_shredder_fen()
        for name in ("captures", "ep"):
            ours_found = getattr(ours, f"generate_pseudo_legal_{name}")()
            theirs_found = getattr(theirs, f"generate_pseudo_legal_{name}")()
            assert sorted(m.uci() for m in ours_found) == sorted(m.uci() for m in theirs_found)
        castling = sorted(m.uci() for m in theirs.generate_castling_moves())
        assert sorted(m.uci() for m in ours.generate_castling_moves()) == castling


def test_the_rules_of_chess960_can_be_set() -> None:
    castled = 0
    for ours, theirs in positions():
        ours.chess960 = theirs.chess960 = True
        assert ours.variant == "Chess960" and ours.shredder_fen(en_passant="legal") == (
            theirs.shredder_fen()
        )
        moves = sorted(move.uci() for move in theirs.legal_moves)
        assert sorted(move.uci() for move in ours.legal_moves) == moves
        castled += sum(ours.is_castling(move) for move in ours.legal_moves)
        ours.chess960 = theirs.chess960 = False
        assert ours.fen(en_passant="legal") == theirs.fen() and ours.variant == "Standard"
    assert castled > 20
    board = pgnkit.Board()
    for san in ("e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O"):
        board.push_san(san)
    board.chess960 = True
    assert board.move_stack[-1].uci() == "e1h1" and len(board.move_stack) == 7
    assert board.pop().uci() == "e1h1" and board.parse_san("O-O").uci() == "e1h1"
    board.chess960 = False
    assert board.parse_san("O-O").uci() == "e1g1"
    other = pgnkit.Board.from_chess960_pos(0)
    with pytest.raises(pgnkit.PositionError):
        other.chess960 = False
    assert other.chess960
    atomic = pgnkit.Board(variant="Atomic")
    atomic.chess960 = False
    with pytest.raises(pgnkit.PositionError, match="Atomic"):
        atomic.chess960 = True


# Texts that have comments or variations where games begin, and what is read.
ODD_TEXTS = [
    ("{only a comment}", ["{ only a comment } *"]),
    ("{one} {two}\n", ["{ one two } *"]),
    ("{only} *", ["{ only } *"]),
    ("1. e4 *\n\n{after all}", ["1. e4 *", "{ after all } *"]),
    ("; a line\n", []),
    ("{not closed", ["{ not closed } *"]),
    ("plain words", []),
    ("(1. e4 e5) *", ["{ Variation: 1. e4 e5 } *"]),
    ("(1. e4) 1. d4 d5 *", ["{ Variation: 1. e4 } 1. d4 d5 *"]),
    ("{a} (1. e4 {b}) 1. d4 *", ["{ a Variation: 1. e4 [b] } 1. d4 *"]),
]


@pytest.mark.parametrize("text, expected", ODD_TEXTS, ids=[text for text, _ in ODD_TEXTS])
def test_comments_and_variations_before_moves(text: str, expected: list[str]) -> None:
    for handle in (io.StringIO(text), io.BytesIO(text.encode())):
        found = games_of(pgnkit.pgn.read_game, "") or list(
            iter(lambda: pgnkit.pgn.read_game(handle), None)
        )
        assert [str(game).split("\n\n")[-1] for game in found] == expected
    headers = io.StringIO(text)
    n_headers = sum(1 for _ in iter(lambda: pgnkit.pgn.read_headers(headers), None))
    assert n_headers == len(expected)
