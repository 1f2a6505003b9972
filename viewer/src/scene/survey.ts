// Where a recording happens: looked at now and then from its start to its end.

import { Vector3 } from "three";
import { frame, HAND_HEAD, type Recording } from "../library.ts";
import { focusOf } from "./person.ts";

const MOMENTS = 48;
/** Whoever goes further than this is followed. */
const ROAMING_M = 3;
/** How high a head is over the floor, where a recording counts heights from the head. */
const EYES_M = 1.65;
/** A file may hold any number: what is this far from a room does not decide where we look. */
const FAR_M = 100;

export interface Survey {
  /** The box around heads and hands. */
  from: Vector3;
  to: Vector3;
  /** Where to look. */
  center: Vector3;
  /** Where the head looks on average, level with the floor. */
  heading: Vector3;
  floorM: number;
  /** Whether the person walks further than one can look at from one place. */
  isRoaming: boolean;
  /** Whether there is nothing to look at. */
  isEmpty: boolean;
}

/** Surveys all of a recording; someone who walks about is looked at where they are at `time`. */
export function survey(recording: Recording, time: number): Survey {
  const { len, camera, hands } = frame();
  const frames = recording.frames(recording.start_secs, recording.end_secs, MOMENTS);
  const from = new Vector3().setScalar(Number.POSITIVE_INFINITY);
  const to = from.clone().negate();
  const middle = new Vector3();
  const heading = new Vector3();
  const place = new Vector3();
  let count = 0;
  for (let i = 0; i < frames.length; i += len) {
    for (const at of [camera, ...hands.map((hand) => hand + HAND_HEAD)]) {
      place.fromArray(frames, i + at);
      if (!(place.lengthSq() < FAR_M ** 2)) continue;
      from.min(place);
      to.max(place);
      middle.add(place);
      count += 1;
    }
    const [x, y, z, w] = frames.subarray(i + camera + 3, i + camera + 7) as unknown as [
      number,
      number,
      number,
      number,
    ];
    const forward = place.set(-2 * (x * z + w * y), 0, -(1 - 2 * (x * x + y * y)));
    if (Number.isFinite(forward.x + forward.z)) heading.add(forward);
  }
  const isEmpty = count === 0;
  if (isEmpty) {
    from.set(-0.4, 0.8, -0.4);
    to.set(0.4, 1.7, 0.4);
    middle.addVectors(from, to).multiplyScalar(0.5);
  } else {
    middle.divideScalar(count);
  }
  if (heading.lengthSq() < 1e-6) heading.set(0, 0, -1);
  // Between where they are most of the time and the middle of all the way they go.
  const center = new Vector3().addVectors(from, to).multiplyScalar(0.5).lerp(middle, 0.5);
  const isRoaming = Math.hypot(to.x - from.x, to.z - from.z) > ROAMING_M;
  if (isRoaming) {
    // All of the way would make everybody too small to see.
    const now = new Float32Array(len);
    recording.frame_at(time, now);
    if (focusOf(now, place)) center.copy(place);
  }
  // Recordings count height from the floor or from where the head started.
  const floorM = from.y > 0.25 ? 0 : to.y - EYES_M;
  return { from, to, center, heading: heading.normalize(), floorM, isRoaming, isEmpty };
}
