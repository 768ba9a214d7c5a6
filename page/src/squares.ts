// Squares: names, places on the board, neighbours.

export type Square = string;
export type Side = "white" | "black";

/** a8, b8, … h1: the order in which a picture lists pieces. */
export const SQUARES: readonly Square[] = Array.from("87654321").flatMap((rank) =>
  Array.from("abcdefgh", (file) => file + rank),
);

/** Column from the left and row from the top, 0 to 7, as `side` sees the board. */
export function place(square: Square, side: Side): [number, number] {
  const file = square.charCodeAt(0) - 97;
  const rank = square.charCodeAt(1) - 49;
  return side === "white" ? [file, 7 - rank] : [7 - file, rank];
}

/** The square at a place, or nothing beside the board. */
export function at(column: number, row: number, side: Side): Square | undefined {
  if (column < 0 || column > 7 || row < 0 || row > 7) return undefined;
  const [file, rank] = side === "white" ? [column, 7 - row] : [7 - column, row];
  return String.fromCharCode(97 + file, 49 + rank);
}

/** The content of a square of a picture: a letter of FEN, or a period. */
export function pieceAt(pieces: string, square: Square): string {
  return pieces[SQUARES.indexOf(square)] ?? ".";
}

/** `white knight` from `N`. */
export function pieceWords(letter: string, names: PieceNames): string {
  if (letter === ".") return "";
  const color = letter === letter.toUpperCase() ? "white" : "black";
  return `${color} ${names[letter.toUpperCase() as Letter] ?? letter}`;
}

export type Letter = "P" | "N" | "B" | "R" | "Q" | "K";
export type PieceNames = Record<Letter, string>;

export const ENGLISH: PieceNames = {
  P: "pawn", N: "knight", B: "bishop", R: "rook", Q: "queen", K: "king",
};

/** The next square with a piece of a role, after `from` in the order of the board, and round. */
export function nextPiece(
  pieces: string, role: string, from: Square, backwards: boolean,
): Square | undefined {
  const order = backwards ? [...SQUARES].reverse() : SQUARES;
  const here = order.indexOf(from);
  const after = [...order.slice(here + 1), ...order.slice(0, here + 1)];
  return after.find((square) => pieceAt(pieces, square).toUpperCase() === role.toUpperCase());
}

/** The next square with a piece in a direction, or the last one before the edge. */
export function nextOnLine(
  pieces: string, direction: string, from: Square, side: Side,
): Square {
  const [dx, dy] = { Up: [0, -1], Down: [0, 1], Left: [-1, 0] }[direction] ?? [1, 0];
  let [x, y] = place(from, side);
  let to = from;
  for (;;) {
    const next = at(x += dx!, y += dy!, side);
    if (!next) return to;
    to = next;
    if (pieceAt(pieces, to) !== ".") return to;
  }
}
