// Plot of a curve with its keys, or of a measure.

import { h, setText } from "../dom.ts";
import { measured, scaledRange } from "../format.ts";
import type { Channel, Recording } from "../library.ts";
import type { Axis } from "./axis.ts";
import type { Colors } from "./colors.ts";
import { Lane } from "./lane.ts";

/** Distance in pixels above which keys are drawn as dots. */
const PIXELS_PER_KEY = 5;
const MARGIN = 7;
export const NO_VALUES = "no values here";

/** Minimum and maximum in each column of a time range. */
export interface Columns {
  from: number;
  to: number;
  values: Float32Array;
}

/** Draws bands from minimum to maximum, connected to their neighbours; gaps where there are no values. */
function drawColumns(
  context: CanvasRenderingContext2D,
  axis: Axis,
  { from, to, values }: Columns,
  y: (value: number) => number,
  color: string,
): void {
  const count = values.length / 2;
  const step = (to - from) / count;
  context.strokeStyle = color;
  context.lineWidth = 1.25;
  context.lineJoin = "round";
  context.beginPath();
  let isDrawing = false;
  for (let i = 0; i < count; i++) {
    const [low, high] = [values[2 * i] as number, values[2 * i + 1] as number];
    if (!Number.isFinite(low + high)) {
      isDrawing = false;
      continue;
    }
    const x = axis.x(from + (i + 0.5) * step);
    if (isDrawing) context.lineTo(x, y(low));
    else context.moveTo(x, y(low));
    context.lineTo(x, y(high));
    isDrawing = true;
  }
  context.stroke();
}

/** The compared recording, and how much later what happens in the first happens in it. */
interface Second {
  recording: Recording;
  offsetSecs: number;
}

/** Fetches columns of a long recording in batches within a time budget. */
class Fetch {
  readonly columns: Columns;
  #done = 0;
  /** Batch size: as many as took a few milliseconds last time. */
  #batch = 16;

  constructor(
    readonly recording: Recording,
    readonly channel: string,
    axis: Axis,
    readonly offsetSecs = 0,
  ) {
    const values = new Float32Array(columnsOf(axis) * 2).fill(Number.NaN);
    this.columns = { from: axis.from, to: axis.to, values };
  }

  get isDone(): boolean {
    return this.#done * 2 >= this.columns.values.length;
  }

  isFor(axis: Axis): boolean {
    const { from, to, values } = this.columns;
    return from === axis.from && to === axis.to && values.length === columnsOf(axis) * 2;
  }

  advance(until: number): void {
    const { from, to, values } = this.columns;
    const all = values.length / 2;
    while (!this.isDone) {
      const start = performance.now();
      if (start >= until) return;
      const count = Math.min(this.#batch, all - this.#done);
      const startSecs = from + this.offsetSecs;
      const at = (column: number) => startSecs + ((to - from) * column) / all;
      const part = this.recording.plot(this.channel, at(this.#done), at(this.#done + count), count);
      values.set(part, this.#done * 2);
      this.#done += count;
      const took = performance.now() - start;
      this.#batch = Math.max(
        4,
        took < 1 ? this.#batch * 4 : took > 4 ? this.#batch >> 1 : this.#batch,
      );
    }
  }
}

/** Extends a range by all finite values. */
export function spread(values: Float32Array, range?: [number, number]): [number, number] {
  let [low, high] = range ?? [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

export class Plot extends Lane {
  /** Drawn until the visible range has been fetched. */
  #shown: Fetch[] = [];
  #fetches: Fetch[] = [];
  #keys: Float32Array | undefined;
  /** Range of visible values: zooming in also rescales the values. */
  #range: [number, number] | undefined;

  constructor(
    readonly channel: Channel,
    readonly recording: Recording,
    readonly other: Second | undefined,
    remove: () => void,
  ) {
    super({ className: "plot", height: 62, label: channel.label, color: colorOf(channel) });
    const close = h("button", {
      type: "button",
      className: "lane-close",
      textContent: "×",
      onclick: remove,
      attributes: { "aria-label": `Remove the plot of ${channel.label}` },
    });
    this.head.append(close);
  }

  override get isWaiting(): boolean {
    return this.#fetches.some((fetch) => !fetch.isDone);
  }

  override refresh(axis: Axis, until: number): boolean {
    const { name, is_measure } = this.channel;
    if (!this.#fetches[0]?.isFor(axis)) {
      this.#fetches = [new Fetch(this.recording, name, axis)];
      if (this.other)
        this.#fetches.push(new Fetch(this.other.recording, name, axis, this.other.offsetSecs));
      const limit = Math.floor(axis.width / PIXELS_PER_KEY);
      this.#keys = is_measure ? undefined : this.recording.keys(name, axis.from, axis.to, limit);
    } else if (!this.isWaiting) {
      return false;
    }
    for (const fetch of this.#fetches) fetch.advance(until);
    if (this.isWaiting && this.#shown.length > 0) return false;
    this.#shown = this.#fetches;
    this.#range = undefined;
    for (const { columns } of this.#shown) this.#range = spread(columns.values, this.#range);
    const [low, high] = roomy(this.#range);
    setText(
      this.detail,
      hasValues(this.#range)
        ? scaledRange(low, high, this.channel.unit)
        : this.isWaiting
          ? "…"
          : NO_VALUES,
    );
    return true;
  }

  protected override draw(context: CanvasRenderingContext2D, axis: Axis, colors: Colors): void {
    const [low, high] = roomy(this.#range);
    const y = (value: number) =>
      this.height - MARGIN - ((value - low) / (high - low)) * (this.height - 2 * MARGIN);
    context.strokeStyle = colors.line;
    context.lineWidth = 1;
    if (low < 0 && high > 0) {
      context.setLineDash([2, 4]);
      context.beginPath();
      context.moveTo(0, Math.round(y(0)) + 0.5);
      context.lineTo(axis.width, Math.round(y(0)) + 0.5);
      context.stroke();
      context.setLineDash([]);
    }
    const color = colors[colorOf(this.channel)];
    const [first, second] = this.#shown;
    if (second) {
      context.globalAlpha = 0.45;
      drawColumns(context, axis, second.columns, y, colors.text);
      context.globalAlpha = 1;
    }
    if (first) drawColumns(context, axis, first.columns, y, color);
    if (this.#keys) drawKeys(context, axis, this.#keys, y, color, colors.surface);
  }

  override readout(time: number): void {
    const text = measured(this.recording.value_at(this.channel.name, time), this.channel.unit);
    if (this.value.textContent !== text) this.value.textContent = text;
  }
}

function drawKeys(
  context: CanvasRenderingContext2D,
  axis: Axis,
  keys: Float32Array,
  y: (value: number) => number,
  color: string,
  inside: string,
): void {
  context.fillStyle = inside;
  context.strokeStyle = color;
  context.lineWidth = 1.25;
  context.beginPath();
  for (let i = 0; i + 1 < keys.length; i += 2) {
    const [x, at] = [axis.x(keys[i] as number), y(keys[i + 1] as number)];
    context.moveTo(x + 2.2, at);
    context.arc(x, at, 2.2, 0, 7);
  }
  context.fill();
  context.stroke();
}

const columnsOf = (axis: Axis) => Math.max(1, Math.min(4096, Math.round(axis.width)));

const hasValues = (range: [number, number] | undefined): range is [number, number] =>
  range !== undefined && range[0] <= range[1];

/** Widens a range of constant values so that it can be drawn. */
function roomy(range: [number, number] | undefined): [number, number] {
  if (!hasValues(range)) return [0, 1];
  const [low, high] = range;
  const least = Math.max(Math.abs(high) * 1e-4, 1e-6);
  return high - low >= least ? range : [low - least, high + least];
}

/** Colour of a channel by its group. */
function colorOf({ group }: Channel): "left" | "right" | "gaze" | "text" {
  return group === "left" || group === "right" || group === "gaze" ? group : "text";
}
