"""Colors, pieces and squares as numbers, and functions of them that need no board."""

from __future__ import annotations

__all__ = [
    "BISHOP",
    "BLACK",
    "COLORS",
    "COLOR_NAMES",
    "Color",
    "FILE_NAMES",
    "KING",
    "KNIGHT",
    "PAWN",
    "PIECE_NAMES",
    "PIECE_SYMBOLS",
    "PIECE_TYPES",
    "PieceType",
    "QUEEN",
    "RANK_NAMES",
    "ROOK",
    "SQUARES",
    "SQUARES_180",
    "SQUARE_NAMES",
    "STARTING_BOARD_FEN",
    "STARTING_FEN",
    "UNICODE_PIECE_SYMBOLS",
    "Square",
    "WHITE",
    "parse_square",
    "piece_name",
    "piece_symbol",
    "square",
    "square_distance",
    "square_file",
    "square_manhattan_distance",
    "square_mirror",
    "square_name",
    "square_rank",
    "A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1",
    "A2", "B2", "C2", "D2", "E2", "F2", "G2", "H2",
    "A3", "B3", "C3", "D3", "E3", "F3", "G3", "H3",
    "A4", "B4", "C4", "D4", "E4", "F4", "G4", "H4",
    "A5", "B5", "C5", "D5", "E5", "F5", "G5", "H5",
    "A6", "B6", "C6", "D6", "E6", "F6", "G6", "H6",
    "A7", "B7", "C7", "D7", "E7", "F7", "G7", "H7",
    "A8", "B8", "C8", "D8", "E8", "F8", "G8", "H8",
]

Color = bool
PieceType = int
Square = int

WHITE: Color = True
BLACK: Color = False
COLORS: list[Color] = [WHITE, BLACK]
COLOR_NAMES: list[str] = ["black", "white"]

PAWN: PieceType = 1
KNIGHT: PieceType = 2
BISHOP: PieceType = 3
ROOK: PieceType = 4
QUEEN: PieceType = 5
KING: PieceType = 6
PIECE_TYPES: list[PieceType] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING]
PIECE_SYMBOLS: list[str | None] = [None, "p", "n", "b", "r", "q", "k"]
PIECE_NAMES: list[str | None] = [None, "pawn", "knight", "bishop", "rook", "queen", "king"]

UNICODE_PIECE_SYMBOLS: dict[str, str] = dict(zip("PNBRQKpnbrqk", "♙♘♗♖♕♔♟♞♝♜♛♚"))

FILE_NAMES: list[str] = list("abcdefgh")
RANK_NAMES: list[str] = list("12345678")
SQUARES: list[Square] = list(range(64))
SQUARES_180: list[Square] = [square ^ 56 for square in SQUARES]
SQUARE_NAMES: list[str] = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]

STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STARTING_BOARD_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


def square(file_index: int, rank_index: int) -> Square:
    """The square of a file and a rank, each from 0 to 7.

    >>> square(4, 3)
    28
    """
    return rank_index * 8 + file_index


def parse_square(name: str) -> Square:
    """The square of a name such as `e4`.

    Raises:
        ValueError: the name is none.

    >>> parse_square("e4")
    28
    """
    return SQUARE_NAMES.index(name)


def square_name(square: Square) -> str:
    """The name of a square.

    >>> square_name(28)
    'e4'
    """
    return SQUARE_NAMES[square]


def square_file(square: Square) -> int:
    """The file of a square, 0 to 7."""
    return square & 7


def square_rank(square: Square) -> int:
    """The rank of a square, 0 to 7."""
    return square >> 3


def _apart(a: Square, b: Square) -> tuple[int, int]:
    """How many files and how many ranks are between two squares."""
    return abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3))


def square_distance(a: Square, b: Square) -> int:
    """How many steps a king needs from square to square."""
    return max(_apart(a, b))


def square_manhattan_distance(a: Square, b: Square) -> int:
    """Files and ranks between two squares, added."""
    return sum(_apart(a, b))


def square_mirror(square: Square) -> Square:
    """The square of the same file on the opposite rank: e1 for e8."""
    return square ^ 0x38


def piece_symbol(piece_type: PieceType) -> str:
    """The small letter of a piece type."""
    symbol = PIECE_SYMBOLS[piece_type]
    if symbol is None:
        raise ValueError("expected a piece type 1 to 6, found 0")
    return symbol


def piece_name(piece_type: PieceType) -> str:
    """The English name of a piece type."""
    name = PIECE_NAMES[piece_type]
    if name is None:
        raise ValueError("expected a piece type 1 to 6, found 0")
    return name


A1, B1, C1, D1, E1, F1, G1, H1 = range(0, 8)
A2, B2, C2, D2, E2, F2, G2, H2 = range(8, 16)
A3, B3, C3, D3, E3, F3, G3, H3 = range(16, 24)
A4, B4, C4, D4, E4, F4, G4, H4 = range(24, 32)
A5, B5, C5, D5, E5, F5, G5, H5 = range(32, 40)
A6, B6, C6, D6, E6, F6, G6, H6 = range(40, 48)
A7, B7, C7, D7, E7, F7, G7, H7 = range(48, 56)
A8, B8, C8, D8, E8, F8, G8, H8 = range(56, 64)
