// The session as the page speaks to it: verbs of `crates/pgn-wasm`.

import type { Core } from "./core.js";
import type { Side, Square } from "./squares.js";
import type {
  CommandRow, CommandsAnswer, KeyRow, KeysAnswer, Language, LanguagesAnswer, MeaningAnswer, Nag,
  NagsAnswer, PiecesAnswer, Row, RowsAnswer, SetupAnswer, SheetPicture, State, VariantsAnswer,
} from "./state.js";

export type * from "./state.js";

/** A page that has its games in it, or one whose games are the server's. */
export type Face = "page" | "served";

/** The verbs; most answer with the state after them. */
export class Session {
  constructor(private readonly core: Core) {}

  open(name: string, text: Uint8Array): State { return this.core.call("open", name, text); }
  state(): State { return this.core.call("state"); }
  /** Obeys a typed line: a command or a move. */
  say(line: string): State { return this.core.call("say", line); }
  rows(from: number, to: number): Row[] {
    return this.core.call<RowsAnswer>("rows", String(from), String(to)).rows;
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
  /** Adds the games and positions of a text as new games. */
  paste(text: string): State { return this.core.call("paste", text); }
  /** Adds the lines of a game to the one on the board, as variations. */
  merge(text: Uint8Array, origin: string): State { return this.core.call("merge", text, origin); }
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
  /** What the plain words of a search mean; nothing if it has none, or is not complete. */
  meaning(query: string): string | null {
    return this.core.call<MeaningAnswer>("meaning", query).meaning;
  }
  languages(): Language[] {
    return this.core.call<LanguagesAnswer>("languages").languages;
  }
  variants(): string[] { return this.core.call<VariantsAnswer>("variants").variants; }
  nags(): Nag[] { return this.core.call<NagsAnswer>("nags").nags; }
  commands(): CommandRow[] {
    return this.core.call<CommandsAnswer>("commands").commands;
  }
  keys(): KeyRow[] { return this.core.call<KeysAnswer>("keys").keys; }
  pieces(): string { return this.core.call<PiecesAnswer>("pieces").svg; }
}
