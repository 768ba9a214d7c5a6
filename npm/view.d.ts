/** Defines `<pgn-view>`, a viewer and editor of games, and `<pgn-board>`. */
export class PgnBoard extends HTMLElement {}
export class PgnView extends HTMLElement {}
declare global {
  interface HTMLElementTagNameMap {
    "pgn-view": PgnView;
    "pgn-board": PgnBoard;
  }
}
