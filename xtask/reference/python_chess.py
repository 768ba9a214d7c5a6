#!/usr/bin/env python3
"""What python-chess reads in a file, one JSON object for each game.

The reference implementation: the installed python-chess is run as a program, and its answers are compared
with ours. Nothing of it is part of pgnkit. See README.md in this folder.

    python_chess.py FILE                      objects to standard output
    python_chess.py --root DIR --out DIR      every game file below the root, one .jsonl for each
"""

import argparse
import bz2
import gzip
import io
import json
import logging
import lzma
import os
import sys
import time
import zipfile

import chess
import chess.pgn

GAME_FILES = (".pgn", ".zst", ".gz", ".bz2", ".xz", ".zip")


def unpack(data):
    """The text files inside `data`, as a list of byte strings; recognised by content."""
    if data[:2] == b"\x1f\x8b":
        return [gzip.decompress(data)]
    if data[:3] == b"BZh":
        return [bz2.decompress(data)]
    if data[:6] == b"\xfd7zXZ\x00":
        return [lzma.decompress(data)]
    if data[:4] == b"\x28\xb5\x2f\xfd":
        import zstandard

        reader = zstandard.ZstdDecompressor().stream_reader(
            io.BytesIO(data), read_across_frames=True
        )
        return [reader.read()]
    if data[:4] == b"PK\x03\x04":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = [name for name in archive.namelist() if name.lower().endswith(".pgn")]
            return [archive.read(name) for name in names]
    return [data]


def decode(data):
    """Text and the name of the encoding: UTF-8 when the whole file is valid, else Latin-1."""
    try:
        return data.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError:
        return data.decode("latin-1"), "latin-1"


def record(index, game, encoding, lines):
    """One game as plain data: the tags, the main line in UCI and in SAN, and what went wrong."""
    board = game.board()
    start = board.fen()
    uci, san = [], []
    fault = None
    for mv in game.mainline_moves():
        try:
            san.append(board.san(mv))
            uci.append(board.uci(mv))
            board.push(mv)
        except Exception as error:  # a variant that cannot spell a move: keep what stands
            fault = repr(error)
            break
    answer = {
        "index": index,
        "lines": lines,
        "encoding": encoding,
        "tags": [[name, value] for name, value in game.headers.items()],
        "variant": board.uci_variant or "chess",
        "chess960": board.chess960,
        "start_fen": start,
        "end_fen": board.fen(),
        "uci": uci,
        "san": san,
        "errors": len(game.errors),
        "error_texts": [str(error) for error in game.errors],
        "result": game.headers.get("Result", "*"),
    }
    if fault is not None:
        answer["judge_fault"] = fault
    return answer


def blank_lines(text, at):
    """Number of lines without content from `at` on."""
    begin = at
    while begin < len(text) and text[begin].isspace():
        begin += 1
    return text.count("\n", at, begin)


def games(data):
    """Every game of one file, numbered from 1 across the members of an archive."""
    index = 0
    for n_member, member in enumerate(unpack(data)):
        text, encoding = decode(member)
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        stream = io.StringIO(text, newline="\n")
        at, line = 0, 1
        while True:
            begin = line + blank_lines(text, at)
            try:
                game = chess.pgn.read_game(stream)
            except Exception as error:  # the reference itself broke: say so, and leave this member
                index += 1
                yield {"index": index, "errors": 1, "judge_fault": repr(error)}
                break
            if game is None:
                break
            index += 1
            end = stream.tell()
            line += text.count("\n", at, end)
            at = end
            lines = [n_member, begin, line]
            try:
                yield record(index, game, encoding, lines)
            except ValueError as error:  # a start position or a variant that it cannot set up
                yield {"index": index, "lines": lines, "errors": 1, "judge_fault": repr(error)}


def write(source, sink):
    """Number of games, and of those read with errors."""
    with open(source, "rb") as stream:
        data = stream.read()
    n_games = n_faulty = 0
    for answer in games(data):
        n_games += 1
        n_faulty += answer["errors"] > 0
        sink.write(json.dumps(answer, ensure_ascii=True, separators=(",", ":")) + "\n")
    return n_games, n_faulty


def judge_folder(root, out):
    """Walks the root in name order; `total.tsv` in `out` has a line for each file."""
    os.makedirs(out, exist_ok=True)
    with open(os.path.join(out, "total.tsv"), "w", encoding="utf-8") as total:
        total.write("file\tgames\twith_errors\tseconds\tfault\n")
        for folder, folders, names in os.walk(root):
            folders.sort()
            for name in sorted(names):
                if not name.lower().endswith(GAME_FILES):
                    continue
                source = os.path.join(folder, name)
                relative = os.path.relpath(source, root)
                target = os.path.join(out, relative + ".jsonl")
                os.makedirs(os.path.dirname(target), exist_ok=True)
                begun = time.monotonic()
                fault = ""
                n_games = n_faulty = 0
                with open(target, "w", encoding="utf-8") as sink:
                    try:
                        n_games, n_faulty = write(source, sink)
                    except Exception as error:
                        fault = repr(error)
                elapsed_s = time.monotonic() - begun
                total.write(f"{relative}\t{n_games}\t{n_faulty}\t{elapsed_s:.2f}\t{fault}\n")
                total.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="*", help="game files, plain or compressed")
    parser.add_argument("--root", help="read every game file below this folder")
    parser.add_argument("--out", help="folder for the answers of --root")
    options = parser.parse_args()
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    if (options.root is None) != (options.out is None):
        parser.error("--root and --out belong together")
    if options.root is not None:
        judge_folder(options.root, options.out)
    for source in options.file:
        write(source, sys.stdout)


if __name__ == "__main__":
    main()
