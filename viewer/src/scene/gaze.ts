// Gaze ray, and the recent trail of its end.

import { type Color, Group } from "three";
import { frame, type Recording } from "../library.ts";
import { Cones } from "./cones.ts";

const REACH_M = 1.6;
const TRAIL_SECS = 0.8;
const TRAIL_POINTS = 32;
/** Interval of trail points, on a fixed time grid so that the trail does not shimmer. */
const GRID_SECS = TRAIL_SECS / TRAIL_POINTS;
/** Points fetched at once. */
const CHUNK_POINTS = 160;

export class Gaze {
  readonly group = new Group();
  readonly #cones = new Cones({
    capacity: TRAIL_POINTS + 6,
    around: 8,
    isTransparent: true,
    isFlat: true,
  });
  /** Ends of the gaze: those of the chunk, preceded by those of one trail. */
  readonly #ends = new Float32Array((TRAIL_POINTS + CHUNK_POINTS) * 3);
  readonly #last = new Float32Array(6);
  readonly #ray = new Float32Array(6);
  readonly #opacity: number;
  #color: Color | undefined;
  #recording: Recording | undefined;
  #chunk = Number.NaN;

  constructor(opacity: number) {
    this.#opacity = opacity;
    this.group.add(this.#cones.mesh);
  }

  colour(color: Color): void {
    this.#color = color;
  }

  setRecording(recording: Recording | undefined): void {
    this.#recording = recording;
    this.#chunk = Number.NaN;
  }

  /** In first person, only the end is shown: the ray would cover the view. */
  update(floats: Float32Array, time: number, isShown: boolean, isFirstPerson: boolean): void {
    this.group.visible = isShown && this.#recording !== undefined;
    if (!this.group.visible || !this.#color || !this.#recording) return;
    const { gaze } = frame();
    const ray = this.#ray;
    endOf(floats, gaze, ray, 3);
    for (let i = 0; i < 3; i++)
      ray[i] = (floats[gaze + i] as number) + 0.06 * (floats[gaze + 3 + i] as number);
    const cones = this.#cones;
    const color = this.#color;
    cones.begin();
    if (!isFirstPerson) cones.add(ray, 0, 0.0012, 3, 0.0026, color, 0.55 * this.#opacity);
    cones.add(ray, 3, 0.011, 3, 0.011, color, 0.95 * this.#opacity);
    this.#addTrail(this.#recording, time, color);
    cones.finish();
  }

  #addTrail(recording: Recording, time: number, color: Color): void {
    const now = Math.floor(time / GRID_SECS);
    const chunk = Math.floor(now / CHUNK_POINTS);
    if (chunk !== this.#chunk) this.#fetch(recording, chunk);
    const first = now - TRAIL_POINTS;
    const offset = first - (chunk * CHUNK_POINTS - TRAIL_POINTS);
    const opacity = 0.7 * this.#opacity;
    for (let i = 0; i < TRAIL_POINTS; i++) {
      if ((first + i) * GRID_SECS < recording.start_secs) continue;
      const age = i / TRAIL_POINTS;
      const radius = 0.001 + 0.003 * age;
      const at = (offset + i) * 3;
      this.#cones.add(this.#ends, at, radius, at + 3, radius, color, age * age * opacity);
    }
    // From the last grid point to the current gaze.
    this.#last.set(
      this.#ends.subarray((offset + TRAIL_POINTS) * 3, (offset + TRAIL_POINTS) * 3 + 3),
    );
    this.#last.set(this.#ray.subarray(3), 3);
    this.#cones.add(this.#last, 0, 0.004, 3, 0.004, color, opacity);
  }

  /** Prefetches the next seconds, so that playback rarely fetches. */
  #fetch(recording: Recording, chunk: number): void {
    this.#chunk = chunk;
    const first = chunk * CHUNK_POINTS - TRAIL_POINTS;
    const count = this.#ends.length / 3;
    const { len, gaze } = frame();
    const frames = recording.frames(first * GRID_SECS, (first + count - 1) * GRID_SECS, count);
    for (let i = 0; i < count; i++) endOf(frames, i * len + gaze, this.#ends, i * 3);
  }
}

/** End of the gaze at a fixed distance from its origin. */
function endOf(floats: Float32Array, gaze: number, out: Float32Array, at: number): void {
  for (let i = 0; i < 3; i++)
    out[at + i] = (floats[gaze + i] as number) + REACH_M * (floats[gaze + 3 + i] as number);
}
