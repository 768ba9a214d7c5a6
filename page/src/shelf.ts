// What the viewer asks of games that are kept elsewhere.

import type { Row, State } from "./session.js";

/** Games that are kept elsewhere: the list is there, and games are fetched one by one. */
export interface Shelf {
  /** Begins, when the module is there. */
  start(): Promise<void>;
  /** The state with the list that is there, and the number that the game has there. */
  shown(state: State): State;
  /** The rows of its list that are known; others are drawn when they have come. */
  rows(from: number, to: number): Row[];
  select(row: number): void;
  open(row: number): void;
  /** Lists all games, and of them what these commands make, each out of the list before. */
  list(lines: string[]): Promise<string>;
  /** Obeys a line that is about more than the game on the board, and gives what is to be said. */
  obeys(line: string): Promise<string> | null;
}
