// Mouse input on the timeline: scrub, drag markers and range ends, zoom, and hover values.

import type { Clock } from "../clock.ts";
import { h, setText } from "../dom.ts";
import { clockTime } from "../format.ts";
import type { Finding } from "../library.ts";
import type { Axis } from "./axis.ts";
import type { Findings } from "./findings.ts";
import type { Flags } from "./flags.ts";
import type { Lane } from "./lane.ts";
import type { Ruler } from "./ruler.ts";

const EDGE_PX = 6;
/** Extra distance within which a finger hits markers, findings and range ends. */
const FINGER_PX = 16;
/** Distance in pixels within which drags snap to events. */
const SNAP_PX = 6;
const WHEEL_ZOOM = 1.0018;

/** Actions that the timeline triggers. */
export interface TimelineActions {
  moveMarker(index: number, time: number): void;
  renameMarker(index: number): void;
  showFinding(finding: Finding): void;
}

/** Elements under the mouse. */
interface Ground {
  rows: HTMLElement;
  axis: Axis;
  ruler: Ruler;
  flags: Flags;
  findings: Findings;
  lanes(): readonly Lane[];
  redraw(): void;
}

type Drag =
  | { kind: "scrub"; wasPlaying: boolean; from: number }
  | { kind: "pinch" }
  | { kind: "edge"; edge: "from" | "to" }
  | { kind: "marker"; index: number; startX: number; isMoved: boolean };

export class Pointer {
  /** Vertical line at the mouse, with its time. */
  readonly line: HTMLElement;
  /** Time under the mouse, while it is over the lanes. */
  time: number | undefined;
  readonly #chip = h("span", { className: "hover-time" });
  #drag: Drag | undefined;
  /** Fingers on the lanes: their position, and the time that was under them. */
  readonly #fingers = new Map<number, { x: number; time: number }>();

  constructor(
    readonly clock: Clock,
    readonly ground: Ground,
    readonly actions: TimelineActions,
    readonly invalidate: () => void,
  ) {
    this.line = h("div", { className: "hover-line", hidden: true }, this.#chip);
    const { rows, flags } = ground;
    rows.addEventListener("pointerdown", (event) => this.#press(event));
    rows.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel"] as const)
      rows.addEventListener(end, ({ pointerId, type }) => {
        this.#fingers.delete(pointerId);
        if (this.#drag?.kind === "pinch" || type === "pointercancel") this.#cancel();
        else this.#release();
      });
    rows.addEventListener("pointerleave", () => this.#hover(undefined));
    rows.addEventListener("dblclick", (event) => {
      // The captured pointer makes the rows the target, and not the canvas.
      const { top, bottom } = flags.canvas.getBoundingClientRect();
      const isOverFlags = event.clientY >= top && event.clientY < bottom;
      const marker = isOverFlags ? flags.hit(this.#x(event)) : undefined;
      if (marker !== undefined) this.actions.renameMarker(marker);
    });
    rows.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  get isDragging(): boolean {
    return this.#drag !== undefined;
  }

  /** Mouse position over the lanes; negative over the headers. */
  #x(event: MouseEvent): number {
    return event.clientX - this.ground.ruler.canvas.getBoundingClientRect().left;
  }

  #press(event: PointerEvent): void {
    if (event.button !== 0 || !(event.target instanceof HTMLCanvasElement)) return;
    const { rows, axis, ruler, flags, findings } = this.ground;
    rows.setPointerCapture(event.pointerId);
    const x = this.#x(event);
    const slack = event.pointerType === "touch" ? FINGER_PX : 0;
    if (event.pointerType === "touch") {
      this.#fingers.set(event.pointerId, { x, time: axis.time(x) });
      if (this.#fingers.size > 1) {
        this.#startPinch();
        return;
      }
    }
    if (event.target === flags.canvas) {
      const index = flags.hit(x, slack);
      if (index !== undefined) {
        this.#drag = { kind: "marker", index, startX: x, isMoved: false };
        return;
      }
    }
    if (event.target === findings.canvas) {
      const finding = findings.hit(x, axis, slack);
      if (finding) {
        this.actions.showFinding(finding);
        return;
      }
    }
    const part = event.target === ruler.canvas ? this.clock.range.value : undefined;
    for (const edge of ["from", "to"] as const) {
      if (part && Math.abs(axis.x(part[edge]) - x) < EDGE_PX + slack) {
        this.#drag = { kind: "edge", edge };
        return;
      }
    }
    // Scrubbing pauses playback until the mouse is released.
    this.#drag = {
      kind: "scrub",
      wasPlaying: this.clock.isPlaying.value,
      from: this.clock.time,
    };
    this.clock.isPlaying.value = false;
    this.clock.seek(axis.time(x));
  }

  /** A second finger zooms and pans; what the first one did is undone. */
  #startPinch(): void {
    const drag = this.#drag;
    if (drag?.kind === "scrub") this.clock.seek(drag.from);
    this.#cancel();
    this.#drag = { kind: "pinch" };
    this.#hover(undefined);
  }

  /** Keeps the times that two fingers touched under them. */
  #pinch(): void {
    const { axis } = this.ground;
    const [a, b] = [...this.#fingers.values()].sort((one, other) => one.time - other.time);
    if (!a || !b || b.x - a.x < 1) return;
    const secsPerPixel = (b.time - a.time) / (b.x - a.x);
    const from = a.time - a.x * secsPerPixel;
    axis.show(from, from + axis.width * secsPerPixel);
  }

  #move(event: PointerEvent): void {
    const { axis, flags } = this.ground;
    const x = this.#x(event);
    const drag = this.#drag;
    const finger = this.#fingers.get(event.pointerId);
    if (finger) finger.x = x;
    if (drag?.kind === "pinch") {
      this.#pinch();
      return;
    }
    const under = this.clock.clamp(axis.time(x));
    const time = drag && drag.kind !== "scrub" && !event.altKey ? this.#snapped(under) : under;
    this.#hover(x >= 0 || drag ? time : undefined);
    switch (drag?.kind) {
      case "scrub":
        this.clock.seek(time);
        break;
      case "edge":
        this.#moveEdge(drag.edge, time);
        break;
      case "marker":
        drag.isMoved ||= Math.abs(x - drag.startX) > 3;
        if (!drag.isMoved) break;
        flags.dragged = { index: drag.index, time };
        this.ground.redraw();
        break;
    }
  }

  /** A dragged range end stops at the other one. */
  #moveEdge(edge: "from" | "to", time: number): void {
    const { value } = this.clock.range;
    if (value && (edge === "from" ? time < value.to : time > value.from))
      this.clock.range.value = { ...value, [edge]: time };
  }

  /** Nearest event time, if it is close enough. */
  #snapped(time: number): number {
    const { axis } = this.ground;
    let best = time;
    let nearest = SNAP_PX;
    for (const lane of this.ground.lanes()) {
      for (const candidate of lane.moments()) {
        const far = Math.abs(axis.x(candidate) - axis.x(time));
        if (far < nearest) {
          nearest = far;
          best = candidate;
        }
      }
    }
    return best;
  }

  #release(): void {
    const drag = this.#drag;
    const { flags } = this.ground;
    const moved = flags.dragged;
    this.#cancel();
    if (drag?.kind !== "marker") return;
    const marker = flags.markers[drag.index];
    if (moved) this.actions.moveMarker(moved.index, moved.time);
    else if (marker) this.clock.seek(marker.time_secs);
  }

  #cancel(): void {
    const drag = this.#drag;
    this.#drag = undefined;
    this.ground.flags.dragged = undefined;
    if (drag?.kind === "scrub" && drag.wasPlaying) this.clock.isPlaying.value = true;
    this.ground.redraw();
  }

  #wheel(event: WheelEvent): void {
    const { axis } = this.ground;
    const x = this.#x(event);
    if (x < 0) return;
    event.preventDefault();
    const isAcross = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    const delta = isAcross ? event.deltaX || event.deltaY : event.deltaY;
    if (isAcross) axis.pan((delta / axis.width) * (axis.to - axis.from));
    else axis.zoom(WHEEL_ZOOM ** delta, axis.time(x));
  }

  #hover(time: number | undefined): void {
    this.time = time;
    this.line.hidden = time === undefined;
    if (time !== undefined) {
      const x = this.ground.axis.x(time);
      this.line.style.transform = `translateX(${x.toFixed(1)}px)`;
      setText(this.#chip, clockTime(time));
      // At the right edge, the label is on the other side of the line.
      this.#chip.classList.toggle("before", x > this.ground.axis.width - 80);
    }
    this.invalidate();
  }
}
