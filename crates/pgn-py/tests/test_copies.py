"""Copies and pickles: of games, nodes, tags, boards and small values, and in other processes."""

from __future__ import annotations

import concurrent.futures
import copy
import io
import multiprocessing
import os
import pathlib
import pickle
import threading
from collections.abc import Callable, Iterator

import pytest

import pgnkit
import pgnkit.pgn
from pgnkit.variant import AtomicBoard, CrazyhouseBoard, find_variant

from conftest import CORPUS, corpus_files


def by_pickle(value: object) -> object:
    return pickle.loads(pickle.dumps(value))


def by_old_pickle(value: object) -> object:
    return pickle.loads(pickle.dumps(value, protocol=2))


WAYS = [copy.copy, copy.deepcopy, by_pickle, by_old_pickle]


def games_of(path: pathlib.Path) -> list[pgnkit.pgn.Game]:
    try:
        return list(pgnkit.pgn.games(path))
    except pgnkit.ReadError:
        return []


def nodes(game: pgnkit.pgn.GameNode) -> list[pgnkit.pgn.GameNode]:
    found, waiting = [], [game]
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting.extend(node.variations)
    return found


@pytest.mark.parametrize("path", corpus_files(), ids=lambda path: path.name)
def test_games_of_the_corpus_are_copied(path: pathlib.Path) -> None:
    for game in games_of(path)[:20]:
        for way in WAYS:
            again = way(game)
            assert again.to_pgn("lossless") == game.to_pgn("lossless")
            assert str(again) == str(game) and list(again.headers) == list(game.headers)
            assert [repr(error) for error in again.errors] == [repr(e) for e in game.errors]
            assert (again.file, again.number, again.offset) == (game.file, game.number, game.offset)
            again.headers["White"] = "another"
            again.comment = "another"
            assert again != game and game.comment != "another"
            assert game.headers["White"] != "another"


def test_nodes_of_the_corpus_are_copied() -> None:
    for path in corpus_files():
        for game in games_of(path)[:3]:
            for node in nodes(game)[:60:7]:
                for way in WAYS:
                    again = way(node)
                    assert type(again) is type(node) and again != node
                    assert str(again) == str(node) and again.ply() == node.ply()
                    assert again.comment == node.comment and set(again.nags) == set(node.nags)


@pytest.mark.parametrize("way", WAYS[1:], ids=lambda way: way.__name__)
def test_what_is_copied_together_stays_together(way: Callable[[object], object]) -> None:
    game = pgnkit.pgn.read_game(io.StringIO("1. e4 e5 (1... c5 2. Nf3) 2. f4 *"))
    assert game is not None
    first = game.next()
    assert first is not None
    sicilian = first.variations[1]
    for together in ([game, first, sicilian], [sicilian, first, game], [first, first]):
        again = way(together)
        assert isinstance(again, list)
        root = again[0].game()
        assert all(node.game() == root for node in again) and root != game
        assert [str(node) for node in again] == [str(node) for node in together]
        again[0].game().add_variation(pgnkit.Move.from_uci("c2c4"))
        assert len(game.variations) == 1 and len(root.variations) == 2


def test_an_empty_game_and_tags_without_a_roster() -> None:
    bare = pgnkit.pgn.Game.without_tag_roster()
    for way in WAYS:
        assert str(way(pgnkit.pgn.Game())) == str(pgnkit.pgn.Game())
        assert list(way(bare).headers) == []  # type: ignore[attr-defined]
        tags = pgnkit.pgn.Headers({"White": "Tal", "Result": "1-0"})
        again = way(tags)
        assert isinstance(again, pgnkit.pgn.Headers) and dict(again) == dict(tags)
        again["White"] = "Flohr"
        assert tags["White"] == "Tal"


class OwnGame(pgnkit.pgn.Game):
    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = [reason]


class OwnHeaders(pgnkit.pgn.Headers):
    pass


class OwnBoard(pgnkit.Board):
    def __init__(self, fen: str | None = pgnkit.STARTING_FEN, mark: str = "e4") -> None:
        super().__init__(fen)
        self.marks = [mark]


def test_subclasses_keep_their_class_and_attributes() -> None:
    game = OwnGame("study")
    game.add_variation(pgnkit.Move.from_uci("e2e4"))
    tags = OwnHeaders({"White": "Tal"})
    tags.note = "kept"  # type: ignore[attr-defined]
    board = OwnBoard(mark="e4")
    board.push_san("e4")
    for way in WAYS:
        other = way(game)
        assert type(other) is OwnGame and other.reason == ["study"] and str(other) == str(game)
        named = way(tags)
        assert type(named) is OwnHeaders and named.note == "kept" and dict(named) == dict(tags)
        again = way(board)
        assert type(again) is OwnBoard and again == board and again.marks == ["e4"]
        is_shared = again.marks is board.marks
        assert is_shared == (way is copy.copy)
    for made in (board.copy(), board.mirror(), board.root(), OwnBoard.empty()):
        assert type(made) is OwnBoard
    assert board.copy(stack=False).move_stack == [] and board.copy().marks is board.marks
    assert type(OwnBoard.from_epd(board.epd())[0]) is OwnBoard
    assert type(OwnBoard.from_chess960_pos(0)) is OwnBoard
    assert type(tags.copy()) is OwnHeaders


def test_boards_of_variants_have_classes() -> None:
    board = AtomicBoard()
    board.push_san("e4")
    for way in WAYS:
        again = way(board)
        assert type(again) is AtomicBoard and again == board
    assert AtomicBoard.empty().variant == "Atomic" and issubclass(AtomicBoard, pgnkit.Board)
    dropped = CrazyhouseBoard("4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1")
    assert dropped.pocket(pgnkit.WHITE) == {pgnkit.QUEEN: 1}
    again, _ = CrazyhouseBoard.from_epd(dropped.epd())
    assert type(again) is CrazyhouseBoard and again == dropped
    game = pgnkit.pgn.read_game(io.StringIO('[Variant "Atomic"]\n\n1. e4 *'))
    assert game is not None and isinstance(game.board(), AtomicBoard)
    assert isinstance(pgnkit.Board(variant="Atomic"), AtomicBoard)
    assert not isinstance(pgnkit.Board(), AtomicBoard) and not isinstance(1, AtomicBoard)
    assert find_variant("koth")().variant == "King of the Hill"
    assert find_variant("standard") is pgnkit.Board
    with pytest.raises(pgnkit.OptionError):
        AtomicBoard(variant="Horde")


def test_set_ups_and_small_values_are_copied() -> None:
    draft = pgnkit.Board(None)
    draft.set_piece_at(pgnkit.A1, pgnkit.Piece.from_symbol("R"))
    draft.castling_rights = pgnkit.BB_A1
    draft.ep_square, draft.turn, draft.fullmove_number = pgnkit.E6, False, 9
    pocket = pgnkit.Board("4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1", variant="Crazyhouse")
    pocket.remove_piece_at(pgnkit.E8)
    record = pgnkit.Record('4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "x"; c9 "y";')
    findings = list(pgnkit.check(b"1. e4 e5 2. Ke3 *"))
    values = [draft, pocket, record, findings, pgnkit.SquareSet([1, 63]), pgnkit.Arrow(1, 2)]
    values += [pgnkit.Move.from_uci("e7e8q"), pgnkit.Piece.from_symbol("n"), pgnkit.SquareSet()]
    for value in values:
        for way in WAYS:
            assert way(value) == value
    again = by_pickle(draft)
    assert isinstance(again, pgnkit.Board) and again.status() == draft.status()
    assert (again.castling_rights, again.ep_square) == (draft.castling_rights, draft.ep_square)
    changed = copy.copy(record)
    changed["bm"] = []
    assert changed != record and record["bm"]
    finding = by_pickle(findings[0])
    names = [name for name in dir(findings[0]) if not name.startswith("_")]
    assert [getattr(finding, name) for name in names] == [getattr(findings[0], n) for n in names]
    assert len({findings[0], finding}) == 1
    for error in (pgnkit.ReadError("a", file="b"), pgnkit.MissingFileError("a", file="b")):
        other = by_pickle(error)
        assert (type(other), str(other), other.file) == (type(error), "a", "b")  # type: ignore


def test_wrong_pickles_are_errors() -> None:
    game, path = pgnkit.pgn.Game(), [7]
    with pytest.raises(ValueError, match="not there"):
        pgnkit._pgnkit._restore_node(game, path)
    with pytest.raises(pgnkit.IllegalMoveError):
        pgnkit._pgnkit._restore_board(pgnkit.Board, "Standard", pgnkit.STARTING_FEN, [8096], None)
    with pytest.raises(TypeError):
        pickle.dumps(pgnkit.pgn.games(CORPUS / "classic"))


def measure(game: pgnkit.pgn.Game) -> tuple[str, int]:
    return game.headers["White"], sum(1 for _ in game.mainline_moves())


def last_san(node: pgnkit.pgn.GameNode) -> str:
    return node.end().san()


def checked(game: pgnkit.pgn.Game) -> list[pgnkit.Finding]:
    return list(pgnkit.check(game.to_pgn("lossless").encode(), select=["illegal-move"]))


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_games_go_to_other_processes(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system has no {method}")
    games = list(pgnkit.pgn.games(CORPUS / "classic"))
    context = multiprocessing.get_context(method)
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
        assert list(pool.map(measure, games)) == [measure(game) for game in games]
        firsts = [game.next() for game in games]
        assert list(pool.map(last_san, firsts)) == [last_san(game) for game in games]
        assert list(pool.map(checked, games)) == [checked(game) for game in games]
        read = pgnkit.pgn.games
        count = pool.submit(count_games, str(CORPUS / "classic")).result(timeout=120)
        assert count == len(list(read(CORPUS / "classic")))


def count_games(path: str) -> int:
    """Reads with threads in the other process."""
    return sum(1 for _ in pgnkit.pgn.games(path))


ITERATORS: dict[str, Callable[[pathlib.Path], Iterator[object]]] = {
    "games": pgnkit.pgn.games,
    "headers": pgnkit.pgn.headers,
    "batches": lambda path: pgnkit.scan(path).batches(),
    "check": pgnkit.check,
}


@pytest.mark.parametrize("name", ITERATORS)
def test_an_iterator_is_read_by_one_thread(tmp_path: pathlib.Path, name: str) -> None:
    pipe = tmp_path / "games.pgn"
    os.mkfifo(pipe)
    iterator = ITERATORS[name](pipe)
    entered, results = threading.Event(), []

    def wait() -> None:
        entered.set()
        results.append(list(iterator))

    waiting = threading.Thread(target=wait)
    waiting.start()
    entered.wait()
    # The first thread waits for the pipe, which has no writer yet.
    message = ""
    while not message:
        try:
            next(iterator)
        except RuntimeError as error:
            message = str(error)
    assert message.startswith("another thread is reading this iterator: ")
    pipe.write_text("1. e4 e5 2. Ke3 *\n")
    waiting.join(timeout=60)
    assert len(results) == 1


def test_a_missing_file_is_one_of_python(tmp_path: pathlib.Path) -> None:
    missing = str(tmp_path / "missing.pgn")
    for read in (
        lambda: next(pgnkit.pgn.games(missing)),
        lambda: next(pgnkit.pgn.headers(missing)),
        lambda: next(pgnkit.check(missing)),
        lambda: next(pgnkit.scan(missing).batches()),
        lambda: pgnkit.tree(missing),
        lambda: pgnkit.dedupe(missing),
        lambda: pgnkit.merge_tree(missing),
    ):
        with pytest.raises(FileNotFoundError) as caught:
            read()
        assert isinstance(caught.value, pgnkit.ReadError)
        assert caught.value.filename == caught.value.file == missing
        assert caught.value.errno == 2 and "missing.pgn" in str(caught.value)
