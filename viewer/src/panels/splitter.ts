// Edge between two parts of the page that can be dragged, or moved by arrow keys.

import { h } from "../dom.ts";
import { type Signal, watch } from "../signal.ts";

interface SplitterOptions {
  /** What it resizes, for screen readers. */
  label: string;
  className: string;
  /** Size in pixels; undefined for the usual one. */
  size: Signal<number | undefined>;
  /** Part that is resized. */
  part: HTMLElement;
  /** Where the edge is on that part. */
  edge: "left" | "right" | "top";
  least: number;
  /** Largest size now. */
  most(): number;
}

const STEP_PX = 16;

export function splitter(options: SplitterOptions): HTMLElement {
  const { label, className, size, part, edge, least, most } = options;
  const isAcross = edge !== "top";
  const element = h("div", {
    className: `splitter ${className}`,
    tabIndex: 0,
    title: "Drag to resize, double-click to reset",
    attributes: {
      role: "separator",
      "aria-label": label,
      "aria-orientation": isAcross ? "vertical" : "horizontal",
      "aria-valuemin": String(least),
    },
  });
  const now = () =>
    size.value ?? Math.round(part.getBoundingClientRect()[isAcross ? "width" : "height"]);
  const set = (wanted: number) => {
    size.value = Math.round(Math.max(least, Math.min(most(), wanted)));
  };
  let drag: { at: number; size: number } | undefined;
  const at = (event: PointerEvent) => (isAcross ? event.clientX : event.clientY);
  // To the right, a right edge makes its part larger, and the others smaller.
  const direction = edge === "right" ? 1 : -1;
  element.onpointerdown = (event) => {
    element.setPointerCapture(event.pointerId);
    drag = { at: at(event), size: now() };
    event.preventDefault();
  };
  element.onpointermove = (event) => {
    if (drag) set(drag.size + direction * (at(event) - drag.at));
  };
  for (const end of ["pointerup", "pointercancel"] as const)
    element.addEventListener(end, () => {
      drag = undefined;
    });
  element.ondblclick = () => {
    size.value = undefined;
  };
  element.onkeydown = (event) => {
    const steps: Record<string, number> = isAcross
      ? { ArrowRight: direction, ArrowLeft: -direction }
      : { ArrowUp: 1, ArrowDown: -1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    set(now() + step * STEP_PX);
  };
  watch([size], () => {
    element.setAttribute("aria-valuenow", String(size.value ?? least));
  });
  element.onfocus = () => element.setAttribute("aria-valuenow", String(now()));
  return element;
}
