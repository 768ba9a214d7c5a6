"""Time controls as the tag TimeControl writes them: `40/7200:3600`, `300+5`."""

from __future__ import annotations

import dataclasses
import enum

from ._pgnkit import time_control_parts


class TimeControlType(enum.Enum):
    """The kind of game that a time control makes."""

    UNKNOWN = 0
    UNLIMITED = 1
    STANDARD = 2
    RAPID = 3
    BLITZ = 4
    BULLET = 5


@dataclasses.dataclass
class TimeControlPart:
    """One period: its seconds, the moves that they are for (0: the rest), and seconds per move."""

    moves: int = 0
    time: float = 0
    increment: float = 0
    delay: float = 0


@dataclasses.dataclass
class TimeControl:
    """The periods of a game."""

    parts: list[TimeControlPart] = dataclasses.field(default_factory=list)
    type: TimeControlType = TimeControlType.UNKNOWN


def _part(moves: int, time: float, increment: float, delay: float) -> TimeControlPart:
    whole = int(time) if time.is_integer() else time
    return TimeControlPart(moves, whole, increment or 0, delay or 0)


def parse_time_control(time_control: str) -> TimeControl:
    """The periods of a value of the TimeControl tag.

    It is read as everywhere in pgnkit: also `40/5400+30:1800+30`, `10+0.1`, `300d5`, `60 min`.

    Raises:
        ValueError: the value is not understood.

    >>> parse_time_control("300+5").parts
    [TimeControlPart(moves=0, time=300, increment=5.0, delay=0)]
    >>> parse_time_control("40/5400+30:1800+30").parts[0]
    TimeControlPart(moves=40, time=5400, increment=30.0, delay=0)
    """
    if not time_control or time_control.startswith("?"):
        return TimeControl()
    if time_control.startswith("-"):
        return TimeControl(type=TimeControlType.UNLIMITED)
    found = time_control_parts(time_control)
    if found is None:
        raise ValueError(f"expected a time control such as `300+5`, found {time_control!r}")
    parts = [_part(*part) for part in found]
    if not parts:
        return TimeControl()
    # The time of a player for sixty moves.
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
