// The moves that other games played in the position: how often, and with which results.

import { button, h, sheet } from "./dom.js";
import css from "./tree.css";

/** A move that other games played in the position, and how these ended. */
export interface TreeMove {
  san: string;
  games: number;
  /** The points of the side that plays it, in percent. */
  score: number | null;
  white: number;
  draw: number;
  black: number;
}

/** The moves that other games played in the position. */
export interface Tree {
  /** Whether they are still counted. */
  busy: boolean;
  /** What is still going on, what is wrong, or what is not counted. */
  status: string | null;
  games: number;
  moves: TreeMove[];
}

/** What is known of the moves, and, without an index, why one is to choose how to get them. */
export interface TreeShown { tree: Tree | null; offer: string | null }

export class TreePanel {
  readonly element = h("section", { class: "tree", "aria-label": "Moves of other games", hidden: true });
  #drawn = "";

  constructor(private readonly act: (line: string) => void) {}

  /** Adds its styles to the tree of elements that it is in. */
  addStyles(): void {
    (this.element.getRootNode() as ShadowRoot).adoptedStyleSheets.push(sheet(css));
  }

  show(shown: TreeShown): void {
    const { tree, offer } = shown;
    // What has the focus stays while nothing changes.
    const drawn = JSON.stringify([tree, offer]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.element.hidden = !tree && offer === null;
    const end = button(tree?.busy ? "Cancel" : "Hide", {}, () => this.act("tree off"));
    if (!tree) {
      this.element.replaceChildren(h("p", {}, offer ?? ""), h("div", { class: "buttons" },
        button("Count in memory", { class: "primary" }, () => this.act("tree memory")),
        button("Write an index beside the file", {}, () => this.act("tree index")), end));
      return;
    }
    const count = `${tree.games} ${tree.games === 1 ? "game" : "games"} with this position`;
    const rows = tree.moves.map(({ san, games, score, white, draw, black }) => h("tr", {},
      h("th", { scope: "row" }, button(san, { class: "move" }, () => this.act(`play ${san}`))),
      h("td", {}, String(games)), h("td", {}, score === null ? "" : `${score} %`),
      h("td", {}, `${white} / ${draw} / ${black}`)));
    const head = h("tr", {}, ...["Move", "Games", "Score", "White / draws / Black"].map((name) =>
      h("th", { scope: "col" }, name)));
    this.element.replaceChildren(
      h("div", { class: "tree-line" }, h("p", { role: "status" }, tree.busy ? tree.status : count), end),
      h("p", { class: "tree-note" }, tree.busy ? null : tree.status),
      ...(rows.length > 0 ? [h("table", {}, h("thead", {}, head), h("tbody", {}, ...rows))] : []));
  }
}
