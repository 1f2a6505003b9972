// Spatial extent of a recording, sampled over its duration.

import { Quaternion, Vector3 } from "three";
import { frame, HAND_HEAD, JOINT_FLOATS } from "../library.ts";
import { hand } from "./anatomy.ts";
import type { Motion } from "./motion.ts";
import { focusOf } from "./person.ts";

const MOMENTS = 48;
/** Extent of the path of the head in metres above which the camera follows the person. */
const ROAMING_M = 0.4;
/** Time before and after the one that is shown, of which positions are framed, too. */
const BEFORE_SECS = 0.5;
const SOON_SECS = 4;
const SOON_MOMENTS = 19;
/** From the eyes to the top and to the back of the head. */
const HEAD_TOP_M = 0.1;
const HEAD_BACK_M = 0.17;
/** Height of a head above the floor, for recordings with heights relative to the head. */
const EYES_M = 1.65;
/** Positions farther away than this are ignored, because damaged files can have any number. */
const FAR_M = 100;

export interface Survey {
  /** Bounding box of heads and hands. */
  from: Vector3;
  to: Vector3;
  /** Positions of the head, wrists and fingertips at the time of the survey and soon after, to be in the view. */
  points: readonly Vector3[];
  /** The same at the time of the survey alone. */
  now: readonly Vector3[];
  /** Centre of the view. */
  center: Vector3;
  /** Horizontal viewing direction of the head at the time of the survey, or its mean. */
  heading: Vector3;
  floorM: number;
  /** Whether the person walks too far to be seen from one place. */
  isRoaming: boolean;
  /** Whether there is nothing to show. */
  isEmpty: boolean;
}

/** Surveys a recording, to show it from `time` on; if the person walks about, the centre is their position then. */
export function survey(recording: Motion, time: number): Survey {
  const { len, camera, hands } = frame();
  const frames = recording.frames(recording.start_secs, recording.end_secs, MOMENTS);
  const from = new Vector3().setScalar(Number.POSITIVE_INFINITY);
  const to = from.clone().negate();
  const middle = new Vector3();
  const heading = new Vector3();
  const place = new Vector3();
  const headFrom = from.clone();
  const headTo = to.clone();
  let count = 0;
  for (let i = 0; i < frames.length; i += len) {
    for (const at of [camera, ...hands.map((hand) => hand + HAND_HEAD)]) {
      place.fromArray(frames, i + at);
      if (!(place.lengthSq() < FAR_M ** 2)) continue;
      from.min(place);
      to.max(place);
      middle.add(place);
      count += 1;
      if (at !== camera) continue;
      headFrom.min(place);
      headTo.max(place);
    }
    const forward = forwardOf(frames, i + camera, place);
    if (forward) heading.add(forward);
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
  const isRoaming = Math.hypot(headTo.x - headFrom.x, headTo.z - headFrom.z) > ROAMING_M;
  const shown = new Float32Array(len);
  recording.frame_at(time, shown);
  const now = pointsOf(shown, 0);
  // The whole path would make the hands small: what is seen first counts, and the camera follows.
  const soon = recording.frames(time - BEFORE_SECS, time + SOON_SECS, SOON_MOMENTS);
  const points = [...now];
  const isKnown = isRoaming && focusOf(shown, center);
  for (let i = 0; i < soon.length; i += len) {
    const then = pointsOf(soon, i);
    // The camera comes along.
    if (isKnown && focusOf(soon.subarray(i, i + len), place))
      for (const point of then) point.add(center).sub(place);
    points.push(...then);
  }
  const forward = forwardOf(shown, camera, place);
  if (forward) heading.copy(forward);
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

/** Horizontal viewing direction of a head; undefined if it is unknown. */
function forwardOf(floats: Float32Array, at: number, out: Vector3): Vector3 | undefined {
  rotation.fromArray(floats, at + 3);
  out.set(0, 0, -1).applyQuaternion(rotation).setY(0);
  return out.lengthSq() > 1e-3 ? out.normalize() : undefined;
}

const rotation = new Quaternion();

/** Positions of the head, wrists and fingertips in a frame. */
function pointsOf(frames: Float32Array, offset: number): Vector3[] {
  const { camera, hands } = frame();
  const { wrist, digits } = hand();
  const joints = [wrist, ...digits.map((finger) => finger.at(-1) ?? wrist)];
  const places = hands.flatMap((at) =>
    joints.map((joint) => at + HAND_HEAD + joint * JOINT_FLOATS),
  );
  const head = new Vector3().fromArray(frames, offset + camera);
  const back = forwardOf(frames, offset + camera, new Vector3()) ?? new Vector3();
  return [
    head,
    head.clone().add(new Vector3(0, HEAD_TOP_M, 0)),
    back.multiplyScalar(-HEAD_BACK_M).add(head),
    ...places.map((at) => new Vector3().fromArray(frames, offset + at)),
  ].filter((point) => point.lengthSq() < FAR_M ** 2);
}
