// Messages between the page and its worker.

import type { Alignment } from "../alignment.ts";
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

/** A recording for the worker, which keeps it under its key, so that it is sent once. */
export interface Source {
  key: string;
  name: string;
  /** Missing if the worker already has it. */
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
  | { kind: "compare"; source: Source; other: Source; alignment: Alignment }
  | {
      kind: "distance";
      source: Source;
      other: Source;
      alignment: Alignment;
      from: number;
      to: number;
      columns: number;
    };

interface EditResult<Report> {
  report: Report;
  notes: Note[];
  /** Result as `.bin`, if requested. */
  file: Blob | undefined;
}

/** Result of each kind of task. */
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
  /** Current memory of the worker's library. */
  memoryBytes: number;
} & (
  | { result: Results[Task["kind"]] }
  | { problem: Pick<Problem, "message" | "code" | "offset" | "hint"> }
);
