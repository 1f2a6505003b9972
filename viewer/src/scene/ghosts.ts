// Ghost hands at past and future times, at a fixed interval.

import { type Color, Group } from "three";
import { frame, HAND_HEAD, JOINT_FLOATS, SIDES, type Side } from "../library.ts";
import { hand } from "./anatomy.ts";
import { Cones } from "./cones.ts";
import type { Motion } from "./motion.ts";

const EACH_WAY = 4;
const COUNT = 2 * EACH_WAY + 1;

export class Ghosts {
  readonly group = new Group();
  readonly #cones = new Cones({ capacity: COUNT * 2 * 26, around: 8, isTransparent: true });
  #recording: Motion | undefined;
  #frames: Float32Array | undefined;
  #key = "";

  constructor() {
    this.group.add(this.#cones.mesh);
  }

  setRecording(recording: Motion | undefined): void {
    this.#recording = recording;
    this.#key = "";
  }

  update(time: number, stepSecs: number, isShown: boolean, colors: Record<Side, Color>): void {
    const recording = this.#recording;
    this.group.visible = isShown && recording !== undefined;
    if (!this.group.visible || !recording) return;
    // On a fixed time grid: ghosts stay in place while the hand moves.
    const now = Math.floor(time / stepSecs);
    const key = `${now}/${stepSecs}`;
    if (key !== this.#key) {
      this.#key = key;
      this.#frames = recording.frames(
        (now - EACH_WAY) * stepSecs,
        (now + EACH_WAY) * stepSecs,
        COUNT,
      );
    }
    const frames = this.#frames as Float32Array;
    const { len, hands } = frame();
    const cones = this.#cones;
    cones.begin();
    for (let i = 0; i < COUNT; i++) {
      const at = (now - EACH_WAY + i) * stepSecs;
      if (at < recording.start_secs || at > recording.end_secs) continue;
      const near = 1 - Math.abs(at - time) / ((EACH_WAY + 1) * stepSecs);
      for (const [s, side] of SIDES.entries()) {
        const joints = i * len + (hands[s] as number) + HAND_HEAD;
        for (const { from, to, fromRadius, toRadius } of hand().bones)
          cones.add(
            frames,
            joints + from * JOINT_FLOATS,
            fromRadius * 0.5,
            joints + to * JOINT_FLOATS,
            toRadius * 0.5,
            colors[side],
            0.2 * Math.max(0, near),
          );
      }
    }
    cones.finish();
  }
}
