// Pictures of everything that people see, in four widths, light and dark: `node screens.mjs FOLDER`,
// or `node screens.mjs FOLDER NAME…` for some of it.
// The pages of the smallest and of a usual width are checked with axe.
// It fails if a page scrolls sideways, cuts a control off, lets two controls overlap, or violates
// a rule of axe. It needs Chromium, `pgn` and tmux; the page "Try it" is there after `.ci/site`.

import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launch, pgn, root } from "./test/chromium.mjs";

const wanted = process.argv.slice(3);
const folder = resolve(process.argv[2] ?? join(root, "target/screens"));
const SIZES = [[360, 740], [820, 1180], [1280, 800], [1920, 1080]];
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const LESSON = "corpus/lesson/clocks-and-arrows.pgn";
const EVENT = "corpus/lesson/village-quad.pgn";
const games = [LESSON, ...readdirSync(join(root, "corpus/classic")).sort()
  .filter((name) => name.endsWith(".pgn")).map((name) => `corpus/classic/${name}`)];

const scratch = mkdtempSync(join(tmpdir(), "pgn-screens-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));
mkdirSync(folder, { recursive: true });
const made = (name, ...words) => {
  const path = join(scratch, name);
  execFileSync(pgn, ["convert", "--quiet", ...words, "-o", path], { cwd: root });
  return pathToFileURL(path).href;
};
const press = (...keys) => async (page) => {
  for (const key of keys) await page.keyboard.press(key);
};
/** Presses a button if the page has it at this width. */
const button = (name) => async (page) => {
  const found = page.getByRole("button", { name, exact: true });
  if (await found.isVisible()) await found.click();
};
const RIGHT = Array(5).fill("ArrowRight");
/** The list is there, though not in sight on a phone. */
const viewed = (page) => page.locator(".row").first().waitFor({ state: "attached" });

/** The game server's link, and how to end it. */
async function serve() {
  const state = { ...process.env, XDG_STATE_HOME: scratch };
  const child = spawn(pgn, ["view", "--web", "--no-open", ...games],
    { cwd: root, env: state, stdio: ["ignore", "pipe", "inherit"] });
  const link = await new Promise((done, failed) => {
    child.stdout.once("data", (data) => done(String(data).trim()));
    child.once("exit", () => failed(new Error("pgn has ended")));
  });
  process.on("exit", () => child.kill());
  return link;
}

const served = await serve();
const viewer = () => made("viewer.html", "--to", "html", "--interactive", ...games);
/** Each face: its name, its address, when it is ready, and what is done then. */
const FACES = [
  ["viewer", viewer, viewed, press(...RIGHT)],
  ["viewer-more", viewer, viewed, button("More")],
  ["viewer-annotate", viewer, viewed, async (page) => {
    await press(...RIGHT)(page);
    await button("Annotate")(page);
  }],
  ["viewer-list", viewer, viewed, button("List of games")],
  ["viewer-keys", viewer, viewed, press("?")],
  ["served", () => served, viewed, press(...RIGHT)],
  ["sheet", () => made("sheet.html", "--to", "html", "corpus/classic/morphy-opera-1858.pgn", LESSON)],
  ["tournament", () => made("event.html", "--to", "html", "--tournament", EVENT)],
];
const tryPage = join(root, "target/site/try/index.html");
if (existsSync(tryPage)) {
  FACES.push(["try", () => pathToFileURL(tryPage).href, (page) => page.locator("html[data-ready]").waitFor(),
    (page) => page.locator("#example").click()]);
}

const faces = FACES.filter(([name]) => wanted.length === 0 || wanted.includes(name));

/** What is wrong with the layout of the page that is shown, a line each. */
function layoutProblems() {
  const problems = [];
  const { scrollWidth } = document.scrollingElement;
  if (scrollWidth > innerWidth) problems.push(`scrolls sideways: ${scrollWidth} in ${innerWidth}`);
  const all = [];
  const collect = (node) => {
    for (const element of node.querySelectorAll("*")) {
      all.push(element);
      if (element.shadowRoot) collect(element.shadowRoot);
    }
  };
  collect(document);
  const CONTROLS = "a[href], button, input, select, textarea, summary, [role=button], [role=slider], [role=option]";
  const deepest = (x, y) => {
    let found = document.elementFromPoint(x, y);
    while (found?.shadowRoot?.elementFromPoint(x, y)) {
      const inner = found.shadowRoot.elementFromPoint(x, y);
      if (inner === found) break;
      found = inner;
    }
    return found;
  };
  /** The part of a box that the element's scrolling parents and the window show. */
  const clipped = (element, { left, right, top, bottom }) => {
    const part = { left, right, top: Math.max(top, 0), bottom: Math.min(bottom, innerHeight) };
    let parent = element.parentNode;
    for (; parent; parent = parent.parentNode ?? parent.host) {
      if (!(parent instanceof Element) || getComputedStyle(parent).overflow === "visible") continue;
      const by = parent.getBoundingClientRect();
      part.left = Math.max(part.left, by.left);
      part.right = Math.min(part.right, by.right);
      part.top = Math.max(part.top, by.top);
      part.bottom = Math.min(part.bottom, by.bottom);
    }
    return part;
  };
  const name = (element) => `${element.localName} "${(element.ariaLabel ?? element.textContent).trim().slice(0, 30)}"`;
  const boxes = [];
  for (const element of all.filter((element) => element.matches(CONTROLS))) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    for (const box of element.getClientRects()) {
      if (box.left < -1 || box.right > innerWidth + 1) problems.push(`${name(element)} is cut off`);
      const { left, right, top, bottom } = clipped(element, box);
      if (right - left < 2 || bottom - top < 2) continue;
      const middle = deepest((left + right) / 2, (top + bottom) / 2);
      if (middle && element.contains(middle)) boxes.push({ element, left, right, top, bottom });
    }
    const isText = element.matches("button, a, summary");
    const { overflowX } = getComputedStyle(element);
    if (isText && overflowX === "hidden" && element.scrollWidth > element.clientWidth + 1) {
      problems.push(`the text of ${name(element)} is cut off`);
    }
  }
  const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  boxes.forEach((a, n) => boxes.slice(n + 1).forEach((b) => {
    // A box above the page hides what is below it.
    const box = (element) => element.closest("[role=dialog], [role=menu], dialog, .more-box");
    if (box(a.element) !== box(b.element)) return;
    const isInside = a.element.contains(b.element) || b.element.contains(a.element);
    if (!isInside && overlap(a, b)) problems.push(`${name(a.element)} overlaps ${name(b.element)}`);
  }));
  return problems;
}

/** What a terminal of this size shows, as text. */
function terminal(columns, rows) {
  const session = ["-L", `pgn-screens-${process.pid}`];
  const tmux = (...words) => execFileSync("tmux", [...session, ...words], { encoding: "utf8" });
  const command = `XDG_STATE_HOME=${scratch} ${pgn} view ${games.join(" ")}`;
  execFileSync("tmux", [...session, "-f", "/dev/null", "new-session", "-d", "-x", columns, "-y", rows,
    "-c", root, command]);
  const shown = (pattern) => {
    for (let n = 0; n < 100; n += 1) {
      const text = tmux("capture-pane", "-p");
      if (pattern.test(text)) return text;
      execFileSync("sleep", ["0.1"]);
    }
    throw new Error(`the terminal does not show ${pattern}`);
  };
  const list = shown(/Morphy/);
  tmux("send-keys", "Enter");
  const game = shown(/a\s+b\s+c\s+d\s+e\s+f\s+g\s+h/);
  tmux("kill-server");
  return { list, game };
}

let problemCount = 0;
const report = (where, problems) => {
  problemCount += problems.length;
  for (const problem of problems) console.log(`${where}: ${problem}`);
};
const browser = await launch();
for (const [name, addressOf, ready, act] of faces) {
  const address = addressOf();
  for (const [width, height] of SIZES) {
    for (const colorScheme of ["light", "dark"]) {
      const context = await browser.newContext({
        viewport: { width, height }, colorScheme, reducedMotion: "reduce", hasTouch: width < 1000, bypassCSP: true,
      });
      const page = await context.newPage();
      await page.goto(address);
      await ready?.(page);
      await act?.(page);
      const where = `${name}-${width}-${colorScheme}`;
      await page.screenshot({ path: join(folder, `${where}.png`) });
      report(where, await page.evaluate(layoutProblems));
      if (![360, 1280].includes(width)) {
        await context.close();
        continue;
      }
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, {
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      }));
      report(where, violations.map(({ id, nodes }) => `${id}: ${nodes[0].target} ${nodes[0].failureSummary}`));
      await context.close();
    }
  }
}
// On paper.
for (const [name, addressOf] of faces.filter(([name]) => ["sheet", "tournament"].includes(name))) {
  const page = await browser.newPage();
  await page.goto(addressOf());
  await page.pdf({ path: join(folder, `${name}.pdf`), preferCSSPageSize: true });
  await page.close();
}
await browser.close();
const terminals = wanted.length === 0 || wanted.includes("terminal") ? [[80, 24], [120, 40]] : [];
for (const [columns, rows] of terminals) {
  for (const [state, text] of Object.entries(terminal(columns, rows))) {
    writeFileSync(join(folder, `terminal-${state}-${columns}.txt`), text);
    const long = text.split("\n").filter((line) => line.length > columns);
    report(`terminal-${state}-${columns}`, long.map((line) => `too long: ${line}`));
  }
}
console.log(`${folder}: ${faces.length * SIZES.length * 2} pictures, ${problemCount} problems`);
process.exit(problemCount > 0 ? 1 : 0);
