"""Opening books of Polyglot: read, searched and written, with the names of `chess.polyglot`.

>>> import pgnkit, tempfile, os
>>> board = pgnkit.Board()
>>> path = os.path.join(tempfile.mkdtemp(), "book.bin")
>>> write_book(path, [(board, board.parse_san("e4"), 3), (board, board.parse_san("d4"), 1)])
2
>>> with open_reader(path) as book:
...     for entry in book.find_all(board):
...         print(entry.move.uci(), entry.weight)
e2e4 3
d2d4 1
"""

from __future__ import annotations

import os
import random as _random
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, overload

from . import _pgnkit
from ._pgnkit import Board, Move
from .errors import WriteError

__all__ = ["Entry", "MemoryMappedReader", "Reader", "make_entry", "open_reader", "write_book", "zobrist_hash"]


class Entry(NamedTuple):
    """A move of a book: the key of the position, the move as it is written, its weight, the
    number for programs that learn, and the move.
    """

    key: int
    raw_move: int
    weight: int
    learn: int
    move: Move


def zobrist_hash(board: Board) -> int:
    """The key of a position in books.

    >>> hex(zobrist_hash(Board()))
    '0x463b96181691fc9c'
    """
    return board.zobrist()


def make_entry(board: Board, move: Move, weight: int = 1, learn: int = 0) -> Entry:
    """An entry for a legal move of a board.

    Raises:
        WriteError: a book cannot hold the move: a null move or a drop.
    """
    return Entry(board.zobrist(), _pgnkit.book_raw_move(board, move), weight, learn, move)


class Reader(Sequence[Entry]):
    """A book as a sequence of its entries, which can be searched by position."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._open: _pgnkit.BookFile | None = _pgnkit.BookFile(path)

    @property
    def _file(self) -> _pgnkit.BookFile:
        if self._open is None:
            raise ValueError("the book is closed")
        return self._open

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file."""
        self._open = None

    def __len__(self) -> int:
        return len(self._file)

    @overload
    def __getitem__(self, index: int) -> Entry: ...
    @overload
    def __getitem__(self, index: slice) -> list[Entry]: ...
    def __getitem__(self, index: int | slice) -> Entry | list[Entry]:
        places = range(len(self))[index]
        if isinstance(places, int):
            return self._entry(self._file.entry(places), None)
        return [self._entry(self._file.entry(place), None) for place in places]

    def _entry(self, parts: tuple[int, int, int, int], board: Board | None) -> Entry:
        move = _pgnkit.book_move(parts[1], board)
        return Entry(*parts, Move.null() if move is None else move)

    def find_all(
        self,
        board: Board | int,
        *,
        minimum_weight: int = 1,
        exclude_moves: Iterable[Move] = (),
    ) -> Iterator[Entry]:
        """The entries of a position, in the order of the book. Of a board, moves that are not
        legal are left out; of a key, moves are as they are written.
        """
        place, key = (None, board) if isinstance(board, int) else (board, zobrist_hash(board))
        excluded = set(exclude_moves)
        for parts in self._file.find(key):
            entry = self._entry(parts, place)
            if entry.weight >= minimum_weight and entry.move and entry.move not in excluded:
                yield entry

    def get(self, board: Board | int, default: Entry | None = None) -> Entry | None:
        """The heaviest entry of a position, or `default`."""
        return max(self.find_all(board), key=lambda entry: entry.weight, default=default)

    def find(
        self,
        board: Board | int,
        *,
        minimum_weight: int = 1,
        exclude_moves: Iterable[Move] = (),
    ) -> Entry:
        """The heaviest entry of a position.

        Raises:
            IndexError: there is none.
        """
        found = self._found(board, minimum_weight, exclude_moves)
        return max(found, key=lambda entry: entry.weight)

    def _found(
        self, board: Board | int, minimum_weight: int, exclude_moves: Iterable[Move]
    ) -> list[Entry]:
        wanted = {"minimum_weight": minimum_weight, "exclude_moves": exclude_moves}
        found = list(self.find_all(board, **wanted))  # type: ignore[arg-type]
        if not found:
            raise IndexError("the book has no move for the position")
        return found

    def choice(
        self,
        board: Board | int,
        *,
        minimum_weight: int = 1,
        exclude_moves: Iterable[Move] = (),
        random: _random.Random | None = None,
    ) -> Entry:
        """An entry of a position by chance, each with the same probability.

        Raises:
            IndexError: there is none.
        """
        found = self._found(board, minimum_weight, exclude_moves)
        return found[(random or _random).randrange(len(found))]

    def weighted_choice(
        self,
        board: Board | int,
        *,
        exclude_moves: Iterable[Move] = (),
        random: _random.Random | None = None,
    ) -> Entry:
        """An entry of a position by chance, in proportion to the weights.

        Raises:
            IndexError: there is none with a weight.
        """
        found = self._found(board, 1, exclude_moves)
        weights = [entry.weight for entry in found]
        return (random or _random).choices(found, weights)[0]


# The name of python-chess.
MemoryMappedReader = Reader


def open_reader(path: str | os.PathLike[str]) -> Reader:
    """Opens a book.

    Raises:
        FileNotFoundError: the file does not exist.
        ReadError: it is not a book.
    """
    return Reader(path)


def write_book(
    path: str | os.PathLike[str],
    entries: Iterable[Entry | tuple[Board, Move] | tuple[Board, Move, int]],
) -> int:
    """Writes a book, in the order that books have, and returns the number of its entries. An entry
    is an `Entry`, or a board with a legal move and a weight. If a move of a position is given
    several times, its weights are added. `pgn tree --book` makes books of games.

    Raises:
        ReadError: the file cannot be written.
        WriteError: a book cannot hold a move, or a weight is not from 0 to 65,535.
    """
    weights: dict[tuple[int, int], tuple[int, int]] = {}
    for given in entries:
        if isinstance(given, Entry):
            entry = given
        else:
            entry = make_entry(given[0], given[1], given[2] if len(given) == 3 else 1)
        weight, learn = weights.get(entry[:2], (0, 0))
        weights[entry[:2]] = (weight + entry.weight, learn | entry.learn)
    for (key, _), (weight, _) in weights.items():
        if not 0 <= weight <= 65_535:
            raise WriteError(f"expected a weight from 0 to 65,535, found {weight} for {key:#x}")
    _pgnkit.write_book(path, [(*key, *value) for key, value in weights.items()])
    return len(weights)
