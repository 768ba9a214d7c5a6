"""Which games of files answer questions, told with python-chess: the judge of `--where`.

    thirty_queries.py TABLE FILE...

Each line of TABLE has an expression of `--where`, a tab, and the same question in Python about the
game `g`. For each line and each file a line is printed: the number of the question from 0, the
number of the file from 0, and the numbers of the games from 1, with commas between them. Nothing
here is shared with the command that is judged.
"""

import re
import sys
import unicodedata

import chess
import chess.pgn

FORFEIT = "time forfeit"
SIDES = (("White", "Black", "1-0", "0-1"), ("Black", "White", "0-1", "1-0"))


def fold(text):
    """Letters without case and without marks."""
    text = unicodedata.normalize("NFD", text)
    text = "".join(c for c in text if not unicodedata.combining(c))
    return text.casefold()


def number(text):
    return int(text) if re.fullmatch(r"\d+", text) else None


class Game:
    """A game, asked in Python."""

    def __init__(self, game):
        self.game = game
        self.nodes = list(game.mainline())
        self.result = game.headers.get("Result", "*")
        self.ply = len(self.nodes)
        self.legal = not game.errors
        self.cache = None
        self.cached_sans = None

    def tag(self, name):
        return self.game.headers.get(name, "")

    def elo(self, side):
        return number(self.tag(side + "Elo"))

    def sides(self):
        """Each player with what he is to the other: name, colour, Elos, outcome."""
        for us, them, wins, loses in SIDES:
            outcome = {wins: "won", loses: "lost", "1/2-1/2": "drew"}.get(self.result)
            yield fold(self.tag(us)), us, self.elo(us), self.elo(them), outcome

    def days(self, tag="Date"):
        """The first and the last day that a date may mean."""
        match = re.fullmatch(r"([\d?]{4})\.([\d?]{2})\.([\d?]{2})", self.tag(tag))
        if not match or "?" in match[1]:
            return None
        low = match[1], match[2].replace("?", "0"), match[3].replace("?", "0")
        high = match[1], match[2].replace("?", "9"), match[3].replace("?", "9")
        return "".join(low), "".join(high)

    def since(self, limit):
        """Certainly not before this day, month or year."""
        days = self.days()
        return bool(days) and days[0][: len(limit)] >= limit

    def until(self, limit):
        days = self.days()
        return bool(days) and days[1][: len(limit)] <= limit

    def all_nodes(self):
        stack = [self.game]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(node.variations)

    def comments(self):
        """The comments of the main line."""
        return [node.comment for node in [self.game, *self.nodes] if node.comment]

    def has_variation(self):
        return any(len(node.variations) > 1 for node in [self.game, *self.nodes])

    def nags(self):
        return {nag for node in self.nodes for nag in node.nags}

    def positions(self):
        """Every position of the main line, the start first; none of a game that is not legal."""
        if not self.legal:
            return
        board = self.game.board()
        yield board
        for node in self.nodes:
            board.push(node.move)
            yield board

    def any_position(self, holds):
        return any(holds(board) for board in self.positions())

    def lasts(self, holds, plies):
        """In so many plies one after the other, that is one position more."""
        run = 0
        for board in self.positions():
            run = run + 1 if holds(board) else 0
            if run > plies:
                return True
        return False

    def placements(self):
        if self.cache is None:
            self.cache = {board.board_fen() for board in self.positions()}
        return self.cache

    def reaches(self, epd):
        """The same placement, side to move, castling and, when a capture is legal, ep square."""
        wanted = chess.Board(epd + " 0 1")
        if wanted.board_fen() not in self.placements():
            return False
        return self.any_position(lambda board: board.epd() == wanted.epd())

    def begins(self, moves):
        """The main line begins with these moves, from the usual array."""
        if self.game.board().fen() != chess.STARTING_FEN or not self.legal:
            return False
        board = chess.Board()
        wanted = [board.push_san(move) for move in moves.split()]
        return [node.move for node in self.nodes[: len(wanted)]] == wanted

    def sans(self):
        """The moves of the main line of a legal game."""
        if self.cached_sans is None:
            self.cached_sans = [node.san() for node in self.nodes] if self.legal else []
        return self.cached_sans

    def end(self):
        return self.game.end().board() if self.legal else None

    def repeats(self, times):
        """Some position stands so often on the board."""
        seen = {}
        for board in self.positions():
            key = board.epd()
            seen[key] = seen.get(key, 0) + 1
            if seen[key] >= times:
                return True
        return False

    def promotes(self, pieces):
        return self.legal and any(node.move.promotion in pieces for node in self.nodes)


def men(board):
    """The men of each side without the kings, as letters: White's, Black's."""
    text = sorted(c for c in board.board_fen() if c.isalpha() and c not in "Kk")
    return "".join(c for c in text if c.isupper()), "".join(c for c in text if c.islower())


def stands(board, square, piece):
    return board.piece_at(chess.parse_square(square)) == chess.Piece.from_symbol(piece)


def read(path):
    with open(path, "rb") as file:
        text = file.read()
    try:
        text = text.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = text.decode("latin-1")
    import io

    source = io.StringIO(text)
    while True:
        game = chess.pgn.read_game(source)
        if game is None:
            return
        yield Game(game)


def main(table, files):
    with open(table, encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file]
    questions = [line.split("\t")[1] for line in lines if line and not line.startswith("#")]
    asked = [eval("lambda g: " + question) for question in questions]
    for file_idx, path in enumerate(files):
        found = [[] for _ in asked]
        for n, game in enumerate(read(path), 1):
            for idx, question in enumerate(asked):
                if question(game):
                    found[idx].append(str(n))
        for idx, numbers in enumerate(found):
            print(idx, file_idx, ",".join(numbers), sep="\t")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
