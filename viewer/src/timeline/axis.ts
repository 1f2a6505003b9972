// Visible time range, and the mapping to pixels.

import type { Range } from "../clock.ts";
import { Event } from "../signal.ts";

/** Shortest visible range: a few frames. */
const SHORTEST_SECS = 0.05;

export class Axis {
  readonly changed = new Event();
  width = 1;
  #bounds: Range = { from: 0, to: 1 };
  #from = 0;
  #to = 1;

  get from(): number {
    return this.#from;
  }

  get to(): number {
    return this.#to;
  }

  get isZoomed(): boolean {
    return this.#from > this.#bounds.from || this.#to < this.#bounds.to;
  }

  /** Sets the full range. An empty recording still gets an axis. */
  setBounds({ from, to }: Range): void {
    const wasWhole = !this.isZoomed;
    this.#bounds = { from, to: to > from ? to : from + 1 };
    if (wasWhole) this.fit();
    else this.show(this.#from, this.#to);
  }

  x(time: number): number {
    return ((time - this.#from) / (this.#to - this.#from)) * this.width;
  }

  time(x: number): number {
    return this.#from + (x / this.width) * (this.#to - this.#from);
  }

  fit(): void {
    this.show(this.#bounds.from, this.#bounds.to);
  }

  /** Shows a range, clipped to the full one. */
  show(from: number, to: number): void {
    const all = this.#bounds.to - this.#bounds.from;
    const length = Math.min(all, Math.max(Math.min(SHORTEST_SECS, all), to - from));
    const middle = (from + to) / 2;
    this.#from = Math.min(
      Math.max(middle - length / 2, this.#bounds.from),
      this.#bounds.to - length,
    );
    this.#to = this.#from + length;
    this.changed.emit();
  }

  /** Zooms in (factor below 1) or out around `time`. */
  zoom(factor: number, time: number): void {
    this.show(time + (this.#from - time) * factor, time + (this.#to - time) * factor);
  }

  pan(secs: number): void {
    this.show(this.#from + secs, this.#to + secs);
  }

  /** Scrolls by a page when a time leaves the visible range. */
  follow(time: number): void {
    const length = this.#to - this.#from;
    if (time < this.#from) this.show(time - length * 0.9, time + length * 0.1);
    else if (time > this.#to) this.show(time - length * 0.1, time + length * 0.9);
  }
}
