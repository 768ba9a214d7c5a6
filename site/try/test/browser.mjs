// The page in Chromium and Firefox, opened as a file, as an offline user has it. PAGE names it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { launch } from "puppeteer-core";

const root = resolve(import.meta.dirname, "../../..");
const page = resolve(process.env.PAGE ?? join(root, "target/site/try/index.html"));
const pgn = process.env.PGN ?? join(root, "target/debug/pgn");
const axe = await readFile(join(import.meta.dirname, "../node_modules/axe-core/axe.min.js"), "utf8");
const corpus = (name) => join(root, "corpus", name);

const BROWSERS = [
  ["chrome", ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]],
  ["firefox", ["/usr/bin/firefox-esr", "/usr/bin/firefox"]],
];

/** What the command writes for a file; findings give the exit status 1. */
function output(...words) {
  try {
    return execFileSync(pgn, words, { encoding: "latin1", stdio: ["ignore", "pipe", "ignore"] });
  } catch (error) {
    if (error.status !== 1) throw error;
    return error.stdout;
  }
}

for (const [browserName, paths] of BROWSERS) {
  describe(browserName, () => {
    let browser;
    let tab;
    let requests;

    before(async () => {
      const executablePath = paths.find(existsSync);
      assert.ok(executablePath, `${browserName} is not installed`);
      const args = browserName === "chrome" ? ["--no-sandbox", "--disable-gpu"] : [];
      browser = await launch({ browser: browserName, executablePath, args });
    });

    after(() => browser?.close());

    /** The page, when its worker is ready. */
    async function open(viewport = { width: 1280, height: 900 }) {
      tab = await browser.newPage();
      requests = [];
      tab.on("request", (request) => requests.push(request.url()));
      await tab.setViewport(viewport);
      // The policy lets no script read an address of a file again.
      await tab.evaluateOnNewDocument(() => {
        globalThis.blobs = new Map();
        const make = URL.createObjectURL;
        URL.createObjectURL = (blob) => {
          const url = make(blob);
          globalThis.blobs.set(url, blob);
          return url;
        };
      });
      await tab.goto(pathToFileURL(page).href);
      await tab.waitForSelector("html[data-ready]");
    }

    const textOf = (selector) => tab.$eval(selector, (element) => element.textContent);

    /** Waits until a text of the page matches. */
    function shown(selector, pattern) {
      return tab.waitForFunction((selector, source) => {
        const element = document.querySelector(selector);
        return element && !element.hidden && new RegExp(source).test(element.textContent);
      }, {}, selector, pattern.source);
    }

    async function choose(file) {
      const input = await tab.$("#file");
      await input.uploadFile(file);
      await shown("#status", /\d games?, \d/);
    }

    /** The file that the page offers, its bytes as characters. */
    async function made(name) {
      await shown("#download", new RegExp(`Download ${name}`));
      return tab.$eval("#download", async ({ href }) => {
        const bytes = new Uint8Array(await globalThis.blobs.get(href).arrayBuffer());
        return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
      });
    }

    async function convert(format) {
      await tab.select("#format", format);
      await tab.click("#convert");
    }

    test("shows findings with boards, and fixes what is safe", async () => {
      await open();
      await tab.click("#example");
      await shown("#status", /1 game, 1 error, 1 warning/);
      assert.match(await textOf(".kind[open]"), /illegal-move/);
      assert.match(await textOf(".finding"), /the king on f7 cannot reach d7/);
      assert.equal(await textOf(".finding mark"), "Kd7");
      assert.match(await textOf(".board"), /Black to move/);
      await tab.click("#fix");
      const fixed = await made("example-fixed.pgn");
      assert.match(fixed, /\[Date "2026\.05\.17"\]/);
      assert.match(fixed, /5\. exd5 Nxd5 6\. O-O Be7/);
      assert.match(await textOf("#outcome"), /fixes applied/);
      await tab.click("#again");
      await shown("#status", /example-fixed\.pgn: 1 game, 1 error, 0 warnings, 0 notes/);
      await tab.close();
    });

    test("writes what the command writes", async () => {
      await open();
      const file = corpus("classic/morphy-opera-1858.pgn");
      await choose(file);
      for (const profile of ["archival", "reduced", "modern", "lichess", "scid"]) {
        await convert(profile);
        const text = await made(`morphy-opera-1858-${profile}.pgn`);
        assert.equal(text, output("fmt", "--profile", profile, file, "-o", "-"));
      }
      await convert("epd");
      const epd = (await made("morphy-opera-1858.epd")).trimEnd().split("\n");
      assert.equal(epd.length, 34);
      assert.ok(epd[1].startsWith("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 id "));
      await convert("csv");
      const [head, row] = (await made("morphy-opera-1858.csv")).split("\r\n");
      assert.match(head, /^Game,Event,.*,PlyCount,Moves$/);
      assert.match(row, /^1,Casual game,Paris FRA,.*,33,e4 e5 Nf3 d6/);
      await tab.close();
    });

    test("checks for a site", async () => {
      await open();
      await choose(corpus("classic/morphy-opera-1858.pgn"));
      assert.equal((await tab.$$("#site option")).length, 5);
      for (const site of ["lichess", "chesscom", "chessbase", "scid"]) {
        await tab.select("#site", site);
        await shown("#status", /1 game, \d/);
      }
      await tab.close();
    });

    test("makes a page with a viewer, and opens it", async () => {
      await open();
      await choose(corpus("classic/morphy-opera-1858.pgn"));
      await convert("html");
      const html = await made("morphy-opera-1858.html");
      assert.match(html, /<pgn-view page/);
      assert.match(html, /Duke Karl of Brunswick/);
      await tab.click("#view");
      const frame = await (await tab.waitForSelector("#viewer iframe")).contentFrame();
      await frame.waitForFunction(() => {
        const view = document.querySelector("pgn-view");
        return view?.shadowRoot?.textContent.includes("Duke Karl of Brunswick");
      });
      await tab.close();
    });

    test("shows, fixes and views files of other encodings", async () => {
      const text = '[White "Müller, Käthe"]\n\n1. e4 e5 2. Ke3 *\n';
      const folder = await mkdtemp(join(tmpdir(), "pgn-try-"));
      for (const [name, encoding] of [["wide", "utf16le"], ["latin", "latin1"], ["plain", "utf8"]]) {
        await open();
        const file = join(folder, `${name}.pgn`);
        await writeFile(file, Buffer.from(text, encoding));
        await choose(file);
        const sources = await tab.$$eval(".finding mark", (marks) => marks.map((mark) => mark.textContent));
        assert.ok(sources.includes("Ke3"), `${name}: ${sources}`);
        await tab.click("#fix");
        const fixed = await made(name === "wide" ? "wide-utf8-fixed.pgn" : `${name}-fixed.pgn`);
        assert.ok(Buffer.from(fixed, "latin1").toString(name === "latin" ? "latin1" : "utf8").includes("Müller"));
        await tab.click("#view");
        const frame = await (await tab.waitForSelector("#viewer iframe")).contentFrame();
        await frame.waitForFunction(() =>
          document.querySelector("pgn-view")?.shadowRoot?.textContent.includes("Müller, Käthe"));
        await tab.close();
      }
      await rm(folder, { recursive: true });
    });

    test("takes what is no game, and bytes of every kind", async () => {
      await open();
      const folder = await mkdtemp(join(tmpdir(), "pgn-try-"));
      const bytes = Uint8Array.from({ length: 4096 }, (_, i) => (i * 7919) % 256);
      for (const [name, data] of [["empty.pgn", ""], ["noise.pgn", bytes], ["text.pgn", "<b>hello"]]) {
        await writeFile(join(folder, name), data);
        await choose(join(folder, name));
        assert.equal(await tab.$("#findings b"), null);
      }
      await rm(folder, { recursive: true });
      await tab.close();
    });

    test("asks no server, and has no violation of accessibility at any width", async () => {
      for (const [width, height] of [[360, 740], [820, 1180], [1280, 900], [1920, 1080]]) {
        await open({ width, height });
        await tab.click("#example");
        await shown("#status", /1 game/);
        await tab.evaluate(() => {
          for (const kind of document.querySelectorAll("details")) kind.open = true;
        });
        const overflow = await tab.evaluate(() =>
          document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.equal(overflow, 0, `at ${width} pixels`);
        await tab.evaluate(axe);
        const { violations } = await tab.evaluate(() => globalThis.axe.run());
        assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), []);
        const foreign = requests.filter((url) => !/^(file|blob|data):/.test(url));
        assert.deepEqual(foreign, []);
        await tab.close();
      }
    });
  });
}
