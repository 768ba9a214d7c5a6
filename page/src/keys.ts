// Keys by the names of the table, and the table's entries for them.

import type { Face, KeyRow, Pane } from "./session.js";

const NAMES: Record<string, string> = {
  ArrowLeft: "Left", ArrowRight: "Right", ArrowUp: "Up", ArrowDown: "Down", Escape: "Esc", " ": "Space",
};

const SHOWN: Record<string, string> = { Left: "←", Right: "→", Up: "↑", Down: "↓" };

/** Keys as people read them. */
export function shownKeys(names: readonly string[]): string {
  const shown = names.map((name) => name.replace("C-", "Ctrl-").replace("A-", "Alt-").replace("S-", "Shift-")
    .replace(/\w+$/, (key) => SHOWN[key] ?? key));
  const isRange = names.length > 5 && names.every((name) => /\d$/.test(name));
  return isRange ? `${shown[0]} to ${shown.at(-1)}` : shown.join(" ");
}

/** The parts of a keyboard event that identify the key. */
export type Press = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** The name of a key in a pane; nothing for one that the browser keeps for itself. */
export function keyName(press: Press, pane: Pane): string | null {
  const { key, code, shiftKey } = press;
  if (press.altKey) {
    // With Alt a letter or digit is another sign on some keyboards.
    const letter = /^[a-z0-9]$/i.exec(key)?.[0] ?? /^(?:Key|Digit)(.)$/.exec(code)?.[1];
    if (pane !== "Squares" || press.ctrlKey || press.metaKey || !letter) return null;
    return `A-${shiftKey ? "S-" : ""}${(/^Digit(.)$/.exec(code)?.[1] ?? letter).toLowerCase()}`;
  }
  if (press.ctrlKey || press.metaKey) return `C-${shiftKey ? "S-" : ""}${key.toLowerCase()}`;
  const name = NAMES[key] ?? key;
  return shiftKey && name.length > 1 && name !== "Space" ? `S-${name}` : name;
}

/** The action of a key in a pane: the pane's, then the one for everywhere, then the game's. */
export function findKey(rows: KeyRow[], face: Face, pane: Pane, name: string): KeyRow | null {
  const has = (pane: Pane) => rows.find((row) => row.pane === pane && row[face].includes(name));
  const own = has(pane);
  if (own) return own;
  // A key that has a meaning on the list of a terminal must not have another one on this list.
  if (rows.some((row) => row.pane === pane && row.terminal.includes(name))) return null;
  return has("Both") ?? has("Game") ?? null;
}
