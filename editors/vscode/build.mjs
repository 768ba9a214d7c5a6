// Bundles the extension into `dist/`, with the viewer and the license: `node build.mjs`.

import { copyFile, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { build } from "esbuild";

const viewer = "../../crates/pgn-cli/viewer";

process.chdir(import.meta.dirname);
await rm("dist", { recursive: true, force: true });
await mkdir("dist/viewer", { recursive: true });

const options = { bundle: true, minify: true, charset: "utf8", legalComments: "none" };
const { metafile } = await build({
  ...options,
  metafile: true,
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  platform: "node",
  format: "cjs",
  target: "node18",
  external: ["vscode"],
});
await build({
  ...options,
  entryPoints: ["src/panel.ts"],
  outfile: "dist/viewer/panel.js",
  format: "esm",
  target: "chrome111",
});
for (const name of ["pgn-view.js", "pgn.wasm.lzma"]) {
  await copyFile(`${viewer}/${name}`, `dist/viewer/${name}`);
}
await copyFile("../../LICENSE-MIT", "LICENSE.txt");

// The licenses of the packages in the bundle.
const inside = /node_modules\/(?:@[^/]+\/)?[^/]+/;
const folders = new Set(Object.keys(metafile.inputs).flatMap((path) => inside.exec(path) ?? []));
const licenses = await Promise.all([...folders].sort().map(async (folder) => {
  const name = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
  if (!name) throw new Error(`${folder} has no license`);
  return `${folder.replace("node_modules/", "")}\n\n${await readFile(`${folder}/${name}`, "utf8")}`;
}));
await writeFile("dist/THIRD-PARTY-LICENSES.txt", licenses.join("\n\n"));
