// A button that opens a box with the rarely used controls.

import { button, h, set, type Child } from "./dom.js";
import { icon } from "./icons.js";

export class MoreMenu {
  readonly element = h("div", { class: "more" });
  readonly #box = h("div", { class: "more-box", role: "group", "aria-label": "More", hidden: true });
  readonly #button = button("More", { "aria-expanded": "false" }, () => this.#toggle(), icon("more"));

  constructor(...children: Child[]) {
    this.#box.append(...children.filter((child) => child instanceof Node));
    this.element.append(this.#button, this.#box);
    this.#box.addEventListener("click", (event) => {
      if ((event.target as Element).closest("button")) this.#toggle(false);
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.#box.hidden) return;
      this.#toggle(false);
      this.#button.focus();
      event.preventDefault();
    });
    this.element.addEventListener("focusout", (event) => {
      const to = event.relatedTarget as Node | null;
      if (to && !this.element.contains(to)) this.#toggle(false);
    });
  }

  readonly #outside = (event: Event): void => {
    if (!event.composedPath().includes(this.element)) this.#toggle(false);
  };

  #toggle(open = this.#box.hidden): void {
    this.#box.hidden = !open;
    set(this.#button, "aria-expanded", String(open));
    if (open) document.addEventListener("pointerdown", this.#outside);
    else document.removeEventListener("pointerdown", this.#outside);
  }
}
