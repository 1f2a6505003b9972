// Frames: as many as there is something new to show, and none otherwise.

import type { Clock } from "./clock.ts";

/** What is done once a frame; true asks for another one. */
export type Task = (secs: number) => boolean;

/** What a page that was hidden may catch up at once. */
const MOST_SECS = 1;

export class Loop {
  /** How long the page worked for the last frame. */
  workedMs = 0;
  #isAsked = false;
  /** When the frame before was, if this one follows on it. */
  #last: number | undefined;

  constructor(
    readonly clock: Clock,
    readonly task: Task,
  ) {}

  /** Something changed. */
  readonly invalidate = (): void => {
    if (this.#isAsked) return;
    this.#isAsked = true;
    requestAnimationFrame(this.#run);
  };

  readonly #run = (now: number): void => {
    this.#isAsked = false;
    const start = performance.now();
    // The first frame after a rest: no time has passed in between that anyone waited for.
    const secs =
      this.#last === undefined ? 0 : Math.min(MOST_SECS, Math.max(0, (now - this.#last) / 1000));
    this.clock.advance(secs);
    const isMore = this.task(secs) || this.clock.isPlaying.value;
    this.#last = isMore ? now : undefined;
    if (isMore) this.invalidate();
    this.workedMs = performance.now() - start;
  };
}
