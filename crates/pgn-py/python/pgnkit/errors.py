"""The exceptions of pgnkit: one hierarchy, each with the place that it is about.

`PgnkitError` is the root. Every exception has `file`, `line`, `column` and `game`, which are `None`
where they say nothing.
"""

from __future__ import annotations


class PgnkitError(Exception):
    """What went wrong, and where."""

    file: str | None
    line: int | None
    column: int | None
    game: int | None

    def __init__(
        self,
        message: str = "",
        *,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        game: int | None = None,
    ) -> None:
        super().__init__(message)
        self.file = file
        self.line = line
        self.column = column
        self.game = game


class ReadError(PgnkitError, OSError):
    """A file, a stream or an archive cannot be read, or not to its end."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class MoveError(PgnkitError, ValueError):
    """A text that is no legal move here."""


class InvalidMoveError(MoveError):
    """A text that has not the shape of a move."""


class IllegalMoveError(MoveError):
    """A move that the rules forbid here; the message says why."""


class AmbiguousMoveError(MoveError):
    """A text that fits several legal moves; the message names them."""


class PositionError(PgnkitError, ValueError):
    """A text that is no FEN, or a position that no game can be in."""


class TagError(PgnkitError, ValueError):
    """A tag name or a tag value that cannot be written."""


class QueryError(PgnkitError, ValueError):
    """A wrong expression of `where`; the message has a caret under the fault."""


class RecordError(PgnkitError, ValueError):
    """A line that is no record of EPD, or data that are no PGC or BGN."""


class WriteError(PgnkitError, ValueError):
    """A game that a format cannot hold; the message says what of it."""


class OptionError(PgnkitError, ValueError):
    """A word that is none of those that are expected; the message names them."""


class GameError(PgnkitError, ValueError):
    """A fault in the text of a game: one of `game.errors`.

    `code` is permanent, `C001`; `name` is its name, `illegal-move`.
    """

    code: str
    name: str

    def __init__(
        self,
        message: str,
        code: str = "",
        name: str = "",
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        game: int | None = None,
    ) -> None:
        super().__init__(message, file=file, line=line, column=column, game=game)
        self.code = code
        self.name = name

    def __str__(self) -> str:
        return f"{self.args[0]} [{self.code} {self.name}]"
