// The list of games: only the rows in sight are elements, however many there are.

import { h, set } from "./dom.js";
import { dateText, withShortLinks } from "./players.js";
import type { ListState, Row } from "./session.js";

/** The height of a row, as the style sheet has it. */
export const ROW_PIXELS = 46;
/** Browsers do not lay out taller elements; longer lists are squeezed. */
const HEIGHT_MAX = 8_000_000;
/** Rows above and below those in sight. */
const MARGIN = 6;

/** Which rows are in sight. */
export function rowsInSight(
  scrollTop: number, height: number, rows: number,
): { from: number; to: number } {
  const squeeze = Math.max(1, (rows * ROW_PIXELS) / HEIGHT_MAX);
  const inSight = Math.ceil(height / ROW_PIXELS);
  // At the lower end the last rows are in sight, however much the list is squeezed.
  const atEnd = squeeze > 1 && scrollTop + height >= HEIGHT_MAX - 1;
  const first = atEnd ? rows - inSight : Math.floor((scrollTop * squeeze) / ROW_PIXELS);
  const from = Math.max(0, Math.min(first, rows) - MARGIN);
  return { from, to: Math.min(rows, from + inSight + 2 * MARGIN) };
}

/** A list box whose options are games. */
export class GamesList {
  readonly element = h("div", {
    class: "games", role: "listbox", tabindex: 0, "aria-label": "Games", part: "list",
  });
  readonly #spacer = h("div", { class: "spacer", role: "presentation" });
  #rows = 0;
  #selected = 0;
  #opened = -1;

  constructor(
    private readonly fetchRows: (from: number, to: number) => Row[],
    private readonly select: (row: number) => void,
    private readonly open: (row: number) => void,
  ) {
    this.element.append(this.#spacer);
    this.element.addEventListener("scroll", () => this.draw(), { passive: true });
    this.element.addEventListener("click", (event) => {
      const option = (event.target as Element).closest<HTMLElement>("[data-row]");
      if (option) this.open(Number(option.dataset["row"]));
    });
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  /** Shows a list; `opened` is the number of the game on the board. */
  show(list: ListState, opened: number): void {
    const moved = list.selected !== this.#selected || list.rows < this.#rows;
    this.#rows = list.rows;
    this.#selected = list.selected;
    this.#opened = opened;
    if (moved) this.#reveal();
    this.draw();
  }

  #squeeze(): number {
    return Math.max(1, (this.#rows * ROW_PIXELS) / HEIGHT_MAX);
  }

  #reveal(): void {
    const squeeze = this.#squeeze();
    const top = (this.#selected * ROW_PIXELS) / squeeze;
    const { scrollTop, clientHeight } = this.element;
    this.#spacer.style.height = `${Math.min(HEIGHT_MAX, this.#rows * ROW_PIXELS)}px`;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + ROW_PIXELS > scrollTop + clientHeight) {
      this.element.scrollTop = top + ROW_PIXELS - clientHeight;
    }
  }

  draw(): void {
    const { scrollTop, clientHeight } = this.element;
    const height = Math.min(HEIGHT_MAX, this.#rows * ROW_PIXELS);
    this.#spacer.style.height = `${height}px`;
    const { from, to } = rowsInSight(scrollTop, clientHeight || 400, this.#rows);
    const squeezed = this.#squeeze() > 1;
    const rows = to > from ? this.fetchRows(from, to) : [];
    const options = rows.map((row, n) => {
      const at = from + n;
      const option = rowElement(row, at, this.#rows, at === this.#selected, row.game === this.#opened);
      const y = squeezed ? rowTop(n, from, to, scrollTop) : at * ROW_PIXELS;
      option.style.transform = `translateY(${y}px)`;
      return option;
    });
    this.#spacer.replaceChildren(...options);
    const selected = options.find((option) => option.dataset["row"] === String(this.#selected));
    set(this.element, "aria-activedescendant", selected?.id);
  }

  /** Selects the row this many rows on or back. */
  step(by: number): void {
    this.select(Math.max(0, Math.min(this.#rows - 1, this.#selected + by)));
  }

  page(by: number): void {
    this.step(by * Math.max(1, Math.floor(this.element.clientHeight / ROW_PIXELS) - 1));
  }

  openSelected(): void { if (this.#rows > 0) this.open(this.#selected); }
}

/** The place of a row of a squeezed list: around the visible rows, and none beyond the end. */
function rowTop(n: number, from: number, to: number, scrollTop: number): number {
  const end = HEIGHT_MAX - (to - from - n) * ROW_PIXELS;
  return Math.min(end, scrollTop + (n - Math.min(from, MARGIN)) * ROW_PIXELS);
}

function rowElement(
  row: Row, at: number, count: number, selected: boolean, opened: boolean,
): HTMLElement {
  const [, white, whiteElo, black, blackElo, result, date, event, eco] = row.cells;
  const isKnown = (text: string | undefined): text is string =>
    text !== undefined && !/^[?.\-*]*$/.test(text);
  const player = (name: string | undefined, elo: string | undefined) =>
    `${isKnown(name) ? name : "?"}${isKnown(elo) ? ` (${elo})` : ""}`;
  return h("div", {
    class: `row${opened ? " opened" : ""}${row.deleted ? " deleted" : ""}`, role: "option", id: `row-${at}`, "data-row": at,
    "aria-selected": String(selected), "aria-setsize": count, "aria-posinset": at + 1,
  },
    h("span", { class: "row-number" }, row.game < 0 ? "new" : String(row.game + 1)),
    h("span", { class: "row-players", dir: "auto" },
      `${player(white, whiteElo)} – ${player(black, blackElo)}`),
    h("span", { class: "row-result" }, row.deleted ? "deleted " : row.modified ? "✎ " : null,
      (result ?? "").replace(/1\/2/g, "½")),
    h("span", { class: "row-about", dir: "auto" }, [withShortLinks(event ?? ""), dateText(date ?? ""), eco].filter(isKnown).join(" · ")));
}
