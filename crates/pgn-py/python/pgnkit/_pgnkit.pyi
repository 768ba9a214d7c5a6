from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, MutableSet
from typing import IO, Any, Final, Generic, Protocol, TypeVar, final, overload
from typing_extensions import Self
from types import GenericAlias
import os
import pathlib

from ._arrow import Arrow
from ._opening import Opening
from ._outcome import Outcome
from ._scan import Source
from ._status import Status
from ._time_control import TimeControl
from .engine import PovScore
from .errors import GameError

__all__ = [
    "BaseVisitor", "Batch", "Batches", "Board", "BoardBuilder", "BookFile", "ChildNode",
    "EngineProcess", "EngineSearch", "FileExporter", "Finding", "Findings", "Game", "GameBuilder",
    "GameFiles", "GameNode", "GameWriter", "HeaderFiles", "Headers", "HeadersBuilder",
    "HeadersIter", "LegalMoves", "Mainline", "MainlineIter", "Move", "Piece", "PseudoLegalMoves",
    "Record", "SKIP", "Scan", "SkipType", "SkipVisitor", "SquareSet", "SquareSetIter",
    "StringExporter", "TextExporter", "__version__", "_restore_board", "_restore_finding",
    "_restore_game", "_restore_headers", "_restore_node", "book_move", "book_raw_move", "check",
    "dedupe", "explain", "file_parts", "fmt", "from_bgn", "from_pgc", "game_caption", "game_page", "is_game_file",
    "merge_tree", "open_games", "open_headers", "read_epd", "read_game", "read_headers",
    "set_date_order", "skip_game", "svg_board", "svg_piece", "time_control_parts", "tree",
    "write_book", "write_games",
]
__version__: str

_T = TypeVar("_T")
_ResultT = TypeVar("_ResultT", covariant=True)
_BoardT = TypeVar("_BoardT", bound=Board)
_GameT = TypeVar("_GameT", bound=Game)
_HeadersT = TypeVar("_HeadersT", bound=Headers)
_Path = str | os.PathLike[str]
_Given = int | str | Move | list[Move] | list[str] | None

@final
class Move:
    """A move from a square to a square, with the piece that a pawn becomes or that is dropped."""
    def __new__(
        cls,
        from_square: int,
        to_square: int,
        promotion: int | None = None,
        drop: int | None = None,
    ) -> Move: ...
    @staticmethod
    def from_uci(uci: str) -> Move:
        """The move of a UCI text, such as `e2e4`, `e7e8q`, `N@f3`, or `0000` for the null move."""
    @staticmethod
    def null() -> Move: """The null move: the turn passes."""
    @property
    def from_square(self) -> int:
        """The square that the piece leaves; of a drop, the square of the drop."""
    @property
    def to_square(self) -> int: """The square that the piece goes to."""
    @property
    def promotion(self) -> int | None: """The promotion piece, or `None`."""
    @property
    def drop(self) -> int | None: """The dropped piece, or `None`."""
    def uci(self) -> str: """The coordinates as UCI writes them."""
    def xboard(self) -> str:
        """The move as the protocol of XBoard writes it: as UCI, and `@@@@` for the null move."""
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[int, int, int | None, int | None]: ...

@final
class Piece:
    """A piece: a type from 1 (pawn) to 6 (king), and a color, `True` for White."""
    def __new__(cls, piece_type: int, color: bool) -> Piece: ...
    @staticmethod
    def from_symbol(symbol: str) -> Piece: """The piece of a letter, upper case for White."""
    @property
    def piece_type(self) -> int: """The type, from 1 (pawn) to 6 (king)."""
    @property
    def color(self) -> bool: """The color, `True` for White."""
    def symbol(self) -> str: """The letter of the piece, upper case for White."""
    def unicode_symbol(self, *, invert_color: bool = False) -> str:
        """The piece as a chess figure."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[int, bool]: ...

_Squares = SquareSet | int | Iterable[int]

@final
class SquareSet:
    """A set of squares."""
    mask: int
    """A bit a square, a1 lowest."""
    def __getnewargs__(self) -> tuple[int]: ...
    def __new__(cls, squares: _Squares | None = None) -> SquareSet: ...
    @staticmethod
    def from_square(square: int) -> SquareSet: """The set of one square."""
    @staticmethod
    def between(a: int, b: int) -> SquareSet: """The squares between two that share a line."""
    @staticmethod
    def ray(a: int, b: int) -> SquareSet:
        """All squares of the line through two, from edge to edge; empty if they share none."""
    def mirror(self) -> SquareSet: """The set with rank 1 and rank 8 exchanged, and so on."""
    def tolist(self) -> list[bool]: """For each square whether it is in the set, a1 first."""
    def carry_rippler(self) -> Iterator[int]: """All subsets."""
    def update(self, *others: _Squares) -> None: """Adds the squares of other sets."""
    def intersection_update(self, *others: _Squares) -> None:
        """Keeps the squares that all other sets have as well."""
    def difference_update(self, other: _Squares) -> None: """Removes the squares of another set."""
    def symmetric_difference_update(self, other: _Squares) -> None:
        """Keeps the squares that one of the two sets has."""
    def __ior__(self, other: _Squares, /) -> SquareSet: ...
    def __iand__(self, other: _Squares, /) -> SquareSet: ...
    def __isub__(self, other: _Squares, /) -> SquareSet: ...
    def __ixor__(self, other: _Squares, /) -> SquareSet: ...
    def __contains__(self, square: object, /) -> bool: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __iter__(self) -> SquareSetIter: ...
    def __reversed__(self) -> Iterator[int]: ...
    def add(self, square: int) -> None: """Adds a square."""
    def discard(self, square: int) -> None: """Removes a square, if it is there."""
    def remove(self, square: int) -> None: """Removes a square."""
    def pop(self) -> int: """Removes the first square and returns it."""
    def clear(self) -> None: """Removes all squares."""
    def copy(self) -> SquareSet: """A copy that is independent of the set."""
    def isdisjoint(self, other: _Squares) -> bool: """Whether no square is in both sets."""
    def issubset(self, other: _Squares) -> bool:
        """Whether another set has all squares of this one."""
    def issuperset(self, other: _Squares) -> bool:
        """Whether this set has all squares of another one."""
    def union(self, other: _Squares) -> SquareSet:
        """The squares that are in one of the two sets or in both."""
    def intersection(self, other: _Squares) -> SquareSet: """The squares that are in both sets."""
    def difference(self, other: _Squares) -> SquareSet:
        """The squares that another set does not have."""
    def symmetric_difference(self, other: _Squares) -> SquareSet:
        """The squares that one of the two sets has."""
    def __or__(self, other: _Squares, /) -> SquareSet: ...
    def __ror__(self, other: _Squares, /) -> SquareSet: ...
    def __and__(self, other: _Squares, /) -> SquareSet: ...
    def __rand__(self, other: _Squares, /) -> SquareSet: ...
    def __sub__(self, other: _Squares, /) -> SquareSet: ...
    def __rsub__(self, other: _Squares, /) -> SquareSet: ...
    def __xor__(self, other: _Squares, /) -> SquareSet: ...
    def __rxor__(self, other: _Squares, /) -> SquareSet: ...
    def __invert__(self) -> SquareSet: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __int__(self) -> int: ...
    def __index__(self) -> int: ...

@final
class SquareSetIter:
    """The squares of a set, a1 first."""
    def __iter__(self) -> SquareSetIter: ...
    def __next__(self) -> int: ...

@final
class LegalMoves:
    """The legal moves of a board: iterable, with `count()` and `in`."""
    def __iter__(self) -> Iterator[Move]: ...
    def count(self) -> int: """How many moves there are."""
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __contains__(self, mv: object, /) -> bool: ...

@final
class PseudoLegalMoves:
    """The moves of a board that are legal but for check."""
    def __iter__(self) -> Iterator[Move]: ...
    def count(self) -> int: """How many moves there are."""
    def __bool__(self) -> bool: ...
    def __contains__(self, mv: object, /) -> bool: ...

class Board:
    """A board: a position, and the moves that led to it; or a set-up that is being edited."""
    turn: bool
    """`True` for White."""
    fullmove_number: int
    """The number of the next move, from 1; Black's move has the number of White's."""
    halfmove_clock: int
    """Plies since the last capture or pawn move."""
    ep_square: int | None
    """The square behind a pawn that has just advanced two squares."""
    @property
    def castling_rights(self) -> int: """The rooks that may castle, as a mask of squares."""
    @castling_rights.setter
    def castling_rights(self, rooks: _Squares) -> None: ...
    chess960: bool
    """Whether the board has the rules of Chess960. Ordinary chess can be changed to Chess960 and
    back; the moves stay.
    """
    def __init__(
        self, fen: str | None = ..., *, chess960: bool = False, variant: str | None = None
    ) -> None: ...
    @classmethod
    def from_chess960_pos(cls, number: int) -> Self:
        """The start array of Chess960 with this number, 0 to 959."""
    @classmethod
    def empty(cls) -> Self: """A board without pieces, to be set up."""
    def set_piece_at(self, square: int, piece: Piece | None, promoted: bool = False) -> None:
        """Puts a piece on a square, or clears it; forgets the moves."""
    def remove_piece_at(self, square: int) -> Piece | None:
        """Removes the piece of a square and returns it; forgets the moves."""
    def clear(self) -> None: """Removes all pieces; White is to move. Forgets the moves."""
    def clear_board(self) -> None: """Removes all pieces; forgets the moves."""
    def reset_board(self) -> None:
        """Puts the pieces on their start squares; turn, rights and counters stay. Forgets the
        moves.
        """
    def set_board_fen(self, fen: str) -> None:
        """Puts the pieces of the first field of a FEN; forgets the moves."""
    def set_piece_map(self, pieces: Mapping[int, Piece]) -> None:
        """Puts the pieces of a mapping from squares, and no others; forgets the moves."""
    def clean_castling_rights(self) -> int:
        """The rooks whose castling right is effective: they and their king are on their squares."""
    def set_castling_fen(self, castling_fen: str) -> None:
        """Sets the rights to castle as a FEN has them; forgets the moves."""
    def set_chess960_pos(self, number: int) -> None:
        """Sets up the array of Chess960 with this number, 0 to 959; forgets the moves."""
    def chess960_pos(
        self,
        *,
        ignore_turn: bool = False,
        ignore_castling: bool = False,
        ignore_counters: bool = True,
    ) -> int | None: """The number of the array of Chess960 that is on the board, if it is one."""
    def status(self) -> Status:
        """All errors of the set-up, as bits of `STATUS_…`; 0 if it is valid."""
    @property
    def pseudo_legal_moves(self) -> PseudoLegalMoves: """The moves that are legal but for check."""
    def generate_pseudo_legal_moves(
        self, from_mask: _Squares | None = None, to_mask: _Squares | None = None
    ) -> Iterator[Move]:
        """Those from some squares to some, which are sets or masks; by default all."""
    def generate_pseudo_legal_captures(
        self, from_mask: _Squares | None = None, to_mask: _Squares | None = None
    ) -> Iterator[Move]: """Those of them that capture, en passant too."""
    def generate_pseudo_legal_ep(
        self, from_mask: _Squares | None = None, to_mask: _Squares | None = None
    ) -> Iterator[Move]: """The captures en passant that are legal but for check."""
    def legal_drop_squares(self) -> SquareSet:
        """The squares on which some piece of the pocket may be dropped."""
    def legal_drop_squares_mask(self) -> int:
        """The squares on which some piece of the pocket may be dropped, as a mask."""
    def castling_xfen(self) -> str: """The field of the FEN with the rights to castle."""
    def castling_shredder_fen(self) -> str:
        """The same field with the rooks named by their files."""
    def is_pseudo_legal(self, move: Move) -> bool: """Whether a move is legal but for check."""
    def is_into_check(self, move: Move) -> bool:
        """Whether a move that is legal but for check leaves the king in check."""
    def was_into_check(self) -> bool:
        """Whether the side that is not to move is in check, which no legal move leaves."""
    def has_pseudo_legal_en_passant(self) -> bool:
        """Whether a pawn is ready to capture en passant."""
    @property
    def variant(self) -> str: """The rules, as the Variant tag names them."""
    @property
    def uci_variant(self) -> str: """The rules, as engines name them."""
    @property
    def xboard_variant(self) -> str: """The rules, as the protocol of XBoard names them."""
    @property
    def starting_fen(self) -> str: """The FEN of the start position of these rules."""
    @property
    def move_stack(self) -> list[Move]: """The moves that were pushed; a new list."""
    @property
    def legal_moves(self) -> LegalMoves: """The legal moves: iterable, with `count()` and `in`."""
    @property
    def occupied(self) -> int: """All squares with a piece, as a mask."""
    @property
    def occupied_co(self) -> tuple[int, int]:
        """The squares with a piece of Black and of White, as masks, by color."""
    @property
    def pawns(self) -> int: """The squares of all pawns, as a mask."""
    @property
    def knights(self) -> int: """The squares of all knights, as a mask."""
    @property
    def bishops(self) -> int: """The squares of all bishops, as a mask."""
    @property
    def rooks(self) -> int: """The squares of all rooks, as a mask."""
    @property
    def queens(self) -> int: """The squares of all queens, as a mask."""
    @property
    def kings(self) -> int: """The squares of all kings, as a mask."""
    @property
    def promoted(self) -> int: """Squares of pieces that were pawns, of Crazyhouse, as a mask."""
    def ply(self) -> int: """Plies since the start position, by the move number."""
    def push(self, move: Move) -> None: """Plays a legal move, or the null move."""
    def push_san(self, san: str) -> Move: """Plays the move of a SAN, and returns it."""
    def push_uci(self, uci: str) -> Move: """Plays the move of a UCI text, and returns it."""
    def pop(self) -> Move: """Undoes the last move, and returns it."""
    def peek(self) -> Move: """The last move."""
    def root(self) -> Self: """A board at the position where the moves begin."""
    def copy(self, *, stack: bool | int | None = None) -> Self:
        """A copy; `stack=False` leaves the moves out, a number keeps that many."""
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Any) -> Self: ...
    def reset(self) -> None: """The start array of these rules; forgets the moves."""
    def clear_stack(self) -> None: """Forgets the moves."""
    def set_fen(self, fen: str) -> None: """Sets the position of a FEN; forgets the moves."""
    def mirror(self) -> Self: """The board with colors changed, without its moves."""
    def apply_mirror(self) -> None:
        """Swaps the colors: White's pieces become Black's, on the other side. Forgets the moves."""
    def transform(self, f: Callable[[int], int]) -> Self:
        """The board with everything on the squares to which `f` takes masks, without its moves."""
    def apply_transform(self, f: Callable[[int], int]) -> None:
        """Puts everything on the squares to which `f` takes masks, such as `flip_horizontal`;
        forgets the moves.
        """
    def xboard(self, move: Move, chess960: bool | None = None) -> str:
        """The text of a move as the protocol of XBoard has it: coordinates, in Chess960 `O-O` and
        `O-O-O` for castling, and `@@@@` for a null move.
        """
    def parse_xboard(self, xboard: str) -> Move:
        """The move of a text of XBoard: coordinates or SAN."""
    def push_xboard(self, xboard: str) -> Move: """The move of a text of XBoard, which is played."""
    def piece_at(self, square: int) -> Piece | None: """The piece on a square, or `None`."""
    def piece_type_at(self, square: int) -> int | None:
        """The type of the piece on a square, or `None`."""
    def color_at(self, square: int) -> bool | None:
        """The color of the piece on a square, `True` for White, or `None`."""
    def king(self, color: bool) -> int | None: """The square of a king."""
    def pieces(self, piece_type: int, color: bool) -> SquareSet:
        """The squares of the pieces of a type and color."""
    def pieces_mask(self, piece_type: int, color: bool) -> int:
        """The squares of the pieces of a type and color, as a mask."""
    def piece_map(self) -> dict[int, Piece]: """The pieces by square."""
    def pocket(self, color: bool) -> dict[int, int]:
        """The pieces that a side may drop, by piece type; empty except in Crazyhouse."""
    def checks_given(self, color: bool) -> int:
        """How often a side has given check, of Three-check."""
    def attackers(self, color: bool, square: int) -> SquareSet:
        """The pieces of a side that attack a square."""
    def attackers_mask(self, color: bool, square: int) -> int:
        """The pieces of a side that attack a square, as a mask."""
    def attacks(self, square: int) -> SquareSet:
        """The squares that the piece of a square attacks."""
    def attacks_mask(self, square: int) -> int:
        """The squares that the piece of a square attacks, as a mask."""
    def is_attacked_by(self, color: bool, square: int) -> bool:
        """Whether a side attacks a square."""
    def pin(self, color: bool, square: int) -> SquareSet:
        """The line of a pin: the squares to which the piece of the side on this square may move
        without exposing its king. All squares if there is no pin.
        """
    def is_pinned(self, color: bool, square: int) -> bool:
        """Whether the piece of a side on a square is pinned to its king."""
    def checkers(self) -> SquareSet: """The pieces that give check."""
    def checkers_mask(self) -> int: """The pieces that give check, as a mask."""
    def is_check(self) -> bool: """Whether the side to move is in check."""
    def gives_check(self, move: Move) -> bool: """Whether a legal move gives check."""
    def is_checkmate(self) -> bool: """Whether the side to move is checkmated."""
    def is_stalemate(self) -> bool:
        """Whether the side to move has no legal move and is not in check."""
    def is_insufficient_material(self) -> bool:
        """Whether neither side can win, by material alone."""
    def has_insufficient_material(self, color: bool) -> bool:
        """Whether a side cannot win, by material alone: it has only its king; or one knight, and
        the other side has no piece that could block its own king; or bishops on one color of
        squares, and there is no knight or pawn on the board. In variants other than Chess960, both
        sides are tested together.
        """
    def is_seventyfive_moves(self) -> bool:
        """Whether 75 moves of each side were made without a capture or a pawn move, which is a
        draw.
        """
    def is_fifty_moves(self) -> bool:
        """Whether 50 moves of each side were made without a capture or a pawn move."""
    def is_fivefold_repetition(self) -> bool:
        """Whether the position is on the board for the fifth time, which is a draw."""
    def is_repetition(self, count: int = 3) -> bool:
        """Whether the position is on the board for the `count`th time."""
    def can_claim_draw(self) -> bool:
        """Whether the side to move may claim a draw, if need be with its next move."""
    def can_claim_fifty_moves(self) -> bool:
        """Whether the side to move may claim a draw by the rule of 50 moves, if need be with its
        next move.
        """
    def can_claim_threefold_repetition(self) -> bool:
        """Whether the side to move may claim a draw by repetition, if need be with its next move.
        """
    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        """Whether the game is over by the rules; with `claim_draw` also if a draw may be claimed.
        """
    def outcome(self, *, claim_draw: bool = False) -> Outcome | None:
        """How the game is over by the rules, or `None`."""
    def result(self, *, claim_draw: bool = False) -> str:
        """`1-0`, `0-1`, `1/2-1/2`, or `*` while the game is not over by the rules."""
    def is_legal(self, move: Move) -> bool: """Whether a move is legal; the null move is not."""
    def is_capture(self, move: Move) -> bool: """Whether a legal move captures, en passant too."""
    def is_en_passant(self, move: Move) -> bool: """Whether a legal move captures en passant."""
    def is_castling(self, move: Move) -> bool: """Whether a legal move castles."""
    def is_kingside_castling(self, move: Move) -> bool:
        """Whether a legal move castles on the king's side."""
    def is_queenside_castling(self, move: Move) -> bool:
        """Whether a legal move castles on the queen's side."""
    def is_zeroing(self, move: Move) -> bool: """Whether a move is a capture or a pawn's."""
    def is_irreversible(self, move: Move) -> bool:
        """Whether no later position can equal one from before the move: a capture, a pawn's move,
        one that ends a right.
        """
    def find_move(
        self, from_square: int, to_square: int, promotion: int | None = None
    ) -> Move:
        """The legal move between two squares; a pawn that must promote becomes a queen by default.
        """
    def generate_legal_moves(
        self, from_mask: _Squares | None = None, to_mask: _Squares | None = None
    ) -> Iterator[Move]:
        """The legal moves from some squares to some, which are sets or masks; by default all."""
    def generate_legal_captures(
        self, from_mask: _Squares | None = None, to_mask: _Squares | None = None
    ) -> Iterator[Move]: """Those of them that capture."""
    def has_legal_en_passant(self) -> bool: """Whether a capture en passant is legal."""
    def has_castling_rights(self, color: bool) -> bool:
        """Whether a side may still castle, on some side."""
    def has_kingside_castling_rights(self, color: bool) -> bool:
        """Whether a side may still castle on the king's side."""
    def has_queenside_castling_rights(self, color: bool) -> bool:
        """Whether a side may still castle on the queen's side."""
    def has_chess960_castling_rights(self) -> bool:
        """Whether there are rights to castle that ordinary chess does not have."""
    def generate_castling_moves(
        self, from_mask: _Squares | None = None, to_mask: _Squares | None = None
    ) -> Iterator[Move]: """The legal moves of castling."""
    def generate_legal_ep(
        self, from_mask: _Squares | None = None, to_mask: _Squares | None = None
    ) -> Iterator[Move]: """The legal captures en passant."""
    def pin_mask(self, color: bool, square: int) -> int:
        """The squares to which a piece may move without exposing its king, as a mask."""
    def is_variant_end(self) -> bool:
        """Whether the game is over by a rule that only its variant has."""
    def is_variant_win(self) -> bool: """Whether that rule wins for the side to move."""
    def is_variant_loss(self) -> bool: """Whether that rule loses for the side to move."""
    def is_variant_draw(self) -> bool: """Whether that rule makes a draw."""
    def zobrist(self) -> int: """The Polyglot key of the position."""
    def is_valid(self) -> bool: """Whether the set-up is valid; see `status`."""
    def fen(self, *, shredder: bool = False, en_passant: str = "fen") -> str:
        """The FEN. `en_passant` is `fen` (the square after every double step, as the standard has
        it and tables do), `xfen` (if a pawn is ready), or `legal` (if the capture is legal).
        """
    def board_fen(self) -> str: """The first field of the FEN."""
    def shredder_fen(self, *, en_passant: str = "fen") -> str:
        """The FEN with the rooks that may castle named by their files."""
    def epd(
        self, *, shredder: bool = False, en_passant: str = "fen", **operations: _Given
    ) -> str:
        """The position as records of EPD have it: four fields of the FEN; then the operations that
        are given by their opcodes. A move is a list of one.
        """
    def set_epd(self, epd: str) -> dict[str, Any]:
        """Sets the position of an EPD record, forgets the moves, and returns the operations by
        their opcodes, as in `Record`.
        """
    @classmethod
    def from_epd(cls, epd: str) -> tuple[Self, dict[str, Any]]:
        """A board with the position of a record of EPD, and the operations by their opcodes."""
    def san(self, move: Move) -> str: """The SAN of a legal move."""
    def san_and_push(self, move: Move) -> str: """The SAN of a legal move, which is played."""
    def lan(self, move: Move) -> str: """The long algebraic notation of a legal move."""
    def uci(self, move: Move) -> str: """The UCI text of a legal move."""
    def parse_san(self, san: str) -> Move: """The move of a SAN, read as laxly as a file."""
    def parse_uci(self, uci: str) -> Move: """The legal move of a UCI text."""
    def variation_san(self, variation: Iterable[Move]) -> str:
        """Moves from here on in SAN with numbers."""
    def unicode(
        self,
        *,
        invert_color: bool = False,
        borders: bool = False,
        empty_square: str = "⭘",
        orientation: bool = True,
    ) -> str:
        """The board in chess figures, seen from White's side or, with `orientation=False`, from
        Black's.
        """
    def words(self) -> str: """The contents of the board, in words."""
    def svg(
        self,
        *,
        size: int = 390,
        orientation: bool = True,
        coordinates: bool = True,
        arrows: Iterable[tuple[int, int] | tuple[int, int, str]] = ...,
        squares: Iterable[int | tuple[int, str]] = ...,
    ) -> str:
        """The board as a picture. `arrows` are pairs of squares, or triples with one of the letters
        `G R Y B` for a color; `squares` are squares, or pairs with such a letter.
        """
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

_Child = int | Move | GameNode

class GameNode:
    """A place in a game: the game itself, or a move."""
    comment: str
    """The comments after the move, joined by spaces; of a game those before its first move."""
    starting_comment: str
    """The comments before the first move of a variation."""
    @property
    def comments(self) -> list[str]: """The comments after the move, one by one."""
    @property
    def nags(self) -> MutableSet[int]:
        """The numbers of the NAGs, as a set that changes the game."""
    @nags.setter
    def nags(self, nags: Iterable[int]) -> None: ...
    @property
    def parent(self) -> GameNode | None: """The node before it; `None` for the game."""
    @property
    def move(self) -> Move:
        """The move that led here; `None` for the game, and for a move that was not checked because
        its rules are not known.
        """
    @property
    def variations(self) -> list[ChildNode]:
        """The moves that were played from here, the main one first; a new list."""
    def next(self) -> ChildNode | None: """The next move of the main line from here, or `None`."""
    def san(self) -> str:
        """The SAN of the move, as standard notation has it; the text of one that was not checked.
        """
    def uci(self, *, chess960: bool | None = None) -> str: """The UCI text of the move."""
    def board(self) -> Board: """A board with the position here, and the moves that led to it."""
    def fen(self) -> str: """The position here as FEN, without a board."""
    def ply(self) -> int: """Plies since the start position."""
    def turn(self) -> bool: """The side to move here, `True` for White."""
    def game(self) -> Game: """The game of this node."""
    def root(self) -> Game: """The game of this node."""
    def end(self) -> GameNode: """The last node of the line from here."""
    def is_end(self) -> bool: """Whether no move follows on the line."""
    def starts_variation(self) -> bool: """Whether the node begins a variation."""
    def is_mainline(self) -> bool: """Whether no variation leads here."""
    def is_main_variation(self) -> bool: """Whether the node is the first child of its parent."""
    def variation(self, move: _Child) -> ChildNode: """A child, by number, move or node."""
    def __getitem__(self, move: _Child, /) -> ChildNode: ...
    def has_variation(self, move: _Child) -> bool:
        """Whether a child has this number, move or node."""
    def __contains__(self, move: _Child, /) -> bool: ...
    def mainline(self) -> Mainline[ChildNode]: """The nodes of the main line after this one."""
    def mainline_moves(self) -> Mainline[Move]: """The moves of the main line after this node."""
    def words(self) -> str: """The move in words."""
    def accept(self, visitor: BaseVisitor[_ResultT]) -> _ResultT:
        """Visits the game, or the rest of it from this move on; returns the visitor's result."""
    def accept_subgame(self, visitor: BaseVisitor[_ResultT]) -> _ResultT:
        """Visits the moves after this node as a separate game; returns the visitor's result."""
    def add_variation(
        self,
        move: Move,
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = ...,
    ) -> ChildNode: """Adds a move as the last child of this node, and returns it."""
    def add_main_variation(
        self, move: Move, *, comment: str = "", nags: Iterable[int] = ...
    ) -> ChildNode: """The same, and makes it the main line."""
    def add_line(
        self,
        moves: Iterable[Move],
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = ...,
    ) -> GameNode: """Adds moves one after the other, annotates the last, and returns it."""
    def promote_to_main(self, move: _Child) -> None: """Makes a child the main line."""
    def promote(self, move: _Child) -> None: """Moves a child one place up."""
    def demote(self, move: _Child) -> None: """Moves a child one place down."""
    def remove_variation(self, move: _Child) -> None:
        """Removes a child with all that comes after it. The next child takes the place of the main
        line if that is removed.
        """
    def eval(self) -> PovScore | None:
        """The evaluation of the position, from the command `[%eval 0.35]`."""
    def eval_depth(self) -> int | None: """The search depth of the evaluation, in plies."""
    def set_eval(self, score: PovScore | None, depth: int | None = None) -> None:
        """Writes the evaluation into the comment; `None` removes it."""
    def clock(self) -> float | None:
        """The clock of the player after the move in seconds, from `[%clk 0:05:00]`."""
    def set_clock(self, seconds: float | None) -> None:
        """Sets the time that is left after the move, in seconds; `None` removes it."""
    def emt(self) -> float | None:
        """The time that the move took in seconds, from `[%emt 0:00:05]`."""
    def set_emt(self, seconds: float | None) -> None:
        """Sets the time that the move took, in seconds; `None` removes it."""
    def arrows(self) -> list[Arrow]:
        """Arrows and marked squares of the comment, as `pgnkit.Arrow`s; a square is an arrow to
        itself.
        """
    def set_arrows(self, arrows: Iterable[Arrow | tuple[int, int]]) -> None:
        """Writes arrows and marked squares into the comment: `pgnkit.Arrow`s, or pairs of squares.
        """
    def _nag_list(self) -> list[int]: ...
    def _add_nag(self, nag: int) -> None: ...
    def _discard_nag(self, nag: int) -> None: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Any) -> Self: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class ChildNode(GameNode):
    """A move of a game."""
    @property
    def parent(self) -> GameNode: """The node before it; `None` for the game."""

class Game(GameNode):
    """A game: tags, and the moves below it."""
    def __init__(
        self, headers: Mapping[str, str] | Iterable[tuple[str, str]] | None = None
    ) -> None: ...
    @classmethod
    def without_tag_roster(cls) -> Self:
        """A game whose roster tags are absent until they are set."""
    @classmethod
    def from_board(cls, board: Board) -> Self:
        """A game with the moves that were played on a board."""
    @property
    def parent(self) -> None: """The node before it; `None` for the game."""
    @property
    def headers(self) -> Headers: """The tags."""
    @property
    def errors(self) -> list[Exception]:
        """The errors in the text of the game: exceptions with code, message, line and column."""
    @property
    def file(self) -> str | None: """The file that the game was read from, if it has a name."""
    @property
    def number(self) -> int | None:
        """The number of the game in its file, from 1; `None` if it is not known."""
    @property
    def offset(self) -> int | None:
        """Where the text of the game begins in its file, in bytes; `None` if it is not known."""
    def setup(self, board: Board | str) -> None:
        """Begins the game from a position: a board, or a FEN. The moves are deleted."""
    def to_pgn(self, profile: str = "modern", *, refuse: bool = False) -> str:
        """The game in export format, in one of the profiles of `pgn fmt`, such as `modern`,
        `archival` and `lichess`. Content that the profile cannot represent is replaced; with
        `refuse` it raises.
        """
    def to_bgn(self) -> str: """The game in Blind Game Notation."""
    def to_pgc(self) -> bytes:
        """The game as PGC, the binary form; comments as escapes, which other readers pass over."""
    def speech(self) -> str: """The game as sentences to be read aloud."""
    def classify(self) -> Opening | None:
        """The opening by the positions of the main line, as `pgnkit.Opening`, or `None`."""
    def matches(self, where: str) -> bool:
        """Whether the game matches an expression of `--where`."""
    def _repr_html_(self) -> str: ...
    def time_control(self) -> TimeControl: """The time control, parsed from its tag."""

@final
class Mainline(Generic[_T]):
    """The main line after a node: to be gone through forwards or backwards, again and again."""
    def __class_getitem__(cls, item: Any) -> GenericAlias: ...
    def __bool__(self) -> bool: ...
    def __iter__(self) -> MainlineIter[_T]: ...
    def __reversed__(self) -> MainlineIter[_T]: ...
    def accept(self, visitor: BaseVisitor[_ResultT]) -> _ResultT:
        """Visits the line; returns the visitor's result."""

@final
class MainlineIter(Generic[_T]):
    """Goes through a line."""
    def __iter__(self) -> MainlineIter[_T]: ...
    def __next__(self) -> _T: ...

class Headers(MutableMapping[str, str]):
    """The tags of a game: a mapping from names to values, in which the roster comes first."""
    def __init__(
        self, data: Mapping[str, str] | Iterable[tuple[str, str]] | None = None, **kwargs: str
    ) -> None: ...
    @classmethod
    def without_tag_roster(cls) -> Self: """Tags of which none is there until it is set."""
    def __getitem__(self, key: str, /) -> str: ...
    def __setitem__(self, key: str, value: str, /) -> None: ...
    def __delitem__(self, key: str, /) -> None: ...
    def __iter__(self) -> HeadersIter: ...
    def __len__(self) -> int: ...
    def __contains__(self, key: object, /) -> bool: ...
    def keys(self) -> list[str]:  # type: ignore[override]
        """The names of the tags in order, the roster first; a new list."""
    def values(self) -> list[str]:  # type: ignore[override]
        """The values of the tags in the order of their names; a new list."""
    def items(self) -> list[tuple[str, str]]:  # type: ignore[override]
        """The names and values of the tags in order; a new list."""
    @overload
    def get(self, key: str, default: None = None, /) -> str | None:
        """The value of a tag, or `default` if it is absent."""
    @overload
    def get(self, key: str, default: str, /) -> str:
        """The value of a tag, or `default` if it is absent."""
    @overload
    def get(self, key: str, default: _T, /) -> str | _T:
        """The value of a tag, or `default` if it is absent."""
    @overload
    def pop(self, key: str, /) -> str: """Removes a tag and returns its value."""
    @overload
    def pop(self, key: str, default: str, /) -> str: """Removes a tag and returns its value."""
    @overload
    def pop(self, key: str, default: _T, /) -> str | _T: """Removes a tag and returns its value."""
    def setdefault(self, key: str, default: str, /) -> str:
        """The value of a tag, which is set to `default` if it is absent."""
    def update(  # type: ignore[override]
        self,
        data: Mapping[str, str] | Iterable[tuple[str, str]] | None = None,
        /,
        **kwargs: str,
    ) -> None: """Sets the tags of a mapping, of pairs, of keywords."""
    def clear(self) -> None: """Removes all tags."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def copy(self) -> Self: """The tags alone, in a mapping that is independent of the game."""
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Any) -> Self: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def board(self) -> Board: """The position that the game starts from."""
    def variant(self) -> str: """The rules by the Variant tag, as it names them."""
    def is_chess960(self) -> bool: """Whether the tags say that the game is of Chess960."""

@final
class HeadersIter:
    """The names of tags in order."""
    def __iter__(self) -> HeadersIter: ...
    def __next__(self) -> str: ...

@final
class GameFiles:
    """The games of files, read ahead of Python in the order of the files."""
    def __iter__(self) -> GameFiles: ...
    def __next__(self) -> Game: ...

@final
class HeaderFiles:
    """The tags of the games of files, read ahead of Python in the order of the files."""
    def __iter__(self) -> HeaderFiles: ...
    def __next__(self) -> Headers: ...

@final
class SkipType:
    """The type of `SKIP`, which a visitor returns to skip a part."""
    def __reduce__(self) -> str: ...

SKIP: Final[SkipType]

class BaseVisitor(Generic[_ResultT]):
    """Base class of visitors: the parts of a game are passed to its methods, in order. Override
    those that you need, and `result`.
    """
    def __class_getitem__(cls, item: Any) -> GenericAlias: ...
    def begin_game(self) -> SkipType | None: """A game begins. `SKIP` passes over all of it."""
    def begin_headers(self) -> Headers | None: """The tags begin."""
    def visit_header(self, tagname: str, tagvalue: str) -> None: """A tag."""
    def end_headers(self) -> SkipType | None:
        """All tags were visited. `SKIP` passes over the moves."""
    def begin_parse_san(self, board: Board, san: str) -> SkipType | None:
        """A move in SAN is to be read; only while a game is read. `SKIP` passes over the rest of
        the line.
        """
    def parse_san(self, board: Board, san: str) -> Move:
        """The move of a SAN; only while a game is read."""
    def visit_move(self, board: Board, move: Move) -> None:
        """A move, which is not yet on the board. You may use the board, but must restore it."""
    def visit_board(self, board: Board) -> None:
        """A position: that of the start, then that after each move."""
    def visit_comment(self, comment: str) -> None: """A comment."""
    def visit_nag(self, nag: int) -> None: """A NAG."""
    def begin_variation(self) -> SkipType | None:
        """A variation begins, which replaces the last move. `SKIP` passes over it; `end_variation`
        is called all the same.
        """
    def end_variation(self) -> None: """A variation ends."""
    def visit_result(self, result: str) -> None: """The termination marker."""
    def end_game(self) -> None: """A game ends."""
    def result(self) -> _ResultT: """The purpose of the visit."""
    def handle_error(self, error: Exception) -> None:
        """There is an error in the game. Raises the exception."""

class GameBuilder(BaseVisitor[Game]):
    """Builds a game, of the class `Game`. Faults are listed in the `errors` of the game."""
    def __init__(self, *, Game: Callable[[], Any] | None = None) -> None: ...

class HeadersBuilder(BaseVisitor[Headers]):
    """Builds the tags of a game and passes over its moves; `Headers` makes the mapping that they
    are put into.
    """
    def __init__(self, *, Headers: Callable[[], Any] | None = None) -> None: ...

class BoardBuilder(BaseVisitor[Board]):
    """Builds the board at the end of the main line, with the moves that led there."""
class SkipVisitor(BaseVisitor[bool]): """Passes over a game; its result is `True`."""
class TextExporter(BaseVisitor[_ResultT]):
    """The common state of the exporters: the text and its options."""

class StringExporter(TextExporter[str]):
    """Writes games into a string: its result is the text, without a line feed at its end."""
    def __init__(
        self,
        *,
        columns: int | None = 80,
        headers: bool = True,
        comments: bool = True,
        variations: bool = True,
    ) -> None: ...

class _TextFile(Protocol):
    def write(self, text: str, /) -> object: ...

class FileExporter(TextExporter[int]):
    """Writes games into a file that is open for text, with an empty line after each; its result is
    the number of characters that were written for the last game.
    """
    def __init__(
        self,
        handle: _TextFile,
        *,
        columns: int | None = 80,
        headers: bool = True,
        comments: bool = True,
        variations: bool = True,
    ) -> None: ...

@overload
def read_game(
    handle: Any, *, Visitor: None = None, illegal_moves: str | None = None
) -> Game | None: """The next game of a handle, or `None` at its end."""
@overload
def read_game(
    handle: Any,
    *,
    Visitor: Callable[[], BaseVisitor[_ResultT]],
    illegal_moves: str | None = None,
) -> _ResultT | None: """The next game of a handle, or `None` at its end."""
def read_headers(handle: Any) -> Headers | None:
    """The tags of the next game of a handle, or `None` at its end."""
def skip_game(handle: Any) -> bool:
    """Skips the next game of a handle; returns whether there was one."""
def open_games(
    paths: Source | Iterable[Source],
    where: str | None = None,
    threads: int | None = None,
    encoding: str = "auto",
    illegal_moves: str | None = None,
) -> GameFiles: """Games of files; see `pgnkit.pgn.games`."""
def open_headers(
    paths: Source | Iterable[Source],
    where: str | None = None,
    threads: int | None = None,
    encoding: str = "auto",
) -> HeaderFiles: """Tags of the games of files; see `pgnkit.pgn.headers`."""

class Scan:
    """A table over files, which are read again whenever its rows are requested."""
    def __new__(
        cls,
        paths: Source | Iterable[Source],
        columns: list[str] | None = None,
        where: str | None = None,
        table: str = "games",
        threads: int | None = None,
        memory: int | None = None,
        damage: str = "fail",
        part: tuple[int, int] | None = None,
        encoding: str = "auto",
    ) -> Self: ...
    def _asks_for_numbers(self) -> bool: ...
    @property
    def columns(self) -> list[str]: """The names of the columns, in order."""
    @staticmethod
    def all_columns(table: str = "games") -> list[tuple[str, str, str]]:
        """All columns that the table can have, with their types and what they mean; the tags of
        games are columns, too, by their names.
        """
    def batches(
        self,
        columns: list[str] | None = None,
        where: str | None = None,
        batch_rows: int | None = None,
    ) -> Batches:
        """The rows in batches, in order; while one waits, Ctrl-C works. `columns` and `where`
        narrow what the scan gives.
        """
    def head(self, n: int = 5) -> Batch: """The first rows."""
    def to_parquet(self, path: _Path) -> int:
        """Writes the rows to a file of Parquet, as `pgn convert --to parquet` does, and returns how
        many there are. The file is replaced when all rows are written; if anything fails, it stays
        as it was.
        """
    def _empty_stream(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...

@final
class Batches:
    """Goes through the batches of a scan."""
    @property
    def read_bytes(self) -> int: """How many bytes of the files were read so far."""
    @property
    def total_bytes(self) -> int | None: """How many there are in all, if that is known."""
    @property
    def damage(self) -> list[str]:
        """The parts that could not be read so far, a sentence each, of a scan that skips them."""
    def __iter__(self) -> Batches: ...
    def __next__(self) -> Batch: ...

@final
class Batch:
    """Some rows of a table; any library that supports the Arrow PyCapsule interface accepts them.
    """
    @property
    def columns(self) -> list[str]: """The names of the columns, in order."""
    def to_pylist(self) -> list[dict[str, Any]]:
        """The rows as dictionaries from the names of the columns to objects of Python; a map of
        tags is a dictionary, too.
        """
    def _repr_html_(self) -> str: ...
    @property
    def num_rows(self) -> int: """The number of rows."""
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(
        self, requested_schema: object | None = None
    ) -> tuple[object, object]: ...

@final
class Finding:
    """A finding in a text: kind, place and fix."""
    @property
    def code(self) -> str: """The permanent code of the rule, `C001`."""
    @property
    def name(self) -> str: """The name of the rule, `illegal-move`."""
    @property
    def severity(self) -> str: """`error`, `warning` or `info`."""
    @property
    def message(self) -> str: """The message, in lower case and without a period."""
    @property
    def help(self) -> str | None: """How to fix it, if there is a suggestion."""
    @property
    def file(self) -> str | None: """The file, or `None` for a text."""
    @property
    def game(self) -> int | None: """The number of the game in its file, from 1."""
    @property
    def players(self) -> str | None: """The players of that game."""
    @property
    def line(self) -> int: """Line, from 1."""
    @property
    def column(self) -> int: """Column in bytes, from 1."""
    @property
    def end_line(self) -> int: """The line where it ends."""
    @property
    def end_column(self) -> int: """The column where it ends."""
    @property
    def span(self) -> tuple[int, int]:
        """The bytes of the file that it is about: the first, and the first after them."""
    @property
    def count(self) -> int:
        """The number of findings that it represents: of each rule, the first thousand come one by
        one.
        """
    @property
    def source_line(self) -> str: """The line of the text."""
    @property
    def board(self) -> str | None:
        """The board at its place, in characters, if it is about a move."""
    @property
    def is_fixable(self) -> bool: """Whether `pgn check --fix` can correct it."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Findings:
    """Goes through findings in the order of the text."""
    def __iter__(self) -> Findings: ...
    def __next__(self) -> Finding: ...


@final
class Record:
    """A record of EPD: a board, and operations by their opcodes."""
    def __new__(cls, line: str) -> Record: ...
    def board(self) -> Board: """The board."""
    def keys(self) -> list[str]: """The opcodes in order."""
    def __len__(self) -> int: ...
    def __contains__(self, opcode: str, /) -> bool: ...
    def __getitem__(self, opcode: str, /) -> Any: ...
    def __setitem__(self, opcode: str, value: Any, /) -> None: ...
    def __delitem__(self, opcode: str, /) -> None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __copy__(self) -> Record: ...
    def __deepcopy__(self, _memo: Any) -> Record: ...
    def __getnewargs__(self) -> tuple[str]: ...

def check(
    source: Source | Iterable[Source],
    *,
    profile: str = "lax",
    select: list[str] | None = None,
    ignore: list[str] | None = None,
) -> Findings: """The findings in files, or in a text."""
def explain(rule: str) -> str: """The page of a rule, by its code or name."""
def fmt(text: str, profile: str = "modern") -> str:
    """Games of a text in export format, in one of the profiles."""
def from_pgc(data: bytes) -> list[Game]: """The games of PGC."""
def from_bgn(text: str) -> list[Game]: """The games of a text in Blind Game Notation."""
def read_epd(text: str) -> list[Record]:
    """The records of a text, a line each; remarks and blank lines are passed over."""
def set_date_order(order: str | None) -> None:
    """Sets how dates such as `03/04/1992` are read from now on, in all threads."""
def time_control_parts(text: str) -> list[tuple[int, float, float, float]] | None:
    """The periods of a time control; `None` if it is not understood, empty if there is none."""

def tree(
    paths: Source | Iterable[Source], board: Board | None = ..., where: str | None = ..., threads: int | None = ...
) -> list[tuple[str, str, int, int, int, int, int | None, int | None, int | None]]:
    """The moves that were played from a position; see `pgnkit.tree`."""
def merge_tree(
    paths: Source | Iterable[Source],
    options: dict[str, Any],
    where: str | None = None,
    threads: int | None = None,
) -> tuple[Game, list[tuple[str, int]]]:
    """Games from one start position as one game, and counts of what was merged and what was left
    out; see `pgnkit.merge_tree`.
    """
def dedupe(
    paths: Source | Iterable[Source], by: str = ..., threads: int | None = ...
) -> list[tuple[str, int, str, int, str]]:
    """The games that are duplicates of others; see `pgnkit.dedupe`."""
def file_parts(paths: Source | Iterable[Source], part_bytes: int) -> list[tuple[pathlib.Path, int, int]]:
    """The parts of about `part_bytes` bytes into which files are worth cutting: the path of each,
    and the offsets between which it begins and the next one does.
    """

@final
class GameWriter:
    """Writes rows of games to a file, compressed according to `compression` (`gz`, `zst`, `bz2`,
    `xz`; empty for text). A row whose moves cannot be played is an error with its number and
    players.
    """
    def __new__(cls, path: _Path, compression: str | None = None) -> Self: ...
    @property
    def n_games(self) -> int: """How many games were written."""
    def write(self, stream: bytes) -> None: """Writes the rows of a stream of Arrow's IPC format."""
    def close(self) -> None: """Ends the file; all of it is on the disk then."""

@final
class EngineProcess:
    """An engine that runs. `pgnkit.engine.SimpleEngine` is the class for programs."""
    def __new__(
        cls, command: list[str], protocol: str, timeout: float | None
    ) -> EngineProcess: ...
    @property
    def timeout(self) -> float:
        """The seconds that the engine may take for everything other than a search."""
    def identity(self) -> tuple[str | None, str | None]:
        """The name and the author of the engine, where it gives them."""
    def options(
        self,
    ) -> list[tuple[str, str, str | None, int | None, int | None, list[str]]]:
        """The options that the engine has."""
    def configure(self, options: list[tuple[str, str]]) -> None:
        """Stops a search, sets options, and waits until the engine has done so."""
    def search(
        self,
        board: Board,
        limit: dict[str, Any],
        root_moves: list[Move] | None,
        lines: int,
        is_same_game: bool,
    ) -> EngineSearch:
        """Starts a search of the position of a board; a search that runs is stopped."""
    def close(self) -> None: """Ends the engine."""

@final
class EngineSearch:
    """A search, which goes on in a thread."""
    def next(self) -> dict[str, Any] | None:
        """The next report, waited for; `None` when the search is over."""
    def would_block(self) -> bool:
        """Whether the next report is there already, or the search is over."""
    def stop(self) -> None: """Stops the search, without waiting for its end."""
    def answer(self) -> tuple[Move | None, Move | None, bool]:
        """The move of the engine, when the search is over."""

@final
class BookFile:
    """A book that is read entry by entry. `pgnkit.polyglot` has the class for programs."""
    def __new__(cls, path: _Path) -> BookFile: ...
    def __len__(self) -> int: ...
    def entry(self, index: int) -> tuple[int, int, int, int]: """The entry with this index."""
    def find(self, key: int) -> list[tuple[int, int, int, int]]:
        """The entries of a key, in the order of the book."""

def book_move(raw_move: int, board: Board | None = None) -> Move | None:
    """The legal move of an entry on a board, or `None`; without a board, the move as it is written.
    """
def book_raw_move(board: Board, mv: Move) -> int: """The move of a board as an entry has it."""
def write_book(path: _Path, entries: list[tuple[int, int, int, int]]) -> None:
    """Writes the entries of a book in their order: by key, then the heaviest first."""
def svg_board(
    board: Board | None,
    orientation: bool,
    size: int | None,
    coordinates: bool,
    title: str,
    marks: dict[str, Any],
) -> str: """A board as SVG; `marks` has what is drawn on it."""
def svg_piece(piece: Piece, size: int | None = None) -> str: """A piece as SVG."""
def game_page(games: list[Game], title: str, diagrams: int) -> str:
    """A page of HTML with games, and a diagram after every `diagrams` moves."""
def game_caption(game: GameNode) -> str: """The players of a game, for the title of a page."""
def _restore_board(
    class_: type[_BoardT],
    variant: str,
    start: str,
    moves: list[int],
    draft: tuple[int, int | None] | None,
) -> _BoardT: ...
def _restore_game(
    class_: type[_GameT],
    text: bytes,
    roster_defaults: int,
    origin: tuple[str | None, int, int],
    faults: list[tuple[str, str, str, int, int]],
    errors: list[Exception] | None,
) -> _GameT: ...
def _restore_node(game: GameNode, path: list[int]) -> GameNode: ...
def _restore_headers(
    class_: type[_HeadersT], pairs: list[tuple[str, str]], roster_defaults: int, result: str
) -> _HeadersT: ...
def _restore_finding(
    texts: tuple[list[str], list[str | None]],
    numbers: tuple[list[int], int | None],
    is_fixable: bool,
) -> Finding: ...
def is_game_file(name: str) -> bool:
    """Whether a name is that of a file with games, as those that are read from a folder."""
def write_games(
    target: _Path | IO[str] | IO[bytes],
    games: Iterable[Game],
    *,
    profile: str = "modern",
    refuse: bool = False,
) -> int: """Writes games to a file, and returns how many there were."""
