// A take: a recording that is being performed in a page.

import type { Recording } from "reenact";
import type { SeenEvent } from "./runtime.js";
import type { PerformOptions, Xr } from "./xr.js";

export interface UntilOptions {
  /** Which of several of that name, from 1. */
  number?: number;
  /** Whether to stop where an event starts; otherwise where it ends. */
  start?: boolean;
}

/** A recording that is being performed in a page. */
export class Take {
  #frame = -1;

  /** @internal */
  constructor(
    readonly xr: Xr,
    readonly recording: Recording,
    readonly options: PerformOptions & { speed: number; repeat: number; frames: number; input: "hands" | "controllers" },
  ) {}

  /** Number of the frame of the recording that the page saw last; −1 before the first. */
  get frame(): number {
    return this.#frame;
  }

  /** Time of that frame in the recording. */
  get timeSecs(): number {
    return this.recording.startSecs + (Math.max(this.#frame, 0) % this.options.frames) / this.xr.options.rateHz;
  }

  /** Goes on to a marker, or to the end of an event such as `pinch`, `grab` or `poke`. */
  async until(name: string, { number = 1, start = false }: UntilOptions = {}): Promise<void> {
    const markers = this.recording.markers().filter((marker) => marker.name === name);
    const events = this.recording.events().filter((event) => event.kind === name);
    const times = markers.length > 0
      ? markers.map((marker) => marker.time_secs)
      : events.map((event) => (start ? event.from_secs : event.to_secs));
    const time = times[number - 1];
    if (time === undefined) throw new Error(this.#missing(name, number, times.length));
    await this.untilTime(time);
  }

  /** Goes on to a time of the recording. */
  async untilTime(timeSecs: number): Promise<void> {
    const { rateHz } = this.xr.options;
    const { frames, repeat } = this.options;
    const wanted = Math.ceil((timeSecs - this.recording.startSecs) * rateHz - 1e-3);
    const first = Math.min(Math.max(wanted, 0), frames - 1);
    // In a repetition, the next time that it comes.
    const round = first > this.#frame ? 0 : Math.ceil((this.#frame - first) / frames);
    const target = first + Math.min(round, repeat - 1) * frames;
    await this.#to(target);
  }

  /** Goes on by some frames. */
  async advance(frames = 1): Promise<void> {
    await this.#to(this.#frame + Math.ceil(frames * this.options.speed));
  }

  /** Goes on to the end, and lets the page draw what follows of it. */
  async finish(): Promise<void> {
    await this.#to(this.options.frames * this.options.repeat - 1);
    await this.xr.step(2);
    await this.xr.call("end");
  }

  /** The next frame is that of another time. */
  async seek(timeSecs: number): Promise<void> {
    const frame = Math.round((timeSecs - this.recording.startSecs) * this.xr.options.rateHz);
    const target = Math.min(Math.max(frame, 0), this.options.frames - 1);
    await this.xr.call("seek", target);
    this.#frame = target - 1;
  }

  /** Stands still: the page draws, the person does not move. */
  async pause(): Promise<void> {
    await this.xr.call("pause", true);
  }

  async resume(): Promise<void> {
    await this.xr.call("pause", false);
  }

  async setSpeed(speed: number): Promise<void> {
    if (!(speed > 0)) throw new Error(`the speed must be positive, not ${speed}`);
    await this.xr.call("setSpeed", speed);
    this.options.speed = speed;
  }

  /** Select and squeeze events and changes of input sources that the page got, with the frame of each. */
  async events(): Promise<SeenEvent[]> {
    return this.xr.call("events");
  }

  /** What the page saw since the take began, as a recording. */
  async seen(): Promise<Recording> {
    return this.xr.seen();
  }

  async #to(target: number): Promise<void> {
    const stops = this.options.screenshots ? this.#markerFrames().filter((stop) => stop.frame > this.#frame && stop.frame <= target) : [];
    for (const stop of stops) {
      await this.#go(stop.frame);
      const picture = await this.xr.page.screenshot();
      await this.xr.options.attach?.(`${stop.name}.png`, picture, "image/png");
    }
    await this.#go(target);
  }

  async #go(target: number): Promise<void> {
    if (this.xr.options.time === "real") {
      await this.xr.page.waitForFunction(
        // biome-ignore lint/suspicious/noExplicitAny: the page's side has no type here
        (frame) => { const state = (globalThis as any).__reenact.state(); return state.frame >= frame || state.isDone; },
        target,
        { timeout: 0, polling: 20 },
      );
      this.#frame = (await this.xr.state()).frame;
      return;
    }
    while (this.#frame < target) {
      const frames = Math.max(1, Math.ceil((target - this.#frame) / this.options.speed - 1e-9));
      // In parts, so that a long take does not keep the page from answering.
      const reached = await this.xr.call("advance", Math.min(frames, 300));
      if (reached <= this.#frame) {
        const { isInSession } = await this.xr.state();
        if (!isInSession) throw new Error("the page ended its session before the take was over");
        break;
      }
      this.#frame = reached;
    }
  }

  #markerFrames(): { name: string; frame: number }[] {
    const { rateHz } = this.xr.options;
    return this.recording.markers().map(({ name, time_secs }) => ({
      name,
      frame: Math.max(0, Math.ceil((time_secs - this.recording.startSecs) * rateHz - 1e-3)),
    }));
  }

  #missing(name: string, number: number, count: number): string {
    if (count > 0) return `the recording has ${count} of ${name}, and not ${number}`;
    const names = new Set([
      ...this.recording.markers().map((marker) => marker.name),
      ...this.recording.events().map((event) => event.kind),
    ]);
    const hands = (["left", "right"] as const).filter((side) => this.recording.spans(side, "observed").length === 0);
    const missing = hands.length > 0 ? `; it has no ${hands.join(" and no ")} hand` : "";
    const all = names.size > 0 ? `there are ${[...names].join(", ")}` : "there are none";
    return `the recording has no marker or event named ${JSON.stringify(name)}: ${all}${missing}`;
  }
}
