// The page in a browser: `node --test test/browser.mjs`. It needs Chromium, and `pgn` as cargo builds
// it or as PGN names it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, test } from "node:test";
import { build } from "esbuild";
import { launch, pgn, root } from "./chromium.mjs";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

const GAMES = `[Event "Match"]
[Site "Here"]
[Date "1992.11.04"]
[Round "29"]
[White "Fischer, Robert J."]
[Black "Spassky, Boris V."]
[Result "1/2-1/2"]

1. e4 {[%eval 0.3][%clk 1:00:00] the best move} e5 {[%eval 0.2][%clk 0:59:00]}
2. Nf3 {[%eval 0.4][%clk 0:58:00]} Nc6 {[%eval 0.3][%clk 0:57:00]}
3. Bb5 $1 {[%csl Gb5][%cal Gb5c6]} (3. Bc4 Bc5 (3... Nf6 4. Ng5)) (3. d4) 3... a6
4. Ba4 {שלום עולם} Nf6 {[#]} 1/2-1/2

[Event "Second"]
[White "Tal"]
[Black "Botvinnik"]
[Result "1-0"]

1. d4 d5 2. c4 1-0

[Event "Study"]
[White "Promotion"]
[Black "?"]
[Result "*"]
[SetUp "1"]
[FEN "8/P6k/8/8/8/8/7K/8 w - - 0 1"]

*

[Event "Drops"]
[White "Crazyhouse"]
[Black "?"]
[Result "*"]
[Variant "Crazyhouse"]

1. e4 d5 2. exd5 Qxd5 *

[Event "Castling"]
[White "Chess960"]
[Black "?"]
[Result "*"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/8/5KR1 w G - 0 1"]

*
`;

const folder = mkdtempSync(join(tmpdir(), "pgn-page-"));
let browser;
let server;
let origin;
/** Sends the rest of a file that was asked for under `/slow/`. */
let sendRest;

/** A page of games, made by `pgn convert`. */
function made(name, text, ...options) {
  const file = join(folder, `${name}.pgn`);
  writeFileSync(file, text);
  const page = join(folder, `${name}.html`);
  execFileSync(pgn, ["convert", "--quiet", "--to", "html", "--interactive", ...options, file, "-o", page]);
  return page;
}

before(async () => {
  browser = await launch();
  server = createServer((request, response) => {
    const name = request.url.slice(1).replace(/^slow\//, "");
    const path = name.endsWith(".html") || name.endsWith(".pgn")
      ? join(folder, name) : join(root, "crates/pgn-cli/viewer", name);
    if (!existsSync(path)) return response.writeHead(404).end();
    const type = { ".html": "text/html", ".js": "text/javascript" }[extname(path)];
    response.writeHead(200, { "content-type": type ?? "application/octet-stream" });
    const bytes = readFileSync(path);
    if (!request.url.startsWith("/slow/")) return response.end(bytes);
    // The rest comes when the test has looked at the beginning.
    const split = bytes.length - 100_000;
    response.write(bytes.subarray(0, split));
    sendRest = () => response.end(bytes.subarray(split));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${server.address().port}`;
});

after(async () => {
  await browser?.close();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a page, and fails at the end if it asked for anything else or complained. */
async function open(t, address, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...options,
  });
  const page = await context.newPage();
  const complaints = [];
  const allowed = new URL(address);
  page.on("request", (request) => {
    const url = new URL(request.url());
    const isOwn = url.protocol === "blob:" ||
      (allowed.protocol === "file:" ? url.href === allowed.href : url.origin === allowed.origin);
    if (!isOwn) complaints.push(`asked for ${url.href.slice(0, 200)}`);
  });
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("404")) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => complaints.push(`a dialog: ${dialog.message()}`));
  t.after(async () => {
    await context.close();
    assert.deepEqual(complaints, []);
  });
  await page.goto(address);
  await page.waitForFunction(() => {
    const view = document.querySelector("pgn-view");
    return view?.shadowRoot?.querySelector(".heading")?.textContent ||
      view?.shadowRoot?.querySelector(".found")?.textContent;
  });
  return page;
}

/** A session of the module, in this process. */
async function session() {
  const packed = readFileSync(join(root, "crates/pgn-cli/viewer/pgn.wasm.lzma"));
  const { outputFiles } = await build({
    stdin: {
      contents: 'export * from "./core.ts"; export * from "./lzma.ts"; export * from "./session.ts";',
      resolveDir: join(root, "page/src"), loader: "ts",
    },
    bundle: true, format: "esm", write: false,
  });
  const code = `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`;
  const { Core, Session, unpackLzma } = await import(code);
  return new Session(await Core.start(await WebAssembly.compile(unpackLzma(packed))));
}

const file = (path) => pathToFileURL(path).href;
const fen = (page) => page.evaluate(() => document.querySelector("pgn-view").fen);
const placement = async (page) => (await fen(page)).split(" ")[0];
const current = (page) => page.locator('.moves [aria-current="true"] .san').textContent();
const moves = (page) => page.locator(".text > .moves").innerText();
const live = (page) => page.locator(".app ~ [aria-live]").textContent();
const square = (page, name) => page.locator(`pgn-view pgn-board [data-square="${name}"]`).first();

async function downloaded(page) {
  const [download] = await Promise.all([
    page.waitForEvent("download"), page.getByRole("button", { name: "Download" }).click(),
  ]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

/** Everything that is pressed is large enough for a finger, except in the text of the moves. */
async function checkTargets(page) {
  const pressed = ".app button:visible, .app select:visible, .app input:not([type=checkbox]):visible";
  for (const target of await page.locator(`:is(${pressed}):not(.move, .fold)`).all()) {
    const { width, height } = await target.boundingBox();
    const name = await target.evaluate((element) => element.ariaLabel ?? element.textContent);
    assert.ok(Math.min(width, height) >= 44, `${name}: ${width} by ${height}`);
  }
}

/** Presses a button of the box "More". */
async function more(page, name) {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.locator(".more-box").getByRole("button", { name }).click();
}

async function checkAccess(page, what) {
  await page.evaluate(readFileSync(axe, "utf8"));
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  }));
  const said = violations.map(({ id, nodes }) =>
    `${id}: ${nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary}`).join(" | ")}`);
  assert.deepEqual(said, [], what);
}

test("a file opens by itself, and steps through the game", async (t) => {
  const page = await open(t, file(made("games", GAMES)));
  assert.equal(await page.locator(".row").count(), 5);
  await page.keyboard.press("ArrowRight");
  assert.equal(await current(page), "e4");
  assert.match(await live(page), /^1\. White: pawn to e4\.\nComment: the best move/);
  await page.keyboard.press("End");
  assert.equal(await current(page), "Nf6");
  await page.keyboard.press("Home");
  assert.equal(await page.locator('.moves [aria-current="true"]').count(), 0);
  assert.match(await fen(page), /^rnbqkbnr\/pppppppp\/8\/8\/8\/8\/PPPPPPPP\/RNBQKBNR w/);
  assert.equal(await page.locator(".graph").count(), 2);
});

test("board, controls and moves are in sight at every size, and nothing is cut off", async (t) => {
  const path = file(made("games", GAMES));
  for (const [width, height] of [[360, 740], [390, 844], [768, 1024], [1280, 720], [1440, 900], [2560, 1440]]) {
    const page = await open(t, path, { viewport: { width, height } });
    for (let n = 0; n < 5; n += 1) await page.keyboard.press("ArrowRight");
    const box = async (part) => (await page.locator(part).first().boundingBox());
    const seen = async (what) => {
      for (const part of ["pgn-board", ".app > .text > .moves", '.moves [aria-current="true"]', ".menu"]) {
        const { x, y, width: w, height: h } = await box(part);
        assert.ok(x >= 0 && y >= 0 && x + w <= width && y + h <= height,
          `${part} at ${width} by ${height}, ${what}: ${[x, y, w, h]}`);
      }
      const { scrollWidth, scrollHeight } = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.scrollingElement;
        return { scrollWidth, scrollHeight };
      });
      assert.ok(scrollWidth <= width && scrollHeight <= height, `${scrollWidth} by ${scrollHeight} at ${width} by ${height}, ${what}`);
    };
    await seen("at first");
    await checkTargets(page);
    const board = await box("pgn-board");
    assert.ok(board.width >= (width < 680 ? width - 12 : Math.min(0.5 * width, height - 170)), `${board.width}`);
    const panels = width < 680 ? ["List of games", "Graphs", "Annotate"] : ["Annotate"];
    for (const name of height > 800 ? panels : []) {
      await page.getByRole("button", { name, exact: true }).click();
      await seen(name);
      await checkTargets(page);
    }
    for (const part of [".list", ".graphs", ".annotate"]) {
      const isShown = await page.locator(part).isVisible();
      assert.equal(isShown, width >= 680 ? part !== ".annotate" || height > 800
        : part === ".annotate" && height > 800, `${part} at ${width}`);
    }
  }
});

test("variations: a list at a fork, up and down, out, folding", async (t) => {
  const page = await open(t, file(made("games", GAMES)));
  for (let n = 0; n < 4; n += 1) await page.keyboard.press("ArrowRight");
  assert.deepEqual(await page.locator(".fork").allTextContents(), ["1. Bb5", "2. Bc4", "3. d4"]);
  await page.keyboard.press("2");
  assert.equal(await current(page), "Bc4");
  await page.keyboard.press("ArrowDown");
  assert.equal(await current(page), "d4");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowRight");
  assert.equal(await current(page), "Bc5");
  await page.keyboard.press("o");
  assert.equal(await current(page), "Bb5");
  assert.equal(await page.locator(".variation .variation").count(), 1);
  await page.getByRole("button", { name: "Fold this variation" }).first().click();
  assert.equal(await page.locator(".variation .variation").count(), 0);
  assert.match(await moves(page), /Bc4 …/);
  await page.locator(".folded .fold").click();
  await page.locator(".move", { hasText: "Ng5" }).click();
  assert.equal(await current(page), "Ng5");
});

test("the list of moves: numbers, brackets, signs apart from the moves, lines or columns", async (t) => {
  const text = `[White "A"]\n\n1. e4 {[%clk 1:00:00]} e5 {[%clk 0:59:00]} 2. Nf3 Nc6 $146 3. Bb5 $1 $14
(3. Bc4 Bc5 (3... Nf6 4. Ng5) 4. c3 (4. O-O d6 (4... Nf6 5. d3))) (3. d4 exd4) 3... a6 $13 4. Ba4 {quiet} Nf6 *\n`;
  const page = await open(t, file(made("list-of-moves", text)));
  // Text for screen readers is visible in another form.
  const shown = () => page.locator(".text > .moves").evaluate((moves) => {
    const copy = moves.cloneNode(true);
    for (const part of copy.querySelectorAll(".unseen")) part.remove();
    return copy.textContent.replace(/[ \u00a0]+/g, " ").trim();
  });
  assert.equal(await shown(), "1. e4 e5 2. Nf3 Nc6 N 3. Bb5! += 3. Bc4 Bc5 (3... Nf6 4. Ng5) 4. c3 " +
    "(4. O-O d6 (4... Nf6 5. d3)) 3. d4 exd4 3... a6 ∞ 4. Ba4 quiet 4... Nf6 *");
  const colors = await page.locator(".moves .nag").evaluateAll((all) =>
    all.map((nag) => getComputedStyle(nag).color));
  assert.equal(new Set(colors).size, 3, "a good move, who is better, and anything else");
  // Only what has variations in it, or is long, can be folded.
  assert.equal(await page.locator(".moves .fold").count(), 2);
  await page.evaluate(() => document.querySelector("pgn-view").setAttribute("moves", "columns"));
  const left = async (san) => Math.round((await page.locator(".moves > .move",
    { has: page.locator(`text="${san}"`) }).boundingBox()).x);
  for (const [white, black] of [["e4", "e5"], ["Nf3", "Nc6"], ["Bb5", "a6"], ["Ba4", "Nf6"]]) {
    assert.equal(await left(white), await left("e4"), white);
    assert.equal(await left(black), await left("e5"), black);
  }
  await page.keyboard.press("End");
  await checkAccess(page, "columns");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByLabel("Moves", { exact: true }).and(page.locator("select")).selectOption("inline");
  assert.equal(await page.locator(".moves.columns").count(), 0);
});

test("the evaluation beside the board, values on the graphs, the clock that runs", async (t) => {
  const page = await open(t, file(made("games", GAMES)), { reducedMotion: "reduce" });
  const bar = page.locator(".eval-bar");
  assert.equal(await bar.isVisible(), false);
  await page.keyboard.press("ArrowRight");
  assert.equal(await bar.getAttribute("aria-label"), "Evaluation +0.30");
  const part = async () => {
    const [outer, inner] = [await bar.boundingBox(), await bar.locator(".white-part").boundingBox()];
    return { share: inner.height / outer.height, isBelow: inner.y > outer.y + outer.height / 4 };
  };
  const { share, isBelow } = await part();
  assert.ok(share > 0.5 && share < 0.6 && isBelow, `${share}`);
  await page.keyboard.press("f");
  await page.keyboard.press("ArrowRight");
  assert.equal((await part()).isBelow, false);
  assert.equal(await page.locator(".clock.runs").textContent(), "1:00:00");
  const graphs = await page.locator(".graphs").boundingBox();
  const value = page.locator(".graph-value");
  for (const [part, shown] of [[0, "1. e4  +0.30  1:00:00"], [0.5, "2... Nc6  +0.30  57:00"], [1, "4... Nf6"]]) {
    await page.mouse.move(graphs.x + part * (graphs.width - 1), graphs.y + 20);
    assert.equal(await value.textContent(), shown);
  }
  await page.mouse.move(graphs.x, graphs.y - 100);
  assert.equal(await value.isVisible(), false);
});

test("own moves by clicks, by dragging, by keys and typed become variations; undo takes them back", async (t) => {
  const page = await open(t, file(made("games", GAMES)));
  await square(page, "d2").click();
  await square(page, "d4").click();
  assert.equal(await current(page), "d4");
  await square(page, "g8").dragTo(square(page, "f6"));
  assert.equal(await current(page), "Nf6");
  await square(page, "c2").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  assert.equal(await current(page), "c4");
  await page.getByLabel("Command or move").fill("e7-e6");
  await page.keyboard.press("Enter");
  assert.equal(await current(page), "e6");
  assert.match((await moves(page)).replace(/\s+/g, " "), /1\. d4 Nf6 2\. c4 e6/);
  // An illegal one is refused in words, and nothing changes.
  await page.getByLabel("Command or move").fill("Qh8");
  await page.keyboard.press("Enter");
  assert.match(await page.locator(".alert").innerText(), /Qh8/);
  assert.equal(await current(page), "e6");
  await page.keyboard.press("Escape");
  for (let n = 0; n < 4; n += 1) await page.keyboard.press("Control+z");
  assert.doesNotMatch(await moves(page), /1\.\s*d4/);
  await page.keyboard.press("Control+Shift+z");
  assert.match(await moves(page), /1\.\s*d4/);
});

test("keys and the wheel step through the game after a move with the mouse", async (t) => {
  const page = await open(t, file(made("games", GAMES)));
  const now = async () => await page.locator('.moves [aria-current="true"] .san').count() ? current(page) : "";
  await square(page, "e2").click();
  await square(page, "e4").click();
  await page.keyboard.press("ArrowRight");
  assert.equal(await now(), "e5");
  await square(page, "d2").dragTo(square(page, "d4"));
  assert.equal(await now(), "d4");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("2");
  assert.equal(await now(), "d4");
  await square(page, "a4").click();
  for (const [key, san] of [["ArrowUp", "Nf3"], ["Space", "Nc6"], ["Home", ""], ["Space", "e4"]]) {
    await page.keyboard.press(key);
    assert.equal(await now(), san, key);
  }
  for (const [pixels, san] of [[100, "e5"], [100, "Nf3"], [-100, "e5"], [-100, "e4"], [-100, ""], [-100, ""]]) {
    await page.mouse.wheel(0, pixels);
    await page.waitForFunction((san) => san === (document.querySelector("pgn-view").shadowRoot
      .querySelector('.moves [aria-current="true"] .san')?.textContent ?? ""), san);
  }
  // A button that was pressed with the mouse does not keep the keys, one that has the focus does.
  await page.getByRole("button", { name: "Flip the board" }).click();
  await page.keyboard.press("Space");
  assert.equal(await now(), "e4");
  await page.getByRole("button", { name: "Last position" }).focus();
  await page.keyboard.press("Space");
  assert.equal(await now(), "Nf6");
  // The squares are walked over only when the board was reached by keys.
  await page.keyboard.press("b");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await now(), "Nf6");
});

test("by touch: two taps, a drag, and the page still scrolls beside the board", async (t) => {
  const page = await open(t, file(made("games", GAMES)),
    { viewport: { width: 360, height: 500 }, hasTouch: true, isMobile: true });
  await square(page, "a1").scrollIntoViewIfNeeded();
  const middle = async (name) => {
    const { x, y, width, height } = await square(page, name).boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
  };
  for (const name of ["d2", "d4"]) {
    const { x, y } = await middle(name);
    await page.touchscreen.tap(x, y);
  }
  assert.equal(await current(page), "d4");
  const devtools = await page.context().newCDPSession(page);
  const touch = (type, ...touchPoints) =>
    devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
  const drag = async (from, to) => {
    await touch("touchStart", from);
    for (let n = 1; n <= 8; n += 1) {
      await touch("touchMove", {
        x: from.x + ((to.x - from.x) * n) / 8, y: from.y + ((to.y - from.y) * n) / 8,
      });
    }
    await touch("touchEnd");
  };
  const top = () => page.evaluate(() => document.scrollingElement.scrollTop);
  const before = await top();
  await drag(await middle("g8"), await middle("f6"));
  assert.equal(await current(page), "Nf6");
  assert.equal(await top(), before, "the page scrolled while a piece was dragged");
  const name = await page.locator(".player").last().boundingBox();
  await drag({ x: 150, y: name.y + 10 }, { x: 150, y: name.y - 190 });
  await page.waitForFunction((before) => document.scrollingElement.scrollTop > before, before);
  await checkTargets(page);
});

test("a pawn asks what it becomes", async (t) => {
  const page = await open(t, file(made("games", GAMES)));
  await page.locator('[data-row="2"]').click();
  await square(page, "a7").click();
  await square(page, "a8").click();
  await checkAccess(page, "while a pawn promotes");
  await page.getByRole("button", { name: "knight" }).click();
  assert.equal(await current(page), "a8=N");
  assert.match(await fen(page), /^N7\/7k/);
});

test("Crazyhouse drops from the pocket, and Chess960 castles with its rook", async (t) => {
  const page = await open(t, file(made("games", GAMES)));
  await page.locator('[data-row="3"]').click();
  await page.getByRole("button", { name: "Last position" }).click();
  await page.getByRole("button", { name: "white pawn, 1" }).click();
  const pressed = page.locator('pgn-board .pocket [aria-pressed="true"]');
  assert.deepEqual(await pressed.evaluateAll((all) => all.map((button) => button.ariaLabel)),
    ["white pawn, 1"]);
  await square(page, "e4").click();
  assert.match(await current(page), /^P?@e4$/);
  await page.locator('[data-row="4"]').click();
  await square(page, "f1").click();
  await square(page, "g1").click();
  // The king can go to g1 only by castling, which its rook's square means.
  assert.equal(await current(page), "O-O");
  assert.match(await fen(page), /5RK1 b/);
});

test("annotations: comment, glyph, tags, arrows, order of variations; and the file that comes of it", async (t) => {
  const page = await open(t, file(made("games", GAMES)));
  await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "Annotate" }).click();
  await page.getByLabel("Comment after this move").fill("better than d4");
  await page.getByRole("button", { name: "Keep comment" }).click();
  await page.getByRole("button", { name: "very good move" }).click();
  await square(page, "e4").dispatchEvent("contextmenu");
  const from = await square(page, "g1").boundingBox();
  const to = await square(page, "f3").boundingBox();
  await page.mouse.move(from.x + 9, from.y + 9);
  await page.mouse.down({ button: "right" });
  await page.mouse.move(to.x + 9, to.y + 9);
  await page.mouse.up({ button: "right" });
  for (let n = 0; n < 3; n += 1) await page.getByRole("button", { name: "Move forward" }).click();
  await page.locator(".fork").nth(2).click();
  await page.getByRole("button", { name: "Make main line" }).click();
  await more(page, "Tags");
  await checkAccess(page, "tags");
  await page.getByLabel("Value of Date").fill("yesterday");
  await page.getByLabel("Value of White", { exact: true }).fill("Fischer");
  await page.locator("dialog.tags").getByRole("button", { name: "Keep" }).click();
  assert.match(await page.locator("dialog.tags .faults").innerText(), /^Date: /);
  await page.getByLabel("Value of Date").fill("1992.11.05");
  // A tag is deleted only after a question; another change withdraws it.
  const keep = page.locator("dialog.tags .primary");
  await page.getByRole("button", { name: "Remove Round" }).click();
  await keep.click();
  assert.equal(await page.locator("dialog.tags .faults").innerText(), "Round would be deleted.");
  assert.equal(await keep.innerText(), "Delete Round");
  await page.getByLabel("Value of Site").fill("");
  assert.equal(await keep.innerText(), "Keep");
  await keep.click();
  assert.equal(await keep.innerText(), "Delete Site, Round");
  await keep.click();
  const { name, text } = await downloaded(page);
  assert.equal(name, "games.pgn");
  assert.match(text, /\[White "Fischer"\]/);
  assert.match(text, /\[Date "1992.11.05"\]/);
  assert.doesNotMatch(text.slice(0, text.indexOf("1. e4")), /Round|Site/);
  assert.match(text, /1\. e4 \$3 \{\s*\[%eval 0\.3\]\s*\[%clk 1:00:00\]\s*\[%cal Gg1f3\]\s+better than d4\s*\}/);
  assert.match(text.replace(/\s+/g, " "), /3\. d4 .*\((3\. )?Bb5/);
  // Everything else is unchanged.
  const whole = execFileSync(pgn, ["convert", "--quiet", "--to", "pgn", "--profile", "lossless",
    join(folder, "games.pgn")], { encoding: "utf8" });
  const rest = (games) => games.slice(games.indexOf('[Event "Second"]')).trimEnd();
  assert.equal(rest(text), rest(whole));
});

test("search in the language of queries, with what is wrong about it, and orders", async (t) => {
  const page = await open(t, file(made("games", GAMES)));
  const search = page.getByLabel("Search games");
  await search.fill('white ~ "tal"');
  await search.press("Enter");
  await page.waitForFunction(() =>
    document.querySelector("pgn-view").shadowRoot.querySelector(".found").textContent ===
      '1 game of 5: white ~ "tal"');
  // A search in a search, the list before it, and all games again; the same as typed.
  await search.fill("plycount > 99");
  await search.press("Enter");
  const found = page.locator(".found");
  await found.filter({ hasText: '0 games of 5: white ~ "tal" | plycount > 99' }).waitFor();
  await page.getByRole("button", { name: "List before" }).click();
  await found.filter({ hasText: '1 game of 5: white ~ "tal"' }).waitFor();
  await page.getByLabel("Command or move").fill("all");
  await page.keyboard.press("Enter");
  assert.equal(await found.innerText(), "5 games");
  await page.getByLabel("Command or move").fill('/ white ~ "tal"');
  await page.keyboard.press("Enter");
  await found.filter({ hasText: '1 game of 5: white ~ "tal"' }).waitFor();
  await page.locator('[data-row="0"]').click();
  assert.match(await page.locator(".heading").innerText(), /Tal – Botvinnik/);
  await search.fill("whit = 3");
  await search.press("Enter");
  // At the field, with its place.
  const note = page.locator(".query-note");
  assert.match(await note.innerText(), /white/);
  assert.equal(await note.locator("mark").innerText(), "whit");
  assert.equal(await search.getAttribute("aria-invalid"), "true");
  await search.fill("tal 1960");
  assert.equal(await note.innerText(),
    'players, event, site or opening contain "tal" and date = 1960');
  // The placeholder is a valid search.
  await search.fill(await search.getAttribute("placeholder"));
  assert.match(await note.innerText(), /contain "carlsen" and date = 2013$/);
  await search.fill("");
  await search.press("Enter");
  await page.getByLabel("Order of games").selectOption("white");
  await page.waitForFunction(() => document.querySelector("pgn-view").shadowRoot
    .querySelector('[data-row="0"] .row-players')?.textContent.startsWith("Chess960"));
});

test("letters and their marks are one, however they are spelled", async (t) => {
  const page = await open(t, file(made("marks", '[White "Hu\u0308bner"]\n\n*\n\n[White "Tal"]\n\n*\n')));
  const search = page.getByLabel("Search games");
  await search.fill('white = "h\u00fcbner"i');
  await search.press("Enter");
  await page.locator(".found", { hasText: "1 game of 2" }).waitFor();
});

test("ten thousand games are a list of a few rows", async (t) => {
  const text = Array.from({ length: 10_000 }, (_, n) =>
    `[White "Player ${n + 1}"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 ${n % 2 ? "e5" : "c5"} 1-0\n`).join("\n");
  const page = await open(t, file(made("many", text)));
  assert.equal(await page.locator(".found").textContent(), "10000 games");
  assert.ok(await page.locator(".row").count() < 60);
  await page.getByRole("listbox").focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  assert.match(await page.locator(".heading").innerText(), /Player 10000/);
  assert.equal(await page.locator(".row.opened").count(), 1);
  await page.getByLabel("Search games").fill("moves \"1. e4 e5\" and white ~ \"9999\"");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /of 10000: [^(]*$/.test(
    document.querySelector("pgn-view").shadowRoot.querySelector(".found").textContent));
});

test("the first games are shown while others arrive, and what was done there stays", async (t) => {
  const text = Array.from({ length: 6_000 }, (_, n) =>
    `[Event "é"]\n[White "Player ${n + 1}"]\n[Result "1-0"]\n\n1. e4 ${n % 2 ? "e5" : "c5"} 1-0\n`).join("\n");
  const html = made("slow", text).split("/").pop();
  writeFileSync(join(folder, "slow-source.html"), `<!DOCTYPE html><html lang="en"><head><title>Slow</title>
<link rel="icon" href="data:,"><script type="module" src="/pgn-view.js"></script></head><body><main><h1>Slow</h1>
<pgn-view src="/slow/slow.pgn" keyboard="page"></pgn-view></main></body></html>`);
  for (const address of [`${origin}/slow/${html}`, `${origin}/slow-source.html`]) {
    const context = await browser.newContext({ acceptDownloads: true });
    t.after(() => context.close());
    const page = await context.newPage();
    await page.goto(address, { waitUntil: "commit" });
    await page.locator(".heading", { hasText: "Player 1" }).waitFor();
    await page.locator(".loading-words", { hasText: /^Loading: 0\.\d MB/ }).waitFor();
    assert.doesNotMatch(await page.locator(".found").textContent(), /6000/);
    await page.getByRole("button", { name: "Download" }).click();
    await page.locator(".alert", { hasText: "still being read" }).waitFor();
    await page.keyboard.press("PageDown");
    await page.keyboard.press("End");
    await square(page, "g1").dragTo(square(page, "f3"));
    sendRest();
    await page.locator(".found", { hasText: "6000 games" }).waitFor();
    assert.equal(await page.locator(".loading-words").isVisible(), false);
    assert.match(await page.locator(".heading").innerText(), /Player 2/);
    assert.equal(await current(page), "Nf3");
    await page.keyboard.press("Home");
    const { text: whole } = await downloaded(page);
    assert.equal(whole, text.replace("1. e4 e5 1-0", "1. e4 e5 2. Nf3 1-0"));
  }
});

test("files are chosen or dropped, several as one list, and edits are not lost unasked", async (t) => {
  const page = await open(t, file(made("games", GAMES)));
  const paths = ["one", "two"].map((name) => join(folder, `${name}.pgn`));
  paths.forEach((path, n) => writeFileSync(path, `[White "Player ${n}"]\n\n1. d4 *`));
  const choose = async (files) => {
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), more(page, "Open files")]);
    await chooser.setFiles(files);
  };
  await choose(paths);
  await page.locator(".found", { hasText: "2 games" }).waitFor();
  await page.keyboard.press("PageDown");
  assert.match(await page.locator(".heading").innerText(), /Player 1/);
  const drop = () => page.locator(".app").evaluate((app) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['[White "Dropped"]\n\n*\n'], "dropped.pgn"));
    const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
    app.dispatchEvent(event);
    return event.defaultPrevented;
  });
  await square(page, "e2").click();
  await square(page, "e4").click();
  page.removeAllListeners("dialog");
  page.once("dialog", (dialog) => dialog.dismiss());
  assert.equal(await drop(), true);
  assert.match(await page.locator(".heading").innerText(), /Player 1/);
  page.once("dialog", (dialog) => dialog.accept());
  await drop();
  await page.locator(".heading", { hasText: "Dropped" }).waitFor();
  assert.equal((await downloaded(page)).name, "dropped.pgn");
});

test("an arrow is seen while it is drawn, and the position is an image", async (t) => {
  const page = await open(t, file(made("games", GAMES)));
  const arrows = page.locator("pgn-board path[fill-opacity]");
  const middle = async (name) => {
    const { x, y, width, height } = await square(page, name).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.keyboard.down("Shift");
  await page.mouse.move(...await middle("g1"));
  await page.mouse.down({ button: "right" });
  assert.equal(await page.locator("pgn-board circle[stroke]").count(), 1);
  await page.mouse.move(...await middle("f3"));
  assert.deepEqual(await arrows.evaluateAll((all) => all.map((path) => path.getAttribute("fill"))), ["#c2372e"]);
  await page.mouse.up({ button: "right" });
  await page.keyboard.up("Shift");
  assert.equal(await arrows.count(), 1);
  // Without leave for the clipboard, the image is a file.
  await page.evaluate(() => { navigator.clipboard.write = () => Promise.reject(new Error("no")); });
  const [image] = await Promise.all([page.waitForEvent("download"), more(page, "Copy image")]);
  assert.equal(image.suggestedFilename(), "position.png");
  const colors = await page.evaluate(async () => {
    const png = await document.querySelector("pgn-view").board.png();
    const bitmap = await createImageBitmap(png);
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context.drawImage(bitmap, 0, 0);
    const at = (x, y) => [...context.getImageData(x, y, 1, 1).data].join(" ");
    return [bitmap.width, at(150, 480), at(50, 480), at(150, 750), at(600, 652)];
  });
  const [width, dark, light, knight, arrow] = colors;
  assert.equal(width, 800);
  assert.deepEqual([light, dark], ["241 234 217 255", "179 155 125 255"]);
  for (const color of [knight, arrow]) assert.ok(color !== light && color !== dark, color);
});

test("a position is set up, and what is impossible about it is said", async (t) => {
  const page = await open(t, file(made("games", GAMES)));
  await more(page, "Set up");
  const dialog = page.locator("dialog.setup");
  await dialog.getByRole("button", { name: "Empty board" }).click();
  assert.match(await dialog.locator(".faults").innerText(), /White has no king/);
  await dialog.getByRole("button", { name: "white king" }).click();
  await dialog.locator('[data-square="e1"]').click();
  await dialog.getByRole("button", { name: "black king" }).click();
  await dialog.locator('[data-square="e8"]').click();
  assert.match(await dialog.locator(".faults").innerText(), /is possible/);
  assert.equal(await dialog.getByLabel("FEN").inputValue(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  await checkAccess(page, "board editor");
  await dialog.getByLabel("FEN").fill("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
  await dialog.getByLabel("FEN").press("Enter");
  await dialog.getByRole("button", { name: "New game from here" }).click();
  assert.equal(await page.locator(".found").textContent(), "6 games");
  assert.match(await fen(page), /^4k3\/8\/8\/8\/8\/8\/4P3\/4K3 b/);
  await square(page, "e8").click();
  await square(page, "d7").click();
  const { text } = await downloaded(page);
  assert.match(text, /\[FEN "4k3\/8\/8\/8\/8\/8\/4P3\/4K3 b - - 0 1"\]\s+\[SetUp "1"\]\s+1\.\.\. Kd7 \*/);
});

/** Pastes a text as a browser does. */
const paste = (page, text) => page.evaluate((text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
}, text);

test("games are pasted and deleted, and undo restores them", async (t) => {
  const page = await open(t, file(made("games", GAMES)));
  await paste(page, '[White "Ash"]\n\n1. f4 *\n\nhello\n');
  assert.equal(await page.locator(".found").textContent(), "6 games");
  assert.match(await live(page), /1 new game, not saved yet; line 5 is not a game: hello/);
  await more(page, "Paste games");
  await page.locator("dialog.paste textarea").fill("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
  await checkAccess(page, "paste");
  await page.getByRole("button", { name: "Add as new games" }).click();
  assert.match(await fen(page), /^4k3/);
  await page.keyboard.press("d");
  assert.match(await page.locator(".heading").innerText(), /Saving deletes this game/);
  await page.getByRole("button", { name: "Restore" }).click();
  assert.doesNotMatch(await page.locator(".heading").innerText(), /Saving deletes/);
  await page.locator('[data-row="1"]').click();
  await page.keyboard.press("d");
  const { text } = await downloaded(page);
  assert.equal(text.includes("Botvinnik"), false);
  assert.match(text, /\[White "Ash"\]\n\n1\. f4 \*\n\n\[Event "\?"\][^]*\[FEN "4k3/);
  assert.equal(await page.locator(".found").textContent(), "6 games");
});

test("a game of the list and pasted games become variations", async (t) => {
  const page = await open(t, file(made("games", GAMES)));
  await more(page, "Paste games");
  await page.locator("dialog.paste textarea").fill("2");
  await page.getByRole("button", { name: "Add as variations" }).click();
  const moves = page.locator(".text > .moves");
  assert.match(await moves.innerText(), /1\.\sd4\sd5\s2\.\sc4\sTal - Botvinnik 1-0/);
  await page.keyboard.press("u");
  assert.doesNotMatch(await moves.innerText(), /2\.\sc4/);
  await page.keyboard.press("V");
  await page.locator("dialog.paste textarea").fill("1. c4 {so\n; it is} e5 *");
  await page.getByRole("button", { name: "Add as variations" }).click();
  assert.match(await moves.innerText(), /1\.\sc4\sso/);
});

test("pockets are filled in the board editor where the rules have them", async (t) => {
  const page = await open(t, file(made("games", GAMES)));
  await page.locator('[data-row="3"]').click();
  await page.getByRole("button", { name: "Last position" }).click();
  await more(page, "Set up");
  const dialog = page.locator("dialog.setup");
  const count = (name) => dialog.getByLabel(`${name} in the pocket`);
  const shown = () => dialog.getByLabel("FEN", { exact: true }).inputValue();
  assert.equal(await count("white pawn").inputValue(), "1");
  await count("black queen").fill("2");
  await count("black queen").press("Enter");
  await count("white pawn").fill("0");
  await count("white pawn").press("Enter");
  assert.match(await shown(), /\[qqp\] w/);
  assert.match(await dialog.locator(".faults").innerText(), /is possible/);
  await checkAccess(page, "pockets");
  await dialog.getByLabel("Rules").selectOption("Standard");
  assert.equal(await count("white pawn").isVisible(), false);
  assert.doesNotMatch(await shown(), /\[/);
  await dialog.getByLabel("Rules").selectOption("Crazyhouse");
  await count("white knight").fill("1");
  await count("white knight").press("Enter");
  await dialog.getByRole("button", { name: "New game from here" }).click();
  await page.getByRole("button", { name: "white knight, 1" }).click();
  await square(page, "e6").click();
  assert.equal(await current(page), "N@e6");
  const { text } = await downloaded(page);
  assert.match(text, /\[FEN "[^"]*\[N\] w[^"]*"\]/);
  assert.match(text, /N@e6/);
});

test("the moves play by themselves until the end, or until somebody stops them", async (t) => {
  const page = await open(t, file(made("games", GAMES)));
  const set = (value) => page.evaluate((value) => {
    const view = document.querySelector("pgn-view");
    if (value === null) view.removeAttribute("autoplay");
    else view.setAttribute("autoplay", value);
  }, value);
  const play = page.getByRole("button", { name: "Play the moves" });
  const stop = page.getByRole("button", { name: "Stop" });
  const stands = async () => {
    await play.waitFor();
    const before = await fen(page);
    await page.waitForTimeout(600);
    assert.equal(await fen(page), before);
  };
  const reached = (san) => page.locator('.moves [aria-current="true"]', { hasText: san }).waitFor();
  await set("0.2");
  await stop.waitFor();
  await reached("Nf6");
  await play.waitFor();
  // From the end it begins anew; each move is said.
  await play.click();
  await reached("e5");
  assert.match(await live(page), /pawn to/);
  await stop.click();
  await stands();
  for (const key of ["a", "Escape", "ArrowLeft"]) {
    await page.keyboard.press("Home");
    await page.keyboard.press("a");
    await reached("e4");
    await page.keyboard.press(key);
    await stands();
  }
  await page.keyboard.press("a");
  await set(null);
  await stands();
  const still = await open(t, file(made("games", GAMES)), { reducedMotion: "reduce" });
  await still.evaluate(() => document.querySelector("pgn-view").setAttribute("autoplay", "0.2"));
  await still.waitForTimeout(600);
  assert.equal(await still.locator('.moves [aria-current="true"]').count(), 0);
});

test("by ear: squares with names, rays, attackers, typed questions", async (t) => {
  const page = await open(t, file(made("games", GAMES)));
  assert.equal(await square(page, "b1").getAttribute("aria-label"), "b1, white knight");
  await page.keyboard.press("b");
  await page.keyboard.press("Alt+n");
  const focused = () => page.evaluate(() => {
    const board = document.querySelector("pgn-view").shadowRoot.querySelector("pgn-board");
    return board.shadowRoot.activeElement?.getAttribute("aria-label");
  });
  assert.equal(await focused(), "b1, white knight");
  await page.keyboard.press("ArrowUp");
  assert.equal(await focused(), "b2, white pawn");
  await page.keyboard.press("Alt+x");
  assert.match(await live(page), /Up: black pawn on b7/);
  await page.keyboard.press("Alt+Digit5");
  await page.keyboard.press("Alt+a");
  assert.match(await live(page), /Nothing attacks b5|b5/);
  await page.keyboard.press(".");
  for (const [key, said] of [["l", "1. White: pawn to e4."], ["w", "After 1. White: pawn to e4."],
    ["v", "Next: pawn to e5."], ["c", "the best move"], ["t", "White: 1:00:00."]]) {
    await page.keyboard.press(`Alt+${key}`);
    assert.ok((await live(page)).startsWith(said) || key === "c", `${key}: ${await live(page)}`);
    assert.ok((await live(page)).includes(said), `${key}: ${await live(page)}`);
  }
  await page.keyboard.press(",");
  const ask = async (line) => {
    await page.getByLabel("Command or move").fill(line);
    await page.keyboard.press("Enter");
    return page.locator(".log").innerText();
  };
  assert.match(await ask("p N"), /White knight: b1, g1\./);
  assert.match(await ask("s e"), /File e: e1 white king/);
  assert.match(await ask("P A"), /White king: e1\./);
  assert.match(await ask("p a"), /Black king: e8\./);
  assert.match(await ask("S 1"), /Rank 1: a1 white rook/);
  assert.match(await ask("a f3"), /White: .*knight on g1/);
  assert.match(await ask("next"), /1\. White: pawn to e4\./);
  assert.match(await ask("where"), /Black to move/);
  assert.match(await ask("Nc"), /N/);
});

test("no violation of accessibility: wide, narrow, dark, with everything open", async (t) => {
  const path = file(made("games", GAMES));
  for (const [what, options] of [
    ["wide", {}], ["phone", { viewport: { width: 360, height: 740 } }],
    ["dark", { colorScheme: "dark" }], ["still", { reducedMotion: "reduce" }],
  ]) {
    const page = await open(t, path, options);
    for (let n = 0; n < 5; n += 1) await page.keyboard.press("ArrowRight");
    await page.getByRole("button", { name: "Annotate" }).click();
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByLabel("Command or move").fill("where");
    await page.keyboard.press("Enter");
    await checkAccess(page, what);
    if (what === "phone") {
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 360, `${width} pixels on a phone of 360`);
    }
  }
  const page = await open(t, path);
  await page.keyboard.press("?");
  await checkAccess(page, "help");
  assert.match(await page.locator("dialog.help").innerText(), /attackers, a SQUARE/);
});

/** Keys as Playwright names them. */
const NAMES = {
  Left: "ArrowLeft", Right: "ArrowRight", Up: "ArrowUp", Down: "ArrowDown", Esc: "Escape",
};
const pressed = (name) => name.replace(/^C-/, "Control+").replace(/^A-/, "Alt+")
  .replace(/^((?:Control|Alt)\+)?S-/, "$1Shift+").replace(/\w+$/, (key) => NAMES[key] ?? key)
  .replace(/\+(\d)$/, "+Digit$1");

test("each key of the help does something, and no other key does", async (t) => {
  const keys = (await session()).keys();
  const page = await open(t, file(made("games", GAMES)));
  await page.evaluate(() => {
    addEventListener("keydown", (event) => { globalThis.pressed = event; }, { capture: true });
  });
  /** Presses a key in a pane where all can do something; returns whether it was handled. */
  const does = async (pane, name) => {
    await page.evaluate((pane) => {
      const view = document.querySelector("pgn-view");
      const root = view.shadowRoot;
      for (const dialog of root.querySelectorAll("dialog[open]")) dialog.close();
      root.querySelector(".command").value = "";
      root.querySelector(".annotate").hidden = true;
      for (const line of ["all", "game 2", "game 1", "start", "variation 1", "next", "next", "next",
        "variation 2", "find plycount > 0"]) view.act(line);
      const board = root.querySelector("pgn-board");
      if (pane === "List") root.querySelector(".games").focus();
      else if (pane === "Squares") board.focusSquare("e4");
      else root.querySelector(".moves").focus();
      globalThis.pressed = null;
    }, pane);
    await page.keyboard.press(pressed(name));
    return page.evaluate(() => globalThis.pressed.defaultPrevented);
  };
  const candidates = new Set(keys.flatMap((row) =>
    [...row.page, ...row.served, ...row.terminal.filter((name) => !/^(C-|F1|Tab)/.test(name))]));
  for (const key of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!&'*+,-./:;?[]^$=") {
    candidates.add(key);
  }
  for (const pane of ["List", "Squares", "Game"]) {
    const panes = [pane, "Both", "Game"];
    for (const name of candidates) {
      const row = panes.map((pane) => keys.find((row) => row.pane === pane && row.page.includes(name)))
        .find(Boolean);
      const isTerminals = keys.some((row) => row.pane === pane && row.terminal.includes(name));
      const isKnown = row !== undefined && (row.pane === pane || !isTerminals);
      assert.equal(await does(pane, name), isKnown, `${name} in ${pane}: ${row?.about}`);
    }
  }
});

test("everything is reached by keys alone, and the focus is seen", async (t) => {
  const page = await open(t, file(made("games", GAMES)));
  const names = [];
  for (let n = 0; n < 40; n += 1) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      if (!element || element === document.body) return null;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return {
        name: element.getAttribute("aria-label") ?? element.textContent.trim(),
        seen: outlineStyle !== "none" && parseFloat(outlineWidth) >= 1,
      };
    });
    if (!at) break;
    assert.ok(at.seen, `no outline at ${at.name}`);
    names.push(at.name);
  }
  for (const name of ["Search games", "Games", "Move forward", "Annotate", "More", "Moves",
    "Command or move"]) {
    assert.ok(names.includes(name), `${name} among ${names.join(", ")}`);
  }
  assert.ok(names.some((name) => /^e2, white pawn/.test(name)), "the board");
});

test("letters of other languages, figurines, and comments from right to left", async (t) => {
  const page = await open(t, file(made("games", GAMES, "--pieces", "German")));
  await page.keyboard.press("End");
  assert.equal(await current(page), "Sf6");
  assert.match(await square(page, "g1").getAttribute("aria-label"), /g1/);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByLabel("Letters of the pieces").selectOption("figurines");
  assert.equal(await current(page), "♘f6");
  const comment = page.locator(".comment", { hasText: "שלום" });
  assert.equal(await comment.evaluate((element) => getComputedStyle(element).direction), "rtl");
});

test("printing: the game with the diagrams that it asks for", async (t) => {
  const page = await open(t, file(made("games", GAMES)));
  const pdf = await page.pdf();
  assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
  assert.equal(await page.locator(".print article").count(), 1);
  assert.equal(await page.locator(".print .diagram svg").count(), 2);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator(".app").isVisible(), false);
  assert.equal(await page.locator(".print .diagram svg").first().isVisible(), true);
  await page.evaluate(() => document.querySelector("pgn-view").setAttribute("print", "all"));
  await page.pdf();
  assert.equal(await page.locator(".print article").count(), 5);
});

test("an element of any page: attributes, events, methods", async (t) => {
  writeFileSync(join(folder, "embedded.pgn"), GAMES);
  writeFileSync(join(folder, "embed.html"), `<!DOCTYPE html><html lang="en"><head><title>Club</title>
<link rel="icon" href="data:,"><script type="module" src="/pgn-view.js"></script></head><body><main><h1>Club</h1>
<script>document.addEventListener("pgn-move", (e) => { (window.seen ??= []).push(e.detail.ply); });
document.addEventListener("pgn-game", (e) => { window.game = e.detail.number; });
document.addEventListener("pgn-edit", () => { window.edits = (window.edits ?? 0) + 1; });</script>
<pgn-view src="/embedded.pgn" game="1" ply="3" orientation="black" hide="list menu commands"
  pieces="fr" style="--pgn-square-dark: rgb(0, 128, 0)"></pgn-view></main></body></html>`);
  const page = await open(t, `${origin}/embed.html`);
  await page.waitForFunction(() => document.querySelector("pgn-view").fen?.includes(" b "));
  assert.equal(await current(page), "Cf3");
  assert.equal(await page.locator(".list").isVisible(), false);
  assert.equal(await page.locator(".menu").isVisible(), false);
  const dark = page.locator("pgn-board .dark").first();
  assert.equal(await dark.evaluate((path) => getComputedStyle(path).fill), "rgb(0, 128, 0)");
  const [h1, a8] = [await square(page, "h1").boundingBox(), await square(page, "a8").boundingBox()];
  assert.ok(h1.x < a8.x && h1.y < a8.y, "Black is at the bottom");
  await page.evaluate(() => {
    const view = document.querySelector("pgn-view");
    view.act("next");
    view.play("h3");
    view.setAttribute("game", "2");
    view.setAttribute("orientation", "white");
  });
  assert.deepEqual(await page.evaluate(() => [window.seen.slice(-3), window.game, window.edits]),
    [[4, 5, 0], 2, 1]);
  // Keys go to the element only while it has the focus.
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator('.moves [aria-current="true"]').count(), 0);
  await page.locator(".moves").first().focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await current(page), "d4");
  const text = await page.evaluate(() => new TextDecoder().decode(document.querySelector("pgn-view").pgn()));
  assert.match(text, /\( ?3\. h3 ?\)/);
});

test("each attribute does what the guide says, from the start and when it changes", async (t) => {
  writeFileSync(join(folder, "embedded.pgn"), GAMES);
  writeFileSync(join(folder, "attributes.html"), `<!DOCTYPE html><html lang="en"><head><title>Club</title>
<link rel="icon" href="data:,"><script type="module" src="/pgn-view.js"></script></head><body><main><h1>Club</h1>
<pgn-view id="one" module="/pgn.wasm.lzma" src="/embedded.pgn" ply="5" hide="clocks arrows"></pgn-view>
<pgn-view id="two" show="moves" keyboard="off" theme="dark" name="b.pgn" orientation="black">
<pre>1. e4 {[%clk 0:01:00][%eval 0.1]} e5 {[%clk 0:00:59][%eval 0.2]} 2. Nf3 {[%clk 0:00:58]} *</pre></pgn-view>
<pgn-view id="three" fen="4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"></pgn-view></main></body></html>`);
  const page = await open(t, `${origin}/attributes.html`);
  const one = page.locator("#one"), two = page.locator("#two"), three = page.locator("#three");
  const set = (view, name, value) => view.evaluate((view, [name, value]) => {
    if (value === null) view.removeAttribute(name);
    else view.setAttribute(name, value);
  }, [name, value]);
  await page.waitForFunction(() => document.querySelector("#three").fen);
  assert.equal(await one.locator('.moves [aria-current="true"] .san').textContent(), "Bb5");
  assert.equal(await one.locator(".clock").first().isVisible(), false);
  const arrows = one.locator("pgn-board path[fill-opacity]");
  assert.equal(await arrows.count(), 0);
  await set(one, "hide", null);
  assert.equal(await arrows.count(), 1);
  assert.equal(await one.locator(".clock").first().isVisible(), true);
  await set(one, "ply", "end");
  assert.equal(await one.locator('.moves [aria-current="true"] .san').textContent(), "Nf6");
  await set(one, "pieces", "figurines");
  assert.equal(await one.locator('.moves [aria-current="true"] .san').textContent(), "♘f6");
  writeFileSync(join(folder, "second.pgn"), "1. d4 Nf6 2. c4 *");
  await set(one, "src", "/second.pgn");
  await page.waitForFunction(() => document.querySelector("#one").shadowRoot
    .querySelector(".moves [aria-current] .san")?.textContent === "c4");
  await set(one, "src", "/missing.pgn");
  await one.locator(".alert", { hasText: "404" }).waitFor();
  for (const [part, shown] of [[".moves", true], [".heading", true], [".player", false],
    [".controls", false], [".graphs", false], [".menu", false], [".commands", false], [".list", false]]) {
    assert.equal(await two.locator(part).first().isVisible(), shown, part);
  }
  await set(two, "show", "moves graphs");
  assert.equal(await two.locator(".graph").first().isVisible(), true);
  await two.locator(".moves").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await two.locator('[aria-current="true"]').count(), 0);
  await set(two, "keyboard", null);
  await page.keyboard.press("ArrowRight");
  assert.equal(await two.locator('[aria-current="true"]').count(), 1);
  const paper = () => two.locator(".app").evaluate((app) => getComputedStyle(app).backgroundColor);
  assert.equal(await paper(), "rgb(31, 29, 26)");
  await set(two, "theme", "light");
  assert.equal(await paper(), "rgb(251, 248, 241)");
  for (const [name, style] of [["paper", "backgroundColor"], ["text", "color"]]) {
    await two.evaluate((view, name) => view.style.setProperty(`--pgn-${name}`, "rgb(1, 2, 3)"), name);
    assert.equal(await two.locator(".app").evaluate((app, style) => getComputedStyle(app)[style], style),
      "rgb(1, 2, 3)", name);
  }
  assert.match(await three.evaluate((view) => view.fen), /^4k3\/8\/8\/8\/8\/8\/4P3\/4K3 b/);
  // A press on a graph goes to the move there.
  const graph = await two.locator(".graph").first().boundingBox();
  await page.mouse.click(graph.x + graph.width - 2, graph.y + 5);
  assert.equal(await two.locator('.moves [aria-current="true"] .san').textContent(), "Nf3");
});

test("the policy of the page stops what it does not know", async () => {
  const page = await browser.newPage();
  const asked = [];
  page.on("requestfinished", (request) => asked.push(request.url()));
  const address = file(made("games", GAMES));
  await page.goto(address);
  await page.locator(".row").first().waitFor();
  const hits = await page.evaluate(async () => {
    const run = (make) => { const script = document.createElement("script"); make(script); document.body.append(script); };
    run((script) => { script.textContent = "window.hit = 'inline'"; });
    run((script) => { script.src = "data:text/javascript,window.hit='data'"; });
    run((script) => { script.src = "https://evil.example/x.js"; });
    document.body.insertAdjacentHTML("beforeend", "<img src=x onerror=\"window.hit='handler'\">");
    const fetched = await fetch("https://evil.example/").then(() => "fetched", () => "refused");
    await new Promise((done) => setTimeout(done, 200));
    return [window.hit ?? null, fetched];
  });
  assert.deepEqual(hits, [null, "refused"]);
  assert.deepEqual(asked.filter((url) => url !== address), []);
  await page.close();
});

test("what moves stands still for those who ask for it", async (t) => {
  for (const [reducedMotion, moves] of [["reduce", false], ["no-preference", true]]) {
    const page = await open(t, file(made("games", GAMES)), { reducedMotion });
    const duration = await page.locator("pgn-board .piece").first()
      .evaluate((piece) => getComputedStyle(piece).transitionDuration);
    assert.equal(parseFloat(duration) > 0, moves, `${reducedMotion}: ${duration}`);
  }
});

test("nothing in a game becomes markup or runs", async (t) => {
  const evil = `<img src=x onerror=window.hit=1><script>window.hit=1</script></pre></script>"'&<svg onload=window.hit=1>`;
  const quoted = evil.replace(/[\\"]/g, "\\$&");
  const tags = ["Event", "Site", "Date", "Round", "White", "Black", "Result", "WhiteTitle", "BlackTitle",
    "WhiteElo", "BlackElo", "WhiteUSCF", "BlackUSCF", "WhiteNA", "BlackNA", "WhiteType", "BlackType",
    "EventDate", "EventSponsor", "Section", "Stage", "Board", "Opening", "Variation", "SubVariation",
    "ECO", "NIC", "Time", "UTCTime", "UTCDate", "TimeControl", "Termination", "Annotator", "Mode",
    "PlyCount", "Nonsense"];
  const pairs = (names) => names.map((tag) => `[${tag} "${quoted}"]`).join("\n");
  const text = `${pairs(tags)}\n\n` +
    `{${evil}} 1. e4 {[%csl Ge4] ${evil} [#]} ({${evil}} 1. d4 {${evil}}) 1... e5 ; ${evil}\n*\n` +
    `\n${pairs([...tags, "SetUp", "FEN", "Variant"])}\n\n1. ${evil.split(" ")[0]} d4 *\n`;
  const name = `a'b<img src=x onerror=window.hit=1>"&`.replace(/[\\/]/g, "");
  const page = await open(t, file(made(name, text)));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("PageDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("PageUp");
  await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "Annotate" }).click();
  await more(page, "Tags");
  await page.keyboard.press("Escape");
  await more(page, "Set up");
  await page.locator("dialog.setup").getByLabel("FEN").fill(evil);
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("dialog.setup .faults img").count(), 0);
  await page.keyboard.press("Escape");
  await page.getByLabel("Command or move").fill(evil);
  await page.keyboard.press("Enter");
  await page.getByLabel("Command or move").fill("tags");
  await page.keyboard.press("Enter");
  await page.getByLabel("Search games").fill(evil);
  await page.keyboard.press("Enter");
  await page.getByLabel("Search games").fill('white ~ "img"');
  await page.keyboard.press("Enter");
  await page.pdf();
  assert.equal(await page.evaluate(() => window.hit), undefined);
  assert.equal(await page.locator("img, svg[onload]").count(), 0);
  assert.ok((await page.locator(".heading").innerText()).includes("<img src=x onerror=window.hit=1>"));
  const { name: saved, text: written } = await downloaded(page);
  assert.ok(saved.startsWith("a'b"), saved);
  assert.ok(written.includes(evil));
});

test("the page in the text's own bytes: line ends, quotes and letters come back", async (t) => {
  const text = `[Event "A & B < C > \\"D\\" 'é' 中 👑"]\n[Result "*"]\n\n1. e4 {a\tb & <c> \u2028 \u00a0 é} *\n`;
  const path = made("letters", text);
  const page = await open(t, file(path));
  await page.keyboard.press("ArrowRight");
  const { text: written } = await downloaded(page);
  assert.equal(written, text);
});

test("an empty page says so, and a game can be begun on it", async (t) => {
  const page = await open(t, file(made("none", "\n")));
  assert.match(await page.locator(".text").innerText(), /no game here/);
  await checkAccess(page, "without games");
  await more(page, "Set up");
  await page.locator("dialog.setup").getByRole("button", { name: "New game from here" }).click();
  await square(page, "e2").click();
  await square(page, "e4").click();
  assert.equal(await current(page), "e4");
});
