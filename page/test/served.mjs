// The page of `pgn view --web` in a browser: `node --test test/served.mjs`. It needs Chromium,
// Stockfish, and `pgn` as cargo builds it or as PGN names it. GAMES is their number in the file.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const pgn = process.env.PGN ?? join(import.meta.dirname, "../../target/debug/pgn");
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const executablePath = process.env.CHROMIUM ??
  ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const stockfish = ["/usr/games/stockfish", "/usr/bin/stockfish"].find(existsSync);
const N_GAMES = Number(process.env.GAMES ?? 30_000);
const NEEDLE = Math.floor(N_GAMES * 2 / 3);

const NEEDLE_GAME = `[White "Needle"]
[Black "<img src=x onerror=alert(1)>"]
[Result "1-0"]

1. e4 e5 (1... c5 2. Nf3) 2. Nf3 {to   the king} Nc6 1-0

`;

/** Many games, one of them by a player with only this game. */
function manyGames() {
  const game = (n) => n === NEEDLE ? NEEDLE_GAME :
    `[White "Player ${n % 977}"]\n[Black "Player ${n % 1009}"]\n\n1. d4 d5 *\n\n`;
  return Array.from({ length: N_GAMES }, (_, n) => game(n)).join("");
}

const folder = mkdtempSync(join(tmpdir(), "pgn-served-"));
const state = join(folder, "state");
let browser;

before(async () => {
  assert.ok(executablePath, "Chromium is not installed");
  assert.ok(stockfish, "Stockfish is not installed");
  assert.ok(existsSync(pgn), `${pgn} is not built`);
  browser = await chromium.launch({
    executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-quic"],
  });
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Serves a file with these games; gives its path, the link, and how to end the server. */
async function serve(t, name, text, ...options) {
  const path = join(folder, name);
  writeFileSync(path, text);
  const child = spawn(pgn, ["view", "--web", "--no-open", ...options, path], {
    stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, XDG_STATE_HOME: state },
  });
  t.after(() => child.kill());
  const link = await new Promise((done, failed) => {
    child.stdout.once("data", (data) => done(String(data).trim()));
    child.once("exit", () => failed(new Error("pgn has ended")));
  });
  const stop = () => new Promise((done) => {
    child.once("exit", done);
    child.kill("SIGINT");
  });
  return { path, link, stop };
}

/** Opens a link; fails at the end if the page asked for anything else or complained. */
async function open(t, link, { expected = /(?!)/ } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const complaints = [];
  const { origin } = new URL(link);
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== origin) complaints.push(`asked for ${request.url()}`);
  });
  page.on("console", (message) => {
    if (message.type() === "error" && !expected.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => complaints.push(`a dialog: ${dialog.message()}`));
  t.after(async () => {
    await context.close();
    assert.deepEqual(complaints, []);
  });
  await page.goto(link);
  await page.locator(".row").first().waitFor();
  // Keys that are pressed before the game is there go to no game; until then the heading says so.
  await page.locator(".heading h2").first().waitFor();
  return page;
}

const current = (page) => page.locator('.moves [aria-current="true"] .san').textContent();
const square = (page, name) => page.locator(`pgn-view pgn-board [data-square="${name}"]`).first();
const live = (page) => page.locator(".app ~ [aria-live]");
const alert = (page) => page.locator(".alert");
const found = (page) => page.locator(".found");

/** Waits until a part of the page has a text. */
async function shows(locator, text) {
  await locator.filter({ hasText: text }).first().waitFor({ timeout: 60_000 });
}

async function checkAccess(page) {
  await page.evaluate(readFileSync(axe, "utf8"));
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  }));
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.failureSummary}`), []);
}

/** Checks that python-chess finds the edits in the game. */
function pythonChessReads(t, game) {
  const python = process.env.PGNKIT_PYTHON_CHESS ?? "python3";
  try {
    execFileSync(python, ["-c", "import chess"], { stdio: "ignore" });
  } catch {
    assert.ok(!process.env.PGNKIT_REQUIRE_ALL, "python-chess is missing");
    return t.diagnostic("python-chess is missing: not judged");
  }
  const program = "import chess.pgn, io, sys\n" +
    "game = chess.pgn.read_game(io.StringIO(sys.stdin.read()))\n" +
    "assert not game.errors\n" +
    "print(*[move.uci() for move in game.mainline_moves()], game.end().comment)\n";
  const said = execFileSync(python, ["-c", program], { input: game, encoding: "utf8" });
  assert.equal(said, "e2e4 e7e5 g1f3 b8c6 f1b5 Spanish, at last\n");
}

test("a game among many is found, edited and saved, by keys alone", async (t) => {
  const text = manyGames();
  const { path, link } = await serve(t, "many.pgn", text);
  const page = await open(t, link);
  const keys = async (...names) => { for (const name of names) await page.keyboard.press(name); };
  assert.doesNotMatch(page.url(), /#/, "the secret stays in the address");
  await shows(found(page), `${N_GAMES} games`);
  await keys("q", "End");
  await shows(page.locator(".row"), new RegExp(`^${N_GAMES}`));
  await keys("/");
  await page.keyboard.type('White = "Needle"');
  await keys("Enter");
  await shows(found(page), `1 game of ${N_GAMES}`);
  await keys("Tab", "Tab", "Tab", "Tab", "Tab", "Enter");
  await shows(page.locator(".heading"), "Needle");
  await keys("ArrowRight", "ArrowRight", "j");
  assert.equal(await current(page), "c5");
  await shows(page.locator(".opening"), "Sicilian");
  await keys("k", "l", "l", "i");
  await page.keyboard.type("Bb5");
  await keys("Enter", "Escape");
  assert.equal(await current(page), "Bb5");
  await keys("c");
  await page.keyboard.type("Spanish, at last");
  await keys("Escape", "Control+s");
  await shows(live(page), "1 game is saved");
  const [old, now] = ["Nc6 1-0", "Nc6 3. Bb5 {Spanish, at last}\n1-0"];
  const expected = text.replace(old, now);
  assert.ok(readFileSync(path, "utf8") === expected, "other bytes have changed");
  pythonChessReads(t, NEEDLE_GAME.replace(old, now));
  // Nothing is left to be saved, and the saved edits can still be undone.
  assert.ok(await page.getByRole("button", { name: "Save" }).isDisabled());
  await keys("Control+z");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForFunction(() => document.querySelector("pgn-view").shadowRoot
    .querySelector(".menu .primary").disabled);
  assert.match(readFileSync(path, "utf8").slice(expected.indexOf("Needle")), /^Needle[^*]*3\. Bb5 1-0/);
});

test("a search in a search waits for the list before, and all lists are left again", async (t) => {
  const { link } = await serve(t, "lists.pgn", manyGames());
  const page = await open(t, link);
  const ask = async (line) => {
    await page.getByLabel("Command or move").fill(line);
    await page.keyboard.press("Enter");
  };
  const count = (player, other) => Array.from({ length: N_GAMES }, (_, n) => n)
    .filter((n) => n !== NEEDLE && n % 977 === player && (other === undefined || n % 1009 === other)).length;
  // Typed faster than they are answered, each is made out of the one before.
  await page.evaluate(() => {
    const view = document.querySelector("pgn-view");
    for (const line of ["sort -game", 'find White = "Player 5"', '/Black = "Player 5"']) view.act(line);
  });
  const both = `${count(5, 5)} game`;
  await shows(found(page), new RegExp(`^${both}s? of ${N_GAMES}: White = "Player 5" \\| Black = "Player 5"$`));
  await ask("pl");
  await shows(found(page), new RegExp(`^${count(5)} games? of ${N_GAMES}: White = "Player 5"$`));
  const last = Math.floor((N_GAMES - 6) / 977) * 977 + 6;
  await shows(page.locator('[data-row="0"] .row-number'), String(last));
  await page.getByRole("button", { name: "All games" }).click();
  await shows(found(page), `${N_GAMES} games`);
  await ask("previous-list");
  await shows(alert(page), "These are all games");
});

const THREE = `[White "One"]

1. e4 e5 *

[White "Two"]

1. d4 d5 *

[White "Three"]

1. c4 c5 *
`;

test("edits of several games are kept apart, listed and saved at once", async (t) => {
  const { path, link } = await serve(t, "<b>.pgn", THREE);
  const page = await open(t, link);
  assert.match(await page.title(), /<b>\.pgn$/);
  await page.keyboard.press("End");
  await square(page, "g1").dragTo(square(page, "f3"));
  assert.equal(await current(page), "Nf3");
  await page.keyboard.press("PageDown");
  await shows(page.locator(".heading"), "Two");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("button", { name: "Tags" }).click();
  await page.getByLabel("Value of White", { exact: true }).fill("Second");
  await page.locator("dialog.tags").getByRole("button", { name: "Keep" }).click();
  await shows(page.locator(".row"), "✎");
  assert.equal(await page.locator(".row", { hasText: "✎" }).count(), 2);
  await shows(page.locator(".row"), "Second");
  await page.keyboard.press("PageUp");
  await shows(page.locator(".heading"), "One");
  // The first one has its move and its undo.
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+Shift+z");
  assert.match(await page.locator(".text > .moves").innerText(), /Nf3/);
  await page.getByRole("button", { name: "Save 2 games" }).click();
  await shows(live(page), "2 games are saved");
  assert.equal(readFileSync(path, "utf8"),
    THREE.replace("e5 *", "e5 2. Nf3 *").replace('White "Two"', 'White "Second"'));
});

test("edits that two runs have left of a game come back, one as a new game, and are saved", async (t) => {
  const path = join(folder, "left.pgn");
  writeFileSync(path, THREE);
  const env = { ...process.env, XDG_STATE_HOME: state };
  const left = () => existsSync(join(state, "pgnkit")) ? readdirSync(join(state, "pgnkit"))
    .filter((name) => name.endsWith(".pgn")).length : 0;
  const runs = ["c5", "c6"].map((reply) => {
    const run = spawn(pgn, ["view", "--plain", path], { stdio: ["pipe", "ignore", "inherit"], env });
    run.stdin.write(`game 1\nnext\n${reply}\n`);
    return run;
  });
  while (left() < 2) await new Promise((done) => setTimeout(done, 10));
  await Promise.all(runs.map((run) => new Promise((done) => {
    run.once("exit", done);
    run.kill("SIGKILL");
  })));
  const { link } = await serve(t, "left.pgn", THREE);
  const page = await open(t, link);
  await page.getByRole("button", { name: "Restore edits" }).click();
  await shows(live(page), "2 games restored");
  await page.getByRole("button", { name: "Save 2 games" }).click();
  await shows(live(page), "2 games are saved");
  const saved = readFileSync(path, "utf8");
  assert.match(saved, /1\. e4 e5 \(1\.\.\. c[56]\) \*[^]*Three[^]*\(1\.\.\. c[56]\) \*\n$/);
  assert.ok(saved.includes("(1... c5)") && saved.includes("(1... c6)"));
  while (left() > 0) await new Promise((done) => setTimeout(done, 10));
});

test("games are added and deleted, and nothing is written before saving", async (t) => {
  const { path, link } = await serve(t, "added.pgn", THREE);
  const page = await open(t, link);
  const say = async (line) => {
    await page.getByLabel("Command or move").fill(line);
    await page.keyboard.press("Enter");
  };
  await say("new");
  await shows(page.locator(".found"), "4 games");
  await say("d4");
  await say("paste 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  await shows(page.locator(".found"), "5 games");
  await page.locator('[data-row="0"]').click();
  await say("delete-game");
  await shows(page.locator(".heading"), "Saving deletes this game");
  await say("undo");
  await page.locator(".heading", { hasText: "Saving deletes" }).waitFor({ state: "detached" });
  await say("delete-game");
  await shows(page.locator(".heading"), "Saving deletes this game");
  assert.equal(readFileSync(path, "utf8"), THREE);
  await page.keyboard.press("Control+s");
  await shows(live(page), "2 games are saved, 1 game is deleted");
  const saved = readFileSync(path, "utf8");
  const rest = THREE.slice(THREE.indexOf("[", THREE.indexOf("*")));
  assert.ok(saved.includes(rest.trimEnd()) && !saved.includes(THREE.slice(0, 14)), saved);
  assert.match(saved, /1\. d4 \*\n\n[^]*\[FEN "4k3/);
  await shows(page.locator(".found"), "4 games");
});

test("many pasted games are written at once", async (t) => {
  const { path, link } = await serve(t, "many.pgn", THREE);
  const page = await open(t, link);
  const games = Array.from({ length: 5000 }, (_, n) => `[White "New ${n}"]\n\n1. f4 *\n\n`).join("");
  const started = Date.now();
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, games);
  await shows(page.locator(".found"), "5003 games");
  await shows(page.locator(".heading"), "New 0");
  await page.locator('[data-row="4"]').click();
  await shows(page.locator(".heading"), "New 1");
  let count = 0;
  page.on("request", () => { count += 1; });
  await page.keyboard.press("Control+s");
  await shows(live(page), "5000 games are saved");
  t.diagnostic(`5,000 games: ${Date.now() - started} ms, ${count} requests`);
  assert.ok(count < 10, `${count} requests`);
  const saved = readFileSync(path, "utf8");
  assert.equal(saved, `${THREE}\n${games.trimEnd()}\n`);
  await page.locator('[data-row="4"]').click();
  await shows(page.locator(".heading"), "New 1");
});

test("the opening tree is offered, counted, and follows the board and what is saved", async (t) => {
  const { path, link } = await serve(t, "tree.pgn", THREE);
  const page = await open(t, link);
  const tree = page.locator(".tree");
  await page.keyboard.press("T");
  await shows(tree, "there is no index of these games");
  await tree.getByRole("button", { name: "Hide" }).click();
  await tree.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("button", { name: "Opening tree" }).click();
  await tree.getByRole("button", { name: "Count in memory" }).click();
  await shows(tree, "3 games with this position");
  assert.deepEqual(await tree.locator("tbody tr").allInnerTexts().then((all) => all.map((row) => row.split("\t")[0].trim())), ["c4", "d4", "e4"]);
  assert.ok(!existsSync(`${path}.pgnidx`) && readdirSync(folder).every((name) => !name.includes("pgnidx")));
  await tree.getByRole("button", { name: "e4", exact: true }).click();
  await shows(tree, "1 game with this position");
  await page.keyboard.press("i");
  await page.keyboard.type("c5");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await shows(tree, "Edits that are not saved are not counted.");
  await page.keyboard.press("Control+s");
  await shows(live(page), "1 game is saved");
  await tree.getByText("Edits that are not saved").waitFor({ state: "detached" });
  await tree.getByRole("button", { name: "Hide" }).click();
  await tree.waitFor({ state: "hidden" });
});

test("a game of the list and pasted games become variations", async (t) => {
  const { path, link } = await serve(t, "merge.pgn", THREE);
  const page = await open(t, link);
  const say = async (line) => {
    await page.getByLabel("Command or move").fill(line);
    await page.keyboard.press("Enter");
  };
  await say("merge 2");
  await shows(page.locator(".text > .moves"), "1. d4 d5 Two - ? *");
  await say("merge 1");
  await shows(alert(page), "This is the open game");
  await say("merge 1. Nf3 {why} *");
  await shows(page.locator(".text > .moves"), "1. Nf3 why");
  await say("undo");
  await page.keyboard.press("Escape");
  await page.locator(".games").focus();
  await page.keyboard.press("End");
  await page.keyboard.press("V");
  await shows(page.locator(".text > .moves"), "1. c4 c5 Three - ? *");
  await page.keyboard.press("Control+s");
  await shows(live(page), "1 game is saved");
  const saved = readFileSync(path, "utf8");
  assert.ok(saved.includes("(1. d4 d5 {Two - ? *})") && saved.includes("(1. c4 c5 {Three - ? *})"), saved);
  assert.ok(saved.endsWith(THREE.slice(THREE.indexOf('[White "Two"]'))), saved);
});

test("of two pages that edit a game the second is told, and gets on", async (t) => {
  const { path, link } = await serve(t, "two-pages.pgn", THREE);
  const first = await open(t, link);
  const second = await open(t, link, { expected: /409/ });
  for (const [page, move] of [[first, "Nf3"], [second, "f4"]]) {
    await page.keyboard.press("End");
    await page.keyboard.press("i");
    await page.keyboard.type(move);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+s");
    if (page === first) await shows(live(page), "1 game is saved");
  }
  await shows(alert(second), "Game 1 was saved with other changes by another page");
  const saved = THREE.replace("e5 *", "e5 2. Nf3 *");
  assert.equal(readFileSync(path, "utf8"), saved);
  await second.keyboard.press("i");
  await second.keyboard.type("discard");
  await second.keyboard.press("Enter");
  await shows(second.locator(".text > .moves"), "Nf3");
  await second.keyboard.press("Escape");
  // Another program changes the file: this is reported, too.
  writeFileSync(path, THREE.replace("One", "Someone"));
  await second.keyboard.press("PageDown");
  await shows(alert(second), "changed by another program");
  assert.equal(readFileSync(path, "utf8"), THREE.replace("One", "Someone"));
});

test("the engine starts when it is asked, follows the game, and rests", async (t) => {
  const { link } = await serve(t, "engine.pgn", THREE, "--engine", stockfish, "--option", "Hash=16");
  const page = await open(t, link, { expected: /403/ });
  const lines = page.locator(".engine li");
  assert.equal(await lines.count(), 0);
  await page.keyboard.press("e");
  await shows(lines, /[+-]\d+\.\d\d .*depth \d/);
  assert.equal(await page.getByRole("button", { name: "Engine" }).getAttribute("aria-pressed"), "true");
  await checkAccess(page);
  // A move of a line is shown under the pointer, and pressed it adds the line up to it.
  const square = (name) => page.locator(`pgn-view pgn-board [data-square="${name}"]`).getAttribute("aria-label");
  const third = page.locator(".engine li").nth(1).locator(".move").nth(2);
  await third.waitFor();
  assert.match(await third.textContent(), /^2\. /);
  await page.locator(".engine li").first().locator(".depth").hover();
  const before = await Promise.all(["e2", "d2"].map(square));
  await third.hover();
  await page.waitForFunction(() => document.querySelector("pgn-view").shadowRoot
    .querySelector("pgn-board").position.fen.split(" ")[1] === "b");
  await page.mouse.move(5, 5);
  assert.deepEqual(await Promise.all(["e2", "d2"].map(square)), before);
  // Lines do not change under the pointer, though the engine goes on, but on its way there.
  await third.hover();
  const san = (await third.textContent()).replace(/^2\. /, "");
  await third.click();
  assert.equal(await current(page), san);
  for (let n = 0; n < 3; n += 1) await page.keyboard.press("Control+z");
  await page.keyboard.press("End");
  await page.keyboard.press("i");
  await page.keyboard.type("Ke2");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowRight");
  await shows(lines, /depth \d/);
  await page.keyboard.press("e");
  await page.waitForFunction(() => document.querySelector("pgn-view").shadowRoot
    .querySelector(".engine").hidden);
  // Loaded again it is the same page; without the link it is refused.
  await page.keyboard.press("Control+z");
  await page.reload();
  await page.locator(".row").first().waitFor();
  const stranger = await browser.newPage();
  await stranger.goto(new URL("/", link).href);
  await shows(stranger.locator(".alert"), "reopen the link");
  // Nothing else is on the page, and the words are in its middle.
  assert.equal(await stranger.locator("pgn-board, .games, .moves, .menu").filter({ visible: true }).count(), 0);
  const { width, height } = stranger.viewportSize();
  const words = await stranger.locator(".alert").boundingBox();
  assert.ok(Math.abs(words.x + words.width / 2 - width / 2) < 20, `${words.x}`);
  assert.ok(Math.abs(words.y + words.height / 2 - height / 2) < 60, `${words.y}`);
  await stranger.close();
});

test("when pgn has ended, the page says so and keeps what was not saved", async (t) => {
  const { link, stop } = await serve(t, "ended.pgn", THREE);
  const page = await open(t, link, { expected: /ERR_CONNECTION|Failed to load/ });
  await page.keyboard.press("End");
  await page.keyboard.press("i");
  await page.keyboard.type("Nf3");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await stop();
  await page.keyboard.press("Control+s");
  await shows(alert(page), "Pgn has ended");
  assert.match(await page.locator(".text > .moves").innerText(), /Nf3/);
  const [download] = await Promise.all([
    page.waitForEvent("download"), page.getByRole("button", { name: "Download" }).click(),
  ]);
  assert.match(readFileSync(await download.path(), "utf8"), /1\. e4 e5 2\. Nf3 \*/);
});

test("a page goes on when pgn is started again at the same address", async (t) => {
  const port = await new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
  const first = await serve(t, "again.pgn", THREE, "--port", String(port));
  const page = await open(t, first.link, { expected: /ERR_CONNECTION|Failed to load|403/ });
  await page.keyboard.press("End");
  await page.keyboard.press("i");
  await page.keyboard.type("Nf3");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await first.stop();
  await page.keyboard.press("Control+s");
  await shows(alert(page), `--port ${port}`);
  const second = await serve(t, "again.pgn", THREE, "--port", String(port));
  // The link is opened in another tab of the browser.
  const other = await page.context().newPage();
  await other.goto(second.link);
  await other.locator(".heading h2").first().waitFor();
  await page.bringToFront();
  await shows(live(page), "Pgn is there again");
  assert.equal(await alert(page).isVisible(), false);
  await page.keyboard.press("Control+s");
  await shows(live(page), "1 game is saved");
  assert.equal(readFileSync(second.path, "utf8"), THREE.replace("e5 *", "e5 2. Nf3 *"));
});
