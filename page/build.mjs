// Makes the committed bundles of the sources: `node build.mjs`, or `node build.mjs FOLDER` to put
// them elsewhere. The same sources give the same bytes, as package-lock.json names the version of
// esbuild.

import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build } from "esbuild";

const folder = resolve(process.argv[2] ?? "../crates/pgn-cli/viewer");

/** A script of a source and all that it imports. */
async function bundle(source, name, options = {}) {
  await build({
    absWorkingDir: import.meta.dirname,
    entryPoints: [`src/${source}.ts`],
    outfile: join(folder, name),
    bundle: true,
    minify: true,
    format: "esm",
    target: ["chrome111", "firefox114", "safari16.4"],
    charset: "utf8",
    legalComments: "none",
    banner: { js: "// pgnkit's viewer, MIT OR Apache-2.0. Made by `cargo xtask page` from page/src." },
    ...options,
  });
}

/** Style sheets as texts, minified. */
const styles = {
  name: "css",
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const made = await build({ entryPoints: [path], minify: true, write: false });
      return { contents: made.outputFiles[0].text.trim(), loader: "text" };
    });
  },
};

await bundle("index", "pgn-view.js", { plugins: [styles] });
await bundle("boot", "boot.js");
// The code that `pgn view --web` adds to the viewer, without the viewer itself.
await bundle("served", "served.js", {
  plugins: [{
    name: "viewer",
    setup({ onResolve }) {
      onResolve({ filter: /^\.\/index\.js$/ }, () => ({ path: "./pgn-view.js", external: true }));
    },
  }],
});

// The digests by which a page's policy knows the scripts.
for (const name of ["pgn-view", "boot"]) {
  const script = await readFile(join(folder, `${name}.js`));
  const digest = createHash("sha256").update(script).digest("base64");
  await writeFile(join(folder, `${name}.sha256`), `${digest}\n`);
}
