// One recording that is open, with everything that was done to it, step by step.

import type { Range } from "./clock.ts";
import { KeyMemory, type Note, type Recording } from "./library.ts";
import { Event } from "./signal.ts";

/** What a recording was after one edit. */
interface Step {
  id: number;
  recording: Recording;
  label: string;
  notes: Note[];
  /** Which part of the step before it is, if only a part: its times start at 0. */
  part: Range | undefined;
}

/**
 * Looking at every key takes two milliseconds a megabyte. Up to this, the page does it on the copy that it has anyway; above,
 * that would be felt, and a worker does it with a copy of its own.
 */
const BIG_BYTES = 128e6;
/** How many steps back one can go. Steps share all curves that they did not touch. */
const STEPS_KEPT = 50;
/** What all steps may take, in sizes of the file: it, and what edits changed. Where that is more, old steps go. */
const SIZES_KEPT = 2;
/** So little that nobody needs it back. */
const LITTLE_BYTES = 64e6;

let nextStep = 1;

export class Document {
  /** Something about this document is another one than before. */
  readonly changed = new Event();
  /** Steps in between went because they took too much memory. */
  readonly forgot = new Event();
  /** Whether it came with the page. */
  readonly isDemo: boolean;
  #file: Blob | undefined;
  #steps: Step[];
  #at = 0;
  #saved = 0;

  constructor(
    readonly name: string,
    recording: Recording,
    options: { file?: Blob | undefined; notes?: Note[]; isDemo?: boolean } = {},
  ) {
    this.isDemo = options.isDemo ?? false;
    this.#file = options.file;
    this.#steps = [
      { id: nextStep++, recording, label: "opened", notes: options.notes ?? [], part: undefined },
    ];
  }

  get #step(): Step {
    return this.#steps[this.#at] as Step;
  }

  /** The recording as it is now. */
  get recording(): Recording {
    return this.#step.recording;
  }

  /** What the last edit could not keep. */
  get notes(): Note[] {
    return this.#step.notes;
  }

  /** Which of its states is shown: the same number means the same bytes. None once it is closed. */
  get revision(): string {
    return `${this.#steps[this.#at]?.id ?? "closed"}`;
  }

  /** The file that has the same in it, for those who can read it there instead of being sent a copy. */
  get file(): Blob | undefined {
    return this.#at === 0 ? this.#file : undefined;
  }

  /** The file is another one by now. */
  forgetFile(): void {
    this.#file = undefined;
  }

  /** Whether it takes long to look at all of it. */
  get isBig(): boolean {
    return this.recording.file_bytes > BIG_BYTES;
  }

  get hasUnsavedEdits(): boolean {
    return this.#at !== this.#saved;
  }

  /** What undo would take back. */
  get undoLabel(): string | undefined {
    return this.#at > 0 ? this.#step.label : undefined;
  }

  get redoLabel(): string | undefined {
    return this.#steps[this.#at + 1]?.label;
  }

  /** Goes on with an edited recording; what was undone before is forgotten. */
  apply(recording: Recording, label: string, notes: Note[] = [], part?: Range): void {
    for (const step of this.#steps.splice(this.#at + 1)) step.recording.free();
    this.#steps.push({ id: nextStep++, recording, label, notes, part });
    this.#at += 1;
    // The original stays: one can always go back to what was opened.
    if (this.#steps.length > STEPS_KEPT + 1) this.#forget(1);
    const forgotten = this.#forgetUntilSmall();
    this.changed.emit();
    if (forgotten > 0) this.forgot.emit();
  }

  /** Lets the oldest steps go, but for the original, until all of them take little enough; says how many went. */
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

  /** Memory of the keys of some steps, in bytes: keys that they share count once. */
  #bytes(steps: Step[]): number {
    const memory = new KeyMemory();
    for (const { recording } of steps) memory.add(recording);
    const { bytes } = memory;
    memory.free();
    return bytes;
  }

  /** How many of the oldest steps, without the original and what is shown, must go to free memory; 0 if that frees none. */
  #oldestThatCost(bytes: number): number {
    // A step may share all its keys with the next one, such as a marker with the edit before it.
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

  /** Goes a step back; says which part of what is shown now was shown before, if only a part. */
  undo(): Range | undefined {
    if (this.#at === 0) return undefined;
    const { part } = this.#step;
    this.#at -= 1;
    this.changed.emit();
    return part;
  }

  /** Goes a step forward again; says which part of what was shown before is shown now, if only a part. */
  redo(): Range | undefined {
    if (this.#at + 1 >= this.#steps.length) return undefined;
    this.#at += 1;
    this.changed.emit();
    return this.#step.part;
  }

  /** What is shown now has been saved. */
  markSaved(): void {
    this.#saved = this.#at;
    this.changed.emit();
  }

  free(): void {
    for (const step of this.#steps) step.recording.free();
    this.#steps = [];
  }
}

/** A part of a part. */
function within(whole: Range, part: Range | undefined): Range {
  return part ? { from: whole.from + part.from, to: whole.from + part.to } : whole;
}
