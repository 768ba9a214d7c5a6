// The samples of the corpus, compared with the tables beside them; corpus/README.md explains these.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { check, fix, games } from "../dist/node.js";

const corpus = join(import.meta.dirname, "../../corpus");

function rows(folder) {
  const [, ...lines] = readFileSync(join(corpus, folder, "EXPECT.tsv"), "utf8").trim().split("\n");
  return lines.map((line) => {
    const [file, nGames, findings, readAs] = line.split("\t");
    return { file, nGames, findings, readAs, bytes: readFileSync(join(corpus, folder, file)) };
  }).filter(({ file, bytes }) => file.endsWith(".pgn") && !isPacked(bytes));
}

/** Whether a file is compressed, under whatever name. */
function isPacked(bytes) {
  const head = bytes.subarray(0, 2).toString("hex");
  return ["1f8b", "504b", "425a", "fd37", "28b5", "377a"].includes(head);
}

/** Rules whose findings are the reader's own; the others have conditions that the table lacks. */
const RULES = new Set(
  readdirSync(join(corpus, "../docs/rules")).filter((file) => /^[LMC]\d/.test(file))
    .map((file) => file.slice(5, -3)),
);

/** Which names of a cell of the table are missing; those with a question mark may be. */
function missing(names, cell) {
  if (cell === "some") return names.length > 0 ? [] : [cell];
  const isRequired = (part) =>
    !part.includes("?") && part.split("|").every((name) => RULES.has(name));
  const required = cell.split(",").filter(isRequired);
  return required.filter((part) => !part.split("|").some((name) => names.includes(name)));
}

for (const folder of ["wild", "dialect"]) {
  test(`${folder}: games and their main lines are those of the table`, () => {
    for (const { file, nGames, readAs, bytes } of rows(folder)) {
      const lines = [...games(new Uint8Array(bytes))].map((game) =>
        [...game.moves.map((move) => move.san), game.outcome].join(" "));
      if (nGames !== "-") assert.ok(nGames.split("|").includes(String(lines.length)), file);
      if (readAs === "-" || nGames === "-") continue;
      readAs.split(" | ").forEach((line, i) => {
        if (line !== "-") assert.equal(lines[i], line, file);
      });
    }
  });

  test(`${folder}: findings are those of the table`, async () => {
    for (const { file, findings, bytes } of rows(folder)) {
      const found = await check(new Uint8Array(bytes), { select: ["all"] });
      const names = [...new Set(found.map((finding) => finding.name))].sort();
      if (folder === "dialect") assert.equal(names.join(","), findings, file);
      else assert.deepEqual(missing(names, findings), [], `${file}: found ${names.join(",")}`);
      for (const { range: [start, end], start: { line, column } } of found) {
        assert.ok(0 <= start && start <= end && end <= bytes.length, file);
        assert.ok(line > 0 && column > 0, file);
      }
    }
  });
}

test("ranges of strings and of bytes are those of the same text", async () => {
  for (const { file, bytes } of rows("wild")) {
    let text;
    try {
      text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      continue;
    }
    // In bytes that are UTF-16 nothing is the same.
    if (bytes.includes(0)) continue;
    const [ofText, ofBytes] = [await check(text), await check(new Uint8Array(bytes))];
    const slices = (findings, slice) =>
      findings.map(({ code, range, start }) => [code, slice(...range), start.line]);
    assert.deepEqual(
      slices(ofText, (start, end) => text.slice(start, end)),
      slices(ofBytes, (start, end) => bytes.subarray(start, end).toString()),
      file,
    );
  }
});

test("fixes are applied once and keep the rest of the text", async () => {
  for (const { file, bytes } of rows("wild")) {
    const once = await fix(new Uint8Array(bytes));
    const twice = await fix(once.bytes);
    assert.deepEqual(twice.bytes, once.bytes, file);
    // UTF-16 becomes UTF-8.
    if (/^(?:fffe|feff|00|..00)/.test(bytes.subarray(0, 2).toString("hex"))) continue;
    const [changed] = Object.values(once.applied);
    if (changed === undefined) assert.deepEqual(Buffer.from(once.bytes), bytes, file);
  }
});

test("an edit of a finding is at its range", async () => {
  const text = '[White "Č"]\n\n1. e2e4 e5 *\n';
  const [finding] = await check(text, { profile: "import", select: ["C"] });
  const [edit] = finding.fix.edits;
  assert.equal(text.slice(0, edit.range[0]) + edit.text + text.slice(edit.range[1]),
    text.replace("e2e4", "e4"));
  const fixed = await fix(text, { profile: "import", select: ["C"] });
  assert.equal(fixed.text, text.replace("e2e4", "e4"));
});

test("a file in UTF-16 is fixed as the same text in UTF-8", async () => {
  const text = '[White "Šárka"]\n\n1. e2e4 e5 *\n';
  const { bytes } = await fix(text);
  assert.notEqual(Buffer.from(bytes).toString(), text);
  for (const mark of ["", "\ufeff"]) {
    const little = Buffer.from(mark + text, "utf16le");
    for (const wide of [little, Buffer.from(little).swap16()]) {
      assert.deepEqual((await fix(new Uint8Array(wide))).bytes, bytes);
    }
  }
});

test("rules and profiles that do not exist are errors", async () => {
  await assert.rejects(check("*", { profile: "strict" }), /unknown profile `strict`/);
  await assert.rejects(check("*", { select: ["ilegal-move"] }), /illegal-move/);
});
