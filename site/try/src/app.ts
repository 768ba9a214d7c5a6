// The page: takes a file, has the worker do the jobs, and shows what it answers.

import type { Answer, Example, Job, Kind } from "./protocol.js";
import { counted, shown } from "./words.js";

const RULES = "https://pgnkit.github.io/pgnkit/rules/";
const EXAMPLE_NAME = "example.pgn";

function part<Name extends keyof HTMLElementTagNameMap>(id: string, _name: Name) {
  return document.getElementById(id) as HTMLElementTagNameMap[Name];
}

/** An element with text and children; no text of a file becomes markup. */
function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  classes: string,
  ...children: (Node | string | null)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (classes) element.className = classes;
  for (const child of children) if (child !== null) element.append(child);
  return element;
}

/** A message, in which backticks mark what is written in a file. */
function prose(text: string): HTMLElement {
  const parts = text.split("`").map((part, i) => i % 2 === 1 ? h("code", "", part) : part);
  return h("p", "", ...parts);
}

const input = part("file", "input");
const site = part("site", "select");
const statusLine = part("status", "p");
const progress = part("progress", "progress");
const cancel = part("cancel", "button");
const findings = part("findings", "div");
const outcome = part("outcome", "p");
const download = part("download", "a");
const again = part("again", "button");
const format = part("format", "select");
const unsafe = part("unsafe", "input");
const viewer = part("viewer", "section");
const actions = [
  part("fix", "button"),
  part("convert", "button"),
  part("view", "button"),
];

/** The text of an element that holds data of this page. */
const held = (id: string) => document.getElementById(id)?.textContent?.trim() ?? "";

async function unpacked(id: string): Promise<ArrayBuffer> {
  const packed = Uint8Array.from(atob(held(id)), (sign) => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

let worker: Worker | null = null;
/** The file that was given, and what was last made of it. */
let games: File | null = null;
let made: File | null = null;
let waiting: ((answer: Answer) => void) | null = null;

/** Sends a job; the last answer to it resolves the promise. */
function run(job: Job, onProgress: (bytes: number, games: number) => void = () => {}) {
  return new Promise<Answer>((resolve) => {
    waiting = (answer) => {
      if (answer.answer === "progress") onProgress(answer.bytes, answer.games);
      else {
        waiting = null;
        resolve(answer);
      }
    };
    worker?.postMessage(job, job.job === "start" ? job.modules : []);
  });
}

async function start(): Promise<Answer> {
  const source = URL.createObjectURL(new Blob([held("worker")], { type: "text/javascript" }));
  worker = new Worker(source);
  worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => waiting?.(data));
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    waiting?.({ answer: "failed", message: event.message || "the worker stopped" });
  });
  const modules = await Promise.all([unpacked("module"), unpacked("analysis")]);
  return run({ job: "start", modules: modules as [ArrayBuffer, ArrayBuffer] });
}

/** Stops the job that runs; the worker is started again for the next one. */
async function stop(): Promise<void> {
  worker?.terminate();
  waiting?.({ answer: "failed", message: "canceled" });
  await start();
}

/** Runs a job with the progress bar and without a second one beside it. */
async function busy(title: string, job: Job): Promise<Answer> {
  for (const action of actions) action.disabled = true;
  progress.hidden = cancel.hidden = false;
  progress.value = 0;
  statusLine.textContent = title;
  const size = Math.max(1, games?.size ?? 1);
  const answer = await run(job, (bytes, count) => {
    progress.value = bytes / size;
    statusLine.textContent = `${title} ${counted(count, "game")}`;
  });
  progress.hidden = cancel.hidden = true;
  for (const action of actions) action.disabled = false;
  if (answer.answer === "failed") statusLine.textContent = `Not done: ${answer.message}`;
  return answer;
}

async function check(file: File): Promise<void> {
  if (waiting) await stop();
  games = file;
  forget();
  part("report", "section").hidden = false;
  part("result", "section").hidden = part("list", "section").hidden = true;
  findings.replaceChildren();
  const answer = await busy(`Checking ${file.name}:`, { job: "check", games: file, site: site.value });
  if (answer.answer !== "report") return;
  show(file, answer);
}

function show(file: File, report: Answer & { answer: "report" }): void {
  const total = (severity: Kind["severity"]) =>
    report.kinds.filter((kind) => kind.severity === severity)
      .reduce((sum, kind) => sum + kind.count, 0);
  const parts = [
    counted(total("error"), "error"),
    counted(total("warning"), "warning"),
    counted(total("info"), "note"),
  ];
  statusLine.textContent = `${file.name}: ${counted(report.games, "game")}, ${parts.join(", ")}`;
  findings.replaceChildren(...report.kinds.map(showKind));
  part("list", "section").hidden = report.kinds.length === 0;
  part("result", "section").hidden = report.games === 0;
}

function showKind(kind: Kind): HTMLElement {
  const link = h("a", "", "what this means");
  link.href = `${RULES}${kind.name}/`;
  link.rel = "noreferrer";
  const more = kind.count - kind.examples.length;
  const element = h(
    "details",
    "kind",
    h(
      "summary",
      "",
      h("span", `severity ${kind.severity}`, kind.severity === "info" ? "note" : kind.severity),
      h("strong", "", kind.name),
      h("span", "count", counted(kind.count, "time")),
    ),
    h("p", "where", `${kind.code} · `, link),
    ...kind.examples.map(showExample),
    more > 0 ? h("p", "where", `… and ${shown(more)} more`) : null,
  );
  element.open = kind.severity === "error";
  return element;
}

function showExample(example: Example): HTMLElement {
  const game = example.game > 0 ? `, game ${example.game}` : "";
  const text = h(
    "div",
    "",
    prose(example.message),
    h("p", "where", `line ${example.line}, column ${example.column}${game}`),
  );
  if (example.source) {
    const { text: line, from, to } = example.source;
    text.append(h("pre", "", line.slice(0, from), h("mark", "", line.slice(from, to)), line.slice(to)));
  }
  if (example.help) text.append(prose(`Help: ${example.help}`));
  if (example.fix) {
    text.append(prose(`${example.fix.isSafe ? "Safe fix" : "Guess"}: ${example.fix.title}`));
  }
  const element = h("div", "finding", text);
  if (example.board) element.append(h("pre", "board", example.board));
  return element;
}

/** What was made of another file is gone. */
function forget(): void {
  made = null;
  outcome.textContent = "";
  if (download.href) URL.revokeObjectURL(download.href);
  download.hidden = again.hidden = viewer.hidden = true;
  viewer.replaceChildren();
}

/** A name without its extension. */
const stem = (file: File) => file.name.replace(/\.[^.]*$/, "");

/** Offers the file that a job made. */
async function offer(title: string, job: Job): Promise<void> {
  const before = statusLine.textContent;
  forget();
  const answer = await busy(title, job);
  if (answer.answer === "failed") outcome.textContent = `Not done: ${answer.message}`;
  if (answer.answer !== "file") return;
  statusLine.textContent = before;
  present(new File([answer.file], answer.name, { type: answer.file.type }), answer.summary);
}

async function offerPage(file: File): Promise<void> {
  forget();
  const page = new File([await interactive(file)], `${stem(file)}.html`, { type: "text/html" });
  present(page, "A page with these games and a viewer, in one file.");
}

function present(file: File, summary: string): void {
  made = file;
  outcome.textContent = summary;
  download.href = URL.createObjectURL(made);
  download.download = made.name;
  download.textContent = `Download ${made.name}`;
  download.hidden = false;
  again.hidden = !made.name.endsWith(".pgn");
}

/** The text of the games; if it is not UTF-8, as the library decodes and writes it. */
async function textOf(file: File): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    const job = { job: "convert", games: file, format: "modern", name: stem(file) } as const;
    const answer = await busy("Decoding:", job);
    if (answer.answer === "file") return answer.file.text();
    throw new Error(answer.answer === "failed" ? answer.message : "the text is not decoded");
  }
}

/** The page that `pgn convert --to html --interactive` makes, with these games in it. */
async function interactive(file: File): Promise<Blob> {
  const template = new TextDecoder().decode(await unpacked("template"));
  const [head = "", foot = ""] = template.split("@GAMES@");
  const text = await textOf(file);
  const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;", "\0": "\uFFFD" };
  const escaped = text.replace(/[&<>\r\0]/g, (sign) => signs[sign] ?? sign);
  return new Blob([head, escaped, foot], { type: "text/html" });
}

async function openViewer(): Promise<void> {
  const file = made?.name.endsWith(".pgn") ? made : games;
  if (!file) return;
  const frame = h("iframe", "");
  frame.title = `Viewer: ${file.name}`;
  frame.src = URL.createObjectURL(await interactive(file));
  viewer.replaceChildren(frame);
  viewer.hidden = false;
  frame.scrollIntoView();
}

/** Converts a UTF-16 file to UTF-8, and adds `-utf8` to its name; returns other files unchanged. */
async function inUtf8(file: File): Promise<File> {
  const [first = 1, second = 1] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isMarked = first + second === 0xff + 0xfe && Math.abs(first - second) === 1;
  if (!isMarked && (first === 0) === (second === 0)) return file;
  const isLittle = isMarked ? first === 0xff : second === 0;
  const text = file.stream()
    .pipeThrough(new TextDecoderStream(isLittle ? "utf-16le" : "utf-16be"))
    .pipeThrough(new TextEncoderStream());
  return new File([await new Response(text).blob()], `${stem(file)}-utf8.pgn`);
}

function choose(file: File | null | undefined): void {
  if (file) void inUtf8(file).then(check);
}

input.addEventListener("change", () => choose(input.files?.[0]));
for (const kind of ["dragenter", "dragover"]) {
  document.addEventListener(kind, (event) => {
    event.preventDefault();
    part("drop", "div").classList.add("over");
  });
}
for (const kind of ["dragleave", "drop"]) {
  document.addEventListener(kind, () => part("drop", "div").classList.remove("over"));
}
document.addEventListener("drop", (event) => {
  event.preventDefault();
  choose(event.dataTransfer?.files[0]);
});
part("use-paste", "button").addEventListener("click", () => {
  choose(new File([part("paste", "textarea").value], "pasted.pgn"));
});
part("example", "button").addEventListener("click", () => {
  choose(new File([JSON.parse(held("sample"))], EXAMPLE_NAME));
});
site.addEventListener("change", () => choose(games));
cancel.addEventListener("click", () => void stop());
part("fix", "button").addEventListener("click", () => {
  if (games) void offer("Fixing:", { job: "fix", games, name: stem(games), unsafe: unsafe.checked });
});
part("convert", "button").addEventListener("click", () => {
  if (!games) return;
  if (format.value === "html") void offerPage(games);
  else {
    const job = { job: "convert", games, format: format.value, name: stem(games) } as const;
    void offer("Converting:", job);
  }
});
part("view", "button").addEventListener("click", () => void openViewer());
again.addEventListener("click", () => choose(made));

function options(select: HTMLSelectElement, rows: [string, string][]): void {
  select.replaceChildren(...rows.map(([value, label]) => {
    const option = h("option", "", label);
    option.value = value;
    return option;
  }));
}

const ready = await start();
if (ready.answer === "ready") {
  options(site, [["", "no program in particular"], ...ready.sites]);
  options(format, ready.formats);
  document.documentElement.dataset["ready"] = "";
} else if (ready.answer === "failed") {
  part("report", "section").hidden = false;
  progress.hidden = true;
  statusLine.textContent = `This browser cannot run the page: ${ready.message}`;
}
