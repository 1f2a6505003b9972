// Comparison of two recordings.

import { checked } from "./error.js";
import type { Recording } from "./recording.js";
import type { CompareReport } from "./reports.js";
import { Comparison } from "./wasm/reenact_wasm.js";

/** Largest differences of two recordings over all times. */
export interface Compared {
  /** Largest distance of head and joints, in millimetres. */
  positionMm: number;
  /** Largest angle of head and joints, in degrees. */
  rotationDeg: number;
  /** Largest angle of the gaze, in degrees. */
  gazeDeg: number;
  /** As `compare --json` prints it, with the tolerances of the command. */
  report: CompareReport;
}

/** Compares two recordings, as the command does. */
export function compare(a: Recording, b: Recording): Compared {
  const comparison = new Comparison(a.inner, b.inner);
  try {
    const report: CompareReport = checked(() => comparison.report());
    const most = (numbers: (number | undefined)[]) => Math.max(0, ...numbers.map((one) => one ?? 0));
    const tracks = Object.entries(report.tracks);
    const poses = tracks.filter(([name]) => name !== "gaze").map(([, track]) => track);
    return {
      positionMm: 1000 * most(poses.map((track) => track.position_m?.max)),
      rotationDeg: most(poses.map((track) => track.rotation_deg?.max)),
      gazeDeg: most([report.tracks["gaze"]?.rotation_deg?.max]),
      report,
    };
  } finally {
    comparison.free();
  }
}
