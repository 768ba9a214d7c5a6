// Texts in chunks, cut into the regions of their games.

import { encoder, Message, PgnError } from "./module.js";

/** A text that is there as a whole. */
export type Text = string | Uint8Array | ArrayBuffer;

/** A text that comes in chunks of strings or bytes. */
export type TextStream =
  | Blob
  | Response
  | ReadableStream<Uint8Array | string>
  | AsyncIterable<Uint8Array | string>;

/** How a text is read. */
export interface SourceOptions {
  /**
   * The encoding of bytes, by a name such as `latin1` or `windows-1251`. Without it, each field is
   * read as UTF-8 if it is UTF-8, and else in the encoding that the text shows. UTF-16 is
   * recognized by its byte-order mark or its zeros.
   */
  encoding?: string;
}

/** The text of one game with what is before it, and where it is. */
export interface Region {
  readonly text: Uint8Array;
  /** How the game ended, as a number of the module; 0 and 4 if there is no game. */
  readonly end: number;
  /** The encoding as a number of the module. */
  readonly choice: number;
  /** The offset in the bytes that the module reads. */
  readonly start: number;
  readonly line: number;
  readonly column: number;
  /** Games before this one. */
  readonly games: number;
  /** The offset in the units of the caller. */
  readonly unitStart: number;
  readonly units: Units;
}

/** In what a caller counts offsets. */
export interface Units {
  /** UTF-16 units for strings and UTF-16 files, otherwise bytes. */
  readonly isUtf16: boolean;
  /** The size of a unit, and what is before the first. */
  readonly size: number;
  readonly before: number;
}

const BYTES: Units = { isUtf16: false, size: 1, before: 0 };
const STRING: Units = { isUtf16: true, size: 1, before: 0 };
/** A file in UTF-16, in bytes; without a byte-order mark, or after it. */
const WIDE: Units = { isUtf16: true, size: 2, before: 0 };
const MARKED_WIDE: Units = { isUtf16: true, size: 2, before: 2 };

export function hasGame(region: Region): boolean {
  return region.end !== 0 && region.end !== 4;
}

/** A region in a message. */
export function putRegion(message: Message, region: Region): Message {
  const { end, choice, start, line, column, games, text } = region;
  return message.number(end).number(choice).number(start).number(line).number(column)
    .number(games).field(text);
}

const CHUNK_BYTES = 1 << 18;
const CHUNK_UNITS = 1 << 17;

/** Streams that were neither read to their end nor closed. */
const abandoned = new FinalizationRegistry<number>(
  (stream) => void Message.begin("close-stream").number(stream).call(),
);

/** Cuts chunks into regions. */
export class Splitter {
  /** Its number in the module; -1 after the end. */
  private stream: number | undefined;
  private units: Units | undefined;
  /** Decodes UTF-16. */
  private wide: TextDecoder | undefined;
  private pending: Uint8Array | undefined;
  /** The first half of a surrogate pair at the end of a string. */
  private half = "";
  private start = 0;
  private unitStart = 0;
  private games = 0;

  constructor(private readonly options: SourceOptions) {}

  /** The regions that are complete with this chunk. */
  feed(chunk: string | Uint8Array): Region[] {
    if (typeof chunk === "string") {
      if (this.units && this.units !== STRING) throw new PgnError("a text has strings and bytes");
      this.units = STRING;
      let text = this.half + chunk;
      const last = text.charCodeAt(text.length - 1);
      this.half = last >= 0xd800 && last < 0xdc00 ? text.slice(-1) : "";
      if (this.half) text = text.slice(0, -1);
      return this.send(encoder.encode(text), false);
    }
    if (this.units === STRING) throw new PgnError("a text has strings and bytes");
    if (!this.units) {
      const head = this.pending ? join([this.pending, chunk]) : chunk;
      if (head.length < 2) {
        this.pending = head.slice();
        return [];
      }
      this.pending = undefined;
      this.begin(head);
      return this.bytes(head);
    }
    return this.bytes(chunk);
  }

  private begin(head: Uint8Array): void {
    const [first, second] = [head[0]!, head[1]!];
    const mark = (first << 8) | second;
    const isMarked = mark === 0xfffe || mark === 0xfeff;
    this.units = isMarked ? MARKED_WIDE : (first === 0) !== (second === 0) ? WIDE : BYTES;
    if (this.units === BYTES) return;
    this.wide = new TextDecoder(mark === 0xfffe || second === 0 ? "utf-16le" : "utf-16be");
  }

  private bytes(chunk: Uint8Array): Region[] {
    if (!this.wide) return this.send(chunk, false);
    return this.send(encoder.encode(this.wide.decode(chunk, { stream: true })), false);
  }

  /** The regions at the end of the text. */
  finish(): Region[] {
    this.units ??= BYTES;
    let rest = this.half ? encoder.encode(this.half) : this.pending ?? new Uint8Array();
    if (this.wide) rest = encoder.encode(this.wide.decode());
    return this.send(rest, true);
  }

  /** Frees the memory of a text that is not read to its end. */
  close(): void {
    if (this.stream === undefined || this.stream === -1) return;
    Message.begin("close-stream").number(this.stream).call();
    this.closed();
  }

  private closed(): void {
    abandoned.unregister(this);
    this.stream = -1;
  }

  private send(chunk: Uint8Array, isLast: boolean): Region[] {
    if (this.stream === -1) return [];
    if (this.stream === undefined) {
      const encoding = this.units !== BYTES ? "utf-8" : this.options.encoding ?? "";
      this.stream = Message.begin("open-stream").text(encoding).call().number();
      abandoned.register(this, this.stream, this);
    }
    const answer = Message.begin("feed-stream").number(this.stream).flag(isLast).raw(chunk).call();
    if (isLast) this.closed();
    const units = this.units ?? BYTES;
    const n = answer.number();
    const choice = answer.number();
    const text = n > 0 ? answer.bytes() : new Uint8Array();
    const regions: Region[] = [];
    for (let i = 0, at = 0; i < n; i++) {
      const length = answer.number();
      const end = answer.number();
      const line = answer.number();
      const column = answer.number();
      const nUtf16 = answer.number();
      const region: Region = {
        text: text.subarray(at, at + length), end, choice, start: this.start, line, column,
        games: this.games, unitStart: this.unitStart, units,
      };
      regions.push(region);
      at += length;
      this.start += length;
      this.unitStart += units.isUtf16 ? nUtf16 : length;
      if (hasGame(region)) this.games++;
    }
    return regions;
  }
}

/** Bytes one after the other. */
export function join(parts: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export function isText(source: unknown): source is Text {
  return typeof source === "string" ||
    source instanceof Uint8Array || source instanceof ArrayBuffer;
}

/** The regions of a text. */
export function* regionsOf(source: Text, options: SourceOptions): Generator<Region> {
  const splitter = new Splitter(options);
  try {
    const text = source instanceof ArrayBuffer ? new Uint8Array(source) : source;
    const step = typeof text === "string" ? CHUNK_UNITS : CHUNK_BYTES;
    for (let at = 0; at < text.length; at += step) {
      const chunk = typeof text === "string"
        ? text.slice(at, at + step)
        : text.subarray(at, at + step);
      yield* splitter.feed(chunk);
    }
    yield* splitter.finish();
  } finally {
    splitter.close();
  }
}

/** The regions of a stream. */
export async function* regionsOfStream(
  source: TextStream,
  options: SourceOptions,
): AsyncGenerator<Region> {
  const splitter = new Splitter(options);
  try {
    for await (const chunk of chunksOf(source)) yield* splitter.feed(chunk);
    yield* splitter.finish();
  } finally {
    splitter.close();
  }
}

async function* chunksOf(source: TextStream): AsyncGenerator<Uint8Array | string> {
  if (source instanceof Blob) return yield* chunksOf(source.stream());
  if (typeof Response !== "undefined" && source instanceof Response) {
    if (source.body) yield* chunksOf(source.body as ReadableStream<Uint8Array>);
    return;
  }
  if (!(source instanceof ReadableStream)) {
    if (typeof (source as AsyncIterable<unknown>)?.[Symbol.asyncIterator] !== "function") {
      throw new TypeError("expected a string, bytes, a Blob or a stream");
    }
    return yield* source as AsyncIterable<Uint8Array | string>;
  }
  // Not every browser iterates over streams.
  const reader = source.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
    reader.releaseLock();
  }
}

/**
 * From offsets of the module to those of the caller, in texts that follow each other: an offset
 * counts from the beginning of a region.
 */
export function unitOffset(region: Region, byteOffset: number): number {
  const { units, text, unitStart } = region;
  const inside = byteOffset - region.start;
  let n = inside;
  if (units.isUtf16) {
    n = 0;
    for (let i = 0; i < inside && i < text.length; i++) {
      const byte = text[i]!;
      if ((byte & 0xc0) !== 0x80) n += byte >= 0xf0 ? 2 : 1;
    }
  }
  return units.before + (unitStart + n) * units.size;
}

/** Each byte as the character with its number. */
export function latin1(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 4096) {
    text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  }
  return text;
}

/** Bytes that are UTF-8 as their text, others as `latin1`. */
export function utf8OrLatin1(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return latin1(bytes);
  }
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
