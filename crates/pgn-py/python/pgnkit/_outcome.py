"""How a game ends by the rules."""

from __future__ import annotations

import enum
from typing import NamedTuple


class Termination(enum.Enum):
    """Why a game is over."""

    CHECKMATE = enum.auto()
    STALEMATE = enum.auto()
    INSUFFICIENT_MATERIAL = enum.auto()
    SEVENTYFIVE_MOVES = enum.auto()
    FIVEFOLD_REPETITION = enum.auto()
    FIFTY_MOVES = enum.auto()
    THREEFOLD_REPETITION = enum.auto()
    VARIANT_WIN = enum.auto()
    VARIANT_LOSS = enum.auto()
    VARIANT_DRAW = enum.auto()


class Outcome(NamedTuple):
    """Why a game is over, and who has won: `True` for White, `None` for a draw."""

    termination: Termination
    winner: bool | None

    def result(self) -> str:
        """`1-0`, `0-1` or `1/2-1/2`."""
        return {True: "1-0", False: "0-1", None: "1/2-1/2"}[self.winner]
