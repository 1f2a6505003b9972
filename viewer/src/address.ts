// Synchronizes the view state with the address.

import { AS_RECORDED, isSameAlignment } from "./alignment.ts";
import { decode, encode, type ViewState } from "./hash.ts";
import type { Model } from "./model.ts";
import { type Sample, sampleNamed } from "./samples.ts";
import type { Stage } from "./scene/stage.ts";
import type { Axis } from "./timeline/axis.ts";
import type { Showable } from "./view.ts";

/** Shortest interval of address updates: browsers limit their rate. */
const WRITE_EVERY_MS = 400;

/** Opens the recordings of an address. */
interface Opening {
  openSamples(samples: readonly Sample[]): void;
  /** Opens the named recordings that the server offers; false if it has none of them. */
  openWaiting(names: readonly string[]): boolean;
  /** The address asks for another recording than the one it is applied to. */
  warnOfOther(wanted: string): void;
}

export class Address {
  /** Address at the last update. */
  #written = location.hash;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** State from the address, until there is a recording to apply it to. */
  #pending: ViewState | undefined = decode(location.hash);

  constructor(
    readonly model: Model,
    readonly stage: Stage,
    readonly axis: Axis,
    readonly opening: Opening,
  ) {
    const { session, clock, view } = model;
    const sources = [
      session.changed,
      session.compareMode,
      session.alignment,
      clock.moved,
      clock.range,
      view.camera,
      view.shown,
      view.plots,
      view.trails,
      view.ghostStepSecs,
      stage.cameras.moved,
      axis.changed,
    ];
    for (const source of sources) source.on(() => this.#later());
    addEventListener("hashchange", () => {
      if (location.hash === this.#written) return;
      this.#written = location.hash;
      this.#pending = decode(location.hash);
      const open = new Set(session.documents.value.map(({ sample }) => sample));
      if (this.samples.some((sample) => !open.has(sample)))
        this.opening.openSamples(this.samples.filter((sample) => !open.has(sample)));
      else if (!this.opening.openWaiting(this.names)) this.apply();
    });
  }

  /** File names in the address. */
  get names(): string[] {
    return [this.#pending?.file, this.#pending?.compare?.name].flatMap((name) => name ?? []);
  }

  /** Recording and time that the address asks for, until they are shown. */
  get wanted(): { name: string; time: number | undefined } | undefined {
    const { sample, file, time } = this.#pending ?? {};
    return file && !sample ? { name: file, time } : undefined;
  }

  /** Samples that the address asks for: the one to show, and the one to compare with. */
  get samples(): Sample[] {
    const { sample, compare } = this.#pending ?? {};
    const other = compare && sampleNamed(compare.name);
    return sample ? [sample, ...(other && other !== sample ? [other] : [])] : [];
  }

  /** Link to the current view. */
  get link(): string {
    const url = new URL(location.href);
    url.hash = encode(this.#now());
    return url.href;
  }

  /** Applies the state from the address, once a recording is open. */
  apply(): void {
    const state = this.#pending;
    const { session, clock, view } = this.model;
    if (!state || !session.active.value) return;
    this.#pending = undefined;
    const named = (name: string | undefined) =>
      session.documents.value.find((document) => document.name === name);
    const file = state.sample
      ? session.documents.value.find(({ sample }) => sample === state.sample)
      : named(state.file);
    if (file) session.show(file);
    else if (state.file) this.opening.warnOfOther(state.file);
    if (state.compare) {
      session.compareMode.value = state.compare.mode;
      session.compareWith(named(state.compare.name));
      if (session.other.value && state.align) session.alignment.value = state.align;
    }
    if (state.range) clock.setRange(state.range);
    if (state.time !== undefined) {
      clock.seek(state.time);
      clock.isPlaying.value = false;
    }
    if (state.zoom) this.axis.show(state.zoom.from, state.zoom.to);
    if (state.camera) view.camera.value = state.camera;
    if (state.place) this.stage.cameras.place = state.place;
    else if (state.time !== undefined) this.stage.fit();
    if (state.shown) view.shown.value = new Set<Showable>(state.shown);
    if (state.plots) view.plots.value = state.plots;
    if (state.trails) view.trails.value = state.trails;
    if (state.ghostStepSecs) view.ghostStepSecs.value = state.ghostStepSecs;
  }

  #now(): ViewState {
    const { session, clock, view } = this.model;
    const { active, other } = session;
    const state: ViewState = {
      time: clock.time,
      camera: view.camera.value,
      place: this.stage.cameras.place,
      shown: [...view.shown.value],
      plots: [...view.plots.value],
    };
    if (active.value?.sample) state.sample = active.value.sample;
    else if (active.value) state.file = active.value.name;
    if (clock.range.value) state.range = clock.range.value;
    if (view.shows("trails")) state.trails = [...view.trails.value];
    if (view.shows("ghosts")) state.ghostStepSecs = view.ghostStepSecs.value;
    if (this.axis.isZoomed) state.zoom = { from: this.axis.from, to: this.axis.to };
    if (other.value) {
      state.compare = { name: other.value.name, mode: session.compareMode.value };
      const alignment = session.alignment.value;
      if (!isSameAlignment(alignment, AS_RECORDED)) state.align = alignment;
    }
    return state;
  }

  #later(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      // Not during playback, when the address would change constantly.
      if (this.model.clock.isPlaying.value || this.#pending || !this.model.session.active.value)
        return;
      // The address was changed by the user, and that event comes next.
      if (location.hash !== this.#written) return;
      history.replaceState(null, "", encode(this.#now()));
      this.#written = location.hash;
    }, WRITE_EVERY_MS);
  }
}
