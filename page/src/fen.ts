// The parts of a FEN, for the board editor. The module interprets them.

/** The parts of a FEN that are edited one by one. */
export interface Fields {
  /** A letter or a period a square; `~` after a letter means that the piece was a pawn. */
  pieces: string[];
  pockets: string;
  turn: "w" | "b";
  castling: string;
  ep: string;
  clock: number;
  fullmove: number;
  /** The rest: the checks of Three-check. */
  rest: string;
}

/** Splits a FEN into its parts; missing parts have their usual value. */
export function fieldsOf(fen: string): Fields {
  const [placement = "", turn = "w", castling = "-", ep = "-", ...rest] = fen.trim().split(/\s+/);
  const pocket = /\[(.*)\]$/.exec(placement);
  const ranks = placement.replace(/\[.*\]$/, "").split("/").slice(0, 8);
  const pieces = Array.from({ length: 64 }, () => ".");
  ranks.forEach((rank, row) => {
    let column = 0;
    for (const sign of rank) {
      if (/[1-8]/.test(sign)) column += Number(sign);
      else if (/[pnbrqk]/i.test(sign)) {
        if (column < 8) pieces[row * 8 + column] = sign;
        column += 1;
      } else if (sign === "~" && column > 0 && column <= 8) {
        pieces[row * 8 + column - 1] = `${(pieces[row * 8 + column - 1] ?? "")[0]}~`;
      }
    }
  });
  const checks = rest[0]?.includes("+") ? rest.shift() : undefined;
  const [clock, fullmove, ...more] = rest;
  return {
    pieces, pockets: pocket?.[1] ?? "", turn: turn.toLowerCase() === "b" ? "b" : "w", castling, ep,
    clock: Number(clock) || 0, fullmove: Math.max(1, Number(fullmove) || 1),
    rest: checks ?? more.find((word) => word.includes("+")) ?? "",
  };
}

/** A pocket with this many pieces of a letter. */
export function pocketWith(pockets: string, letter: string, count: number): string {
  const order = "QRBNPqrbnp";
  const held = [...pockets].filter((other) => other !== letter).join("") + letter.repeat(count);
  return [...held].sort((one, other) => order.indexOf(one) - order.indexOf(other)).join("");
}

/** The FEN of the parts. */
export function fenOf(fields: Fields): string {
  const ranks = Array.from({ length: 8 }, (_, row) =>
    fields.pieces.slice(row * 8, row * 8 + 8).join("")
      .replace(/\.+/g, (empty) => String(empty.length)));
  const placement = ranks.join("/") + (fields.pockets ? `[${fields.pockets}]` : "");
  const checks = fields.rest ? [fields.rest] : [];
  return [placement, fields.turn, fields.castling || "-", fields.ep || "-", ...checks,
    fields.clock, fields.fullmove].join(" ");
}
