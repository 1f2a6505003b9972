// Recent and upcoming paths of selected joints.

import { type Color, Group } from "three";
import { frame, type Side } from "../library.ts";
import { Cones } from "./cones.ts";
import type { Motion } from "./motion.ts";

const BEHIND_SECS = 2;
const AHEAD_SECS = 0.5;
/** Sample rate. */
const RATE_HZ = 60;
/** Seconds fetched at once, so that playback rarely fetches. */
const CHUNK_SECS = 8;
const MOST_TRAILS = 12;

interface Trail {
  side: Side;
  joint: number;
  path: Float32Array;
}

export class Trails {
  readonly group = new Group();
  readonly #cones = new Cones({
    capacity: MOST_TRAILS * (BEHIND_SECS + AHEAD_SECS) * RATE_HZ,
    around: 6,
    isTransparent: true,
    isFlat: true,
  });
  #recording: Motion | undefined;
  #trails: Trail[] = [];
  #names: readonly string[] = [];
  #chunkAt = Number.NaN;

  constructor() {
    this.group.add(this.#cones.mesh);
  }

  setRecording(recording: Motion | undefined): void {
    this.#recording = recording;
    this.#chunkAt = Number.NaN;
  }

  update(
    names: readonly string[],
    time: number,
    isShown: boolean,
    colors: Record<Side, Color>,
  ): void {
    this.group.visible = isShown && this.#recording !== undefined;
    if (!this.group.visible || !this.#recording) return;
    const chunk = Math.floor(time / CHUNK_SECS);
    if (chunk !== this.#chunkAt || names !== this.#names)
      this.#fetch(this.#recording, names, chunk);
    const first = chunk * CHUNK_SECS - BEHIND_SECS;
    const cones = this.#cones;
    cones.begin();
    for (const { side, path } of this.#trails) {
      const from = Math.max(0, Math.ceil((time - BEHIND_SECS - first) * RATE_HZ));
      const to = Math.min(path.length / 3 - 1, Math.floor((time + AHEAD_SECS - first) * RATE_HZ));
      for (let i = from; i < to; i++) {
        const age = time - (first + i / RATE_HZ);
        // The upcoming path is thin and faint.
        const strength = age >= 0 ? 1 - age / BEHIND_SECS : 0.25 * (1 + age / AHEAD_SECS);
        const radius = age >= 0 ? 0.0008 + 0.0018 * strength : 0.0008;
        cones.add(path, i * 3, radius, i * 3 + 3, radius, colors[side], strength * 0.9);
      }
    }
    cones.finish();
  }

  #fetch(recording: Motion, names: readonly string[], chunk: number): void {
    this.#names = names;
    this.#chunkAt = chunk;
    const from = chunk * CHUNK_SECS - BEHIND_SECS;
    const to = (chunk + 1) * CHUNK_SECS + AHEAD_SECS;
    this.#trails = [];
    for (const name of names.slice(0, MOST_TRAILS)) {
      const [side, jointName] = name.split(".") as [Side, string];
      const joint = frame().joints.indexOf(jointName);
      if (joint < 0) continue;
      const path = recording.joint_path(
        side,
        joint,
        from,
        to,
        Math.round((to - from) * RATE_HZ) + 1,
      );
      this.#trails.push({ side, joint, path });
    }
  }
}
