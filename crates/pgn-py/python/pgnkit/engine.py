"""Scores as engines give them: centipawns and mates, from the side of a player.

>>> score = PovScore(Cp(35), True)
>>> score.white(), score.black(), score.relative
(Cp(+35), Cp(-35), Cp(+35))
>>> Mate(-3) < Cp(-900) < Cp(0) < Mate(5) < Mate(1)
True
"""

from __future__ import annotations

import functools


@functools.total_ordering
class Score:
    """How good a position is for one side: `Cp`, `Mate` or `MateGiven`."""

    __slots__ = ("_order",)

    # How decisive it is, from -2 (mated) over 0 (centipawns) to 2 (mate was given), then the
    # centipawns, or the moves to mate with the sign reversed. The negative score has the negative
    # numbers.
    _order: tuple[int, int]

    def score(self, *, mate_score: int | None = None) -> int | None:
        """Centipawns; of a mate, `mate_score` less the moves to it, or `None`."""
        decisive, number = self._order
        if not decisive:
            return number
        if mate_score is None:
            return None
        return number + (mate_score if decisive > 0 else -mate_score)

    def mate(self) -> int | None:
        """Moves to mate, negative if the side is mated; `None` for centipawns."""
        decisive, number = self._order
        return -number if decisive else None

    def is_mate(self) -> bool:
        """Whether it is a mate."""
        return self._order[0] != 0

    def __neg__(self) -> Score:
        decisive, number = self._order
        if decisive == -2:
            return MateGiven
        return Mate(number) if decisive else Cp(-number)

    def __pos__(self) -> Score:
        return self

    def __abs__(self) -> Score:
        return max(self, -self)

    def __eq__(self, other: object) -> bool:
        return self._order == getattr(other, "_order", None)

    def __lt__(self, other: Score) -> bool:
        return self._order < other._order

    def __hash__(self) -> int:
        return hash(self._order)

    def __repr__(self) -> str:
        decisive, number = self._order
        if decisive == 2:
            return "MateGiven"
        if decisive == -2:
            return "Mate(-0)"
        name, shown = ("Mate", -number) if decisive else ("Cp", number)
        return f"{name}({shown:+d})" if shown else "Cp(0)"


class Cp(Score):
    """Centipawns."""

    __slots__ = ()

    def __init__(self, cp: int) -> None:
        self._order = (0, cp)

    @property
    def cp(self) -> int:
        return self._order[1]


class Mate(Score):
    """Mate in a number of moves; negative if the side is mated."""

    __slots__ = ()

    def __init__(self, moves: int) -> None:
        # Of mates the nearer one is the better, or the worse, one.
        self._order = (1 if moves > 0 else -1 if moves else -2, -moves)

    @property
    def moves(self) -> int:
        return -self._order[1]


class _MateGiven(Score):
    """The opponent is checkmated: the best score."""

    __slots__ = ()

    def __init__(self) -> None:
        self._order = (2, 0)


MateGiven = _MateGiven()


class PovScore:
    """A score with the side that it is seen from, `True` for White."""

    __slots__ = ("relative", "turn")

    def __init__(self, relative: Score, turn: bool) -> None:
        self.relative = relative
        self.turn = turn

    def pov(self, color: bool) -> Score:
        """The score from the side of a color."""
        if color != self.turn:
            return -self.relative
        return self.relative

    def white(self) -> Score:
        """The score from White's side."""
        return self.pov(True)

    def black(self) -> Score:
        """The score from Black's side."""
        return self.pov(False)

    def is_mate(self) -> bool:
        """Whether it is a mate for one of the sides."""
        return self.relative.is_mate()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PovScore) and self.white() == other.white()

    def __hash__(self) -> int:
        return hash(self.white())

    def __repr__(self) -> str:
        return f"PovScore({self.relative!r}, {'WHITE' if self.turn else 'BLACK'})"
