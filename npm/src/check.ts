// Findings and fixes.

import { analysis, loadAnalysis, Message, type Answer } from "./module.js";
import {
  hasGame, isText, join, putRegion, type Region, regionsOf, regionsOfStream, type SourceOptions,
  type Text, type TextStream, unitOffset, utf8OrLatin1,
} from "./source.js";

export type Severity = "error" | "warning" | "info";

/** A replacement of text. */
export interface Edit {
  /** In UTF-16 units for strings, otherwise in bytes. */
  range: [start: number, end: number];
  text: string;
}

/** Edits that belong together. */
export interface Fix {
  /** Whether the moves, the comments and the meaning of the tags stay the same. */
  isSafe: boolean;
  title: string;
  edits: Edit[];
}

/** Something that is wrong in a text. */
export interface Finding {
  /** The permanent code of its rule, such as `C001`. */
  code: string;
  /** The permanent name of its rule, such as `illegal-move`. */
  name: string;
  severity: Severity;
  /** What was expected and what was found. */
  message: string;
  /** How to fix it, in words. */
  help?: string;
  /** The board before a move that is illegal or ambiguous. */
  board?: string;
  /** The number of the game, from 1; missing outside of games. */
  game?: number;
  /** How many findings of its rule it stands for; mostly 1. */
  count: number;
  /** In UTF-16 units for strings, otherwise in bytes. */
  range: [start: number, end: number];
  /** Lines and columns from 1; columns in UTF-16 units. */
  start: { line: number; column: number };
  end: { line: number; column: number };
  fix?: Fix;
}

/** Which rules are checked. */
export interface CheckOptions extends SourceOptions {
  /**
   * The profile: `lax` without it, or `import`, `archival`, `reduced`, `modern`, `lossless`,
   * `lichess`, `chesscom`, `chessbase`, `scid`.
   */
  profile?: string;
  /** Only these rules: codes, beginnings of codes, names, or `all`. */
  select?: string[];
  /** None of these rules. */
  ignore?: string[];
  /** Called with the number of games read so far. */
  progress?: (games: number) => void;
}

export interface FixOptions extends CheckOptions {
  /** Apply fixes that guess or remove something, too. */
  unsafe?: boolean;
}

/** A text after its fixes. */
export interface Fixed {
  /** The text; of bytes that are not UTF-8, each byte as the character with its number. */
  text: string;
  bytes: Uint8Array;
  /** How often each rule was fixed. */
  applied: Record<string, number>;
}

/** A check of one text. */
class CheckSession {
  private readonly session: number;

  constructor(options: CheckOptions) {
    const message = Message.begin("open-check").text(options.profile ?? "lax");
    for (const rules of [options.select ?? [], options.ignore ?? []]) {
      message.number(rules.length);
      for (const rule of rules) message.text(rule);
    }
    this.session = message.call(analysis).number();
  }

  private put(verb: string): Message {
    return Message.begin(verb).number(this.session);
  }

  check(region: Region): Finding[] {
    const answer = putRegion(this.put("check"), region).call(analysis);
    return readFindings(answer, (at) => unitOffset(region, at));
  }

  fix(region: Region, isUnsafe: boolean | undefined, applied: Record<string, number>): Uint8Array {
    const answer = putRegion(this.put("fix").flag(isUnsafe), region).call(analysis);
    answer.flag();
    for (let n = answer.number(); n > 0; n--) {
      const code = answer.code();
      applied[code] = (applied[code] ?? 0) + answer.number();
    }
    return answer.bytes();
  }

  /** Ends the session; what is found only in the whole text comes last. */
  finish(offset: (byteOffset: number) => number): Finding[] {
    return readFindings(this.put("close-check").call(analysis), offset);
  }
}

function readFindings(answer: Answer, offset: (byteOffset: number) => number): Finding[] {
  return Array.from({ length: answer.number() }, () => {
    const finding: Finding = {
      code: answer.text(),
      name: answer.text(),
      severity: answer.text() as Severity,
      message: "",
      count: 1,
      range: [0, 0],
      start: { line: 0, column: 0 },
      end: { line: 0, column: 0 },
    };
    const game = answer.number();
    if (game > 0) finding.game = game;
    finding.count = answer.number();
    finding.message = answer.text();
    const help = answer.optionalText();
    if (help !== undefined) finding.help = help;
    const board = answer.optionalText();
    if (board !== undefined) finding.board = board;
    const [from, to] = [answer.number(), answer.number()];
    finding.range = [offset(from), offset(to)];
    finding.start = { line: answer.number(), column: answer.number() };
    finding.end = { line: answer.number(), column: answer.number() };
    const fix = answer.number();
    if (fix > 0) {
      finding.fix = {
        isSafe: fix === 1,
        title: answer.text(),
        edits: Array.from({ length: answer.number() }, (): Edit => {
          const [start, end] = [answer.number(), answer.number()];
          return { range: [offset(start), offset(end)], text: answer.text() };
        }),
      };
    }
    return finding;
  });
}

/** What is wrong with the text of one game. */
export function findingsOf(region: Region, options: CheckOptions = {}): Finding[] {
  if (region.text.length === 0) return [];
  const session = new CheckSession(options);
  const findings = session.check(region);
  session.finish((at) => at);
  return findings;
}

/**
 * The regions of any source, with a pause between chunks of streams; when the next one is wanted,
 * the last one counts as read.
 */
async function* allRegions(
  source: Text | TextStream,
  options: CheckOptions,
): AsyncGenerator<Region> {
  const regions = isText(source) ? regionsOf(source, options) : regionsOfStream(source, options);
  for await (const region of regions) {
    yield region;
    options.progress?.(region.games + (hasGame(region) ? 1 : 0));
  }
}

/** The offsets of findings about the whole text: of byte offsets where regions begin and end. */
class Offsets {
  private readonly starts: [start: number, unitStart: number][] = [];
  private last: Region | undefined;

  add(region: Region): void {
    this.last = region;
    if (region.units.isUtf16) this.starts.push([region.start, region.unitStart]);
  }

  /** The nearest offset that is known; findings in texts with UTF-16 offsets begin at games. */
  of(byteOffset: number): number {
    const { last } = this;
    if (!last || !last.units.isUtf16) return byteOffset;
    let [low, high] = [0, this.starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.starts[middle]![0] <= byteOffset) low = middle;
      else high = middle;
    }
    const [start, unitStart] = this.starts[low]!;
    return last.units.before + (unitStart + byteOffset - start) * last.units.size;
  }
}

/** Checks a text and returns what is wrong with it, in the order of the text. */
export async function check(
  source: Text | TextStream,
  options: CheckOptions = {},
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const some of checkEach(source, options)) findings.push(...some);
  return findings;
}

/**
 * Checks a text game by game: yields the findings of each region as it is read, so that a long
 * text can be checked with little memory. The last array has findings about the whole text.
 */
export async function* checkEach(
  source: Text | TextStream,
  options: CheckOptions = {},
): AsyncGenerator<Finding[]> {
  await loadAnalysis();
  const session = new CheckSession(options);
  const offsets = new Offsets();
  let isFinished = false;
  try {
    for await (const region of allRegions(source, options)) {
      offsets.add(region);
      const findings = session.check(region);
      if (findings.length > 0) yield findings;
    }
    isFinished = true;
    const findings = session.finish((at) => offsets.of(at));
    if (findings.length > 0) yield findings;
  } finally {
    if (!isFinished) session.finish((at) => at);
  }
}

/** Fixes what can be fixed in a text, and keeps all other bytes. UTF-16 becomes UTF-8. */
export async function fix(
  source: Text | TextStream,
  options: FixOptions = {},
): Promise<Fixed> {
  await loadAnalysis();
  const session = new CheckSession(options);
  const applied: Record<string, number> = {};
  const parts: Uint8Array[] = [];
  try {
    for await (const region of allRegions(source, options)) {
      parts.push(session.fix(region, options.unsafe, applied));
    }
  } finally {
    session.finish((at) => at);
  }
  return new FixedText(join(parts), applied);
}

class FixedText implements Fixed {
  constructor(
    readonly bytes: Uint8Array,
    readonly applied: Record<string, number>,
  ) {}

  get text(): string {
    return utf8OrLatin1(this.bytes);
  }
}
