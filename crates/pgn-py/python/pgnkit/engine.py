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
    """How good a position is for one side."""

    __slots__ = ()

    def score(self, *, mate_score: int | None = None) -> int | None:
        """Centipawns; of a mate, `mate_score` less the moves to it, or `None`."""
        raise NotImplementedError

    def mate(self) -> int | None:
        """Moves to mate, negative if the side is mated; `None` if there is none."""
        raise NotImplementedError

    def is_mate(self) -> bool:
        """Whether it is a mate."""
        return self.mate() is not None

    def _key(self) -> tuple[int, int]:
        raise NotImplementedError

    def __neg__(self) -> Score:
        raise NotImplementedError

    def __pos__(self) -> Score:
        return self

    def __abs__(self) -> Score:
        return max(self, -self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Score) and self._key() == other._key()

    def __lt__(self, other: Score) -> bool:
        return self._key() < other._key()

    def __hash__(self) -> int:
        return hash(self._key())


class Cp(Score):
    """Centipawns."""

    __slots__ = ("cp",)

    def __init__(self, cp: int) -> None:
        self.cp = cp

    def score(self, *, mate_score: int | None = None) -> int:
        return self.cp

    def mate(self) -> None:
        return None

    def _key(self) -> tuple[int, int]:
        return (0, self.cp)

    def __neg__(self) -> Cp:
        return Cp(-self.cp)

    def __repr__(self) -> str:
        return f"Cp({self.cp:+d})" if self.cp else "Cp(0)"


class Mate(Score):
    """Mate in so many moves; negative if the side is mated."""

    __slots__ = ("moves",)

    def __init__(self, moves: int) -> None:
        self.moves = moves

    def score(self, *, mate_score: int | None = None) -> int | None:
        if mate_score is None:
            return None
        return mate_score - self.moves if self.moves > 0 else -mate_score - self.moves

    def mate(self) -> int:
        return self.moves

    def _key(self) -> tuple[int, int]:
        # Of mates the nearer one is the better, or the worse, one.
        return (1, -self.moves) if self.moves > 0 else (-1, -self.moves)

    def __neg__(self) -> Score:
        return Mate(-self.moves) if self.moves else MateGiven

    def __repr__(self) -> str:
        return f"Mate({self.moves:+d})" if self.moves else "Mate(-0)"


class _MateGiven(Score):
    """Mate was given: the best there is."""

    __slots__ = ()

    def score(self, *, mate_score: int | None = None) -> int | None:
        return mate_score

    def mate(self) -> int:
        return 0

    def _key(self) -> tuple[int, int]:
        return (2, 0)

    def __neg__(self) -> Mate:
        return Mate(0)

    def __repr__(self) -> str:
        return "MateGiven"


MateGiven = _MateGiven()


class PovScore:
    """A score with the side that it is seen from, `True` for White."""

    __slots__ = ("relative", "turn")

    def __init__(self, relative: Score, turn: bool) -> None:
        self.relative = relative
        self.turn = turn

    def pov(self, color: bool) -> Score:
        """The score from the side of a colour."""
        return self.relative if self.turn == color else -self.relative

    def white(self) -> Score:
        """The score from White's side."""
        return self.pov(True)

    def black(self) -> Score:
        """The score from Black's side."""
        return self.pov(False)

    def is_mate(self) -> bool:
        """Whether it is a mate for somebody."""
        return self.relative.is_mate()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PovScore) and self.white() == other.white()

    def __hash__(self) -> int:
        return hash(self.white())

    def __repr__(self) -> str:
        return f"PovScore({self.relative!r}, {'WHITE' if self.turn else 'BLACK'})"
