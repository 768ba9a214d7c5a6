// Games for the printer: headings, moves, and the diagrams that they ask for.

import { h } from "./dom.js";
import { renderMoves } from "./moves.js";
import { aboutGame, tagOf } from "./players.js";
import type { Session } from "./session.js";

/** The games in these rows of the list; without a row, the game on the board. */
export function printSheets(session: Session, rows: readonly (number | null)[]): HTMLElement[] {
  return rows.map((row) => {
    const sheet = session.sheet(row);
    const diagrams = new Map(sheet.diagrams);
    const diagram = (node: number) => {
      const svg = diagrams.get(node);
      diagrams.delete(node);
      return svg === undefined ? null : h("figure", { class: "diagram" }, drawn(svg));
    };
    return h("article", {},
      h("h2", { dir: "auto" }, `${tagOf(sheet, "White") || "?"} – ${tagOf(sheet, "Black") || "?"}`),
      h("p", { class: "about", dir: "auto" }, aboutGame(sheet)),
      diagram(0),
      h("div", { class: "moves" }, renderMoves(sheet.tokens, { presses: false, diagram })));
  });
}

/** A picture of the module as an element. */
function drawn(svg: string): Node {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
  return document.importNode(parsed.documentElement, true);
}
