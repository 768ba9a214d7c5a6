"""Sets of squares as whole numbers, bit 0 for a1: python-chess's constants `BB_…` and functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ._pgnkit import SquareSet
from ._squares import SQUARES

__all__ = ["BB_ALL", "BB_BACKRANKS", "BB_CENTER", "BB_CORNERS", "BB_DARK_SQUARES", "BB_EMPTY"]
__all__ += ["BB_FILES", "BB_LIGHT_SQUARES", "BB_RANKS", "BB_SQUARES", "Bitboard"]
__all__ += ["between", "lsb", "msb", "popcount", "ray", "scan_forward", "scan_reversed"]
__all__ += ["BB_KING_ATTACKS", "BB_KNIGHT_ATTACKS", "BB_PAWN_ATTACKS"]
__all__ += ["shift_2_down", "shift_2_left", "shift_2_right", "shift_2_up"]
__all__ += ["shift_down_left", "shift_down_right", "shift_up_left", "shift_up_right"]
__all__ += ["flip_anti_diagonal", "flip_diagonal", "flip_horizontal", "flip_vertical"]
__all__ += ["shift_down", "shift_left", "shift_right", "shift_up", "square_knight_distance"]
__all__ += ["BB_A1", "BB_B1", "BB_C1", "BB_D1", "BB_E1", "BB_F1", "BB_G1", "BB_H1"]
__all__ += ["BB_A2", "BB_B2", "BB_C2", "BB_D2", "BB_E2", "BB_F2", "BB_G2", "BB_H2"]
__all__ += ["BB_A3", "BB_B3", "BB_C3", "BB_D3", "BB_E3", "BB_F3", "BB_G3", "BB_H3"]
__all__ += ["BB_A4", "BB_B4", "BB_C4", "BB_D4", "BB_E4", "BB_F4", "BB_G4", "BB_H4"]
__all__ += ["BB_A5", "BB_B5", "BB_C5", "BB_D5", "BB_E5", "BB_F5", "BB_G5", "BB_H5"]
__all__ += ["BB_A6", "BB_B6", "BB_C6", "BB_D6", "BB_E6", "BB_F6", "BB_G6", "BB_H6"]
__all__ += ["BB_A7", "BB_B7", "BB_C7", "BB_D7", "BB_E7", "BB_F7", "BB_G7", "BB_H7"]
__all__ += ["BB_A8", "BB_B8", "BB_C8", "BB_D8", "BB_E8", "BB_F8", "BB_G8", "BB_H8"]
__all__ += ["BB_FILE_A", "BB_FILE_B", "BB_FILE_C", "BB_FILE_D"]
__all__ += ["BB_FILE_E", "BB_FILE_F", "BB_FILE_G", "BB_FILE_H"]
__all__ += ["BB_RANK_1", "BB_RANK_2", "BB_RANK_3", "BB_RANK_4"]
__all__ += ["BB_RANK_5", "BB_RANK_6", "BB_RANK_7", "BB_RANK_8"]

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

BB_A1, BB_B1, BB_C1, BB_D1, BB_E1, BB_F1, BB_G1, BB_H1 = BB_SQUARES[0:8]
BB_A2, BB_B2, BB_C2, BB_D2, BB_E2, BB_F2, BB_G2, BB_H2 = BB_SQUARES[8:16]
BB_A3, BB_B3, BB_C3, BB_D3, BB_E3, BB_F3, BB_G3, BB_H3 = BB_SQUARES[16:24]
BB_A4, BB_B4, BB_C4, BB_D4, BB_E4, BB_F4, BB_G4, BB_H4 = BB_SQUARES[24:32]
BB_A5, BB_B5, BB_C5, BB_D5, BB_E5, BB_F5, BB_G5, BB_H5 = BB_SQUARES[32:40]
BB_A6, BB_B6, BB_C6, BB_D6, BB_E6, BB_F6, BB_G6, BB_H6 = BB_SQUARES[40:48]
BB_A7, BB_B7, BB_C7, BB_D7, BB_E7, BB_F7, BB_G7, BB_H7 = BB_SQUARES[48:56]
BB_A8, BB_B8, BB_C8, BB_D8, BB_E8, BB_F8, BB_G8, BB_H8 = BB_SQUARES[56:64]
BB_FILE_A, BB_FILE_B, BB_FILE_C, BB_FILE_D = BB_FILES[:4]
BB_FILE_E, BB_FILE_F, BB_FILE_G, BB_FILE_H = BB_FILES[4:]
BB_RANK_1, BB_RANK_2, BB_RANK_3, BB_RANK_4 = BB_RANKS[:4]
BB_RANK_5, BB_RANK_6, BB_RANK_7, BB_RANK_8 = BB_RANKS[4:]


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


def _shifter(files: int, ranks: int) -> Callable[[Bitboard], Bitboard]:
    """A function that moves sets by files to the right and by ranks upwards; squares that leave the
    board are dropped.
    """
    columns = BB_FILES[files:] if files > 0 else BB_FILES[: 8 + files]
    kept, bits = sum(columns), files + 8 * ranks

    def shift(b: Bitboard) -> Bitboard:
        moved = b << bits if bits > 0 else b >> -bits
        return moved & kept & BB_ALL

    shift.__doc__ = f"The set moved by {files} files and {ranks} ranks."
    return shift


shift_2_up, shift_2_down = _shifter(0, 2), _shifter(0, -2)
shift_2_right, shift_2_left = _shifter(2, 0), _shifter(-2, 0)
shift_up_left, shift_up_right = _shifter(-1, 1), _shifter(1, 1)
shift_down_left, shift_down_right = _shifter(-1, -1), _shifter(1, -1)


def _reached(*steps: tuple[int, int]) -> list[Bitboard]:
    """For each square, those that one of the steps reaches."""
    shifters = [_shifter(*step) for step in steps]
    return [sum(shift(1 << square) for shift in shifters) for square in SQUARES]


BB_KNIGHT_ATTACKS: list[Bitboard] = _reached(
    (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)
)
BB_KING_ATTACKS: list[Bitboard] = _reached(
    (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)
)
# By color: Black, White.
BB_PAWN_ATTACKS: list[list[Bitboard]] = [_reached((-1, -1), (1, -1)), _reached((-1, 1), (1, 1))]


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
