// The program `pgn`: where it is on this machine, and how a release of it is downloaded.

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

/** The targets for which releases have an archive, by Node's names of system and processor. */
const TRIPLES: Record<string, string> = {
  "linux-x64": "x86_64-unknown-linux-musl",
  "linux-arm64": "aarch64-unknown-linux-musl",
  "darwin-x64": "x86_64-apple-darwin",
  "darwin-arm64": "aarch64-apple-darwin",
  "win32-x64": "x86_64-pc-windows-gnu",
};

/** The largest archive that is downloaded, in bytes. */
const ARCHIVE_BYTES_MAX = 256 << 20;

export interface Machine {
  platform: string;
  arch: string;
}

/** The name of the program's file. */
export const programName = ({ platform }: Machine): string =>
  platform === "win32" ? "pgn.exe" : "pgn";

/** The folder in the archive of a release, which is also the archive's name without extension. */
export function archiveFolder(version: string, { platform, arch }: Machine): string | null {
  const triple = TRIPLES[`${platform}-${arch}`];
  return triple ? `pgn-${version}-${triple}` : null;
}

/** The first file of this name in the folders of a PATH. */
export function findInPath(path: string, name: string): string | null {
  const files = path.split(delimiter).filter((folder) => folder).map((folder) => join(folder, name));
  return files.find((file) => existsSync(file) && statSync(file).isFile()) ?? null;
}

/** The SHA-256 sum of a file in a list as `sha256sum` writes it. */
export function sumOf(sums: string, name: string): string | null {
  for (const line of sums.split(/\r?\n/)) {
    const [, sum, file] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
    if (file === name) return sum ?? null;
  }
  return null;
}

/** Where `download` puts the program. */
export function downloadedProgram(folder: string, version: string, machine: Machine): string {
  return join(folder, version, programName(machine));
}

/**
 * Downloads the archive of a release, compares its checksum with the list of the release, and
 * unpacks it. Returns the path of the program. A failed download leaves nothing behind.
 */
export async function download(
  base: string, version: string, machine: Machine, folder: string,
): Promise<string> {
  const inside = archiveFolder(version, machine);
  if (!inside) throw new Error(`there is no release for ${machine.platform} on ${machine.arch}`);
  const name = `${inside}.${machine.platform === "win32" ? "zip" : "tar.gz"}`;
  const sum = sumOf(new TextDecoder().decode(await fetchBytes(`${base}/SHA256SUMS`)), name);
  if (!sum) throw new Error(`the checksums of the release do not list ${name}`);
  const archive = await fetchBytes(`${base}/${name}`);
  if (createHash("sha256").update(archive).digest("hex") !== sum) {
    throw new Error(`${name} does not have the checksum of the release`);
  }
  await mkdir(folder, { recursive: true });
  const scratch = await mkdtemp(join(folder, "download-"));
  try {
    await writeFile(join(scratch, name), archive);
    // Windows 10 and later have a `tar` that reads zip archives.
    await promisify(execFile)("tar", ["-xf", name], { cwd: scratch });
    const target = join(folder, version);
    await rm(target, { recursive: true, force: true });
    await rename(join(scratch, inside), target);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return downloadedProgram(folder, version, machine);
}

async function fetchBytes(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  if (Number(response.headers.get("content-length") ?? 0) > ARCHIVE_BYTES_MAX) {
    throw new Error(`${url}: larger than ${ARCHIVE_BYTES_MAX >> 20} MiB`);
  }
  return new Uint8Array(await response.arrayBuffer());
}
