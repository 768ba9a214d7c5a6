#!/usr/bin/env python3
"""What python-chess reads in a file of EPD, one JSON object for each line that is a record.

The reference implementation: the installed python-chess is run as a program, and its answers are compared
with ours. Nothing of it is part of pgnkit. See README.md in this folder.

    epd.py VARIANT FILE      objects to standard output

An object has the number of the line and its text, and either the error, or the four fields and the operands:
`n` for none, `i5` for an integer, `f0.5` for a number with a fraction, `stext` for a string,
`me2e4 e7e5` for moves.
"""

import json
import re
import sys
import zipfile

import chess
import chess.variant


COUNTERS = re.compile(r"^((?:\S+ +){3}[^\s;]+)(?: +\d+){0,2}[ ;]*")


def text_of(path):
    """The lines of a file, unpacked, in UTF-8 or Latin-1."""
    if path.endswith(".zip"):
        with zipfile.ZipFile(path) as archive:
            data = archive.read(archive.namelist()[0])
    else:
        with open(path, "rb") as file:
            data = file.read()
    lines = data.replace(b"\r\n", b"\n").split(b"\n")
    for line in lines:
        try:
            yield line.decode("utf-8")
        except UnicodeDecodeError:
            yield line.decode("latin-1")


def value(board, opcode, operand):
    """An operand as text with its kind in front."""
    if operand is None:
        return "n"
    if isinstance(operand, chess.Move):
        return "m" + board.uci(operand)
    if isinstance(operand, list):
        position, moves = board.copy(stack=False), []
        for move in operand:
            moves.append(position.uci(move))
            if opcode == "pv":
                position.push(move)
        return "m" + " ".join(moves if opcode == "pv" else sorted(moves))
    if isinstance(operand, int):
        return "i%d" % operand
    if isinstance(operand, float):
        return "f%r" % operand
    return "s" + operand


def main():
    variant, path = sys.argv[1:]
    is_960 = variant == "chess960"
    board_class = chess.Board if is_960 else chess.variant.find_variant(variant)
    for number, line in enumerate(text_of(path), 1):
        text = line.strip(" \t\0")
        if not text or text.startswith(("#", "//", "%", ";")):
            continue
        answer = {"line": number, "text": text}
        # The reference does not know the counters of a FEN, nor what stands before the first opcode.
        text = COUNTERS.sub(r"\1 ", text, count=1)
        try:
            board = board_class(chess960=is_960)
            operations = board.set_epd(text)
            fields = board.fen(en_passant="fen").split()
            answer["fields"] = " ".join(fields[:4])
            answer["operands"] = {
                opcode: value(board, opcode, operand) for opcode, operand in operations.items()
            }
        except ValueError as error:
            answer["error"] = str(error)
        print(json.dumps(answer))


main()
