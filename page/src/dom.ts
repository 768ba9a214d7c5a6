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

/** Scrolls a box, and nothing around it, so that an element is in sight. */
export function reveal(element: HTMLElement, box: HTMLElement): void {
  const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top + 24;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + 24;
}

/** Puts a text on the clipboard; a field in `root` helps where the page has no secure origin. */
export async function copyText(text: string, root: ShadowRoot): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = h("textarea", { class: "unseen" });
    field.value = text;
    root.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

/** Hands bytes out as a file. */
export function download(bytes: Blob, name: string): void {
  const link = h("a", { href: URL.createObjectURL(bytes), download: name.replace(/[/\\]/g, "-") });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Puts an image on the clipboard; tells whether the browser allows it. */
export async function copyImage(png: Promise<Blob>): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
    return true;
  } catch {
    return false;
  }
}
