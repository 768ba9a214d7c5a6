// Random games, the same in every run.

import { Position } from "../dist/node.js";

/** Numbers below a limit. */
export function generator(seed) {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** The text of a game with variations, comments and NAGs. */
export function randomGame(random) {
  const words = ["good", "Zug um Zug", "[%clk 0:01:02]", "fine; really", "Čech"];
  const line = (position, depth) => {
    let text = "";
    const n = 1 + random(depth > 0 ? 6 : 16);
    for (let i = 0; i < n; i++) {
      const moves = position.moves();
      if (moves.length === 0) break;
      const move = moves[random(moves.length)];
      text += `${position.moveNumber}${position.turn === "w" ? "." : "..."} ${move.san} `;
      if (random(5) === 0) text += `$${1 + random(20)} `;
      if (random(5) === 0) text += `{${words[random(words.length)]}} `;
      if (depth < 2 && random(6) === 0) text += `(${line(position, depth + 1).trim()}) `;
      position = position.play(move.uci);
    }
    return text;
  };
  const moves = line(new Position(), 0);
  return `[Event "Random"]\n[White "W ${random(100)}"]\n[Result "*"]\n\n${moves}*\n`;
}
