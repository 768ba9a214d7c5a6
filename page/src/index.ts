// The elements of the page: <pgn-view> and the board in it, <pgn-board>.

import { PgnBoard } from "./board.js";
import { PgnView } from "./view.js";

if (!customElements.get("pgn-board")) customElements.define("pgn-board", PgnBoard);
if (!customElements.get("pgn-view")) customElements.define("pgn-view", PgnView);

export { PgnBoard, PgnView };
