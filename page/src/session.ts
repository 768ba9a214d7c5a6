// The session as the page speaks to it: verbs of `crates/pgn-wasm`, and the forms of their answers.

import type { Core } from "./core.js";
import type { Arrow, Mark, PositionPicture } from "./picture.js";
import type { Side, Square } from "./squares.js";

export type Tag = [name: string, value: string];

interface Piece {
  /** The move that it is or stands after. */
  node: number;
  /** How many variations it is in. */
  depth: number;
  /** Whether it asks for a diagram. */
  diagram: boolean;
}

/** A piece of the movetext. */
export type Token = Piece & (
  | { kind: "move"; number: string | null; text: string; nags: Nag[] }
  | { kind: "comment"; text: string }
  | { kind: "nag"; nags: Nag[] }
  | { kind: "open"; head: number }
  | { kind: "folded"; head: number; first: string; moves: number }
  | { kind: "close"; head: number }
  | { kind: "marker"; text: string }
);

/** A glyph: its number, its sign if it has one, its meaning. */
export interface Nag {
  number: number;
  sign: string;
  words: string;
}

/** The position on the board with what is shown around it. */
export interface Board extends PositionPicture {
  last: Square[];
  arrows: Arrow[];
  marks: Mark[];
}

/** A move that may come next, or stands beside another. */
export interface Choice {
  node: number;
  text: string;
}

/** A move of the main line with what its comments measure. */
export interface Point {
  node: number;
  white: boolean;
  eval: number | null;
  clock: number | null;
}

/** The game that is open. */
export interface GameState {
  /** Its place among all games, from 0. */
  game: number;
  tags: Tag[];
  outcome: string;
  node: number;
  /** Plies from the start of the game. */
  ply: number;
  depth: number;
  /** Nothing where moves are not checked. */
  board: Board | null;
  /** Seconds of White and Black. */
  clocks: [number | null, number | null];
  eval: string | null;
  opening: string | null;
  surplus: [string, string];
  next: Choice[];
  beside: Choice[];
  /** The words of the comments here. */
  comments: string[];
  nags: Nag[];
  modified: boolean;
  undo: boolean;
  redo: boolean;
  faults: number;
  /** The movetext; missing if it is the one that was answered last. */
  moves?: { tokens: Token[]; series: Point[] };
}

/** The list of games. */
export interface ListState {
  rows: number;
  selected: number;
  /** How many games there are in all. */
  total: number;
  /** The expressions that lead to it. */
  queries: string;
  /** How many lists lead to it. */
  steps: number;
  done: boolean;
  /** What is still going on, in words. */
  status: string | null;
  trouble: string | null;
}

export interface State {
  /** What is to be said of the last message. */
  note: string | null;
  /** How many games were changed and not handed out. */
  modified: number;
  side: Side;
  list: ListState;
  game: GameState | null;
}

/** A row of the list: the number of its game from 0, and its cells. */
export interface Row {
  game: number;
  modified: boolean;
  /** Number, White, rating, Black, rating, result, date, event, opening. */
  cells: string[];
}

/** A game to be printed. */
export interface SheetPicture {
  tags: Tag[];
  tokens: Token[];
  /** The diagrams that the game asks for: a move, and its picture as SVG. */
  diagrams: [node: number, svg: string][];
}

/** What a position that is set up is, or why it is none. */
export type SetupAnswer = PositionPicture | { faults: string };

/** A page that has its games in it, or one whose games are the server's. */
export type Face = "page" | "served";

/** A row of the table of typed commands. */
export interface CommandRow {
  /** Which pages have it. */
  page: boolean;
  served: boolean;
  name: string;
  short: string;
  /** How it is typed. */
  form: string;
  about: string;
  /** Whether it changes the game. */
  edits: boolean;
}

export type Pane = "List" | "Game" | "Squares" | "Both";

/** A row of the table of keys; `crates/pgn-view/src/keys.rs` has it. */
export interface KeyRow {
  pane: Pane;
  title: string;
  action: string;
  /** The command that it is, if it is one. */
  command: string;
  about: string;
  terminal: string[];
  page: string[];
  served: string[];
}

export interface Language {
  code: string;
  name: string;
  letters: string[];
  names: string[];
}

/** The verbs; most answer with the state after them. */
export class Session {
  constructor(private readonly core: Core) {}

  open(name: string, text: Uint8Array): State { return this.core.call("open", name, text); }
  state(): State { return this.core.call("state"); }
  /** Obeys a typed line: a command or a move. */
  say(line: string): State { return this.core.call("say", line); }
  rows(from: number, to: number): Row[] {
    return this.core.call<{ rows: Row[] }>("rows", String(from), String(to)).rows;
  }
  /** Opens the game in a row of the list. */
  game(row: number): State { return this.core.call("game", String(row)); }
  select(row: number): State { return this.core.call("select", String(row)); }
  go(node: number): State { return this.core.call("go", String(node)); }
  /** Goes to a ply of the main line. */
  ply(ply: number): State { return this.core.call("ply", String(ply)); }
  play(uci: string): State { return this.core.call("play", uci); }
  /** Gives the comment of a number other words, or adds one. */
  comment(number: number, words: string): State {
    return this.core.call("comment", String(number), words);
  }
  nag(number: number): State { return this.core.call("nag", String(number)); }
  tag(name: string, value: string): State { return this.core.call("tag", name, value); }
  shape(color: string, from: Square, to: Square): State {
    return this.core.call("shape", color, from, to);
  }
  fold(head: number): State { return this.core.call("fold", String(head)); }
  poll(): State { return this.core.call("poll"); }
  letters(name: string): State { return this.core.call("letters", name); }
  side(side: Side): State { return this.core.call("side", side); }
  /** A new game from a position. */
  begin(fen: string, variant: string): State { return this.core.call("begin", fen, variant); }
  /** The game on the board as PGN. */
  text(): Uint8Array { return this.core.bytes("text"); }
  /** Takes all edits into the text of the games. */
  save(): State { return this.core.call("save"); }
  /** The text of all games, as it was saved last. */
  games(): Uint8Array { return this.core.bytes("games"); }
  /** A game to be printed, that of a row or that on the board. */
  sheet(row: number | null): SheetPicture {
    return this.core.call("sheet", row === null ? "" : String(row));
  }
  position(fen: string, variant: string): SetupAnswer {
    return this.core.call("position", fen, variant);
  }
  languages(): Language[] {
    return this.core.call<{ languages: Language[] }>("languages").languages;
  }
  variants(): string[] { return this.core.call<{ variants: string[] }>("variants").variants; }
  nags(): Nag[] { return this.core.call<{ nags: Nag[] }>("nags").nags; }
  commands(): CommandRow[] {
    return this.core.call<{ commands: CommandRow[] }>("commands").commands;
  }
  keys(): KeyRow[] { return this.core.call<{ keys: KeyRow[] }>("keys").keys; }
  pieces(): string { return this.core.call<{ svg: string }>("pieces").svg; }
}
