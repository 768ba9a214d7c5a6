# Sorts games by the collating sequence of section 12, from the text of the standard alone.
# Reads export form from standard input, writes it sorted. Nothing here is shared with the command.
import re
import sys

UNKNOWN = {b"Date": b"????.??.??", b"Result": b"*"}


def games(text):
    """Export form: a tag section, an empty line, movetext, an empty line."""
    parts = text.split(b"\n\n")
    assert parts.pop() == b"", "the text does not end with an empty line"
    assert len(parts) % 2 == 0, "sections do not come in pairs"
    return list(zip(parts[0::2], parts[1::2]))


def date_key(value):
    match = re.fullmatch(rb"([0-9?]{4})(?:[./-]([0-9?]{2})(?:[./-]([0-9?]{2}))?)?", value)
    if not match:
        return (0, 0, 0)
    return tuple(int((part or b"0").replace(b"?", b"0")) for part in match.groups())


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
