// Makes the folder `dist` of the package: `node build.mjs`. Needs cargo with the target
// wasm32-unknown-unknown. `npm pack` then makes the file for the registry.

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const folder = import.meta.dirname;
const root = join(folder, "..");
const dist = join(folder, "dist");
const TARGET = "wasm32-unknown-unknown";

/** What a page downloads before its first game, and the most that it may be, with gzip. */
const CORE_BYTES_MAX = 350_000;

/** The most that the module of checks, queries and EPD may be, with gzip. */
const ANALYSIS_BYTES_MAX = 830_000;

function run(program, args, options = {}) {
  execFileSync(program, args, { cwd: folder, stdio: "inherit", ...options });
}

if (!existsSync(join(folder, "node_modules/esbuild"))) run("npm", ["ci", "--silent"]);
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });

// Games are read half as fast again with optimization for speed; less inlining keeps the module at
// about its size.
const modules = [
  ["games", "pgnkit.wasm", "2", "-Cllvm-args=-inline-threshold=20"],
  ["analysis", "pgnkit-analysis.wasm", '"s"', ""],
];
for (const [feature, name, level, flags] of modules) {
  run("cargo", [
    "build", "--locked", "--quiet", "-p", "pgn-js", "--profile", "npm", "--target", TARGET,
    "--no-default-features", "--features", feature, "--config", `profile.npm.opt-level=${level}`,
  ], { cwd: root, env: { ...process.env, RUSTFLAGS: `${pathFlags()} ${flags}` } });
  const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
  cpSync(join(target, TARGET, "npm/pgn_js.wasm"), join(dist, name));
}

/** Flags that keep the paths of this machine out of the module. */
function pathFlags() {
  const rustc = (...args) => execFileSync("rustc", args, { encoding: "utf8" });
  const sysroot = rustc("--print", "sysroot").trim();
  const commit = /commit-hash: (\w+)/.exec(rustc("--version", "--verbose"))?.[1] ?? "";
  const home = process.env.CARGO_HOME ?? join(process.env.HOME ?? "", ".cargo");
  return [
    `--remap-path-prefix=${sysroot}/lib/rustlib/src/rust=/rustc/${commit}`,
    `--remap-path-prefix=${home}=/cargo`,
    `--remap-path-prefix=${root}=/pgnkit`,
  ].join(" ");
}

const { build } = await import("esbuild");
const bundle = (name, isMinified) => build({
  absWorkingDir: folder,
  entryPoints: [`src/${name}.ts`],
  outdir: dist,
  bundle: true,
  minify: isMinified,
  format: "esm",
  target: "es2022",
  platform: "neutral",
  external: ["node:fs"],
  charset: "utf8",
  legalComments: "none",
  banner: { js: "// pgnkit, MIT OR Apache-2.0" },
});
await bundle("web", true);
await bundle("node", false);
run("node_modules/.bin/tsc", []);

// The viewer is built by `cargo xtask page` and committed.
const viewer = join(root, "crates/pgn-cli/viewer");
cpSync(join(viewer, "pgn-view.js"), join(dist, "view.js"));
cpSync(join(viewer, "pgn.wasm.lzma"), join(dist, "pgn.wasm.lzma"));
cpSync(join(folder, "view.d.ts"), join(dist, "types/view.d.ts"));
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) cpSync(join(root, name), join(folder, name));

// The program, as the library that Node.js has packs less.
const packed = (name) => {
  return execFileSync("gzip", ["-9cn", join(dist, name)], { maxBuffer: 1 << 26 }).length;
};
const sizes = Object.fromEntries(
  ["web.js", "pgnkit.wasm", "pgnkit-analysis.wasm", "view.js"].map((name) => [name, packed(name)]),
);
for (const [name, bytes] of Object.entries(sizes)) console.log(`${name}: ${bytes} bytes with gzip`);
const core = sizes["web.js"] + sizes["pgnkit.wasm"];
console.log(`to read and write games: ${core} bytes with gzip`);
const limits = [
  ["to read and write games", core, CORE_BYTES_MAX],
  ["pgnkit-analysis.wasm", sizes["pgnkit-analysis.wasm"], ANALYSIS_BYTES_MAX],
];
for (const [name, bytes, bytesMax] of limits) {
  if (bytes <= bytesMax) continue;
  console.error(`${name}: ${bytes} bytes with gzip, at most ${bytesMax} are allowed`);
  process.exitCode = 1;
}
