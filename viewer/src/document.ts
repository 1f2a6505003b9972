// An open recording with its undo history.

import type { Range } from "./clock.ts";
import { KeyMemory, type Note, type Recording } from "./library.ts";
import type { Sample } from "./samples.ts";
import { Event } from "./signal.ts";

/** State of a recording after one edit. */
interface Step {
  id: number;
  recording: Recording;
  label: string;
  notes: Note[];
  /** Range of the previous state that this one was trimmed to, if it was; its times start at 0. */
  part: Range | undefined;
}

/**
 * File size above which a recording is large. Reading every key takes two milliseconds per megabyte. Up to
 * this size, the page does it on its own copy; above, that would be noticeable, and a worker does it on
 * another copy.
 */
const BIG_BYTES = 128e6;
/** Number of undo steps. Steps share all curves that they did not change. */
const STEPS_KEPT = 50;
/** Memory limit of all steps as a multiple of the file size. Beyond it, old steps are dropped. */
const SIZES_KEPT = 2;
/** Memory below which no step is dropped. */
const LITTLE_BYTES = 64e6;

let nextStep = 1;

export class Document {
  /** The document has changed. */
  readonly changed = new Event();
  /** Undo steps were dropped to save memory. */
  readonly forgot = new Event();
  /** Address that it was loaded from, if there is one. */
  readonly url: string | undefined;
  /** Sample that it is, if the library made it. */
  readonly sample: Sample | undefined;
  /** What was lost when it was opened: a damaged file that was salvaged. */
  readonly losses: readonly Note[];
  /** In and out points, while another recording is shown. */
  range: Range | undefined;
  #file: Blob | undefined;
  #steps: Step[];
  #at = 0;
  #saved = 0;

  constructor(
    readonly name: string,
    recording: Recording,
    options: {
      file?: Blob | undefined;
      url?: string | undefined;
      losses?: Note[];
      sample?: Sample;
    } = {},
  ) {
    this.sample = options.sample;
    this.losses = options.losses ?? [];
    this.url = options.url;
    this.#file = options.file;
    this.#steps = [{ id: nextStep++, recording, label: "opened", notes: [], part: undefined }];
  }

  get #step(): Step {
    return this.#steps[this.#at] as Step;
  }

  /** Current state of the recording. */
  get recording(): Recording {
    return this.#step.recording;
  }

  /** Losses of opening, and notes of the last edit. */
  get notes(): Note[] {
    return [...this.losses, ...this.#step.notes];
  }

  /** Identifier of the current state: equal identifiers mean equal bytes. Empty once it is closed. */
  get revision(): string {
    return `${this.#steps[this.#at]?.id ?? "closed"}`;
  }

  /** File with the same content, if there is one, so that a worker can read it without a copy. */
  get file(): Blob | undefined {
    return this.#at === 0 ? this.#file : undefined;
  }

  /** The file has changed on disk. */
  forgetFile(): void {
    this.#file = undefined;
  }

  /** Whether reading all keys takes long. */
  get isBig(): boolean {
    return this.recording.file_bytes > BIG_BYTES;
  }

  /** Whether it differs from what was opened. */
  get isEdited(): boolean {
    return this.#at > 0;
  }

  get hasUnsavedEdits(): boolean {
    return this.#at !== this.#saved;
  }

  /** Label of the edit that undo would revert. */
  get undoLabel(): string | undefined {
    return this.#at > 0 ? this.#step.label : undefined;
  }

  get redoLabel(): string | undefined {
    return this.#steps[this.#at + 1]?.label;
  }

  /** Adds an edited state; states that were undone are dropped. */
  apply(recording: Recording, label: string, notes: Note[] = [], part?: Range): void {
    for (const step of this.#steps.splice(this.#at + 1)) step.recording.free();
    this.#steps.push({ id: nextStep++, recording, label, notes, part });
    this.#at += 1;
    // The original is always kept.
    if (this.#steps.length > STEPS_KEPT + 1) this.#forget(1);
    const forgotten = this.#forgetUntilSmall();
    this.changed.emit();
    if (forgotten > 0) this.forgot.emit();
  }

  /** Drops the oldest steps, except for the original, until memory is within the limit; returns how many. */
  #forgetUntilSmall(): number {
    const opened = this.#steps[0]?.recording.file_bytes ?? 0;
    const most = Math.max(SIZES_KEPT * opened, LITTLE_BYTES);
    let forgotten = 0;
    for (let bytes = this.#bytes(this.#steps); bytes > most; bytes = this.#bytes(this.#steps)) {
      const count = this.#oldestThatCost(bytes);
      if (count === 0) break;
      for (let n = 0; n < count; n++) this.#forget(1);
      forgotten += count;
    }
    return forgotten;
  }

  /** Memory of the keys of some steps, in bytes. Shared keys count once. */
  #bytes(steps: Step[]): number {
    const memory = new KeyMemory();
    for (const { recording } of steps) memory.add(recording);
    const { bytes } = memory;
    memory.free();
    return bytes;
  }

  /**
   * Number of oldest steps, without the original and the current one, to drop in order to free memory; 0 if
   * that frees none.
   */
  #oldestThatCost(bytes: number): number {
    // A step may share all keys with the next one, for example if only a marker was added.
    for (let count = 1; count < this.#at; count++) {
      if (this.#bytes(this.#steps.filter((_, at) => at === 0 || at > count)) < bytes) return count;
    }
    return 0;
  }

  #forget(at: number): void {
    for (const { recording, part } of this.#steps.splice(at, 1)) {
      recording.free();
      const next = this.#steps[at];
      if (next && part) next.part = within(part, next.part);
    }
    this.#at -= 1;
    if (this.#saved >= at) this.#saved = this.#saved === at ? 0 : this.#saved - 1;
  }

  /** Undoes a step; returns the trimmed range that the step had, if it was a trim. */
  undo(): Range | undefined {
    if (this.#at === 0) return undefined;
    const { part } = this.#step;
    this.#at -= 1;
    this.changed.emit();
    return part;
  }

  /** Redoes a step; returns the trimmed range, if it was a trim. */
  redo(): Range | undefined {
    if (this.#at + 1 >= this.#steps.length) return undefined;
    this.#at += 1;
    this.changed.emit();
    return this.#step.part;
  }

  /** Marks the current state as saved. */
  markSaved(): void {
    this.#saved = this.#at;
    this.changed.emit();
  }

  free(): void {
    for (const step of this.#steps) step.recording.free();
    this.#steps = [];
  }
}

/** Range of a range. */
function within(whole: Range, part: Range | undefined): Range {
  return part ? { from: whole.from + part.from, to: whole.from + part.to } : whole;
}
