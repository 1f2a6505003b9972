// Inline player: the scene with one row of controls, in any element. Without panels, worker and editing.

import { Clock } from "../clock.ts";
import { compile } from "../compile.ts";
import type { Document } from "../document.ts";
import { h, setText } from "../dom.ts";
import { open, type Source } from "../files.ts";
import { bytes, clockTime } from "../format.ts";
import { type Icon, icon } from "../icons.ts";
import { load, type Marker, Problem } from "../library.ts";
import { Loop } from "../loop.ts";
import { type Progress, progressText } from "../remote/download.ts";
import { Overlay } from "../scene/overlay.ts";
import { Stage } from "../scene/stage.ts";
import { Session } from "../session.ts";
import { watch } from "../signal.ts";
import { View } from "../view.ts";
import { enterButtons } from "../xr/buttons.ts";
import { Track } from "./track.ts";

let library: Promise<void> | undefined;

/** The library, loaded once for all players of a document. */
function ready(): Promise<void> {
  library ??= compile().then(load);
  library.catch(() => {
    // Loading can be tried again.
    library = undefined;
  });
  return library;
}

/** What happens in a player. */
export interface Told {
  ready(): void;
  timeupdate(): void;
  play(): void;
  pause(): void;
  ended(): void;
  marker(marker: Marker): void;
  progress(progress: Progress): void;
  error(problem: Problem): void;
}

export class Player {
  readonly session = new Session();
  readonly clock = new Clock();
  readonly view = new View({ isRemembered: false });
  readonly element = h("div", { className: "player" });
  readonly #scene = h("div", {
    className: "scene",
    attributes: { role: "img", "aria-label": "3D view of a recording" },
  });
  readonly #status = h("div", { className: "status", attributes: { role: "status" } });
  readonly #bar = h("div", {
    className: "bar",
    attributes: { role: "toolbar", "aria-label": "Playback" },
  });
  readonly #track: Track;
  readonly #now = h("span");
  readonly #end = h("span", { className: "end" });
  readonly #loop: Loop;
  readonly #resizes: ResizeObserver;
  #stage: Stage | undefined;
  #overlay: Overlay | undefined;
  /** Time at the last frame, to find the markers that were passed. */
  #before = 0;
  #isDisposed = false;

  constructor(
    readonly host: HTMLElement,
    readonly tell: Told,
  ) {
    const { clock, view, session } = this;
    this.#track = new Track(clock, session);
    this.#status.hidden = true;
    this.element.append(h("div", { className: "view" }, this.#scene, this.#status), this.#bar);
    this.#fillBar();
    this.#loop = new Loop(clock, (secs) => this.#draw(secs));
    for (const source of [clock.moved, clock.isPlaying, view.camera, view.shown])
      source.on(this.#loop.invalidate);
    clock.isPlaying.on(() => {
      if (clock.isPlaying.value) {
        this.#passFrom(clock.time);
        tell.play();
        return;
      }
      // The clock stops before it goes to the end.
      queueMicrotask(() => {
        tell.pause();
        if (this.isEnded) tell.ended();
      });
    });
    clock.moved.on(() => tell.timeupdate());
    session.changed.on(() => this.#applySession());
    watch([view.theme], () => {
      host.dataset.theme = view.theme.value;
      this.#stage?.applyTheme();
      this.#track.draw();
      this.#loop.invalidate();
    });
    this.#resizes = new ResizeObserver(([entry]) => {
      if (!entry || !this.#stage) return;
      this.#stage.resize(entry.contentRect.width, entry.contentRect.height);
      if (session.active.value) this.#stage.render(0);
      this.#loop.invalidate();
    });
    this.#resizes.observe(this.#scene);
  }

  get markers(): Marker[] {
    return this.session.recording?.markers() ?? [];
  }

  get stage(): Stage | undefined {
    return this.#stage;
  }

  get isEnded(): boolean {
    const { clock } = this;
    return !clock.isPlaying.value && this.session.recording !== undefined
      ? clock.time >= clock.played.to
      : false;
  }

  set hasControls(value: boolean) {
    this.#bar.hidden = !value;
  }

  /** Goes to a time; markers in between are not reported. */
  seek(time: number): void {
    this.clock.seek(time);
    this.#passFrom(this.clock.time);
  }

  fit(): void {
    this.#stage?.fit();
    this.#loop.invalidate();
  }

  /** Shows a recording, and compares it with a second one; true if the first is shown. */
  async show(sources: readonly Source[]): Promise<boolean> {
    this.close();
    this.#say("Loading…");
    try {
      await ready();
      if (this.#isDisposed) return false;
      this.#setUp();
      const documents: Document[] = [];
      for (const source of sources.slice(0, 2)) documents.push(await opened(source));
      if (this.#isDisposed) {
        for (const document of documents) document.free();
        return false;
      }
      const [first, second] = documents;
      if (!first) throw new Problem("there is no recording to show", "not-loaded");
      if (second) this.session.add(second);
      this.clock.seek(Number.NEGATIVE_INFINITY);
      this.session.add(first);
      this.session.compareWith(second);
    } catch (thrown) {
      const problem = Problem.from(thrown);
      this.#fail(problem);
      this.tell.error(problem);
      return false;
    }
    this.seek(this.clock.bounds.from);
    if (this.#stage?.fit()) this.view.camera.value = "follow";
    this.#status.hidden = true;
    this.#stage?.render(0);
    this.#loop.invalidate();
    return true;
  }

  /** Reports how much has been downloaded. */
  readonly progress = (progress: Progress): void => {
    this.#status.hidden = false;
    const { loaded, total } = progress;
    const bar = h("progress", total > 0 ? { value: loaded, max: total } : {});
    this.#status.replaceChildren(h("span", { textContent: progressText(progress) }), bar);
    this.tell.progress(progress);
  };

  /** Asks before a large download. */
  readonly confirm = (name: string, size: number): Promise<boolean> =>
    new Promise((answer) => {
      const yes = h("button", {
        type: "button",
        className: "action",
        textContent: `Load ${bytes(size)}`,
        onclick: () => answer(true),
      });
      this.#status.hidden = false;
      this.#status.replaceChildren(h("span", { textContent: name }), yes);
    });

  close(): void {
    this.clock.isPlaying.value = false;
    for (const document of [...this.session.documents.value]) {
      this.session.remove(document);
      document.free();
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.close();
    this.#resizes.disconnect();
    this.#stage?.dispose();
    this.#stage = undefined;
    this.element.remove();
  }

  #setUp(): void {
    if (this.#stage) return;
    const { session, clock, view } = this;
    const stage = new Stage(this.#scene, session, clock, view);
    const overlay = new Overlay(stage);
    this.#stage = stage;
    this.#overlay = overlay;
    this.#scene.append(overlay.element);
    stage.resize(this.#scene.clientWidth, this.#scene.clientHeight);
    for (const source of [stage.cameras.moved, stage.isLost]) source.on(this.#loop.invalidate);
    const buttons = enterButtons({
      stage,
      clock,
      view,
      loop: this.#loop,
      fail: (thrown) => tellFailure(this.#scene, thrown),
    });
    this.#bar.querySelector(".enter")?.replaceWith(buttons);
  }

  #applySession(): void {
    const { session, clock } = this;
    clock.setBounds(session.bounds);
    this.#stage?.applySession();
    this.#overlay?.setPaneNames([], session.compareMode.value);
    setText(this.#end, ` / ${clockTime(clock.bounds.to, 1)}`);
    this.#track.draw();
    this.#loop.invalidate();
  }

  #draw(secs: number): boolean {
    const { clock, session } = this;
    if (!session.active.value || !this.#stage) return false;
    this.#tellMarkers();
    const isMoving = this.#stage.render(secs);
    this.#overlay?.update();
    this.#track.update();
    setText(this.#now, clockTime(clock.time, 1));
    return isMoving;
  }

  /** Markers are reported from here on; at the start of the recording, one at its first time, too. */
  #passFrom(time: number): void {
    this.#before = time <= this.clock.bounds.from ? Number.NEGATIVE_INFINITY : time;
  }

  /** Reports the markers between the last frame and this one, while it plays. */
  #tellMarkers(): void {
    const { clock } = this;
    const [from, to] = [this.#before, clock.time];
    this.#before = to;
    if (!clock.isPlaying.value && !this.isEnded) return;
    const isPassed = (secs: number) =>
      // After the end, playback starts again.
      from <= to ? secs > from && secs <= to : secs > from || secs <= to;
    for (const marker of this.markers) if (isPassed(marker.time_secs)) this.tell.marker(marker);
  }

  #fillBar(): void {
    const { clock } = this;
    const button = (name: Icon, label: string, onclick: () => void) =>
      h(
        "button",
        { type: "button", title: label, onclick, attributes: { "aria-label": label } },
        icon(name),
      );
    const play = button("play", "Play", () => clock.toggle());
    watch([clock.isPlaying], () => {
      const label = clock.isPlaying.value ? "Pause" : "Play";
      play.replaceChildren(icon(clock.isPlaying.value ? "pause" : "play"));
      play.title = label;
      play.setAttribute("aria-label", label);
    });
    const full = button("fullscreen", "Full screen", () => {
      if (document.fullscreenElement) void document.exitFullscreen();
      else void this.host.requestFullscreen();
    });
    full.hidden = !document.fullscreenEnabled;
    this.#bar.append(
      play,
      this.#track.element,
      h("span", { className: "time" }, this.#now, this.#end),
      button("fit", "Fit scene", () => this.fit()),
      h("span", { className: "enter" }),
      full,
      h("slot", { name: "controls" }),
    );
  }

  #say(text: string): void {
    this.#status.hidden = false;
    this.#status.className = "status";
    this.#status.replaceChildren(h("span", { textContent: text }));
  }

  #fail({ message, hint }: Problem): void {
    this.#status.hidden = false;
    this.#status.className = "status is-error";
    this.#status.replaceChildren(
      h("strong", { textContent: message }),
      hint ? h("span", { textContent: hint }) : "",
    );
  }
}

const NOTE_MS = 5000;

/** Shows for a while why a headset could not be entered; the recording stays. */
function tellFailure(scene: HTMLElement, thrown: unknown): void {
  const note = h("p", {
    className: "scene-note",
    textContent: Problem.from(thrown).message,
    attributes: { role: "alert" },
  });
  scene.append(note);
  setTimeout(() => note.remove(), NOTE_MS);
}

async function opened(source: Source): Promise<Document> {
  const result = await open(source);
  if ("document" in result) return result.document;
  throw result.refusal.problem;
}
