// Current time and playback.

import { Event, Signal } from "./signal.ts";

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4] as const;
/** Duration of a frame where the sample rate is not known: the usual frame rate of a headset. */
export const USUAL_FRAME_SECS = 1 / 60;

/** Time range in seconds. */
export interface Range {
  from: number;
  to: number;
}

export class Clock {
  readonly isPlaying = new Signal(false);
  readonly speed = new Signal(1);
  readonly isReversed = new Signal(false);
  readonly isLooping = new Signal(true);
  /** Duration of one frame step. */
  readonly frameSecs = new Signal(USUAL_FRAME_SECS);
  /** Range between in and out: limits playback and export. */
  readonly range = new Signal<Range | undefined>(undefined);
  /** The current time has changed. Emitted on every frame during playback. */
  readonly moved = new Event();
  #time = 0;
  #bounds: Range = { from: 0, to: 0 };

  get time(): number {
    return this.#time;
  }

  /** Start and end of the recording. */
  get bounds(): Range {
    return this.#bounds;
  }

  /** Range of playback: between in and out, or the whole recording. */
  get played(): Range {
    return this.range.value ?? this.#bounds;
  }

  /** Sets the bounds of another recording and keeps the current time if it is inside. */
  setBounds(bounds: Range): void {
    this.#bounds = bounds;
    if (this.range.value) this.setRange(this.range.value);
    this.seek(this.#time);
  }

  /** Clamps a time to the recording. */
  clamp(time: number): number {
    return Math.min(Math.max(time, this.#bounds.from), this.#bounds.to);
  }

  /** Sets the playback range, clipped to the recording. An empty range, or the whole recording, removes it. */
  setRange(range: Range): void {
    const [from, to] = [this.clamp(range.from), this.clamp(range.to)];
    const isAll = from <= this.#bounds.from && to >= this.#bounds.to;
    this.range.value = isAll || from >= to ? undefined : { from, to };
  }

  seek(time: number): void {
    this.#time = this.clamp(Number.isFinite(time) ? time : this.#bounds.from);
    this.moved.emit();
  }

  /** After trimming to a range, whose times start at 0: keeps showing the frame that was at `time`. */
  cut(part: Range, time: number): void {
    this.range.value = undefined;
    this.seek(time - part.from);
  }

  /** After undoing a trim: keeps showing the frame that was at `time` in the trimmed recording. */
  uncut(part: Range, time: number): void {
    this.setRange(part);
    this.seek(time + part.from);
  }

  step(frames: number): void {
    this.isPlaying.value = false;
    // Snaps to the frame grid, so that a step back undoes a step forward.
    const { from } = this.#bounds;
    const { value: frameSecs } = this.frameSecs;
    const frame = (this.#time - from) / frameSecs;
    const next = frames > 0 ? Math.floor(frame + 1e-3) + frames : Math.ceil(frame - 1e-3) + frames;
    this.seek(from + next * frameSecs);
  }

  toggle(): void {
    const { from, to } = this.played;
    const isAtEnd = this.isReversed.value ? this.#time <= from : this.#time >= to;
    if (!this.isPlaying.value && isAtEnd) this.seek(this.isReversed.value ? to : from);
    this.isPlaying.value = !this.isPlaying.value;
  }

  /** Sets one end of the range to the current time. */
  setEdge(edge: "from" | "to"): void {
    const range = { ...this.played, [edge]: this.#time };
    if (range.from > range.to) {
      // Setting in after out starts a new range, and vice versa.
      if (edge === "from") range.to = this.#bounds.to;
      else range.from = this.#bounds.from;
    }
    this.setRange(range);
  }

  /** Advances by `secs` of real time. */
  advance(secs: number): void {
    if (!this.isPlaying.value) return;
    const { from, to } = this.played;
    const isReversed = this.isReversed.value;
    const [start, end] = isReversed ? [to, from] : [from, to];
    const direction = isReversed ? -1 : 1;
    // Position in the range. Playback from outside starts at its beginning.
    const isOutside = this.#time < from || this.#time > to;
    const done = isOutside
      ? 0
      : (this.#time - start) * direction + Math.max(0, secs) * this.speed.value;
    const length = to - from;
    if (done <= length) {
      this.seek(start + done * direction);
    } else if (this.isLooping.value && length > 0) {
      this.seek(start + (done % length) * direction);
    } else {
      this.isPlaying.value = false;
      this.seek(end);
    }
  }
}
