// The panels that open over or below a game: annotations, tags, the help.

import { button, h } from "./dom.js";
import { shownKeys } from "./keys.js";
import { signOf } from "./moves.js";
import type {
  CommandRow, Face, GameState, KeyRow, Nag, Pane, Session, State, Tag,
} from "./session.js";

/** Sends the action to the session. */
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

  focus(): void { this.#text.focus(); }

  focusNags(): void { this.#glyphs.querySelector("button")?.focus(); }

  /** Shows the annotations of a move; `where` is the name of the move. */
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
  readonly #keepButton = button("Keep", { class: "primary" }, () => this.#keep());
  #tags: Tag[] = [];
  /** The tags of which was asked whether they are to be deleted. */
  #asked = "";

  constructor(private readonly run: Run) {
    this.dialog.append(h("h2", {}, "Tags"), this.#rows, this.#fault, h("div", { class: "buttons" },
      button("Add a tag", {}, () => this.#add("", "").querySelector("input")?.focus()),
      this.#keepButton, button("Close", {}, () => this.dialog.close())));
    this.#rows.addEventListener("input", () => this.#ask([]));
  }

  open(tags: Tag[]): void {
    this.#tags = tags;
    this.#rows.replaceChildren();
    this.#ask([]);
    for (const [name, value] of tags) this.#add(name, value);
    this.dialog.showModal();
  }

  #add(name: string, value: string): HTMLElement {
    const nameField = h("input", { type: "text", value: name, "aria-label": "Name of the tag", readonly: name !== "" });
    const valueField = h("input", { type: "text", value, dir: "auto", "aria-label": `Value of ${name || "the new tag"}` });
    const row = h("div", { class: "tag-row" }, nameField, valueField,
      button(`Remove ${name || "this tag"}`, {}, () => {
        valueField.value = "";
        row.hidden = true;
        this.#ask([]);
      }, "✕"));
    this.#rows.append(row);
    return row;
  }

  /** Asks whether tags are to be deleted; without any, whatever was asked is forgotten. */
  #ask(names: string[]): void {
    this.#asked = names.join(" ");
    this.#fault.textContent = names.length > 0 ? `${names.join(", ")} would be deleted.` : "";
    this.#keepButton.textContent = names.length > 0 ? `Delete ${names.join(", ")}` : "Keep";
  }

  #keep(): void {
    const changes: Tag[] = [];
    for (const row of this.#rows.children) {
      const [name = "", value = ""] = [...row.querySelectorAll("input")].map((field) => field.value);
      const before = this.#tags.find(([known]) => known === name)?.[1];
      if (name.trim() && (before ?? "") !== value) changes.push([name.trim(), value]);
    }
    const deleted = changes.filter(([, value]) => value === "").map(([name]) => name);
    if (deleted.length > 0 && this.#asked !== deleted.join(" ")) return this.#ask(deleted);
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
    this.#ask([]);
    this.#fault.textContent = failed;
    if (!failed) this.dialog.close();
  }
}

/** A field for games or positions, for devices that cannot paste into the page. */
export class PasteDialog {
  readonly dialog = h("dialog", { class: "paste", "aria-label": "Paste games" });
  readonly #text = h("textarea", {
    rows: 12, spellcheck: "false", "aria-label": "Games, a FEN or a link to a position on Lichess",
  });

  constructor(paste: (text: string) => void, merge: (text: string) => void) {
    this.dialog.append(h("h2", {}, "Paste games"),
      h("p", {}, "PGN of one or several games, FENs one per line, or a link to a position on Lichess."),
      h("p", {}, "Games can also be added to the open game as variations; for one of the list, type its number."),
      this.#text, h("div", { class: "buttons" },
        button("Add as new games", { class: "primary" }, () => {
          this.dialog.close();
          paste(this.#text.value);
        }),
        button("Add as variations", {}, () => {
          this.dialog.close();
          merge(this.#text.value.trim());
        }),
        button("Close", {}, () => this.dialog.close())));
  }

  open(): void {
    this.#text.value = "";
    this.dialog.showModal();
    this.#text.focus();
  }
}

type Rows = readonly (readonly [string, string])[];

/** All keys and commands of a page, from the tables. */
export class HelpDialog {
  readonly dialog = h("dialog", { class: "help", "aria-label": "Keys and commands" });

  fill(commands: readonly CommandRow[], keys: readonly KeyRow[], face: Face): void {
    const own = keys.filter((row) => row[face].length > 0);
    const panes = (["Game", "List", "Both", "Squares"] as Pane[]).flatMap((pane) => {
      const rows = own.filter((row) => row.pane === pane);
      return [h("h2", {}, rows[0]?.title), list(rows.map((row) => [shownKeys(row[face]), row.about]))];
    });
    const typed = (edits: boolean): Rows => commands
      .filter((row) => row[face] && row.edits === edits)
      .map(({ form, about }) => [form, about]);
    this.dialog.replaceChildren(...panes,
      h("h2", {}, "Typed commands"), h("p", {}, "What is no command is a move: e4, Nf3, g1f3, 0-0."),
      list(typed(false)), h("h2", {}, "Typed commands that change the game"), list(typed(true)),
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
