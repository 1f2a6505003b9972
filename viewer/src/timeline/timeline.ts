// The timeline as a whole: its lanes, and what is drawn on them when.

import type { Clock } from "../clock.ts";
import { h, rebuild, setText } from "../dom.ts";
import { clockTime } from "../format.ts";
import { Event } from "../signal.ts";
import { Axis } from "./axis.ts";
import { type Colors, readColors } from "./colors.ts";
import { Findings } from "./findings.ts";
import { Flags } from "./flags.ts";
import type { Lane } from "./lane.ts";
import { Pointer, type TimelineActions } from "./pointer.ts";
import { Ruler } from "./ruler.ts";

/** What may be spent on getting plots in one frame. */
const REFRESH_MS = 8;

export class Timeline {
  readonly axis = new Axis();
  readonly flags = new Flags();
  readonly findings = new Findings();
  /** Something has to be drawn or fetched. */
  readonly invalidated = new Event();
  readonly #ruler: Ruler;
  readonly #rows = h("div", { className: "lanes" });
  readonly #playhead = h("div", { className: "playhead" });
  /** Shown at the edge towards the playhead while that is not in view. */
  readonly #away = h("button", {
    type: "button",
    className: "playhead-away",
    hidden: true,
    onclick: () => this.axis.follow(this.clock.time),
  });
  readonly element: HTMLElement;
  #extra: Lane[] = [];
  #colors: Colors = readColors();
  #needsDraw = true;
  readonly #pointer: Pointer;

  constructor(
    readonly clock: Clock,
    actions: TimelineActions,
  ) {
    this.#ruler = new Ruler(clock);
    const { axis, flags, findings } = this;
    this.#pointer = new Pointer(
      clock,
      {
        rows: this.#rows,
        axis,
        ruler: this.#ruler,
        flags,
        findings,
        lanes: () => this.#lanes,
        redraw: () => this.redraw(),
      },
      actions,
      () => this.invalidated.emit(),
    );
    const lines = h("div", { className: "lines" }, this.#pointer.line, this.#playhead, this.#away);
    this.element = h(
      "section",
      { className: "timeline", attributes: { "aria-label": "Timeline" } },
      this.#rows,
      lines,
    );
    this.#layout();
    axis.changed.on(() => this.redraw());
    clock.range.on(() => this.redraw());
    clock.moved.on(() => {
      // A step or jump scrolls the playhead into view; a drag has it under the mouse.
      if (axis.isZoomed && !this.#pointer.isDragging) axis.follow(clock.time);
      this.invalidated.emit();
    });
    new ResizeObserver(() => this.#measure()).observe(this.#rows);
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
    const { time } = this.clock;
    const x = this.axis.x(time);
    const isBefore = x < -1;
    const isAway = isBefore || x > this.axis.width + 1;
    this.#playhead.hidden = isAway;
    this.#away.hidden = !isAway;
    if (isAway) {
      const now = clockTime(time);
      setText(this.#away, isBefore ? `◂ ${now}` : `${now} ▸`);
      this.#away.classList.toggle("before", isBefore);
      this.#away.setAttribute("aria-label", `Show the current time, ${now}`);
    }
    this.#playhead.style.transform = `translateX(${x.toFixed(1)}px)`;
    if (this.#needsDraw) for (const lane of this.#lanes) lane.redraw(this.axis, this.#colors);
    this.#needsDraw = false;
    for (const lane of this.#lanes)
      lane.readout(lane === this.#ruler ? time : (this.#pointer.time ?? time));
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
    rebuild(
      this.#rows,
      this.#lanes.map((lane) => lane.row),
    );
    this.#measure();
  }

  #measure(): void {
    const width = this.#rows.clientWidth - this.#ruler.head.offsetWidth;
    this.axis.width = Math.max(50, width);
    this.redraw();
  }
}
