// The typed edge to the library: reports have the types of reports.ts, what goes wrong becomes a `Problem`.

import init, {
  type Channel,
  Comparison,
  type FrameLayout,
  type HandMesh,
  Incoming,
  Journal,
  KeyMemory,
  layout,
  type Marker,
  type Note,
  Recording,
  version,
} from "./wasm/reenact_wasm.js";

export type {
  CompareReport,
  EditReportProof as OptimizeReport,
  FileDoctorReport as DoctorReport,
  FileSummary as InfoReport,
  Finding,
  RepairReport,
} from "./reports.ts";
export {
  type Channel,
  Comparison,
  type HandMesh,
  Incoming,
  Journal,
  KeyMemory,
  type Marker,
  type Note,
  Recording,
  version,
};

export type Side = "left" | "right";
export const SIDES: readonly Side[] = ["left", "right"];
export type Format = "bin" | "glb" | "gltf" | "csv" | "json" | "handsbin";

/** Floats of one joint: position and rotation. */
export const JOINT_FLOATS = 7;
/** Floats of a hand before its first joint: tracked, pinching and observed. */
export const HAND_HEAD = 3;
/** Index of the observed flag, which says that the joints are valid. */
export const OBSERVED = 2;

/** Error of the library, with its location. */
export class Problem extends Error {
  readonly code: string;
  readonly offset: number | undefined;
  readonly hint: string | undefined;

  constructor(message: string, code = "failed", offset?: number, hint?: string) {
    super(message);
    this.code = code;
    this.offset = offset;
    this.hint = hint;
  }

  /** Converts anything that was thrown to a problem. */
  static from(thrown: unknown): Problem {
    if (thrown instanceof Problem) return thrown;
    const { message, code, offset, hint } = Object(thrown) as Partial<Problem>;
    if (thrown instanceof RangeError || thrown instanceof WebAssembly.RuntimeError)
      return new Problem(
        "there is not enough memory for this in the browser",
        "out-of-memory",
        undefined,
        "Close other recordings, or use the command: it reads files of any size.",
      );
    return new Problem(message ?? String(thrown), code, offset, hint);
  }
}

let memory: WebAssembly.Memory | undefined;

/** Initializes the library in this thread. */
export async function load(code: WebAssembly.Module | ArrayBuffer): Promise<void> {
  ({ memory } = await init({ module_or_path: code }));
}

/** WebAssembly memory of this thread. It never shrinks. */
export const memoryBytes = (): number => memory?.buffer.byteLength ?? 0;

let frameLayout: FrameLayout | undefined;

/** Layout of a frame; cached. */
export function frame(): FrameLayout {
  frameLayout ??= layout();
  return frameLayout;
}
