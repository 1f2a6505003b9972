// Times of the frames of a film.

import type { Range } from "../clock.ts";

/** Times of a film at a frame rate: every frame of the range, the last one at or before its end. */
export function frameTimes({ from, to }: Range, rateHz: number, isReversed = false): number[] {
  const count = Math.floor((to - from) * rateHz + 1e-6) + 1;
  return Array.from({ length: count }, (_, i) =>
    isReversed ? to - i / rateHz : from + i / rateHz,
  );
}

/**
 * Delay of each frame of a GIF in hundredths of a second. Rounded so that the error does not add up: a frame
 * is never more than half a hundredth late.
 */
export function gifDelays(count: number, rateHz: number): number[] {
  const at = (i: number) => Math.round((i * 100) / rateHz);
  return Array.from({ length: count }, (_, i) => at(i + 1) - at(i));
}
