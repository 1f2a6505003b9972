// One row of the timeline: a header and a canvas.

import { h } from "../dom.ts";
import type { Axis } from "./axis.ts";
import type { Colors } from "./colors.ts";

interface LaneOptions {
  className: string;
  height: number;
  label: string;
  /** CSS variable of the colour of a dot before the label. */
  color?: string;
}

export abstract class Lane {
  readonly row: HTMLDivElement;
  readonly head: HTMLDivElement;
  readonly value = h("span", { className: "value" });
  /** A second line under the label. */
  readonly detail = h("span", { className: "lane-detail" });
  readonly canvas: HTMLCanvasElement;
  readonly height: number;

  constructor({ className, height, label, color }: LaneOptions) {
    this.height = height;
    const name = h("span", { className: "name", textContent: label, title: label });
    const dot = color ? h("span", { className: "dot" }) : undefined;
    if (dot && color) dot.style.background = `var(--${color})`;
    this.head = h("div", { className: "lane-head" }, dot, name, this.value, this.detail);
    this.canvas = h("canvas", { attributes: { role: "img", "aria-label": label } });
    this.row = h("div", { className: `lane ${className}` }, this.head, this.canvas);
    this.row.style.height = `${height}px`;
  }

  /** Draws the visible range. */
  redraw(axis: Axis, colors: Colors): void {
    const ratio = devicePixelRatio;
    const width = Math.round(axis.width * ratio);
    const height = Math.round(this.height * ratio);
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
      this.canvas.style.width = `${axis.width}px`;
      this.canvas.style.height = `${this.height}px`;
    }
    const context = this.canvas.getContext("2d");
    if (!context) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, axis.width, this.height);
    this.draw(context, axis, colors);
  }

  protected abstract draw(context: CanvasRenderingContext2D, axis: Axis, colors: Colors): void;

  /**
   * Fetches data of the visible range, but not for longer than `until`. Returns true if there is something
   * new to draw; `isWaiting` tells whether more is missing.
   */
  refresh(_axis: Axis, _until: number): boolean {
    return false;
  }

  /** Whether more data is to be fetched. */
  get isWaiting(): boolean {
    return false;
  }

  /** Event times in this lane, to which drags snap. */
  moments(): Iterable<number> {
    return [];
  }

  /** Shows the value at a time. */
  readout(_time: number): void {}
}
