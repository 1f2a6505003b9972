// Screenshots with the labels over the scene.

/** Copies the canvas and draws the text of these elements at their screen positions. */
export function pictureOf(
  canvas: HTMLCanvasElement,
  words: Iterable<HTMLElement>,
): HTMLCanvasElement {
  const picture = document.createElement("canvas");
  picture.width = canvas.width;
  picture.height = canvas.height;
  const context = picture.getContext("2d");
  if (!context) return canvas;
  context.drawImage(canvas, 0, 0);
  const { left, top, width } = canvas.getBoundingClientRect();
  const ratio = canvas.width / width;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = 3;
  for (const element of words) {
    if (!element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const place = [box.left - left + box.width / 2, box.top - top + box.height / 2] as const;
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    context.globalAlpha = Number(style.opacity);
    context.strokeStyle = style.getPropertyValue("--sunken");
    context.fillStyle = style.color;
    context.strokeText(element.textContent ?? "", ...place);
    context.fillText(element.textContent ?? "", ...place);
  }
  return picture;
}
