// What the page asks its worker, and what the worker answers.

import type { Range } from "../clock.ts";
import type {
  CompareReport,
  DoctorReport,
  Format,
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
  file?: Blob;
}

export type Task =
  | { kind: "doctor"; source: Source }
  | { kind: "repair"; source: Source }
  | {
      kind: "optimize";
      source: Source;
      positionMm: number;
      rotationDeg: number;
      withFile: boolean;
    }
  | { kind: "convert"; source: Source; format: Format; range: Range | undefined }
  | { kind: "compare"; source: Source; other: Source }
  | { kind: "distance"; source: Source; other: Source; from: number; to: number; columns: number };

interface EditResult<Report> {
  report: Report;
  notes: Note[];
  /** As a `.bin`, if that was asked for. */
  file: Blob | undefined;
}

/** What each kind of task gives back. */
export interface Results {
  doctor: DoctorReport;
  repair: EditResult<RepairReport>;
  optimize: EditResult<OptimizeReport>;
  convert: { file: Blob; notes: Note[] };
  compare: CompareReport;
  distance: Float32Array;
}

export interface Request {
  id: number;
  task: Task;
}

export type Answer = {
  id: number;
  /** How much memory the worker's library has by now. */
  memoryBytes: number;
} & (
  | { result: Results[Task["kind"]] }
  | { problem: Pick<Problem, "message" | "code" | "offset" | "hint"> }
);
