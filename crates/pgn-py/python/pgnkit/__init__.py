"""Chess games in PGN: read, held, edited, checked and written, at the speed of Rust.

>>> import pgnkit
>>> board = pgnkit.Board()
>>> for san in ("f3", "e5", "g4", "Qh4#"):
...     _ = board.push_san(san)
>>> board.is_checkmate(), board.outcome().result()
(True, '0-1')

`pgnkit.pgn` has the games, `pgnkit.errors` the exceptions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import errors, pgn
from ._arrow import Arrow
from ._bridge import from_chess, to_chess
from ._collections import Copy, MergedTree, TreeMove, dedupe, merge_tree, tree
from ._outcome import Outcome, Termination
from ._opening import Opening
from ._pgnkit import (
    Board,
    Finding,
    LegalMoves,
    Move,
    Piece,
    PseudoLegalMoves,
    Record,
    SquareSet,
    __version__,
    check,
    explain,
    fmt,
    from_bgn,
    from_pgc,
    read_epd,
    set_date_order,
    write_games,
)
from ._scan import Scan, scan
from ._squares import *  # noqa: F403
from .errors import (
    AmbiguousMoveError,
    GameError,
    IllegalMoveError,
    InvalidMoveError,
    MissingFileError,
    MoveError,
    OptionError,
    PgnkitError,
    PositionError,
    QueryError,
    ReadError,
    RecordError,
    TagError,
    WriteError,
)

__all__ = [
    "AmbiguousMoveError",
    "Arrow",
    "Board",
    "Copy",
    "Finding",
    "GameError",
    "IllegalMoveError",
    "InvalidMoveError",
    "LegalMoves",
    "MergedTree",
    "MissingFileError",
    "Move",
    "MoveError",
    "Opening",
    "OptionError",
    "Outcome",
    "PgnkitError",
    "Piece",
    "PositionError",
    "PseudoLegalMoves",
    "QueryError",
    "ReadError",
    "Record",
    "RecordError",
    "Scan",
    "SquareSet",
    "TagError",
    "Termination",
    "TreeMove",
    "WriteError",
    "__version__",
    "check",
    "dedupe",
    "errors",
    "explain",
    "fmt",
    "from_bgn",
    "from_chess",
    "from_pgc",
    "merge_tree",
    "pgn",
    "read_epd",
    "scan",
    "set_date_order",
    "to_chess",
    "tree",
    "write_games",
]
__all__ += [
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

if TYPE_CHECKING:
    from . import engine, polyglot, svg, variant
    from ._bitboards import *  # noqa: F403
    from ._status import *  # noqa: F403
else:

    # Modules that are imported when they are asked for.
    _MODULES = {"engine", "polyglot", "puzzles", "svg", "variant"}

    def __getattr__(name: str) -> object:
        # Few programs ask for these, and the import is to be fast.
        if name in _MODULES:
            import importlib

            return importlib.import_module(f".{name}", __name__)
        if not name.startswith("_"):
            from . import _bitboards, _status

            for module in (_status, _bitboards):
                if name in module.__all__:
                    return getattr(module, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        from . import _bitboards, _status

        return sorted({*globals(), *_MODULES, *_status.__all__, *_bitboards.__all__})
