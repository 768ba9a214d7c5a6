// Making elements without markup, so that no text of a game can become markup.

export type Child = Node | string | null | undefined | false;

type Attributes = Record<string, string | number | boolean | null | undefined>;

function fill(element: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  for (const child of children) if (child) element.append(child);
}

/** Sets or removes an attribute. */
export function set(element: Element, name: string, value: Attributes[string]): void {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** An element of HTML. */
export function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  fill(element, attributes, children);
  return element;
}

/** An element of SVG. */
export function s<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  fill(element, attributes, children);
  return element;
}

/** A button that does something. */
export function button(
  label: string,
  attributes: Attributes,
  act: (event: MouseEvent) => void,
  ...children: Child[]
): HTMLButtonElement {
  const shown = children.length > 0 ? children : [label];
  const named = children.length > 0 ? { "aria-label": label, title: label } : {};
  const element = h("button", { type: "button", ...named, ...attributes }, ...shown);
  element.addEventListener("click", act);
  return element;
}

/** A style sheet that shadow roots share; unlike a `<style>`, a strict policy allows it. */
export function sheet(css: string): CSSStyleSheet {
  const made = new CSSStyleSheet();
  made.replaceSync(css);
  return made;
}

/** A text as a sentence begins. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
