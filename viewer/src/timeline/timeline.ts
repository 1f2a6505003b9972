// The timeline as a whole: its lanes, and what the mouse does on them.

import type { Clock } from "../clock.ts";
import { h } from "../dom.ts";
import type { Finding, Marker } from "../library.ts";
import { Event } from "../signal.ts";
import { Axis } from "./axis.ts";
import { type Colors, readColors } from "./colors.ts";
import { Findings } from "./findings.ts";
import { Flags } from "./flags.ts";
import type { Lane } from "./lane.ts";
import { Ruler } from "./ruler.ts";

/** What may be spent on getting plots in one frame. */
const REFRESH_MS = 8;
const EDGE_PX = 6;
const WHEEL_ZOOM = 1.0018;

/** What the timeline asks for; others do it. */
interface TimelineActions {
  moveMarker(index: number, time: number): void;
  renameMarker(index: number): void;
  showFinding(finding: Finding): void;
}

type Drag =
  | { kind: "scrub" }
  | { kind: "edge"; edge: "from" | "to" }
  | { kind: "marker"; index: number; startX: number; isMoved: boolean };

export class Timeline {
  readonly axis = new Axis();
  readonly flags = new Flags();
  readonly findings = new Findings();
  /** Something has to be drawn or fetched. */
  readonly invalidated = new Event();
  readonly #ruler: Ruler;
  readonly #rows = h("div", { className: "lanes" });
  readonly #playhead = h("div", { className: "playhead" });
  readonly #hover = h("div", { className: "hover-line", hidden: true });
  readonly element: HTMLElement;
  #extra: Lane[] = [];
  #colors: Colors = readColors();
  #needsDraw = true;
  #hoverTime: number | undefined;
  #drag: Drag | undefined;

  constructor(
    readonly clock: Clock,
    readonly actions: TimelineActions,
  ) {
    this.#ruler = new Ruler(clock);
    const lines = h("div", { className: "lines" }, this.#hover, this.#playhead);
    this.element = h(
      "section",
      { className: "timeline", attributes: { "aria-label": "Timeline" } },
      this.#rows,
      lines,
    );
    this.#layout();
    this.axis.changed.on(() => this.redraw());
    clock.range.on(() => this.redraw());
    clock.moved.on(() => this.invalidated.emit());
    new ResizeObserver(() => this.#measure()).observe(this.#rows);
    this.#listen();
  }

  get #lanes(): Lane[] {
    return [this.#ruler, this.flags, this.findings, ...this.#extra];
  }

  /** Other lanes below the markers. */
  setLanes(lanes: Lane[]): void {
    this.#extra = lanes;
    this.#layout();
  }

  applyTheme(): void {
    this.#colors = readColors();
    this.redraw();
  }

  /** Draws everything anew with the next frame. */
  redraw(): void {
    this.#needsDraw = true;
    this.invalidated.emit();
  }

  /** Called once a frame; true if there is more to fetch. */
  update(): boolean {
    const { time, isPlaying } = this.clock;
    if (isPlaying.value && this.axis.isZoomed) this.axis.follow(time);
    const x = this.axis.x(time);
    this.#playhead.hidden = x < -1 || x > this.axis.width + 1;
    this.#playhead.style.transform = `translateX(${x.toFixed(1)}px)`;
    if (this.#needsDraw) for (const lane of this.#lanes) lane.redraw(this.axis, this.#colors);
    this.#needsDraw = false;
    for (const lane of this.#lanes)
      lane.readout(lane === this.#ruler ? time : (this.#hoverTime ?? time));
    return this.#refresh();
  }

  #refresh(): boolean {
    // A lane that has to wait shows what it had, in its place: the page never stops for plots.
    const until = performance.now() + REFRESH_MS;
    for (const lane of this.#lanes)
      if (lane.refresh(this.axis, until)) lane.redraw(this.axis, this.#colors);
    return this.#lanes.some((lane) => lane.isWaiting);
  }

  #layout(): void {
    this.#rows.replaceChildren(...this.#lanes.map((lane) => lane.row));
    this.#measure();
  }

  #measure(): void {
    const width = this.#rows.clientWidth - this.#ruler.head.offsetWidth;
    this.axis.width = Math.max(50, width);
    this.redraw();
  }

  #listen(): void {
    const rows = this.#rows;
    rows.addEventListener("pointerdown", (event) => this.#press(event));
    rows.addEventListener("pointermove", (event) => this.#move(event));
    rows.addEventListener("pointerup", (event) => this.#release(event));
    rows.addEventListener("pointercancel", () => {
      this.#drag = undefined;
      this.flags.dragged = undefined;
      this.redraw();
    });
    rows.addEventListener("pointerleave", () => this.#setHover(undefined));
    rows.addEventListener("dblclick", (event) => {
      const marker =
        event.target === this.flags.canvas ? this.flags.hit(event.offsetX, this.axis) : undefined;
      if (marker !== undefined) this.actions.renameMarker(marker);
    });
    rows.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  /** Where the mouse is over the time, or nothing while it is over the heads. */
  #x(event: MouseEvent): number {
    return event.clientX - this.#ruler.canvas.getBoundingClientRect().left;
  }

  #press(event: PointerEvent): void {
    if (event.button !== 0 || !(event.target instanceof HTMLCanvasElement)) return;
    this.#rows.setPointerCapture(event.pointerId);
    const x = this.#x(event);
    const { range } = this.clock;
    if (event.target === this.flags.canvas) {
      const index = this.flags.hit(x, this.axis);
      if (index !== undefined) {
        this.#drag = { kind: "marker", index, startX: x, isMoved: false };
        return;
      }
    }
    if (event.target === this.findings.canvas) {
      const finding = this.findings.hit(x, this.axis);
      if (finding) {
        this.actions.showFinding(finding);
        return;
      }
    }
    const edges = range.value && event.target === this.#ruler.canvas ? range.value : undefined;
    for (const edge of ["from", "to"] as const) {
      if (edges && Math.abs(this.axis.x(edges[edge]) - x) < EDGE_PX) {
        this.#drag = { kind: "edge", edge };
        return;
      }
    }
    this.#drag = { kind: "scrub" };
    this.clock.seek(this.axis.time(x));
  }

  #move(event: PointerEvent): void {
    const x = this.#x(event);
    const time = this.axis.time(x);
    this.#setHover(x >= 0 ? time : undefined);
    const drag = this.#drag;
    switch (drag?.kind) {
      case "scrub":
        this.clock.seek(time);
        break;
      case "edge":
        this.clock.setEdge(drag.edge, this.#clamp(time));
        break;
      case "marker":
        drag.isMoved ||= Math.abs(x - drag.startX) > 3;
        if (!drag.isMoved) break;
        this.flags.dragged = { index: drag.index, time: this.#clamp(time) };
        this.redraw();
        break;
    }
  }

  #release(event: PointerEvent): void {
    const drag = this.#drag;
    this.#drag = undefined;
    if (drag?.kind !== "marker") return;
    this.flags.dragged = undefined;
    if (drag.isMoved)
      this.actions.moveMarker(drag.index, this.#clamp(this.axis.time(this.#x(event))));
    else this.clock.seek((this.flags.markers[drag.index] as Marker).time_secs);
    this.redraw();
  }

  #wheel(event: WheelEvent): void {
    const x = this.#x(event);
    if (x < 0) return;
    event.preventDefault();
    const isAcross = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    const delta = isAcross ? event.deltaX || event.deltaY : event.deltaY;
    if (isAcross) this.axis.pan((delta / this.axis.width) * (this.axis.to - this.axis.from));
    else this.axis.zoom(WHEEL_ZOOM ** delta, this.axis.time(x));
  }

  #setHover(time: number | undefined): void {
    this.#hoverTime = time === undefined ? undefined : this.#clamp(time);
    this.#hover.hidden = time === undefined;
    if (time !== undefined)
      this.#hover.style.transform = `translateX(${this.axis.x(this.#hoverTime ?? 0).toFixed(1)}px)`;
    this.invalidated.emit();
  }

  #clamp(time: number): number {
    const { from, to } = this.clock.bounds;
    return Math.min(Math.max(time, from), to);
  }
}
