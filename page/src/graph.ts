// Graphs of the main line: evaluations as an area, clocks as two lines.

import { h, s } from "./dom.js";
import { clockText } from "./players.js";
import type { Point } from "./session.js";
import type { Side } from "./squares.js";

const WIDTH = 600;
const HEIGHT = 90;

/** The graphs of a game; they show the values under the pointer, and a press goes to the move. */
export class GraphPanel {
  readonly element = h("div", { class: "graphs", "data-part": "graphs" });
  readonly #value = h("span", { class: "graph-value" });
  readonly #cursor = h("div", { class: "graph-cursor", "aria-hidden": "true", hidden: true }, this.#value);
  #points: readonly Point[] = [];
  #nameOf: (node: number) => string = () => "";

  constructor(go: (node: number) => void) {
    const at = (event: PointerEvent) => {
      const box = this.element.getBoundingClientRect();
      const part = Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
      return { part, point: pointAt(this.#points, part) };
    };
    this.element.addEventListener("pointerdown", (event) => {
      const { point } = at(event);
      if (point) go(point.node);
    });
    this.element.addEventListener("pointermove", (event) => {
      const { part, point } = at(event);
      if (point) this.#showValue(part, point);
    });
    this.element.addEventListener("pointerleave", () => { this.#cursor.hidden = true; });
  }

  show(points: readonly Point[], node: number, nameOf: (node: number) => string): void {
    this.#points = points;
    this.#nameOf = nameOf;
    const graphs = [
      hasEvals(points) && evalGraph(points, node), hasClocks(points) && clockGraph(points, node),
    ].filter((graph) => graph !== false);
    this.element.replaceChildren(...graphs, this.#cursor);
  }

  #showValue(part: number, { node, eval: pawns, clock }: Point): void {
    this.#value.textContent = [
      this.#nameOf(node), pawns !== null && evalText(pawns), clock !== null && clockText(clock),
    ].filter(Boolean).join("  ");
    this.#cursor.style.left = `${part * 100}%`;
    this.#value.style.transform = `translateX(${part * -100}%)`;
    this.#cursor.hidden = false;
  }
}

/** An evaluation as a bar: White's part of it, from below unless the board is turned. */
export class EvalBar {
  readonly #whitePart = h("div", { class: "white-part" });
  readonly element = h("div", { class: "eval-bar", role: "img", hidden: true }, this.#whitePart);

  show(score: string | null, side: Side): void {
    this.element.hidden = score === null;
    if (score === null) return;
    this.element.title = this.element.ariaLabel = `Evaluation ${score}`;
    this.element.classList.toggle("turned", side === "black");
    this.#whitePart.style.height = `${whiteShare(pawnsOf(score)) * 100}%`;
  }
}

/** White's part of a bar, from 0 to 1: a pawn counts much near zero and little beyond five. */
function whiteShare(pawns: number): number {
  return 1 / (1 + Math.exp(-0.55 * pawns));
}

/** The height of an evaluation in the graph. */
export function evalHeight(pawns: number): number {
  return HEIGHT * (1 - whiteShare(pawns));
}

/** The pawns of an evaluation as it is written, `+0.35` or `#-3`; a mate is a hundred. */
export function pawnsOf(score: string): number {
  return score.startsWith("#") ? (score.includes("-") ? -100 : 100) : Number(score) || 0;
}

/** An evaluation as it is written. */
export function evalText(pawns: number): string {
  if (Math.abs(pawns) >= 100) return pawns > 0 ? "White mates" : "Black mates";
  return `${pawns < 0 ? "−" : "+"}${Math.abs(pawns).toFixed(2)}`;
}

function column(n: number, count: number): number {
  return count < 2 ? WIDTH / 2 : (n * WIDTH) / (count - 1);
}

function hasEvals(points: readonly Point[]): boolean {
  return points.filter((point) => point.eval !== null).length > 1;
}

function hasClocks(points: readonly Point[]): boolean {
  return points.filter((point) => point.clock !== null).length > 2;
}

/** The evaluations. */
function evalGraph(points: readonly Point[], node: number): SVGSVGElement {
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
function clockGraph(points: readonly Point[], node: number): SVGSVGElement {
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
