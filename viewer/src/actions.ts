// Actions of the page, independent of the button or key that triggers them.

import type { Document } from "./document.ts";
import { film, save, saveAs, savePicture, stem } from "./download.ts";
import * as edits from "./edit/edits.ts";
import * as files from "./files.ts";
import { clockTime } from "./format.ts";
import type { Finding, Format } from "./library.ts";
import type { Model } from "./model.ts";
import type { Messages } from "./panels/messages.ts";
import type { Overlay } from "./scene/overlay.ts";
import { pictureOf } from "./scene/picture.ts";
import type { Stage } from "./scene/stage.ts";
import { Event, Signal } from "./signal.ts";

export class Actions {
  /** Recordings that the server offers and that are not open yet. */
  readonly waiting = new Signal<readonly files.Source[]>([]);
  readonly isOpening = new Signal(false);
  /** All requested recordings have been opened. */
  readonly opened = new Event();
  readonly isFilming = new Signal(false);
  /** Finding that was selected last. */
  readonly shownFinding = new Signal<Finding | undefined>(undefined);
  /** Time in milliseconds from the bytes being available to the first rendered frame. */
  openedMs = 0;
  #stopFilm: (() => void) | undefined;

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
    this.opened.emit();
  };

  async #openOne(source: files.Source): Promise<void> {
    const opened = await files.open({ ...source, name: this.#freeName(source.name) });
    if ("document" in opened) {
      this.add(opened.document);
      this.stage.render(0);
      this.openedMs = performance.now() - opened.readAt;
    } else this.messages.refuse(opened.refusal, (document) => this.add(document));
  }

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

  readonly openDemo = (): void => {
    this.add(files.demo(this.#freeName("demo.bin")));
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
    const { clock } = this.model;
    savePicture(
      pictureOf(this.stage.canvas, this.overlay.words),
      `${stem(this.#active?.name ?? "reenact")}-${clock.time.toFixed(2)}.png`,
    );
  };

  /** Starts or stops recording a video of the range between in and out. */
  readonly toggleFilm = async (): Promise<void> => {
    if (this.#stopFilm) {
      this.#stopFilm();
      return;
    }
    const name = stem(this.#active?.name ?? "reenact");
    try {
      const { done, stop } = film(this.stage.canvas, this.model.clock);
      this.#stopFilm = stop;
      this.isFilming.value = true;
      save(await done, `${name}.webm`);
    } catch (thrown) {
      this.messages.fail(thrown);
    }
    this.#stopFilm = undefined;
    this.isFilming.value = false;
  };

  async copyLink(link: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(link);
      this.messages.say(`Link to ${clockTime(this.model.clock.time)} copied`);
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
