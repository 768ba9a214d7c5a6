"""Visitors, beside those of python-chess: the same calls in the same order, the same text."""

from __future__ import annotations

import copy
import io
import pickle
import types

import chess
import chess.pgn
import pytest

import pgnkit
import pgnkit.pgn

from conftest import CORPUS, corpus_files
from test_python_chess import DIFFERENT, games_of, nodes, text_of

METHODS = ["begin_game", "visit_header", "end_headers", "begin_parse_san", "parse_san", "visit_move"]
METHODS += ["visit_board", "begin_variation", "end_variation", "visit_comment", "visit_nag"]
METHODS += ["visit_result", "end_game"]


def recorder(pgn: types.ModuleType, skipped: str = "") -> type:
    """A visitor whose result is the list of its calls; `skipped` is what it does not want."""

    def record(name: str) -> object:
        def method(self: object, *arguments: object) -> object:
            # python-chess leaves the marks of check out of what it hands to `parse_san`.
            shown = [
                f"{a.fen(en_passant='legal')} {len(a.move_stack)}" if hasattr(a, "fen") else str(a).rstrip("+#")
                for a in arguments
            ]
            if name == "visit_header" and arguments[0] == "FEN":
                # The square of en passant is there after every double step.
                shown[1] = chess.Board(shown[1]).fen()
            self.calls.append((name, *shown))
            if name == "parse_san":
                return pgn.BaseVisitor.parse_san(self, *arguments)
            return pgn.SKIP if name == skipped else None

        return method

    members: dict[str, object] = {name: record(name) for name in METHODS}
    members["__init__"] = lambda self: setattr(self, "calls", [])
    members["result"] = lambda self: self.calls
    return type("Recorder", (pgn.BaseVisitor,), members)


TEXTS = [
    "1. e4 e5 *",
    '[White "Tal"]\n[Result "1-0"]\n\n1. e4 1-0',
    "{a} 1. e4 {b} e5 $1 $5 {c} 2. Nf3 $2 *",
    "1. e4 (1. d4 d5) (1. c4) e5 *",
    "1. e4 e5 (1... c5 2. Nf3 (2. Nc3 Nc6 (2... d6 {x}) 3. g3) 2... d6) 2. Nf3 (2. f4) Nc6 *",
    "1. e4 ({a} 1. d4 {b}) ({c} 1. c4 $3) 1... e5 ({d} 1... c5) *",
    "1. e4 c5 (1... c6 (1... d5 2. exd5) 2. d4) (1... e6) 2. Nf3 *",
    '[SetUp "1"]\n[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. a8=Q+ (1. a8=R+ Kd7) 1... Kd7 1-0',
    '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/p7/4K3 b - - 3 40"]\n\n40... a1=Q+ (40... Kd7 41. Kd2) 41. Kd2 *',
    "1. e4 -- 2. d4 -- *",
    "1. e4 d5 2. e5 f5 3. exf6 (3. Nf3) exf6 4. Nf3 Nc6 5. Bb5 Bd6 6. O-O 1/2-1/2",
    "1. f3 e5 2. g4 (2. e4 Qh4+ 3. g3 (3. Ke2)) Qh4# 0-1",
    "*",
    "1. e4 {one} {two} (1. d4 {x} {y}) {three} e5 *",
]


def read_both(text: str, skipped: str = "") -> tuple[object, object]:
    ours = pgnkit.pgn.read_game(io.StringIO(text), Visitor=recorder(pgnkit.pgn, skipped))
    return ours, chess.pgn.read_game(io.StringIO(text), Visitor=recorder(chess.pgn, skipped))


@pytest.mark.parametrize("text", TEXTS)
def test_reading_makes_the_same_calls(text: str) -> None:
    for skipped in ("", "begin_game", "end_headers", "begin_variation"):
        ours, theirs = read_both(text, skipped)
        assert ours == theirs and ours


@pytest.mark.parametrize("text", TEXTS)
def test_accepting_makes_the_same_calls(text: str) -> None:
    games = [module.read_game(io.StringIO(text)) for module in (pgnkit.pgn, chess.pgn)]
    for ours, theirs in zip(*map(nodes, games)):
        for skipped in ("", "begin_game", "end_headers", "begin_variation"):
            visitors = recorder(pgnkit.pgn, skipped), recorder(chess.pgn, skipped)
            # As a game of its own the game keeps its first comment here.
            for name in ("accept", "accept_subgame") if theirs.parent else ("accept",):
                calls = [getattr(node, name)(make()) for node, make in zip((ours, theirs), visitors)]
                # The tags that say where a game begins come in another order.
                assert sorted(map(str, calls[0])) == sorted(map(str, calls[1])), name
                others = [[call for call in made if call[0] != "visit_header"] for made in calls]
                assert others[0] == others[1], name
            assert ours.mainline().accept(visitors[0]()) == theirs.mainline().accept(visitors[1]())
        assert str(ours) == str(theirs)
        assert str(ours.mainline()) == str(theirs.mainline())
        assert str(ours.mainline_moves()) == str(theirs.mainline_moves())


def test_real_games_make_the_same_calls() -> None:
    for path in sorted((CORPUS / "classic").glob("*.pgn"))[:8]:
        ours, theirs = read_both(text_of(path))
        assert ours == theirs and len(ours) > 20, path.name


# Classes that change nothing: their methods are called, those of the exact class are not.
class SameStringExporter(pgnkit.pgn.StringExporter):
    pass


class SameFileExporter(pgnkit.pgn.FileExporter):
    pass


class SameGameBuilder(pgnkit.pgn.GameBuilder):
    pass


def can_be_played(game: pgnkit.pgn.Game) -> bool:
    try:
        return bool(game.board())
    except pgnkit.PositionError:
        return False


def test_subclasses_write_what_their_base_writes() -> None:
    n_games = 0
    for path in corpus_files():
        if path.name in DIFFERENT or path.stat().st_size > 20_000:
            continue
        text = text_of(path)
        for game in filter(can_be_played, games_of(pgnkit.pgn.read_game, text)[:3]):
            n_games += 1
            for columns in (None, 1, 20, 80):
                options = {"columns": columns, "comments": columns != 20, "variations": columns != 1}
                expected = game.accept(pgnkit.pgn.StringExporter(**options))
                assert game.accept(SameStringExporter(**options)) == expected, path.name
                handle, other = io.StringIO(), io.StringIO()
                n_written = game.accept(pgnkit.pgn.FileExporter(handle, **options))
                assert game.accept(SameFileExporter(other, **options)) == n_written
                assert handle.getvalue() == other.getvalue() == expected + "\n\n"
                assert n_written == len(handle.getvalue())
            assert str(game.accept(SameGameBuilder())) == str(game), path.name
            assert str(game.accept(pgnkit.pgn.GameBuilder())) == str(game)
    assert n_games > 60


def test_games_are_read_by_subclasses_as_without_them() -> None:
    for path in corpus_files():
        if path.name in DIFFERENT or path.stat().st_size > 20_000:
            continue
        text = text_of(path)
        handle = io.StringIO(text)
        for game in games_of(pgnkit.pgn.read_game, text)[:3]:
            built = pgnkit.pgn.read_game(handle, Visitor=SameGameBuilder)
            if not can_be_played(game):
                assert len(built.errors) > len(game.errors) or not nodes(game)[1:]
                continue
            assert str(built) == str(game), path.name
            assert [str(error) for error in built.errors] == [str(error) for error in game.errors]
            for one, other in zip(nodes(built), nodes(game)):
                assert one.comment == other.comment and len(one.comments) == len(other.comments)


LINES = ["1. e4 {a long comment that fills the line} e5 2. Nf3 $1 (2. f4 exf4) Nc6 3. Bb5 a6 *",
         "{é è à} 1. e4 {ü ö ä} (1. d4 {ñ}) e5 {ç} *", "1. e4 {one\ntwo} e5 2. d4 *"]


@pytest.mark.parametrize("text", LINES + TEXTS)
def test_lines_are_broken_alike(text: str) -> None:
    ours, theirs = (module.read_game(io.StringIO(text)) for module in (pgnkit.pgn, chess.pgn))
    for columns in [None, *range(1, 60, 3), 79, 80, 81]:
        for headers in (True, False):
            options = {"columns": columns, "headers": headers}
            expected = theirs.accept(chess.pgn.StringExporter(**options))
            assert ours.accept(pgnkit.pgn.StringExporter(**options)) == expected


def read(text: str, **options: object) -> object:
    return pgnkit.pgn.read_game(io.StringIO(text), **options)


def test_exporters_are_used_again() -> None:
    for module in (pgnkit.pgn, chess.pgn):
        exporter, handle = module.StringExporter(headers=False), io.StringIO()
        to_file = module.FileExporter(handle, headers=False)
        for text in ("1. e4 *", "1. d4 {a} 1-0"):
            module.read_game(io.StringIO(text)).accept(exporter)
            module.read_game(io.StringIO(text)).accept(to_file)
        assert str(exporter) == exporter.result() == "1. e4 *\n\n1. d4 { a } 1-0"
        assert handle.getvalue() == "1. e4 *\n\n1. d4 { a } 1-0\n\n"


def test_exporters_are_changed_by_subclasses() -> None:
    class Shouts(pgnkit.pgn.StringExporter):
        def __init__(self, mark: str) -> None:
            super().__init__(columns=None, headers=False)
            self.mark = mark

        def visit_comment(self, comment: str) -> None:
            super().visit_comment(comment.upper() + self.mark)

        def visit_nag(self, nag: int) -> None:
            pass

    game = read("1. e4 $1 {best} e5 (1... c5 {also}) *")
    assert game.accept(Shouts("!")) == "1. e4 { BEST! } 1... e5 ( 1... c5 { ALSO! } ) *"


def test_a_file_exporter_needs_a_file() -> None:
    with pytest.raises(TypeError):
        pgnkit.pgn.FileExporter()  # type: ignore[call-arg]
    with pytest.raises(AttributeError):
        read("1. e4 *").accept(pgnkit.pgn.FileExporter(5))  # type: ignore[arg-type]


def test_builders_make_other_classes() -> None:
    class Mine(pgnkit.pgn.Game):
        pass

    class Tags(dict[str, str]):
        pass

    text = '[White "Tal"]\n\n1. e4 (1. d4) e5 *'
    made = read(text, Visitor=lambda: pgnkit.pgn.GameBuilder(Game=Mine))
    assert type(made) is Mine and str(made) == str(read(text))
    assert type(read(text).accept(pgnkit.pgn.GameBuilder(Game=Mine))) is Mine
    assert read(text, Visitor=lambda: pgnkit.pgn.HeadersBuilder(Headers=Tags)) == {"White": "Tal"}
    with pytest.raises(TypeError):
        read(text, Visitor=lambda: pgnkit.pgn.GameBuilder(Game=dict))


def test_builders_keep_their_result() -> None:
    game = read('[White "Tal"]\n\n1. e4 (1. d4) e5 *')
    for make in (pgnkit.pgn.GameBuilder, SameGameBuilder):
        builder = make()
        assert builder.result() is None
        built = game.accept(builder)
        assert built == builder.result() and built != game and str(built) == str(game)
        built.headers["White"] = "Fischer"
        assert game.headers["White"] == "Tal"
    assert game.accept(pgnkit.pgn.BoardBuilder()) == game.end().board()
    assert game.accept(pgnkit.pgn.HeadersBuilder()) == game.headers
    assert game.accept(pgnkit.pgn.SkipVisitor()) is True


def test_the_end_of_a_file_has_no_visitor() -> None:
    for name in ("GameBuilder", "HeadersBuilder", "BoardBuilder", "SkipVisitor"):
        assert read("", Visitor=getattr(pgnkit.pgn, name)) is None
    handle = io.StringIO("1. e4 *\n\n1. d4 *\n")
    assert pgnkit.pgn.read_game(handle, Visitor=pgnkit.pgn.SkipVisitor) is True
    assert str(pgnkit.pgn.read_game(handle).mainline_moves()) == "1. d4"
    assert pgnkit.pgn.read_game(handle, Visitor=pgnkit.pgn.SkipVisitor) is None


class Counter(pgnkit.pgn.BaseVisitor[int]):
    def begin_game(self) -> None:
        self.n_moves = 0

    def visit_move(self, board: pgnkit.Board, move: pgnkit.Move) -> None:
        self.n_moves += 1

    def result(self) -> int:
        return self.n_moves


def test_faults_are_handed_to_visitors() -> None:
    class Patient(Counter):
        errors: list[Exception] = []

        def handle_error(self, error: Exception) -> None:
            self.errors.append(error)

    with pytest.raises(pgnkit.GameError, match="Ke3"):
        read("1. e4 e5 2. Ke3 *", Visitor=Counter)
    assert read("1. e4 e5 2. Ke3 *", Visitor=Patient) == 2
    assert [error.code for error in Patient.errors] == ["C001"]
    assert read('[FEN "x"]\n\n1. e4 *', Visitor=Patient) == 0 and len(Patient.errors) > 1
    with pytest.raises(pgnkit.PositionError):
        read('[Variant "None of them"]\n\n1. e4 *', Visitor=Counter)


def test_what_a_visitor_raises_comes_out() -> None:
    for name in METHODS:
        class Broken(Counter):
            pass

        def broken(self: object, *_: object) -> None:
            raise KeyError(name)

        setattr(Broken, name, broken)
        with pytest.raises(KeyError, match=name):
            read('[White "a"]\n\n1. e4 $1 {x} (1. d4) *', Visitor=Broken)


def test_a_line_ends_where_a_visitor_skips_or_cannot_read_a_move() -> None:
    class Skips(Counter):
        def begin_parse_san(self, board: pgnkit.Board, san: str) -> pgnkit.pgn.SkipType | None:
            return pgnkit.pgn.SKIP if san == "Nf3" else None

    class Refuses(Counter):
        def parse_san(self, board: pgnkit.Board, san: str) -> pgnkit.Move:
            return super().parse_san(board, "nonsense" if san == "Nf3" else san)

        def handle_error(self, error: Exception) -> None:
            assert isinstance(error, pgnkit.InvalidMoveError)

    text = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) d6) 2. Nc3 (2. Nf3 (2. a3) Nc6) Nf6 3. Nf3 (3. a3) *"
    assert read(text, Visitor=Skips) == read(text, Visitor=Refuses) == 5
    assert read(text, Visitor=Counter) == 14


def test_a_board_that_a_visitor_changed_is_no_ground_to_move_on() -> None:
    class Careless(Counter):
        def visit_move(self, board: pgnkit.Board, move: pgnkit.Move) -> None:
            board.push(move)

    class Clears(Counter):
        def visit_board(self, board: pgnkit.Board) -> None:
            board.clear()

    game = read("1. e4 (1. d4 d5) e5 2. Nf3 *")
    for visitor in (Careless, Clears):
        with pytest.raises(ValueError):
            game.accept(visitor())
    assert game.accept(Counter()) == 5


def test_a_visitor_may_change_the_game() -> None:
    game = read("1. e4 (1. d4 d5) e5 2. Nf3 Nc6 *")

    class Removes(Counter):
        def visit_move(self, board: pgnkit.Board, move: pgnkit.Move) -> None:
            super().visit_move(board, move)
            for child in game.variations:
                game.remove_variation(child)
            game.headers["White"] = str(self.n_moves)

    assert game.accept(Removes()) == 6
    assert str(game.mainline_moves()) == "" and game.headers["White"] == "6"


def test_a_visitor_need_not_be_of_the_base_class() -> None:
    class Bare:
        def __getattr__(self, name: str) -> object:
            return lambda *arguments: name if name == "result" else None

    assert read("1. e4 (1. d4) *").accept(Bare()) == "result"  # type: ignore[arg-type]


def test_the_base_class() -> None:
    with pytest.raises(NotImplementedError):
        read("1. e4 *", Visitor=pgnkit.pgn.BaseVisitor)
    assert issubclass(Counter, pgnkit.pgn.BaseVisitor)
    skip = pgnkit.pgn.SKIP
    assert repr(skip) == "SKIP" and isinstance(skip, pgnkit.pgn.SkipType)
    assert pgnkit.pgn.SkipVisitor().begin_game() is skip
    assert pickle.loads(pickle.dumps(skip)) is skip and copy.deepcopy(skip) is skip


def test_the_marker_is_that_of_the_game() -> None:
    for tag, marker in [("*", "1-0"), ("1-0", "0-1"), ("?", "1/2-1/2"), ("1-0", "*")]:
        game = read(f'[Result "{tag}"]\n\n1. e4 {marker}')
        assert str(game).split()[-1] == game.to_pgn().split()[-1] != "?"


def test_games_of_unknown_rules_are_written() -> None:
    game = read('[Variant "None of them"]\n\n1. e4 {a} e5 (1... Xd9 2. zz) 2. Nf3 *')
    assert str(game).endswith("1. e4 { a } 1... e5 ( 1... Xd9 2. zz ) 2. Nf3 *")
    assert str(game.mainline_moves()) == "1. e4 { a } 1... e5 2. Nf3"
    with pytest.raises(pgnkit.PositionError):
        game.accept(Counter())


def test_deep_variations_need_no_stack() -> None:
    depth = 800
    game = pgnkit.pgn.Game()
    node: pgnkit.pgn.GameNode = game
    for ply in range(depth):
        moves = "g1f3 g8f6 f3g1 f6g8".split() if ply % 8 < 4 else "b1c3 b8c6 c3b1 c6b8".split()
        node.add_variation(pgnkit.Move.from_uci(["a2a3", "a7a6"][ply % 2] if ply < 2 else "0000"))
        node = node.add_variation(pgnkit.Move.from_uci(moves[ply % 4]))
    text = str(game)
    assert text.count("(") == depth
    assert game.accept(Counter()) == 2 * depth
    assert game.accept(SameStringExporter(columns=None)) == text
    assert str(game.accept(SameGameBuilder())) == text
