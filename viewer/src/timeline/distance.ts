// Distance between two recordings over time.

import { measured, scaledRange } from "../format.ts";
import type { Axis } from "./axis.ts";
import type { Colors } from "./colors.ts";
import { Lane } from "./lane.ts";
import { type Columns, NO_VALUES, spread } from "./plot.ts";

/** Requests the distances of a range, computed asynchronously. */
type AskDistance = (from: number, to: number, columns: number) => Promise<Float32Array>;

export class Distance extends Lane {
  #columns: Columns | undefined;
  #asked = "";
  #largest = 0;

  constructor(
    readonly ask: AskDistance,
    readonly arrived: () => void,
  ) {
    super({ className: "plot", height: 52, label: "Distance", color: "text" });
    this.value.textContent = "…";
  }

  override refresh(axis: Axis): boolean {
    const { from, to } = axis;
    const columns = Math.max(1, Math.round(axis.width));
    const key = `${from} ${to} ${columns}`;
    if (key === this.#asked) return false;
    this.#asked = key;
    this.ask(from, to, columns).then(
      (values) => {
        // Only the last request counts: the visible range may have changed.
        if (key !== this.#asked) return;
        this.#columns = { from, to, values };
        const [, largest] = spread(values);
        this.#largest = Math.max(this.#largest, largest, 0.001);
        this.detail.textContent = Number.isFinite(largest)
          ? scaledRange(0, this.#largest * 1000, "mm")
          : NO_VALUES;
        this.arrived();
      },
      () => {
        this.value.textContent = "failed";
      },
    );
    return false;
  }

  /** Distance in metres at a visible time. */
  at(time: number): number | undefined {
    if (!this.#columns) return undefined;
    const { from, to, values } = this.#columns;
    return values[
      Math.min(values.length - 1, Math.floor(((time - from) / (to - from)) * values.length))
    ];
  }

  protected override draw(context: CanvasRenderingContext2D, axis: Axis, colors: Colors): void {
    if (!this.#columns) return;
    const { from, to, values } = this.#columns;
    const bottom = this.height - 4;
    const y = (value: number) => bottom - (value / this.#largest) * (this.height - 14);
    const step = (to - from) / values.length;
    // Neutral colour, as it belongs to no hand or gaze.
    context.fillStyle = colors.text;
    context.globalAlpha = 0.5;
    context.beginPath();
    for (const [i, value] of values.entries()) {
      if (!Number.isFinite(value)) continue;
      const x = axis.x(from + i * step);
      const top = Math.min(bottom - 0.75, y(value));
      context.rect(x, top, axis.x(from + (i + 1) * step) - x + 0.5, bottom - top);
    }
    context.fill();
    context.globalAlpha = 1;
  }

  override readout(time: number): void {
    if (!this.#columns) return;
    const distance = this.at(time);
    const text = measured(distance === undefined ? undefined : distance * 1000, "mm");
    if (this.value.textContent !== text) this.value.textContent = text;
  }
}
