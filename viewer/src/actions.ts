// Actions of the page, independent of the button or key that triggers them.

import type { Document } from "./document.ts";
import { outputStem, save, saveAs, savePicture } from "./download.ts";
import * as edits from "./edit/edits.ts";
import * as files from "./files.ts";
import type { FilmOptions } from "./film/film.ts";
import { bytes, clockTime } from "./format.ts";
import type { Finding, Format } from "./library.ts";
import type { Model } from "./model.ts";
import type { Messages } from "./panels/messages.ts";
import { type Progress, remote } from "./remote/download.ts";
import { openSample, SAMPLES, type Sample } from "./samples.ts";
import type { Overlay } from "./scene/overlay.ts";
import { picture } from "./scene/picture.ts";
import type { Stage } from "./scene/stage.ts";
import { Event, Signal } from "./signal.ts";

export class Actions {
  /** Recordings that the server offers and that are not open yet. */
  readonly waiting = new Signal<readonly files.Source[]>([]);
  readonly isOpening = new Signal(false);
  /** Download that is under way. */
  readonly download = new Signal<Progress | undefined>(undefined);
  /** Recording that is being read, and the part of it that has been; undefined if that is unknown. */
  readonly reading = new Signal<{ name: string; part: number | undefined } | undefined>(undefined);
  /** All requested recordings have been opened. */
  readonly opened = new Event();
  /** Number of rendered frames and of all frames of a film that is being made. */
  readonly filming = new Signal<{ done: number; all: number } | undefined>(undefined);
  /** Finding that was selected last. */
  readonly shownFinding = new Signal<Finding | undefined>(undefined);
  /** Time in milliseconds from the bytes being available to the first rendered frame. */
  openedMs = 0;
  #film: AbortController | undefined;

  constructor(
    readonly model: Model,
    readonly stage: Stage,
    readonly overlay: Overlay,
    readonly messages: Messages,
  ) {
    model.session.forgot.on(() =>
      messages.say("Undo history shortened to save memory; the opened file is kept"),
    );
  }

  get #outputStem(): string {
    return this.#active ? outputStem(this.#active) : "reenact";
  }

  get #active(): Document | undefined {
    return this.model.session.active.value;
  }

  readonly open = async (sources: readonly files.Source[]): Promise<void> => {
    this.isOpening.value = true;
    try {
      for (const source of sources) await this.#openOne(source);
    } catch (thrown) {
      this.messages.fail(thrown);
    }
    this.isOpening.value = false;
    this.download.value = undefined;
    this.reading.value = undefined;
    this.opened.emit();
  };

  /** Recordings at addresses. */
  remote(addresses: readonly string[]): files.Source[] {
    const progress = (now: Progress) => {
      this.download.value = now;
    };
    const confirm = (name: string, size: number) =>
      this.messages.ask(`${name} has ${bytes(size)}`, "Download and open");
    return addresses.map((address) => remote(address, { progress, confirm }));
  }

  async #openOne(source: files.Source): Promise<void> {
    const name = this.#freeName(source.name);
    this.reading.value = { name, part: undefined };
    const progress = (done: number, size: number) => {
      // Whole percents: more is not shown.
      const part = size > 0 ? Math.floor((100 * done) / size) / 100 : undefined;
      if (part !== this.reading.value?.part) this.reading.value = { name, part };
    };
    const opened = await files.open({ ...source, name }, progress);
    if ("document" in opened) {
      this.add(opened.document);
      this.stage.render(0);
      this.openedMs = performance.now() - opened.readAt;
    } else this.messages.refuse(opened.refusal, (document) => this.#addSalvaged(document));
  }

  /** Shows a salvaged recording, and what is missing from it. */
  #addSalvaged(document: Document): void {
    this.add(document);
    this.model.view.tab.value = "info";
    this.messages.warn(
      `${document.name} is incomplete`,
      document.losses.map(({ message }) => message),
    );
  }

  /** Opens dropped files, and the first recording of dropped folders; the others are listed. */
  readonly drop = async (dropped: Promise<files.Dropped>): Promise<void> => {
    try {
      const { files: single, inFolders, emptyFolders } = await dropped;
      for (const folder of emptyFolders)
        this.messages.warn(`No recording in ${folder}`, [
          `Files with these extensions are opened: ${files.ENDINGS.join(", ")}, also with ${files.PACKED.join(" or ")}.`,
        ]);
      const [first, ...others] = inFolders;
      for (const source of others)
        this.waiting.value = [
          ...this.waiting.value,
          { ...source, name: this.#freeName(source.name) },
        ];
      await this.open(first ? [...single, first] : single);
    } catch (thrown) {
      this.messages.fail(thrown);
    }
  };

  /** Unused name for another recording. */
  #freeName(name: string): string {
    const others = [...this.model.session.documents.value, ...this.waiting.value];
    return files.distinct(
      name,
      others.map((other) => other.name),
    );
  }

  /** Shows a recording and fits the view to it: the first one at its start, others at the current time. */
  add(document: Document): void {
    const { session, clock, view } = this.model;
    if (session.documents.value.length === 0) clock.seek(Number.NEGATIVE_INFINITY);
    const isFirst = session.documents.value.length === 0;
    // Computing measures of a large recording would block the page for seconds, so that waits for a request.
    if (isFirst && document.isBig) view.clearFirstPlots();
    session.add(document);
    const isRoaming = this.stage.fit();
    if (isFirst && isRoaming) view.camera.value = "follow";
  }

  /** Opens recordings that the library makes, and plays the first of them. The others are there to compare. */
  readonly openSamples = (samples: readonly Sample[]): void => {
    const { session, clock } = this.model;
    try {
      const opened = samples.map((sample) => {
        const document = openSample(sample, this.#freeName(SAMPLES[sample].name));
        this.add(document);
        return document;
      });
      const [first, second] = opened;
      if (second) {
        session.show(first);
        session.compareWith(second);
        // A device may have been running for a while when the recording started.
        const offset = second.recording.start_secs - (first?.recording.start_secs ?? 0);
        session.alignment.value = { reference: "as-recorded", offset };
      }
    } catch (thrown) {
      this.messages.fail(thrown);
    }
    // A link to a time stops it there.
    clock.isPlaying.value = matchMedia("(prefers-reduced-motion: no-preference)").matches;
    this.opened.emit();
  };

  readonly chooseFiles = (): void => files.choose((sources) => void this.open(sources));

  /** Opens the named recordings that the server offers; false if it has none of them. */
  readonly openWaiting = (names: readonly string[]): boolean => {
    const sources = this.waiting.value.filter(({ name }) => names.includes(name));
    if (sources.length === 0) return false;
    this.waiting.value = this.waiting.value.filter((source) => !sources.includes(source));
    void this.open(sources);
    return true;
  };

  /** Says that a link was made for another recording. */
  warnOfOther(wanted: string): void {
    this.messages.say(`This link was made for ${wanted}; ${this.#active?.name} is open`);
  }

  readonly closeFile = (): void => {
    if (this.#active) this.close(this.#active);
  };

  /** Closes a recording. Unsaved edits can be restored for a while. */
  readonly close = (document: Document): void => {
    const { session } = this.model;
    session.remove(document);
    if (!document.hasUnsavedEdits) {
      document.free();
      return;
    }
    this.messages.offer(`${document.name} was closed with edits that are not saved`, {
      label: "Reopen",
      take: () => session.add(document),
      leave: () => document.free(),
    });
  };

  /** Shows the next or previous recording in the list, and opens it if the server offers it. */
  showNext(step: 1 | -1): void {
    const { session } = this.model;
    const [waiting] = this.waiting.value;
    const isLast = session.documents.value.at(-1) === session.active.value;
    if (step > 0 && isLast && waiting) this.openWaiting([waiting.name]);
    else session.showNext(step);
  }

  /** Compares with the next recording in the list, or stops comparing. */
  readonly toggleCompare = async (): Promise<void> => {
    const { session } = this.model;
    const { documents, active, other } = session;
    if (other.value) {
      session.compareWith(undefined);
      return;
    }
    const shown = active.value;
    // The server may offer a second recording that is not open yet.
    const [source] = this.waiting.value;
    if (documents.value.length === 1 && source) {
      this.waiting.value = this.waiting.value.slice(1);
      await this.open([source]);
      session.show(shown);
    }
    const at = shown ? documents.value.indexOf(shown) : -1;
    const next = documents.value[(at + 1) % documents.value.length];
    if (next && next !== shown) session.compareWith(next);
    else this.messages.say("Open a second recording to compare");
  };

  readonly switchCompareMode = (): void => {
    const { compareMode } = this.model.session;
    compareMode.value = compareMode.value === "side" ? "overlay" : "side";
  };

  readonly undo = (): void => {
    const { clock } = this.model;
    const { time } = clock;
    const part = this.#active?.undo();
    if (part) clock.uncut(part, time);
  };

  readonly redo = (): void => {
    const { clock } = this.model;
    const { time } = clock;
    const part = this.#active?.redo();
    if (part) clock.cut(part, time);
  };

  /** Adds a marker at the current time and returns its index. */
  addMarker(): number {
    const document = this.#active;
    if (!document) return -1;
    const { time } = this.model.clock;
    const names = new Set(document.recording.markers().map(({ name }) => name));
    let number = 1;
    while (names.has(`marker ${number}`)) number += 1;
    const name = `marker ${number}`;
    this.edit(() => edits.addMarker(document, time, name));
    return document.recording.markers().findIndex((marker) => marker.name === name);
  }

  /** Goes to the next or previous marker. */
  toMarker(direction: 1 | -1): void {
    const times = this.#active?.recording.markers().map(({ time_secs }) => time_secs) ?? [];
    this.#toNext(times, direction);
  }

  toFinding(direction: 1 | -1): void {
    const { value } = this.model.analysis.doctor;
    if (value.kind !== "done") return;
    const { findings } = value.report;
    const time = this.#toNext(
      findings.flatMap(({ from_secs }) => from_secs ?? []),
      direction,
    );
    if (time !== undefined)
      this.shownFinding.value = findings.find(({ from_secs }) => from_secs === time);
  }

  /** Seeks to the next or previous of some times and returns that time. */
  #toNext(times: number[], direction: 1 | -1): number | undefined {
    const { clock } = this.model;
    const sorted = times.filter(Number.isFinite).sort((a, b) => a - b);
    const next =
      direction > 0
        ? sorted.find((time) => time > clock.time + 1e-3)
        : sorted.findLast((time) => time < clock.time - 1e-3);
    if (next !== undefined) clock.seek(next);
    return next;
  }

  /** Goes to the time of a finding, and shows the list of findings. */
  readonly showFinding = (finding: Finding): void => {
    const { view, clock } = this.model;
    view.hasRightPanel.value = true;
    view.tab.value = "findings";
    this.shownFinding.value = finding;
    if (typeof finding.from_secs === "number") clock.seek(finding.from_secs);
  };

  readonly repair = async (): Promise<void> => {
    const document = this.#active;
    if (!document) return;
    try {
      const repaired = await edits.repair(document, this.model.jobs);
      this.messages.say(
        repaired > 0
          ? `Repaired ${repaired} ${repaired === 1 ? "defect" : "defects"}`
          : "Nothing to repair",
      );
    } catch (thrown) {
      this.messages.fail(thrown);
    }
  };

  /** Exports the recording, or with `isPart` the range between in and out. */
  async export(format: Format, isPart = false): Promise<void> {
    const document = this.#active;
    if (!document) return;
    const range = isPart ? this.model.clock.range.value : undefined;
    try {
      const notes = await saveAs(document, this.model.jobs, format, range);
      const lost = notes.filter((note) => note.is_loss).map((note) => note.message);
      if (lost.length > 0) this.messages.say(`Not in the .${format}: ${lost.join("; ")}`);
    } catch (thrown) {
      this.messages.fail(thrown);
    }
  }

  readonly screenshot = (): void => {
    this.stage.render(0);
    this.overlay.update();
    const { clock } = this.model;
    savePicture(
      picture(this.stage.canvas, this.overlay.labels, this.stage.size.width),
      `${this.#outputStem}-${clock.time.toFixed(2)}.png`,
    );
  };

  /** Renders a film of the range between in and out, and saves it. */
  readonly film = async (options: FilmOptions): Promise<void> => {
    if (this.#film) return;
    const { clock } = this.model;
    const { stage, overlay } = this;
    this.#film = new AbortController();
    this.filming.value = { done: 0, all: 0 };
    try {
      const progress = (done: number, all: number) => {
        this.filming.value = { done, all };
      };
      const { signal } = this.#film;
      // Few make films: the encoders are fetched when they are needed.
      const { renderFilm } = await import("./film/film.ts");
      const film = await renderFilm({ clock, stage, overlay }, options, progress, signal);
      const ending = options.format === "png" ? "zip" : options.format;
      if (film) save(film, `${this.#outputStem}.${ending}`);
    } catch (thrown) {
      this.messages.fail(thrown);
    }
    this.#film = undefined;
    this.filming.value = undefined;
  };

  readonly stopFilm = (): void => this.#film?.abort();

  /** Reason why a link does not work on other machines; empty if it does. */
  #linkLimit(): string {
    const { protocol, hostname } = location;
    if (protocol === "file:" || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname))
      return "It works on this machine only";
    if (this.#active?.sample || this.#active?.url) return "";
    return `It does not contain the recording: others need the file ${this.#active?.name} too`;
  }

  async copyLink(link: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(link);
      const limit = this.#linkLimit();
      this.messages.say(
        `Link to ${clockTime(this.model.clock.time)} copied${limit && `. ${limit}`}`,
      );
    } catch {
      // Without permission for the clipboard, the link goes to the address bar.
      history.replaceState(null, "", new URL(link).hash);
      this.messages.say("Clipboard not available: copy the link from the address bar");
    }
  }

  /** Edits the recording, and shows an error message if that fails. */
  readonly edit = (change: (document: Document) => void): void => {
    try {
      if (this.#active) change(this.#active);
    } catch (thrown) {
      this.messages.fail(thrown);
    }
  };

  fail(thrown: unknown): void {
    this.messages.fail(thrown);
  }
}
