// Makes the page, which is one file: `node build.mjs FILE`. It needs the library of ../../npm, built,
// and the command, which PGN names or cargo has built.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = import.meta.dirname;
const root = resolve(here, "../..");
const target = resolve(process.argv[2] ?? join(root, "target/site/try/index.html"));
const pgn = process.env.PGN ?? join(root, "target/debug/pgn");
if (!existsSync(pgn)) throw new Error(`${pgn} is not built`);

/** A source and all that it imports, as one script. */
async function bundle(name, format) {
  const made = await build({
    absWorkingDir: here,
    entryPoints: [`src/${name}.ts`],
    bundle: true,
    minify: true,
    write: false,
    format,
    target: ["chrome111", "firefox114", "safari16.4"],
    charset: "utf8",
    legalComments: "none",
  });
  const text = made.outputFiles[0].text.trim();
  if (text.includes("</script")) throw new Error(`${name} would end its element`);
  return text;
}

async function style() {
  const options = { entryPoints: [join(here, "src/try.css")], minify: true, write: false };
  return (await build(options)).outputFiles[0].text.trim();
}

const GAME = "*\n";

/** The page with the viewer, with a mark where the games belong. */
async function template() {
  const folder = await mkdtemp(join(tmpdir(), "pgn-try-"));
  const file = join(folder, "games.pgn");
  await writeFile(file, GAME);
  const options = ["convert", "--to", "html", "--interactive", file];
  const page = execFileSync(pgn, options, { encoding: "utf8", maxBuffer: 1 << 26 });
  await rm(folder, { recursive: true });
  const parts = page.split(`<pre hidden>\n${GAME}</pre>`);
  if (parts.length !== 2) throw new Error("`pgn convert` made a page of another form");
  return parts.join("<pre hidden>\n@GAMES@</pre>");
}

const packed = (bytes) => gzipSync(bytes, { level: 9 }).toString("base64");
const digest = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const data = (id, text) => `<script type="text/plain" id="${id}">${text}</script>\n`;

const viewer = await template();
const css = await style();
const app = await bundle("app", "esm");
// The viewer runs in a frame, which obeys the policy of this page, too.
const policy = viewer.match(/script-src ([^;]*)/)[1].match(/'sha256-[^']*'/g);
const sample = await readFile(join(root, "corpus/wild/hand-score-sheet.pgn"), "utf8");
const text = {
  "@POLICY@": [
    "default-src 'none'",
    `script-src ${digest(app)} ${policy.join(" ")} 'wasm-unsafe-eval' blob:`,
    "worker-src blob:",
    "frame-src blob:",
    "img-src data:",
    `style-src ${digest(css)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; "),
  "@STYLE@": `<style>${css}</style>`,
  "@SCRIPT@": data("sample", JSON.stringify(sample).replaceAll("<", "\\u003c"))
    + data("worker", await bundle("worker", "iife"))
    + data("module", packed(await readFile(join(root, "npm/dist/pgnkit.wasm"))))
    + data("analysis", packed(await readFile(join(root, "npm/dist/pgnkit-analysis.wasm"))))
    + data("template", packed(Buffer.from(viewer)))
    + `<script type="module">${app}</script>`,
};
const page = (await readFile(join(here, "index.html"), "utf8"))
  .replace(/@[A-Z]+@/g, (mark) => text[mark] ?? mark);
await mkdir(dirname(target), { recursive: true });
await writeFile(target, page);
console.log(`${target}: ${page.length} bytes, ${gzipSync(page).length} with gzip`);
