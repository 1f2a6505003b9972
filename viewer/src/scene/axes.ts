// Joint rotations as short coordinate axes.

import { Color, Group, Quaternion, Vector3 } from "three";
import { frame, HAND_HEAD, JOINT_FLOATS } from "../library.ts";
import { Cones } from "./cones.ts";

/** Conventional colours of x, y, z. */
export const AXIS_COLORS = [
  new Color("#e0594f"),
  new Color("#7fc15a"),
  new Color("#4f8fe8"),
] as const;
const LENGTH_M = 0.014;
const RADIUS_M = 0.0007;

export class JointAxes {
  readonly group = new Group();
  readonly #cones: Cones;
  readonly #ends = new Float32Array(6);

  constructor() {
    this.#cones = new Cones({ capacity: 2 * 3 * frame().joints.length, around: 6, isFlat: true });
    this.#cones.mesh.material.depthTest = false;
    this.#cones.mesh.renderOrder = 2;
    this.group.add(this.#cones.mesh);
  }

  update(floats: Float32Array, isShown: boolean): void {
    this.group.visible = isShown;
    if (!isShown) return;
    this.#cones.begin();
    for (const hand of frame().hands) {
      for (let joint = 0; joint < frame().joints.length; joint++) {
        const at = hand + HAND_HEAD + joint * JOINT_FLOATS;
        rotation.fromArray(floats, at + 3);
        this.#ends.set(floats.subarray(at, at + 3));
        for (const [axis, color] of AXIS_COLORS.entries()) {
          // The recording's z is forward, the scene's is backward.
          direction
            .set(0, 0, 0)
            .setComponent(axis, axis === 2 ? -LENGTH_M : LENGTH_M)
            .applyQuaternion(rotation);
          for (let i = 0; i < 3; i++)
            this.#ends[3 + i] = (this.#ends[i] as number) + direction.getComponent(i);
          this.#cones.add(this.#ends, 0, RADIUS_M, 3, RADIUS_M, color);
        }
      }
    }
    this.#cones.finish();
  }
}

const rotation = new Quaternion();
const direction = new Vector3();
