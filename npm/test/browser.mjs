// The package in Chromium, on a page and in a worker: `node --test test/browser.mjs`.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const dist = join(import.meta.dirname, "../dist");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
const PAGES = {
  "/": "<!doctype html><title>pgnkit</title>",
  "/view.html": `<!doctype html><title>view</title><script type="module" src="/view.js"></script>
<pgn-view style="height: 500px"><pre>
[White "Tal"]
[Black "Keres"]

1. e4 e5 2. Nf3 *
</pre></pgn-view>`,
  "/worker.js": `import { check, games } from "/web.js";
onmessage = async ({ data }) => {
  const moves = [];
  for await (const game of games(data)) moves.push(game.moves.map((move) => move.san).join(" "));
  postMessage([moves, (await check(data)).map((finding) => finding.name)]);
};`,
};

let browser;
let server;
let origin;

before(async () => {
  const executablePath = process.env.CHROMIUM ??
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
  if (!executablePath) throw new Error("Chromium is not installed");
  browser = await chromium.launch({
    executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-quic"],
  });
  server = createServer(({ url }, response) => {
    // A server that does not know the type of the module.
    const name = url.replace("/untyped/", "/");
    const type = url.startsWith("/untyped/") && name.endsWith(".wasm")
      ? "application/octet-stream" : TYPES[extname(name)] ?? "text/html";
    const file = join(dist, name);
    const body = PAGES[name] ?? (existsSync(file) ? readFileSync(file) : undefined);
    response.writeHead(body === undefined ? 404 : 200, { "content-type": type });
    response.end(body);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${server.address().port}`;
});

after(async () => {
  await browser?.close();
  server?.close();
});

async function open(t, path = "/") {
  const page = await browser.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  t.after(async () => {
    await page.close();
    assert.deepEqual(complaints, []);
  });
  await page.goto(origin + path);
  return page;
}

const TEXT = "[White \"Č\"]\n\n1. e4 e5 2. Nf3 *\n\n[White \"B\"]\n\n1. d4 d5 2. Ke3 *\n";

for (const folder of ["", "/untyped"]) {
  test(`a page reads, checks and queries games from ${folder || "/"}`, async (t) => {
    const page = await open(t);
    const result = await page.evaluate(async ([folder, text]) => {
      const { check, Chess, fix, Game, games, loadAnalysis } = await import(`${folder}/web.js`);
      const all = [...games(text)];
      let error = "";
      try {
        void all[1].findings;
      } catch (thrown) {
        error = thrown.message;
      }
      const [finding] = await check(text, { select: ["illegal-move"] });
      await loadAnalysis();
      const stream = new Blob([text]).stream();
      const found = [];
      for await (const game of games(stream, { where: "plycount = 3" })) found.push(game.number);
      return {
        moves: all.map((game) => game.moves.map((move) => move.san)),
        error,
        at: text.slice(...finding.range),
        names: all[1].findings.map((one) => one.name),
        found,
        fixed: (await fix("1.e2e4 *\n", { profile: "import" })).text,
        fen: Game.parse(text).endPosition.fen,
        plies: new Chess().moves().length,
      };
    }, [folder, TEXT]);
    assert.deepEqual(result, {
      moves: [["e4", "e5", "Nf3"], ["d4", "d5"]],
      error: "call `await loadAnalysis()` first",
      at: "Ke3",
      names: ["illegal-move"],
      found: [1],
      fixed: "1.e4 *\n",
      fen: "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
      plies: 20,
    });
  });
}

test("a worker reads and checks a file", async (t) => {
  const page = await open(t);
  const result = await page.evaluate((text) => new Promise((done, fail) => {
    const worker = new Worker("/worker.js", { type: "module" });
    worker.onmessage = ({ data }) => done(data);
    worker.onerror = (event) => fail(new Error(event.message));
    worker.postMessage(new Blob([text]));
  }), TEXT);
  assert.deepEqual(result, [["e4 e5 Nf3", "d4 d5"], ["illegal-move"]]);
});

test("the viewer shows a game", async (t) => {
  const page = await open(t, "/view.html");
  await page.waitForFunction(() => {
    const heading = document.querySelector("pgn-view")?.shadowRoot?.querySelector(".heading");
    return heading?.textContent?.includes("Tal");
  });
});
