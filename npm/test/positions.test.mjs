// Positions, pictures and EPD.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  DEFAULT_POSITION, fenError, parseEpd, PgnError, Position, writeEpd,
} from "../dist/node.js";
import { generator } from "./generator.mjs";

test("a position has its fields", () => {
  const position = new Position();
  assert.equal(position.fen, DEFAULT_POSITION);
  assert.deepEqual([position.turn, position.moveNumber, position.halfmoves], ["w", 1, 0]);
  assert.deepEqual(position.piece("e1"), { type: "k", color: "w" });
  assert.equal(position.piece("e4"), undefined);
  assert.equal(position.polyglotKey, "463b96181691fc9c");
  assert.throws(() => position.piece("e9"), PgnError);
  assert.throws(() => new Position("8/8/8/8/8/8/8/8 w - - 0 1"), PgnError);
  assert.throws(() => new Position("", "shogi"), /unknown variant/);
});

test("legal moves are counted as everyone counts them", () => {
  const counts = [
    [DEFAULT_POSITION, 3, 8902],
    ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2, 2039],
    ["8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3, 2812],
  ];
  for (const [fen, depth, count] of counts) assert.equal(new Position(fen).perft(depth), count);
});

test("each legal move is read in SAN and in UCI", () => {
  const random = generator(5);
  let position = new Position();
  for (let ply = 0; ply < 80; ply++) {
    const moves = position.moves();
    if (moves.length === 0) break;
    for (const move of moves) {
      assert.deepEqual(position.move(move.san), move);
      assert.deepEqual(position.move(move.uci), move);
    }
    position = position.play(moves[random(moves.length)].san);
  }
});

test("kinds of moves", () => {
  const castling = new Position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  const { to, kind, uci } = castling.move("O-O");
  assert.deepEqual([to, kind, uci], ["g1", "kingside", "e1g1"]);
  const ep = new Position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").move("exd6");
  assert.deepEqual([ep.kind, ep.captured], ["en-passant", "p"]);
  const promotion = new Position("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1").move("axb8=N");
  assert.deepEqual([promotion.promotion, promotion.captured, promotion.uci], ["n", "n", "a7b8n"]);
  const drop = new Position("4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", "crazyhouse").move("Q@e4");
  assert.deepEqual([drop.drop, drop.from, drop.to, drop.piece], ["q", undefined, "e4", "q"]);
});

test("endings", () => {
  const mate = new Position("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
  assert.deepEqual([mate.isCheckmate, mate.ending, mate.winner], [true, "checkmate", "w"]);
  assert.equal(new Position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").isStalemate, true);
  assert.equal(new Position("4k3/8/8/8/8/8/8/4KB2 w - - 0 1").isInsufficientMaterial, true);
});

test("Chess960 has 960 start positions", () => {
  assert.equal(Position.chess960(518).fen.split(" ")[0], DEFAULT_POSITION.split(" ")[0]);
  const all = new Set(Array.from({ length: 960 }, (_, i) => Position.chess960(i).fen));
  assert.equal(all.size, 960);
  assert.throws(() => Position.chess960(960), PgnError);
});

test("pictures", () => {
  const position = new Position();
  const svg = position.svg({ size: 200, marks: "[%cal Ge2e4]", title: "a < b" });
  assert.match(svg, /^<svg [^>]*width="200"/);
  assert.match(svg, /a &lt; b/);
  assert.match(position.text(), /1 R N B Q K B N R/);
  assert.match(position.text("unicode", { side: "b" }), /♖/);
  assert.match(position.words(), /king e1/i);
});

test("FEN is checked", () => {
  assert.equal(fenError(DEFAULT_POSITION), undefined);
  assert.match(fenError("8/8/8/8/8/8/8/8 w - - 0 1"), /king/);
  const random = generator(9);
  for (let run = 0; run < 500; run++) {
    const letters = [...DEFAULT_POSITION];
    for (let n = random(4); n >= 0; n--) letters[random(letters.length)] = "kQ9/ w-😀"[random(8)];
    const fen = letters.join("");
    if (fenError(fen) === undefined) new Position(fen).moves();
  }
});

test("EPD is read and written", () => {
  const line = '4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ce 120; id "No. 1";';
  const { fen, operations, findings } = parseEpd(line);
  assert.equal(fen, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  assert.deepEqual(operations, [
    { opcode: "bm", operands: ["e4"] },
    { opcode: "ce", operands: ["120"] },
    { opcode: "id", operands: ["No. 1"] },
  ]);
  assert.deepEqual(findings, []);
  assert.equal(writeEpd(fen, operations), line);
  const [finding] = parseEpd(line.replace("e4", "e5")).findings;
  assert.ok(finding.code.startsWith("F") && finding.message.length > 0);
  assert.deepEqual(parseEpd("# a remark").operations, []);
});
