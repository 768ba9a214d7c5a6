// What opens over or below a game: annotating, tags, the help.

import { button, h } from "./dom.js";
import { signOf } from "./moves.js";
import type { GameState, Nag, Session, State, Tag } from "./session.js";

/** Sends what was done to the session. */
export type Run = (act: (session: Session) => State) => void;

/** The glyphs with a button; the others are in the list. */
const COMMON_NAGS = [1, 2, 3, 4, 5, 6, 10, 13, 14, 15, 16, 17, 18, 19];

/** Comments, glyphs and the order of variations. */
export class AnnotatePanel {
  readonly element = h("section", {
    class: "annotate", "aria-label": "Annotate", hidden: true, "data-part": "annotate",
  });
  readonly #glyphs = h("div", { class: "glyphs", role: "group", "aria-label": "Glyphs" });
  readonly #others = h("select", { "aria-label": "Another glyph" }, h("option", { value: "" }, "more …"));
  readonly #text = h("textarea", { rows: 3, dir: "auto", "aria-label": "Comment after this move" });
  readonly #where = h("p", { class: "where" });
  readonly #acts = h("div", { class: "buttons", role: "group", "aria-label": "Variations" });
  #nags: Nag[] = [];
  #game: GameState | null = null;

  constructor(private readonly run: Run) {
    const act = (label: string, verb: string) =>
      this.#acts.append(button(label, { "data-verb": verb }, () => run((session) => session.say(verb))));
    act("Promote", "promote");
    act("Demote", "demote");
    act("Make main line", "main");
    act("Delete variation", "delete-variation");
    act("Delete from here", "delete");
    act("Undo", "undo");
    act("Redo", "redo");
    this.#text.addEventListener("change", () => this.#keep());
    this.#others.addEventListener("change", () => {
      const number = Number(this.#others.value);
      this.#others.value = "";
      if (number) run((session) => session.nag(number));
    });
    this.element.append(this.#where, this.#glyphs, this.#others,
      h("label", {}, h("span", {}, "Comment"), this.#text),
      h("div", { class: "buttons" }, button("Keep comment", { class: "primary" }, () => this.#keep())),
      this.#acts);
  }

  /** The glyphs that there are. */
  fill(nags: Nag[]): void {
    this.#nags = nags;
    for (const nag of nags.filter((nag) => !COMMON_NAGS.includes(nag.number))) {
      this.#others.append(h("option", { value: nag.number }, `${signOf(nag)} ${nag.words}`.trim()));
    }
  }

  toggle(open = this.element.hidden !== false): boolean {
    this.element.hidden = !open;
    return open;
  }

  focus(): void { this.#text.focus(); }

  /** Shows what stands at a move; `where` is what it is called. */
  show(game: GameState, where: string): void {
    this.#game = game;
    this.#where.textContent = where;
    const text = game.comments[0] ?? "";
    if (this.#text.value !== text) this.#text.value = text;
    const common = COMMON_NAGS.flatMap((number) => this.#nags.find((nag) => nag.number === number) ?? []);
    this.#glyphs.replaceChildren(...common.map((nag) => {
      const made = button(nag.words, {
        "aria-pressed": String(game.nags.some(({ number }) => number === nag.number)),
        disabled: game.ply === 0,
      }, () => this.run((session) => session.nag(nag.number)), signOf(nag));
      return made;
    }));
    const can: Record<string, boolean | undefined> = {
      promote: game.depth > 0, demote: game.depth > 0, main: game.depth > 0,
      "delete-variation": game.depth > 0, delete: game.ply > 0,
      undo: game.undo, redo: game.redo,
    };
    for (const made of this.#acts.querySelectorAll("button")) {
      made.disabled = can[made.dataset["verb"] ?? ""] !== true;
    }
  }

  #keep(): void {
    const game = this.#game;
    const text = this.#text.value;
    if (game && (game.comments[0] ?? "") !== text) this.run((session) => session.comment(0, text));
  }
}

/** The tags of a game, to be edited. */
export class TagsDialog {
  readonly dialog = h("dialog", { class: "tags", "aria-label": "Tags" });
  readonly #rows = h("div", { class: "tag-rows" });
  readonly #fault = h("p", { class: "faults bad", role: "alert" });
  #tags: Tag[] = [];

  constructor(private readonly run: Run) {
    this.dialog.append(h("h2", {}, "Tags"), this.#rows, this.#fault, h("div", { class: "buttons" },
      button("Add a tag", {}, () => this.#add("", "").querySelector("input")?.focus()),
      button("Keep", { class: "primary" }, () => this.#keep()),
      button("Close", {}, () => this.dialog.close())));
  }

  open(tags: Tag[]): void {
    this.#tags = tags;
    this.#fault.textContent = "";
    this.#rows.replaceChildren();
    for (const [name, value] of tags) this.#add(name, value);
    this.dialog.showModal();
  }

  #add(name: string, value: string): HTMLElement {
    const nameField = h("input", { type: "text", value: name, "aria-label": "Name of the tag", readonly: name !== "" });
    const valueField = h("input", { type: "text", value, dir: "auto", "aria-label": `Value of ${name || "the new tag"}` });
    const row = h("div", { class: "tag-row" }, nameField, valueField,
      button(`Remove ${name || "this tag"}`, {}, () => { valueField.value = ""; row.hidden = true; }, "✕"));
    this.#rows.append(row);
    return row;
  }

  #keep(): void {
    const changes: Tag[] = [];
    for (const row of this.#rows.children) {
      const [name = "", value = ""] = [...row.querySelectorAll("input")].map((field) => field.value);
      const before = this.#tags.find(([known]) => known === name)?.[1];
      if (name.trim() && (before ?? "") !== value) changes.push([name.trim(), value]);
    }
    let failed = "";
    this.run((session) => {
      for (const [name, value] of changes) {
        try {
          session.tag(name, value);
        } catch (error) {
          failed ||= `${name}: ${error instanceof Error ? error.message : String(error)}`;
        }
      }
      return session.state();
    });
    this.#fault.textContent = failed;
    if (!failed) this.dialog.close();
  }
}

type Rows = readonly (readonly [string, string])[];

const KEYS: Rows = [
  ["← →", "one move back, one forward"],
  ["↑ ↓", "the variation before, the one after"],
  ["Home End", "the start, the end of the line"],
  ["1 to 9", "one of the moves that may follow"],
  ["o", "out of the variation"],
  ["p", "play the moves one by one, or stop"],
  ["Page Up, Page Down", "the game before, the next one"],
  ["f", "flip the board"],
  ["/", "search"],
  ["g", "the list of games"],
  ["b", "the squares of the board"],
  ["i", "the field for commands and moves"],
  ["c", "write a comment"],
  ["Ctrl+Z, Ctrl+Shift+Z", "undo, redo"],
];

const BOARD_KEYS: Rows = [
  ["arrows", "from square to square; with Shift to the next piece"],
  ["Enter", "take up a piece, put it down"],
  ["k q r b n p", "to the next king, queen, …; with Shift backwards"],
  ["1 to 8", "to a rank; with Shift to a file"],
  ["x", "the first piece in each direction"],
  ["a", "who attacks this square"],
  ["m", "the moves of this piece"],
  ["o", "what stands here"],
  ["l", "the last move"],
  ["c", "the comment"],
  ["t", "the clocks"],
  ["w", "where in the game this is"],
  [". ,", "one move forward, one back"],
];

/** All keys and commands. */
export class HelpDialog {
  readonly dialog = h("dialog", { class: "help", "aria-label": "Keys and commands" });

  /** Fills in the commands that may be typed, and keys beside those of every page. */
  fill(commands: Rows, keys: Rows): void {
    this.dialog.replaceChildren(
      h("h2", {}, "Keys"), list([...KEYS, ...keys]), h("h2", {}, "On the squares of the board"), list(BOARD_KEYS),
      h("h2", {}, "Typed commands"), h("p", {}, "What is no command is a move: e4, Nf3, g1f3, 0-0."),
      list(commands),
      h("div", { class: "buttons" }, button("Close", { class: "primary" }, () => this.dialog.close())));
  }

  open(): void {
    this.dialog.showModal();
    this.dialog.scrollTop = 0;
  }
}

function list(rows: Rows): HTMLElement {
  return h("dl", {}, ...rows.map(([form, what]) =>
    h("div", {}, h("dt", {}, form), h("dd", {}, what))));
}
