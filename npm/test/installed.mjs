// The package as programs install it: the examples of README.md in Node.js, Deno, Bun, and bundled
// for a page in Chromium. `node test/installed.mjs FOLDER`, where `node_modules` has pgnkit, deno,
// bun, esbuild and vite.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { chromium } from "playwright-core";

const folder = resolve(process.argv[2] ?? ".");
const program = (name) => join(folder, "node_modules/.bin", name);
const run = (command, ...args) => execFileSync(command, args, { cwd: folder, encoding: "utf8" });

// Each runtime prints lists in its own way.
const readme = readFileSync(join(folder, "node_modules/pgnkit/README.md"), "utf8");
const examples = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map((block) => block[1]);
const asJson = "console.log = ((log) => (...words) => log(JSON.stringify(words)))(console.log);\n";
writeFileSync(join(folder, "example.mjs"), asJson + examples.join("\n"));

const expected = run("node", "example.mjs");
assert.match(expected, /"Nf3".*open game.*C001/s);
assert.equal(run(program("deno"), "run", "--allow-read", "example.mjs"), expected);
assert.equal(run(program("bun"), "example.mjs"), expected);
console.log("README.md in Node.js, Deno and Bun: the same output");

const page = '<!doctype html><script type="module" src="./example.mjs"></script>';
writeFileSync(join(folder, "index.html"), page);
run(program("vite"), "build", "--logLevel=warn", "--base=./", "--outDir=vite");
run(program("esbuild"), "example.mjs", "--bundle", "--format=esm", "--log-level=warning",
  "--out-extension:.js=.mjs", "--outdir=esbuild");
writeFileSync(join(folder, "esbuild/index.html"), page);
for (const name of ["pgnkit.wasm", "pgnkit-analysis.wasm"]) {
  cpSync(join(folder, "node_modules/pgnkit/dist", name), join(folder, "esbuild", name));
}

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript" };
const executablePath = process.env.CHROMIUM ??
  ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const browser = await chromium.launch({
  executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-quic"],
});
const server = createServer(({ url }, response) => {
  const file = join(folder, url);
  const type = TYPES[extname(file)] ?? "application/wasm";
  response.writeHead(existsSync(file) ? 200 : 404, { "content-type": type });
  response.end(existsSync(file) ? readFileSync(file) : "");
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
try {
  for (const bundler of ["vite", "esbuild"]) {
    const tab = await browser.newPage();
    let printed = "";
    tab.on("pageerror", (error) => { printed += error.stack; });
    tab.on("console", (message) => {
      // The browser asks for an icon, which is an error.
      if (message.type() === "log") printed += `${message.text()}\n`;
    });
    const whole = tab.waitForEvent("console", () => printed.length >= expected.length);
    await tab.goto(`http://127.0.0.1:${server.address().port}/${bundler}/index.html`);
    await whole;
    assert.equal(printed, expected);
    console.log(`README.md on a page, bundled by ${bundler}: the same output`);
  }
} finally {
  await browser.close();
  server.close();
}
