// Render loop: renders a frame only if something changed.

import type { Clock } from "./clock.ts";

/** Task of a frame; returns true to request another one. */
export type Task = (secs: number) => boolean;

/** Longest time step after the page was hidden. */
const MOST_SECS = 1;

export class Loop {
  /** Time in milliseconds that the page worked for the last frame. */
  workedMs = 0;
  #isAsked = false;
  /** Time of the previous frame, if this one follows directly. */
  #last: number | undefined;
  #isSuspended = false;

  constructor(
    readonly clock: Clock,
    readonly task: Task,
  ) {}

  /** Requests a frame. */
  readonly invalidate = (): void => {
    if (this.#isAsked || this.#isSuspended) return;
    this.#isAsked = true;
    requestAnimationFrame(this.#run);
  };

  /** Stops: a headset renders instead, and advances the clock. */
  suspend(): void {
    this.#isSuspended = true;
    this.#last = undefined;
  }

  resume(): void {
    this.#isSuspended = false;
    this.invalidate();
  }

  readonly #run = (now: number): void => {
    this.#isAsked = false;
    if (this.#isSuspended) return;
    const start = performance.now();
    // The first frame after an idle time has a time step of 0.
    const secs =
      this.#last === undefined ? 0 : Math.min(MOST_SECS, Math.max(0, (now - this.#last) / 1000));
    this.clock.advance(secs);
    const isMore = this.task(secs) || this.clock.isPlaying.value;
    this.#last = isMore ? now : undefined;
    if (isMore) this.invalidate();
    this.workedMs = performance.now() - start;
  };
}
