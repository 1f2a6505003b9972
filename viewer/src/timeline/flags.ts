// The named moments, as flags that can be dragged.

import type { Marker } from "../library.ts";
import type { Axis } from "./axis.ts";
import type { Colors } from "./colors.ts";
import { Lane } from "./lane.ts";

const GRAB_PX = 6;

export class Flags extends Lane {
  markers: readonly Marker[] = [];
  /** One that is being dragged, and where it is now. */
  dragged: { index: number; time: number } | undefined;
  /** Where the words of each flag end on screen, for finding the one under the mouse. */
  #ends: number[] = [];

  constructor() {
    super({ className: "flags", height: 26, label: "Markers", color: "marker" });
  }

  setMarkers(markers: readonly Marker[]): void {
    this.markers = markers;
    this.value.textContent = markers.length ? String(markers.length) : "";
    this.canvas.setAttribute(
      "aria-label",
      `${markers.length} markers; the Markers panel lists them`,
    );
  }

  protected override draw(context: CanvasRenderingContext2D, axis: Axis, colors: Colors): void {
    context.font = "500 11px system-ui, sans-serif";
    context.textBaseline = "middle";
    this.#ends = [];
    const places = this.markers.map((marker, index) =>
      axis.x(this.dragged?.index === index ? this.dragged.time : marker.time_secs),
    );
    for (const [index, marker] of this.markers.entries()) {
      const x = places[index] as number;
      // A name ends where the next flag begins.
      const next = Math.min(...places.filter((place) => place > x + 0.5), Number.POSITIVE_INFINITY);
      const room = next - x - 12;
      this.#ends[index] = x + GRAB_PX;
      if (x < -200 || x > axis.width + 2) continue;
      context.fillStyle = colors.marker;
      context.beginPath();
      context.moveTo(x, 5);
      context.lineTo(x + 8, 9);
      context.lineTo(x, 13);
      context.fill();
      context.fillRect(x - 0.75, 4, 1.5, this.height - 4);
      // Of those in one place, the last one has its name there.
      const isCovered = places.some((place, other) => other > index && Math.abs(place - x) <= 0.5);
      if (room < 10 || isCovered) continue;
      const name = fitted(context, marker.name || "(no name)", room);
      context.fillStyle = colors.text;
      context.fillText(name, x + 11, this.height / 2);
      this.#ends[index] = x + 11 + context.measureText(name).width;
    }
  }

  /** The flag under a place on the canvas: the last drawn wins, as it lies on top. */
  hit(x: number, axis: Axis): number | undefined {
    for (let index = this.markers.length - 1; index >= 0; index--) {
      const at = axis.x((this.markers[index] as Marker).time_secs);
      if (x >= at - GRAB_PX && x <= (this.#ends[index] ?? at)) return index;
    }
    return undefined;
  }
}

/** As much of a text as fits. */
function fitted(context: CanvasRenderingContext2D, text: string, room: number): string {
  if (context.measureText(text).width <= room) return text;
  let short = text.slice(0, 60);
  while (short.length > 1 && context.measureText(`${short}…`).width > room)
    short = short.slice(0, -1);
  return `${short}…`;
}
