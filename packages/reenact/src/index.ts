// Reads, checks, samples, edits, makes and converts MRTK input animations, in browsers and Node.js.

export { type Compared, compare } from "./compare.js";
export { ReenactError } from "./error.js";
export { type Bytes, type OpenOptions, type Source } from "./input.js";
export { load, memoryBytes } from "./module.js";
export { demo, examine, formats, make, open, Recording, salvage, version } from "./recording.js";
export type { Converted, Edited, Event, EventKind, WriteOptions } from "./recording.js";
export { Journal, type JournalOptions, Recorder, type RecorderOptions } from "./recorder.js";
export { type Pose, Samples, type SampleOptions, type Side } from "./samples.js";
export type { FrameLayout, Marker, Note } from "./wasm/reenact_wasm.js";
export type {
  CompareReport,
  FileDoctorReport as DoctorReport,
  FileStats as StatsReport,
  FileSummary as InfoReport,
  Finding,
  RepairReport,
  EditReportProof as OptimizeReport,
} from "./reports.js";
