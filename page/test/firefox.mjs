// The page in Firefox, opened as a file: `node --test test/firefox.mjs`. It needs Firefox and `pgn`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { launch } from "puppeteer-core";
import { pgn } from "./chromium.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const GAMES = `[White "Fischer"]
[Black "Spassky"]
[Result "1/2-1/2"]

1. e4 {[%eval 0.3] the best move} e5 2. Nf3 Nc6 3. Bb5 $1 {[%cal Gb5c6]} (3. Bc4 Bc5) 3... a6 1/2-1/2

[White "Tal"]
[Black "Botvinnik"]

1. d4 d5 2. c4 *
`;
const folder = mkdtempSync(join(tmpdir(), "pgn-firefox-"));
const html = join(folder, "games.html");
let browser;

before(async () => {
  const executablePath = process.env.FIREFOX ??
    ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find(existsSync);
  assert.ok(executablePath, "Firefox is not installed");
  const file = join(folder, "games.pgn");
  writeFileSync(file, GAMES);
  execFileSync(pgn, ["convert", "--quiet", "--to", "html", "--interactive", file, "-o", html]);
  browser = await launch({ browser: "firefox", executablePath });
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The page at this size, with the list of games, and what it complained of. */
async function open(width, height) {
  const page = await browser.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.setViewport({ width, height });
  await page.goto(pathToFileURL(html).href);
  await page.waitForSelector(">>> .row");
  return { page, complaints };
}

const texts = (page, selector) =>
  page.$$eval(`>>> ${selector}`, (all) => all.map((element) => element.textContent));

const current = async (page) => (await texts(page, '.moves [aria-current="true"]')).join();

test("lists the games, and steps through one", async () => {
  const { page, complaints } = await open(1280, 800);
  assert.equal((await texts(page, ".row")).length, 2);
  await page.keyboard.press("ArrowRight");
  assert.match(await current(page), /e4$/);
  for (let n = 0; n < 4; n += 1) await page.keyboard.press("ArrowRight");
  assert.match(await current(page), /Bb5/);
  await page.keyboard.press("n");
  await page.waitForFunction(() => {
    const find = (node) => [...node.querySelectorAll("*")].some((element) =>
      (element.matches(".moves") && element.textContent.includes("d4")) ||
      (element.shadowRoot && find(element.shadowRoot)));
    return find(document);
  });
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a typed move becomes a variation, and undo removes it", async () => {
  const { page, complaints } = await open(1280, 800);
  await page.keyboard.press("i");
  await page.keyboard.type("d4");
  await page.keyboard.press("Enter");
  assert.match(await current(page), /d4$/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("u");
  assert.ok(!(await texts(page, ".text > .moves")).join("").includes("d4"));
  assert.deepEqual(complaints, []);
  await page.close();
});

test("nothing is cut off at any width, and axe finds nothing", async () => {
  for (const [width, height] of [[360, 740], [820, 1180], [1280, 800], [1920, 1080]]) {
    const { page, complaints } = await open(width, height);
    for (let n = 0; n < 5; n += 1) await page.keyboard.press("ArrowRight");
    const found = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
    assert.ok(found <= 0, `${width}: ${found}`);
    const board = await (await page.$(">>> pgn-board")).boundingBox();
    assert.ok(board.x >= 0 && board.x + board.width <= width && board.width > 250, `${width}`);
    await page.evaluate(axe);
    const violations = await page.evaluate(async () => {
      const { violations } = await globalThis.axe.run(document, {
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0].target}`);
    });
    assert.deepEqual([...violations, ...complaints], [], `${width}`);
    await page.close();
  }
});
