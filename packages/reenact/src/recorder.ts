// Recording of frames as they arrive, in memory or to a journal.

import { checked } from "./error.js";
import { load } from "./module.js";
import { Recording } from "./recording.js";
import * as wasm from "./wasm/reenact_wasm.js";

export interface RecorderOptions {
  /** Maximum rate of frames; without it, all are kept. */
  rateHz?: number;
  /** Length of a ring buffer in seconds; without it, everything is kept. */
  keepSecs?: number;
  /** Whether pauses are cut out; true by default. */
  cutPauses?: boolean;
}

/** Builds a recording from frames: all of them, or those of the last seconds. */
export class Recorder {
  readonly #inner: wasm.Recorder;
  /** Where in a frame everything is. */
  readonly layout: wasm.FrameLayout;

  private constructor(inner: wasm.Recorder) {
    this.#inner = inner;
    this.layout = wasm.layout();
  }

  static async create(options: RecorderOptions = {}): Promise<Recorder> {
    await load();
    const given = { rate_hz: options.rateHz, keep_secs: options.keepSecs, cut_pauses: options.cutPauses };
    return new Recorder(checked(() => new wasm.Recorder(given)));
  }

  /** Number of kept frames. */
  get frames(): number {
    return this.#inner.frames;
  }

  /** Time from the first kept frame to the last. */
  get durationSecs(): number {
    return this.#inner.duration_secs;
  }

  /** Records a frame of `layout.len` floats; NaN stands for what is not known. */
  record(timeSecs: number, frame: Float32Array): "kept" | "over-rate" | "paused" | "refused" | "full" {
    return checked(() => this.#inner.record(timeSecs, frame)) as ReturnType<Recorder["record"]>;
  }

  /** Adds a marker at the last kept frame, or at the first one to come. */
  mark(name: string): void {
    checked(() => this.#inner.mark(name));
  }

  pause(): void {
    this.#inner.pause();
  }

  resume(): void {
    this.#inner.resume();
  }

  /** Drops all frames and markers. */
  discard(): void {
    this.#inner.discard();
  }

  /** Recording of the kept frames; recording can go on. */
  recording(name = "recorded.bin"): Recording {
    return new Recording(checked(() => this.#inner.recording(name)));
  }

  free(): void {
    this.#inner.free();
  }

  [Symbol.dispose](): void {
    this.free();
  }
}

export interface JournalOptions {
  /** Maximum rate of frames; without it, all are kept. */
  rateHz?: number;
}

/**
 * Writes frames as chunks of bytes that are only ever appended, so that a crash loses less than a second.
 *
 * `open` reads the file, whether it was ended or not. Memory is that of one chunk.
 */
export class Journal {
  readonly #inner: wasm.Journal;
  readonly #append: (bytes: Uint8Array) => void;
  /** Where in a frame everything is. */
  readonly layout: wasm.FrameLayout;

  private constructor(inner: wasm.Journal, append: (bytes: Uint8Array) => void) {
    this.#inner = inner;
    this.#append = append;
    this.layout = wasm.layout();
    this.#write();
  }

  /** `append` gets each chunk, in order; what it throws, such as that the disk is full, is thrown by the call that wrote. */
  static async create(append: (bytes: Uint8Array) => void, options: JournalOptions = {}): Promise<Journal> {
    await load();
    return new Journal(checked(() => new wasm.Journal(options.rateHz)), append);
  }

  /** Number of kept frames. */
  get frames(): number {
    return this.#inner.frames;
  }

  /** Records a frame of `layout.len` floats; true if it is kept. */
  record(timeSecs: number, frame: Float32Array): boolean {
    const isKept = checked(() => this.#inner.record(timeSecs, frame));
    this.#write();
    return isKept;
  }

  /** Adds a marker at the last frame. */
  mark(name: string): void {
    checked(() => this.#inner.mark(name));
  }

  /** Writes the last chunk, with the mark that the recording was ended. */
  finish(): void {
    const bytes = checked(() => this.#inner.finish());
    if (bytes.length > 0) this.#append(bytes);
  }

  #write(): void {
    const bytes = this.#inner.take();
    if (bytes.length > 0) this.#append(bytes);
  }

  free(): void {
    this.#inner.free();
  }

  [Symbol.dispose](): void {
    this.free();
  }
}
