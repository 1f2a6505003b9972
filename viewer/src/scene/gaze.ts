// Gaze ray, and the recent trail of its end.

import { type Color, Group, Vector3 } from "three";
import { frame, HAND_HEAD, JOINT_FLOATS } from "../library.ts";
import { hand } from "./anatomy.ts";
import { Cones } from "./cones.ts";
import type { Motion } from "./motion.ts";
import { onBone, onFloor } from "./reach.ts";

/** Length of the ray where it is not known what it meets. */
const REACH_M = 1.6;
/** Farthest floor that it ends on. */
const FARTHEST_M = 5;
/** Distance between two ends above which they are not connected: the gaze went from one thing to another. */
const JUMP_M = 0.6;
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
  #recording: Motion | undefined;
  #chunk = Number.NaN;
  #floorM = Number.NaN;

  constructor(opacity: number) {
    this.#opacity = opacity;
    this.group.add(this.#cones.mesh);
  }

  colour(color: Color): void {
    this.#color = color;
  }

  setRecording(recording: Motion | undefined): void {
    this.#recording = recording;
    this.#chunk = Number.NaN;
  }

  /** Height of the floor on which the ray ends; NaN if there is none. */
  set floorM(value: number) {
    if (Object.is(value, this.#floorM)) return;
    this.#floorM = value;
    this.#chunk = Number.NaN;
  }

  /** End of the ray in the shown frame, in scene axes. */
  get end(): number[] {
    return [...this.#ray.subarray(3)];
  }

  /** In first person, only the end is shown: the ray would cover the view. */
  update(floats: Float32Array, time: number, isShown: boolean, isFirstPerson: boolean): void {
    this.group.visible = isShown && this.#recording !== undefined;
    if (!this.group.visible || !this.#color || !this.#recording) return;
    const { gaze } = frame();
    const ray = this.#ray;
    endOf(floats, 0, this.#floorM, ray, 3);
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

  #addTrail(recording: Motion, time: number, color: Color): void {
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
      if (isJump(this.#ends, at)) continue;
      this.#cones.add(this.#ends, at, radius, at + 3, radius, color, age * age * opacity);
    }
    // From the last grid point to the current gaze.
    this.#last.set(
      this.#ends.subarray((offset + TRAIL_POINTS) * 3, (offset + TRAIL_POINTS) * 3 + 3),
    );
    this.#last.set(this.#ray.subarray(3), 3);
    if (!isJump(this.#last, 0)) this.#cones.add(this.#last, 0, 0.004, 3, 0.004, color, opacity);
  }

  /** Prefetches the next seconds, so that playback rarely fetches. */
  #fetch(recording: Motion, chunk: number): void {
    this.#chunk = chunk;
    const first = chunk * CHUNK_POINTS - TRAIL_POINTS;
    const count = this.#ends.length / 3;
    const { len } = frame();
    const frames = recording.frames(first * GRID_SECS, (first + count - 1) * GRID_SECS, count);
    for (let i = 0; i < count; i++) endOf(frames, i * len, this.#floorM, this.#ends, i * 3);
  }
}

/** End of the gaze of a frame: on a hand or the floor, or at a fixed distance if it meets neither. */
function endOf(
  floats: Float32Array,
  offset: number,
  floorM: number,
  out: Float32Array,
  at: number,
): void {
  const { gaze, hands } = frame();
  origin.fromArray(floats, offset + gaze);
  direction.fromArray(floats, offset + gaze + 3).normalize();
  let reach = onFloor(origin, direction, floorM) ?? REACH_M;
  if (!(reach < FARTHEST_M)) reach = REACH_M;
  for (const handAt of hands) {
    const joint = (number: number, place: Vector3) =>
      place.fromArray(floats, offset + handAt + HAND_HEAD + number * JOINT_FLOATS);
    for (const { from, to, toRadius } of hand().bones) {
      const met = onBone(origin, direction, joint(from, start), joint(to, end), toRadius);
      if (met !== undefined && met < reach) reach = met;
    }
  }
  origin.addScaledVector(direction, reach).toArray(out, at);
}

const origin = new Vector3();
const direction = new Vector3();
const start = new Vector3();
const end = new Vector3();

/** Whether two successive ends are far apart. */
const isJump = (ends: Float32Array, at: number): boolean =>
  start.fromArray(ends, at).distanceTo(end.fromArray(ends, at + 3)) > JUMP_M;
