"""Boards, pieces and games as pictures and pages, with the names of `chess.svg`.

>>> import pgnkit
>>> picture = board(pgnkit.Board(), lastmove=pgnkit.Move.from_uci("e2e4"), size=350)
>>> picture.startswith("<svg"), picture.count("<use")
(True, 32)

A notebook shows the result as a picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from . import _pgnkit
from ._arrow import Arrow

if TYPE_CHECKING:
    from ._pgnkit import Board, Game, Move, Piece, _Squares

__all__ = ["Arrow", "Picture", "board", "game_page", "piece"]


class Picture(str):
    """SVG, which a notebook shows."""

    def _repr_svg_(self) -> str:
        return str(self)


def board(
    board: Board | None = None,
    *,
    orientation: bool = True,
    lastmove: Move | None = None,
    check: int | None = None,
    arrows: Iterable[Arrow | tuple[int, int]] = (),
    fill: Mapping[int, str] | None = None,
    squares: _Squares | None = None,
    size: int | None = None,
    coordinates: bool = True,
    borders: bool = False,
    colors: Mapping[str, str] | None = None,
    title: str = "Board",
) -> Picture:
    """A board as SVG, or an empty one.

    `lastmove` and `check` mark the squares of a move and of a king, `arrows` draws arrows, `fill`
    paints squares, and `squares` marks squares with a cross. `colors` replaces colors: `square
    light`, `square dark`, `square light lastmove`, `square dark lastmove`, `margin`, `coord`,
    `inner border`, `outer border`, `arrow green` and the other colors of arrows. `borders` draws a
    line around the picture; the board always has one. A color is `#rgb`, `#rrggbb`,
    `#rrggbbaa` or a name such as `red`. `size` is the width in pixels. Screen readers read the
    title and the pieces.

    >>> picture = board(arrows=[Arrow(12, 28, "#0000cccc")], fill={28: "#cc0000cc"})
    >>> "#0000cc" in picture, "#cc0000" in picture
    (True, True)

    Raises:
        OptionError: a color is not one, or `colors` has another name.
    """
    marks = {
        "lastmove": lastmove,
        "check": check,
        "arrows": [(*arrow, "green") if len(arrow) == 2 else tuple(arrow) for arrow in arrows],
        "fill": list((fill or {}).items()),
        "squares": squares,
        "borders": borders,
        "colors": dict(colors or {}),
    }
    return Picture(_pgnkit.svg_board(board, orientation, size, coordinates, title, marks))


def piece(piece: Piece, size: int | None = None) -> Picture:
    """A piece as SVG.

    >>> piece(_pgnkit.Piece.from_symbol("n"), size=60)[:53]
    '<svg xmlns="http://www.w3.org/2000/svg" width="60" he'
    """
    return Picture(_pgnkit.svg_piece(piece, size))


def game_page(
    games: Game | Iterable[Game], *, title: str | None = None, diagrams: int = 8
) -> str:
    """A web page with a game or several: players, moves, comments, variations, and a diagram after
    every `diagrams` moves and at the places that ask for one; 0 leaves those out, and a game has
    one at its end. The page needs no other file and no scripts.

    >>> import io, pgnkit.pgn
    >>> game = pgnkit.pgn.read_game(io.StringIO('[White "Quill"]\\n\\n1. e4 {best} *'))
    >>> page = game_page(game)
    >>> "Quill" in page, "best" in page, page.count("<figure")
    (True, True, 1)
    """
    several = [games] if isinstance(games, _pgnkit.Game) else list(games)
    if title is None:
        title = _pgnkit.game_caption(several[0]) if len(several) == 1 else "Games"
    return _pgnkit.game_page(several, title, diagrams)
