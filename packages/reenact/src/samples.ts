// Poses at many times, as typed arrays.

import type { FrameLayout } from "./wasm/reenact_wasm.js";

export type Side = "left" | "right";

/** Times to sample: evenly spaced at a rate, or given. */
export type SampleOptions =
  | { rateHz: number; fromSecs?: number; toSecs?: number }
  | { timesSecs: ArrayLike<number> };

/** A position in metres and a rotation as a quaternion x y z w, in the axes of WebXR. */
export interface Pose {
  position: [number, number, number];
  rotation: [number, number, number, number];
}

const POSE_FLOATS = 7;
const HAND_HEAD_FLOATS = 3;

/**
 * Poses at many times, in the axes of WebXR and three.js: right-handed, y up, metres. What was not observed is NaN.
 */
export class Samples {
  constructor(
    /** Times in seconds. */
    readonly timesSecs: Float64Array,
    /** All frames one after the other, `layout.len` floats each. */
    readonly floats: Float32Array,
    /** Where in a frame everything is. */
    readonly layout: FrameLayout,
  ) {}

  /** Number of frames. */
  get length(): number {
    return this.timesSecs.length;
  }

  /** x y z of a joint in every frame. */
  positions(side: Side, joint: string): Float32Array {
    return this.#column(this.#joint(side, joint), 3);
  }

  /** Quaternion x y z w of a joint in every frame. */
  rotations(side: Side, joint: string): Float32Array {
    return this.#column(this.#joint(side, joint) + 3, 4);
  }

  /** x y z of the head in every frame. */
  headPositions(): Float32Array {
    return this.#column(this.layout.camera, 3);
  }

  /** Quaternion x y z w of the head in every frame. */
  headRotations(): Float32Array {
    return this.#column(this.layout.camera + 3, 4);
  }

  /** Origin and direction of the gaze in every frame. */
  gaze(): Float32Array {
    return this.#column(this.layout.gaze, 6);
  }

  /** Whether a hand was observed in each frame: its joints have poses. */
  observed(side: Side): boolean[] {
    return this.#state(side, 2);
  }

  /** Whether a hand pinched in each frame. */
  pinching(side: Side): boolean[] {
    return this.#state(side, 1);
  }

  /** Pose of a joint in a frame; undefined where it was not observed. */
  pose(frame: number, side: Side, joint: string): Pose | undefined {
    const at = frame * this.layout.len + this.#joint(side, joint);
    const numbers = this.floats.subarray(at, at + POSE_FLOATS);
    const [x, y, z, qx, qy, qz, qw] = numbers as unknown as [number, number, number, number, number, number, number];
    if (numbers.length < POSE_FLOATS || Number.isNaN(x)) return undefined;
    return { position: [x, y, z], rotation: [qx, qy, qz, qw] };
  }

  #joint(side: Side, joint: string): number {
    const named = this.layout.joints.indexOf(joint);
    const index = named >= 0 ? named : this.layout.webxr.indexOf(joint);
    if (index < 0) throw new RangeError(`no joint is named ${JSON.stringify(joint)}: there are ${this.layout.joints.join(", ")}`);
    return this.#hand(side) + HAND_HEAD_FLOATS + index * POSE_FLOATS;
  }

  #hand(side: Side): number {
    return this.layout.hands[side === "left" ? 0 : 1];
  }

  #state(side: Side, state: number): boolean[] {
    return Array.from(this.#column(this.#hand(side) + state, 1), (value) => value === 1);
  }

  #column(at: number, width: number): Float32Array {
    const { len } = this.layout;
    const column = new Float32Array(this.length * width);
    for (let frame = 0; frame < this.length; frame++) {
      const from = frame * len + at;
      column.set(this.floats.subarray(from, from + width), frame * width);
    }
    return column;
  }
}
