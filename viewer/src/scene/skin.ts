// Skinned hand mesh with the recorded bone lengths, in an open rest pose, with bone weights.

import { BufferAttribute, BufferGeometry, Matrix4, Quaternion, Vector3 } from "three";
import { HAND_HEAD, JOINT_FLOATS, type Side } from "../library.ts";
import { type Bone, hand, PALM } from "./anatomy.ts";
import { type Distance, polygonise } from "./surface.ts";

/** Grid cell size in metres: fine enough for a fingertip. */
const CELL = 0.0034;
/** Finger directions of the rest pose: towards the thumb, forward, towards the back of the hand. */
const SPREAD: readonly (readonly [number, number, number])[] = [
  [0.78, 0.62, -0.22],
  [0.13, 1, -0.06],
  [0.0, 1, -0.05],
  [-0.12, 1, -0.06],
  [-0.26, 1, -0.09],
];
/** Blend radius between parts, in metres. */
const SOFT_PALM = 0.012;
const SOFT_KNUCKLE = 0.007;
const SOFT_FINGER = 0.002;

/** Position of a hand joint in a frame. */
export function jointAt(
  floats: Float32Array,
  handAt: number,
  joint: number,
  out: Vector3,
): Vector3 {
  return out.fromArray(floats, handAt + HAND_HEAD + joint * JOINT_FLOATS);
}

/**
 * Axes of the palm as a rotation: sideways, forward, out of the back of the hand.
 * Sideways is towards the thumb of a left hand, and away from it of a right one.
 */
export function palmAxes(joints: readonly Vector3[], side: Side, out: Matrix4): Matrix4 {
  const { wrist, digits } = hand();
  const knuckle = (digit: number) => joints[digits[digit]?.[1] ?? 0] as Vector3;
  forward.subVectors(knuckle(2), joints[wrist] as Vector3).normalize();
  across.subVectors(knuckle(1), knuckle(4)).multiplyScalar(thumbwards(side));
  across.addScaledVector(forward, -across.dot(forward)).normalize();
  back.crossVectors(across, forward);
  return out.makeBasis(across, forward, back);
}

/** Direction of the thumb along the palm's first axis. */
const thumbwards = (side: Side) => (side === "left" ? 1 : -1);
const forward = new Vector3();
const across = new Vector3();
const back = new Vector3();

/** Mesh in its rest pose, and the data to pose it. */
export interface Skin {
  geometry: BufferGeometry;
  /** Joints of the rest pose relative to the wrist, in the palm's axes. */
  rest: readonly Vector3[];
  /** Direction of each bone in the rest pose. */
  directions: readonly Vector3[];
  /** Length of each bone, in metres. */
  lengths: readonly number[];
}

const lengthsOf = (joints: readonly Vector3[]) =>
  hand().bones.map(({ from, to }) => (joints[from] as Vector3).distanceTo(joints[to] as Vector3));

/** Whether these joints have the bone lengths of the mesh. */
export function isSameHand({ lengths }: Skin, joints: readonly Vector3[]): boolean {
  return lengthsOf(joints).every((length, i) => Math.abs(length - (lengths[i] as number)) < 1e-5);
}

/** Generates the mesh for the hand in `joints`; undefined if that is not a plausible hand. */
export function growSkin(joints: readonly Vector3[], side: Side): Skin | undefined {
  const { bones, wrist } = hand();
  const lengths = lengthsOf(joints);
  // A missing or far joint prevents a mesh.
  if (!lengths.every((length) => length > 1e-4 && length < 0.2)) return undefined;
  const axes = palmAxes(joints, side, new Matrix4());
  const intoPalm = new Quaternion().setFromRotationMatrix(axes).invert();

  const rest = joints.map(() => new Vector3());
  for (const [i, bone] of bones.entries()) {
    const target = rest[bone.to] as Vector3;
    if (bone.digit === PALM) {
      // The palm is nearly rigid and keeps its recorded shape.
      target
        .subVectors(joints[bone.to] as Vector3, joints[wrist] as Vector3)
        .applyQuaternion(intoPalm);
    } else {
      const [x, y, z] = SPREAD[bone.digit] as readonly [number, number, number];
      target
        .set(x * thumbwards(side), y, z)
        .normalize()
        .multiplyScalar(lengths[i] as number);
      target.add(rest[bone.from] as Vector3);
    }
  }
  const scale = Math.min(1.5, Math.max(0.5, (lengths[palmLength(bones)] as number) / 0.064));
  const geometry = surfaceOf(rest, scale);
  const directions = bones.map(({ from, to }) =>
    new Vector3().subVectors(rest[to] as Vector3, rest[from] as Vector3).normalize(),
  );
  return { geometry, rest, directions, lengths };
}

/** Length of the middle metacarpal, which measures the size of a hand. */
function palmLength(bones: readonly Bone[]): number {
  const joints = hand().digits[2] ?? [];
  return bones.findIndex(({ to }) => to === joints[1]);
}

interface Cone {
  /** First end, vector to the second, and its inverse squared length. */
  ax: number;
  ay: number;
  az: number;
  dx: number;
  dy: number;
  dz: number;
  inverse: number;
  /** Radius at the first end, and the difference to the second. */
  ra: number;
  growth: number;
  bone: number;
  digit: number;
}

function coneFrom(
  a: Vector3,
  b: Vector3,
  ra: number,
  rb: number,
  bone: number,
  digit: number,
): Cone {
  const { x: dx, y: dy, z: dz } = new Vector3().subVectors(b, a);
  const length = dx * dx + dy * dy + dz * dz;
  const inverse = length > 0 ? 1 / length : 0;
  return { ax: a.x, ay: a.y, az: a.z, dx, dy, dz, inverse, ra, growth: rb - ra, bone, digit };
}

function surfaceOf(rest: readonly Vector3[], scale: number): BufferGeometry {
  const { bones } = hand();
  const cones = bones.map(({ from, to, fromRadius, toRadius, digit }, i) =>
    coneFrom(
      rest[from] as Vector3,
      rest[to] as Vector3,
      fromRadius * scale,
      toRadius * scale,
      i,
      digit,
    ),
  );
  // Part of the forearm, so that the mesh does not end at the wrist.
  const stub = new Vector3(0, -0.022 * scale, 0);
  cones.push(coneFrom(stub, new Vector3(), 0.0185 * scale, 0.0185 * scale, middleOf(bones), PALM));

  const palm = cones.filter(({ digit }) => digit === PALM);
  const fingers = [0, 1, 2, 3, 4].map((digit) => cones.filter((cone) => cone.digit === digit));
  const softly = (values: readonly Cone[], k: number, x: number, y: number, z: number) => {
    let all = 1;
    for (const cone of values) all = softMin(all, coneDistance(cone, x, y, z), k);
    return all;
  };
  const distance: Distance = (x, y, z) => {
    const palmDistance = softly(palm, SOFT_PALM * scale, x, y, z);
    let all = palmDistance;
    for (const finger of fingers) {
      const fingerDistance = softly(finger, SOFT_FINGER * scale, x, y, z);
      if (fingerDistance < 0.03)
        all = Math.min(all, softMin(palmDistance, fingerDistance, SOFT_KNUCKLE * scale));
    }
    return all;
  };

  const box = {
    min: [0, 0, 0] as [number, number, number],
    max: [0, 0, 0] as [number, number, number],
  };
  for (const point of [...rest, stub]) {
    for (const [axis, value] of point.toArray().entries()) {
      box.min[axis] = Math.min(box.min[axis] as number, value - 0.028 * scale);
      box.max[axis] = Math.max(box.max[axis] as number, value + 0.028 * scale);
    }
  }
  const { positions, normals, index } = polygonise(distance, box, CELL * scale);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setAttribute("normal", new BufferAttribute(normals, 3));
  geometry.setIndex(new BufferAttribute(index, 1));
  const { bonesOf, weights } = bind(positions, cones);
  geometry.setAttribute("skinIndex", new BufferAttribute(bonesOf, 4));
  geometry.setAttribute("skinWeight", new BufferAttribute(weights, 4));
  return geometry;
}

const middleOf = (bones: readonly Bone[]) => Math.max(0, palmLength(bones));

/** Weights of the four nearest bones for each vertex, without those of neighbouring fingers. */
function bind(positions: Float32Array, cones: readonly Cone[]) {
  const count = positions.length / 3;
  const bonesOf = new Uint16Array(count * 4);
  const weights = new Float32Array(count * 4);
  const pulls = new Float32Array(cones.length);
  for (let v = 0; v < count; v++) {
    const [x, y, z] = [positions[v * 3], positions[v * 3 + 1], positions[v * 3 + 2]] as [
      number,
      number,
      number,
    ];
    let nearest = 0;
    let own: number = PALM;
    for (const [i, cone] of cones.entries()) {
      const far = Math.max(0, coneDistance(cone, x, y, z));
      pulls[i] = 1 / (far + 0.0016) ** 3;
      if ((pulls[i] as number) > nearest && cone.digit !== PALM) {
        nearest = pulls[i] as number;
        own = cone.digit;
      }
    }
    for (const [i, cone] of cones.entries())
      if (cone.digit !== PALM && cone.digit !== own) pulls[i] = 0;
    let sum = 0;
    for (let slot = 0; slot < 4; slot++) {
      let best = 0;
      for (let i = 1; i < pulls.length; i++)
        if ((pulls[i] as number) > (pulls[best] as number)) best = i;
      bonesOf[v * 4 + slot] = (cones[best] as Cone).bone;
      weights[v * 4 + slot] = pulls[best] as number;
      sum += pulls[best] as number;
      pulls[best] = 0;
    }
    for (let slot = 0; slot < 4; slot++)
      weights[v * 4 + slot] = (weights[v * 4 + slot] as number) / sum;
  }
  return { bonesOf, weights };
}

/** Distance to a rounded cone. Called about a million times, so it does not allocate. */
function coneDistance(cone: Cone, x: number, y: number, z: number): number {
  const { ax, ay, az, dx, dy, dz, ra, growth } = cone;
  const px = x - ax;
  const py = y - ay;
  const pz = z - az;
  const along = (px * dx + py * dy + pz * dz) * cone.inverse;
  const t = Math.min(1, Math.max(0, along));
  const ex = px - dx * t;
  const ey = py - dy * t;
  const ez = pz - dz * t;
  return Math.sqrt(ex * ex + ey * ey + ez * ez) - ra - growth * t;
}

/** Smooth minimum of two distances. */
function softMin(a: number, b: number, k: number): number {
  const blend = Math.max(0, k - Math.abs(a - b)) / k;
  return Math.min(a, b) - blend * blend * k * 0.25;
}
