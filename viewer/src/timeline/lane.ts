// One row of the timeline: a head with words, and a canvas as wide as the time.

import { h } from "../dom.ts";
import type { Axis } from "./axis.ts";
import type { Colors } from "./colors.ts";

interface LaneOptions {
  className: string;
  height: number;
  label: string;
  /** A dot in this colour before the label, by the name of a CSS variable. */
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

  /** Draws what is on screen. */
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
   * Gets what the part on screen needs, but not for longer than `until`. True if it has something new to draw;
   * one that is not done yet says so in `isWaiting`.
   */
  refresh(_axis: Axis, _until: number): boolean {
    return false;
  }

  /** Whether there is more to get. */
  get isWaiting(): boolean {
    return false;
  }

  /** When something happens here: what is dragged near to one of these goes there. */
  moments(): Iterable<number> {
    return [];
  }

  /** Says what is at a moment. */
  readout(_time: number): void {}
}
