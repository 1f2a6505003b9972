// What a page saw, as a recording.

import { Recorder, type Recording } from "reenact";
import { HAND, JOINT_NAMES, JOINTS, POSE } from "./layout.js";

/** Numbers of a frame that the page's side captured: time, head, gaze and hands. */
const ROW = 1 + POSE + POSE + 2 * HAND;

/** Rows of numbers, from the text in which the page's side sends them. */
export function rowsOf(text: string): Float64Array[] {
  const bytes = Uint8Array.from(Buffer.from(text, "base64"));
  const numbers = new Float64Array(bytes.buffer);
  return Array.from({ length: numbers.length / ROW }, (_, n) => numbers.subarray(n * ROW, (n + 1) * ROW));
}

/** Recording of frames that the page's side captured. */
export async function recordingOf(text: string): Promise<Recording> {
  using recorder = await Recorder.create();
  const { layout } = recorder;
  const joints = JOINT_NAMES.map((name) => layout.webxr.indexOf(name));
  for (const row of rowsOf(text)) {
    const frame = new Float32Array(layout.len).fill(Number.NaN);
    frame.set(row.subarray(1, 1 + POSE), layout.camera);
    const [x = NaN, y = NaN, z = NaN, qx = NaN, qy = NaN, qz = NaN, qw = NaN] = row.subarray(1 + POSE, 1 + 2 * POSE);
    // Where −z of the gaze leads.
    const ahead = [-2 * (qx * qz + qw * qy), -2 * (qy * qz - qw * qx), -(1 - 2 * (qx * qx + qy * qy))];
    frame.set([x, y, z, ...ahead], layout.gaze);
    for (const side of [0, 1] as const) {
      const from = 1 + 2 * POSE + side * HAND;
      const at = layout.hands[side];
      frame.set([row[from] ?? 0, row[from + 1] ?? 0, row[from] ?? 0], at);
      joints.forEach((joint, n) => {
        frame.set(row.subarray(from + 2 + n * POSE, from + 2 + (n + 1) * POSE), at + 3 + joint * POSE);
      });
      if (Number.isNaN(row[from + 2])) {
        // A controller: its grip stands for the wrist.
        const grip = from + 2 + (JOINTS + 1) * POSE;
        frame.set(row.subarray(grip, grip + POSE), at + 3 + (joints[0] ?? 0) * POSE);
      }
    }
    recorder.record(row[0] ?? NaN, frame);
  }
  return recorder.recording("seen.bin");
}
