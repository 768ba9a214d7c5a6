// The board editor: a position is set up, its FEN is read and written, and what is impossible about
// it is said.

import { PgnBoard } from "./board.js";
import { button, capitalised, h, s } from "./dom.js";
import { fenOf, fieldsOf, pocketWith } from "./fen.js";
import type { PositionPicture } from "./picture.js";
import type { Session } from "./session.js";
import { SQUARES, pieceWords, type PieceNames, type Side, type Square } from "./squares.js";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const EMPTY = "8/8/8/8/8/8/8/8 w - - 0 1";
/** More pieces than this are in no pocket. */
const POCKET_MAX = 16;

/** The editor as a dialog. */
export class SetupDialog {
  readonly dialog = h("dialog", { class: "setup", "aria-label": "Set up a position" });
  readonly #board = new PgnBoard();
  readonly #fen = h("input", { type: "text", spellcheck: "false", "aria-label": "FEN", class: "fen" });
  readonly #faults = h("p", { class: "faults", role: "status" });
  readonly #variant = h("select", { "aria-label": "Rules" });
  readonly #turn = h("select", { "aria-label": "To move" },
    h("option", { value: "w" }, "White to move"), h("option", { value: "b" }, "Black to move"));
  readonly #castling = h("input", { type: "text", size: 6, "aria-label": "Castling rights" });
  readonly #ep = h("input", { type: "text", size: 3, "aria-label": "En passant square" });
  readonly #palette = h("div", { class: "palette", role: "group", "aria-label": "Piece to put" });
  readonly #pockets = h("div", { class: "pockets" });
  readonly #begin: HTMLButtonElement;
  readonly #set: HTMLButtonElement;
  #fields = fieldsOf(START);

  constructor(private readonly session: Session, names: PieceNames,
    begin: (fen: string, variant: string, sets: boolean) => void) {
    this.#board.use = "setup";
    this.#board.names = names;
    for (const name of session.variants()) this.#variant.append(h("option", { value: name }, name));
    const use = (label: string, sets: boolean) => button(label, { class: "primary" }, () => {
      this.dialog.close();
      begin(fenOf(this.#fields), this.#variant.value, sets);
    });
    this.#begin = use("New game from here", false);
    this.#set = use("Start of this game", true);
    this.#lay(names);
    this.#board.addEventListener("board-put", (event) => {
      const { square, letter } = (event as CustomEvent<{ square: Square; letter: string }>).detail;
      this.#put(square, letter);
    });
    this.#board.addEventListener("board-shift", (event) => {
      const { from, to } = (event as CustomEvent<{ from: Square; to?: Square }>).detail;
      if (from === to) return;
      const letter = this.#fields.pieces[SQUARES.indexOf(from)] ?? ".";
      this.#fields.pieces[SQUARES.indexOf(from)] = ".";
      if (to) this.#fields.pieces[SQUARES.indexOf(to)] = letter;
      this.#show();
    });
    this.#fen.addEventListener("change", () => {
      this.#fields = fieldsOf(this.#fen.value);
      this.#show(this.#fen.value);
    });
    this.#variant.addEventListener("change", () => {
      if (!this.#hasPockets()) this.#fields.pockets = "";
      this.#show();
    });
    this.#turn.addEventListener("change", () => {
      this.#fields.turn = this.#turn.value === "b" ? "b" : "w";
      this.#show();
    });
    this.#castling.addEventListener("change", () => {
      this.#fields.castling = this.#castling.value.trim() || "-";
      this.#show();
    });
    this.#ep.addEventListener("change", () => {
      this.#fields.ep = this.#ep.value.trim().toLowerCase() || "-";
      this.#show();
    });
  }

  #lay(names: PieceNames): void {
    const brush = (letter: string | null, label: string, ...shown: (Node | string)[]) => {
      const made = button(label, { "aria-pressed": "false" }, () => {
        this.#board.brush = letter;
        for (const other of this.#palette.children) other.setAttribute("aria-pressed", "false");
        made.setAttribute("aria-pressed", "true");
      }, ...shown);
      this.#palette.append(made);
      return made;
    };
    const picture = (letter: string) => s("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" },
      s("use", { href: `#man-${letter}` }));
    brush(null, "Move pieces", "✥").setAttribute("aria-pressed", "true");
    brush(".", "Remove pieces", "✕");
    for (const letter of "KQRBNPkqrbnp") brush(letter, pieceWords(letter, names), picture(letter));
    for (const [color, letters] of [["White", "QRBNP"], ["Black", "qrbnp"]] as const) {
      const counts = [...letters].map((letter) => {
        const count = h("input", { type: "number", min: 0, max: POCKET_MAX, value: 0,
          "aria-label": `${pieceWords(letter, names)} in the pocket`, "data-letter": letter });
        count.addEventListener("change", () => {
          const number = Math.min(Math.max(Math.trunc(Number(count.value)) || 0, 0), POCKET_MAX);
          this.#fields.pockets = pocketWith(this.#fields.pockets, letter, number);
          this.#show();
        });
        return h("label", {}, picture(letter), count);
      });
      this.#pockets.append(
        h("div", { role: "group", "aria-label": `Pocket of ${color}` }, ...counts));
    }
    const fill = (label: string, fen: string) => button(label, {}, () => {
      this.#fields = fieldsOf(fen || this.#startFen());
      this.#show();
    });
    this.dialog.append(
      h("h2", {}, "Set up a position"),
      this.#palette, this.#board,
      h("div", { class: "setup-fields" },
        h("label", {}, "Rules ", this.#variant), this.#turn,
        h("label", {}, "Castling ", this.#castling), h("label", {}, "En passant ", this.#ep),
        this.#pockets, this.#faults),
      h("label", { class: "fen-label" }, "FEN ", this.#fen),
      h("div", { class: "buttons" }, fill("Start position", ""), fill("Empty board", EMPTY),
        button("Flip", {}, () => {
          this.#board.side = this.#board.side === "white" ? "black" : "white";
        }),
        this.#begin, this.#set, button("Close", {}, () => this.dialog.close())));
  }

  #startFen(): string {
    const start = this.session.position("", this.#variant.value);
    return "faults" in start ? START : start.fen;
  }

  /** Whether pieces can be dropped by the rules that are chosen. */
  #hasPockets(): boolean {
    const start = this.session.position("", this.#variant.value);
    return "pockets" in start && start.pockets !== null;
  }

  /** Opens the editor with a position; that of a game without moves can be set. */
  open(fen: string, variant: string, side: Side, isEmpty: boolean): void {
    this.#set.hidden = !isEmpty;
    this.#fields = fieldsOf(fen || START);
    this.#variant.value = variant || "Standard";
    this.#board.side = side;
    this.#show();
    this.dialog.showModal();
  }

  #put(square: Square, letter: string): void {
    const at = SQUARES.indexOf(square);
    const stands = this.#fields.pieces[at];
    this.#fields.pieces[at] = stands === letter ? "." : letter;
    this.#show();
  }

  #show(typed = ""): void {
    const fen = typed || fenOf(this.#fields);
    this.#fen.value = fen;
    this.#turn.value = this.#fields.turn;
    this.#castling.value = this.#fields.castling;
    this.#ep.value = this.#fields.ep;
    this.#pockets.hidden = !this.#hasPockets() && this.#fields.pockets === "";
    for (const count of this.#pockets.querySelectorAll("input")) {
      const n = [...this.#fields.pockets].filter((letter) => letter === count.dataset["letter"]).length;
      count.value = String(n);
    }
    const answer = this.session.position(fen, this.#variant.value);
    const faults = "faults" in answer ? answer.faults : "";
    this.#faults.textContent = faults ? `${capitalised(faults)}.` : "This position is possible.";
    this.#faults.classList.toggle("bad", faults !== "");
    this.#begin.disabled = this.#set.disabled = faults !== "";
    const shown: PositionPicture = {
      fen, variant: this.#variant.value, turn: this.#fields.turn,
      pieces: this.#fields.pieces.map((piece) => piece[0]).join(""), check: null, pockets: null, rules: null, moves: [], ending: null,
      words: "",
    };
    this.#board.show(shown);
  }
}
