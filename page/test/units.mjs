// The parts of the page that need no browser: `node --test test/units.mjs`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";

/** A module of the sources. */
async function source(name) {
  const made = await build({
    absWorkingDir: import.meta.dirname, entryPoints: [`../src/${name}.ts`], bundle: true,
    format: "esm", write: false, platform: "neutral",
  });
  return import(`data:text/javascript;base64,${Buffer.from(made.outputFiles[0].text).toString("base64")}`);
}

const { SQUARES, at, nextPiece, pieceAt, pieceWords, place, ENGLISH } = await source("squares");
const { fenOf, fieldsOf, pocketWith } = await source("fen");
const { movesBetween } = await source("picture");
const { ROW_PIXELS, rowsInSight } = await source("list");
const { evalHeight, evalText, pawnsOf, pointAt } = await source("graph");
const { lineNumbers } = await source("engine");
const { dateText, withShortLinks } = await source("players");
const { moveName } = await source("moves");
const { findKey, keyName, shownKeys } = await source("keys");
const { encode } = await source("core");
const { fromText } = await source("base91");
const { unpackLzma } = await source("lzma");

test("each square has its place on either side of the board", () => {
  assert.equal(new Set(SQUARES).size, 64);
  for (const side of ["white", "black"]) {
    for (const square of SQUARES) assert.equal(at(...place(square, side), side), square);
    for (const beside of [[-1, 0], [8, 0], [0, -1], [0, 8]]) assert.equal(at(...beside, side), undefined);
  }
  assert.deepEqual(place("a1", "white"), [0, 7]);
  assert.deepEqual(place("a1", "black"), [7, 0]);
});

test("a FEN comes back from its parts", () => {
  for (const fen of [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 20",
    "rnbqkbnr/pp1ppppp/8/8/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
    "8/8/8/8/8/8/8/8 b - - 7 9",
    "Q~3k2q~/8/8/8/8/8/8/4K3[QNNp] w - - 0 40",
  ]) assert.equal(fenOf(fieldsOf(fen)), fen);
});

test("pieces are put into pockets and taken out, in one order", () => {
  assert.equal(pocketWith("", "P", 2), "PP");
  assert.equal(pocketWith("PPq", "N", 1), "NPPq");
  assert.equal(pocketWith("NPPq", "P", 0), "Nq");
  assert.equal(pocketWith("Nq", "N", 3), "NNNq");
});

test("any text gives sixty-four squares", () => {
  for (const text of ["", "9/9", "pppppppppppp/8", "////////////", "x y z", "8/8 b KQ"]) {
    assert.equal(fieldsOf(text).pieces.length, 64);
    assert.equal(fenOf(fieldsOf(fenOf(fieldsOf(text)))), fenOf(fieldsOf(text)));
  }
});

test("a king castles by a step of two unless it can go there by itself", () => {
  const castles = { uci: "e1h1", san: "O-O", from: "e1", to: ["h1", "g1"], promotion: null, drop: null };
  const steps = { uci: "f1g1", san: "Kg1", from: "f1", to: ["g1"], promotion: null, drop: null };
  const castles960 = { ...castles, uci: "f1h1", from: "f1" };
  assert.deepEqual(movesBetween([castles], "e1", "g1"), [castles]);
  assert.deepEqual(movesBetween([castles], "e1", "h1"), [castles]);
  assert.deepEqual(movesBetween([castles960, steps], "f1", "g1"), [steps]);
  assert.deepEqual(movesBetween([castles960, steps], "f1", "h1"), [castles960]);
  const drops = { uci: "N@f3", san: "N@f3", from: null, to: ["f3"], promotion: null, drop: "N" };
  assert.deepEqual(movesBetween([drops], "N@", "f3"), [drops]);
  assert.deepEqual(movesBetween([drops], "P@", "f3"), []);
});

test("the rows in sight are few, and all that can be seen", () => {
  for (const rows of [0, 1, 7, 1000, 3_000_000]) {
    const height = Math.min(8_000_000, rows * ROW_PIXELS);
    for (const part of [0, 0.3, 0.99, 1]) {
      const { from, to } = rowsInSight(part * Math.max(0, height - 400), 400, rows);
      assert.ok(from >= 0 && to <= rows && from <= to && to - from < 40, `${rows} ${part}`);
      if (part === 0 && rows > 0) assert.equal(from, 0);
      if (part === 1) assert.equal(to, rows);
    }
  }
});

test("a better evaluation for White is drawn higher", () => {
  const heights = [-100, -5, -1, 0, 0.2, 1, 5, 100].map(evalHeight);
  for (let n = 1; n < heights.length; n += 1) assert.ok(heights[n] < heights[n - 1]);
  assert.equal(pointAt([1, 2, 3], 0.6), 2);
  assert.equal(pointAt([], 0.6), undefined);
});

test("dates, links, evaluations and moves are written as people write them", () => {
  for (const [value, shown] of [
    ["1992.11.04", "4 Nov 1992"], ["1992.11.??", "Nov 1992"], ["1852.??.??", "1852"],
    ["1992.13.04", "1992"], ["1992-11-04", "1992-11-04"], ["", ""],
  ]) assert.equal(dateText(value), shown);
  assert.equal(withShortLinks("Blitz https://www.lichess.org/abc"), "Blitz lichess.org/abc");
  for (const [score, pawns, shown] of [
    ["+0.35", 0.35, "+0.35"], ["-1.20", -1.2, "−1.20"], ["#-3", -100, "Black mates"], ["#2", 100, "White mates"],
  ]) {
    assert.equal(pawnsOf(score), pawns);
    assert.equal(evalText(pawns), shown);
  }
  assert.deepEqual(lineNumbers("8/8/8/8/8/8/8/8 w - - 0 12", 3), ["12. ", "", "13. "]);
  assert.deepEqual(lineNumbers("8/8/8/8/8/8/8/8 b - - 0 12", 3), ["12... ", "13. ", ""]);
  assert.deepEqual(lineNumbers("", 1), ["1. "]);
  const move = (node, number, text) => ({ kind: "move", node, number, text });
  const tokens = [move(1, "1.", "e4"), move(2, null, "e5"), move(3, "1...", "c5")];
  assert.deepEqual([0, 1, 2, 3].map((node) => moveName(tokens, node)),
    ["Before the first move", "1. e4", "1... e5", "1... c5"]);
});

test("the next piece of a kind comes round", () => {
  const pieces = "r......r" + ".".repeat(48) + "R......R";
  assert.equal(nextPiece(pieces, "r", "a8", false), "h8");
  assert.equal(nextPiece(pieces, "r", "h1", false), "a8");
  assert.equal(nextPiece(pieces, "r", "a8", true), "h1");
  assert.equal(nextPiece(pieces, "q", "a8", false), undefined);
  assert.equal(pieceAt(pieces, "h1"), "R");
  assert.equal(pieceWords("n", ENGLISH), "black knight");
});

test("fields of a message have their lengths in bytes", () => {
  const message = encode(["é", new Uint8Array([1, 0])]);
  assert.deepEqual([...message], [2, 0, 0, 0, 0xc3, 0xa9, 2, 0, 0, 0, 1, 0]);
});

/** Digits of base 91, written plainly: a number that is taken apart. */
function digits(bytes) {
  const signs = Array.from({ length: 94 }, (_, n) => String.fromCharCode(n + 33))
    .filter((sign) => !"&<>".includes(sign));
  let [text, bits, count] = ["", 0n, 0n];
  for (const byte of bytes) {
    bits |= BigInt(byte) << count;
    count += 8n;
  }
  while (count > 13n) {
    const taken = bits % 8192n > 88n ? 13n : 14n;
    const pair = Number(bits % (1n << taken));
    text += signs[pair % 91] + signs[Math.floor(pair / 91)];
    [bits, count] = [bits >> taken, count > taken ? count - taken : 0n];
  }
  if (count > 0n) text += signs[Number(bits) % 91];
  if (count > 7n || bits > 90n) text += signs[Math.floor(Number(bits) / 91)];
  return text;
}

test("bytes come back from digits of base 91", () => {
  for (let length = 0; length < 60; length += 1) {
    for (const fill of [() => 0, () => 255, (n) => (n * 89 + length * 31) % 256, (n) => n % 2]) {
      const bytes = Uint8Array.from({ length }, (_, n) => fill(n));
      assert.deepEqual([...fromText(`${digits(bytes)}\n`)], [...bytes], `${bytes}`);
    }
  }
});

test("the parts that are committed are unpacked, and what is cut off is refused", () => {
  const part = (name) => readFileSync(join(import.meta.dirname, "../../crates/pgn-cli/viewer", name));
  assert.ok(WebAssembly.validate(unpackLzma(part("pgn.wasm.lzma"))));
  assert.equal(Buffer.compare(unpackLzma(part("pgn-view.js.lzma")), part("pgn-view.js")), 0);
  assert.throws(() => unpackLzma(part("pgn.wasm.lzma").subarray(0, 1000)), /cut off/);
});

test("keys have the names of the table, and a key of the terminal's list is none of the page's", () => {
  const press = (key, more = {}) => ({
    key, code: "", ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more,
  });
  for (const [event, pane, name] of [
    [press("ArrowLeft"), "Game", "Left"], [press(" "), "List", "Space"],
    [press("ArrowUp", { shiftKey: true }), "Squares", "S-Up"],
    [press("Z", { ctrlKey: true, shiftKey: true }), "Game", "C-S-z"],
    [press("!", { code: "Digit1", shiftKey: true }), "Game", "!"],
    [press("!", { code: "Digit1", shiftKey: true }), "Squares", "!"],
    [press("1", { code: "Digit1", altKey: true }), "Squares", "A-1"],
    [press("!", { code: "Digit1", altKey: true, shiftKey: true }), "Squares", "A-S-1"],
    [press("å", { code: "KeyA", altKey: true }), "Squares", "A-a"],
    [press("K", { code: "KeyK", altKey: true, shiftKey: true }), "Squares", "A-S-k"],
    [press("@", { code: "KeyQ", altKey: true, ctrlKey: true }), "Squares", null],
    [press("G", { shiftKey: true }), "List", "G"], [press("x", { altKey: true }), "Game", null],
  ]) assert.equal(keyName(event, pane), name);
  assert.equal(shownKeys(["Right", "l", "S-Left", "C-S-z", "?"]), "→ l Shift-← Ctrl-Shift-z ?");
  assert.equal(shownKeys(["A-1", "A-2", "A-3", "A-4", "A-5", "A-6"]), "Alt-1 to Alt-6");
  assert.equal(shownKeys(["A-S-k"]), "Alt-Shift-k");
  const row = (pane, page, terminal = []) => ({ pane, page, served: page, terminal });
  const rows = [row("Game", ["c", "x"]), row("List", [], ["c"]), row("Both", ["w"])];
  assert.equal(findKey(rows, "page", "Game", "c"), rows[0]);
  assert.equal(findKey(rows, "page", "List", "c"), null);
  assert.equal(findKey(rows, "page", "List", "x"), rows[0]);
  assert.equal(findKey(rows, "page", "Squares", "w"), rows[2]);
});
