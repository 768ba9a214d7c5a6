// The board as an image. The policy of a page allows no images from elsewhere, so the shapes of its
// SVG are painted one by one.

/** The size of the image, in pixels. */
const PIXELS = 800;

/** Paints an SVG of 800 units as PNG. */
export function paintedPng(svg: SVGSVGElement): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = PIXELS;
  const context = canvas.getContext("2d")!;
  for (const child of svg.children) if (child.tagName !== "defs") paint(child, context, svg);
  return new Promise((done, failed) => canvas.toBlob((blob) => {
    if (blob) done(blob);
    else failed(new Error("the image cannot be made"));
  }));
}

function paint(element: Element, context: CanvasRenderingContext2D, svg: SVGSVGElement): void {
  const number = (name: string) => Number(element.getAttribute(name) ?? 0);
  const style = getComputedStyle(element);
  context.save();
  if (element instanceof SVGUseElement) {
    const { e, f } = new DOMMatrix(element.style.transform);
    context.translate(e, f);
    const shape = svg.querySelector(`defs ${element.getAttribute("href")}`);
    if (shape) paint(shape, context, svg);
  } else if (element instanceof SVGTextElement) {
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    context.fillStyle = style.fill;
    context.fillText(element.textContent ?? "", number("x"), number("y"));
  } else if (element instanceof SVGGElement) {
    for (const child of element.children) paint(child, context, svg);
  } else {
    const path = new Path2D(element.getAttribute("d") ?? "");
    if (element instanceof SVGRectElement) {
      path.rect(number("x"), number("y"), number("width"), number("height"));
    } else if (element instanceof SVGCircleElement) {
      path.arc(number("cx"), number("cy"), number("r"), 0, 2 * Math.PI);
    }
    context.globalAlpha = Number(style.fillOpacity);
    // The gradient of a check is one color here.
    context.fillStyle = style.fill.startsWith("url") ? "#d32f1f99" : style.fill;
    if (style.fill !== "none") context.fill(path);
    context.globalAlpha = Number(style.strokeOpacity);
    context.strokeStyle = style.stroke;
    context.lineWidth = parseFloat(style.strokeWidth);
    context.lineCap = style.strokeLinecap as CanvasLineCap;
    context.lineJoin = style.strokeLinejoin as CanvasLineJoin;
    if (style.stroke !== "none") context.stroke(path);
  }
  context.restore();
}
