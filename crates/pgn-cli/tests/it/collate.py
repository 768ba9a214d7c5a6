# Sorts games by the collating sequence of section 12, from the text of the standard alone.
# Reads export form from standard input, writes it sorted. Nothing here is shared with the command.
import calendar
import re
import sys

UNKNOWN = {b"Date": b"????.??.??", b"Result": b"*"}


def games(text):
    """Export form: a tag section, an empty line, movetext, an empty line."""
    parts = text.split(b"\n\n")
    assert parts.pop() == b"", "the text does not end with an empty line"
    assert len(parts) % 2 == 0, "sections do not come in pairs"
    return list(zip(parts[0::2], parts[1::2]))


def number(part):
    return int((part or b"0").replace(b"?", b"0"))


def date_of(year, month, day):
    """Year, month and day as numbers, 0 for what is not known or does not exist."""
    y, m, d = number(year), number(month), number(day)
    if m > 12:
        m = 0
    most = calendar.monthrange(y or 2000, m)[1] if m else 31
    return (y, m, d if d <= most else 0)


def date_key(value):
    """Dates that begin or end with the year; a time of day may follow."""
    text = re.sub(rb"[ T,]+[0-9]{1,2}:[0-9].*", b"", value.strip()).rstrip(b".")
    first = re.fullmatch(rb"([0-9?]{4})(?:([./-])([0-9?]{1,2})(?:\2([0-9?]{1,2}))?)?", text)
    if first:
        return date_of(first[1], first[3], first[4])
    last = re.fullmatch(rb"([0-9?]{1,2})([./-])([0-9?]{1,2})\2([0-9?]{4})", text)
    if not last:
        return (0, 0, 0)
    orders = {date_of(last[4], last[3], last[1]), date_of(last[4], last[1], last[3])}
    known = {date for date in orders if 0 not in date}
    return known.pop() if len(known) == 1 else (number(last[4]), 0, 0)


def round_key(value):
    """? < - < numbers < anything else; a missing part before any part."""
    kinds = []
    for part in value.split(b"."):
        if part == b"?":
            kinds.append((0, 0))
        elif part == b"-":
            kinds.append((1, 0))
        elif re.fullmatch(rb"[0-9]+", part):
            kinds.append((2, int(part)))
        else:
            return (1, value)
    return (0, kinds)


def key(game):
    section, movetext = game
    tags = {}
    for line in section.split(b"\n"):
        match = re.fullmatch(rb'\[(\S+) "(.*)"\]', line)
        tags[match[1]] = re.sub(rb'\\(["\\])', rb"\1", match[2])

    def value(name):
        found = tags.get(name, b"").strip()
        return tags[name] if found else UNKNOWN.get(name, b"?")

    return (
        date_key(value(b"Date")),
        value(b"Event"),
        value(b"Site"),
        round_key(value(b"Round")),
        value(b"White"),
        value(b"Black"),
        value(b"Result"),
        movetext + b"\n",
    )


for section, movetext in sorted(games(sys.stdin.buffer.read()), key=key):
    sys.stdout.buffer.write(section + b"\n\n" + movetext + b"\n\n")
