// The package in Node.js, Deno and Bun: the module is read from the disk, so that `require` works.

import { readFileSync } from "node:fs";
import { analysis, core } from "./module.js";

const read = (url: URL) => new WebAssembly.Module(readFileSync(url));
core.use(() => read(new URL("pgnkit.wasm", import.meta.url)));
analysis.use(() => read(new URL("pgnkit-analysis.wasm", import.meta.url)));

export * from "./index.js";
