// The frames of a take: what the headset reports at each step of the recording.

import type { Recording } from "reenact";
import { FRAME, HAND, JOINT_NAMES, JOINTS, POSE } from "./layout.js";
import { Move, type Place } from "./place.js";

/** Frames of a recording at a rate, one after the other, as the page's side reads them. */
export function framesOf(recording: Recording, rateHz: number, place: Place): Float32Array {
  const samples = recording.sample({ rateHz });
  const { layout, floats } = samples;
  const move = new Move(recording, place);
  const joints = JOINT_NAMES.map((name) => layout.webxr.indexOf(name));
  const out = new Float32Array(samples.length * FRAME);
  const put = (from: ArrayLike<number>, at: number) => {
    out.set(Array.from(from), at);
    if (Number.isNaN(out[at + 3])) out.set([0, 0, 0, 1], at + 3);
    move.pose(out, at);
  };
  for (let frame = 0; frame < samples.length; frame++) {
    const source = floats.subarray(frame * layout.len, (frame + 1) * layout.len);
    const at = frame * FRAME;
    const pointers = recording.pointersAt(samples.timesSecs[frame] ?? 0);
    if (Number.isFinite(source[layout.camera])) {
      out[at] = 1;
      put(source.subarray(layout.camera, layout.camera + POSE), at + 1);
    }
    const gaze = gazeOf(source.subarray(layout.gaze, layout.gaze + 6));
    if (gaze) {
      out[at + 1 + POSE] = 1;
      put(gaze, at + 2 + POSE);
    }
    for (const side of [0, 1] as const) {
      const hand = layout.hands[side];
      const from = at + 2 + 2 * POSE + side * HAND;
      const first = hand + 3;
      const wrist = source.subarray(first + (joints[0] ?? 0) * POSE, first + ((joints[0] ?? 0) + 1) * POSE);
      // A hand without a wrist has no place.
      if (source[hand + 2] !== 1 || Number.isNaN(wrist[0])) continue;
      out[from] = 1;
      out[from + 1] = source[hand + 1] ?? 0;
      joints.forEach((joint, n) => {
        const pose = source.subarray(first + joint * POSE, first + (joint + 1) * POSE);
        put(Number.isNaN(pose[0]) ? wrist : pose, from + 2 + n * POSE);
      });
      for (const pointer of [0, 1]) {
        const pose = pointers.subarray((side * 2 + pointer) * POSE, (side * 2 + pointer + 1) * POSE);
        put(Number.isNaN(pose[0]) ? wrist : pose, from + 2 + (JOINTS + pointer) * POSE);
      }
    }
  }
  return out;
}

/** Pose whose −z is the direction of a gaze. */
function gazeOf([ox = NaN, oy = NaN, oz = NaN, dx = NaN, dy = NaN, dz = NaN]: Float32Array): number[] | undefined {
  const length = Math.hypot(dx, dy, dz);
  if (!(length > 0) || Number.isNaN(ox)) return undefined;
  const [x, y, z] = [dx / length, dy / length, dz / length];
  // The shortest turn from −z to the direction: their cross product, and one more than the cosine.
  const [qx, qy, qw] = [y, -x, 1 - z];
  const norm = Math.hypot(qx, qy, qw);
  return norm < 1e-6 ? [ox, oy, oz, 0, 1, 0, 0] : [ox, oy, oz, qx / norm, qy / norm, 0, qw / norm];
}
