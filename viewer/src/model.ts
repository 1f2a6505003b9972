// State of the page.

import { Analysis } from "./analysis.ts";
import { Clock, USUAL_FRAME_SECS } from "./clock.ts";
import type { Document } from "./document.ts";
import { Jobs } from "./jobs/jobs.ts";
import { Session } from "./session.ts";
import { View } from "./view.ts";

export class Model {
  readonly session = new Session();
  readonly clock = new Clock();
  readonly view = new View();
  readonly jobs: Jobs;
  readonly analysis: Analysis;
  /** Document that the range of the clock belongs to. */
  #ranged: Document | undefined;

  constructor(module: WebAssembly.Module) {
    this.jobs = new Jobs(module);
    this.analysis = new Analysis(this.session, this.jobs);
    this.session.changed.on(() => this.#applyBounds());
    this.analysis.doctor.on(() => {
      const { value } = this.analysis.doctor;
      const hz = value.kind === "done" ? Number(value.report.sampling?.rate_hz) : Number.NaN;
      this.clock.frameSecs.value = hz > 0 ? 1 / hz : USUAL_FRAME_SECS;
    });
  }

  #applyBounds(): void {
    const { active } = this.session;
    const { range } = this.clock;
    const isOther = active.value !== this.#ranged;
    // Each recording has its own in and out points.
    if (isOther) {
      if (this.#ranged) this.#ranged.range = range.value;
      this.#ranged = active.value;
      range.value = undefined;
    }
    this.clock.setBounds(this.session.bounds);
    if (isOther && active.value?.range) this.clock.setRange(active.value.range);
    if (!this.session.active.value) this.clock.isPlaying.value = false;
  }
}
