"""How a game ends by the rules."""

from __future__ import annotations

import enum
from typing import NamedTuple


class Termination(enum.Enum):
    """Why a game is over."""

    CHECKMATE = 1
    STALEMATE = 2
    INSUFFICIENT_MATERIAL = 3
    SEVENTYFIVE_MOVES = 4
    FIVEFOLD_REPETITION = 5
    FIFTY_MOVES = 6
    THREEFOLD_REPETITION = 7
    VARIANT_WIN = 8
    VARIANT_LOSS = 9
    VARIANT_DRAW = 10


class Outcome(NamedTuple):
    """Why a game is over, and who has won: `True` for White, `None` for a draw."""

    termination: Termination
    winner: bool | None

    def result(self) -> str:
        """`1-0`, `0-1` or `1/2-1/2`."""
        return {True: "1-0", False: "0-1", None: "1/2-1/2"}[self.winner]
