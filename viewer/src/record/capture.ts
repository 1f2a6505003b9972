// What a headset sees at one time, as a frame of the library.

import { frame, HAND_HEAD, JOINT_FLOATS, SIDES, type Side } from "../library.ts";

/** Hands whose pinch is held. */
export type Pinches = ReadonlySet<XRInputSource>;

/** Reads head, hands and gaze of a frame of a session; undefined if the headset does not know where it is. */
export function capture(
  session: XRSession,
  xr: XRFrame,
  space: XRReferenceSpace,
  pinches: Pinches,
): Float32Array<ArrayBuffer> | undefined {
  const head = xr.getViewerPose(space);
  if (!head) return undefined;
  const { len, camera, gaze, hands } = frame();
  const floats = new Float32Array(len).fill(Number.NaN);
  writePose(floats, camera, head.transform);
  for (const at of hands) floats.fill(0, at, at + HAND_HEAD);
  for (const source of session.inputSources) {
    const { hand, handedness, targetRayMode, targetRaySpace } = source;
    const side = SIDES.indexOf(handedness as Side);
    if (hand && side >= 0) {
      const at = hands[side] as number;
      floats[at] = writeJoints(floats, at + HAND_HEAD, xr, hand, space) ? 1 : 0;
      floats[at + 1] = pinches.has(source) ? 1 : 0;
    } else if (targetRayMode === "gaze") {
      const ray = xr.getPose(targetRaySpace, space)?.transform;
      if (ray) writeRay(floats, gaze, ray);
    }
  }
  return floats;
}

/** Whether the hand is tracked: then all of its joints are known. */
function writeJoints(
  floats: Float32Array,
  at: number,
  xr: XRFrame,
  hand: XRHand,
  space: XRReferenceSpace,
): boolean {
  for (const [number, name] of frame().webxr.entries()) {
    const joint = name === null ? undefined : hand.get(name as XRHandJoint);
    if (!joint) continue;
    const pose = xr.getJointPose?.(joint, space);
    if (!pose) {
      floats.fill(Number.NaN, at, at + frame().webxr.length * JOINT_FLOATS);
      return false;
    }
    writePose(floats, at + number * JOINT_FLOATS, pose.transform);
  }
  return true;
}

function writePose(
  floats: Float32Array,
  at: number,
  { position: p, orientation: q }: XRRigidTransform,
): void {
  floats.set([p.x, p.y, p.z, q.x, q.y, q.z, q.w], at);
}

/** A ray points along −z of its space. */
function writeRay(floats: Float32Array, at: number, { position, matrix }: XRRigidTransform): void {
  const [x, y, z] = [8, 9, 10].map((index) => -(matrix[index] as number)) as [
    number,
    number,
    number,
  ];
  floats.set([position.x, position.y, position.z, x, y, z], at);
}
