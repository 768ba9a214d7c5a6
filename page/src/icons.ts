// Icons, drawn as lines in a square of 24.

import { s } from "./dom.js";

const PATHS = {
  first: "M7 5v14M18 5l-8 7 8 7",
  back: "M15 5l-8 7 8 7",
  next: "M9 5l8 7-8 7",
  last: "M17 5v14M6 5l8 7-8 7",
  play: "M8 5l11 7-11 7z",
  stop: "M7 7h10v10H7z",
  flip: "M8 4v15m-4-4l4 4 4-4M16 20V5m-4 4l4-4 4 4",
  list: "M4 6h16M4 12h16M4 18h16",
  graphs: "M4 19h16M5 15l4-5 4 3 6-8",
  annotate: "M5 19l1-4L16 5l3 3L9 18zM14 7l3 3",
  download: "M12 4v11m-5-5l5 5 5-5M5 20h14",
  engine: "M7 7h10v10H7zM10 3v4m4-4v4m-4 10v4m4-4v4M3 10h4m-4 4h4m10-4h4m-4 4h4",
  fold: "M6 9l6 6 6-6",
  unfold: "M9 6l6 6-6 6",
  more: "M5 12h.01M12 12h.01M19 12h.01",
} as const;

export type IconName = keyof typeof PATHS;

export function icon(name: IconName): SVGSVGElement {
  return s("svg", { viewBox: "0 0 24 24", class: `icon icon-${name}`, "aria-hidden": "true" },
    s("path", { d: PATHS[name] }));
}
