// The browser and the program that tests and pictures use.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

export const root = join(import.meta.dirname, "../..");

/** `pgn` as cargo builds it, or as PGN names it. */
export const pgn = process.env.PGN ?? join(root, "target/debug/pgn");

/** Chromium as the system has it, or as CHROMIUM names it. */
export async function launch() {
  const executablePath = process.env.CHROMIUM ??
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
  if (!executablePath) throw new Error("Chromium is not installed");
  if (!existsSync(pgn)) throw new Error(`${pgn} is not built`);
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-quic"] });
}
