// Moves of a position, as the board asks for them.

import type { Square } from "./squares.js";
import type { LegalMove } from "./state.js";

export type { Arrow, LegalMove, Mark, MarkColor, PositionPicture } from "./state.js";

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
