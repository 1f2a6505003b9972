// What the scene shows of a recording: its poses over time.

import type { Comparison, HandMesh, Recording, Side } from "../library.ts";

/** Poses over time. A recording has them. */
export interface Motion {
  readonly start_secs: number;
  readonly end_secs: number;
  frame_at(time: number, out: Float32Array): void;
  frames(from: number, to: number, count: number): Float32Array;
  joint_path(side: string, joint: number, from: number, to: number, count: number): Float32Array;
  spans(side: string, what: string): Float64Array;
  hand_mesh(side: string): HandMesh | undefined;
}

/** The compared recording, laid on the active one in time and space. */
export class Placed implements Motion {
  constructor(
    readonly recording: Recording,
    readonly comparison: Comparison,
    readonly offsetSecs: number,
  ) {}

  get start_secs(): number {
    return this.recording.start_secs - this.offsetSecs;
  }

  get end_secs(): number {
    return this.recording.end_secs - this.offsetSecs;
  }

  frame_at(time: number, out: Float32Array): void {
    this.comparison.second_at(time, out);
  }

  frames(from: number, to: number, count: number): Float32Array {
    return this.comparison.second_frames(from, to, count);
  }

  joint_path(side: Side, joint: number, from: number, to: number, count: number): Float32Array {
    return this.comparison.second_path(side, joint, from, to, count);
  }

  spans(side: Side, what: string): Float64Array {
    return this.recording.spans(side, what).map((time) => time - this.offsetSecs);
  }

  hand_mesh(side: Side): HandMesh | undefined {
    return this.recording.hand_mesh(side);
  }

  free(): void {
    this.comparison.free();
  }
}
