// Markers as draggable flags.

import type { Marker } from "../library.ts";
import type { Axis } from "./axis.ts";
import type { Colors } from "./colors.ts";
import { Lane } from "./lane.ts";

const GRAB_PX = 6;
/** Distance below which flags would overlap and become thin lines. */
const FLAG_PX = 5;
/** Offset of the label from the line. */
const WORDS_PX = 11;

/** A marker on screen. */
interface FlagPosition {
  index: number;
  x: number;
}

export class Flags extends Lane {
  markers: readonly Marker[] = [];
  /** Marker that is being dragged, and its current time. */
  dragged: { index: number; time: number } | undefined;
  /** Marker indices in order of time; a file may have any order. */
  #order: number[] = [];
  /** Horizontal extent of each flag with its label, for hit testing. */
  #areas: { index: number; from: number; to: number }[] = [];

  constructor() {
    super({ className: "flags", height: 26, label: "Markers", color: "marker" });
  }

  setMarkers(markers: readonly Marker[]): void {
    this.markers = markers;
    this.dragged = undefined;
    const time = (index: number) => (markers[index] as Marker).time_secs;
    this.#order = [...markers.keys()].sort((a, b) => time(a) - time(b));
    this.value.textContent = markers.length ? String(markers.length) : "";
    this.canvas.setAttribute(
      "aria-label",
      `${markers.length} markers; the Markers panel lists them`,
    );
  }

  override *moments(): Iterable<number> {
    for (const [index, { time_secs }] of this.markers.entries())
      if (index !== this.dragged?.index) yield time_secs;
  }

  protected override draw(context: CanvasRenderingContext2D, axis: Axis, colors: Colors): void {
    context.font = "500 11px system-ui, sans-serif";
    context.textBaseline = "middle";
    this.#areas = [];
    const places = this.#places(axis);
    let end = Number.NEGATIVE_INFINITY;
    for (const [i, { index, x }] of places.entries()) {
      const next = places[i + 1]?.x ?? Number.POSITIVE_INFINITY;
      if (x > axis.width + 2) break;
      // Skips flags that end before the visible range.
      if (x < -GRAB_PX && next < 0) continue;
      // At the right edge, a flag points to the left.
      const isTurned = x > axis.width - WORDS_PX;
      const room = isTurned ? x - end - WORDS_PX : next - x - WORDS_PX - 1;
      context.fillStyle = colors.marker;
      this.#drawPole(context, x, next - x < FLAG_PX, isTurned);
      if (!isTurned) end = x + WORDS_PX;
      this.#areas.push({ index, from: x - GRAB_PX, to: x + GRAB_PX });
      // Of several at one position, the last one shows its label.
      if (room < 10 || next - x <= 0.5) continue;
      const name = fitted(context, (this.markers[index] as Marker).name || "(no name)", room);
      const width = context.measureText(name).width;
      const from = isTurned ? x - WORDS_PX - width : x + WORDS_PX;
      context.fillStyle = colors.text;
      context.fillText(name, from, this.height / 2);
      end = from + width;
      this.#areas.push({ index, from: Math.min(from, x), to: Math.max(from + width, x) });
    }
  }

  /** All markers in screen order, with the dragged one at its current position. */
  #places(axis: Axis): FlagPosition[] {
    const { dragged } = this;
    const time = (index: number) =>
      dragged?.index === index ? dragged.time : (this.markers[index] as Marker).time_secs;
    const places = this.#order.map((index) => ({ index, x: axis.x(time(index)) }));
    return dragged ? places.sort((a, b) => a.x - b.x) : places;
  }

  #drawPole(
    context: CanvasRenderingContext2D,
    x: number,
    isCrowded: boolean,
    isTurned: boolean,
  ): void {
    if (isCrowded) {
      context.globalAlpha = 0.45;
      context.fillRect(x - 0.5, 9, 1, this.height - 9);
      context.globalAlpha = 1;
      return;
    }
    context.fillRect(x - 0.75, 4, 1.5, this.height - 4);
    context.beginPath();
    context.moveTo(x, 5);
    context.lineTo(x + (isTurned ? -8 : 8), 9);
    context.lineTo(x, 13);
    context.fill();
  }

  /** Marker at a canvas position, or within `slack` pixels of it: the last drawn is on top. */
  hit(x: number, slack = 0): number | undefined {
    const at = (by: number) =>
      this.#areas.findLast(({ from, to }) => x >= from - by && x <= to + by)?.index;
    return at(0) ?? at(slack);
  }
}

/** Truncates a text to a width. */
function fitted(context: CanvasRenderingContext2D, text: string, room: number): string {
  if (context.measureText(text).width <= room) return text;
  let short = text.slice(0, 60);
  while (short.length > 1 && context.measureText(`${short}…`).width > room)
    short = short.slice(0, -1);
  return `${short}…`;
}
