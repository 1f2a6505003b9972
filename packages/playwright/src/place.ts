// Where a take is performed: the whole recording, turned about the vertical and moved.

import type { Recording } from "reenact";

export interface Place {
  /** Where the head is at the start: x and z, or x, y and z, in metres in the page's room. */
  at?: readonly [number, number] | readonly [number, number, number];
  /** Direction of the head at the start, in degrees to the right of straight ahead (−z). */
  facingDeg?: number;
  /** Height of the floor in the recording, in metres: −1.6 for one whose origin is the head of someone who stands. */
  floorM?: number;
}

type Vec = [number, number, number];
type Quat = [number, number, number, number];

/** Moves poses of a recording to a place. */
export class Move {
  readonly #pivot: Vec;
  readonly #shift: Vec;
  readonly #turn: number;
  readonly #isIdentity: boolean;

  constructor(recording: Recording, place: Place) {
    const samples = recording.sample({ timesSecs: [recording.startSecs] });
    const head = Array.from(samples.headPositions());
    const rotation = Array.from(samples.headRotations());
    const start: Vec = head.every(Number.isFinite) ? (head as Vec) : [0, 0, 0];
    const { at, facingDeg, floorM = 0 } = place;
    this.#turn = facingDeg === undefined ? 0 : (-facingDeg * Math.PI) / 180 - yawOf(rotation as Quat);
    this.#pivot = start;
    const [x, z] = at ? [at[0], at.length === 3 ? at[2] : at[1]] : [start[0], start[2]];
    const y = at?.length === 3 ? at[1] - start[1] : -floorM;
    this.#shift = [x - start[0], y, z - start[2]];
    this.#isIdentity = this.#turn === 0 && this.#shift.every((one) => one === 0);
  }

  /** Moves the pose at an index of an array: position and rotation. */
  pose(floats: Float32Array, at: number): void {
    if (this.#isIdentity) return;
    const numbers = floats.subarray(at, at + 7);
    numbers.set(this.point([numbers[0] ?? NaN, numbers[1] ?? NaN, numbers[2] ?? NaN]));
    const [sin, cos] = [Math.sin(this.#turn / 2), Math.cos(this.#turn / 2)];
    const [x = 0, y = 0, z = 0, w = 1] = numbers.subarray(3);
    numbers.set([cos * x + sin * z, cos * y + sin * w, cos * z - sin * x, cos * w - sin * y], 3);
  }

  point([x, y, z]: Vec): Vec {
    const [sin, cos] = [Math.sin(this.#turn), Math.cos(this.#turn)];
    const [dx, dz] = [x - this.#pivot[0], z - this.#pivot[2]];
    return [
      this.#pivot[0] + cos * dx + sin * dz + this.#shift[0],
      y + this.#shift[1],
      this.#pivot[2] - sin * dx + cos * dz + this.#shift[2],
    ];
  }
}

/** Angle of a rotation about the vertical; 0 if it is unknown. */
function yawOf([x, y, z, w]: Quat): number {
  const yaw = Math.atan2(2 * (w * y + x * z), 1 - 2 * (x * x + y * y));
  return Number.isFinite(yaw) ? yaw : 0;
}
