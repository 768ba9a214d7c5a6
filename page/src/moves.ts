// The movetext: moves, comments and variations as elements.

import { h, type Child } from "./dom.js";
import { icon } from "./icons.js";
import type { Nag, Token } from "./session.js";

/** Variations nested deeper look like the one around them: no game nests elements without end. */
const NESTING_MAX = 12;
/** Variations nested deeper do not begin a line of their own. */
const BLOCKS_MAX = 6;
/** A variation without others in it that has more moves is long. */
const SHORT_MOVES = 8;

/** The actions on a movetext. */
export interface MovesOptions {
  /** Whether the moves can be pressed. */
  presses: boolean;
  /** Whether White's and Black's moves of the main line are in two columns. */
  columns?: boolean;
  /** The diagram after a move, where it asks for one. */
  diagram?: (node: number) => Node | null;
}

/** A variation that is being filled. */
interface OpenVariation {
  element: HTMLElement;
  head: number;
  moveCount: number;
  hasOthers: boolean;
}

/** The elements of a movetext. Cost: each token once. */
export function renderMoves(tokens: readonly Token[], options: MovesOptions): DocumentFragment {
  const whole = document.createDocumentFragment();
  const around: OpenVariation[] = [];
  let deeperCount = 0;
  // Whether something was shown since the last move, so that Black's move needs its number.
  let isInterrupted = true;
  const put = (...children: Child[]) => {
    const here = around.at(-1)?.element ?? whole;
    for (const child of children) if (child) here.append(child);
  };
  for (const token of tokens) {
    const outer = around.at(-1);
    switch (token.kind) {
      case "move": {
        const number = isInterrupted || !token.number?.endsWith("...") ? token.number : null;
        if (outer) outer.moveCount += 1;
        const inColumns = options.columns && token.depth === 0;
        if (inColumns && number) {
          put(h("span", { class: "number" }, number.replace("...", ".")),
            number.endsWith("...") && h("span", { class: "number" }, "…"));
        }
        put(moveElement(token, inColumns ? null : number, options), " ");
        break;
      }
      case "nag":
        put(...token.nags.map(nagElement), " ");
        break;
      case "comment":
        if (token.text) put(h("span", { class: "comment", dir: "auto", lang: "" }, token.text), " ");
        break;
      case "open":
        if (outer) outer.hasOthers = true;
        if (around.length >= NESTING_MAX) {
          deeperCount += 1;
          put("(");
        } else {
          const element = h("span", {
            class: "variation", role: "group",
            "aria-label": `variation, depth ${around.length + 1}`,
          }, outer && "(");
          put(element, " ");
          around.push({ element, head: token.head, moveCount: 0, hasOthers: false });
        }
        break;
      case "close":
        if (deeperCount > 0) {
          deeperCount -= 1;
          put(") ");
        } else {
          const inner = around.pop();
          if (inner) close(inner, around.length + 1, options);
        }
        break;
      case "folded":
        if (outer) outer.hasOthers = true;
        put(h("span", { class: "variation folded" },
          options.presses && foldButton(token.head, "unfold",
            `Unfold a variation of ${token.moves} moves: ${token.first}`),
          ` ${token.first} … `), " ");
        break;
      case "marker":
        put(h("span", { class: "marker" }, token.text.replace(/1\/2/g, "½")));
        break;
    }
    const diagram = token.diagram ? options.diagram?.(token.node) : null;
    put(diagram);
    // A comment that is not shown, such as a clock, interrupts nothing.
    if (token.kind === "move") isInterrupted = false;
    else if (token.kind !== "comment" || token.text) isInterrupted = true;
    if (diagram) isInterrupted = true;
  }
  return whole;
}

/** Ends a variation; one that is long has lines of its own, and can be folded. */
function close(inner: OpenVariation, depth: number, options: MovesOptions): void {
  const { element, head } = inner;
  const isLong = inner.hasOthers || inner.moveCount > SHORT_MOVES;
  element.classList.toggle("block", depth === 1 || (isLong && depth <= BLOCKS_MAX));
  if (depth > 1) {
    // No blank before the bracket.
    if (element.lastChild instanceof Text) element.lastChild.remove();
    element.append(")");
  }
  if (isLong && options.presses) element.prepend(foldButton(head, "fold", "Fold this variation"));
}

function foldButton(head: number, name: "fold" | "unfold", label: string): HTMLElement {
  return h("button", {
    type: "button", class: "fold", tabindex: -1, "data-head": head, "aria-label": label,
    "aria-expanded": String(name === "fold"),
  }, icon(name));
}

function moveElement(
  token: Token & { kind: "move" }, number: string | null, options: MovesOptions,
): HTMLElement {
  const children = [
    number && h("span", { class: "number" }, `${number}\u00a0`),
    h("span", { class: "san" }, token.text), ...token.nags.map(nagElement),
  ];
  if (!options.presses) return h("span", { class: "move" }, ...children);
  return h("button", { type: "button", class: "move", tabindex: -1, "data-node": token.node },
    ...children);
}

/** The sign of a glyph, in letters that every system has. */
export function signOf(nag: Nag): string {
  return nag.sign.replace("⩲", "+=").replace("⩱", "=+");
}

/** The subject of a NAG, for its color: the move, or which side is better. */
export function kindOf({ number }: Nag): string {
  if (number <= 6) return ["", "good", "bad", "good", "bad", "interesting", "dubious"][number] ?? "";
  if (number >= 14 && number <= 21) return number % 2 === 0 ? "white" : "black";
  return number <= 13 ? "equal" : "other";
}

function nagElement(nag: Nag): HTMLElement {
  const sign = signOf(nag) || nag.words;
  // `!` and `?` are written at the move; other signs after a space.
  return h("span", { class: `nag nag-${kindOf(nag)}`, title: nag.words },
    h("span", { "aria-hidden": "true" }, nag.number <= 6 ? sign : `\u00a0${sign}`),
    h("span", { class: "unseen" }, ` ${nag.words}`));
}

/** The name of a move: `12... Nf6`. */
export function moveName(tokens: readonly Token[], node: number): string {
  let number = "";
  for (const token of tokens) {
    if (token.kind !== "move") continue;
    // Without a number it is Black's reply.
    number = token.number ?? number.replace(/\.*$/, "...");
    if (token.node === node) return `${number} ${token.text}`;
  }
  return "Before the first move";
}
