// Positions: legal moves, what they are, and pictures of them.

import { Message, PgnError, type Answer } from "./module.js";

export type Color = "w" | "b";
export type PieceSymbol = "p" | "n" | "b" | "r" | "q" | "k";
export type Square = `${"a" | "b" | "c" | "d" | "e" | "f" | "g" | "h"}${
  1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`;

export interface Piece {
  type: PieceSymbol;
  color: Color;
}

/** The squares from a8 to h1. */
export const SQUARES: readonly Square[] = Array.from({ length: 64 }, (_, i) =>
  `${"abcdefgh"[i % 8]}${8 - (i >> 3)}` as Square);

export const DEFAULT_POSITION = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** The name of a square of the module, which counts from a1. */
export function squareName(index: number): Square {
  return SQUARES[(7 - (index >> 3)) * 8 + (index & 7)]!;
}

/** The number of a square in the module. */
export function squareIndex(square: string): number {
  const file = square.charCodeAt(0) - 97;
  const rank = square.charCodeAt(1) - 49;
  if (square.length !== 2 || !(file >= 0 && file < 8 && rank >= 0 && rank < 8)) {
    throw new PgnError(`not a square: ${square}`);
  }
  return rank * 8 + file;
}

/** A legal move of a position. */
export interface LegalMove {
  /** Missing for drops. */
  from?: Square;
  /** Where the piece goes; of castling, where the king goes. */
  to: Square;
  piece: PieceSymbol;
  captured?: PieceSymbol;
  promotion?: PieceSymbol;
  /** What is dropped, in Crazyhouse. */
  drop?: PieceSymbol;
  kind: "normal" | "kingside" | "queenside" | "en-passant" | "double";
  san: string;
  uci: string;
}

const KINDS = ["normal", "kingside", "queenside", "en-passant", "double"] as const;

/** How a board is drawn. */
export interface PictureOptions {
  /** The width of the picture in pixels; 360 without it. */
  size?: number;
  /** The side at the bottom. */
  side?: Color;
  /** Whether there are letters and digits at the edge. */
  coordinates?: boolean;
  /** Marked squares and arrows, as comments have them: `[%csl Gd4][%cal Re2e4]`. */
  marks?: string;
  /** What people hear who do not see the picture. */
  title?: string;
}

interface Facts {
  error: string | undefined;
  fen: string;
  shortFen: string;
  variant: string;
  turn: Color;
  halfmoves: number;
  moveNumber: number;
  pieces: string;
  isCheck: boolean;
  hasMoves: boolean;
  isCheckmate: boolean;
  isStalemate: boolean;
  isInsufficientMaterial: boolean;
  repetitionKey: string;
  polyglotKey: string;
  ending: string | undefined;
  winner: Color | undefined;
}

/** A position. It never changes: `play` returns another one. */
export class Position {
  private readonly facts: Facts;

  /**
   * A position from FEN, which may lack its last fields; the start position without it. Some
   * mistakes are corrected, as in tags of games.
   *
   * `variant` is a name as in tags: `chess960`, `crazyhouse`, `atomic`.
   */
  constructor(fen = "", variant = "") {
    this.facts = readFacts(Message.begin("position").text(fen).text(variant).call());
    if (this.facts.error !== undefined) throw new PgnError(this.facts.error);
  }

  /** @internal A board that may be no position. */
  static board(fen: string, variant: string): Facts {
    return readFacts(Message.begin("position").text(fen).text(variant).call());
  }

  /** The start position of Chess960 with a number from 0 to 959; 518 is that of ordinary chess. */
  static chess960(number: number): Position {
    return new Position(Message.begin("chess960").number(number).call().text(), "chess960");
  }

  private put(verb: string): Message {
    return Message.begin(verb).text(this.facts.fen).text(this.facts.variant);
  }

  /** The position as FEN, with the en passant square after each move of a pawn by two squares. */
  get fen(): string {
    return this.facts.fen;
  }

  /** The same with an en passant square only if a pawn can capture there. */
  get shortFen(): string {
    return this.facts.shortFen;
  }

  get variant(): string {
    return this.facts.variant;
  }

  get turn(): Color {
    return this.facts.turn;
  }

  /** The number of the next move. */
  get moveNumber(): number {
    return this.facts.moveNumber;
  }

  /** Plies since the last capture or move of a pawn. */
  get halfmoves(): number {
    return this.facts.halfmoves;
  }

  get isCheck(): boolean {
    return this.facts.isCheck;
  }

  get isCheckmate(): boolean {
    return this.facts.isCheckmate;
  }

  get isStalemate(): boolean {
    return this.facts.isStalemate;
  }

  /** Whether neither side can win with the pieces that are left. */
  get isInsufficientMaterial(): boolean {
    return this.facts.isInsufficientMaterial;
  }

  /** Why the game is over by the rules of its variant, such as `checkmate`. */
  get ending(): string | undefined {
    return this.facts.ending;
  }

  /** Who has won if the game is over; missing for a draw. */
  get winner(): Color | undefined {
    return this.facts.winner;
  }

  /** The same for positions that are equal by the rule of repetition. */
  get repetitionKey(): string {
    return this.facts.repetitionKey;
  }

  /** The key of Polyglot's opening books, 16 hexadecimal digits. */
  get polyglotKey(): string {
    return this.facts.polyglotKey;
  }

  piece(square: Square): Piece | undefined {
    return pieceAt(this.facts.pieces, square);
  }

  /** The legal moves. */
  moves(): LegalMove[] {
    const answer = this.put("moves").call();
    return Array.from({ length: answer.number() }, () => readMove(answer));
  }

  /** The legal move of a text, as UCI writes it, in SAN, or in one of its lax spellings. */
  move(text: string): LegalMove {
    return readMove(this.put("play").text(text).call());
  }

  /** The position after a move. */
  play(text: string): Position {
    const answer = this.put("play").text(text).call();
    readMove(answer);
    return new Position(answer.text(), this.variant);
  }

  /** How many sequences of legal moves have this length. */
  perft(depth: number): number {
    return this.put("perft").number(depth).call().number();
  }

  /** The squares of the pieces of a side that attack a square. */
  attackers(square: Square, color: Color): Square[] {
    return attackers(this.facts.fen, this.facts.variant, square, color);
  }

  /** A picture as SVG. */
  svg(options: PictureOptions = {}): string {
    return picture(this.facts.fen, this.facts.variant, "svg", options);
  }

  /** The board in letters, or in chess figures. */
  text(signs: "ascii" | "unicode" = "ascii", options: PictureOptions = {}): string {
    return picture(this.facts.fen, this.facts.variant, signs, options);
  }

  /** The pieces in words, for people who do not see the board. */
  words(): string {
    return picture(this.facts.fen, this.facts.variant, "words", {});
  }

  toString(): string {
    return this.fen;
  }
}

export type { Facts as PositionFacts };

export function attackers(fen: string, variant: string, square: Square, color: Color): Square[] {
  const message = Message.begin("attackers").text(fen).text(variant);
  const answer = message.number(squareIndex(square)).flag(color === "b").call();
  return Array.from({ length: answer.number() }, () => squareName(answer.number()));
}

export function picture(
  fen: string,
  variant: string,
  format: string,
  options: PictureOptions,
): string {
  const message = Message.begin("picture").text(fen).text(variant).text(format);
  message.number(options.size ?? 360).flag(options.side === "b");
  message.flag(options.coordinates ?? true).text(options.marks ?? "").text(options.title ?? "");
  return message.call().text();
}

/** Why a FEN is not correct; nothing if it is. */
export function fenError(fen: string, variant = ""): string | undefined {
  try {
    Message.begin("validate-fen").text(fen).text(variant).call();
  } catch (error) {
    if (error instanceof PgnError) return error.message;
    throw error;
  }
  return undefined;
}

/** The piece on a square of a board of 64 letters. */
export function pieceAt(pieces: string, square: string): Piece | undefined {
  const index = squareIndex(square);
  const letter = pieces[(7 - (index >> 3)) * 8 + (index & 7)]!;
  if (letter === ".") return undefined;
  const type = letter.toLowerCase() as PieceSymbol;
  return { type, color: letter === type ? "b" : "w" };
}

function readFacts(answer: Answer): Facts {
  const facts: Facts = {
    error: answer.optionalText(),
    fen: answer.text(),
    shortFen: answer.text(),
    variant: answer.text(),
    turn: answer.flag() ? "b" : "w",
    halfmoves: answer.number(),
    moveNumber: answer.number(),
    pieces: answer.text(),
    isCheck: answer.flag(),
    hasMoves: false,
    isCheckmate: false,
    isStalemate: false,
    isInsufficientMaterial: false,
    repetitionKey: "",
    polyglotKey: "",
    ending: undefined,
    winner: undefined,
  };
  if (facts.error !== undefined) return facts;
  facts.hasMoves = answer.flag();
  facts.isCheckmate = answer.flag();
  facts.isStalemate = answer.flag();
  facts.isInsufficientMaterial = answer.flag();
  facts.repetitionKey = answer.text();
  facts.polyglotKey = answer.text();
  facts.ending = answer.optionalText();
  const winner = answer.optional();
  facts.winner = winner === undefined ? undefined : winner === 0 ? "w" : "b";
  return facts;
}

function readMove(answer: Answer): LegalMove {
  const symbol = (): PieceSymbol | undefined => {
    const code = answer.number();
    return code === 0 ? undefined : String.fromCharCode(code).toLowerCase() as PieceSymbol;
  };
  const from = answer.optional();
  const to = answer.optional() ?? 0;
  const [promotion, drop, piece, captured] = [symbol(), symbol(), symbol(), symbol()];
  const move: LegalMove = {
    to: squareName(to),
    piece: piece ?? "k",
    kind: KINDS[answer.number()]!,
    san: answer.text(),
    uci: answer.text(),
  };
  if (from !== undefined) move.from = squareName(from);
  if (captured) move.captured = captured;
  if (promotion) move.promotion = promotion;
  if (drop) move.drop = drop;
  return move;
}
