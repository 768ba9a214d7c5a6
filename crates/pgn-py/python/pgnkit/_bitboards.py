"""Sets of squares as whole numbers, bit 0 for a1: python-chess's constants `BB_…` and functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ._pgnkit import SquareSet
from ._squares import FILE_NAMES, SQUARE_NAMES, SQUARES

__all__ = ["BB_ALL", "BB_BACKRANKS", "BB_CENTER", "BB_CORNERS", "BB_DARK_SQUARES", "BB_EMPTY"]
__all__ += ["BB_FILES", "BB_LIGHT_SQUARES", "BB_RANKS", "BB_SQUARES", "Bitboard"]
__all__ += ["between", "lsb", "msb", "popcount", "ray", "scan_forward", "scan_reversed"]
__all__ += ["flip_anti_diagonal", "flip_diagonal", "flip_horizontal", "flip_vertical"]
__all__ += ["shift_down", "shift_left", "shift_right", "shift_up", "square_knight_distance"]
__all__ += [f"BB_{name.upper()}" for name in SQUARE_NAMES]
__all__ += [f"BB_FILE_{name.upper()}" for name in FILE_NAMES]
__all__ += [f"BB_RANK_{number}" for number in range(1, 9)]

Bitboard = int

BB_EMPTY: Bitboard = 0
BB_ALL: Bitboard = (1 << 64) - 1
BB_SQUARES: list[Bitboard] = [1 << square for square in SQUARES]
BB_FILES: list[Bitboard] = [0x0101_0101_0101_0101 << file for file in range(8)]
BB_RANKS: list[Bitboard] = [0xFF << 8 * rank for rank in range(8)]
BB_BACKRANKS: Bitboard = BB_RANKS[0] | BB_RANKS[7]
BB_CORNERS: Bitboard = BB_BACKRANKS & (BB_FILES[0] | BB_FILES[7])
BB_CENTER: Bitboard = (BB_RANKS[3] | BB_RANKS[4]) & (BB_FILES[3] | BB_FILES[4])
BB_DARK_SQUARES: Bitboard = 0xAA55_AA55_AA55_AA55
BB_LIGHT_SQUARES: Bitboard = BB_ALL ^ BB_DARK_SQUARES

globals().update({f"BB_{SQUARE_NAMES[n].upper()}": 1 << n for n in SQUARES})
globals().update({f"BB_FILE_{FILE_NAMES[n].upper()}": BB_FILES[n] for n in range(8)})
globals().update({f"BB_RANK_{n + 1}": BB_RANKS[n] for n in range(8)})


def lsb(bb: Bitboard) -> int:
    """The first square of a set.

    >>> lsb(BB_RANKS[1]), msb(BB_RANKS[1]), popcount(BB_CENTER)
    (8, 15, 4)
    """
    return next(scan_forward(bb), -1)


def msb(bb: Bitboard) -> int:
    """The last square of a set."""
    return bb.bit_length() - 1


def popcount(bb: Bitboard) -> int:
    """The number of squares of a set."""
    return bb.bit_count()


def scan_forward(bb: Bitboard) -> Iterator[int]:
    """The squares of a set, the first one first."""
    return iter(SquareSet(bb))


def scan_reversed(bb: Bitboard) -> Iterator[int]:
    """The squares of a set, the last one first."""
    return reversed(SquareSet(bb))


def between(a: int, b: int) -> Bitboard:
    """The squares between two squares on the same line.

    >>> list(scan_forward(between(0, 3)))
    [1, 2]
    """
    return SquareSet.between(a, b).mask


def ray(a: int, b: int) -> Bitboard:
    """All squares of the line through two squares, from edge to edge; empty if no line has both."""
    return SquareSet.ray(a, b).mask


def _moved(bb: Bitboard, place: Callable[[int, int], int]) -> Bitboard:
    return sum(1 << place(square % 8, square // 8) for square in scan_forward(bb))


def flip_vertical(bb: Bitboard) -> Bitboard:
    """The set with rank 1 and rank 8 exchanged, and so on."""
    return _moved(bb, lambda file, rank: file + 8 * (7 - rank))


def flip_horizontal(bb: Bitboard) -> Bitboard:
    """The set with the files a and h exchanged, and so on."""
    return _moved(bb, lambda file, rank: 7 - file + 8 * rank)


def flip_diagonal(bb: Bitboard) -> Bitboard:
    """The set mirrored at the line from a1 to h8."""
    return _moved(bb, lambda file, rank: rank + 8 * file)


def flip_anti_diagonal(bb: Bitboard) -> Bitboard:
    """The set mirrored at the line from a8 to h1."""
    return _moved(bb, lambda file, rank: 7 - rank + 8 * (7 - file))


def shift_up(b: Bitboard) -> Bitboard:
    """The set a rank higher."""
    return (b << 8) & BB_ALL


def shift_down(b: Bitboard) -> Bitboard:
    """The set a rank lower."""
    return b >> 8


def shift_right(b: Bitboard) -> Bitboard:
    """The set a file to the right."""
    return (b & ~BB_FILES[7]) << 1


def shift_left(b: Bitboard) -> Bitboard:
    """The set a file to the left."""
    return (b & ~BB_FILES[0]) >> 1


def square_knight_distance(a: int, b: int) -> int:
    """How many moves a knight needs.

    >>> square_knight_distance(0, 63), square_knight_distance(0, 9)
    (6, 4)
    """
    jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
    n_moves, reached, found = 0, {a}, {a}
    while b not in found:
        places = [(at % 8 + x, at // 8 + y) for at in reached for x, y in jumps]
        reached = {x + 8 * y for x, y in places if 0 <= x < 8 and 0 <= y < 8} - found
        found |= reached
        n_moves += 1
    return n_moves
