"""Plays every main line of FILE with python-chess, and prints the answer of the race."""

import sys

import chess.pgn
import chess.polyglot


def main():
    n_games = n_plies = keys = 0
    with open(sys.argv[1], encoding="utf-8", errors="surrogateescape") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            board = game.board()
            for move in game.mainline_moves():
                board.push(move)
                n_plies += 1
            n_games += 1
            keys = (keys + chess.polyglot.zobrist_hash(board)) % 2**64
    print(
        f"games {n_games} tags 0 tag-bytes 0 plies {n_plies} nags 0 comment-bytes 0"
        f" variations 0 keys {keys:016x} text {0:016x}"
    )


main()
