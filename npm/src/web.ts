// The package in browsers and workers: the module is compiled while it is loaded.

import { analysis, core } from "./module.js";

async function compile(url: URL): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  // A server may not know the type of the file, which streaming needs.
  const isTyped = response.headers.get("content-type")?.startsWith("application/wasm");
  if (isTyped) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

core.use(() => compile(new URL("pgnkit.wasm", import.meta.url)));
analysis.use(() => compile(new URL("pgnkit-analysis.wasm", import.meta.url)));
await core.load();

export * from "./index.js";
