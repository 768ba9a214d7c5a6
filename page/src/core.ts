// The WebAssembly module: messages in, JSON out. `crates/pgn-wasm` has the other side.

import { fromText } from "./base91.js";
import { unpackLzma } from "./lzma.js";

/** The exports of the module. */
interface Exports {
  memory: WebAssembly.Memory;
  pgn_input(nBytes: number): number;
  pgn_call(): number;
  pgn_output(): number;
}

/** Why a message was not obeyed, in a sentence. */
export class Refused extends Error {
  constructor(
    message: string,
    /** How to fix it. */
    readonly hint: string | null,
    /** The part of the typed text that it is about, in bytes. */
    readonly span: [number, number] | null,
  ) {
    super(hint ? `${message} (${hint})` : message);
  }
}

/** A message: a length in four bytes before each field, the lowest first. */
export function encode(fields: readonly (string | Uint8Array)[]): Uint8Array {
  const encoder = new TextEncoder();
  const parts = fields.map((field) => (typeof field === "string" ? encoder.encode(field) : field));
  const message = new Uint8Array(parts.reduce((sum, part) => sum + 4 + part.length, 0));
  const view = new DataView(message.buffer);
  let at = 0;
  for (const part of parts) {
    view.setUint32(at, part.length, true);
    message.set(part, at + 4);
    at += 4 + part.length;
  }
  return message;
}

/** The fields of a message. */
export function decode(message: Uint8Array): Uint8Array[] {
  const view = new DataView(message.buffer, message.byteOffset, message.length);
  const fields: Uint8Array[] = [];
  for (let at = 0; at + 4 <= message.length;) {
    const length = view.getUint32(at, true);
    fields.push(message.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return fields;
}

/** One instance of the module, which holds one session. */
export class Core {
  private constructor(private readonly exports: Exports) {}

  static async start(module: WebAssembly.Module): Promise<Core> {
    const instance = await WebAssembly.instantiate(module);
    const exports = instance.exports as unknown as Exports;
    return new Core(exports);
  }

  /** Sends a message and returns its answer. */
  call<Answer>(...fields: (string | Uint8Array)[]): Answer {
    const answer = JSON.parse(new TextDecoder().decode(this.bytes(...fields)));
    if (typeof answer.error === "string") throw new Refused(answer.error, answer.hint, answer.span);
    return answer as Answer;
  }

  /** Sends a message and returns its answer as it is. */
  bytes(...fields: (string | Uint8Array)[]): Uint8Array {
    const message = encode(fields);
    const { memory, pgn_input, pgn_call, pgn_output } = this.exports;
    const at = pgn_input(message.length);
    new Uint8Array(memory.buffer, at, message.length).set(message);
    const length = pgn_call();
    // A copy: the next call overwrites the answer.
    return new Uint8Array(memory.buffer, pgn_output(), length).slice();
  }
}

const modules = new Map<string, Promise<WebAssembly.Module>>();

/**
 * The module from an element of this page that holds it, packed and as text, or else from an
 * address, without one beside this script; compiled once for all viewers.
 */
export function loadModule(url: string): Promise<WebAssembly.Module> {
  let module = modules.get(url);
  if (!module) {
    module = fetchBytes(url).then((bytes) => WebAssembly.compile(unpackLzma(bytes)));
    modules.set(url, module);
    module.catch(() => modules.delete(url));
  }
  return module;
}

async function fetchBytes(url: string): Promise<Uint8Array> {
  const inside = document.getElementById("pgn-view-module");
  if (inside) return fromText(inside.textContent ?? "");
  // A page without an address of its own, in a frame, has no place beside it.
  const response = await fetch(url || new URL("pgn.wasm.lzma", import.meta.url));
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
