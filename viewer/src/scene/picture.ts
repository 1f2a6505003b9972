// Pictures of the scene with its labels.

/** A label over the scene. */
export interface Label {
  text: string;
  /** Position in CSS pixels: horizontal centre or left edge, and vertical middle. */
  x: number;
  y: number;
  align: "center" | "left";
  /** Element on screen, which has the style. */
  element: HTMLElement;
}

/** Height of a scene in pixels for which the font size of the page is right. */
const USUAL_HEIGHT = 640;

/** Copies the canvas, with labels on it. `width` is that of the scene in CSS pixels, if it differs from the canvas. */
export function picture(
  canvas: HTMLCanvasElement,
  labels: Iterable<Label>,
  width = canvas.width,
): HTMLCanvasElement {
  const copy = document.createElement("canvas");
  copy.width = canvas.width;
  copy.height = canvas.height;
  const context = copy.getContext("2d", { willReadFrequently: true });
  if (!context) return canvas;
  context.drawImage(canvas, 0, 0);
  const ratio = canvas.width / width;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  // On screen, text has the size of the page; in a larger picture, it grows with the picture.
  const scale = width === canvas.width ? Math.max(1, canvas.height / USUAL_HEIGHT) : 1;
  context.textBaseline = "middle";
  context.lineJoin = "round";
  for (const { text, x, y, align, element } of labels) {
    const style = getComputedStyle(element);
    const size = Number.parseFloat(style.fontSize) * scale;
    context.font = `${style.fontWeight} ${size}px ${style.fontFamily}`;
    context.textAlign = align;
    context.globalAlpha = Number(style.opacity);
    context.lineWidth = 3 * scale;
    context.strokeStyle = style.getPropertyValue("--sunken");
    context.fillStyle = style.color;
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  }
  return copy;
}
