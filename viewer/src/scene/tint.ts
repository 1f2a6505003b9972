// Details of a hand as shades of its vertices: nails, creases over the knuckles, paler palms.

import { type Quaternion, Vector3 } from "three";
import { hand } from "./anatomy.ts";

/** Shade of plain skin; nails and palms are brighter, creases darker. */
const PLAIN = 0.8;
const NAIL = 1;
const PALM = 0.93;
const CREASE = 0.66;
/** Part of the last bone that the nail covers, and how far it reaches around the finger. */
const NAIL_FROM = 0.5;
const NAIL_TO = 1.05;
const NAIL_AROUND = 0.78;
/** Half width of a crease in metres. */
const CREASE_M = 0.003;

const smooth = (from: number, to: number, value: number): number => {
  const part = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return part * part * (3 - 2 * part);
};

interface Finger {
  joints: readonly Vector3[];
  /** Direction out of the back of the finger. */
  back: Vector3;
}

/**
 * Shade of each vertex, from 0 to 1. `rest` are the joints of the mesh, `palm` is the rotation of its palm (sideways, forward, back).
 */
export function shades(
  positions: Float32Array,
  normals: Float32Array,
  rest: readonly Vector3[],
  palm: Quaternion,
): Float32Array {
  const [side, back] = [new Vector3(1, 0, 0), new Vector3(0, 0, 1)].map((axis) =>
    axis.applyQuaternion(palm),
  ) as [Vector3, Vector3];
  const thumbwards = toThumb(rest, side);
  const fingers = hand().digits.map((joints, digit): Finger => {
    const places = joints.map((joint) => rest[joint] as Vector3);
    const along = new Vector3().subVectors(places.at(-1) as Vector3, places.at(-2) as Vector3);
    // The nail of the thumb faces sideways.
    const out = digit === 0 ? back.clone().addScaledVector(thumbwards, 0.9) : back.clone();
    return {
      joints: places,
      back: out.addScaledVector(along, -out.dot(along) / along.lengthSq()).normalize(),
    };
  });
  const shade = new Float32Array(positions.length / 3);
  for (let i = 0; i < shade.length; i++) {
    at.fromArray(positions, 3 * i);
    normal.fromArray(normals, 3 * i);
    let value = PLAIN + (PALM - PLAIN) * smooth(0.1, 0.7, -normal.dot(back));
    const finger = nearest(fingers);
    if (finger) value = onFinger(finger, value);
    shade[i] = value;
  }
  return shade;
}

const at = new Vector3();
const normal = new Vector3();
const bone = new Vector3();
const from = new Vector3();

/** Direction to the side of the thumb. */
function toThumb(rest: readonly Vector3[], side: Vector3): Vector3 {
  const { digits, wrist } = hand();
  const knuckle = rest[digits[0]?.at(-1) ?? wrist] as Vector3;
  return side.clone().multiplyScalar(Math.sign(knuckle.dot(side)) || 1);
}

/** The finger whose bones are nearest to the vertex; undefined on the palm. */
function nearest(fingers: readonly Finger[]): Finger | undefined {
  let best: Finger | undefined;
  let least = 0.014;
  for (const finger of fingers) {
    // From the knuckle on.
    for (let i = 2; i < finger.joints.length; i++) {
      const far = farFrom(finger.joints[i - 1] as Vector3, finger.joints[i] as Vector3);
      if (far < least) [least, best] = [far, finger];
    }
  }
  return best;
}

/** Distance of the vertex from a bone. */
function farFrom(start: Vector3, end: Vector3): number {
  bone.subVectors(end, start);
  from.subVectors(at, start);
  const part = Math.min(1.1, Math.max(0, from.dot(bone) / bone.lengthSq()));
  return from.addScaledVector(bone, -part).length();
}

function onFinger({ joints, back }: Finger, plain: number): number {
  let value = plain;
  // Creases over the knuckles between the bones, and below them.
  for (let i = 2; i < joints.length - 1; i++) {
    const joint = joints[i] as Vector3;
    bone.subVectors(joints[i + 1] as Vector3, joints[i - 1] as Vector3).normalize();
    const along = Math.abs(from.subVectors(at, joint).dot(bone));
    const around = smooth(0.2, 0.8, Math.abs(normal.dot(back)));
    if (from.length() < 0.016)
      value -= (PLAIN - CREASE) * (1 - smooth(0, CREASE_M, along)) * around;
  }
  const [start, end] = [joints.at(-2) as Vector3, joints.at(-1) as Vector3];
  bone.subVectors(end, start);
  const part = from.subVectors(at, start).dot(bone) / bone.lengthSq();
  const isNail =
    smooth(NAIL_FROM - 0.08, NAIL_FROM + 0.08, part) *
    (1 - smooth(NAIL_TO - 0.02, NAIL_TO + 0.1, part)) *
    smooth(NAIL_AROUND - 0.1, NAIL_AROUND + 0.08, normal.dot(back));
  return value + (NAIL - value) * isNail;
}
