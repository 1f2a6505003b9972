// The recordings that are open: which one is shown, and which one it is held against.

import type { Document } from "./document.ts";
import type { Recording } from "./library.ts";
import { Event, Signal } from "./signal.ts";

export type CompareMode = "overlay" | "side";

export class Session {
  readonly documents = new Signal<readonly Document[]>([]);
  /** The one that is shown, edited and exported. */
  readonly active = new Signal<Document | undefined>(undefined);
  /** The one that it is held against. */
  readonly other = new Signal<Document | undefined>(undefined);
  readonly compareMode = new Signal<CompareMode>("overlay");
  /** The recording that is shown, or the one beside it, is another one than before. */
  readonly changed = new Event();

  /** Undo has lost steps, to save memory. */
  readonly forgot = new Event();

  constructor() {
    this.active.on(() => this.changed.emit());
    this.other.on(() => this.changed.emit());
  }

  get recording(): Recording | undefined {
    return this.active.value?.recording;
  }

  add(document: Document): void {
    document.changed.on(() => {
      if (document === this.active.value || document === this.other.value) this.changed.emit();
    });
    document.forgot.on(() => this.forgot.emit());
    this.documents.value = [...this.documents.value, document];
    this.show(document);
  }

  show(document: Document | undefined): void {
    if (document === this.other.value) this.other.value = undefined;
    this.active.value = document;
  }

  compareWith(document: Document | undefined): void {
    this.other.value = document === this.active.value ? undefined : document;
  }

  close(document: Document): void {
    const at = this.documents.value.indexOf(document);
    this.documents.value = this.documents.value.filter((other) => other !== document);
    if (document === this.other.value) this.other.value = undefined;
    if (document === this.active.value)
      this.show(this.documents.value[Math.min(at, this.documents.value.length - 1)]);
    document.free();
  }

  /** The one `step` places further down the list, around its end. */
  showNext(step: number): void {
    const all = this.documents.value;
    const at = this.active.value ? all.indexOf(this.active.value) : -1;
    if (all.length > 1) this.show(all[(at + step + all.length) % all.length]);
  }
}
