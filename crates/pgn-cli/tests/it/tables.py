# Counts games and works out standings with python-chess, to be compared with `pgn stats`.
# Nothing here is shared with the command.
import collections
import json
import sys

import chess.pgn

POINTS = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}


def games(path):
    with open(path, encoding="latin-1") as text:
        while (game := chess.pgn.read_game(text)) is not None:
            yield game


def known(value):
    return "?" if value.strip() in ("", "-") else value.strip()


def band(plies):
    first = (plies + 1) // 2 // 10 * 10
    return f"{first}-{first + 9}"


def count(path):
    tables = {name: collections.defaultdict(lambda: [0, 0, 0, 0]) for name in
              ("player", "year", "eco", "movecount:10")}

    def add(table, value, points):
        row = tables[table][value]
        row[0] += 1
        if points is not None:
            row[3 - points] += 1

    for game in games(path):
        tags = game.headers
        white = POINTS.get(tags.get("Result"))
        black = None if white is None else 2 - white
        for side, points in (("White", white), ("Black", black)):
            for name in tags.get(side, "").split(":"):
                add("player", known(name), points)
        year = tags.get("Date", "?")[:4]
        add("year", year if year.isdigit() and year != "0000" else "?", white)
        add("eco", known(tags.get("ECO", "")), white)
        add("movecount:10", band(sum(1 for _ in game.mainline_moves())), white)
    return {name: sorted(f"{value}: {' '.join(map(str, row))}" for value, row in table.items())
            for name, table in tables.items()}


def standings(path):
    """Points, wins and sums of opponents' points of each player, event by event."""
    events = collections.defaultdict(list)
    with open(path, encoding="latin-1") as text:
        while (tags := chess.pgn.read_headers(text)) is not None:
            key = tuple(known(tags.get(name, "")) for name in ("Event", "Site"))
            white = POINTS.get(tags.get("Result"))
            games = events[key]
            games.append((known(tags["White"]), known(tags["Black"]), white))
    lines = []
    for key, games in events.items():
        halves = collections.Counter()
        for white, black, points in games:
            halves[white] += points or 0
            halves[black] += 2 - points if points is not None else 0
        for player in {name for game in games for name in game[:2]}:
            own = [(black, points) for white, black, points in games
                   if white == player and points is not None]
            own += [(white, 2 - points) for white, black, points in games
                    if black == player and points is not None]
            wins = sum(points == 2 for _, points in own)
            berger = sum(points * halves[other] for other, points in own) / 4
            buchholz = sorted(halves[other] for other, _ in own)
            cut = sum(buchholz[1:]) / 2
            lines.append(f"{key[0]}|{player}|{halves[player] / 2:g} {wins} {berger:g} "
                         f"{sum(buchholz) / 2:g} {cut:g}")
    return sorted(lines)


if __name__ == "__main__":
    verb, path = sys.argv[1:]
    json.dump({"count": count, "standings": standings}[verb](path), sys.stdout)
