// Compiled by `tsc`: what programs rely on keeps its types.

import {
  check, checkEach, Chess, type Finding, fix, Game, type GameNode, games, parseEpd, Position,
  type Square, writeEpd,
} from "pgnkit";
import type { PgnView } from "pgnkit/view";

for (const game of games("1. e4 *", { where: "plycount > 1", encoding: "latin1" })) {
  const white: string | undefined = game.tag("White");
  const moves: GameNode[] = game.moves;
  const clocks: (number | undefined)[] = moves.map((move) => move.clock);
  const findings: readonly Finding[] = game.findings;
  console.log(white, clocks, findings.map((finding) => finding.fix?.edits[0]?.range[0]));
}

async function read(stream: ReadableStream<Uint8Array>, file: Blob): Promise<number> {
  let n = 0;
  for await (const game of games(stream)) n += game.moves.length;
  for await (const game of games(file)) n += game.tags.length;
  // @ts-expect-error: a stream is not iterated over at once
  for (const game of games(stream)) n += game.moves.length;
  for await (const findings of checkEach(file)) n += findings.length;
  const [first] = await check("1. e5 *", { profile: "import", select: ["C"] });
  const { text, applied } = await fix("1.e4 *", { unsafe: true });
  return n + (first?.range[0] ?? 0) + text.length + (applied["M001"] ?? 0);
}

const game = new Game();
game.root.add("e4").evaluation = { pawns: 0.3, depth: 20 };
// @ts-expect-error: the results of the standard
game.outcome = "2-0";
const square: Square = "e4";
const position = new Position().play("e4");
const chess = new Chess();
const sans: string[] = chess.moves();
const afters: string[] = chess.moves({ verbose: true }).map((move) => move.after);
const operations = parseEpd("4k3/8/8/8/8/8/8/4K3 w - - id \"x\";").operations;
console.log(read, square, position.svg({ size: 200 }), sans, afters, writeEpd("", operations));
export const view = (element: PgnView): HTMLElement => element;
