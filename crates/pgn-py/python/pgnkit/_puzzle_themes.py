"""Themes of puzzles, as far as rules decide them, with the words of lichess."""

from __future__ import annotations

from collections.abc import Sequence

from ._pgnkit import Board, Move
from ._squares import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK
from .engine import Score

# What pieces are worth, for forks and sacrifices; the king more than everything.
_VALUES = {PAWN: 1, KNIGHT: 3, BISHOP: 3, ROOK: 5, QUEEN: 9, KING: 100}

# A side with pieces worth more than this, besides pawns, is not in an endgame.
_ENDGAME_VALUE_MAX = 13

# A game up to this ply with most of its pieces is in the opening.
_OPENING_PLIES = 20

# Centipawns from which on the side that solves is winning, or at an advantage.
_CRUSHING, _ADVANTAGE = 600, 200

_ENDGAMES = {
    (): "pawnEndgame",
    (KNIGHT,): "knightEndgame",
    (BISHOP,): "bishopEndgame",
    (ROOK,): "rookEndgame",
    (QUEEN,): "queenEndgame",
    (ROOK, QUEEN): "queenRookEndgame",
}


def themes_of(board: Board, solution: Sequence[Move], score: Score) -> tuple[str, ...]:
    """The themes of a solution in alphabetical order: its first and every second move are those of
    the side that solves, whose score it is.

    >>> from pgnkit.engine import Mate
    >>> board = Board("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    >>> themes_of(board, [Move.from_uci("a1a8")], Mate(1))
    ('backRankMate', 'endgame', 'mate', 'mateIn1', 'oneMove', 'rookEndgame')
    """
    found = {_phase(board), _length(solution), *_result(score)}
    kind = _endgame(board)
    if kind and "endgame" in found:
        found.add(kind)
    at, own, solver = board.copy(stack=False), _material(board), board.turn
    for number, move in enumerate(solution):
        before = at.copy(stack=False)
        at.push(move)
        if number % 2:
            # Only what is still gone after the next reply was given up.
            continue
        is_last = number == len(solution) - 1
        found |= _of_move(before, move, at, is_last)
        if number + 1 < len(solution):
            later = at.copy(stack=False)
            later.push(solution[number + 1])
            if own - _material(later) * (1 if later.turn == solver else -1) >= 2:
                found.add("sacrifice")
    if at.is_checkmate():
        moves = (len(solution) + 1) // 2
        found |= {"mate", f"mateIn{min(moves, 5)}", *_of_mate(at)}
        found -= {"advantage", "crushing", "equality"}
    return tuple(sorted(found))


def _material(board: Board) -> int:
    """What the pieces of the side to move are worth, less those of the other side."""
    pieces = board.piece_map().values()
    values = [(_VALUES[p.piece_type] if p.piece_type != KING else 0, p.color) for p in pieces]
    return sum(value if color == board.turn else -value for value, color in values)


def _phase(board: Board) -> str:
    worth = {True: 0, False: 0}
    for piece in board.piece_map().values():
        if piece.piece_type not in (PAWN, KING):
            worth[piece.color] += _VALUES[piece.piece_type]
    if max(worth.values()) <= _ENDGAME_VALUE_MAX:
        return "endgame"
    return "opening" if board.ply() <= _OPENING_PLIES else "middlegame"


def _endgame(board: Board) -> str | None:
    types = {piece.piece_type for piece in board.piece_map().values()} - {PAWN, KING}
    return _ENDGAMES.get(tuple(sorted(types)))


def _length(solution: Sequence[Move]) -> str:
    moves = (len(solution) + 1) // 2
    return ["oneMove", "short", "long", "veryLong"][min(moves, 4) - 1]


def _result(score: Score) -> set[str]:
    points = score.score(mate_score=100_000) or 0
    if points >= _CRUSHING:
        return {"crushing"}
    return {"advantage"} if points >= _ADVANTAGE else {"equality"}


def _of_move(before: Board, move: Move, after: Board, is_last: bool) -> set[str]:
    """The themes of one move of the side that solves."""
    found: set[str] = set()
    if move.promotion is not None:
        found.add("promotion")
        if move.promotion != QUEEN:
            found.add("underPromotion")
    if before.is_en_passant(move):
        found.add("enPassant")
    if before.is_castling(move):
        found.add("castling")
    checkers = after.checkers()
    if len(checkers) > 1:
        found.add("doubleCheck")
    if any(square != move.to_square for square in checkers) and not before.is_castling(move):
        found.add("discoveredCheck")
    if not is_last and _forks(after, move.to_square):
        found.add("fork")
    if _pins(before, move, after):
        found.add("pin")
    if before.is_capture(move) and not before.is_en_passant(move) and _is_free(before, move):
        found.add("hangingPiece")
    return found


def _is_free(board: Board, move: Move) -> bool:
    """Whether a captured piece, which is more than a pawn, is not defended."""
    taken = board.piece_at(move.to_square)
    if taken is None or taken.piece_type == PAWN:
        return False
    after = board.copy(stack=False)
    after.push(move)
    return not after.is_attacked_by(after.turn, move.to_square)


def _forks(board: Board, square: int) -> bool:
    """Whether the piece on a square attacks two pieces or more that are worth more than it, or are
    not defended; the piece itself cannot simply be taken.
    """
    piece = board.piece_at(square)
    if piece is None or piece.piece_type == KING:
        return False
    own, enemy = _VALUES[piece.piece_type], board.turn
    if board.is_attacked_by(enemy, square) and not board.is_attacked_by(not enemy, square):
        return False
    targets = 0
    for other in board.attacks(square):
        target = board.piece_at(other)
        if target is None or target.color != enemy or target.piece_type == PAWN:
            continue
        is_loose = not board.is_attacked_by(enemy, other)
        targets += _VALUES[target.piece_type] > own or is_loose
    return targets >= 2


def _pins(before: Board, move: Move, after: Board) -> bool:
    """Whether a move pins a piece, more than a pawn, to its king, by the piece that moved."""
    for square in after.piece_map():
        piece = after.piece_at(square)
        if piece is None or piece.color != after.turn or piece.piece_type in (PAWN, KING):
            continue
        is_new = after.is_pinned(piece.color, square) and not before.is_pinned(piece.color, square)
        if is_new and move.to_square in after.pin(piece.color, square):
            return True
    return False


def _of_mate(board: Board) -> set[str]:
    """The themes of a checkmate on the board."""
    king = board.king(board.turn)
    if king is None:
        return set()
    checkers = list(board.checkers())
    around = [square for square in board.attacks(king)]
    own = [square for square in around if board.color_at(square) == board.turn]
    types = [board.piece_type_at(square) for square in checkers]
    if types == [KNIGHT] and len(own) == len(around):
        return {"smotheredMate"}
    home, ahead = (0, 1) if board.turn else (7, 6)
    if king // 8 != home or not types or not set(types) <= {ROOK, QUEEN}:
        return set()
    in_front = [square for square in around if square // 8 == ahead]
    is_closed = all(board.color_at(square) == board.turn for square in in_front)
    is_along = all(square // 8 == home for square in checkers)
    return {"backRankMate"} if is_closed and is_along else set()
