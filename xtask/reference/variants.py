#!/usr/bin/env python3
"""Checks what we say of variants: python-chess looks at each line and prints what it sees otherwise.

The reference implementation: nothing of it is part of pgnkit. See README.md in this folder. Lines come from
standard input, with tabs between their fields:

    position NAME FEN MOVES ENDING      all legal moves in UCI; `-`, or who has won and `draw`
    game     NAME FEN MOVES FEN         moves of a game in UCI, and the position behind them
    perft    NAME FEN DEPTH COUNT

The last line printed is the number of lines that were compared.
"""

import sys

import chess
import chess.variant

NAMES = {"Standard": "chess", "Chess960": "chess"}


def board_of(name, fen):
    kind = chess.variant.find_variant(NAMES.get(name, name))
    board = kind(fen)
    # Castling from other squares than the usual ones is there in every variant but in name.
    at_home = chess.BB_CORNERS
    for color, king in ((chess.WHITE, chess.E1), (chess.BLACK, chess.E8)):
        rank = chess.BB_RANK_1 if color else chess.BB_RANK_8
        if board.castling_rights & rank and board.king(color) != king:
            at_home &= ~rank
    if name == "Chess960" or board.castling_rights & ~at_home:
        board = kind(fen, chess960=True)
    return board


def is_over(board):
    return board.is_variant_end()


def legal(board, is_960):
    # python-chess goes on after the end of King of the Hill and Three-check.
    if is_over(board):
        return []
    moves = []
    for mv in board.legal_moves:
        moves.append(board.uci(mv, chess960=is_960))
    return sorted(moves)


def ending(board):
    outcome = board.outcome(claim_draw=False)
    ours = (chess.Termination.CHECKMATE, chess.Termination.STALEMATE)
    variants = (
        chess.Termination.VARIANT_WIN,
        chess.Termination.VARIANT_LOSS,
        chess.Termination.VARIANT_DRAW,
    )
    if outcome is None or outcome.termination not in ours + variants:
        # Insufficient material hides mate and stalemate behind it.
        if any(True for _ in board.legal_moves) or is_over(board):
            return "-"
        return ("black" if board.turn else "white") if board.is_check() else "draw"
    if outcome.winner is None:
        return "draw"
    return "white" if outcome.winner else "black"


def perft(board, depth):
    if depth == 0:
        return 1
    if is_over(board):
        return 0
    if depth == 1:
        return board.legal_moves.count()
    count = 0
    for mv in board.legal_moves:
        board.push(mv)
        count += perft(board, depth - 1)
        board.pop()
    return count


def without_clock(fen):
    parts = fen.split()
    return " ".join(parts[:4] + parts[5:])


def differences(fields):
    what, name, fen = fields[:3]
    board = board_of(name, fen)
    if what == "position":
        theirs = legal(board, board.chess960)
        ours = sorted(fields[3].split())
        if theirs != ours:
            few = sorted(set(theirs) - set(ours))
            many = sorted(set(ours) - set(theirs))
            return f"moves: the reference also has {few}, and has not {many}"
        if ending(board) != fields[4]:
            return f"ending: the reference says {ending(board)}, we say {fields[4]}"
    elif what == "game":
        for text in fields[3].split():
            if text == "0000":
                board.push(chess.Move.null())
                continue
            mv = board.parse_uci(text)
            if is_over(board):
                return f"{text} after the end of the game"
            board.push(mv)
        theirs = board.fen(en_passant="fen")
        if name == "Crazyhouse":
            # A dropped pawn resets the clock of lichess and ours, and not the reference's.
            theirs, fields[4] = without_clock(theirs), without_clock(fields[4])
        if theirs != fields[4]:
            return f"end: the reference has {theirs}, we have {fields[4]}"
    elif what == "perft":
        count = perft(board, int(fields[3]))
        if count != int(fields[4]):
            return f"perft: the reference counts {count}, we count {fields[4]}"
    else:
        return "no such question"
    return None


def main():
    n_lines = 0
    for line in sys.stdin:
        fields = line.rstrip("\n").split("\t")
        try:
            fault = differences(fields)
        except Exception as error:  # what the reference refuses is a difference too
            fault = repr(error)
        if fault is not None:
            print(f"{fault}\t{' '.join(fields[:3])}")
        n_lines += 1
    print(n_lines)


if __name__ == "__main__":
    main()
