// Types of @reenact/viewer.

/** Marker of a recording. */
export interface ViewerMarker {
  name: string;
  /** Seconds. */
  time: number;
}

/** Why a recording is not shown. */
export interface ViewerError {
  message: string;
  /** What kind of error it is, such as `not-loaded` or `truncated`. */
  code: string;
  /** What to do about it. */
  hint: string | undefined;
}

/** Events of the element by name. */
export interface ViewerEvents {
  /** The recording is on screen. */
  ready: CustomEvent<undefined>;
  /** The current time changed: on every frame of playback. */
  timeupdate: CustomEvent<undefined>;
  play: CustomEvent<undefined>;
  pause: CustomEvent<undefined>;
  /** Playback reached the end. Not with `loop`. */
  ended: CustomEvent<undefined>;
  /** Playback passed a marker. */
  marker: CustomEvent<ViewerMarker>;
  /** Bytes of a download; `total` is 0 if the server does not say. */
  progress: CustomEvent<{ loaded: number; total: number }>;
  /** The recording cannot be shown. */
  error: CustomEvent<ViewerError>;
}

/** The element `<reenact-viewer>`: plays a recording in a page. */
export declare class ReenactViewer extends HTMLElement {
  /** Address of the recording; the attribute `src`. Setting it loads another one. */
  src: string;
  /** Whether it plays as soon as it is loaded; the attribute `autoplay`. */
  autoplay: boolean;
  /** Whether it starts again at the end; the attribute `loop`. */
  loop: boolean;
  /** Current time in seconds, on the clock of the recording. */
  currentTime: number;
  /** Speed of playback; the attribute `speed`. */
  playbackRate: number;
  /** Time of the first key in seconds, which is 0 in most recordings. */
  readonly startTime: number;
  /** Seconds from the first key to the last; NaN before `ready`. */
  readonly duration: number;
  readonly paused: boolean;
  readonly ended: boolean;
  readonly markers: ViewerMarker[];
  /** Why nothing is shown; null if there was no error. */
  readonly error: ViewerError | null;
  /** Starts playback, as soon as the recording is loaded. */
  play(): void;
  pause(): void;
  /** Goes to a time in seconds; a time outside of the recording goes to its nearer end. */
  seek(seconds: number): void;
  /** Shows a file that the page has, instead of an address. */
  open(file: Blob, name?: string): void;
  addEventListener<K extends keyof ViewerEvents>(
    type: K,
    listener: (this: ReenactViewer, event: ViewerEvents[K]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "reenact-viewer": ReenactViewer;
  }
}
