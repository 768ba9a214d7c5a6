"""Visitors: who is led through a game, and how.

A walk keeps its own stack, so that lines may nest as deep as they like.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from .errors import PositionError

if TYPE_CHECKING:
    from . import Board, Move
    from .pgn import ChildNode, Game, GameNode, Headers

ResultT = TypeVar("ResultT", covariant=True)


class SkipType:
    """The type of `SKIP`."""

    def __repr__(self) -> str:
        return "SKIP"


SKIP: Final = SkipType()


class BaseVisitor:
    """Who is led through a game: by `read_game` while it is read, or by `accept`.

    `begin_game`, `end_headers`, `begin_parse_san` and `begin_variation` may return `SKIP` to pass
    over what begins there.
    """

    def begin_game(self) -> SkipType | None:
        """A game begins."""
        return None

    def begin_headers(self) -> Headers | None:
        """The tags begin; called while reading, or for a subgame."""
        return None

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """A tag pair."""

    def end_headers(self) -> SkipType | None:
        """The tags are over."""
        return None

    def begin_parse_san(self, board: Board, san: str) -> SkipType | None:
        """A move is about to be read; `SKIP` passes over the rest of its line."""
        return None

    def parse_san(self, board: Board, san: str) -> Move:
        """The move of a text, while reading."""
        return board.parse_san(san)

    def visit_move(self, board: Board, move: Move) -> None:
        """A move; the board is the one before it."""

    def visit_board(self, board: Board) -> None:
        """The board at the start, and after each move."""

    def visit_comment(self, comment: str) -> None:
        """A comment."""

    def visit_nag(self, nag: int) -> None:
        """The number of a NAG."""

    def begin_variation(self) -> SkipType | None:
        """A variation begins."""
        return None

    def end_variation(self) -> None:
        """A variation is over, or was passed over."""

    def visit_result(self, result: str) -> None:
        """The outcome."""

    def end_game(self) -> None:
        """The game is over."""

    def result(self) -> Any:
        """What the visitor made of the game."""
        return None

    def handle_error(self, error: Exception) -> None:
        """A fault in the text of the game, while reading. Raises it."""
        raise error


# What is to be done at a node, or between nodes.
_MOVE: Final = 0  # a move that continues its line
_FIRST: Final = 1  # the first move of a variation
_VARIATION: Final = 2
_UNDO: Final = 3
_REDO: Final = 4
_CLOSE: Final = 5


class _Walk:
    """A walk through the moves below a node."""

    def __init__(self, visitor: Any, board: Board, *, reading: bool, variations: bool) -> None:
        self.visitor = visitor
        self.board = board
        self.reading = reading
        self.variations = variations

    def _comments(self, node: GameNode, *, starting: bool = False) -> None:
        if starting:
            comments = [node.starting_comment]
        elif self.reading:
            comments = node.comments
        else:
            comments = [node.comment]
        for comment in comments:
            if comment:
                self.visitor.visit_comment(comment)

    def _move(self, node: ChildNode) -> bool:
        """Visits a move and what stands after it; says whether the line goes on."""
        visitor, board = self.visitor, self.board
        if self.reading:
            san = node.san()
            if visitor.begin_parse_san(board, san) is SKIP:
                return False
            move = visitor.parse_san(board, san)
        else:
            move = node.move
        visitor.visit_move(board, move)
        board.push(move)
        visitor.visit_board(board)
        nags = node._nag_list()
        for nag in nags if self.reading else sorted(nags):
            visitor.visit_nag(nag)
        self._comments(node)
        return True

    def run(self, first: ChildNode, *, alone: bool = False) -> None:
        """Goes through the line that begins with a node, and its variations; `alone` leaves out
        those that replace the node.
        """
        stack: list[tuple[int, Any]] = [(_FIRST if alone else _MOVE, first)]
        while stack:
            step, value = stack.pop()
            if step in (_MOVE, _FIRST):
                if step == _FIRST:
                    self._comments(value, starting=True)
                if not self._move(value):
                    continue
                following = value.next()
                if following is not None:
                    stack.append((_MOVE, following))
                if step == _MOVE and self.variations:
                    others = value.parent.variations[1:]
                    if others:
                        stack.append((_REDO, self.board.peek()))
                        stack.extend((_VARIATION, other) for other in reversed(others))
                        stack.append((_UNDO, None))
            elif step == _VARIATION:
                stack.append((_CLOSE, len(self.board.move_stack)))
                if self.visitor.begin_variation() is not SKIP:
                    stack.append((_FIRST, value))
            elif step == _CLOSE:
                while len(self.board.move_stack) > value:
                    self.board.pop()
                self.visitor.end_variation()
            elif step == _UNDO:
                self.board.pop()
            else:
                self.board.push(value)


def accept(node: GameNode, visitor: Any) -> Any:
    """Leads a visitor through a game, or along the main line from a move on."""
    if node.parent is not None:
        walk = _Walk(visitor, node.parent.board(), reading=False, variations=True)
        walk.run(node, alone=True)  # type: ignore[arg-type]
        return visitor.result()
    game: Game = node  # type: ignore[assignment]
    if visitor.begin_game() is not SKIP:
        for name, value in game.headers.items():
            visitor.visit_header(name, value)
        if visitor.end_headers() is not SKIP:
            board = game.board()
            visitor.visit_board(board)
            walk = _Walk(visitor, board, reading=False, variations=True)
            walk._comments(game)
            first = game.next()
            if first is not None:
                walk.run(first)
            visitor.visit_result(game.headers.get("Result", "*"))
    visitor.end_game()
    return visitor.result()


def accept_mainline(node: GameNode, visitor: Any) -> Any:
    """Leads a visitor along the main line after a node."""
    first = node.next()
    if first is not None:
        _Walk(visitor, node.board(), reading=False, variations=False).run(first)
    return visitor.result()


def accept_subgame(node: GameNode, visitor: Any) -> Any:
    """Leads a visitor through what comes after a node, as through a game that begins there."""
    if visitor.begin_game() is not SKIP:
        game, board = node.game(), node.board()
        headers = game.headers.copy()
        headers["FEN"] = board.fen()
        headers["SetUp"] = "1"
        visitor.begin_headers()
        for name, value in headers.items():
            visitor.visit_header(name, value)
        if visitor.end_headers() is not SKIP:
            visitor.visit_board(board)
            first = node.next()
            if first is not None:
                _Walk(visitor, board, reading=False, variations=True).run(first)
            visitor.visit_result(headers.get("Result", "*"))
    visitor.end_game()
    return visitor.result()


def read_with(game: Game, visitor: Any) -> Any:
    """Leads a visitor through a game that was just read, as its text stood."""
    if visitor.begin_game() is not SKIP:
        managed = visitor.begin_headers()
        for name, value in game._tags():
            if managed is not None:
                managed[name] = value
            visitor.visit_header(name, value)
        if visitor.end_headers() is not SKIP:
            try:
                board = game.board()
            except PositionError as error:
                visitor.handle_error(error)
            else:
                visitor.visit_board(board)
                walk = _Walk(visitor, board, reading=True, variations=True)
                walk._comments(game)
                first = game.next()
                if first is not None:
                    walk.run(first)
            for fault in game.errors:
                visitor.handle_error(fault)
            visitor.visit_result(game._marker())
    visitor.end_game()
    return visitor.result()


class HeadersBuilder(BaseVisitor):
    """Makes `Headers`; passes over all else."""

    def begin_headers(self) -> Headers:
        from .pgn import Headers

        self.headers = Headers()
        return self.headers

    def end_headers(self) -> SkipType:
        return SKIP

    def result(self) -> Headers:
        return self.headers


class BoardBuilder(BaseVisitor):
    """Makes the board at the end of the main line."""

    def begin_game(self) -> None:
        self._depth = 0

    def begin_variation(self) -> SkipType:
        self._depth += 1
        return SKIP

    def end_variation(self) -> None:
        self._depth -= 1

    def visit_board(self, board: Board) -> None:
        if not self._depth:
            self.board = board

    def handle_error(self, error: Exception) -> None:
        pass

    def result(self) -> Board:
        return self.board


class SkipVisitor(BaseVisitor):
    """Passes over a game."""

    def begin_game(self) -> SkipType:
        return SKIP

    def end_headers(self) -> SkipType:
        return SKIP

    def begin_variation(self) -> SkipType:
        return SKIP

    def result(self) -> bool:
        return True


class GameBuilder(BaseVisitor):
    """Makes a game; a base for visitors that leave something out or change it."""

    def __init__(self, *, Game: Any = None) -> None:
        if Game is None:
            from .pgn import Game as Game
        self.Game = Game

    def begin_game(self) -> None:
        self.game: Game = self.Game()
        self._nodes: list[GameNode] = [self.game]
        self._starting_comment = ""
        self._in_variation = False

    def begin_headers(self) -> Headers:
        return self.game.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.game.headers[tagname] = tagvalue

    def visit_nag(self, nag: int) -> None:
        self._nodes[-1].nags.add(nag)

    def begin_variation(self) -> None:
        parent = self._nodes[-1].parent
        assert parent is not None, "a variation replaces a move"
        self._nodes.append(parent)
        self._in_variation = False

    def end_variation(self) -> None:
        self._nodes.pop()

    def visit_result(self, result: str) -> None:
        if self.game.headers.get("Result", "*") == "*":
            self.game.headers["Result"] = result

    def visit_comment(self, comment: str) -> None:
        node = self._nodes[-1]
        if self._in_variation or (node.parent is None and node.is_end()):
            node.comment = " ".join(part for part in (node.comment, comment) if part)
        else:
            parts = (self._starting_comment, comment)
            self._starting_comment = " ".join(part for part in parts if part)

    def visit_move(self, board: Board, move: Move) -> None:
        node = self._nodes[-1].add_variation(move)
        if self._starting_comment:
            node.starting_comment = self._starting_comment
            self._starting_comment = ""
        self._nodes[-1] = node
        self._in_variation = True

    def handle_error(self, error: Exception) -> None:
        self.game.errors.append(error)

    def result(self) -> Game:
        return self.game


class _Exporter(BaseVisitor):
    """Writes lines of at most `columns` characters."""

    def __init__(
        self,
        *,
        columns: int | None = 80,
        headers: bool = True,
        comments: bool = True,
        variations: bool = True,
    ) -> None:
        self.columns = columns
        self.headers = headers
        self.comments = comments
        self.variations = variations
        self._found_headers = False
        self._needs_number = True
        self._line = ""
        self._depth = 0

    def write_line(self, line: str = "") -> None:
        """Writes a line."""
        raise NotImplementedError

    def flush_current_line(self) -> None:
        """Writes the line that was begun."""
        if self._line:
            self.write_line(self._line.rstrip())
        self._line = ""

    def write_token(self, token: str) -> None:
        """Writes a word, on the next line if this one is full."""
        if self.columns is not None and len(self._line) + len(token) > self.columns:
            self.flush_current_line()
        self._line += token

    def begin_game(self) -> None:
        self._found_headers = False
        self._needs_number = True
        self._depth = 0

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        if self.headers:
            self._found_headers = True
            value = tagvalue.replace("\\", "\\\\").replace('"', '\\"')
            self.write_line(f'[{tagname} "{value}"]')

    def end_headers(self) -> None:
        if self._found_headers:
            self.write_line()

    def begin_variation(self) -> SkipType | None:
        self._depth += 1
        if not self.variations:
            return SKIP
        self.write_token("( ")
        self._needs_number = True
        return None

    def end_variation(self) -> None:
        self._depth -= 1
        if self.variations:
            self.write_token(") ")
            self._needs_number = True

    def visit_comment(self, comment: str) -> None:
        if self.comments and (self.variations or not self._depth):
            # A brace inside would end the comment.
            text = comment.replace("}", "").strip()
            self.write_token(f"{{ {text} }} ")
            self._needs_number = True

    def visit_nag(self, nag: int) -> None:
        if self.comments and (self.variations or not self._depth):
            self.write_token(f"${nag} ")

    def visit_move(self, board: Board, move: Move) -> None:
        if self.variations or not self._depth:
            if board.turn:
                self.write_token(f"{board.fullmove_number}. ")
            elif self._needs_number:
                self.write_token(f"{board.fullmove_number}... ")
            self.write_token(board.san(move) + " ")
            self._needs_number = False

    def visit_result(self, result: str) -> None:
        self.write_token(result + " ")


class StringExporter(_Exporter):
    """Writes a game as a string."""

    def __init__(
        self,
        *,
        columns: int | None = 80,
        headers: bool = True,
        comments: bool = True,
        variations: bool = True,
    ) -> None:
        super().__init__(
            columns=columns, headers=headers, comments=comments, variations=variations
        )
        self.lines: list[str] = []

    def write_line(self, line: str = "") -> None:
        self.lines.append(line.rstrip())

    def result(self) -> str:
        if self._line:
            return "\n".join([*self.lines, self._line.rstrip()]).rstrip()
        return "\n".join(self.lines).rstrip()

    def __str__(self) -> str:
        return self.result()


class FileExporter(_Exporter):
    """Writes games to a handle of text, an empty line after each."""

    def __init__(
        self,
        handle: Any,
        *,
        columns: int | None = 80,
        headers: bool = True,
        comments: bool = True,
        variations: bool = True,
    ) -> None:
        super().__init__(
            columns=columns, headers=headers, comments=comments, variations=variations
        )
        self.handle = handle
        self._n_written = 0

    def begin_game(self) -> None:
        super().begin_game()
        self._n_written = 0

    def write_line(self, line: str = "") -> None:
        self._n_written += self.handle.write(line.rstrip() + "\n")

    def end_game(self) -> None:
        self.flush_current_line()
        self.write_line()

    def result(self) -> int:
        return self._n_written


def text_of(node: GameNode) -> str:
    """The text of a game, or of the main line from a move on, without line breaks."""
    text: str = accept(node, StringExporter(columns=None))
    return text


def text_of_mainline(node: GameNode) -> str:
    """The text of the main line after a node."""
    text: str = accept_mainline(node, StringExporter(columns=None))
    return text
