// Bones and joints of a hand.

import { frame } from "../library.ts";

/** Thumb, index, middle, ring, pinky; the palm is part of no finger. */
type Digit = 0 | 1 | 2 | 3 | 4;
export const PALM = -1;

export interface Bone {
  /** Joints at both ends, as indices in the hand of a frame. */
  from: number;
  to: number;
  /** Radius at both ends, in metres, of an adult's hand. */
  fromRadius: number;
  toRadius: number;
  digit: Digit | typeof PALM;
  /** Index of the parent bone; −1 for the palm. */
  parent: number;
}

const DIGITS = ["Thumb", "Index", "Middle", "Ring", "Pinky"] as const;
/** Radii from the palm to the tip, per finger. */
const RADII = [
  [0.0165, 0.0125, 0.0108, 0.0088],
  [0.0135, 0.0118, 0.0096, 0.0086, 0.0072],
  [0.0135, 0.012, 0.0098, 0.0088, 0.0074],
  [0.013, 0.0115, 0.0093, 0.0083, 0.007],
  [0.0125, 0.0105, 0.0082, 0.0073, 0.0062],
] as const;

interface Anatomy {
  bones: readonly Bone[];
  wrist: number;
  /** Joints of each finger from the palm to the tip. */
  digits: readonly (readonly number[])[];
  /** The next joint of the finger, for each joint; undefined for wrist, palm and tips. */
  next: readonly (number | undefined)[];
  /** The joint before it in its finger, for each joint; undefined for the first ones, wrist and palm. */
  before: readonly (number | undefined)[];
  /** Radius at each joint, for display without a mesh. */
  radii: readonly number[];
}

let anatomy: Anatomy | undefined;

/** Bones of the hand, computed once from the joint names of the library. */
export function hand(): Anatomy {
  anatomy ??= build(frame().joints);
  return anatomy;
}

function build(names: readonly string[]): Anatomy {
  const wrist = names.indexOf("Wrist");
  const digits = DIGITS.map((digit) =>
    names.flatMap((name, joint) => (name.startsWith(digit) ? [joint] : [])),
  );
  const bones: Bone[] = [];
  const radii = names.map(() => 0.01);
  radii[wrist] = 0.02;
  for (const [digit, joints] of digits.entries()) {
    const thickness = RADII[digit] as readonly number[];
    let parent = -1;
    for (const [i, to] of joints.entries()) {
      const toRadius = thickness[i] as number;
      radii[to] = toRadius;
      const isPalm = i === 0 || (i === 1 && digit > 0);
      bones.push({
        from: i === 0 ? wrist : (joints[i - 1] as number),
        to,
        fromRadius: i === 0 ? 0.017 : (thickness[i - 1] as number),
        toRadius,
        digit: isPalm ? PALM : (digit as Digit),
        parent,
      });
      parent = bones.length - 1;
    }
  }
  const next: (number | undefined)[] = names.map(() => undefined);
  const before: (number | undefined)[] = names.map(() => undefined);
  for (const joints of digits)
    for (const [i, joint] of joints.entries()) {
      next[joint] = joints[i + 1];
      before[joint] = joints[i - 1];
    }
  return { bones, wrist, digits, next, before, radii };
}
