// The bar of a player beside the board, and how tags are shown.

import { h } from "./dom.js";
import type { GameState } from "./session.js";
import type { Side } from "./squares.js";

/** The value of a tag; empty if it is unknown. */
export function tagOf(game: Pick<GameState, "tags">, name: string): string {
  const value = game.tags.find(([known]) => known === name)?.[1] ?? "";
  return /^[?.\-*]*$/.test(value) ? "" : value;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A date as people write it: `4 Nov 1992`, `Nov 1992`, `1992`; any other text as it is. */
export function dateText(value: string): string {
  const parts = /^(\d{4})\.(\d\d|\?\?)\.(\d\d|\?\?)$/.exec(value);
  if (!parts) return value;
  const [, year, month, day] = parts;
  const name = MONTHS[Number(month) - 1];
  if (!name) return year ?? "";
  return day === "??" ? `${name} ${year}` : `${Number(day)} ${name} ${year}`;
}

/** A text in which links are short: `lichess.org/abcdefgh`. */
export function withShortLinks(value: string): string {
  return value.replace(/https?:\/\/(www\.)?/g, "");
}

/** Event, site, date and round in a line. */
export function aboutGame(game: Pick<GameState, "tags">): string {
  return [
    withShortLinks(tagOf(game, "Event")), withShortLinks(tagOf(game, "Site")),
    dateText(tagOf(game, "Date")), tagOf(game, "Round"),
  ].filter(Boolean).join(" · ");
}

/** Name, rating, captured material and clock of a player. */
export function playerBar(game: GameState, color: Side): HTMLElement[] {
  const [name, title] = color === "white" ? ["White", "WhiteTitle"] : ["Black", "BlackTitle"];
  const idx = color === "white" ? 0 : 1;
  const clock = game.clocks[idx];
  const bar = [
    h("span", { class: `disc ${color}`, role: "img", "aria-label": name }),
    h("span", { class: "name", dir: "auto" },
      [tagOf(game, title), tagOf(game, name) || "?"].filter(Boolean).join(" ")),
    h("span", { class: "elo" }, tagOf(game, `${name}Elo`)),
    h("span", { class: "surplus", "aria-hidden": "true" }, figures(game.surplus[idx] ?? "")),
  ];
  if (typeof clock === "number") {
    const runs = game.board?.turn === color[0];
    bar.push(h("span", { class: runs ? "clock runs" : "clock", title: runs ? "to move" : null },
      clockText(clock)));
  }
  return bar;
}

/** `QP` as figures. */
function figures(letters: string): string {
  return [...letters].map((letter) => "♟♞♝♜♛♚"["PNBRQK".indexOf(letter)] ?? "").join("");
}

/** Seconds as a clock shows them. */
export function clockText(seconds: number): string {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)];
  const two = (n: number) => String(n).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
