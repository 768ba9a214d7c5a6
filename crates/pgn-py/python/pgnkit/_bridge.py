"""Converts objects to those of python-chess and back, if python-chess is installed."""

from __future__ import annotations

from typing import Any

from ._pgnkit import Board, Game, Move, Piece


def to_chess(value: Any) -> Any:
    """The same board, move, piece or game as an object of python-chess.

    Raises:
        ImportError: python-chess is not installed.
        TypeError: the value is of another type.
    """
    import chess
    import chess.pgn
    import chess.variant

    if isinstance(value, Board):
        make: Any = chess.Board
        if not value.chess960:
            make = chess.variant.find_variant(value.variant)
        board = make(value.root().fen(en_passant="fen"), chess960=value.chess960)
        for move in value.move_stack:
            board.push(to_chess(move))
        return board
    if isinstance(value, Move):
        return chess.Move(value.from_square, value.to_square, value.promotion, value.drop)
    if isinstance(value, Piece):
        return chess.Piece(value.piece_type, value.color)
    if isinstance(value, Game):
        game = chess.pgn.Game.without_tag_roster()
        for name, text in value.headers.items():
            game.headers[name] = text
        game.comment = value.comment
        pairs: list[tuple[Any, Any]] = [(value, game)]
        while pairs:
            ours, theirs = pairs.pop()
            for child in ours.variations:
                node = theirs.add_variation(
                    to_chess(child.move),
                    comment=child.comment,
                    starting_comment=child.starting_comment,
                    nags=child._nag_list(),
                )
                pairs.append((child, node))
        return game
    raise TypeError(f"expected a board, a move, a piece or a game, found {type(value).__name__}")


def from_chess(value: Any) -> Any:
    """The same board, move, piece or game of python-chess as an object of pgnkit.

    Raises:
        TypeError: the value is of another type.
        PositionError, IllegalMoveError: the object holds a position or a move that is not legal.
    """
    import chess
    import chess.pgn

    if isinstance(value, chess.Board):
        name = "Chess960" if value.chess960 else type(value).aliases[0]
        board = Board(value.root().fen(en_passant="fen"), variant=name)
        for move in value.move_stack:
            board.push(from_chess(move))
        return board
    if isinstance(value, chess.Move):
        return Move(value.from_square, value.to_square, value.promotion, value.drop)
    if isinstance(value, chess.Piece):
        return Piece(value.piece_type, value.color)
    if isinstance(value, chess.pgn.Game):
        game = Game.without_tag_roster()
        for tag, text in value.headers.items():
            game.headers[tag] = text
        game.comment = value.comment
        pairs: list[tuple[Any, Any]] = [(value, game)]
        while pairs:
            theirs, ours = pairs.pop()
            for child in theirs.variations:
                node = ours.add_variation(
                    from_chess(child.move),
                    comment=child.comment,
                    starting_comment=child.starting_comment,
                    nags=sorted(child.nags),
                )
                pairs.append((child, node))
        return game
    raise TypeError(f"expected a board, a move, a piece or a game, found {type(value).__name__}")
