// The time slider of the inline player: where hands are tracked and pinch, markers, and the current time.

import type { Clock } from "../clock.ts";
import { h } from "../dom.ts";
import { clockTime } from "../format.ts";
import { SIDES } from "../library.ts";
import type { Session } from "../session.ts";

/** Steps of the slider: finer than pixels. */
const STEPS = 10_000;
/** Seconds that the arrow keys move. */
const KEY_STEP_SECS = 1 / 30;
const PAGE_STEP_SECS = 1;
/** Rows of the picture below the slider, in parts of its height. */
const ROWS = { left: 0.42, right: 0.58 } as const;

export class Track {
  readonly element: HTMLElement;
  readonly #input = h("input", {
    type: "range",
    min: "0",
    max: String(STEPS),
    step: "any",
    attributes: { "aria-label": "Time" },
  });
  readonly #canvas = h("canvas", { attributes: { "aria-hidden": "true" } });
  #isHeld = false;

  constructor(
    readonly clock: Clock,
    readonly session: Session,
  ) {
    this.element = h("div", { className: "track" }, this.#canvas, this.#input);
    let wasPlaying = false;
    this.#input.addEventListener("pointerdown", () => {
      this.#isHeld = true;
      wasPlaying = clock.isPlaying.value;
      clock.isPlaying.value = false;
    });
    const release = () => {
      if (!this.#isHeld) return;
      this.#isHeld = false;
      clock.isPlaying.value = wasPlaying;
    };
    this.#input.addEventListener("pointerup", release);
    this.#input.addEventListener("pointercancel", release);
    this.#input.addEventListener("input", () => {
      const { from, to } = clock.bounds;
      clock.seek(from + (Number(this.#input.value) / STEPS) * (to - from));
    });
    this.#input.addEventListener("keydown", (event) => {
      const step = stepOf(event.key);
      if (!step) return;
      event.preventDefault();
      clock.isPlaying.value = false;
      clock.seek(clock.time + step);
    });
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  /** Shows the current time. */
  update(): void {
    const { from, to } = this.clock.bounds;
    const part = to > from ? (this.clock.time - from) / (to - from) : 0;
    this.#input.value = String(part * STEPS);
    this.#input.setAttribute("aria-valuetext", clockTime(this.clock.time, 1));
  }

  /** Draws spans and markers. */
  draw(): void {
    const context = this.#canvas.getContext("2d");
    const { clientWidth, clientHeight } = this.element;
    if (!context || clientWidth === 0) return;
    const scale = devicePixelRatio;
    this.#canvas.width = Math.round(clientWidth * scale);
    this.#canvas.height = Math.round(clientHeight * scale);
    context.scale(scale, scale);
    const style = getComputedStyle(this.element);
    const color = (name: string) => style.getPropertyValue(`--${name}`);
    const { from, to } = this.clock.bounds;
    // The middle of the thumb does not reach the ends of the slider.
    const at = (secs: number) => 2 + ((secs - from) / (to - from || 1)) * (clientWidth - 4);
    const bar = (start: number, end: number, y: number, height: number) =>
      context.fillRect(at(start), y - height / 2, Math.max(1, at(end) - at(start)), height);
    context.fillStyle = color("line");
    for (const side of SIDES) bar(from, to, ROWS[side] * clientHeight, 1);
    const { recording } = this.session;
    if (!recording) return;
    for (const side of SIDES) {
      context.fillStyle = color(side);
      for (const [what, height, alpha] of [
        ["observed", 3, 0.55],
        ["pinching", 5, 1],
      ] as const) {
        context.globalAlpha = alpha;
        const spans = recording.spans(side, what);
        for (let i = 0; i + 1 < spans.length; i += 2)
          bar(spans[i] as number, spans[i + 1] as number, ROWS[side] * clientHeight, height);
      }
    }
    context.globalAlpha = 1;
    context.fillStyle = color("marker");
    for (const { time_secs } of recording.markers()) {
      const x = at(time_secs);
      context.beginPath();
      context.moveTo(x - 3.5, 3);
      context.lineTo(x + 3.5, 3);
      context.lineTo(x, 9);
      context.fill();
    }
  }
}

function stepOf(key: string): number | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: -KEY_STEP_SECS,
    ArrowDown: -KEY_STEP_SECS,
    ArrowRight: KEY_STEP_SECS,
    ArrowUp: KEY_STEP_SECS,
    PageDown: -PAGE_STEP_SECS,
    PageUp: PAGE_STEP_SECS,
  };
  return steps[key];
}
