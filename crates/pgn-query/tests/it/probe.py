"""First answers of questions about positions, told with python-chess: the judge of probes.

    probe.py TABLE FILE...

Each line of TABLE has a word for when (ever, end), the number of plies that it must last, and a
question in Python about a position. For each file, game and question that is answered with yes a
line is printed: number of the file, of the game and of the question, all from 0, and the ply. A
game that cannot be played gives a line with its two numbers and the word "bad". Everything is
looked at anew in every position; nothing here is shared with the program that is judged.
"""

import sys

import chess
import chess.pgn
import chess.polyglot

W, B = chess.WHITE, chess.BLACK
P, N, BI, R, Q, K = range(1, 7)
POINTS = {P: 1, N: 3, BI: 3, R: 5, Q: 9, K: 0}


class Seen:
    """A position of a game: `b` the board, `ply`, `sans` the moves so far, `moves` the same."""

    def __init__(self, board, ply, sans, moves):
        self.b, self.ply, self.sans, self.moves = board, ply, sans, moves

    def n(self, color, kind):
        return len(self.b.pieces(kind, color))

    def men(self, color):
        return chess.popcount(self.b.occupied_co[color])

    def has(self, white, black):
        """The men of both sides, kings left out, as sorted letters."""
        def letters(color):
            return "".join(sorted(chess.piece_symbol(kind) * self.n(color, kind) for kind in
                                  (P, N, BI, R, Q)))
        return letters(W).replace(" ", "") == white and letters(B) == black

    def points(self, color):
        return sum(POINTS[kind] * self.n(color, kind) for kind in POINTS)

    def at(self, square):
        piece = self.b.piece_at(chess.parse_square(square))
        return piece.symbol() if piece else "_"

    def rank(self, number):
        return "".join(self.at(file + str(number)) for file in "abcdefgh")

    def squares(self, color, kind):
        return [chess.square_name(square) for square in self.b.pieces(kind, color)]

    def pawn_files(self, color):
        return sorted(square[0] for square in self.squares(color, P))

    def isolated(self, color):
        files = self.pawn_files(color)
        return [s for s in self.squares(color, P)
                if chr(ord(s[0]) - 1) not in files and chr(ord(s[0]) + 1) not in files]

    def doubled(self, color):
        files = self.pawn_files(color)
        return len(files) - len(set(files))

    def passed(self, color):
        step = 1 if color == W else -1
        return [s for s in self.squares(color, P)
                if not any(abs(ord(s[0]) - ord(t[0])) <= 1 and
                           (int(t[1]) - int(s[1])) * step > 0
                           for t in self.squares(not color, P))]

    def islands(self, color):
        files = set(self.pawn_files(color))
        return sum(1 for file in files if chr(ord(file) - 1) not in files)

    def backward(self, color):
        step = 1 if color == W else -1
        own = self.squares(color, P)
        found = []
        for s in own:
            beside = [t for t in own if abs(ord(t[0]) - ord(s[0])) == 1]
            ahead = [t for t in beside if (int(t[1]) - int(s[1])) * step > 0]
            front = chess.parse_square(s[0] + str(int(s[1]) + step))
            watched = any(self.b.piece_type_at(a) == P for a in self.b.attackers(not color, front))
            if beside and beside == ahead and watched:
                found.append(s)
        return found

    def connected(self, color):
        own = self.squares(color, P)
        return [s for s in own if any(abs(ord(t[0]) - ord(s[0])) == 1 and
                                      abs(int(t[1]) - int(s[1])) <= 1 for t in own)]

    def hanging(self, color, kind):
        return [s for s in self.b.pieces(kind, color)
                if self.b.attackers(not color, s) and not self.b.attackers(color, s)]

    def pinned(self, color, kind):
        return [s for s in self.b.pieces(kind, color) if self.b.is_pinned(color, s)]

    def repeats(self, n):
        """Whether the position stands for the `n`th time, told by its FEN without counters."""
        return self.stood.count(self.stood[-1]) >= n


def names(seen):
    """What a question may call by name."""
    known = {name: getattr(seen, name) for name in dir(seen) if not name.startswith("_")}
    known.update(globals())
    return known


def answers(game, rows):
    """The ply of the first yes to each row."""
    board, sans, moves, stood = game.board(), [], [], []
    since, found, last = [None] * len(rows), [None] * len(rows), None
    line = list(game.mainline_moves())
    for ply in range(len(line) + 1):
        if ply > 0:
            sans.append(board.san(line[ply - 1]).rstrip("+#"))
            moves.append(line[ply - 1])
            board.push(line[ply - 1])
        stood.append(board.fen(en_passant="legal").rsplit(" ", 2)[0])
        seen = Seen(board, ply, sans, moves)
        seen.stood = stood
        known = names(seen)
        for n, (when, lasts, code) in enumerate(rows):
            if when == "ever" and found[n] is not None:
                continue
            if eval(code, known):
                since[n] = ply if since[n] is None else since[n]
            else:
                since[n] = None
            is_yes = since[n] is not None and ply - since[n] >= lasts
            if when == "ever":
                found[n] = since[n] if is_yes else None
            else:
                found[n] = (since[n] if lasts else ply) if is_yes else None
    return found


def main():
    with open(sys.argv[1], encoding="utf-8") as table:
        rows = [line.rstrip("\n").split("\t") for line in table]
    rows = [(when, int(lasts), compile(code, code, "eval")) for when, lasts, code in rows]
    for file_idx, path in enumerate(sys.argv[2:]):
        with open(path, encoding="utf-8-sig", errors="replace") as file:
            game_idx = 0
            while (game := chess.pgn.read_game(file)) is not None:
                if game.errors:
                    print(file_idx, game_idx, "bad")
                else:
                    for row, ply in enumerate(answers(game, rows)):
                        if ply is not None:
                            print(file_idx, game_idx, row, ply)
                game_idx += 1


main()
