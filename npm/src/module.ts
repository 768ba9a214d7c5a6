// Calls of the WebAssembly module: messages in, answers out. `crates/pgn-js` has the other side.

/** What the module exports. */
interface Exports {
  memory: WebAssembly.Memory;
  pgn_input(nBytes: number): number;
  pgn_call(): number;
  pgn_output(): number;
}

/** Why a call failed, for example because a move is not legal or an expression has an error. */
export class PgnError extends Error {
  override name = "PgnError";
}

/** A WebAssembly module and its instance. */
export class WasmModule {
  private compiled: WebAssembly.Module | undefined;
  private exports: Exports | undefined;
  private loading: Promise<void> | undefined;
  private loader: () => WebAssembly.Module | Promise<WebAssembly.Module> = () => {
    throw new PgnError("the WebAssembly module is not loaded");
  };

  /** Says how it is loaded: at once, or with a promise. */
  use(loader: () => WebAssembly.Module | Promise<WebAssembly.Module>): void {
    this.loader = loader;
  }

  /** Loads it, if it is not there. */
  async load(): Promise<void> {
    if (this.compiled) return;
    this.loading ??= Promise.resolve(this.loader()).then(async (module) => {
      // Not every browser makes a large instance at once.
      this.exports = (await WebAssembly.instantiate(module)).exports as unknown as Exports;
      this.compiled = module;
    });
    try {
      await this.loading;
    } finally {
      this.loading = undefined;
    }
  }

  get instance(): Exports {
    if (this.exports) return this.exports;
    if (!this.compiled) {
      const module = this.loader();
      if (module instanceof Promise) {
        module.catch(() => {});
        throw new PgnError("call `await loadAnalysis()` first");
      }
      this.compiled = module;
    }
    this.exports = new WebAssembly.Instance(this.compiled).exports as unknown as Exports;
    return this.exports;
  }

  /** Forgets the instance, which is not used again after a trap. */
  reset(): void {
    this.exports = undefined;
  }
}

/** Reading, editing and writing games, and positions. */
export const core = new WasmModule();
/** Checks and queries. */
export const analysis = new WasmModule();

/**
 * Loads the part that checks games and tests queries. Node.js, Deno and Bun do it by themselves;
 * elsewhere, `game.findings`, `game.matches` and `where` in a `for … of` need it.
 */
export function loadAnalysis(): Promise<void> {
  return analysis.load();
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** A message: numbers of seven bits per byte, and texts and bytes after their length. */
export class Message {
  private bytes = new Uint8Array(1024);
  private length = 0;

  /** The message that is used again for each call. */
  static begin(verb: string): Message {
    shared.length = 0;
    return shared.text(verb);
  }

  private reserve(n: number): void {
    if (this.length + n <= this.bytes.length) return;
    const bytes = new Uint8Array(Math.max(2 * this.bytes.length, this.length + n));
    bytes.set(this.bytes.subarray(0, this.length));
    this.bytes = bytes;
  }

  number(value: number): this {
    if (!Number.isSafeInteger(value) || value < 0) {
      throw new PgnError(`expected a whole number, found ${value}`);
    }
    this.reserve(8);
    while (value >= 0x80) {
      this.bytes[this.length++] = (value % 0x80) | 0x80;
      value = Math.floor(value / 0x80);
    }
    this.bytes[this.length++] = value;
    return this;
  }

  flag(value: boolean | undefined): this {
    return this.number(value ? 1 : 0);
  }

  text(text: string): this {
    // A short text in ASCII, as most are, needs no encoder.
    const n = text.length;
    if (n < 0x80) {
      this.reserve(n + 1);
      const at = this.length + 1;
      let i = 0;
      for (let code = 0; i < n && (code = text.charCodeAt(i)) < 0x80; i++) {
        this.bytes[at + i] = code;
      }
      if (i === n) {
        this.bytes[this.length] = n;
        this.length = at + n;
        return this;
      }
    }
    return this.field(encoder.encode(text));
  }

  field(bytes: Uint8Array): this {
    return this.number(bytes.length).raw(bytes);
  }

  /** Bytes without their length. */
  raw(bytes: Uint8Array): this {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
    return this;
  }

  /** A copy of the message. */
  copy(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  /** Sends it; the answer is valid until the next call. */
  call(wasm = core): Answer {
    const module = wasm.instance;
    try {
      const at = module.pgn_input(this.length);
      const input = new Uint8Array(module.memory.buffer, at, this.length);
      input.set(this.bytes.subarray(0, this.length));
      const n = module.pgn_call();
      if (this.bytes.length > 4 << 20) this.bytes = new Uint8Array(1024);
      return new Answer(new Uint8Array(module.memory.buffer, module.pgn_output(), n));
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) wasm.reset();
      throw error;
    }
  }
}

const shared = new Message();

/** An answer: numbers, then texts or bytes. */
export class Answer {
  private readonly view: Uint8Array;
  private at = 4;
  private readonly end: number;
  private decoded: string | undefined;
  private textAt = 0;

  constructor(bytes: Uint8Array) {
    this.view = bytes;
    this.end = 4 + (bytes[0]! | (bytes[1]! << 8) | (bytes[2]! << 16) | (bytes[3]! << 24));
    if (this.number() !== 0) throw new PgnError(this.text());
  }

  number(): number {
    const { view } = this;
    let byte = view[this.at++]!;
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    let scale = 0x80;
    do {
      byte = view[this.at++]!;
      value += (byte & 0x7f) * scale;
      scale *= 0x80;
    } while (byte >= 0x80);
    return value;
  }

  /** Two bytes as one number. */
  bits(): number {
    this.at += 2;
    return this.view[this.at - 2]! | (this.view[this.at - 1]! << 8);
  }

  flag(): boolean {
    return this.number() !== 0;
  }

  /** A number that is 0 if there is none. */
  optional(): number | undefined {
    const value = this.number();
    return value === 0 ? undefined : value - 1;
  }

  text(): string {
    return this.take(this.number());
  }

  optionalText(): string | undefined {
    const length = this.number();
    return length === 0 ? undefined : this.take(length - 1);
  }

  private take(length: number): string {
    this.decoded ??= decoder.decode(this.view.subarray(this.end));
    const from = this.textAt;
    this.textAt += length;
    return this.decoded.slice(from, this.textAt);
  }

  /** A copy of the bytes after the numbers. */
  bytes(): Uint8Array {
    return this.view.slice(this.end);
  }

  /** The code of a rule: a letter and three digits. */
  code(): string {
    return String.fromCharCode(this.number(), this.number(), this.number(), this.number());
  }
}

export { encoder };
