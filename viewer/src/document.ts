// One recording that is open, with everything that was done to it, step by step.

import type { Note, Recording } from "./library.ts";
import { Event } from "./signal.ts";

/** What a recording was after one edit. */
interface Step {
  id: number;
  recording: Recording;
  label: string;
  notes: Note[];
}

/** How many steps back one can go. Steps share all curves that they did not touch. */
const STEPS_KEPT = 50;

let nextStep = 1;

export class Document {
  /** Something about this document is another one than before. */
  readonly changed = new Event();
  /** Where the bytes came from: a worker reads them there instead of being sent a copy. */
  readonly source: Blob | undefined;
  #steps: Step[];
  #at = 0;
  #saved = 0;

  constructor(
    readonly name: string,
    recording: Recording,
    options: { source?: Blob | undefined; notes?: Note[] } = {},
  ) {
    this.source = options.source;
    this.#steps = [{ id: nextStep++, recording, label: "opened", notes: options.notes ?? [] }];
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

  /** Which of its states is shown: the same number means the same bytes. */
  get revision(): string {
    return `${this.#step.id}`;
  }

  get isUntouched(): boolean {
    return this.#at === 0;
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
  apply(recording: Recording, label: string, notes: Note[] = []): void {
    for (const step of this.#steps.splice(this.#at + 1)) step.recording.free();
    this.#steps.push({ id: nextStep++, recording, label, notes });
    this.#at += 1;
    if (this.#steps.length > STEPS_KEPT + 1) {
      // The original stays: one can always go back to what was opened.
      this.#steps.splice(1, 1)[0]?.recording.free();
      this.#at -= 1;
      this.#saved = this.#saved > 0 ? this.#saved - 1 : 0;
    }
    this.changed.emit();
  }

  undo(): void {
    if (this.#at === 0) return;
    this.#at -= 1;
    this.changed.emit();
  }

  redo(): void {
    if (this.#at + 1 >= this.#steps.length) return;
    this.#at += 1;
    this.changed.emit();
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
