// Skinned hand mesh of the library, and what is needed to pose it by joint positions.

import { BufferAttribute, BufferGeometry, Matrix4, Quaternion, Vector3 } from "three";
import { HAND_HEAD, type HandMesh, JOINT_FLOATS, type Side } from "../library.ts";
import { hand } from "./anatomy.ts";
import type { Motion } from "./motion.ts";
import { shades } from "./tint.ts";

/** Position of a hand joint in a frame. */
export function jointAt(
  floats: Float32Array,
  handAt: number,
  joint: number,
  out: Vector3,
): Vector3 {
  return out.fromArray(floats, handAt + HAND_HEAD + joint * JOINT_FLOATS);
}

/** Rotation of the palm: sideways, forward, out of the back of the hand. NaN if a joint is missing. */
export function palmRotation(joints: readonly Vector3[], side: Side, out: Quaternion): Quaternion {
  const { wrist, digits } = hand();
  const knuckle = (digit: number) => joints[digits[digit]?.[1] ?? 0] as Vector3;
  forward.subVectors(knuckle(2), joints[wrist] as Vector3).normalize();
  across.subVectors(knuckle(1), knuckle(4)).multiplyScalar(side === "left" ? 1 : -1);
  across.addScaledVector(forward, -across.dot(forward)).normalize();
  back.crossVectors(across, forward);
  return out.setFromRotationMatrix(axes.makeBasis(across, forward, back));
}

const forward = new Vector3();
const across = new Vector3();
const back = new Vector3();
const axes = new Matrix4();

/** Mesh in its rest pose, and the data to pose it. */
export interface Skin {
  geometry: BufferGeometry;
  /** Joints of the rest pose, with the wrist at the origin. */
  rest: readonly Vector3[];
  /** Inverse rotation of the palm at rest. */
  fromPalm: Quaternion;
  /** Direction at rest from each joint to the next of its finger; undefined for wrist, palm and tips. */
  directions: readonly (Vector3 | undefined)[];
}

/** Skin of a hand; undefined if it was never observed, or has too few joints. */
export function skinOf(recording: Motion, side: Side): Skin | undefined {
  const mesh: HandMesh | undefined = recording.hand_mesh(side);
  if (!mesh) return undefined;
  const { next } = hand();
  const rest = next.map((_, joint) => new Vector3().fromArray(mesh.rest, joint * 3));
  const directions = next.map((to, joint) =>
    to === undefined
      ? undefined
      : new Vector3().subVectors(rest[to] as Vector3, rest[joint] as Vector3).normalize(),
  );
  const palm = palmRotation(rest, side, new Quaternion());
  const shade = shades(mesh.positions, mesh.normals, rest, palm);
  return { geometry: geometryOf(mesh, shade), rest, fromPalm: palm.invert(), directions };
}

/** Whether two skins have the same bones. */
export const isSameHand = (a: Skin, b: Skin): boolean =>
  a.rest.every((place, joint) => !(place.distanceTo(b.rest[joint] as Vector3) > 1e-5));

/** Exponent of the light of a vertex: creases are darker than physics has them, to be readable from afar. */
const OCCLUSION = 1.6;

function geometryOf(mesh: HandMesh, shade: Float32Array): BufferGeometry {
  const geometry = new BufferGeometry();
  const put = (name: string, array: Float32Array | Uint8Array, size: number, isPart = false) =>
    geometry.setAttribute(name, new BufferAttribute(array, size, isPart));
  put("position", mesh.positions, 3);
  put("normal", mesh.normals, 3);
  put("skinIndex", mesh.joints, 4);
  put("skinWeight", mesh.weights, 4, true);
  // Details and ambient occlusion as the colour, and the fade of the forearm as its opacity.
  const colors = new Uint8Array(mesh.light.length * 4);
  for (const [i, light] of mesh.light.entries()) {
    const strong = 255 * (shade[i] as number) * (light / 255) ** OCCLUSION;
    colors.set([strong, strong, strong, mesh.opacity[i] as number], i * 4);
  }
  put("color", colors, 4, true);
  geometry.setIndex(new BufferAttribute(mesh.triangles, 1));
  return geometry;
}
