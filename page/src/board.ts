// <pgn-board>: a board that shows a position and reports which move was made on it. It does not
// know the rules: the legal moves are in the picture that it is given.

import css from "./board.css";
import { button, h, s, sheet } from "./dom.js";
import { paintedPng } from "./image.js";
import {
  movesBetween, source, type Arrow, type LegalMove, type Mark, type MarkColor, type PositionPicture,
} from "./picture.js";
import {
  ENGLISH, SQUARES, at, pieceAt, pieceWords, place,
  type Letter, type PieceNames, type Side, type Square,
} from "./squares.js";

const COLORS: Record<MarkColor, string> = {
  G: "#2f8f46", R: "#c2372e", Y: "#dfa615", B: "#2f6fb5",
};

/** How far a pointer goes before a click becomes a drag, in pixels. */
const DRAG_MIN = 5;

/** The actions that the board allows. */
export type Use = "look" | "play" | "setup";

/** Marks that are shown beside the pieces. */
export interface Signs {
  last?: readonly Square[];
  arrows?: readonly Arrow[];
  marks?: readonly Mark[];
}

interface Drag {
  from: Square;
  piece: SVGUseElement;
  x: number;
  y: number;
  moves: boolean;
  /** Nothing stood there before: a piece of the pocket. */
  isNew: boolean;
}

export class PgnBoard extends HTMLElement {
  /** The drawings of the pieces, `<svg>` with `<defs>`, for all boards. */
  static pieces: SVGSVGElement | null = null;

  use: Use = "look";
  names: PieceNames = ENGLISH;
  /** The piece that a click places in `setup`; without one, a click removes pieces. */
  brush: string | null = null;

  #side: Side = "white";
  #position: PositionPicture | null = null;
  #signs: Signs = {};
  #hint: Arrow | null = null;
  #selected: string | null = null;
  #focus: Square = "e2";
  #drag: Drag | null = null;
  /** What is being drawn: a mark, if it ends where it began. */
  #shape: Arrow | null = null;

  readonly #squares = h("div", { class: "squares", role: "grid", "aria-label": "Chess board" });
  readonly #cells = new Map<Square, HTMLElement>();
  readonly #pieces = new Map<Square, { letter: string; element: SVGUseElement }>();
  readonly #defs = s("defs");
  readonly #under = s("g");
  readonly #men = s("g");
  readonly #over = s("g");
  readonly #svg: SVGSVGElement;
  readonly #frame: HTMLElement;
  readonly #pockets = [
    h("div", { class: "pocket", role: "group", part: "pocket" }),
    h("div", { class: "pocket", role: "group", part: "pocket" }),
  ] as const;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open", delegatesFocus: false });
    root.adoptedStyleSheets = [sheet(css)];
    const glow = s("radialGradient", { id: "check" },
      s("stop", { offset: "0", "stop-color": "#d32f1f" }),
      s("stop", { offset: ".6", "stop-color": "#d32f1f", "stop-opacity": ".7" }),
      s("stop", { offset: "1", "stop-color": "#d32f1f", "stop-opacity": "0" }));
    this.#defs.append(glow);
    this.#svg = s("svg", { viewBox: "0 0 800 800", "aria-hidden": "true" },
      this.#defs, checkered(), this.#under, this.#men, this.#over);
    this.#frame = h("div", { class: "frame", part: "board" }, this.#svg, this.#squares);
    const [top, bottom] = this.#pockets;
    root.append(top, this.#frame, bottom);
    this.#squares.addEventListener("pointerdown", (event) => this.#down(event));
    // A pointer leaves the focus where it is: squares have it only when the board is used by keys.
    this.#squares.addEventListener("mousedown", (event) => {
      event.preventDefault();
      this.#tell("board-press", {});
    });
    this.#squares.addEventListener("keydown", (event) => this.#key(event));
    this.#squares.addEventListener("contextmenu", (event) => event.preventDefault());
    this.#lay();
  }

  get side(): Side { return this.#side; }
  set side(side: Side) {
    if (side === this.#side) return;
    this.#side = side;
    this.#lay();
    this.#draw(false);
  }

  get position(): PositionPicture | null { return this.#position; }
  get focused(): Square { return this.#focus; }

  /** Shows a position; pieces that went elsewhere are moved there. */
  show(position: PositionPicture, signs: Signs = {}): void {
    this.#position = position;
    this.#signs = signs;
    this.#selected = null;
    this.#drag = null;
    this.shadowRoot?.querySelector(".promotion")?.remove();
    this.#draw(true);
  }

  /** An arrow in addition to those of the position, such as an engine's move. */
  set hint(arrow: Arrow | null) {
    this.#hint = arrow;
    this.#drawOver();
  }

  /** The position as an image. */
  png(): Promise<Blob> { return paintedPng(this.#svg); }

  /** Puts the focus on a square. */
  focusSquare(square: Square): void {
    this.#roam(square);
    this.#cells.get(square)?.focus();
  }

  /** The squares in the order of reading, anew for each side. */
  #lay(): void {
    this.#squares.replaceChildren();
    this.#cells.clear();
    for (let row = 0; row < 8; row += 1) {
      const line = h("div", { role: "row" });
      for (let column = 0; column < 8; column += 1) {
        const square = at(column, row, this.#side) ?? "";
        const cell = h("div", { role: "gridcell", tabindex: -1, "data-square": square });
        cell.addEventListener("focus", () => this.#roam(square));
        this.#cells.set(square, cell);
        line.append(cell);
      }
      this.#squares.append(line);
    }
    this.#roam(this.#focus);
  }

  #roam(square: Square): void {
    this.#cells.get(this.#focus)?.setAttribute("tabindex", "-1");
    this.#cells.get(square)?.setAttribute("tabindex", "0");
    const changed = square !== this.#focus;
    this.#focus = square;
    if (changed) this.#tell("board-focus", { square });
  }

  #draw(glides: boolean): void {
    if (PgnBoard.pieces && !this.#defs.querySelector("#man-K")) {
      const shapes = PgnBoard.pieces.querySelector("defs")?.cloneNode(true);
      if (shapes) this.#defs.append(...shapes.childNodes);
    }
    this.#drawPieces(glides);
    this.#drawUnder();
    this.#drawOver();
    this.#label();
    this.#drawPockets();
  }

  #drawPieces(glides: boolean): void {
    const pieces = this.#position?.pieces ?? "";
    const free = [...this.#pieces].filter(([square, { letter }]) =>
      pieceAt(pieces, square) !== letter);
    for (const [square] of free) this.#pieces.delete(square);
    for (const square of SQUARES) {
      const letter = pieceAt(pieces, square);
      if (letter === "." || this.#pieces.has(square)) continue;
      const idx = glides ? free.findIndex(([, old]) => old.letter === letter) : -1;
      const element = idx < 0
        ? s("use", { href: `#man-${letter}`, class: "piece" })
        : free.splice(idx, 1)[0]![1].element;
      this.#men.append(element);
      this.#pieces.set(square, { letter, element });
    }
    for (const [, { element }] of free) element.remove();
    for (const [square, { element }] of this.#pieces) {
      element.classList.remove("dragged");
      moveTo(element, ...place(square, this.#side));
    }
  }

  #drawUnder(): void {
    const put = (square: Square, name: string) => {
      const [column, row] = place(square, this.#side);
      this.#under.append(
        s("rect", { class: name, x: column * 100, y: row * 100, width: 100, height: 100 }));
    };
    this.#under.replaceChildren();
    for (const square of this.#signs.last ?? []) put(square, "moved");
    if (this.#position?.check) put(this.#position.check, "check");
    if (this.#selected && this.#selected.length === 2 && !this.#selected.includes("@")) {
      put(this.#selected, "selected");
    }
    for (let n = 0; n < 8; n += 1) {
      const file = (at(n, 7, this.#side) ?? "")[0];
      const rank = (at(0, n, this.#side) ?? "")[1];
      const shade = (dark: boolean) => `coordinate ${dark ? "on-dark" : "on-light"}`;
      this.#under.append(
        s("text", { class: shade(n % 2 === 0), x: n * 100 + 86, y: 794 }, file),
        s("text", { class: shade(n % 2 === 1), x: 4, y: n * 100 + 18 }, rank));
    }
  }

  #drawOver(): void {
    this.#over.replaceChildren();
    const { marks = [], arrows = [] } = this.#signs;
    const drawn = this.#shape;
    const isMark = drawn?.from === drawn?.to;
    for (const mark of drawn && isMark ? [...marks, { color: drawn.color, square: drawn.to }] : marks) {
      const [x, y] = centre(mark.square, this.#side);
      this.#over.append(s("circle", {
        cx: x, cy: y, r: 44, fill: "none", stroke: COLORS[mark.color],
        "stroke-width": 8, "stroke-opacity": ".85",
      }));
    }
    for (const arrow of [...arrows, this.#hint, isMark ? null : drawn]) {
      if (!arrow) continue;
      const d = arrowPath(centre(arrow.from, this.#side), centre(arrow.to, this.#side));
      if (d) this.#over.append(s("path", { d, fill: COLORS[arrow.color], "fill-opacity": ".75" }));
    }
    for (const square of this.#targets()) {
      const [x, y] = centre(square, this.#side);
      const takes = this.#pieces.has(square);
      this.#over.append(s("circle", {
        class: takes ? "capture" : "target", cx: x, cy: y, r: takes ? 44 : 15,
      }));
    }
  }

  #targets(): Set<Square> {
    const selected = this.#selected;
    if (!selected || this.use !== "play") return new Set();
    const moves = this.#position?.moves.filter((move) => source(move) === selected) ?? [];
    // The rook's square of castling is shown only if the king's square could be another move.
    return new Set(moves.map((move) => move.to[1] ?? move.to[0] ?? ""));
  }

  #label(): void {
    const position = this.#position;
    this.#squares.classList.toggle("playable", this.use !== "look");
    for (const [square, cell] of this.#cells) {
      const letter = pieceAt(position?.pieces ?? "", square);
      const words = pieceWords(letter, this.names);
      const notes = [square, words || "empty"];
      if (position?.check === square) notes.push("in check");
      cell.setAttribute("aria-label", notes.join(", "));
      cell.setAttribute("aria-selected", String(this.#selected === square));
      cell.classList.toggle("movable", this.#isMovable(square));
    }
  }

  #isMovable(square: Square): boolean {
    if (this.use === "setup") return pieceAt(this.#position?.pieces ?? "", square) !== ".";
    return this.use === "play" &&
      (this.#position?.moves.some((move) => move.from === square) ?? false);
  }

  #drawPockets(): void {
    const pockets = this.#position?.pockets;
    const colors: Side[] = this.#side === "white" ? ["black", "white"] : ["white", "black"];
    this.#pockets.forEach((pocket, n) => {
      const color = colors[n] ?? "white";
      pocket.replaceChildren();
      pocket.hidden = !pockets;
      if (!pockets) return;
      pocket.setAttribute("aria-label", `Pocket of ${color}`);
      const held = pockets[color === "white" ? 0 : 1];
      for (const role of "QRBNP") {
        const count = [...held].filter((letter) => letter.toUpperCase() === role).length;
        if (count > 0) pocket.append(this.#pocketButton(role as Letter, color, count));
      }
    });
  }

  #pocketButton(role: Letter, color: Side, count: number): HTMLButtonElement {
    const letter = color === "white" ? role : role.toLowerCase();
    const moves = this.#position?.moves ?? [];
    const drops = `${role}@`;
    const canDrop = this.use === "play" && this.#position?.turn === color[0] &&
      moves.some((move) => source(move) === drops);
    const made = button(`${pieceWords(letter, this.names)}, ${count}`, {
      disabled: !canDrop, "aria-pressed": String(canDrop && this.#selected === drops),
    }, (event) => {
      // A pointer has selected it already.
      if (event.detail === 0) this.#select(this.#selected === drops ? null : drops);
    }, this.#picture(letter), h("span", { class: "count" }, String(count)));
    made.addEventListener("pointerdown", (event) => {
      if (!canDrop || event.button !== 0) return;
      const wasSelected = this.#selected === drops;
      this.#select(wasSelected ? null : drops);
      const piece = s("use", { href: `#man-${letter}`, class: "piece dragged" });
      this.#begin(event, { from: drops, piece, x: event.clientX, y: event.clientY,
        moves: false, isNew: true });
    });
    return made;
  }

  /** A piece alone. */
  #picture(letter: string): SVGSVGElement {
    return s("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" },
      s("use", { href: `#man-${letter}` }));
  }

  #select(from: string | null): void {
    this.#selected = from;
    this.#drawUnder();
    this.#drawOver();
    this.#label();
    this.#drawPockets();
  }

  #squareAt(event: PointerEvent): Square | undefined {
    const box = this.#squares.getBoundingClientRect();
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    return at(Math.floor(x * 8), Math.floor(y * 8), this.#side);
  }

  #down(event: PointerEvent): void {
    const square = this.#squareAt(event);
    if (!square) return;
    if (event.button === 2) return this.#beginShape(event, square);
    if (event.button !== 0 || this.use === "look") return;
    if (this.use === "setup" && this.brush !== null) {
      return this.#tell("board-put", { square, letter: this.brush });
    }
    if (this.use === "play" && this.#selected && this.#selected !== square) {
      const moves = movesBetween(this.#position?.moves ?? [], this.#selected, square);
      if (moves.length > 0) return this.#choose(moves);
    }
    const held = this.#pieces.get(square);
    if (!held || !this.#isMovable(square)) return this.#select(null);
    const wasSelected = this.#selected === square;
    if (this.use === "play") this.#select(wasSelected ? null : square);
    this.#begin(event, { from: square, piece: held.element, x: event.clientX, y: event.clientY,
      moves: false, isNew: false });
  }

  #begin(event: PointerEvent, drag: Drag): void {
    this.#drag = drag;
    // The squares stay; a button of the pocket is made anew when it is selected.
    const target = this.#squares;
    target.setPointerCapture(event.pointerId);
    const move = (event: PointerEvent) => this.#dragTo(event);
    const end = (event: PointerEvent) => {
      target.removeEventListener("pointermove", move);
      target.removeEventListener("pointerup", end);
      target.removeEventListener("pointercancel", end);
      this.#drop(event);
    };
    target.addEventListener("pointermove", move);
    target.addEventListener("pointerup", end);
    target.addEventListener("pointercancel", end);
  }

  #dragTo(event: PointerEvent): void {
    const drag = this.#drag;
    if (!drag) return;
    if (!drag.moves) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_MIN) return;
      drag.moves = true;
      if (this.use === "play") this.#select(drag.from);
      drag.piece.classList.add("dragged");
      this.#men.append(drag.piece);
    }
    const box = this.#squares.getBoundingClientRect();
    moveTo(drag.piece, (8 * (event.clientX - box.left)) / box.width - 0.5,
      (8 * (event.clientY - box.top)) / box.height - 0.5);
  }

  #drop(event: PointerEvent): void {
    const drag = this.#drag;
    this.#drag = null;
    if (!drag?.moves) return;
    const to = event.type === "pointercancel" ? drag.from : this.#squareAt(event);
    if (drag.isNew) drag.piece.remove();
    if (this.use === "setup") {
      this.#tell("board-shift", { from: drag.from, to });
      this.#draw(false);
      return;
    }
    const moves = to ? movesBetween(this.#position?.moves ?? [], drag.from, to) : [];
    this.#draw(false);
    if (moves.length > 0) this.#choose(moves);
  }

  /** Arrows and squares are drawn with the other button: Shift red, Alt blue, both yellow. */
  #beginShape(event: PointerEvent, square: Square): void {
    const ended = new AbortController();
    const { signal } = ended;
    const draw = (event: PointerEvent) => {
      const to = this.#squareAt(event);
      const color = event.shiftKey ? (event.altKey ? "Y" : "R") : event.altKey ? "B" : "G";
      this.#shape = to ? { color, from: square, to } : null;
      this.#drawOver();
    };
    const end = (event: PointerEvent) => {
      ended.abort();
      draw(event);
      const shape = this.#shape;
      this.#shape = null;
      this.#drawOver();
      if (shape && event.type === "pointerup") this.#tell("board-shape", shape);
    };
    this.#squares.setPointerCapture(event.pointerId);
    this.#squares.addEventListener("pointermove", draw, { signal });
    this.#squares.addEventListener("pointerup", end, { signal });
    this.#squares.addEventListener("pointercancel", end, { signal });
    draw(event);
  }

  #choose(moves: LegalMove[]): void {
    this.#select(null);
    const only = moves.length === 1 ? moves[0] : undefined;
    if (only) return this.#tell("board-move", { uci: only.uci });
    this.#promote(moves);
  }

  /** Asks which piece a pawn becomes. */
  #promote(moves: LegalMove[]): void {
    const white = this.#position?.turn === "w";
    const before = this.shadowRoot?.activeElement;
    const close = () => {
      dialog.remove();
      if (before instanceof HTMLElement) before.focus();
    };
    const choices = moves.map((move) => {
      const role = (move.promotion ?? "q").toUpperCase() as Letter;
      const letter = white ? role : role.toLowerCase();
      return { move, role, letter };
    }).sort((one, other) => "QNRBK".indexOf(one.role) - "QNRBK".indexOf(other.role));
    const row = h("div", {}, ...choices.map(({ move, role, letter }) =>
      button(this.names[role], {}, () => {
        close();
        this.#tell("board-move", { uci: move.uci });
      }, this.#picture(letter))));
    const dialog = h("dialog", { class: "promotion", "aria-label": "Promote to" }, 
      h("p", {}, "Promote to"), row);
    dialog.addEventListener("close", close);
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
    this.#frame.append(dialog);
    dialog.showModal();
    row.querySelector("button")?.focus();
  }

  #key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[
      event.key];
    const [column, row] = place(this.#focus, this.#side);
    if (step) {
      const square = at(column + step[0]!, row + step[1]!, this.#side);
      if (square) this.focusSquare(square);
    } else if (event.key === "Home" || event.key === "End") {
      this.focusSquare(at(event.key === "Home" ? 0 : 7, row, this.#side) ?? this.#focus);
    } else if (event.key === "Enter" || event.key === " ") {
      this.#activate(this.#focus);
    } else if (event.key === "Escape" && this.#selected) {
      this.#select(null);
    } else if ((event.key === "Delete" || event.key === "Backspace") && this.use === "setup") {
      this.#tell("board-put", { square: this.#focus, letter: "." });
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** The action of a click, by key. */
  #activate(square: Square): void {
    if (this.use === "look") return this.#tell("board-ask", { square });
    if (this.use === "setup") {
      return this.#tell("board-put", { square, letter: this.brush ?? "." });
    }
    if (this.#selected && this.#selected !== square) {
      const moves = movesBetween(this.#position?.moves ?? [], this.#selected, square);
      if (moves.length > 0) return this.#choose(moves);
    }
    const selects = this.#isMovable(square) && this.#selected !== square;
    this.#select(selects ? square : null);
    this.#tell("board-select", { square: selects ? square : null });
  }

  #tell(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

function moveTo(element: SVGElement, column: number, row: number): void {
  element.style.transform = `translate(${column * 100}px, ${row * 100}px)`;
}

function centre(square: Square, side: Side): [number, number] {
  const [column, row] = place(square, side);
  return [column * 100 + 50, row * 100 + 50];
}

/** A shaft and a head, from near the centre of one square to near that of the other. */
export function arrowPath([x1, y1]: [number, number], [x2, y2]: [number, number]): string {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 1) return "";
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const point = (along: number, aside: number) =>
    `${(x1 + ux * along - uy * aside).toFixed(1)} ${(y1 + uy * along + ux * aside).toFixed(1)}`;
  const [start, neck, tip] = [24, length - 46, length - 10];
  return `M${[
    point(start, -8), point(neck, -8), point(neck, -24), point(tip, 0),
    point(neck, 24), point(neck, 8), point(start, 8),
  ].join("L")}z`;
}

function checkered(): SVGGElement {
  const squares = [];
  for (let row = 0; row < 8; row += 1) {
    for (let column = 0; column < 8; column += 1) {
      if ((row + column) % 2 === 1) squares.push(`M${column * 100} ${row * 100}h100v100h-100z`);
    }
  }
  return s("g", {}, s("rect", { class: "light", width: 800, height: 800 }),
    s("path", { class: "dark", d: squares.join("") }));
}
