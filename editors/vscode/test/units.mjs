// The parts that need no editor: `node --test test/units.mjs`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";

process.chdir(join(import.meta.dirname, ".."));

async function load(name) {
  const options = { bundle: true, platform: "node", format: "esm", write: false };
  const { outputFiles } = await build({ ...options, entryPoints: [`src/${name}.ts`] });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

const release = await load("release");
const { boardPage } = await load("page");
const about = JSON.parse(readFileSync("package.json", "utf8"));
const LINUX = { platform: "linux", arch: "x64" };

/** A folder that the test removes. */
function scratch(t) {
  const folder = mkdtempSync(join(tmpdir(), "pgn-vscode-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("the version is that of the workspace", () => {
  const [, version] = /^version = "(.+)"$/m.exec(readFileSync("../../Cargo.toml", "utf8"));
  assert.equal(about.version, version);
});

test("each target of a release has its archive", () => {
  const source = readFileSync("../../xtask-dist/src/target.rs", "utf8");
  const triples = [...source.matchAll(/^ +triple: "(.+)",$/gm)].map(([, triple]) => triple);
  const machines = [["linux", "x64"], ["linux", "arm64"], ["darwin", "x64"], ["darwin", "arm64"],
    ["win32", "x64"]];
  const found = machines.map(([platform, arch]) => release.archiveFolder("1.2.3", { platform, arch }));
  assert.deepEqual(found.sort(), triples.map((triple) => `pgn-1.2.3-${triple}`).sort());
  assert.equal(release.archiveFolder("1.2.3", { platform: "sunos", arch: "x64" }), null);
});

test("a program is found in PATH", (t) => {
  const folder = scratch(t);
  mkdirSync(join(folder, "a/pgn"), { recursive: true });
  mkdirSync(join(folder, "b"));
  writeFileSync(join(folder, "b/pgn"), "");
  const path = ["", "/nowhere", join(folder, "a"), join(folder, "b")].join(delimiter);
  assert.equal(release.findInPath(path, "pgn"), join(folder, "b/pgn"));
  assert.equal(release.findInPath(join(folder, "a"), "pgn"), null);
});

test("a checksum is that of the whole name", () => {
  const [a, b] = ["a".repeat(64), "b".repeat(64)];
  const sums = `${a}  pgn.zip.sig\n${b}  pgn.zip\nno sum  other\n`;
  assert.equal(release.sumOf(sums, "pgn.zip"), b);
  assert.equal(release.sumOf(sums, "other"), null);
});

/** Serves a release whose program has this text; returns its address. */
async function serve(t, text, sumOf) {
  const folder = scratch(t);
  const inside = release.archiveFolder("1.2.3", LINUX);
  mkdirSync(join(folder, inside));
  writeFileSync(join(folder, inside, "pgn"), text);
  execFileSync("tar", ["-czf", "archive", inside], { cwd: folder });
  const archive = readFileSync(join(folder, "archive"));
  const sum = createHash("sha256").update(sumOf(archive)).digest("hex");
  const files = { [`/${inside}.tar.gz`]: archive, "/SHA256SUMS": `${sum}  ${inside}.tar.gz\n` };
  const server = createServer(({ url }, response) => {
    response.writeHead(url in files ? 200 : 404).end(files[url]);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  return `http://127.0.0.1:${server.address().port}`;
}

test("a release is downloaded and unpacked", async (t) => {
  const base = await serve(t, "a program", (archive) => archive);
  const folder = join(scratch(t), "new");
  const program = await release.download(base, "1.2.3", LINUX, folder);
  assert.equal(readFileSync(program, "utf8"), "a program");
  assert.equal(program, release.downloadedProgram(folder, "1.2.3", LINUX));
  assert.deepEqual(readdirSync(folder), ["1.2.3"]);
  // Again, over the old one.
  assert.equal(await release.download(base, "1.2.3", LINUX, folder), program);
});

test("a file with another checksum is not unpacked", async (t) => {
  const base = await serve(t, "a program", () => "other bytes");
  const folder = join(scratch(t), "new");
  await assert.rejects(release.download(base, "1.2.3", LINUX, folder), /does not have the checksum/);
  assert.ok(!existsSync(folder));
  const windows = { platform: "win32", arch: "x64" };
  await assert.rejects(release.download(base, "1.2.3", windows, folder), /do not list pgn-1.2.3/);
  await assert.rejects(release.download(`${base}/x`, "1.2.3", LINUX, folder), /404/);
  const sun = { platform: "sunos", arch: "x64" };
  await assert.rejects(release.download(base, "1.2.3", sun, folder), /no release for sunos/);
});

test("the board loads only files of the extension", () => {
  const page = boardPage("https://own", "https://own/pgn-view.js", "https://own/panel.js");
  const [, policy] = /Content-Security-Policy" content="([^"]+)"/.exec(page);
  assert.match(policy, /^default-src 'none'; script-src https:\/\/own 'wasm-unsafe-eval';/);
  assert.ok(!policy.includes("unsafe-eval'") || policy.includes("'wasm-unsafe-eval'"));
  assert.ok(!/<script(?![^>]* src=)/.test(page), "no script is in the page itself");
});

test("every command of the manifest is in the extension", () => {
  const source = readFileSync("src/extension.ts", "utf8");
  for (const { command } of about.contributes.commands) {
    const name = command.replace("pgnkit.", "");
    assert.ok(source.includes(`command("${name}"`) || source.includes(`"${command}"`), command);
  }
});
