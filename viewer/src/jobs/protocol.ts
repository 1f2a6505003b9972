// What the page asks its worker, and what the worker answers.

import type {
  CompareReport,
  DoctorReport,
  Note,
  OptimizeReport,
  Problem,
  RepairReport,
} from "../library.ts";

/** A recording for the worker: kept there under its key, so that it is sent once. */
export interface Source {
  key: string;
  name: string;
  /** Missing when the worker has it already. */
  bytes?: Blob | Uint8Array;
}

export type Task =
  | { kind: "doctor"; source: Source }
  | { kind: "repair"; source: Source }
  | {
      kind: "optimize";
      source: Source;
      positionMm: number;
      rotationDeg: number;
      withBytes: boolean;
    }
  | { kind: "compare"; source: Source; other: Source }
  | { kind: "distance"; source: Source; other: Source; from: number; to: number; columns: number };

interface EditResult<Report> {
  report: Report;
  notes: Note[];
  bytes: Uint8Array | undefined;
}

/** What each kind of task gives back. */
export interface Results {
  doctor: DoctorReport;
  repair: EditResult<RepairReport>;
  optimize: EditResult<OptimizeReport>;
  compare: CompareReport;
  distance: Float32Array;
}

export interface Request {
  id: number;
  task: Task;
}

export type Answer =
  | { id: number; result: Results[Task["kind"]] }
  | { id: number; problem: Pick<Problem, "message" | "code" | "offset" | "hint"> };
