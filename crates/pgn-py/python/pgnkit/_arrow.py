"""Arrows and marked squares of comments."""

from __future__ import annotations

from typing import NamedTuple

from ._squares import SQUARE_NAMES


class Arrow(NamedTuple):
    """An arrow on the board; from a square to itself it marks the square.

    >>> Arrow(0, 63).pgn()
    'Ga1h8'
    """

    tail: int
    head: int
    color: str = "green"

    def pgn(self) -> str:
        """The arrow in the form of the commands `[%cal …]` and `[%csl …]`."""
        target = "" if self.tail == self.head else SQUARE_NAMES[self.head]
        return self.color[0].upper() + SQUARE_NAMES[self.tail] + target
