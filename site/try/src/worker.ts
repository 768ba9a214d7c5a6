// The worker: reads, checks and writes games with the library of npm.

import {
  checkEach, fix, games, loadAnalysis, writeEpd,
  type Finding, type Game, type Loss, type Profile,
} from "../../../npm/src/index.js";
import { analysis, core } from "../../../npm/src/module.js";
import type { Answer, Example, Job, Kind } from "./protocol.js";
import { counted } from "./words.js";

const EXAMPLES_MAX = 20;
const ORDER = { error: 0, warning: 1, info: 2 };
const SITES: [string, string][] = [
  ["lichess", "Lichess"],
  ["chesscom", "Chess.com"],
  ["chessbase", "ChessBase"],
  ["scid", "Scid"],
];
const FORMATS: [string, string][] = [
  ["archival", "PGN: the standard's export form"],
  ["reduced", "PGN: main lines without comments"],
  ["modern", "PGN: export form in UTF-8"],
  ...SITES.map(([name, title]): [string, string] => [name, `PGN for ${title}`]),
  ["csv", "CSV: a table of games"],
  ["epd", "EPD: the positions of the main lines"],
  ["html", "HTML: a page with a viewer"],
];

const say = (answer: Answer) => postMessage(answer);

/** The bytes of a file in chunks, with reports of progress. */
async function* chunks(file: Blob, count: () => number): AsyncGenerator<Uint8Array> {
  const reader = (file.stream() as ReadableStream<Uint8Array>).getReader();
  for (let bytes = 0;;) {
    const { done, value } = await reader.read();
    if (done) return;
    bytes += value.length;
    yield value;
    say({ answer: "progress", bytes, games: count() });
  }
}

/** For showing a line; its parts may end within a character. */
function decoderOf(line: Uint8Array): TextDecoder {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(line);
    return new TextDecoder();
  } catch {
    return new TextDecoder("windows-1252");
  }
}

/** The line of the file with a finding; long lines are cut. */
async function sourceOf(file: Blob, [start, end]: [number, number]): Promise<Example["source"]> {
  const first = Math.max(0, start - 160);
  const bytes = new Uint8Array(await file.slice(first, Math.min(end, start + 160) + 160).arrayBuffer());
  const isBreak = (at: number) => bytes[at] === 10 || bytes[at] === 13;
  const isWithinCharacter = (at: number) => (bytes[at]! & 0xc0) === 0x80;
  let low = start - first;
  let high = low;
  while (low > 0 && !isBreak(low - 1)) low--;
  while (high < bytes.length && !isBreak(high)) high++;
  if (first > 0 && low === 0) while (isWithinCharacter(low)) low++;
  if (first + high < file.size && high === bytes.length) while (isWithinCharacter(--high));
  const decoder = decoderOf(bytes.subarray(low, high));
  const decode = (from: number, to: number) => decoder.decode(bytes.subarray(from, Math.max(from, to)));
  const before = decode(low, start - first);
  const marked = decode(start - first, Math.min(end - first, start - first + 160, high));
  return { text: decode(low, high), from: before.length, to: before.length + marked.length };
}

async function exampleOf(file: Blob, finding: Finding): Promise<Example> {
  return {
    line: finding.start.line,
    column: finding.start.column,
    game: finding.game ?? 0,
    message: finding.message,
    help: finding.help ?? null,
    source: await sourceOf(file, finding.range),
    board: finding.board ?? null,
    fix: finding.fix ? { isSafe: finding.fix.isSafe, title: finding.fix.title } : null,
  };
}

async function check(file: Blob, site: string): Promise<Answer> {
  const kinds = new Map<string, { kind: Kind; findings: Finding[] }>();
  let read = 0;
  const options = site ? { profile: site } : {};
  const source = chunks(file, () => read);
  const progress = (games: number) => { read = games; };
  for await (const findings of checkEach(source, { ...options, progress })) {
    for (const finding of findings) {
      const { code, name, severity, count } = finding;
      let entry = kinds.get(code);
      if (!entry) {
        const kind = { code, name, severity, count: 0, examples: [] };
        kinds.set(code, entry = { kind, findings: [] });
      }
      entry.kind.count += count;
      if (entry.findings.length < EXAMPLES_MAX) entry.findings.push(finding);
    }
  }
  for (const { kind, findings } of kinds.values()) {
    for (const finding of findings) kind.examples.push(await exampleOf(file, finding));
  }
  const sorted = [...kinds.values()].map(({ kind }) => kind)
    .sort((a, b) => ORDER[a.severity] - ORDER[b.severity] || b.count - a.count);
  return { answer: "report", games: read, kinds: sorted };
}

async function applyFixes(file: Blob, name: string, unsafe: boolean): Promise<Answer> {
  let read = 0;
  const progress = (games: number) => { read = games; };
  const fixed = await fix(chunks(file, () => read), { unsafe, progress });
  const applied = Object.values(fixed.applied).reduce((sum, count) => sum + count, 0);
  return {
    answer: "file",
    file: new Blob([fixed.bytes as Uint8Array<ArrayBuffer>], { type: "application/x-chess-pgn" }),
    name: `${name}-fixed.pgn`,
    summary: applied === 0
      ? "Nothing was fixed: the new file is the old one."
      : `${counted(applied, "fix", "fixes")} applied; all other bytes are as they were.`,
  };
}

const COLUMNS = [
  "Event", "Site", "Date", "Round", "White", "Black", "Result", "WhiteElo", "BlackElo", "ECO",
  "Opening", "TimeControl",
];

const cell = (text: string) => /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

function csvRow(game: Game): string {
  const moves = game.moves;
  const tags = COLUMNS.map((name) => game.tag(name) ?? "");
  const row = [String(game.number), ...tags, String(moves.length), moves.map(({ san }) => san).join(" ")];
  return `${row.map(cell).join(",")}\r\n`;
}

const csvHead = `${["Game", ...COLUMNS, "PlyCount", "Moves"].join(",")}\r\n`;

function epdLines(game: Game): string {
  const players = [game.tag("White"), game.tag("Black")].filter(Boolean).join(" – ");
  const id = `${players || "game"}, ${game.number}`;
  let lines = "";
  for (const node of [game.root, ...game.moves]) {
    const fen = node.fen;
    // Moves after one that is not legal have no position.
    if (fen === null) break;
    lines += `${writeEpd(fen, [{ opcode: "id", operands: [id] }])}\n`;
  }
  return lines;
}

const TYPES: Record<string, [string, string]> = {
  csv: ["csv", "text/csv"],
  epd: ["epd", "application/x-chess-epd"],
};

async function convert(file: Blob, format: string, name: string): Promise<Answer> {
  const parts: BlobPart[] = [];
  let text = format === "csv" ? csvHead : "";
  const losses = new Map<string, number>();
  let read = 0;
  for await (const game of games(chunks(file, () => read))) {
    read++;
    if (format === "csv") text += csvRow(game);
    else if (format === "epd") text += epdLines(game);
    else {
      const written = game.write({ profile: format as Profile });
      parts.push(written.bytes as Uint8Array<ArrayBuffer>);
      for (const { code, count } of written.losses as Loss[]) {
        losses.set(code, (losses.get(code) ?? 0) + count);
      }
    }
    if (text.length > 1 << 20) {
      parts.push(text);
      text = "";
    }
  }
  parts.push(text);
  const [extension, type] = TYPES[format] ?? ["pgn", "application/x-chess-pgn"];
  const lost = [...losses].map(([code, count]) => `${code} ${counted(count, "time")}`).join(", ");
  return {
    answer: "file",
    file: new Blob(parts, { type }),
    name: `${name}${extension === "pgn" ? `-${format}` : ""}.${extension}`,
    summary: `${counted(read, "game")} written.${lost ? ` This form cannot hold: ${lost}.` : ""}`,
  };
}

async function start(modules: [ArrayBuffer, ArrayBuffer]): Promise<Answer> {
  const [first, second] = await Promise.all(modules.map((module) => WebAssembly.compile(module)));
  core.use(() => first!);
  analysis.use(() => second!);
  await core.load();
  await loadAnalysis();
  return { answer: "ready", formats: FORMATS, sites: SITES };
}

function obey(job: Job): Promise<Answer> {
  switch (job.job) {
    case "start": return start(job.modules);
    case "check": return check(job.games, job.site);
    case "fix": return applyFixes(job.games, job.name, job.unsafe);
    case "convert": return convert(job.games, job.format, job.name);
  }
}

addEventListener("message", ({ data }: MessageEvent<Job>) => {
  obey(data).catch((error): Answer => ({
    answer: "failed",
    message: error instanceof Error ? error.message : String(error),
  })).then(say);
});
