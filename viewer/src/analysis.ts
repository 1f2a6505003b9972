// Doctor and comparison reports, computed in a worker and updated after edits.

import { encodeAlignment } from "./alignment.ts";
import type { Document } from "./document.ts";
import { whenIdle } from "./idle.ts";
import type { Jobs } from "./jobs/jobs.ts";
import { type CompareReport, type DoctorReport, Problem } from "./library.ts";
import type { Session } from "./session.ts";
import { Signal } from "./signal.ts";

/** Debounce time: edits come in bursts. */
const CALM_MS = 350;

type State<T> =
  | { kind: "none" }
  | { kind: "busy" }
  | { kind: "asks" }
  | { kind: "failed"; problem: Problem }
  | { kind: "done"; report: T };

export class Analysis {
  readonly doctor = new Signal<State<DoctorReport>>({ kind: "none" });
  readonly compare = new Signal<State<CompareReport>>({ kind: "none" });
  readonly #known = new Map<string, DoctorReport>();
  #examined = "";
  #compared = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly session: Session,
    readonly jobs: Jobs,
  ) {
    session.changed.on(() => {
      clearTimeout(this.#timer);
      this.#reset();
      this.#timer = setTimeout(() => this.#start(), CALM_MS);
    });
  }

  /** Checks a recording although it is large. */
  examine(): void {
    const { value } = this.session.active;
    if (value) void this.#examine(value);
  }

  /** Discards outdated results. */
  #reset(): void {
    const active = this.session.active.value;
    const known = active && this.#known.get(active.revision);
    this.#examined = active?.revision ?? "";
    if (!active) this.doctor.value = { kind: "none" };
    else if (known) this.doctor.value = { kind: "done", report: known };
    // A copy in the worker takes much memory, so a large recording needs confirmation.
    else this.doctor.value = { kind: active.isBig ? "asks" : "busy" };
    const other = this.session.other.value;
    const isCurrent = active && other && this.#keyOf(active, other) === this.#compared;
    if (isCurrent) return;
    this.compare.value = { kind: other ? "busy" : "none" };
    this.#compared = "";
  }

  #start(): void {
    const { active, other } = this.session;
    if (active.value && this.doctor.value.kind === "busy") void this.#examine(active.value);
    if (active.value && other.value) void this.#compare(active.value, other.value);
  }

  async #examine(document: Document): Promise<void> {
    const { revision } = document;
    this.doctor.value = { kind: "busy" };
    try {
      const { isBig } = document;
      if (!isBig) await quiet();
      // Meanwhile it may have been edited or closed.
      if (this.#examined !== revision) return;
      const report: DoctorReport = isBig
        ? await this.jobs.doctor(document)
        : document.recording.doctor();
      this.#known.set(revision, report);
      if (this.#examined === revision) this.doctor.value = { kind: "done", report };
    } catch (problem) {
      if (this.#examined === revision)
        this.doctor.value = { kind: "failed", problem: Problem.from(problem) };
    }
  }

  /** What a comparison depends on. */
  #keyOf(a: Document, b: Document): string {
    return `${a.revision} ${b.revision} ${encodeAlignment(this.session.alignment.value)}`;
  }

  async #compare(a: Document, b: Document): Promise<void> {
    const alignment = this.session.alignment.value;
    const key = this.#keyOf(a, b);
    if (key === this.#compared) return;
    this.#compared = key;
    this.compare.value = { kind: "busy" };
    try {
      const report = await this.jobs.compare(a, b, alignment);
      if (this.#compared !== key) return;
      this.compare.value = { kind: "done", report };
      const { active, other, alignment: chosen, offsetSecs } = this.session;
      // Meanwhile the two may have changed places.
      const isCurrent = active.value === a && other.value === b && chosen.value === alignment;
      if (isCurrent) offsetSecs.value = Number(report.offset_secs);
    } catch (problem) {
      if (this.#compared === key)
        this.compare.value = { kind: "failed", problem: Problem.from(problem) };
    }
  }
}

/** Waits until the page is idle. */
const quiet = () => new Promise<void>(whenIdle);
