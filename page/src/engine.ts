// The lines of an engine: a move is shown on the board while the pointer is over it, and a press
// adds the line up to it to the game.

import { button, h } from "./dom.js";
import type { Session } from "./session.js";
import type { PgnView } from "./view.js";

/** How many moves of a line are shown. */
const MOVES_MAX = 12;

export interface EngineLine {
  depth: number;
  score: string;
  moves: string[];
  first: string | null;
}

/** The numbers before the moves of a line that begins in a position; empty if no number is shown. */
export function lineNumbers(fen: string, count: number): string[] {
  const fields = fen.split(" ");
  const isBlack = fields[1] === "b";
  const first = Number(fields.at(-1)) || 1;
  return Array.from({ length: count }, (_, n) => {
    const ply = n + (isBlack ? 1 : 0);
    const number = first + Math.floor(ply / 2);
    if (ply % 2 === 0) return `${number}. `;
    return n === 0 ? `${number}... ` : "";
  });
}

export class EngineLines {
  readonly element = h("section", { class: "engine", "aria-label": "Engine", hidden: true });
  #lines: EngineLine[] = [];
  /** The lines that are on the page; those of the engine go on while the pointer is over them. */
  #drawn: EngineLine[] = [];
  #fen = "";
  #variant = "";
  #preview: Session | null = null;
  #isPeeking = false;

  constructor(private readonly view: PgnView) {
    this.element.addEventListener("pointerover", (event) => {
      const found = this.#at(event);
      if (found) this.#peek(found);
      else this.#unpeek();
    });
    this.element.addEventListener("pointerleave", () => {
      this.#unpeek();
      this.#draw();
    });
    this.element.addEventListener("click", (event) => {
      const found = this.#at(event);
      if (!found) return;
      this.#unpeek();
      this.view.addLine(found);
    });
  }

  /** Forgets the lines, before those of another position come. */
  clear(): void {
    this.#unpeek();
    this.#lines = [];
    this.view.board.hint = null;
    this.view.engineScore = null;
    this.element.replaceChildren();
  }

  show(lines: EngineLine[], fen: string, variant: string): void {
    [this.#lines, this.#fen, this.#variant] = [lines, fen, variant];
    this.view.engineScore = lines[0]?.score || null;
    const first = lines[0]?.first;
    this.view.board.hint =
      first ? { color: "B", from: first.slice(0, 2), to: first.slice(2, 4) } : null;
    // Lines do not change under the pointer or the focus.
    if (!this.element.matches(":hover, :focus-within")) this.#draw();
  }

  #draw(): void {
    this.#drawn = this.#lines;
    this.element.replaceChildren(h("ol", {}, ...this.#lines.map(({ depth, score, moves }, line) => {
      const shown = moves.slice(0, MOVES_MAX);
      const numbers = lineNumbers(this.#fen, shown.length);
      const pressed = (text: string, move: number, more: Record<string, string | number>) =>
        button(text, { "data-line": line, "data-move": move, ...more }, () => {});
      return h("li", {},
        pressed(score, shown.length - 1, { class: "score", title: "Add this line to the game" }), " ",
        ...shown.flatMap((san, move) =>
          [pressed(`${numbers[move]}${san}`, move, { class: "move", tabindex: -1 }), " "]),
        h("span", { class: "depth" }, `depth ${depth}`));
    })));
  }

  /** The moves up to the one that an event is about. */
  #at(event: Event): string[] | null {
    const pressed = (event.target as Element).closest<HTMLElement>("[data-line]");
    if (!pressed) return null;
    return this.#drawn[Number(pressed.dataset["line"])]?.moves.slice(0, Number(pressed.dataset["move"]) + 1) ?? null;
  }

  async #peek(moves: string[]): Promise<void> {
    this.#isPeeking = true;
    const session = this.#preview ??= await this.view.newSession();
    const text = `[Variant "${this.#variant}"]\n[SetUp "1"]\n[FEN "${this.#fen}"]\n\n${moves.join(" ")} *\n`;
    session.open("", new TextEncoder().encode(text));
    const board = session.ply(moves.length).game?.board;
    if (board && this.#isPeeking) this.view.peek(board);
  }

  #unpeek(): void {
    if (!this.#isPeeking) return;
    this.#isPeeking = false;
    this.view.peek(null);
  }
}
