"""Races against python-chess, the answers asserted: `python bench/race.py FILE.pgn [PGN MORE.pgn]`.

With the command `pgn` and another file `scan` is raced against `pgn check` over both files, too.
Install the wheel of a release build first. The file should be text in UTF-8 without faults, a few
thousand games. Each row runs three times; the least times count, those of the clock and those of
the processor, all threads together. pgnkit reads the file repeated `REPEAT` times, since once takes
it too short a time to be measured.
"""

from __future__ import annotations

import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import chess.pgn

import pgnkit
import pgnkit.pgn

REPEAT = 40
ROUNDS = 3

NEVER_KEEP = "PYTHONDONTWRITEBYTECODE"


def chess_headers(path: pathlib.Path) -> object:
    n_games = n_wins = 0
    with path.open(encoding="utf-8") as handle:
        while (headers := chess.pgn.read_headers(handle)) is not None:
            n_games += 1
            n_wins += headers["Result"] == "1-0"
    return n_games, n_wins


def our_headers_of_a_handle(path: pathlib.Path) -> object:
    n_games = n_wins = 0
    with path.open(encoding="utf-8") as handle:
        while (headers := pgnkit.pgn.read_headers(handle)) is not None:
            n_games += 1
            n_wins += headers["Result"] == "1-0"
    return n_games, n_wins


def our_headers(path: pathlib.Path) -> object:
    n_games = n_wins = 0
    for headers in pgnkit.pgn.headers(path):
        n_games += 1
        n_wins += headers["Result"] == "1-0"
    return n_games, n_wins


def our_header_objects(path: pathlib.Path) -> object:
    """The objects alone, as a list; the tags are read when asked for."""
    headers = list(pgnkit.pgn.headers(path))
    return (len(headers),)


def chess_boards(path: pathlib.Path) -> object:
    n_games = n_moves = n_checks = 0
    with path.open(encoding="utf-8") as handle:
        while (game := chess.pgn.read_game(handle)) is not None:
            n_games += 1
            board = game.board()
            for move in game.mainline_moves():
                board.push(move)
                n_moves += 1
            n_checks += board.is_check()
    return n_games, n_moves, n_checks


def our_boards(path: pathlib.Path) -> object:
    n_games = n_moves = n_checks = 0
    for game in pgnkit.pgn.games(path):
        n_games += 1
        board = game.board()
        for move in game.mainline_moves():
            board.push(move)
            n_moves += 1
        n_checks += board.is_check()
    return n_games, n_moves, n_checks


def our_nodes(path: pathlib.Path) -> object:
    """Each node and a board of its own."""
    n_games = n_moves = n_checks = 0
    for game in pgnkit.pgn.games(path):
        n_games += 1
        board = game.board()
        for node in game.mainline():
            board = node.board()
            n_moves += 1
        n_checks += board.is_check()
    return n_games, n_moves, n_checks


def our_boards_of_a_handle(path: pathlib.Path) -> object:
    n_games = n_moves = n_checks = 0
    with path.open(encoding="utf-8") as handle:
        while (game := pgnkit.pgn.read_game(handle)) is not None:
            n_games += 1
            board = game.board()
            for move in game.mainline_moves():
                board.push(move)
                n_moves += 1
            n_checks += board.is_check()
    return n_games, n_moves, n_checks


def our_scan(path: pathlib.Path) -> object:
    """Typed tags, results, ratings, plies, and the moves played."""
    columns = ["white", "black", "year", "result", "whiteelo", "blackelo", "plycount", "errors"]
    n_games = sum(len(batch) for batch in pgnkit.scan(path, columns).batches())
    return (n_games,)


def best(
    work: Callable[[pathlib.Path], object], path: pathlib.Path, rounds: int = ROUNDS
) -> tuple[float, float, object]:
    """The least times of the clock and of the processor, and the answer."""
    clock, processor, answer = [], [], None
    for _ in range(rounds):
        begun = time.perf_counter(), time.process_time()
        answer = work(path)
        clock.append(time.perf_counter() - begun[0])
        processor.append(time.process_time() - begun[1])
    return min(clock), min(processor), answer


def seconds_of(command: list[str]) -> float:
    """The time of the processor that a program takes; a Python may keep its compiled modules."""
    kept = {name: value for name, value in os.environ.items() if name != NEVER_KEEP}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    quiet = subprocess.DEVNULL
    subprocess.run(command, stdout=quiet, stderr=quiet, check=False, env=kept)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def import_seconds(program: str) -> float:
    """The least time of the processor that a Python takes for a program."""
    return min(seconds_of([sys.executable, "-c", program]) for _ in range(15))


def beside_check(pgn: str, path: pathlib.Path) -> None:
    """`scan` beside `pgn check` over a file, in pairs, by the clock and by the processor."""
    ratios: list[tuple[float, float]] = []
    for _ in range(5):
        clock, processor, _ = best(our_scan, path, rounds=1)
        begun = time.perf_counter()
        seconds = seconds_of([pgn, "check", "--quiet", str(path)])
        ratios.append(((time.perf_counter() - begun) / clock, seconds / processor))
    by_clock, by_processor = (sorted(column)[2] for column in zip(*ratios))
    print(f"scan beside pgn check: {by_clock:.2f} {by_processor:.2f} (wanted: 0.8)")


def repeated(path: pathlib.Path) -> pathlib.Path:
    """A temporary file with the text of a file `REPEAT` times."""
    text = path.read_bytes().rstrip() + b"\n\n"
    with tempfile.NamedTemporaryFile(suffix=".pgn", delete=False) as copy:
        for _ in range(REPEAT):
            copy.write(text)
    return pathlib.Path(copy.name)


def times(answer: object, n: int) -> tuple[int, ...]:
    assert isinstance(answer, tuple)
    return tuple(n * value for value in answer)


def main() -> None:
    path = pathlib.Path(sys.argv[1])
    many = repeated(path)
    try:
        rows = [
            ("tags, pgnkit.pgn.headers", chess_headers, our_headers, many, 2, 100),
            ("tags as objects, unread", chess_headers, our_header_objects, many, 1, 100),
            ("tags, read_headers of a handle", chess_headers, our_headers_of_a_handle, path, 2, 0),
            ("games, board after each move", chess_boards, our_boards, many, 3, 25),
            ("games, each node and its board", chess_boards, our_nodes, many, 3, 25),
            ("games, read_game of a handle", chess_boards, our_boards_of_a_handle, path, 3, 0),
            ("scan of typed columns", chess_boards, our_scan, many, 1, 250),
        ]
        known: dict[object, tuple[float, float, object]] = {}
        heads = ("python-chess", "pgnkit", "clock", "processor", "wanted")
        print(" " * 32, *(f"{head:>13}" for head in heads))
        for name, theirs, ours, file, n_values, wanted in rows:
            if theirs not in known:
                known[theirs] = best(theirs, path)
            their_clock, their_processor, their_answer = known[theirs]
            our_clock, our_processor, our_answer = best(ours, file)
            scale = REPEAT if file == many else 1
            expected = times(their_answer, scale)
            assert isinstance(our_answer, tuple)
            assert our_answer[:n_values] == expected[:n_values], (our_answer, expected)
            n_games = expected[0]
            cells = (
                f"{their_clock * scale / n_games * 1e6:.1f} us",
                f"{our_clock / n_games * 1e6:.2f} us",
                f"{their_clock * scale / our_clock:.0f}x",
                f"{their_processor * scale / our_processor:.0f}x",
                f"{wanted}x" if wanted else "",
            )
            print(f"{name:32}", *(f"{cell:>13}" for cell in cells))
        if len(sys.argv) > 2:
            beside_check(sys.argv[2], many)
            more = repeated(pathlib.Path(sys.argv[3]))
            try:
                beside_check(sys.argv[2], more)
            finally:
                os.unlink(more)
        taken = import_seconds("import pgnkit") - import_seconds("pass")
        print(f"import: {taken * 1000:.0f} ms of the processor (wanted: 30)")
    finally:
        os.unlink(many)


if __name__ == "__main__":
    main()
