// How fast games are read and written, in MB per second, once the code is warm:
// `node bench.mjs FILE…`. The first 64 MB of a file are used.

import { closeSync, openSync, readSync } from "node:fs";
import { games } from "./dist/node.js";

const BYTES_MAX = 64 << 20;

function head(path) {
  const bytes = new Uint8Array(BYTES_MAX);
  const file = openSync(path, "r");
  try {
    return bytes.subarray(0, readSync(file, bytes, 0, BYTES_MAX, 0));
  } finally {
    closeSync(file);
  }
}

const uses = {
  "tags only": (game) => game.tags.length,
  "moves of the main line": (game) => game.moves.length,
  "read and write": (game) => game.write().bytes.length,
};

for (const path of process.argv.slice(2)) {
  const bytes = head(path);
  for (const [name, use] of Object.entries(uses)) {
    let best = Infinity;
    let found = "";
    for (let run = 0; run < 4; run++) {
      let [nGames, sum] = [0, 0];
      const begin = performance.now();
      for (const game of games(bytes)) {
        nGames++;
        sum += use(game);
      }
      best = Math.min(best, performance.now() - begin);
      const result = `${nGames} games, ${sum}`;
      if (found && found !== result) throw new Error(`${name}: ${result}, then ${found}`);
      found = result;
    }
    const speed = (bytes.length / 1e6 / (best / 1e3)).toFixed(1);
    console.log(`${path}: ${name}: ${speed} MB/s (${found})`);
  }
}
