// The moment that is shown, and how it moves on.

import { Event, Signal } from "./signal.ts";

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4] as const;
/** One step of the frame buttons: what the headset films at. */
const STEP_SECS = 1 / 60;

/** A part of the recording, in seconds. */
export interface Range {
  from: number;
  to: number;
}

export class Clock {
  readonly isPlaying = new Signal(false);
  readonly speed = new Signal(1);
  readonly isReversed = new Signal(false);
  readonly isLooping = new Signal(true);
  /** The part between in and out: played alone, and exported alone. */
  readonly range = new Signal<Range | undefined>(undefined);
  /** The time is another one. Emitted on every frame while it plays. */
  readonly moved = new Event();
  #time = 0;
  #bounds: Range = { from: 0, to: 0 };

  get time(): number {
    return this.#time;
  }

  /** From where to where the recording goes. */
  get bounds(): Range {
    return this.#bounds;
  }

  /** What is played: the part between in and out, or all of it. */
  get played(): Range {
    return this.range.value ?? this.#bounds;
  }

  /** A recording with other bounds is shown: keep the moment if it has it. */
  setBounds(bounds: Range): void {
    this.#bounds = bounds;
    if (this.range.value) this.setRange(this.range.value);
    this.seek(this.#time);
  }

  /** A moment that the recording has: the nearest one. */
  clamp(time: number): number {
    return Math.min(Math.max(time, this.#bounds.from), this.#bounds.to);
  }

  /** Plays as much of a part as there is; nothing of it, or all there is, is no part. */
  setRange(range: Range): void {
    const [from, to] = [this.clamp(range.from), this.clamp(range.to)];
    const isAll = from <= this.#bounds.from && to >= this.#bounds.to;
    this.range.value = isAll || from >= to ? undefined : { from, to };
  }

  seek(time: number): void {
    this.#time = this.clamp(Number.isFinite(time) ? time : this.#bounds.from);
    this.moved.emit();
  }

  /** Of what was played only a part is left, whose times start at 0: shows the moment that was at `time`. */
  cut(part: Range, time: number): void {
    this.range.value = undefined;
    this.seek(time - part.from);
  }

  /** What a part was cut from is back: shows the moment that was at `time` in the part. */
  uncut(part: Range, time: number): void {
    this.setRange(part);
    this.seek(time + part.from);
  }

  step(frames: number): void {
    this.isPlaying.value = false;
    // On the grid of frames, so that one step back undoes one step forward.
    const { from } = this.#bounds;
    const frame = (this.#time - from) / STEP_SECS;
    const next = frames > 0 ? Math.floor(frame + 1e-3) + frames : Math.ceil(frame - 1e-3) + frames;
    this.seek(from + next * STEP_SECS);
  }

  toggle(): void {
    const { from, to } = this.played;
    const isAtEnd = this.isReversed.value ? this.#time <= from : this.#time >= to;
    if (!this.isPlaying.value && isAtEnd) this.seek(this.isReversed.value ? to : from);
    this.isPlaying.value = !this.isPlaying.value;
  }

  /** Sets one end of the part to the moment that is shown. */
  setEdge(edge: "from" | "to"): void {
    const range = { ...this.played, [edge]: this.#time };
    if (range.from > range.to) {
      // The other edge gives way: setting in after out starts a new part.
      if (edge === "from") range.to = this.#bounds.to;
      else range.from = this.#bounds.from;
    }
    this.setRange(range);
  }

  /** Lets `secs` of real time pass. */
  advance(secs: number): void {
    if (!this.isPlaying.value) return;
    const { from, to } = this.played;
    const isReversed = this.isReversed.value;
    const [start, end] = isReversed ? [to, from] : [from, to];
    const direction = isReversed ? -1 : 1;
    // How far into the part we get. Whoever is outside of it comes in at its start.
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
