"""Boards of other rules.

>>> AtomicBoard().variant
'Atomic'
>>> find_variant("King of the Hill")().uci_variant
'kingofthehill'
"""

from __future__ import annotations

from typing import Any, Callable

from ._pgnkit import Board

VARIANTS = [
    "Standard",
    "Chess960",
    "Crazyhouse",
    "Atomic",
    "Antichess",
    "King of the Hill",
    "Three-check",
    "Horde",
    "Racing Kings",
]


def _maker(variant: str) -> Callable[..., Board]:
    def make(fen: str | None = "start", **options: Any) -> Board:
        return Board(fen, variant=variant, **options)

    make.__name__ = make.__qualname__ = variant.replace(" ", "").replace("-", "") + "Board"
    make.__doc__ = f"A board by the rules of {variant}."
    return make


AntichessBoard = _maker("Antichess")
AtomicBoard = _maker("Atomic")
CrazyhouseBoard = _maker("Crazyhouse")
HordeBoard = _maker("Horde")
KingOfTheHillBoard = _maker("King of the Hill")
RacingKingsBoard = _maker("Racing Kings")
ThreeCheckBoard = _maker("Three-check")


def find_variant(name: str) -> Callable[..., Board]:
    """What makes boards of the variant of a name, in the spellings of servers and programs.

    Raises:
        OptionError: the name is of none.
    """
    return _maker(Board(variant=name).variant)
