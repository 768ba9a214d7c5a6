// Reading, editing and writing games.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Game, games, PgnError, Position } from "../dist/node.js";
import { generator, randomGame } from "./generator.mjs";

const corpus = join(import.meta.dirname, "../../corpus");

const GAME = `[Event "Match"]
[White "Fischer"]
[Black "Spassky"]
[Result "1/2-1/2"]

{start} 1. e4 {[%clk 1:00:00][%eval 0.3,12] best} e5 $1 (1... c5 $6 {Sicilian} 2. Nf3 (2. d4))
2. Nf3 {[%csl Gb5][%cal Rb5c6]} Nc6 1/2-1/2
`;

const shape = (game) => ({
  tags: game.tags,
  outcome: game.outcome,
  moves: [...game.allMoves()].map((move) => [move.san, move.uci, move.annotations, move.ply]),
});

test("a game has its tags, its moves and its result", () => {
  const game = Game.parse(GAME);
  assert.equal(game.tag("White"), "Fischer");
  assert.equal(game.tag("Site"), undefined);
  assert.deepEqual(game.tags[0], { name: "Event", value: "Match" });
  assert.deepEqual(game.moves.map((move) => move.san), ["e4", "e5", "Nf3", "Nc6"]);
  assert.deepEqual(game.moves.map((move) => move.uci), ["e2e4", "e7e5", "g1f3", "b8c6"]);
  assert.equal(game.outcome, "1/2-1/2");
  assert.deepEqual(game.moves.map((move) => `${move.moveNumber}${move.color}`), ["1w", "1b", "2w", "2b"]);
});

test("the tree has comments, NAGs and variations where the text has them", () => {
  const game = Game.parse(GAME);
  const [e4, e5, nf3] = game.moves;
  assert.equal(game.root.comment, "start");
  assert.equal(e4.comment, "best");
  assert.deepEqual(e5.nags, [1]);
  const [variation] = e5.variations;
  assert.deepEqual(variation.line.map((move) => move.san), ["c5", "Nf3"]);
  assert.equal(variation.next.parent, e4);
  assert.equal(variation.replaces, e5);
  assert.deepEqual(e4.children.map((move) => move.san), ["e5", "c5"]);
  const [d4] = variation.line[1].variations.map((head) => head.next);
  assert.equal(d4.parent.san, "c5");
  assert.equal(d4.color, "w");
  assert.deepEqual([...game.allMoves()].map((move) => move.san), [
    "e4", "e5", "c5", "Nf3", "d4", "Nf3", "Nc6",
  ]);
  assert.equal(e4.clock, 3600);
  assert.deepEqual(e4.evaluation, { pawns: 0.3, depth: 12 });
  assert.deepEqual(nf3.shapes, [
    { color: "green", from: "b5" },
    { color: "red", from: "b5", to: "c6" },
  ]);
});

test("each move has its position", () => {
  const game = Game.parse(GAME);
  let position = new Position(game.start.fen);
  for (const move of game.moves) {
    position = position.play(move.san);
    assert.equal(move.fen, position.fen);
  }
  assert.equal(game.endPosition.fen, position.fen);
  const d4 = game.moves[1].variations[0].line[1].variations[0].next;
  assert.equal(d4.fen, "rnbqkbnr/pp1ppppp/8/2p5/3PP3/8/PPP2PPP/RNBQKBNR b KQkq d3 0 2");
});

test("edits keep every line legal, and other nodes stay the same objects", () => {
  const game = Game.parse(GAME);
  const [e4, e5, , nc6] = game.moves;
  const bb5 = nc6.add("Bb5");
  assert.equal(game.moves.at(-1), bb5);
  assert.equal(nc6.add("f1b5"), bb5);
  assert.equal(nc6.add("Bc4").head.replaces, bb5);
  assert.throws(() => nc6.add("Bb6"), PgnError);
  e5.variations[0].promote();
  assert.deepEqual(e4.children.map((move) => move.san), ["c5", "e5"]);
  game.moves[1].variations[0].delete();
  assert.deepEqual(game.moves.map((move) => move.san), ["e4", "c5", "Nf3"]);
  assert.equal(game.moves[0], e4);
  e4.clock = 299.5;
  assert.equal(e4.clock, 299.5);
  assert.equal(e4.comments[0], "[%clk 0:04:59.5][%eval 0.3,12] best");
  e4.evaluation = undefined;
  assert.equal(e4.evaluation, undefined);
  e4.shapes = [{ color: "green", from: "e4" }, { color: "blue", from: "e2", to: "e4" }];
  assert.equal(e4.shapes.length, 2);
  e4.setComment("one");
  assert.deepEqual(e4.comments, ["one"]);
  e4.addNag(3);
  e4.addNag(3);
  assert.deepEqual(e4.nags, [3]);
  e4.removeNag(3);
  assert.deepEqual(e4.nags, []);
  game.setTag("Round", "3");
  game.removeTag("Event");
  game.outcome = "1-0";
  assert.equal(game.tag("Round"), "3");
  assert.equal(game.tag("Result"), "1-0");
  const again = Game.parse(game.toPgn());
  assert.deepEqual(shape(again).moves, shape(game).moves);
});

test("an edit that fails changes nothing", () => {
  const game = Game.parse(GAME);
  const before = game.toPgn();
  assert.throws(() => game.root.add("e5"), PgnError);
  assert.throws(() => game.moves[0].promote(), PgnError);
  assert.throws(() => game.setTag("FEN", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), PgnError);
  assert.throws(() => { game.outcome = "2-0"; }, PgnError);
  assert.throws(() => game.moves[0].setCommand("clk", "1]"), PgnError);
  assert.equal(game.toPgn(), before);
  assert.equal(game.isEdited, false);
});

test("many games can be edited in turn", () => {
  const all = Array.from({ length: 30 }, () => new Game());
  const sans = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"];
  const nodes = all.map((game) => game.root);
  for (const san of sans) all.forEach((_, i) => { nodes[i] = nodes[i].add(san); });
  for (const game of all) assert.deepEqual(game.moves.map((move) => move.san), sans);
});

test("a new game has the start position that it was given", () => {
  const game = new Game("4k3/8/8/8/8/8/4P3/4K3 w - - 0 12");
  game.root.add("e4");
  assert.equal(game.moves[0].moveNumber, 12);
  assert.match(game.toPgn(), /\[SetUp "1"\]\n\[FEN "4k3\/8\/8\/8\/8\/8\/4P3\/4K3 w - - 0 12"\]/);
  const chess960 = new Game(Position.chess960(0).fen, "chess960");
  assert.equal(chess960.start.variant, "chess960");
});

test("profiles report what they cannot represent", () => {
  const game = Game.parse('[White "Čapek"]\n\n1. e4 {ok} (1. d4) e5 *');
  const { text, losses } = game.write({ profile: "archival" });
  assert.ok(losses.length > 0 && losses.every((loss) => /^X\d{3}$/.test(loss.code)));
  assert.match(text, /\[White "Capek"\]/);
  assert.throws(() => game.write({ profile: "archival", strict: true }), PgnError);
  assert.ok(game.toPgn({ newline: "\r\n" }).includes("\r\n\r\n1. e4"));
  assert.ok(!game.toPgn({ profile: "reduced" }).includes("{ok}"));
  assert.equal(Game.parse('[White "Müller"] *').write({ profile: "archival" }).text.split("\n")[4],
    '[White "Müller"]');
});

test("the lossless profile keeps every byte, and what an edit does not change", () => {
  const text = '[White   "Tal"]\n; remark\n\n1.e4   e5 2.Nf3 1-0\n';
  const game = Game.parse(text);
  assert.equal(game.toPgn({ profile: "lossless" }), text);
  game.setTag("White", "Keres");
  assert.equal(game.toPgn({ profile: "lossless" }), text.replace("Tal", "Keres"));
});

test("a query selects games", () => {
  const text = `${GAME}\n[White "Tal"]\n\n1. d4 1-0\n`;
  assert.deepEqual([...games(text, { where: "White = 'Tal'" })].map((game) => game.number), [2]);
  assert.equal(Game.parse(text).matches("plycount > 2 and not decisive"), true);
  const edited = Game.parse(text);
  edited.setTag("White", "Keres");
  assert.equal(edited.matches("White = 'Keres'"), true);
  assert.throws(() => [...games("", { where: "plycont > 2" })], /did you mean `plycount`/);
});

test("findings are at offsets of the text", () => {
  const text = `[White "ČĎ😀"]\n\n1. e4 *\n\n[White "X"]\n\n1. d4 {é} d5 2. Ke3 *\n`;
  const [, game] = games(text);
  const [finding] = game.findings.filter((one) => one.name === "illegal-move");
  assert.equal(text.slice(...finding.range), "Ke3");
  assert.deepEqual([finding.game, finding.start.line, finding.code], [2, 7, "C001"]);
  assert.equal(text.slice(...game.range).trim(), text.slice(text.indexOf('[White "X')).trim());
  const bytes = new TextEncoder().encode(text);
  const [, same] = games(bytes);
  const [found] = same.findings.filter((one) => one.name === "illegal-move");
  assert.equal(new TextDecoder().decode(bytes.slice(...found.range)), "Ke3");
  const wide = new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));
  const [, third] = games(wide);
  const [wideFinding] = third.findings.filter((one) => one.name === "illegal-move");
  assert.equal(Buffer.from(wide.slice(...wideFinding.range)).toString("utf16le"), "Ke3");
});

test("encodings are detected, or named", () => {
  const latin1 = Uint8Array.from(Buffer.from('[White "Müller"]\n\n1. e4 *\n', "latin1"));
  assert.equal(Game.parse(latin1).tag("White"), "Müller");
  const cyrillic = Uint8Array.from([...'[White "'].map((c) => c.charCodeAt(0)).concat(
    [0xd2, 0xe0, 0xeb, 0xfc], [...'"]\n\n1. e4 *\n'].map((c) => c.charCodeAt(0)),
  ));
  assert.equal(Game.parse(cyrillic, { encoding: "windows-1251" }).tag("White"), "Таль");
  assert.throws(() => Game.parse(cyrillic, { encoding: "ebcdic" }), PgnError);
});

const collect = async (source, options) => {
  const all = [];
  for await (const game of games(source, options)) all.push(shape(game));
  return all;
};

function* chunks(text, random) {
  for (let at = 0; at < text.length;) {
    const n = 1 + random(40);
    yield text.slice(at, at + n);
    at += n;
  }
}

async function* later(parts) {
  yield* parts;
}

test("streams, blobs and chunks have the games of the whole text", async () => {
  const random = generator(7);
  const text = Array.from({ length: 20 }, () => randomGame(random)).join("\n") + "\n[White \"Ž😀\"]\n\n*\n";
  const bytes = new TextEncoder().encode(text);
  const whole = [...games(text)].map(shape);
  assert.equal(whole.length, 21);
  assert.deepEqual([...games(bytes)].map(shape), whole);
  assert.deepEqual([...games(bytes.buffer)].map(shape), whole);
  assert.deepEqual(await collect(new Blob([bytes])), whole);
  assert.deepEqual(await collect(new Response(text)), whole);
  assert.deepEqual(await collect(text), whole);
  assert.deepEqual(await collect(ReadableStream.from(chunks(bytes, random))), whole);
  for (let run = 0; run < 10; run++) {
    assert.deepEqual(await collect(later(chunks(text, random))), whole);
    assert.deepEqual(await collect(later(chunks(bytes, random))), whole);
  }
});

test("random games are written and read again", () => {
  const random = generator(1);
  for (let run = 0; run < 60; run++) {
    const game = Game.parse(randomGame(random));
    for (const profile of ["modern", "archival", "lossless"]) {
      const again = Game.parse(game.write({ profile }).bytes);
      assert.deepEqual(shape(again).moves.map(([san]) => san), shape(game).moves.map(([san]) => san));
      assert.deepEqual(again.write({ profile }).bytes, game.write({ profile }).bytes);
    }
  }
});

test("a loop that is left early does no harm", () => {
  const text = GAME.repeat(400);
  for (let run = 0; run < 50; run++) {
    for (const game of games(text)) {
      assert.equal(game.number, 1);
      break;
    }
  }
});

test("hostile texts are read to their end", () => {
  const texts = [
    "", "(", "(".repeat(50_000), "1. e4 " + "(1. d4 ".repeat(3000), "{".repeat(1000), "[".repeat(1000),
    "[White \"", "\0".repeat(1000), "\ud800", "1. e4 e5 ".repeat(3000), "%\n".repeat(1000), "*".repeat(3000),
    "$".repeat(100), "é".repeat(5000), "1. Qh9 Ke3 O-O-O-O ?? *", "[FEN \"8/8\"]\n1. e4 *",
  ];
  for (const text of texts) {
    for (const game of games(text)) {
      void [game.tags, game.moves, game.findings, game.toPgn()];
      void [...game.allMoves()].map((move) => [move.clock, move.fen]);
    }
  }
  const random = generator(3);
  for (let run = 0; run < 100; run++) {
    const bytes = Uint8Array.from({ length: 200 }, () => random(256));
    for (const game of games(bytes)) void [game.tags, game.moves, game.findings, game.toPgn()];
  }
});

test("samples of the corpus are read, written, and read again", () => {
  const names = readdirSync(corpus, { recursive: true }).filter((name) => name.endsWith(".pgn"));
  assert.ok(names.length > 50);
  for (const name of names) {
    for (const game of games(new Uint8Array(readFileSync(join(corpus, name))))) {
      const again = Game.parse(game.toPgn());
      const sans = (one) => one.moves.map((move) => move.san);
      assert.deepEqual(sans(again), sans(game), name);
    }
  }
});
