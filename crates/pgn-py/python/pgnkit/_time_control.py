"""Time controls as the tag has them: `40/7200:3600`, `300+5`."""

from __future__ import annotations

import dataclasses
import enum


class TimeControlType(enum.Enum):
    """What kind of game a time control makes."""

    UNKNOWN = 0
    UNLIMITED = 1
    STANDARD = 2
    RAPID = 3
    BLITZ = 4
    BULLET = 5


@dataclasses.dataclass
class TimeControlPart:
    """One period: seconds for so many moves (0: for the rest), and seconds a move."""

    moves: int = 0
    time: int = 0
    increment: float = 0
    delay: float = 0


@dataclasses.dataclass
class TimeControl:
    """The periods of a game."""

    parts: list[TimeControlPart] = dataclasses.field(default_factory=list)
    type: TimeControlType = TimeControlType.UNKNOWN


def _part(text: str) -> TimeControlPart:
    part = TimeControlPart()
    moves, slash, rest = text.partition("/")
    if slash:
        part.moves = int(moves)
    else:
        rest = text
    time, plus, increment = rest.partition("+")
    if plus:
        part.increment = float(increment)
    part.time = int(time)
    return part


def parse_time_control(time_control: str) -> TimeControl:
    """The periods of a value of the TimeControl tag.

    Raises:
        ValueError: a period is not `40/7200`, `300` or `300+5`.

    >>> parse_time_control("300+5").parts
    [TimeControlPart(moves=0, time=300, increment=5.0, delay=0)]
    """
    if not time_control or time_control.startswith("?"):
        return TimeControl()
    if time_control.startswith("-"):
        return TimeControl(type=TimeControlType.UNLIMITED)
    parts = [_part(text) for text in time_control.split(":")]
    # As long as sixty moves take at most.
    seconds = parts[0].time + 60 * parts[0].increment
    if len(parts) > 1 or parts[0].moves or seconds >= 3600:
        kind = TimeControlType.STANDARD
    elif seconds >= 600:
        kind = TimeControlType.RAPID
    elif seconds >= 180:
        kind = TimeControlType.BLITZ
    else:
        kind = TimeControlType.BULLET
    return TimeControl(parts, kind)
