// Messages between the page and the worker that writes a journal.

/** To the worker. */
export type Order =
  | {
      kind: "start";
      code: WebAssembly.Module | ArrayBuffer;
      name: string;
      rateHz: number | undefined;
    }
  | { kind: "frame"; timeSecs: number; floats: Float32Array<ArrayBuffer> }
  | { kind: "mark"; name: string }
  | { kind: "finish" };

/** From the worker. */
export type News =
  | { kind: "started" }
  /** Number of frames and bytes in the journal, and memory of the worker's library. */
  | { kind: "written"; frames: number; bytes: number; memoryBytes: number }
  | { kind: "finished" }
  /** Nothing more is written; what was written before is kept. */
  | { kind: "failed"; message: string; isFull: boolean };
