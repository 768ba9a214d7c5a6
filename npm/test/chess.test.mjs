// The class with the names of chess.js: what its documentation shows, with other inputs.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  BISHOP, BLACK, Chess, DEFAULT_POSITION, KING, KNIGHT, PAWN, QUEEN, ROOK, SQUARES, validateFen, WHITE,
} from "../dist/node.js";

const MATE = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
const STALEMATE = "4k3/4P3/4K3/8/8/8/8/8 b - - 0 78";

function played(...sans) {
  const chess = new Chess();
  for (const san of sans) chess.move(san);
  return chess;
}

test("constants", () => {
  assert.deepEqual([WHITE, BLACK], ["w", "b"]);
  assert.deepEqual([PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING], ["p", "n", "b", "r", "q", "k"]);
  assert.equal(DEFAULT_POSITION, new Chess().fen());
  assert.deepEqual([SQUARES[0], SQUARES[1], SQUARES.at(-1)], ["a8", "b8", "h1"]);
});

test("constructor and load", () => {
  const fen = "4r3/8/2p2PPk/1p6/pP2p1R1/P1B5/2P2K2/3r4 w - - 1 45";
  const chess = new Chess(fen);
  assert.equal(chess.fen(), fen);
  const headless = "8/4p3/8/8/8/8/4P3/6K1 w - - 1 45";
  assert.throws(() => chess.load(headless), /^PgnError: Invalid FEN: .*king/);
  assert.throws(() => new Chess("nonsense"), /Invalid FEN/);
  chess.load(headless, { skipValidation: true });
  assert.equal(chess.fen(), headless);
  assert.equal(new Chess(headless, { skipValidation: true }).get("e7").type, "p");
  chess.load("4k3/8/8/8/8/8/8/4K3 w");
  assert.equal(chess.fen(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  chess.setHeader("White", "A");
  chess.load(fen, { preserveHeaders: true });
  assert.equal(chess.getHeaders().White, "A");
  chess.reset();
  assert.equal(chess.fen(), DEFAULT_POSITION);
  assert.deepEqual(chess.getHeaders(), {});
});

test("ascii", () => {
  assert.equal(played("d4", "d5", "c4").ascii(), `   +------------------------+
 8 | r  n  b  q  k  b  n  r |
 7 | p  p  p  .  p  p  p  p |
 6 | .  .  .  .  .  .  .  . |
 5 | .  .  .  p  .  .  .  . |
 4 | .  .  P  P  .  .  .  . |
 3 | .  .  .  .  .  .  .  . |
 2 | P  P  .  .  P  P  P  P |
 1 | R  N  B  Q  K  B  N  R |
   +------------------------+
     a  b  c  d  e  f  g  h`);
});

test("attackers and isAttacked", () => {
  const chess = new Chess();
  const sorted = (...args) => chess.attackers(...args).sort();
  assert.deepEqual(sorted("c3"), ["b1", "b2", "d2"]);
  assert.deepEqual(sorted("d2"), ["b1", "c1", "d1", "e1"]);
  assert.deepEqual(sorted("c6"), []);
  chess.move("d4");
  assert.deepEqual(sorted("c6"), ["b7", "b8", "d7"]);
  assert.deepEqual(sorted("c3", WHITE), ["b1", "b2"]);
  chess.load("4k3/4n3/8/8/8/8/4R3/4K3 w - - 0 1");
  assert.deepEqual(sorted("g6", BLACK), ["e7"]);
  assert.equal(chess.isAttacked("g6", BLACK), true);
  assert.equal(chess.isAttacked("a1", BLACK), false);
});

test("board, get, findPiece, squareColor", () => {
  const chess = new Chess();
  const board = chess.board();
  assert.deepEqual(board[0][3], { square: "d8", type: "q", color: "b" });
  assert.deepEqual([board.length, board[4][4], board[7][7].square], [8, null, "h1"]);
  assert.deepEqual(chess.get("g1"), { type: "n", color: "w" });
  assert.equal(chess.get("g3"), undefined);
  assert.deepEqual(chess.findPiece({ type: KING, color: BLACK }), ["e8"]);
  assert.deepEqual(chess.findPiece({ type: ROOK, color: WHITE }), ["a1", "h1"]);
  chess.remove("d1");
  assert.deepEqual(chess.findPiece({ type: QUEEN, color: WHITE }), []);
  assert.deepEqual(["h1", "a7", "a1", "j9"].map((square) => chess.squareColor(square)),
    ["light", "dark", "dark", null]);
});

test("clear, put and remove", () => {
  const chess = new Chess();
  chess.clear();
  assert.equal(chess.fen(), "8/8/8/8/8/8/8/8 w - - 0 1");
  assert.equal(chess.put({ type: PAWN, color: BLACK }, "b5"), true);
  assert.equal(chess.put({ type: "k", color: "w" }, "h2"), true);
  assert.equal(chess.fen(), "8/8/8/1p6/8/8/7K/8 w - - 0 1");
  assert.equal(chess.put({ type: "x", color: "w" }, "a1"), false);
  assert.equal(chess.put({ type: "q", color: "w" }, "a9"), false);
  assert.equal(chess.put({ type: "k", color: "w" }, "a1"), false);
  assert.deepEqual(chess.remove("b5"), { type: "p", color: "b" });
  assert.equal(chess.remove("b5"), undefined);
  assert.deepEqual(chess.moves(), []);
  assert.throws(() => chess.move("Kh3"));
  chess.put({ type: "k", color: "b" }, "a8");
  assert.equal(chess.moves().length, 5);
});

test("fen has an en passant square if a pawn can capture there, or always", () => {
  const chess = played("e4", "a6", "e5", "d5");
  assert.equal(chess.fen(), "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3");
  const other = played("e4");
  assert.equal(other.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  assert.match(other.fen({ forceEnpassantSquare: true }), / e3 /);
});

test("castling rights and turn", () => {
  const chess = new Chess("r3k3/8/8/8/8/8/8/R3K2R w KQq - 0 1");
  assert.deepEqual(chess.getCastlingRights(BLACK), { k: false, q: true });
  assert.equal(chess.setCastlingRights(WHITE, { [KING]: false, [QUEEN]: true }), true);
  assert.deepEqual(chess.getCastlingRights(WHITE), { k: false, q: true });
  assert.equal(chess.setCastlingRights(BLACK, { [KING]: true }), false);
  assert.equal(chess.turn(), "w");
  assert.equal(chess.setTurn("b"), true);
  assert.equal(chess.setTurn("b"), false);
  assert.equal(chess.turn(), "b");
  assert.throws(() => new Chess("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").setTurn("b"));
});

test("comments", () => {
  const chess = new Chess();
  const text = "1. d4 d5 {closed game} 2. c4 e6 3. Nc3 Nf6 {declined} *";
  chess.loadPgn(text);
  assert.equal(chess.getComment(), "declined");
  const comments = [
    { fen: "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2", comment: "closed game" },
    {
      fen: "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4",
      comment: "declined",
    },
  ];
  assert.deepEqual(chess.getComments(), comments);
  assert.equal(chess.removeComment(), "declined");
  assert.equal(chess.getComment(), undefined);
  assert.deepEqual(chess.removeComments(), comments.slice(0, 1));
  assert.deepEqual(chess.getComments(), []);
  const other = played("c4");
  other.setComment("the English opening");
  assert.equal(other.pgn(), "1. c4 {the English opening}");
});

test("headers", () => {
  const chess = new Chess();
  assert.deepEqual(chess.setHeader("White", "Tal"), { White: "Tal" });
  chess.setHeader("Black", "Botvinnik");
  assert.deepEqual(chess.setHeader("Date", "1960.03.15"), {
    White: "Tal", Black: "Botvinnik", Date: "1960.03.15",
  });
  assert.equal(chess.removeHeader("Date"), true);
  assert.equal(chess.removeHeader("Date"), false);
  assert.deepEqual(chess.getHeaders(), { White: "Tal", Black: "Botvinnik" });
});

test("history, and undo", () => {
  const chess = played("e4", "d5", "exd5");
  assert.deepEqual(chess.history(), ["e4", "d5", "exd5"]);
  const [first, , third] = chess.history({ verbose: true });
  assert.deepEqual({ ...first }, {
    color: "w", from: "e2", to: "e4", piece: "p", flags: "b", san: "e4", lan: "e2e4",
    before: DEFAULT_POSITION,
    after: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
  });
  assert.equal(third.captured, "p");
  const { san, flags, before } = chess.undo();
  assert.deepEqual([san, flags, before === chess.fen()], ["exd5", "c", true]);
  chess.undo();
  chess.undo();
  assert.equal(chess.undo(), null);
  assert.equal(chess.fen(), DEFAULT_POSITION);
  assert.deepEqual(chess.history(), []);
});

test("check, mate and draws", () => {
  assert.equal(new Chess(MATE).inCheck(), true);
  assert.equal(new Chess(MATE).isCheckmate(), true);
  assert.equal(new Chess(MATE).isGameOver(), true);
  assert.equal(new Chess().isGameOver(), false);
  assert.equal(new Chess(STALEMATE).isStalemate(), true);
  assert.equal(new Chess(STALEMATE).isDraw(), true);
  assert.equal(new Chess(STALEMATE).isGameOver(), true);
  const fifty = new Chess("4k3/8/8/8/8/8/3R4/4K3 w - - 100 90");
  assert.deepEqual([fifty.isDrawByFiftyMoves(), fifty.isDraw()], [true, true]);
  assert.equal(new Chess("4k3/8/8/8/8/8/8/4KN2 w - - 0 1").isInsufficientMaterial(), true);
  assert.equal(new Chess("4k3/8/8/8/8/8/8/4KR2 w - - 0 1").isInsufficientMaterial(), false);
});

test("threefold repetition", () => {
  const chess = new Chess();
  const results = [];
  for (let round = 0; round < 2; round++) {
    results.push(chess.isThreefoldRepetition());
    for (const san of ["Nc3", "Nc6", "Nb1", "Nb8"]) chess.move(san);
  }
  assert.deepEqual([...results, chess.isThreefoldRepetition()], [false, false, true]);
  assert.equal(chess.isDraw(), true);
});

test("isPromotion", () => {
  const chess = new Chess("8/1PQ2pk1/3p2p1/3qp3/8/4P3/7p/2K5 w - - 0 56");
  assert.equal(chess.isPromotion({ from: "b7", to: "b8" }), true);
  assert.equal(chess.isPromotion({ from: "c7", to: "b8" }), false);
});

test("loadPgn", () => {
  const chess = new Chess();
  chess.loadPgn('[Event "Casual"]\n[White "A"]\n[Result "1-0"]\n\n1.e4 e5 2.Qh5 Ke7 3.Qxe5# 1-0');
  assert.equal(chess.isCheckmate(), true);
  assert.deepEqual(chess.getHeaders(), { Event: "Casual", White: "A", Result: "1-0" });
  const sloppy = ['[White "Petrosian"]', "", "1. Pc2c4 Pe7e5", "2. Nc3 Nf6", "3. g2g3 e5-e4 1-0"].join(":");
  chess.loadPgn(sloppy, { newlineChar: ":" });
  assert.deepEqual(chess.history(), ["c4", "e5", "Nc3", "Nf6", "g3", "e4"]);
  assert.throws(() => chess.loadPgn(sloppy, { newlineChar: ":", strict: true }), /Invalid move in PGN/);
  assert.throws(() => chess.loadPgn("1. e4 Ke3 *"), /Invalid move in PGN/);
  assert.deepEqual(chess.history(), ["c4", "e5", "Nc3", "Nf6", "g3", "e4"]);
});

test("variations are kept", () => {
  const chess = new Chess();
  chess.loadPgn("1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *");
  assert.equal(chess.pgn(), "1. e4 e5 (1... c5 2. Nf3) 2. Nf3");
  chess.goTo(chess.game.moves[1].variations[0].next);
  assert.deepEqual(chess.history(), ["e4", "c5"]);
  chess.move("Nf3");
  chess.move("d6");
  assert.equal(chess.pgn(), "1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3");
});

test("move", () => {
  const chess = new Chess();
  const { color, from, to, piece, san } = chess.move("d4");
  assert.deepEqual({ color, from, to, piece, san }, { color: "w", from: "d2", to: "d4", piece: "p", san: "d4" });
  assert.throws(() => chess.move("nf6"), /Invalid move: nf6/);
  assert.equal(chess.move("Nf6").piece, "n");
  assert.equal(chess.move({ from: "g2", to: "g3" }).san, "g3");
  assert.equal(chess.move({ from: "g7", to: "g6", promotion: "q" }).san, "g6");
  assert.throws(() => chess.move({ from: "a1", to: "a5" }), /Invalid move: a1a5/);
  assert.throws(() => chess.move("O-O"), /Invalid move/);
});

test("spellings of moves", () => {
  const chess = new Chess();
  const texts = ["e2e4", "e7-e5", "Pf2-f4", "ef4", "Ng1-f3", "d7xd6", "d4"];
  assert.deepEqual(texts.map((text) => chess.move(text).san), ["e4", "e5", "f4", "exf4", "Nf3", "d6", "d4"]);
  chess.load("r2qkbnr/ppp2ppp/2n5/1B2pQ2/4P3/8/PPP2PPP/RNB1K2R b KQkq - 3 7");
  assert.equal(chess.move("Nge7").san, "Ne7");
  chess.undo();
  assert.throws(() => chess.move("Nge7", { strict: true }), /Invalid move: Nge7/);
  assert.equal(chess.move("Ne7", { strict: true }).san, "Ne7");
});

test("kinds of moves", () => {
  const kinds = (fen, text) => {
    const move = new Chess(fen).move(text);
    return ["isCapture", "isPromotion", "isEnPassant", "isKingsideCastle", "isQueensideCastle",
      "isBigPawn"].filter((name) => move[name]()).join(" ");
  };
  const castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  assert.equal(kinds(castling, "O-O"), "isKingsideCastle");
  assert.equal(kinds(castling, "O-O-O"), "isQueensideCastle");
  assert.equal(kinds(castling, "Rxa8+"), "isCapture");
  assert.equal(kinds("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6"), "isEnPassant");
  assert.equal(kinds("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8=Q+"), "isCapture isPromotion");
  assert.equal(kinds("", "e4"), "isBigPawn");
});

test("moves", () => {
  const chess = new Chess();
  assert.deepEqual(chess.moves().sort(), [
    "Na3", "Nc3", "Nf3", "Nh3", "a3", "a4", "b3", "b4", "c3", "c4", "d3", "d4", "e3", "e4", "f3",
    "f4", "g3", "g4", "h3", "h4",
  ]);
  assert.deepEqual(chess.moves({ square: "d2" }).sort(), ["d3", "d4"]);
  assert.deepEqual(chess.moves({ piece: "n" }).sort(), ["Na3", "Nc3", "Nf3", "Nh3"]);
  const [move] = chess.moves({ verbose: true, square: "a2" });
  assert.deepEqual([move.from, move.lan, move.before], ["a2", `a2${move.to}`, DEFAULT_POSITION]);
  assert.equal(chess.moveNumber(), 1);
  assert.equal(chess.perft(3), 8902);
});

test("pgn with a width and line ends", () => {
  const chess = played("d4", "d5", "Nc3", "Nc6");
  chess.setHeader("White", "Plum");
  chess.setHeader("Black", "Pear");
  assert.equal(chess.pgn({ maxWidth: 5, newline: "<br />" }),
    '[White "Plum"]<br />[Black "Pear"]<br /><br />1. d4 d5<br />2. Nc3 Nc6');
});

test("hash is the same for the same position alone", () => {
  assert.match(new Chess().hash(), /^[0-9a-f]{16}$/);
  assert.equal(played("d4", "d5", "c4").hash(), played("c4", "d5", "d4").hash());
  assert.notEqual(played("d4").hash(), new Chess().hash());
});

test("validateFen", () => {
  assert.deepEqual(validateFen(DEFAULT_POSITION), { ok: true });
  const { ok, error } = validateFen("4r3/8/X12XPk/1p6/pP2p1R1/P1B5/2P2K2/3r4 w - - 1 45");
  assert.equal(ok, false);
  assert.ok(error.length > 0);
});

test("a random game is played to its end", () => {
  const chess = new Chess();
  for (let ply = 0; ply < 60 && !chess.isGameOver(); ply++) {
    const moves = chess.moves();
    chess.move(moves[(ply * 7 + 3) % moves.length]);
  }
  const again = new Chess();
  again.loadPgn(chess.pgn());
  assert.equal(again.fen(), chess.fen());
});

test("Chess960 and other variants", () => {
  const chess = new Chess("nrbqkbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBRN w BGbg - 0 1", {
    variant: "chess960",
  });
  assert.equal(chess.moves().length, 18);
  const atomic = new Chess("", { variant: "atomic" });
  atomic.move("e4");
  assert.match(atomic.pgn(), /\[Variant "Atomic"\]/i);
});
