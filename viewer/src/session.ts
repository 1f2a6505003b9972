// Open recordings: the active one and the compared one.

import { type Alignment, AS_RECORDED, comparisonArguments, encodeAlignment } from "./alignment.ts";
import type { Range } from "./clock.ts";
import type { Document } from "./document.ts";
import { Comparison, type Recording } from "./library.ts";
import { type Motion, Placed } from "./scene/motion.ts";
import { Event, Scope, Signal } from "./signal.ts";

export type CompareMode = "overlay" | "side";

export class Session {
  readonly documents = new Signal<readonly Document[]>([]);
  /** The recording that is shown, edited and exported. */
  readonly active = new Signal<Document | undefined>(undefined);
  /** The recording that it is compared with. */
  readonly other = new Signal<Document | undefined>(undefined);
  readonly compareMode = new Signal<CompareMode>("overlay");
  /** How the compared recording is laid on the active one. */
  readonly alignment = new Signal<Alignment>(AS_RECORDED);
  /** Offset that is shown: the chosen one, or the one that was found. */
  readonly offsetSecs = new Signal(0);
  /** The active or the compared recording has changed. */
  readonly changed = new Event();

  /** Undo steps were dropped to save memory. */
  readonly forgot = new Event();

  #isSwapping = false;
  #placed: { key: string; motion: Placed | undefined } | undefined;
  /** Subscriptions to each open document. */
  readonly #open = new Map<Document, Scope>();

  constructor() {
    for (const signal of [this.active, this.other])
      signal.on(() => {
        if (!this.#isSwapping) this.changed.emit();
      });
    this.alignment.on(() => {
      const { offset } = this.alignment.value;
      if (offset !== "find") this.offsetSecs.value = offset;
      if (this.other.value && !this.#isSwapping) this.changed.emit();
    });
    this.offsetSecs.on(() => {
      if (this.other.value && !this.#isSwapping) this.changed.emit();
    });
  }

  get recording(): Recording | undefined {
    return this.active.value?.recording;
  }

  /** Alignment that is shown, with the found offset in place of a search. */
  get shownAlignment(): Alignment {
    return { reference: this.alignment.value.reference, offset: this.offsetSecs.value };
  }

  /** The compared recording, laid on the active one as chosen; as recorded if that is not possible. */
  get placed(): Motion | undefined {
    const [active, other] = [this.active.value, this.other.value];
    const alignment = this.shownAlignment;
    const isAsRecorded = alignment.reference === "as-recorded" && alignment.offset === 0;
    const isPlaced = active && other && !isAsRecorded;
    const key = isPlaced
      ? `${active.revision} ${other.revision} ${encodeAlignment(alignment)}`
      : "";
    if (key !== this.#placed?.key) {
      const before = this.#placed?.motion;
      // Whatever shows it takes the next one first.
      if (before) setTimeout(() => before.free());
      this.#placed = { key, motion: isPlaced ? place(active, other, alignment) : undefined };
    }
    return this.#placed.motion ?? other?.recording;
  }

  /** Time range of both recordings, as they are laid on each other. */
  get bounds(): Range {
    const shown = [this.recording, this.placed].flatMap((motion) => motion ?? []);
    if (shown.length === 0) return { from: 0, to: 0 };
    return {
      from: Math.min(...shown.map(({ start_secs }) => start_secs)),
      to: Math.max(...shown.map(({ end_secs }) => end_secs)),
    };
  }

  add(document: Document): void {
    const scope = new Scope();
    scope.on(document.changed, () => {
      if (document === this.active.value || document === this.other.value) this.changed.emit();
    });
    scope.on(document.forgot, () => this.forgot.emit());
    this.#open.set(document, scope);
    this.documents.value = [...this.documents.value, document];
    this.show(document);
  }

  /** Shows a recording; if it was the compared one, both are swapped. */
  show(document: Document | undefined): void {
    if (document && document === this.other.value) {
      this.#isSwapping = true;
      this.other.value = this.active.value;
      const { reference, offset } = this.alignment.value;
      const offsetSecs = -this.offsetSecs.value;
      this.alignment.value = { reference, offset: offset === "find" ? offset : -offset };
      this.offsetSecs.value = offsetSecs;
      this.#isSwapping = false;
    } else if (document !== this.active.value) this.alignment.value = AS_RECORDED;
    this.active.value = document;
  }

  compareWith(document: Document | undefined): void {
    // Another recording has another offset.
    if (document !== this.other.value) this.alignment.value = AS_RECORDED;
    this.other.value = document === this.active.value ? undefined : document;
  }

  /** Removes a document from the list. The caller must free it or add it again. */
  remove(document: Document): void {
    const at = this.documents.value.indexOf(document);
    this.#open.get(document)?.dispose();
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

/** Undefined if the library cannot align the two, which the comparison says. */
function place(a: Document, b: Document, alignment: Alignment): Placed | undefined {
  const comparison = new Comparison(a.recording, b.recording, ...comparisonArguments(alignment));
  try {
    return new Placed(b.recording, comparison, comparison.offset_secs());
  } catch {
    comparison.free();
    return undefined;
  }
}
