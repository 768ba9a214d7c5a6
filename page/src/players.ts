// The bar of a player beside the board, and how tags are shown.

import { h } from "./dom.js";
import type { GameState } from "./session.js";
import type { Side } from "./squares.js";

/** The value of a tag; empty if it is unknown. */
export function tagOf(game: Pick<GameState, "tags">, name: string): string {
  const value = game.tags.find(([known]) => known === name)?.[1] ?? "";
  return /^[?.\-*]*$/.test(value) ? "" : value;
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
  if (typeof clock === "number") bar.push(h("span", { class: "clock" }, clockText(clock)));
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
