// A class with the names of chess.js, for programs that know them. The game behind it keeps
// variations, and every variant of the module works.

import { findingsOf } from "./check.js";
import { Game, type GameNode } from "./game.js";
import { PgnError } from "./module.js";
import {
  attackers, type Color, DEFAULT_POSITION, fenError, type LegalMove, type Piece, pieceAt,
  type PieceSymbol, Position, type PositionFacts, type Square, SQUARES, squareIndex,
} from "./position.js";

export const WHITE = "w";
export const BLACK = "b";
export const PAWN = "p";
export const KNIGHT = "n";
export const BISHOP = "b";
export const ROOK = "r";
export const QUEEN = "q";
export const KING = "k";

/** A move with what it does. */
export class Move {
  readonly color: Color;
  readonly from: Square;
  readonly to: Square;
  readonly piece: PieceSymbol;
  readonly captured?: PieceSymbol;
  readonly promotion?: PieceSymbol;
  /** `n` ordinary, `b` pawn by two squares, `c` capture, `e` en passant, `p` promotion, `k` and `q`
   * castling, `-` null move. */
  readonly flags: string;
  readonly san: string;
  /** The move as UCI writes it. */
  readonly lan: string;
  /** The position before it as FEN. */
  readonly before: string;
  /** The position after it as FEN. */
  readonly after: string;

  /** @internal */
  constructor(before: Position, move: LegalMove) {
    this.color = before.turn;
    this.from = move.from ?? move.to;
    this.to = move.to;
    this.piece = move.piece;
    if (move.captured) this.captured = move.captured;
    if (move.promotion) this.promotion = move.promotion;
    this.flags = flagsOf(move);
    this.san = move.san;
    this.lan = move.uci;
    this.before = before.shortFen;
    this.after = before.play(move.uci).shortFen;
  }

  isCapture(): boolean {
    return this.flags.includes("c");
  }

  isPromotion(): boolean {
    return this.promotion !== undefined;
  }

  isEnPassant(): boolean {
    return this.flags === "e";
  }

  isKingsideCastle(): boolean {
    return this.flags === "k";
  }

  isQueensideCastle(): boolean {
    return this.flags === "q";
  }

  isBigPawn(): boolean {
    return this.flags === "b";
  }
}

function flagsOf(move: LegalMove): string {
  if (move.uci === "0000") return "-";
  if (move.kind === "kingside") return "k";
  if (move.kind === "queenside") return "q";
  if (move.kind === "en-passant") return "e";
  if (move.kind === "double") return "b";
  return (move.captured ? "c" : "n") + (move.promotion ? "p" : "");
}

/** A move as text, as squares, or null to pass. */
export type MoveInput = string | { from: string; to: string; promotion?: string } | null;

export interface ChessOptions {
  /** Accept boards that are no positions. */
  skipValidation?: boolean;
  /** The variant, by a name such as `chess960`. */
  variant?: string;
}

/** What is said of a position. */
export interface PositionComment {
  fen: string;
  comment: string;
}

/** Whether a FEN is correct, or why not. */
export function validateFen(fen: string): { ok: true } | { ok: false; error: string } {
  const error = fenError(fen);
  return error === undefined ? { ok: true } : { ok: false, error };
}

/** A game with its current position. */
export class Chess {
  private played!: Game;
  private current!: GameNode;
  /** The board, which may be no position. */
  private facts!: PositionFacts;

  constructor(fen = "", options: ChessOptions = {}) {
    this.begin(fen || undefined, options, []);
  }

  /** The game, with its variations. */
  get game(): Game {
    return this.played;
  }

  /** The move after which the position is; the root of the game before the first move. */
  get node(): GameNode {
    return this.current;
  }

  /** Goes to a move of the game. */
  goTo(node: GameNode): void {
    if (node.game !== this.played) throw new PgnError("the move is of another game");
    this.current = node;
    this.facts = Position.board(node.fen ?? "", this.played.start.variant);
  }

  private begin(
    fen: string | undefined,
    options: ChessOptions,
    tags: readonly { name: string; value: string }[],
  ): void {
    const facts = readBoard(fen ?? "", options.variant ?? "");
    if (facts.error !== undefined && !options.skipValidation) {
      throw new PgnError(`Invalid FEN: ${facts.error}`);
    }
    const isStart = fen === undefined || (facts.fen === DEFAULT_POSITION && !options.variant);
    const start = facts.error === undefined && !isStart ? facts.fen : undefined;
    this.played = new Game(start, options.variant || undefined);
    for (const { name, value } of tags) {
      if (!["FEN", "SetUp", "Variant"].includes(name)) this.played.setTag(name, value);
    }
    this.current = this.played.root;
    this.facts = facts;
  }

  private get position(): Position {
    if (this.facts.error !== undefined) throw new PgnError(this.facts.error);
    return new Position(this.facts.fen, this.facts.variant);
  }

  /** Begins at a position; without headers, unless they are to be kept. */
  load(
    fen: string,
    { preserveHeaders = false, ...options }: ChessOptions & { preserveHeaders?: boolean } = {},
  ): void {
    this.begin(fen, options, preserveHeaders ? this.played.tags : []);
  }

  /** Begins at the start position. */
  reset(): void {
    this.begin(undefined, {}, []);
  }

  /** Begins with an empty board. */
  clear({ preserveHeaders = false } = {}): void {
    this.load("8/8/8/8/8/8/8/8 w - - 0 1", { skipValidation: true, preserveHeaders });
  }

  /** The position; with an en passant square only if a pawn can capture there, or always. */
  fen({ forceEnpassantSquare = false } = {}): string {
    return forceEnpassantSquare ? this.facts.fen : this.facts.shortFen;
  }

  turn(): Color {
    return this.facts.turn;
  }

  moveNumber(): number {
    return this.facts.moveNumber;
  }

  get(square: Square): Piece | undefined {
    return isSquare(square) ? pieceAt(this.facts.pieces, square) : undefined;
  }

  /** The board, from the eighth rank to the first. */
  board(): ({ square: Square; type: PieceSymbol; color: Color } | null)[][] {
    return Array.from({ length: 8 }, (_, row) => SQUARES.slice(row * 8, row * 8 + 8).map((square) => {
      const piece = this.get(square);
      return piece ? { square, ...piece } : null;
    }));
  }

  findPiece(piece: Piece): Square[] {
    return SQUARES.filter((square) => {
      const found = this.get(square);
      return found?.type === piece.type && found.color === piece.color;
    });
  }

  squareColor(square: Square): "light" | "dark" | null {
    if (!isSquare(square)) return null;
    const index = squareIndex(square);
    return ((index >> 3) + index) % 2 === 0 ? "dark" : "light";
  }

  ascii(): string {
    const edge = "   +------------------------+\n";
    const rows = this.board().map((row, n) => {
      const pieces = row.map((piece) => {
        if (!piece) return " . ";
        return ` ${piece.color === "w" ? piece.type.toUpperCase() : piece.type} `;
      });
      return ` ${8 - n} |${pieces.join("")}|\n`;
    });
    return `${edge}${rows.join("")}${edge}     a  b  c  d  e  f  g  h`;
  }

  /** A picture of the board as SVG. */
  svg(options: Parameters<Position["svg"]>[0] = {}): string {
    return this.position.svg(options);
  }

  /** Begins a new game from a board with other pieces, rights or turn. */
  private change(pieces: string, turn: Color, castling: string): void {
    const ranks = pieces.match(/.{8}/g)!.map((rank) =>
      rank.replace(/\.+/g, (empty) => String(empty.length)));
    const { halfmoves, moveNumber } = this.facts;
    const fen = `${ranks.join("/")} ${turn} ${castling || "-"} - ${halfmoves} ${moveNumber}`;
    this.begin(fen, { skipValidation: true, variant: this.variant }, this.played.tags);
  }

  /** The variant, if it is not ordinary chess. */
  private get variant(): string {
    return this.facts.variant === "standard" ? "" : this.facts.variant;
  }

  private get castling(): string {
    const field = this.facts.fen.split(" ")[2]!;
    return field === "-" ? "" : field;
  }

  private set(square: Square, letter: string): void {
    const index = SQUARES.indexOf(square);
    const { pieces, turn } = this.facts;
    const changed = pieces.slice(0, index) + letter + pieces.slice(index + 1);
    const rights = [...this.castling].filter((right) => hasCastlers(changed, right)).join("");
    this.change(changed, turn, rights);
  }

  /** Puts a piece on the board; the game begins anew from there. */
  put(piece: Piece, square: Square): boolean {
    if (!/^[pnbrqk]$/.test(piece.type) || !/^[wb]$/.test(piece.color) || !isSquare(square)) {
      return false;
    }
    const kings = this.findPiece({ type: KING, color: piece.color });
    if (piece.type === KING && kings.some((other) => other !== square)) return false;
    this.set(square, piece.color === WHITE ? piece.type.toUpperCase() : piece.type);
    return true;
  }

  /** Removes a piece from the board; the game begins anew from there. */
  remove(square: Square): Piece | undefined {
    const piece = this.get(square);
    if (piece) this.set(square, ".");
    return piece;
  }

  /** Sets the side to move; the game begins anew from there. */
  setTurn(color: Color): boolean {
    if (this.facts.turn === color) return false;
    if (this.facts.isCheck) throw new PgnError("the side to move is in check");
    this.change(this.facts.pieces, color, this.castling);
    return true;
  }

  getCastlingRights(color: Color): { k: boolean; q: boolean } {
    const has = (side: "k" | "q") =>
      this.castling.includes(color === WHITE ? side.toUpperCase() : side);
    return { k: has("k"), q: has("q") };
  }

  /** Sets castling rights; the game begins anew from there. */
  setCastlingRights(color: Color, rights: { k?: boolean; q?: boolean }): boolean {
    const now = this.getCastlingRights(color);
    const wanted = { k: rights.k ?? now.k, q: rights.q ?? now.q };
    const letterOf = (side: "k" | "q") => (color === WHITE ? side.toUpperCase() : side);
    const possible = (["k", "q"] as const).filter(
      (side) => wanted[side] && hasCastlers(this.facts.pieces, letterOf(side)),
    );
    const own = possible.map(letterOf);
    const others = [...this.castling].filter((one) => (one === one.toUpperCase()) !== (color === WHITE));
    const all = [...own, ...others].sort((a, b) => "KQkq".indexOf(a) - "KQkq".indexOf(b));
    this.change(this.facts.pieces, this.facts.turn, all.join(""));
    return (["k", "q"] as const).every((side) => wanted[side] === possible.includes(side));
  }

  attackers(square: Square, color: Color = this.turn()): Square[] {
    return attackers(this.facts.fen, this.facts.variant, square, color);
  }

  isAttacked(square: Square, color: Color): boolean {
    return this.attackers(square, color).length > 0;
  }

  isCheck(): boolean {
    return this.facts.isCheck;
  }

  inCheck(): boolean {
    return this.isCheck();
  }

  isCheckmate(): boolean {
    return this.facts.isCheckmate;
  }

  isStalemate(): boolean {
    return this.facts.isStalemate;
  }

  isInsufficientMaterial(): boolean {
    return this.facts.isInsufficientMaterial;
  }

  isDrawByFiftyMoves(): boolean {
    return this.facts.halfmoves >= 100 && !this.isCheckmate();
  }

  isThreefoldRepetition(): boolean {
    const { repetitionKey, variant } = this.facts;
    const { start } = this.played;
    const fens = [start.fen, ...this.path().map((node) => node.fen)];
    // Positions before the last capture or move of a pawn cannot come back.
    const recent = fens.slice(-1 - this.facts.halfmoves);
    const keys = recent.map((fen) => (fen ? Position.board(fen, variant).repetitionKey : ""));
    return repetitionKey !== "" && keys.filter((key) => key === repetitionKey).length >= 3;
  }

  isDraw(): boolean {
    return this.isDrawByFiftyMoves() || this.isStalemate() || this.isInsufficientMaterial() ||
      this.isThreefoldRepetition();
  }

  isGameOver(): boolean {
    return this.isCheckmate() || this.isDraw() || this.facts.ending !== undefined;
  }

  /** The same for the same position: the key of Polyglot's opening books. */
  hash(): string {
    return this.facts.polyglotKey;
  }

  perft(depth: number): number {
    return this.position.perft(depth);
  }

  isPromotion({ from, to }: { from: Square; to: Square }): boolean {
    return this.legal().some((move) => move.from === from && move.to === to && move.promotion);
  }

  private legal(): LegalMove[] {
    return this.facts.error === undefined ? this.position.moves() : [];
  }

  /** The legal moves: SAN, or with what they do. */
  moves(options?: { verbose?: false; square?: Square; piece?: PieceSymbol }): string[];
  moves(options: { verbose: true; square?: Square; piece?: PieceSymbol }): Move[];
  moves(options?: { verbose?: boolean; square?: Square; piece?: PieceSymbol }): string[] | Move[];
  moves({ verbose = false, square, piece }: {
    verbose?: boolean; square?: Square; piece?: PieceSymbol;
  } = {}): string[] | Move[] {
    const moves = this.legal().filter((move) =>
      (square === undefined || move.from === square) &&
      (piece === undefined || move.piece === piece.toLowerCase()));
    if (!verbose) return moves.map((move) => move.san);
    const { position } = this;
    return moves.map((move) => new Move(position, move));
  }

  /** Plays a move; it is the next one of the game, or begins a variation. */
  move(input: MoveInput, { strict = false } = {}): Move {
    const text = typeof input === "string" ? input : input ? `${input.from}${input.to}` : "--";
    const fail = (reason: string) => new PgnError(`Invalid move: ${text}: ${reason}`);
    if (this.facts.error !== undefined) throw fail(this.facts.error);
    const { position } = this;
    const move = this.resolve(position, input, text, fail);
    const withoutMarks = (san: string) => san.replace(/[+#?!=]+$/, "");
    if (strict && typeof input === "string" && withoutMarks(text) !== withoutMarks(move.san)) {
      throw fail(`expected ${move.san}`);
    }
    const verbose = new Move(position, move);
    this.goTo(this.current.add(move.uci === "0000" ? "--" : move.uci));
    return verbose;
  }

  private resolve(
    position: Position,
    input: MoveInput,
    text: string,
    fail: (reason: string) => PgnError,
  ): LegalMove {
    if (input !== null && typeof input === "object") {
      const moves = position.moves().filter((move) => move.from === input.from && move.to === input.to);
      const promoted = moves.filter((move) => move.promotion);
      if (promoted.length === 0 && moves[0]) return moves[0];
      const wanted = promoted.find((move) => move.promotion === input.promotion?.toLowerCase());
      if (wanted) return wanted;
      throw fail(promoted.length > 0 ? "expected a promotion" : "the move is not legal");
    }
    // Only lower-case letters of pieces: SAN tells them from pawns by their case.
    if (/^[nrqk][a-h1-8x]/.test(text) && !/^[a-h][1-8]/.test(text)) {
      throw fail("pieces have capital letters");
    }
    try {
      return position.move(text);
    } catch (error) {
      // A capture sign where nothing is captured.
      const plain = text.replace(/[x:]/, "");
      if (plain !== text) {
        try {
          return position.move(plain);
        } catch {
          // The first reason is the better one.
        }
      }
      throw fail((error as Error).message);
    }
  }

  /** Takes the last move back and deletes it. */
  undo(): Move | null {
    const node = this.current;
    if (node.isHead) return null;
    const [move] = this.verboseMoves([node]);
    const before = node.parent ?? this.played.root;
    const { previous } = node;
    (previous?.isHead && previous.replaces ? previous : node).delete();
    this.goTo(before);
    return move ?? null;
  }

  /** The moves from the start of the game to the current position. */
  private path(): GameNode[] {
    const path: GameNode[] = [];
    for (let node: GameNode | null = this.current; node && !node.isHead; node = node.parent) {
      path.push(node);
    }
    return path.reverse();
  }

  private verboseMoves(nodes: GameNode[]): Move[] {
    const { variant, fen: start } = this.played.start;
    return nodes.map((node) => {
      const before = new Position(node.parent?.fen ?? start ?? "", variant);
      return new Move(before, before.move(node.uci === "0000" ? "--" : node.uci));
    });
  }

  history(options?: { verbose?: false }): string[];
  history(options: { verbose: true }): Move[];
  history(options?: { verbose?: boolean }): string[] | Move[];
  history({ verbose = false } = {}): string[] | Move[] {
    const path = this.path();
    return verbose ? this.verboseMoves(path) : path.map((node) => node.san);
  }

  getHeaders(): Record<string, string> {
    const tags = this.played.tags.map(({ name, value }) => [name, value] as const);
    return Object.fromEntries(tags.reverse());
  }

  setHeader(name: string, value: string): Record<string, string> {
    this.played.setTag(name, value);
    return this.getHeaders();
  }

  removeHeader(name: string): boolean {
    if (this.played.tag(name) === undefined) return false;
    this.played.removeTag(name);
    return true;
  }

  getComment(): string | undefined {
    const { comments } = this.current;
    return comments.length > 0 ? comments.join(" ") : undefined;
  }

  setComment(comment: string): void {
    this.current.setComment(comment.replaceAll("{", "[").replaceAll("}", "]"));
  }

  removeComment(): string | undefined {
    const comment = this.getComment();
    this.current.setComment("");
    return comment;
  }

  private commented(): GameNode[] {
    const nodes = [this.played.root, ...this.played.allMoves()];
    return nodes.filter((node) => node.comments.length > 0);
  }

  /** The comments of all positions, those in variations too. */
  getComments(): PositionComment[] {
    return this.commented().map((node) => ({
      fen: shortFen(node.fen ?? "", this.played.start.variant),
      comment: node.comments.join(" "),
    }));
  }

  removeComments(): PositionComment[] {
    const comments = this.getComments();
    for (const node of this.commented()) node.setComment("");
    return comments;
  }

  getNags(): number[] {
    return this.current.nags;
  }

  addNag(nag: number): void {
    this.current.addNag(nag);
  }

  removeNag(nag: number): void {
    this.current.removeNag(nag);
  }

  /** Reads the first game of a text and goes to the end of its main line. */
  loadPgn(pgn: string, { strict = false, newlineChar = "" } = {}): void {
    const text = newlineChar ? pgn.replace(new RegExp(newlineChar, "g"), "\n") : pgn;
    const game = Game.parse(text.trim() === "" ? "*" : text);
    const nodes = [game.root, ...game.allMoves()];
    const unchecked = nodes.find((node) => !node.isChecked)?.san ??
      nodes.flatMap((node) => node.comments).find((comment) => comment.startsWith(UNPLAYABLE))
        ?.slice(UNPLAYABLE.length);
    if (unchecked !== undefined) throw new PgnError(`Invalid move in PGN: ${unchecked}`);
    const [departure] = strict ? findingsOf(game.region, { profile: "import", select: ["C"] }) : [];
    if (departure) throw new PgnError(`Invalid move in PGN: ${departure.message}`);
    this.played = game;
    this.goTo(game.moves.at(-1) ?? game.root);
  }

  /** The game as PGN: its headers, and its moves with variations. */
  pgn({ newline = "\n", maxWidth = 0 } = {}): string {
    const { tags } = this.played;
    const escape = (value: string) => value.replace(/[\\"]/g, "\\$&");
    const headers = tags.map(({ name, value }) => `[${name} "${escape(value)}"]`);
    const written = this.played.toPgn();
    const movetext = written.slice(written.indexOf("\n\n") + 2).trim().replace(/\s+/g, " ");
    const isOpen = this.played.outcome === "*" && this.played.tag("Result") === undefined;
    const moves = isOpen ? movetext.replace(/ ?\*$/, "") : movetext;
    const lines = maxWidth > 0 ? wrap(moves, maxWidth) : [moves];
    return [...headers, ...(headers.length > 0 ? [""] : []), ...lines].join(newline);
  }
}

/** How the game keeps what cannot be played. */
const UNPLAYABLE = "Unplayable: ";

/** Lines of whole moves, or parts of comments, with at most this width if that is possible. */
function wrap(movetext: string, width: number): string[] {
  const parts: string[] = [];
  let isComment = false;
  for (const word of movetext.split(" ")) {
    const begins = isComment || /^\(?\d+\.|^[{(]|^(?:1-0|0-1|1\/2-1\/2|\*)$/.test(word);
    if (begins || parts.length === 0) parts.push(word);
    else parts[parts.length - 1] += ` ${word}`;
    isComment = word.lastIndexOf("{") > word.lastIndexOf("}") ||
      (isComment && !word.includes("}"));
  }
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.length - 1;
    if (last >= 0 && lines[last]!.length + 1 + part.length <= width) lines[last] += ` ${part}`;
    else lines.push(part);
  }
  return lines;
}

function isSquare(text: string): text is Square {
  return /^[a-h][1-8]$/.test(text);
}

/** Whether king and rook of a castling right are on their squares. */
function hasCastlers(pieces: string, right: string): boolean {
  const isWhite = right === right.toUpperCase();
  const [king, rook] = isWhite ? ["K", "R"] : ["k", "r"];
  const rank = isWhite ? pieces.slice(56) : pieces.slice(0, 8);
  return rank[4] === king && rank[right.toLowerCase() === "k" ? 7 : 0] === rook;
}

function readBoard(fen: string, variant: string): PositionFacts {
  try {
    return Position.board(fen, variant);
  } catch (error) {
    if (error instanceof PgnError) throw new PgnError(`Invalid FEN: ${error.message}`);
    throw error;
  }
}

function shortFen(fen: string, variant: string): string {
  return Position.board(fen, variant).shortFen;
}
