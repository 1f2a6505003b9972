// Synchronizes the view state with the address.

import { decode, encode, type Moment } from "./hash.ts";
import type { Model } from "./model.ts";
import type { Stage } from "./scene/stage.ts";
import type { Axis } from "./timeline/axis.ts";
import type { Showable } from "./view.ts";

/** Shortest interval of address updates: browsers limit their rate. */
const WRITE_EVERY_MS = 400;

/** Opens the recordings of an address. */
interface Opening {
  openDemo(): void;
  /** Opens the named recordings that the server offers; false if it has none of them. */
  openWaiting(names: readonly string[]): boolean;
}

export class Address {
  /** Address at the last update. */
  #written = location.hash;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** State from the address, until there is a recording to apply it to. */
  #pending: Moment | undefined = decode(location.hash);

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
      if (this.#pending.isDemo && !session.documents.value.some(({ isDemo }) => isDemo))
        this.opening.openDemo();
      else if (!this.opening.openWaiting(this.names)) this.apply();
    });
  }

  /** File names in the address. */
  get names(): string[] {
    return [this.#pending?.file, this.#pending?.compare?.name].flatMap((name) => name ?? []);
  }

  get asksForDemo(): boolean {
    return this.#pending?.isDemo === true;
  }

  /** Link to the current view. */
  get link(): string {
    const url = new URL(location.href);
    url.hash = encode(this.#now());
    return url.href;
  }

  /** Applies the state from the address, once a recording is open. */
  apply(): void {
    const moment = this.#pending;
    const { session, clock, view } = this.model;
    if (!moment || !session.active.value) return;
    this.#pending = undefined;
    const named = (name: string | undefined) =>
      session.documents.value.find((document) => document.name === name);
    const file = moment.isDemo
      ? session.documents.value.find(({ isDemo }) => isDemo)
      : named(moment.file);
    if (file) session.show(file);
    if (moment.compare) {
      session.compareMode.value = moment.compare.mode;
      session.compareWith(named(moment.compare.name));
    }
    if (moment.range) clock.setRange(moment.range);
    if (moment.time !== undefined) clock.seek(moment.time);
    if (moment.zoom) this.axis.show(moment.zoom.from, moment.zoom.to);
    if (moment.camera) view.camera.value = moment.camera;
    if (moment.place) this.stage.cameras.place = moment.place;
    if (moment.shown) view.shown.value = new Set<Showable>(moment.shown);
    if (moment.plots) view.plots.value = moment.plots;
    if (moment.trails) view.trails.value = moment.trails;
    if (moment.ghostStepSecs) view.ghostStepSecs.value = moment.ghostStepSecs;
  }

  #now(): Moment {
    const { session, clock, view } = this.model;
    const { active, other } = session;
    const moment: Moment = {
      time: clock.time,
      camera: view.camera.value,
      place: this.stage.cameras.place,
      shown: [...view.shown.value],
      plots: [...view.plots.value],
    };
    if (active.value?.isDemo) moment.isDemo = true;
    else if (active.value) moment.file = active.value.name;
    if (clock.range.value) moment.range = clock.range.value;
    if (view.shows("trails")) moment.trails = [...view.trails.value];
    if (view.shows("ghosts")) moment.ghostStepSecs = view.ghostStepSecs.value;
    if (this.axis.isZoomed) moment.zoom = { from: this.axis.from, to: this.axis.to };
    if (other.value) moment.compare = { name: other.value.name, mode: session.compareMode.value };
    return moment;
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
