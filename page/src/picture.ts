// What the module answers about positions.

import type { Square } from "./squares.js";

/** A move that may be played. */
export interface LegalMove {
  uci: string;
  san: string;
  /** Where the piece is taken up; nothing for a drop. */
  from: Square | null;
  /** Where it may be put down: for castling the rook's square, then the king's. */
  to: Square[];
  promotion: string | null;
  drop: string | null;
}

/** A position. */
export interface PositionPicture {
  fen: string;
  variant: string;
  turn: "w" | "b";
  /** The squares from a8 to h1, each a letter of FEN or a period. */
  pieces: string;
  /** Where the king stands that is in check. */
  check: Square | null;
  /** What White and Black may drop, a letter a piece. */
  pockets: [string, string] | null;
  moves: LegalMove[];
  /** Why the game is over by the rules alone. */
  ending: string | null;
  /** All pieces in a sentence. */
  words: string;
}

export interface Arrow {
  color: MarkColor;
  from: Square;
  to: Square;
}

export interface Mark {
  color: MarkColor;
  square: Square;
}

export type MarkColor = "G" | "R" | "Y" | "B";

/** The moves from a square, or of a piece of the pocket (`N@`), that end on `to`. */
export function movesBetween(
  moves: readonly LegalMove[], from: string, to: Square,
): LegalMove[] {
  const starts = moves.filter((move) => source(move) === from);
  const exact = starts.filter((move) => move.to[0] === to);
  // A king may castle by a step of two, unless it can go there by itself.
  return exact.length > 0 ? exact : starts.filter((move) => move.to.includes(to));
}

/** Where a move begins: a square, or `N@` for a piece of the pocket. */
export function source(move: LegalMove): string {
  return move.from ?? `${move.drop}@`;
}

/** The moves of a piece, in words. */
export function movesWords(moves: readonly { san: string }[], from: Square): string {
  if (moves.length === 0) return `No legal move from ${from}.`;
  const count = moves.length === 1 ? "1 move" : `${moves.length} moves`;
  return `${count} from ${from}: ${moves.map(({ san }) => san).join(", ")}.`;
}
