"""Games: read, walked, edited and written, with the names of python-chess's `chess.pgn`.

One game:

>>> import io
>>> game = read_game(io.StringIO('[White "Tal"]\\n\\n1. e4 e5 2. Nf3 {good} *'))
>>> game.headers["White"]
'Tal'
>>> for node in game.mainline():
...     print(node.san(), node.comment)
e4 
e5 
Nf3 good

`games` and `headers` read files by name, much faster, with several threads that read ahead of
Python.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping
from typing import TYPE_CHECKING, Any

from ._arrow import Arrow
from ._pgnkit import (
    SKIP,
    BaseVisitor,
    BoardBuilder,
    ChildNode,
    FileExporter,
    Game,
    GameBuilder,
    GameNode,
    Headers,
    HeadersBuilder,
    Mainline,
    SkipType,
    SkipVisitor,
    StringExporter,
    open_games,
    open_headers,
    read_game,
    read_headers,
    skip_game,
)
from ._scan import Source
from .errors import GameError

if TYPE_CHECKING:
    from ._pgnkit import GameFiles, HeaderFiles
    from ._time_control import (
        TimeControl,
        TimeControlPart,
        TimeControlType,
        parse_time_control,
    )

__all__ = [
    "NAG_ACTIVE_POSITION",
    "NAG_BLACK_DECISIVE_ADVANTAGE",
    "NAG_BLACK_DECISIVE_COUNTERPLAY",
    "NAG_BLACK_MODERATE_ADVANTAGE",
    "NAG_BLACK_MODERATE_COUNTERPLAY",
    "NAG_BLACK_MODERATE_TIME_PRESSURE",
    "NAG_BLACK_SEVERE_TIME_PRESSURE",
    "NAG_BLACK_SLIGHT_ADVANTAGE",
    "NAG_BLACK_ZUGZWANG",
    "NAG_BLUNDER",
    "NAG_BRILLIANT_MOVE",
    "NAG_DRAWISH_POSITION",
    "NAG_DUBIOUS_MOVE",
    "NAG_FORCED_MOVE",
    "NAG_GOOD_MOVE",
    "NAG_MISTAKE",
    "NAG_NOVELTY",
    "NAG_NULL",
    "NAG_QUIET_POSITION",
    "NAG_SINGULAR_MOVE",
    "NAG_SPECULATIVE_MOVE",
    "NAG_UNCLEAR_POSITION",
    "NAG_WHITE_DECISIVE_ADVANTAGE",
    "NAG_WHITE_DECISIVE_COUNTERPLAY",
    "NAG_WHITE_MODERATE_ADVANTAGE",
    "NAG_WHITE_MODERATE_COUNTERPLAY",
    "NAG_WHITE_MODERATE_TIME_PRESSURE",
    "NAG_WHITE_SEVERE_TIME_PRESSURE",
    "NAG_WHITE_SLIGHT_ADVANTAGE",
    "NAG_WHITE_ZUGZWANG",
    "NAG_WORST_MOVE",
    "SKIP",
    "TAG_ROSTER",
    "Arrow",
    "BaseVisitor",
    "BoardBuilder",
    "ChildNode",
    "FileExporter",
    "Game",
    "GameBuilder",
    "GameError",
    "GameNode",
    "Headers",
    "HeadersBuilder",
    "Mainline",
    "SkipType",
    "SkipVisitor",
    "StringExporter",
    "TimeControl",
    "TimeControlPart",
    "TimeControlType",
    "games",
    "headers",
    "parse_time_control",
    "read_game",
    "read_headers",
    "skip_game",
]

TAG_ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]

NAG_NULL = 0
NAG_GOOD_MOVE = 1
NAG_MISTAKE = 2
NAG_BRILLIANT_MOVE = 3
NAG_BLUNDER = 4
NAG_SPECULATIVE_MOVE = 5
NAG_DUBIOUS_MOVE = 6
NAG_FORCED_MOVE = 7
NAG_SINGULAR_MOVE = 8
NAG_WORST_MOVE = 9
NAG_DRAWISH_POSITION = 10
NAG_QUIET_POSITION = 11
NAG_ACTIVE_POSITION = 12
NAG_UNCLEAR_POSITION = 13
NAG_WHITE_SLIGHT_ADVANTAGE = 14
NAG_BLACK_SLIGHT_ADVANTAGE = 15
NAG_WHITE_MODERATE_ADVANTAGE = 16
NAG_BLACK_MODERATE_ADVANTAGE = 17
NAG_WHITE_DECISIVE_ADVANTAGE = 18
NAG_BLACK_DECISIVE_ADVANTAGE = 19
NAG_WHITE_ZUGZWANG = 22
NAG_BLACK_ZUGZWANG = 23
NAG_WHITE_MODERATE_COUNTERPLAY = 132
NAG_BLACK_MODERATE_COUNTERPLAY = 133
NAG_WHITE_DECISIVE_COUNTERPLAY = 134
NAG_BLACK_DECISIVE_COUNTERPLAY = 135
NAG_WHITE_MODERATE_TIME_PRESSURE = 136
NAG_BLACK_MODERATE_TIME_PRESSURE = 137
NAG_WHITE_SEVERE_TIME_PRESSURE = 138
NAG_BLACK_SEVERE_TIME_PRESSURE = 139
NAG_NOVELTY = 146

MutableMapping.register(Headers)  # pyright: ignore[reportAttributeAccessIssue]


def __getattr__(name: str) -> Any:
    # Few programs ask for time controls, and their module takes half of the import.
    if name in {"TimeControl", "TimeControlPart", "TimeControlType", "parse_time_control"}:
        from . import _time_control

        return getattr(_time_control, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def games(
    paths: Source | Iterable[Source],
    *,
    where: str | None = None,
    threads: int | None = None,
    encoding: str = "auto",
    illegal_moves: str = "stop",
) -> GameFiles:
    """The games of files, one after the other.

    Paths name files, which may be compressed (`.gz .zst .bz2 .xz .zip`) or in another format that
    pgnkit reads, folders, patterns (`games/*.pgn`), or addresses (`s3://…`, `https://…`) if fsspec
    is installed. Bytes, open binary files and files of fsspec are accepted as well. `where` is an expression: only games for which it holds are returned, and most of the
    text of other games is skipped. `threads` is the number of threads that read ahead of Python, by
    default one for each processor. `encoding` names the encoding of the text, as `pgn --encoding`
    does; `auto` decides for each tag value and comment. `illegal_moves` is `stop` or `keep`, as for
    `read_game`; conditions of `where` read games up to the first illegal move.

    Raises:
        QueryError: the expression is wrong; raised by this call.
        ReadError: a file cannot be read; raised when its turn comes, and the next call goes on with
            the next file.
    """
    return open_games(paths, where, threads, encoding, illegal_moves)


def headers(
    paths: Source | Iterable[Source],
    *,
    where: str | None = None,
    threads: int | None = None,
    encoding: str = "auto",
) -> HeaderFiles:
    """The tags of the games of files, with the arguments of `games`; movetext is skipped."""
    return open_headers(paths, where, threads, encoding)
