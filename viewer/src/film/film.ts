// Films of the range between in and out, rendered frame by frame: no frame is lost on a slow machine.

import type { Clock } from "../clock.ts";
import type { Overlay } from "../scene/overlay.ts";
import { picture } from "../scene/picture.ts";
import type { Stage } from "../scene/stage.ts";
import { encoderFor } from "./encoders.ts";
import type { FilmFormat } from "./formats.ts";
import { frameTimes } from "./times.ts";

export interface FilmOptions {
  format: FilmFormat;
  /** Size in pixels; even numbers. */
  width: number;
  height: number;
  rateHz: number;
  hasLabels: boolean;
}

interface Scene {
  clock: Clock;
  stage: Stage;
  overlay: Overlay;
}

/** Renders a film; undefined if `signal` aborted it. */
export async function renderFilm(
  { clock, stage, overlay }: Scene,
  { format, width, height, rateHz, hasLabels }: FilmOptions,
  progress: (done: number, all: number) => void,
  signal: AbortSignal,
): Promise<Blob | undefined> {
  const times = frameTimes(clock.played, rateHz / clock.speed.value, clock.isReversed.value);
  const encoder = await encoderFor(format, { width, height, rateHz, count: times.length });
  const before = clock.time;
  clock.isPlaying.value = false;
  const size = stage.setFixedSize(width, height);
  try {
    for (const [i, time] of times.entries()) {
      if (signal.aborted) return undefined;
      clock.seek(time);
      // The time step moves a following camera as in playback.
      stage.render(i === 0 ? 0 : 1 / rateHz);
      overlay.update();
      await encoder.add(picture(stage.canvas, hasLabels ? overlay.labels : []));
      progress(i + 1, times.length);
      // The page stays responsive.
      await new Promise((done) => setTimeout(done));
    }
    return await encoder.finish();
  } finally {
    encoder.close();
    size.restore();
    clock.seek(before);
  }
}
