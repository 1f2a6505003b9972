// One recording in the scene: two hands, head and gaze at one time.

import { Group, Vector3 } from "three";
import { frame, HAND_HEAD, OBSERVED, SIDES, type Side } from "../library.ts";
import type { Showable } from "../view.ts";
import { JointAxes } from "./axes.ts";
import { Cones } from "./cones.ts";
import { Gaze } from "./gaze.ts";
import { Ghosts } from "./ghosts.ts";
import { FADE_SECS, Hand } from "./hand.ts";
import { Head } from "./head.ts";
import type { Motion } from "./motion.ts";
import type { Palette } from "./palette.ts";
import { Trails } from "./trails.ts";

/** What is shown of a person. */
export type Look = {
  shows(what: Showable): boolean;
  trails: { value: readonly string[] };
  ghostStepSecs: { value: number };
};

export class Person {
  readonly group = new Group();
  readonly hands: Record<Side, Hand>;
  /** Displayed frame. */
  readonly floats: Float32Array;
  readonly #faded: Float32Array;
  readonly #head: Head;
  readonly #gaze: Gaze;
  readonly #trails = new Trails();
  readonly #ghosts = new Ghosts();
  readonly #axes = new JointAxes();
  readonly #bones: Cones;
  #observed: Record<Side, Float64Array> = { left: new Float64Array(), right: new Float64Array() };
  #recording: Motion | undefined;

  /** `opacity` below 1 is for an overlaid recording. */
  constructor(opacity: number) {
    this.floats = new Float32Array(frame().len).fill(Number.NaN);
    this.#faded = new Float32Array(frame().len);
    this.hands = { left: new Hand("left", opacity), right: new Hand("right", opacity) };
    this.#head = new Head(opacity);
    this.#gaze = new Gaze(opacity);
    this.#bones = new Cones({ capacity: 2 * 64, isTransparent: opacity < 1 });
    this.#bones.mesh.castShadow = false;
    this.group.visible = false;
    this.group.add(
      this.hands.left.group,
      this.hands.right.group,
      this.#bones.mesh,
      this.#head.group,
      this.#gaze.group,
      this.#trails.group,
      this.#ghosts.group,
      this.#axes.group,
    );
  }

  /** Height of the floor; NaN if it is unknown. */
  set floorM(value: number) {
    this.#gaze.floorM = value;
  }

  /** Where the gaze ends, in scene axes. */
  get gazeEnd(): number[] {
    return this.#gaze.end;
  }

  get recording(): Motion | undefined {
    return this.#recording;
  }

  setRecording(recording: Motion | undefined): void {
    if (recording === this.#recording) return;
    this.#recording = recording;
    this.group.visible = recording !== undefined;
    for (const part of [this.#gaze, this.#trails, this.#ghosts]) part.setRecording(recording);
    for (const side of SIDES) {
      this.#observed[side] = recording?.spans(side, "observed") ?? new Float64Array();
      this.hands[side].setRecording(recording);
    }
  }

  colour(palette: Palette): void {
    for (const side of SIDES) this.hands[side].colour(palette.hands[side], palette.pinch);
    this.#head.colour(palette.head);
    this.#gaze.colour(palette.gaze);
  }

  update(time: number, view: Look, palette: Palette, isFirstPerson: boolean): void {
    const recording = this.#recording;
    if (!recording) return;
    recording.frame_at(time, this.floats);
    const isThroughEyes = isFirstPerson && this.hasHead;
    this.#bones.begin();
    for (const [i, side] of SIDES.entries()) {
      const isObserved = this.floats[(frame().hands[i] as number) + OBSERVED] === 1;
      const lost = isObserved ? undefined : lastEnd(this.#observed[side], time);
      const presence = isObserved ? 1 : lost === undefined ? 0 : 1 - (time - lost) / FADE_SECS;
      // A lost hand fades where it was last observed.
      const isFading = !isObserved && presence > 0 && lost !== undefined;
      if (isFading) recording.frame_at(justBefore(lost), this.#faded);
      this.hands[side].update(
        isFading ? this.#faded : this.floats,
        Math.max(0, presence),
        view.shows("skin"),
        this.#bones,
      );
    }
    this.#bones.finish();
    this.#head.update(this.floats, view.shows("head") && !isThroughEyes);
    this.#axes.update(this.floats, view.shows("axes"));
    this.#gaze.update(this.floats, time, view.shows("gaze"), isThroughEyes);
    this.#trails.update(view.trails.value, time, view.shows("trails"), palette.hands);
    this.#ghosts.update(time, view.ghostStepSecs.value, view.shows("ghosts"), palette.hands);
  }

  /** Whether the displayed frame has a head. */
  get hasHead(): boolean {
    const at = frame().camera;
    return Number.isFinite((this.floats[at] as number) + (this.floats[at + 6] as number));
  }

  /** Position of the head, or the centre of the present hands, for the following camera. */
  focus(out: Vector3): boolean {
    return focusOf(this.floats, out);
  }
}

/** Position of the head of a frame, or the centre of its hands; false if there is neither. */
export function focusOf(floats: Float32Array, out: Vector3): boolean {
  out.fromArray(floats, frame().camera);
  if (Number.isFinite(out.x + out.y + out.z)) return true;
  out.setScalar(0);
  let count = 0;
  for (const at of frame().hands.map((hand) => hand + HAND_HEAD)) {
    place.fromArray(floats, at);
    if (!Number.isFinite(place.x + place.y + place.z)) continue;
    out.add(place);
    count += 1;
  }
  if (count > 0) out.divideScalar(count);
  return count > 0;
}

const place = new Vector3();

/** End of the last span before `time`, if it is recent enough to show. */
function lastEnd(spans: Float64Array, time: number): number | undefined {
  let end: number | undefined;
  for (let i = 1; i < spans.length && (spans[i] as number) <= time; i += 2) end = spans[i];
  return end !== undefined && time - end < FADE_SECS ? end : undefined;
}

/** A span does not include its end. */
const justBefore = (time: number) => time - 1e-4;
