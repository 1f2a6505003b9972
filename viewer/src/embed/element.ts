// `<reenact-viewer>`: the inline player as a custom element, with an interface like that of `<video>`.
//
// Inline in a shadow tree and not in a frame: it has the size that the page gives it, needs no second document and no permission to be
// framed, its events and properties are synchronous, and several on a page share one copy of the library.

import { ofBlob } from "../bytes.ts";
import type { Source } from "../files.ts";
import type { Marker, Problem } from "../library.ts";
import { remote } from "../remote/download.ts";
import type { CameraMode, Theme } from "../view.ts";
import { Player } from "./player.ts";
import { playerStyles } from "./styles.ts";

const CAMERAS: readonly CameraMode[] = ["orbit", "first-person", "follow"];

/** What the package promises of the element. */
type Promised = Omit<import("./reenact-viewer.d.ts").ReenactViewer, keyof HTMLElement>;

export class ReenactViewer extends HTMLElement implements Promised {
  static readonly observedAttributes = [
    "src",
    "compare",
    "loop",
    "time",
    "speed",
    "camera",
    "theme",
    "controls",
  ];

  #player: Player | undefined;
  #error: Problem | undefined;
  /** Recording given by a script instead of `src`. */
  #given: readonly Source[] | undefined;
  #isLoading = false;
  /** Whether the page asked to play or pause before the recording was there. */
  #wantsToPlay: boolean | undefined;
  #wantedTime: number | undefined;

  /** Address of the recording. */
  get src(): string {
    return this.getAttribute("src") ?? "";
  }

  set src(value: string) {
    this.setAttribute("src", value);
  }

  get autoplay(): boolean {
    return this.hasAttribute("autoplay");
  }

  set autoplay(value: boolean) {
    this.toggleAttribute("autoplay", value);
  }

  get loop(): boolean {
    return this.hasAttribute("loop");
  }

  set loop(value: boolean) {
    this.toggleAttribute("loop", value);
  }

  /** Current time of the recording in seconds. */
  get currentTime(): number {
    return this.#wantedTime ?? this.#player?.clock.time ?? 0;
  }

  set currentTime(value: number) {
    this.seek(value);
  }

  /** Time of the first key in seconds, which is 0 in most recordings. */
  get startTime(): number {
    return this.#isReady ? (this.#player?.clock.bounds.from ?? 0) : 0;
  }

  /** Seconds from the first key to the last; NaN before the recording is loaded. */
  get duration(): number {
    const { from, to } = this.#player?.clock.bounds ?? { from: 0, to: 0 };
    return this.#isReady ? to - from : Number.NaN;
  }

  get paused(): boolean {
    return !(this.#player?.clock.isPlaying.value ?? false);
  }

  get ended(): boolean {
    return this.#player?.isEnded ?? false;
  }

  get playbackRate(): number {
    return this.#player?.clock.speed.value ?? number(this.getAttribute("speed")) ?? 1;
  }

  set playbackRate(value: number) {
    this.setAttribute("speed", String(value));
  }

  /** Markers of the recording. */
  get markers(): { name: string; time: number }[] {
    return (this.#player?.markers ?? []).map(plain);
  }

  /** Why the recording is not shown. */
  get error(): { message: string; code: string; hint: string | undefined } | null {
    if (!this.#error) return null;
    const { message, code, hint } = this.#error;
    return { message, code, hint };
  }

  /** Starts playback, as soon as the recording is loaded. */
  play(): void {
    const clock = this.#player?.clock;
    if (!clock || !this.#isReady) this.#wantsToPlay = true;
    else if (!clock.isPlaying.value) clock.toggle();
  }

  pause(): void {
    this.#wantsToPlay = false;
    const clock = this.#player?.clock;
    if (clock) clock.isPlaying.value = false;
  }

  /** Goes to a time in seconds; times outside of the recording go to its ends. */
  seek(seconds: number): void {
    if (this.#isReady) this.#player?.seek(seconds);
    else this.#wantedTime = seconds;
  }

  /** Shows a file that the page has, instead of an address. */
  open(file: Blob, name = file instanceof File ? file.name : "recording.bin"): void {
    this.#given = [{ name, read: async () => ofBlob(file) }];
    this.#load();
  }

  /** Shows recordings that come with a page. */
  show(sources: readonly Source[]): void {
    this.#given = sources;
    this.#load();
  }

  connectedCallback(): void {
    if (this.#player) return;
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [playerStyles()];
    const tell = (name: string, detail?: unknown) =>
      this.dispatchEvent(new CustomEvent(name, { detail }));
    const player = new Player(this, {
      ready: () => tell("ready"),
      timeupdate: () => this.#isReady && tell("timeupdate"),
      play: () => tell("play"),
      pause: () => this.#isReady && tell("pause"),
      ended: () => this.#isReady && tell("ended"),
      marker: (marker: Marker) => tell("marker", plain(marker)),
      progress: ({ loaded, total }) => tell("progress", { loaded, total }),
      error: (problem) => {
        this.#error = problem;
        tell("error", this.error);
      },
    });
    this.#player = player;
    root.replaceChildren(player.element);
    for (const name of ReenactViewer.observedAttributes) this.#apply(name);
    this.addEventListener("keydown", this.#onKey);
    if (this.#given || this.src) this.#load();
  }

  disconnectedCallback(): void {
    // An element that is moved is disconnected and connected again at once.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.removeEventListener("keydown", this.#onKey);
      this.#player?.dispose();
      this.#player = undefined;
    });
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before === now || !this.#player) return;
    if (name === "src" || name === "compare") {
      this.#given = undefined;
      if (this.src) this.#load();
      else this.#player.close();
    } else this.#apply(name);
  }

  get #isReady(): boolean {
    return !this.#isLoading && this.#player?.session.active.value !== undefined;
  }

  #apply(name: string): void {
    const player = this.#player;
    if (!player) return;
    const value = this.getAttribute(name);
    const { clock, view } = player;
    if (name === "loop") clock.isLooping.value = this.loop;
    if (name === "speed") clock.speed.value = Math.max(0, number(value) ?? 1);
    if (name === "controls") player.hasControls = value !== "none";
    if (name === "theme") view.theme.value = themeOf(value);
    if (name === "camera")
      view.camera.value = CAMERAS.find((mode) => mode === value) ?? view.camera.value;
    if (name === "time" && this.#isReady) {
      const time = number(value);
      if (time !== undefined) this.seek(time);
    }
  }

  #load(): void {
    // Several attributes may be set one after the other.
    if (this.#isLoading || !this.#player) return;
    this.#isLoading = true;
    this.#error = undefined;
    queueMicrotask(() => void this.#loadNow());
  }

  async #loadNow(): Promise<void> {
    const player = this.#player;
    if (!player) {
      this.#isLoading = false;
      return;
    }
    const [src, compare, given] = [this.src, this.getAttribute("compare"), this.#given];
    const sources =
      given ?? [src, compare].flatMap((address) => (address ? remote(address, player) : []));
    const isShown = await player.show(sources);
    this.#isLoading = false;
    if (player !== this.#player) return;
    const isOther =
      this.src !== src || this.getAttribute("compare") !== compare || this.#given !== given;
    if (isOther) {
      this.#load();
      return;
    }
    if (!isShown) return;
    this.#apply("camera");
    const time = this.#wantedTime ?? number(this.getAttribute("time"));
    this.#wantedTime = undefined;
    if (time !== undefined) player.seek(time);
    player.tell.ready();
    if (this.#wantsToPlay ?? this.autoplay) this.play();
    this.#wantsToPlay = undefined;
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    // A button that has the focus is pressed by the space bar.
    const isOnButton = event.composedPath()[0] instanceof HTMLButtonElement;
    if (event.key !== "k" && (event.key !== " " || isOnButton)) return;
    event.preventDefault();
    this.#player?.clock.toggle();
  };
}

const plain = ({ name, time_secs }: Marker) => ({ name, time: time_secs });

function number(text: string | null): number | undefined {
  const value = Number(text);
  return text !== null && text.trim() !== "" && Number.isFinite(value) ? value : undefined;
}

const themeOf = (value: string | null): Theme => {
  if (value === "light" || value === "dark") return value;
  return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
};

/** Defines the element, once a document. */
export function define(): void {
  if (!customElements.get("reenact-viewer")) customElements.define("reenact-viewer", ReenactViewer);
}
