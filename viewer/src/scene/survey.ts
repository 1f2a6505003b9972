// Spatial extent of a recording, sampled over its duration.

import { Vector3 } from "three";
import { frame, HAND_HEAD, JOINT_FLOATS, type Recording } from "../library.ts";
import { hand } from "./anatomy.ts";
import { focusOf } from "./person.ts";

const MOMENTS = 48;
/** Size of the extent in metres above which the camera follows the person. */
const ROAMING_M = 3;
/** Distance from the person within which positions are framed, if the person walks about. */
const AROUND_M = 0.7;
/** Height of a head above the floor, for recordings with heights relative to the head. */
const EYES_M = 1.65;
/** Positions farther away than this are ignored, because damaged files can have any number. */
const FAR_M = 100;

export interface Survey {
  /** Bounding box of heads and hands. */
  from: Vector3;
  to: Vector3;
  /** Positions of the head, wrists and fingertips over time, to be in the view. */
  points: readonly Vector3[];
  /** The same at the time of the survey. */
  now: readonly Vector3[];
  /** Centre of the view. */
  center: Vector3;
  /** Mean horizontal viewing direction of the head. */
  heading: Vector3;
  floorM: number;
  /** Whether the person walks too far to be seen from one place. */
  isRoaming: boolean;
  /** Whether there is nothing to show. */
  isEmpty: boolean;
}

/** Surveys a recording; if the person walks about, the centre is their position at `time`. */
export function survey(recording: Recording, time: number): Survey {
  const { len, camera, hands } = frame();
  const frames = recording.frames(recording.start_secs, recording.end_secs, MOMENTS);
  const from = new Vector3().setScalar(Number.POSITIVE_INFINITY);
  const to = from.clone().negate();
  const middle = new Vector3();
  const heading = new Vector3();
  const place = new Vector3();
  const points: Vector3[] = [];
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
    points.push(...pointsOf(frames, i));
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
  // Between the mean position and the centre of the bounding box.
  const center = new Vector3().addVectors(from, to).multiplyScalar(0.5).lerp(middle, 0.5);
  const isRoaming = Math.hypot(to.x - from.x, to.z - from.z) > ROAMING_M;
  const shown = new Float32Array(len);
  recording.frame_at(time, shown);
  const now = pointsOf(shown, 0);
  if (isRoaming) {
    // Fitting the whole path would make the person too small.
    if (focusOf(shown, place)) center.copy(place);
    const far = (point: Vector3) => point.distanceTo(center) > AROUND_M;
    points.splice(0, points.length, ...points.filter((point) => !far(point)));
  }
  // Heights are relative to the floor or to the initial head position.
  const floorM = from.y > 0.25 ? 0 : to.y - EYES_M;
  return {
    from,
    to,
    points,
    now,
    center,
    heading: heading.normalize(),
    floorM,
    isRoaming,
    isEmpty,
  };
}

/** Positions of the head, wrists and fingertips in a frame. */
function pointsOf(frames: Float32Array, offset: number): Vector3[] {
  const { camera, hands } = frame();
  const { wrist, digits } = hand();
  const joints = [wrist, ...digits.map((finger) => finger.at(-1) ?? wrist)];
  const places = hands.flatMap((at) =>
    joints.map((joint) => at + HAND_HEAD + joint * JOINT_FLOATS),
  );
  return [camera, ...places]
    .map((at) => new Vector3().fromArray(frames, offset + at))
    .filter((point) => point.lengthSq() < FAR_M ** 2);
}
