"""Counts the moves after the usual array with python-chess, and compares.

Usage: tree.py GAMES DEPTH TREE.csv BOOK.bin

Prints what differs, and the number of moves that were compared.
"""

import csv
import sys

import chess
import chess.pgn
import chess.polyglot


def count(path, depth):
    """(key, move) -> games, White's wins, draws, Black's wins, points of the mover, doubled."""
    moves = {}
    with open(path, encoding="utf-8-sig") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            board = game.board()
            if game.errors or board.fen() != chess.STARTING_FEN or board.uci_variant != "chess":
                continue
            result = {"1-0": 0, "1/2-1/2": 1, "0-1": 2}.get(game.headers["Result"])
            been = set()
            for ply, move in enumerate(game.mainline_moves()):
                if ply == depth:
                    break
                key = chess.polyglot.zobrist_hash(board)
                if key not in been:
                    been.add(key)
                    score = moves.setdefault((key, move.uci()), [0, [0, 0, 0], 0])
                    score[0] += 1
                    if result is not None:
                        score[1][result] += 1
                        score[2] += 2 - result if board.turn == chess.WHITE else result
                board.push(move)
    return moves


def compare(games, depth, tree, book):
    expected = count(games, depth)
    found, boards = {}, {}
    with open(tree, newline="") as file:
        for row in csv.DictReader(file):
            board = chess.Board(row["fen"])
            key = chess.polyglot.zobrist_hash(board)
            if key in boards and boards[key] != row["fen"]:
                print("a position comes twice:", row["fen"])
            boards[key] = row["fen"]
            move = board.parse_san(row["san"])
            if move.uci() != row["uci"]:
                print("two moves:", row)
            numbers = [int(row[name]) for name in ("white", "draws", "black")]
            found[key, move.uci()] = [int(row["games"]), numbers]
    for edge in expected.keys() | found.keys():
        if expected.get(edge, [None] * 3)[:2] != found.get(edge):
            print("differs:", edge, expected.get(edge), found.get(edge))
    entries = {}
    keys = []
    with chess.polyglot.open_reader(book) as reader:
        for entry in reader:
            keys.append(entry.key)
            board = chess.Board(boards[entry.key])
            entries[entry.key, board.uci(board.parse_uci(entry.move.uci()))] = entry.weight
            if entry.raw_move not in [it.raw_move for it in reader.find_all(board)]:
                print("not found again:", entry)
    if keys != sorted(keys):
        print("the book is not in order")
    for edge, score in expected.items():
        if entries.get(edge, 0) != score[2]:
            print("weight:", edge, score, entries.get(edge))
    print(len(expected))


compare(sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4])
