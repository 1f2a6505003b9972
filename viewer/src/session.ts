// Open recordings: the active one and the compared one.

import type { Range } from "./clock.ts";
import type { Document } from "./document.ts";
import type { Recording } from "./library.ts";
import { Event, Signal } from "./signal.ts";

export type CompareMode = "overlay" | "side";

export class Session {
  readonly documents = new Signal<readonly Document[]>([]);
  /** The recording that is shown, edited and exported. */
  readonly active = new Signal<Document | undefined>(undefined);
  /** The recording that it is compared with. */
  readonly other = new Signal<Document | undefined>(undefined);
  readonly compareMode = new Signal<CompareMode>("overlay");
  /** The active or the compared recording has changed. */
  readonly changed = new Event();

  /** Undo steps were dropped to save memory. */
  readonly forgot = new Event();

  #isSwapping = false;
  /** Open documents with their unsubscribe functions. */
  readonly #open = new Map<Document, () => void>();

  constructor() {
    for (const signal of [this.active, this.other])
      signal.on(() => {
        if (!this.#isSwapping) this.changed.emit();
      });
  }

  get recording(): Recording | undefined {
    return this.active.value?.recording;
  }

  /** Time range of the longer of the two recordings. */
  get bounds(): Range {
    const shown = [this.active.value, this.other.value].flatMap(
      (document) => document?.recording ?? [],
    );
    if (shown.length === 0) return { from: 0, to: 0 };
    return {
      from: Math.min(...shown.map(({ start_secs }) => start_secs)),
      to: Math.max(...shown.map(({ end_secs }) => end_secs)),
    };
  }

  add(document: Document): void {
    const stops = [
      document.changed.on(() => {
        if (document === this.active.value || document === this.other.value) this.changed.emit();
      }),
      document.forgot.on(() => this.forgot.emit()),
    ];
    this.#open.set(document, () => {
      for (const stop of stops) stop();
    });
    this.documents.value = [...this.documents.value, document];
    this.show(document);
  }

  /** Shows a recording; if it was the compared one, both are swapped. */
  show(document: Document | undefined): void {
    if (document && document === this.other.value) {
      this.#isSwapping = true;
      this.other.value = this.active.value;
      this.#isSwapping = false;
    }
    this.active.value = document;
  }

  compareWith(document: Document | undefined): void {
    this.other.value = document === this.active.value ? undefined : document;
  }

  /** Removes a document from the list. The caller must free it or add it again. */
  remove(document: Document): void {
    const at = this.documents.value.indexOf(document);
    this.#open.get(document)?.();
    this.#open.delete(document);
    this.documents.value = this.documents.value.filter((other) => other !== document);
    if (document === this.other.value) this.other.value = undefined;
    if (document !== this.active.value) return;
    const next = this.documents.value[Math.min(at, this.documents.value.length - 1)];
    if (next === this.other.value) this.other.value = undefined;
    this.show(next);
  }

  /** Shows the document `step` positions further, wrapping around. */
  showNext(step: number): void {
    const all = this.documents.value;
    const at = this.active.value ? all.indexOf(this.active.value) : -1;
    if (all.length > 1) this.show(all[(at + step + all.length) % all.length]);
  }
}
