// A recording, and the functions that make one.

import { checked, ReenactError } from "./error.js";
import { incoming, type OpenOptions, type Source } from "./input.js";
import { load } from "./module.js";
import type {
  FileDoctorReport,
  EditReportProof,
  EditReportnull,
  FileStats,
  FileSummary,
  RepairReport,
} from "./reports.js";
import { Samples, type SampleOptions, type Side } from "./samples.js";
import * as wasm from "./wasm/reenact_wasm.js";

/** Kind of an event. */
export type EventKind = "tracked" | "pinch" | "grab" | "poke" | "pause" | "fixation" | "saccade" | (string & {});

/** Something that happens from one time to another. */
export interface Event {
  kind: EventKind;
  hand: Side | null;
  from_secs: number;
  to_secs: number;
  /** Where, in the axes of the file: Unity's. */
  place_m: [number, number, number] | null;
  direction: [number, number, number] | null;
  value: number | null;
}

/** A file that a recording was converted to. */
export interface Converted {
  bytes: Uint8Array<ArrayBuffer>;
  /** What the format cannot hold. */
  notes: wasm.Note[];
}

/** Result of an edit. */
export interface Edited<Report> {
  recording: Recording;
  /** What was lost or synthesized. */
  notes: wasm.Note[];
  /** As the command prints it with `--json`. */
  report: Report;
}

/** Options of a format by name, as `docs/reference/formats.md` lists them. */
export type WriteOptions = Record<string, string | number | boolean>;

/**
 * A recording. It never changes: edits return another one, which shares what they left alone.
 *
 * Its memory is freed when it is garbage-collected, or at once by `free`, also at the end of a `using` block.
 */
export class Recording {
  /** The recording in the module. */
  readonly inner: wasm.Recording;

  constructor(inner: wasm.Recording) {
    this.inner = inner;
  }

  /** Name of the file. */
  get name(): string {
    return this.inner.name;
  }

  /** Time of the first key, but not before 0. */
  get startSecs(): number {
    return this.inner.start_secs;
  }

  /** Time of the last key. */
  get endSecs(): number {
    return this.inner.end_secs;
  }

  /** Version, duration, tracks, keys and more, as `info --json` prints it. */
  info(): FileSummary {
    return checked(() => this.inner.info());
  }

  /** Defects, as `doctor --json` prints them. */
  doctor(): FileDoctorReport {
    return checked(() => this.inner.doctor());
  }

  /** Measures, as `stats --json` prints them. */
  stats(): FileStats {
    return checked(() => this.inner.stats());
  }

  /** Pinches, grabs, pokes, pauses, fixations and more; all, or those of some kinds. */
  events(...kinds: EventKind[]): Event[] {
    const events: Event[] = checked(() => this.inner.events());
    return kinds.length === 0 ? events : events.filter((event) => kinds.includes(event.kind));
  }

  /** Names at times. */
  markers(): wasm.Marker[] {
    return checked(() => this.inner.markers());
  }

  /** Losses and notes of reading the file. */
  readNotes(): wasm.Note[] {
    return checked(() => this.inner.read_notes());
  }

  /** Spans in which a hand was `tracked`, `observed` or `pinching`, as start and end in seconds. */
  spans(side: Side, what: "tracked" | "observed" | "pinching"): [number, number][] {
    const ends = checked(() => this.inner.spans(side, what));
    return Array.from({ length: ends.length / 2 }, (_, n) => [ends[2 * n] ?? NaN, ends[2 * n + 1] ?? NaN]);
  }

  /** Poses at many times, as typed arrays. */
  sample(options: SampleOptions): Samples {
    const times = "timesSecs" in options ? Float64Array.from(options.timesSecs) : this.#even(options);
    const layout = checked(() => wasm.layout());
    const floats = new Float32Array(times.length * layout.len);
    times.forEach((time, n) => {
      checked(() => this.inner.frame_at(time, floats.subarray(n * layout.len, (n + 1) * layout.len)));
    });
    return new Samples(times, floats, layout);
  }

  #even(options: { rateHz: number; fromSecs?: number; toSecs?: number }): Float64Array {
    const { rateHz, fromSecs = this.startSecs, toSecs = this.endSecs } = options;
    if (!(rateHz > 0 && Number.isFinite(rateHz)))
      throw new ReenactError(`the rate must be positive, not ${rateHz}`, "no-such-times");
    if (!(Number.isFinite(fromSecs) && toSecs >= fromSecs && Number.isFinite(toSecs)))
      throw new ReenactError(`there are no times from ${fromSecs} s to ${toSecs} s`, "no-such-times");
    // The last time is kept despite the rounding of a quotient.
    const count = Math.floor((toSecs - fromSecs) * rateHz * (1 + 1e-9) + 1e-6) + 1;
    return Float64Array.from({ length: count }, (_, n) => fromSecs + n / rateHz);
  }

  /** Target ray and grip of a controller of each hand at a time: 7 floats each, left hand first; NaN where not observed. */
  pointersAt(timeSecs: number): Float32Array {
    return this.inner.pointers_at(timeSecs);
  }

  /** The part between two times. */
  trim(options: { fromSecs?: number; toSecs?: number; keepTimes?: boolean }): Edited<EditReportnull> {
    return edited(() => this.inner.trim(options.fromSecs, options.toSecs, !options.keepTimes));
  }

  /** Left and right exchanged, at a plane of the `world` or the `head`. */
  mirror(plane: "world" | "head" = "world"): Edited<EditReportnull> {
    return edited(() => this.inner.mirror(plane));
  }

  /** Findings of the doctor repaired. */
  repair(): Edited<RepairReport> {
    return edited(() => this.inner.clone().repair());
  }

  /** Fewer keys within error bounds that hold at every time. */
  optimize(options: { positionMm?: number; rotationDeg?: number } = {}): Edited<EditReportProof> {
    const { positionMm = 1, rotationDeg = 0.5 } = options;
    return edited(() => this.inner.clone().optimize(positionMm, rotationDeg));
  }

  addMarker(timeSecs: number, name: string): Edited<EditReportnull> {
    return edited(() => this.inner.add_marker(timeSecs, name));
  }

  /** `index` counts from 0. */
  removeMarker(index: number): Edited<EditReportnull> {
    return edited(() => this.inner.remove_marker(index));
  }

  renameMarker(index: number, name: string): Edited<EditReportnull> {
    return edited(() => this.inner.rename_marker(index, name));
  }

  moveMarker(index: number, timeSecs: number): Edited<EditReportnull> {
    return edited(() => this.inner.move_marker(index, timeSecs));
  }

  /** A file of another format: one of `formats()`. */
  convert(format: string, options: WriteOptions = {}): Converted {
    const pieces: Uint8Array[] = [];
    const notes = checked(() => this.inner.convert(format, (piece) => pieces.push(piece.slice()), options));
    const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    return { bytes, notes };
  }

  /** The bytes of a `.bin` file. */
  toBytes(): Uint8Array<ArrayBuffer> {
    return this.convert("bin").bytes;
  }

  /** Frees its memory: it cannot be used any more. */
  free(): void {
    this.inner.free();
  }

  [Symbol.dispose](): void {
    this.free();
  }
}

function edited<Report>(edit: () => wasm.Edited): Edited<Report> {
  const done = checked(edit);
  const result = { recording: new Recording(done.recording()), notes: done.notes(), report: done.report() };
  done.free();
  return result;
}

/** Reads a recording: `.bin`, a journal, or another format that is read; compressed with gzip or not. */
export async function open(source: Source, options: OpenOptions = {}): Promise<Recording> {
  await load();
  const [file, name] = await incoming(source, options);
  return new Recording(checked(() => file.read(name)));
}

/** Recovers what is intact in a damaged recording. The notes say what is lost. */
export async function salvage(source: Source, options: OpenOptions = {}): Promise<Edited<unknown>> {
  await load();
  const [file, name] = await incoming(source, options);
  return edited(() => file.salvage(name));
}

/** Checks a file, readable or not, as `doctor --json` does. */
export async function examine(source: Source, options: OpenOptions = {}): Promise<FileDoctorReport> {
  await load();
  const [file, name] = await incoming(source, options);
  try {
    return checked(() => file.examine(name));
  } finally {
    file.free();
  }
}

/** Makes a recording from a script in TOML, as `reenact make --script` does. */
export async function make(script: string, options: OpenOptions = {}): Promise<Recording> {
  await load();
  return new Recording(checked(() => wasm.Recording.make(script, options.name ?? "made.bin")));
}

/** The built-in demo: twenty seconds with every kind of action. */
export async function demo(): Promise<Recording> {
  await load();
  return new Recording(wasm.Recording.demo());
}

/** Names of the formats that can be written. */
export async function formats(): Promise<string[]> {
  await load();
  return wasm.formats();
}

/** Version of the library. */
export async function version(): Promise<string> {
  await load();
  return wasm.version();
}
