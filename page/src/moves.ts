// The movetext: moves, comments and variations as elements.

import { h, type Child } from "./dom.js";
import type { Nag, Token } from "./session.js";

/** Variations nested deeper look like the one around them: no game nests elements without end. */
const NESTING_MAX = 12;

/** What is done with a movetext. */
export interface MovesOptions {
  /** Whether the moves can be pressed. */
  presses: boolean;
  /** The diagram after a move, where it asks for one. */
  diagram?: (node: number) => Node | null;
}

/** The elements of a movetext. Cost: each token once. */
export function renderMoves(tokens: readonly Token[], options: MovesOptions): DocumentFragment {
  const whole = document.createDocumentFragment();
  let here: ParentNode & Node = whole;
  const around: (ParentNode & Node)[] = [];
  let n_deeper = 0;
  const put = (...children: Child[]) => {
    for (const child of children) if (child) here.append(child);
  };
  for (const token of tokens) {
    switch (token.kind) {
      case "move":
        put(moveElement(token, options), " ");
        break;
      case "nag":
        put(...token.nags.map(nagElement), " ");
        break;
      case "comment": {
        if (token.text) put(h("span", { class: "comment", dir: "auto", lang: "" }, token.text), " ");
        break;
      }
      case "open":
        if (around.length >= NESTING_MAX) {
          n_deeper += 1;
          put("(");
        } else {
          const inside = h("span", {
            class: token.depth <= 2 ? "variation block" : "variation",
            role: "group", "aria-label": `variation, depth ${token.depth}`,
          });
          if (options.presses) inside.append(foldButton(token.head, "−", "Fold this variation", true));
          put(inside, " ");
          around.push(here);
          here = inside;
        }
        break;
      case "close":
        if (n_deeper > 0) {
          n_deeper -= 1;
          put(") ");
        } else {
          here = around.pop() ?? whole;
        }
        break;
      case "folded":
        put(h("span", { class: "variation folded" },
          options.presses && foldButton(token.head, "+",
            `Unfold a variation of ${token.moves} moves: ${token.first}`, false),
          ` ${token.first} … `), " ");
        break;
      case "marker":
        put(h("span", { class: "marker" }, token.text.replace(/1\/2/g, "½")));
        break;
    }
    if (token.diagram) put(options.diagram?.(token.node) ?? null);
  }
  return whole;
}

function foldButton(head: number, sign: string, label: string, expanded: boolean): HTMLElement {
  return h("button", {
    type: "button", class: "fold", tabindex: -1, "data-head": head, "aria-label": label,
    "aria-expanded": String(expanded),
  }, sign);
}

function moveElement(token: Token & { kind: "move" }, options: MovesOptions): HTMLElement {
  const number = token.number ? h("span", { class: "number" }, `${token.number}\u00a0`) : null;
  const text = h("span", { class: "san" }, token.text);
  const signs = token.nags.map(nagElement);
  if (!options.presses) return h("span", { class: "move" }, number, text, ...signs);
  return h("button", { type: "button", class: "move", tabindex: -1, "data-node": token.node },
    number, text, ...signs);
}

/** The sign of a glyph, in letters that every system has. */
export function signOf(nag: Nag): string {
  return nag.sign.replace("⩲", "+=").replace("⩱", "=+");
}

function nagElement(nag: Nag): HTMLElement {
  const kind = nag.number <= 6 ? `nag nag-${nag.number}` : "nag";
  return h("span", { class: kind, title: nag.words },
    h("span", { "aria-hidden": "true" }, signOf(nag) || ` ${nag.words}`),
    h("span", { class: "unseen" }, ` ${nag.words}`));
}
