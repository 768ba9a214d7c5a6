"""Openings."""

from __future__ import annotations

from typing import NamedTuple


class Opening(NamedTuple):
    """The opening of a game: its code, its name, and the ply after which it was on the board."""

    eco: str
    name: str
    ply: int
