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

from . import _squares, errors, pgn
from ._arrow import Arrow
from ._bridge import from_chess, to_chess
from ._collections import Copy, TreeMove, dedupe, tree
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
)
from ._scan import Scan, scan
from ._squares import *  # noqa: F403
from .errors import (
    AmbiguousMoveError,
    GameError,
    IllegalMoveError,
    InvalidMoveError,
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
    "pgn",
    "read_epd",
    "scan",
    "set_date_order",
    "to_chess",
    "tree",
]
__all__ += _squares.__all__

if TYPE_CHECKING:
    from ._bitboards import *  # noqa: F403
    from ._status import *  # noqa: F403
else:

    def __getattr__(name: str) -> object:
        # Few programs ask for these, and the import is to be fast.
        if not name.startswith("_"):
            from . import _bitboards, _status

            for module in (_status, _bitboards):
                if name in module.__all__:
                    return getattr(module, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
