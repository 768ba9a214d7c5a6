// Games that arrive bit by bit: the first of them can be shown before the last one is there.

import { h } from "./dom.js";

/** How much of the text is shown first, in bytes. */
const FIRST_BYTES = 100_000;
/** How often the page reports how much has arrived, in ms. */
const PAUSE_MS = 100;

/** Is called with the first bytes, and how many there are so far. */
export type Arrived = (first: Uint8Array, byteCount: number) => void;

/** The games at an address. */
export async function fetchGames(address: string, arrived: Arrived): Promise<Uint8Array> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  const parts: Uint8Array[] = [];
  let first: Uint8Array = new Uint8Array();
  let byteCount = 0;
  const reader = response.body!.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return joined(parts);
    parts.push(value);
    byteCount += value.length;
    if (byteCount - value.length < FIRST_BYTES) first = joined(parts).subarray(0, FIRST_BYTES);
    if (byteCount >= FIRST_BYTES) arrived(first, byteCount);
  }
}

/** The games in an element, all of them when the document is complete. */
export async function ownGames(element: HTMLElement, arrived: Arrived): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  const own = () => element.querySelector(":scope > pre") ?? element;
  while (document.readyState === "loading") {
    let [first, length] = ["", 0];
    for (const node of own().childNodes) {
      if (length < FIRST_BYTES) first += node.textContent ?? "";
      length += node.nodeType === Node.TEXT_NODE ? (node as Text).length : 0;
    }
    if (length >= FIRST_BYTES) arrived(encoder.encode(first.slice(0, FIRST_BYTES)), length);
    await pause(PAUSE_MS);
  }
  return encoder.encode(own().textContent ?? "");
}

/** Lets the browser show what was changed. */
export function pause(ms = 0): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

/** The part of a text that ends before its last game, which may be cut off; empty without one. */
export function completeGames(text: Uint8Array): Uint8Array {
  // Latin-1 has a character a byte.
  const end = new TextDecoder("latin1").decode(text).lastIndexOf("\n[Event ");
  return text.subarray(0, end + 1);
}

/** Parts of a text as one. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function megabytes(bytes: number): string { return `${(bytes / 1e6).toFixed(1)} MB`; }

/** The games of several files as one text, with an empty line between them. */
export async function gamesOfFiles(files: readonly File[]): Promise<Uint8Array> {
  const line = new TextEncoder().encode("\n\n");
  const texts = await Promise.all(files.map(async (file) => new Uint8Array(await file.arrayBuffer())));
  return joined(texts.flatMap((text, n) => n === 0 ? [text] : [line, text]));
}

/** Files of this machine, chosen in a dialog of the browser or dropped. */
export class FilesInput {
  readonly element = h("input", {
    type: "file", multiple: true, accept: ".pgn,text/plain,application/x-chess-pgn", hidden: true,
  });

  constructor(private readonly open: (files: File[]) => void) {
    this.element.addEventListener("change", () => {
      const files = [...this.element.files ?? []];
      this.element.value = "";
      if (files.length > 0) open(files);
    });
  }

  choose(): void { this.element.click(); }

  /** Takes the files that are dropped on an element, if it takes any. */
  listen(element: HTMLElement, takes: () => boolean): void {
    element.addEventListener("dragover", (event) => {
      if (takes() && event.dataTransfer?.types.includes("Files")) event.preventDefault();
    });
    element.addEventListener("drop", (event) => {
      const files = [...event.dataTransfer?.files ?? []];
      if (!takes() || files.length === 0) return;
      event.preventDefault();
      this.open(files);
    });
  }
}
