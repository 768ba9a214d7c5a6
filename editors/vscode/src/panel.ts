// In the page of the board panel: shows the game and the move that the extension sends.

import type { BoardMessage } from "./page.js";

interface PgnView extends HTMLElement {
  open(text: string, name: string): void;
  go(node: number): void;
}

declare function acquireVsCodeApi(): { postMessage(message: unknown): void };

const view = document.querySelector("pgn-view") as PgnView;
let shown = "";

function showTheme(): void {
  const isDark = /vscode-(dark|high-contrast)(?!-light)/.test(document.body.className);
  view.setAttribute("theme", isDark ? "dark" : "light");
}

function show({ text, node }: BoardMessage): void {
  if (text !== shown) {
    shown = text;
    view.open(text, "games.pgn");
  }
  if (node !== null) view.go(node);
}

showTheme();
new MutationObserver(showTheme).observe(document.body, { attributeFilter: ["class"] });
view.addEventListener("pgn-ready", () => {
  window.addEventListener("message", ({ data }: MessageEvent<BoardMessage>) => show(data));
  acquireVsCodeApi().postMessage("ready");
}, { once: true });
