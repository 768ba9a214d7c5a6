// Makes the picture of the page on the front page of the repository: `node picture.mjs`. It needs
// Chromium and `pgn`.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launch, pgn, root } from "./test/chromium.mjs";

const PICTURE = "docs/page.webp";
/** The limit of the picture's size, in bytes. */
const BYTES_MAX = 150_000;

/** The games that are shown, the first of them on the board. */
const GAMES = [
  "corpus/lesson/clocks-and-arrows.pgn",
  ...readdirSync(join(root, "corpus/classic")).sort().map((name) => `corpus/classic/${name}`),
];
/** The move on the board. */
const PLY = 5;

const folder = mkdtempSync(join(tmpdir(), "pgn-picture-"));
const [file, html] = ["games.pgn", "games.html"].map((name) => join(folder, name));
writeFileSync(file, GAMES.map((name) => readFileSync(join(root, name))).join("\n"));
execFileSync(pgn, ["convert", "--quiet", "--to", "html", "--interactive", file, "-o", html]);
const browser = await launch();
const page = await browser.newPage({
  viewport: { width: 1180, height: 700 }, reducedMotion: "reduce", colorScheme: "light",
});
await page.goto(pathToFileURL(html).href);
await page.locator(".row").first().waitFor();
for (let n = 0; n < PLY; n += 1) await page.keyboard.press("ArrowRight");
const devtools = await page.context().newCDPSession(page);
const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 90 });
await browser.close();
rmSync(folder, { recursive: true, force: true });
const picture = Buffer.from(data, "base64");
console.log(`${PICTURE} has ${picture.length} bytes`);
if (picture.length > BYTES_MAX) throw new Error(`at most ${BYTES_MAX} are wanted`);
writeFileSync(join(root, PICTURE), picture);
