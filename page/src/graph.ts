// Graphs of the main line: evaluations as an area, clocks as two lines.

import { s } from "./dom.js";
import type { Point } from "./session.js";

const WIDTH = 600;
const HEIGHT = 90;

/** The height of an evaluation: a pawn counts much near zero and little beyond five. */
export function evalHeight(pawns: number): number {
  return HEIGHT / 2 - (HEIGHT / 2) * (2 / (1 + Math.exp(-0.55 * pawns)) - 1);
}

function column(n: number, count: number): number {
  return count < 2 ? WIDTH / 2 : (n * WIDTH) / (count - 1);
}

export function hasEvals(points: readonly Point[]): boolean {
  return points.filter((point) => point.eval !== null).length > 1;
}

export function hasClocks(points: readonly Point[]): boolean {
  return points.filter((point) => point.clock !== null).length > 2;
}

/** The evaluations; a press at a place means the move there. */
export function evalGraph(points: readonly Point[], node: number): SVGSVGElement {
  const svg = graph("Evaluations of the main line");
  const known = points.map((point, n) => ({ ...point, x: column(n, points.length) }))
    .filter((point) => point.eval !== null);
  const line = known.map((point) => `${point.x.toFixed(1)} ${evalHeight(point.eval ?? 0).toFixed(1)}`);
  const [first, last] = [known[0], known[known.length - 1]];
  if (first && last) {
    svg.append(
      s("rect", { x: first.x, width: last.x - first.x, height: HEIGHT, class: "black-area" }),
      s("path", { class: "white-area", d: `M${first.x} ${HEIGHT}L${line.join("L")}L${last.x} ${HEIGHT}z` }),
      s("path", { class: "zero", d: `M0 ${HEIGHT / 2}H${WIDTH}` }));
  }
  mark(svg, points, node);
  return svg;
}

/** The clocks: White's line and Black's. */
export function clockGraph(points: readonly Point[], node: number): SVGSVGElement {
  const svg = graph("Clocks of the main line");
  const most = Math.max(1, ...points.map((point) => point.clock ?? 0));
  for (const white of [true, false]) {
    const line = points.map((point, n) => ({ point, x: column(n, points.length) }))
      .filter(({ point }) => point.white === white && point.clock !== null)
      .map(({ point, x }) =>
        `${x.toFixed(1)} ${(HEIGHT - 4 - ((point.clock ?? 0) / most) * (HEIGHT - 8)).toFixed(1)}`);
    if (line.length > 1) {
      svg.append(s("path", { class: white ? "white-clock" : "black-clock", d: `M${line.join("L")}` }));
    }
  }
  mark(svg, points, node);
  return svg;
}

function graph(label: string): SVGSVGElement {
  return s("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", class: "graph",
    role: "img", "aria-label": label,
  });
}

function mark(svg: SVGSVGElement, points: readonly Point[], node: number): void {
  const n = points.findIndex((point) => point.node === node);
  if (n >= 0) svg.append(s("path", { class: "now", d: `M${column(n, points.length).toFixed(1)} 0V${HEIGHT}` }));
}

/** The move at a part of the width, from 0 to 1. */
export function pointAt(points: readonly Point[], part: number): Point | undefined {
  return points[Math.round(part * (points.length - 1))];
}
