// The messages between the page and its worker.

/** What the page asks for. */
export type Job =
  | { job: "start"; modules: [ArrayBuffer, ArrayBuffer] }
  | { job: "check"; games: Blob; site: string }
  | { job: "fix"; games: Blob; name: string; unsafe: boolean }
  | { job: "convert"; games: Blob; format: string; name: string };

/** One place in the file. */
export interface Example {
  line: number;
  column: number;
  game: number;
  message: string;
  help: string | null;
  /** The line of the file, and the part of it that the finding marks. */
  source: { text: string; from: number; to: number } | null;
  /** The position there, as text. */
  board: string | null;
  fix: { isSafe: boolean; title: string } | null;
}

/** The findings with one code. */
export interface Kind {
  code: string;
  name: string;
  severity: "error" | "warning" | "info";
  count: number;
  examples: Example[];
}

/** What the worker answers. */
export type Answer =
  | { answer: "ready"; formats: [string, string][]; sites: [string, string][] }
  | { answer: "progress"; bytes: number; games: number }
  | { answer: "report"; games: number; kinds: Kind[] }
  | { answer: "file"; file: Blob; name: string; summary: string }
  | { answer: "failed"; message: string };
