// Spans in which a hand was tracked, observed and pinching.

import type { Side } from "../library.ts";
import type { Motion } from "../scene/motion.ts";
import type { Axis } from "./axis.ts";
import type { Colors } from "./colors.ts";
import { Lane } from "./lane.ts";

export class Spans extends Lane {
  #tracked: Float64Array = new Float64Array();
  #observed: Float64Array = new Float64Array();
  #pinching: Float64Array = new Float64Array();

  constructor(
    readonly side: Side,
    recording: Motion,
    label: string,
    readonly isSecond: boolean,
  ) {
    super({ className: "spans", height: isSecond ? 18 : 26, label, color: side });
    this.#tracked = recording.spans(side, "tracked");
    this.#observed = recording.spans(side, "observed");
    this.#pinching = recording.spans(side, "pinching");
    const times = (spans: Float64Array) =>
      `${spans.length / 2} ${spans.length === 2 ? "time" : "times"}`;
    this.canvas.setAttribute(
      "aria-label",
      `${label}: tracked ${times(this.#tracked)}, pinching ${times(this.#pinching)}`,
    );
  }

  protected override draw(context: CanvasRenderingContext2D, axis: Axis, colors: Colors): void {
    const color = colors[this.side];
    const middle = this.height / 2;
    const half = this.isSecond ? 3 : 5;
    context.fillStyle = color;
    // Tracked without observed poses: a thin line.
    context.globalAlpha = this.isSecond ? 0.22 : 0.32;
    bars(context, axis, this.#tracked, middle - 1, 2);
    bars(context, axis, this.#observed, middle - half, half * 2);
    context.globalAlpha = this.isSecond ? 0.6 : 1;
    bars(context, axis, this.#pinching, middle - half, half * 2);
    context.globalAlpha = 1;
  }

  override *moments(): Iterable<number> {
    yield* this.#tracked;
    yield* this.#pinching;
  }

  override readout(time: number): void {
    const words = !isIn(this.#tracked, time)
      ? "not tracked"
      : isIn(this.#pinching, time)
        ? "pinching"
        : isIn(this.#observed, time)
          ? "tracked"
          : "tracked, no poses";
    if (this.value.textContent !== words) this.value.textContent = words;
  }
}

function bars(
  context: CanvasRenderingContext2D,
  axis: Axis,
  spans: Float64Array,
  y: number,
  height: number,
): void {
  context.beginPath();
  for (let i = 0; i + 1 < spans.length; i += 2) {
    const [from, to] = [
      Math.max(-4, axis.x(spans[i] as number)),
      Math.min(axis.width + 4, axis.x(spans[i + 1] as number)),
    ];
    if (to < 0 || from > axis.width) continue;
    // Even the shortest pinch is visible.
    context.roundRect(from, y, Math.max(1.5, to - from), height, Math.min(3, (to - from) / 2));
  }
  context.fill();
}

function isIn(spans: Float64Array, time: number): boolean {
  for (let i = 0; i + 1 < spans.length; i += 2)
    if (time >= (spans[i] as number) && time <= (spans[i + 1] as number)) return true;
  return false;
}
