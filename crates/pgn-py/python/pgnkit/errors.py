"""The exceptions of pgnkit: one hierarchy, each with the place of the error.

`PgnkitError` is the root. Every exception has `file`, `line`, `column` and `game`, which are `None`
if they are not known.
"""

from __future__ import annotations

import errno


class PgnkitError(Exception):
    """An error, and its place in a file."""

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
    """A file, a stream or an archive that cannot be read to its end."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class MissingFileError(ReadError, FileNotFoundError):
    """A file, a folder or a program that does not exist."""

    def __init__(
        self,
        message: str = "",
        *,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        game: int | None = None,
    ) -> None:
        super().__init__(message, file=file, line=line, column=column, game=game)
        self.errno = errno.ENOENT
        self.filename = file


class EngineError(PgnkitError, RuntimeError):
    """An engine that does not do what it was asked for; the message gives the reason."""


class EngineTerminatedError(EngineError):
    """An engine that has ended or does not respond, and cannot be used any more."""


class MoveError(PgnkitError, ValueError):
    """A text that is not a legal move in the position."""


class InvalidMoveError(MoveError):
    """A text that does not have the form of a move."""


class IllegalMoveError(MoveError):
    """A move that is not legal in the position; the message gives the reason."""


class AmbiguousMoveError(MoveError):
    """A text that fits several legal moves; the message names them."""


class PositionError(PgnkitError, ValueError):
    """A text that is not a FEN, or a position that cannot occur in a game."""


class TagError(PgnkitError, ValueError):
    """A tag name or a tag value that cannot be written."""


class QueryError(PgnkitError, ValueError):
    """A wrong expression of `where`; the message has a caret under the error."""


class RecordError(PgnkitError, ValueError):
    """A line that is not a record of EPD, or data that are not PGC or BGN."""


class WriteError(PgnkitError, ValueError):
    """A game that a format cannot hold; the message names the part that it cannot hold."""


class OptionError(PgnkitError, ValueError):
    """An argument that is not one of the expected words; the message lists them."""


class GameError(PgnkitError, ValueError):
    """An error in the text of a game: one of `game.errors`.

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
