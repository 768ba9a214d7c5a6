// The beginning of a page that is one file: the viewer is in it, packed, and runs when it is
// unpacked. The policy of the page knows its digest.

import { fromText } from "./base91.js";
import { h } from "./dom.js";
import { unpackLzma } from "./lzma.js";

const packed = document.getElementById("pgn-view-script")?.textContent ?? "";
const script = new TextDecoder().decode(unpackLzma(fromText(packed)));
document.head.append(h("script", { type: "module" }, script));
