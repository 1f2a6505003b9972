// Time scale, with the range between in and out.

import type { Clock } from "../clock.ts";
import { clockTime } from "../format.ts";
import type { Axis } from "./axis.ts";
import type { Colors } from "./colors.ts";
import { Lane } from "./lane.ts";

const STEPS = [
  0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21600,
  86400,
];
const APART_PX = 84;

export class Ruler extends Lane {
  constructor(readonly clock: Clock) {
    super({ className: "ruler", height: 30, label: "Time" });
    // The canvas is the focusable slider for screen readers.
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "slider");
  }

  protected override draw(context: CanvasRenderingContext2D, axis: Axis, colors: Colors): void {
    const visible = axis.to - axis.from;
    const least = (visible / axis.width) * APART_PX;
    const step = STEPS.find((candidate) => candidate >= least) ?? least;
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "middle";
    const minor = step / 5;
    for (let i = Math.ceil(axis.from / minor); i * minor <= axis.to; i++) {
      const x = Math.round(axis.x(i * minor)) + 0.5;
      const isMajor = i % 5 === 0;
      context.strokeStyle = colors.line;
      context.beginPath();
      context.moveTo(x, this.height);
      context.lineTo(x, this.height - (isMajor ? 9 : 4));
      context.stroke();
      if (!isMajor) continue;
      context.fillStyle = colors.faint;
      context.fillText(tick(i * minor, step), x + 4, 12);
    }
    const { range } = this.clock;
    if (!range.value) return;
    const [from, to] = [axis.x(range.value.from), axis.x(range.value.to)];
    context.fillStyle = colors.accent;
    context.globalAlpha = 0.22;
    context.fillRect(from, 0, to - from, this.height);
    context.globalAlpha = 1;
    for (const [x, side] of [
      [from, 1],
      [to, -1],
    ] as const) {
      context.fillRect(x - (side < 0 ? 2 : 0), 0, 2, this.height);
      context.fillRect(x - (side < 0 ? 7 : 0), 0, 7, 3);
      context.fillRect(x - (side < 0 ? 7 : 0), this.height - 3, 7, 3);
    }
  }

  override *moments(): Iterable<number> {
    yield this.clock.time;
    yield* Object.values(this.clock.bounds);
  }

  override readout(time: number): void {
    const { from, to } = this.clock.bounds;
    const now = this.canvas;
    now.setAttribute("aria-valuemin", from.toFixed(3));
    now.setAttribute("aria-valuemax", to.toFixed(3));
    now.setAttribute("aria-valuenow", time.toFixed(3));
    now.setAttribute("aria-valuetext", clockTime(time));
  }
}

function tick(time: number, step: number): string {
  const digits = step >= 1 ? 0 : step >= 0.1 ? 1 : 2;
  const text = clockTime(time, digits);
  return text.replace(/^(−?)0:0?(\d.*)$/, "$1$2 s");
}
