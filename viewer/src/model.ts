// State of the page.

import { Analysis } from "./analysis.ts";
import { Clock } from "./clock.ts";
import { Jobs } from "./jobs/jobs.ts";
import { Session } from "./session.ts";
import { View } from "./view.ts";

export class Model {
  readonly session = new Session();
  readonly clock = new Clock();
  readonly view = new View();
  readonly jobs: Jobs;
  readonly analysis: Analysis;

  constructor(module: WebAssembly.Module) {
    this.jobs = new Jobs(module);
    this.analysis = new Analysis(this.session, this.jobs);
    this.session.changed.on(() => this.#applyBounds());
  }

  /** The time range is that of the longer of the two recordings. */
  #applyBounds(): void {
    const shown = [this.session.active.value, this.session.other.value].flatMap(
      (document) => document?.recording ?? [],
    );
    const from = Math.min(...shown.map(({ start_secs }) => start_secs));
    const to = Math.max(...shown.map(({ end_secs }) => end_secs));
    this.clock.setBounds(
      Number.isFinite(from) && Number.isFinite(to) ? { from, to } : { from: 0, to: 0 },
    );
    if (!this.session.active.value) this.clock.isPlaying.value = false;
  }
}
