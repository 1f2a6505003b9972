// Edit panel: trim, mirror and optimize, with a live preview of the tolerance.

import type { Clock } from "../clock.ts";
import type { Document } from "../document.ts";
import { h } from "../dom.ts";
import * as edits from "../edit/edits.ts";
import { bytes, clockTime, count } from "../format.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { type OptimizeReport, Problem } from "../library.ts";
import type { Session } from "../session.ts";
import { watch } from "../signal.ts";

/** Range of the tolerance slider in millimetres: from below any tracker's noise to clearly visible. */
const LEAST_MM = 0.05;
const MOST_MM = 20;
const DEFAULT_MM = 1;
/** Degrees per millimetre: angle at the length of a finger. */
const DEG_PER_MM = 0.2;

const fromSlider = (value: number) => LEAST_MM * (MOST_MM / LEAST_MM) ** value;
const toSlider = (mm: number) => Math.log(mm / LEAST_MM) / Math.log(MOST_MM / LEAST_MM);

interface EditActions {
  /** Edits the recording, and shows an error message if that fails. */
  edit(change: (document: Document) => void): void;
  fail(thrown: unknown): void;
}

export class EditPanel {
  readonly element: HTMLElement;
  readonly #result = h("div", { className: "result", attributes: { role: "status" } });
  readonly #slider = h("input", {
    type: "range",
    min: "0",
    max: "1",
    step: "0.01",
    attributes: { "aria-label": "Largest error allowed" },
  });
  readonly #bound = h("output", { className: "bound" });
  readonly #apply = h("button", { type: "button", className: "action", textContent: "Optimize" });
  /** Current preview, and the next one: only the last slider position counts. */
  #tried: { document: Document; key: string } | undefined;
  #isTrying = false;

  constructor(
    readonly session: Session,
    readonly clock: Clock,
    readonly jobs: Jobs,
    readonly actions: EditActions,
  ) {
    this.#slider.value = String(toSlider(DEFAULT_MM));
    this.#slider.oninput = () => {
      this.#showBound();
      void this.#try();
    };
    this.#apply.onclick = () => void this.#optimize();
    const trim = h("button", {
      type: "button",
      className: "action",
      textContent: "Trim to selection",
    });
    trim.onclick = () => this.trim();
    const range = h("p", { className: "hint" });
    watch([clock.range, session.changed], () => {
      const { value } = clock.range;
      trim.disabled = !value;
      range.textContent = value
        ? `${clockTime(value.from)} to ${clockTime(value.to)}`
        : "Set in (I) and out (O) first.";
    });
    const mirror = h("button", {
      type: "button",
      className: "action",
      textContent: "Swap left and right",
    });
    mirror.onclick = () => actions.edit(edits.mirror);
    const measure = h("button", {
      type: "button",
      className: "action quiet",
      textContent: "Preview",
      onclick: () => void this.#try(),
    });
    this.element = h(
      "div",
      { className: "panel-body" },
      h("h3", { textContent: "Trim" }),
      range,
      trim,
      h("h3", { textContent: "Optimize" }),
      h("p", {
        className: "hint",
        textContent: "Reduce keys within this error bound:",
      }),
      h("div", { className: "slider" }, this.#slider, this.#bound),
      this.#result,
      h("div", { className: "pair" }, measure, this.#apply),
      h("h3", { textContent: "Mirror" }),
      mirror,
    );
    watch([session.changed], () => {
      this.#tried = undefined;
      this.#result.replaceChildren();
    });
    this.#showBound();
  }

  trim(): void {
    const { value: range } = this.clock.range;
    if (!range) return;
    const { time } = this.clock;
    this.actions.edit((document) => {
      edits.trim(document, range);
      this.clock.cut(range, time);
    });
  }

  get #bounds(): edits.Bounds {
    const mm = Number(fromSlider(Number(this.#slider.value)).toPrecision(2));
    return { positionMm: mm, rotationDeg: Number((mm * DEG_PER_MM).toPrecision(2)) };
  }

  #showBound(): void {
    const { positionMm, rotationDeg } = this.#bounds;
    this.#bound.textContent = `${positionMm} mm, ${rotationDeg}°`;
  }

  async #try(): Promise<void> {
    const document = this.session.active.value;
    if (!document || this.#isTrying) return;
    const bounds = this.#bounds;
    const key = `${document.revision} ${bounds.positionMm}`;
    if (this.#tried?.key === key) return;
    this.#tried = { document, key };
    this.#isTrying = true;
    if (this.#result.childElementCount === 0)
      this.#result.replaceChildren(h("p", { className: "busy", textContent: "Trying…" }));
    try {
      const { report } = await this.jobs.optimize(document, bounds, false);
      if (this.#tried?.key === key) this.#show(report);
    } catch (thrown) {
      this.#result.replaceChildren(
        h("p", { className: "note loss", textContent: Problem.from(thrown).message }),
      );
    }
    this.#isTrying = false;
    if (this.#tried) void this.#try();
  }

  #show({ before, after, proof }: OptimizeReport): void {
    const worst = (field: "position_mm" | "angle_deg") =>
      Math.max(0, ...proof.map((track) => Number(track[field].max)).filter(Number.isFinite));
    const saved = before.keys > 0 ? Math.round((1 - after.keys / before.keys) * 100) : 0;
    const rows: [string, string][] = [
      ["Keys", `${count(before.keys)} → ${count(after.keys)}`],
      ["Size", `${bytes(before.bytes)} → ${bytes(after.bytes)}`],
      ["Largest error", `${worst("position_mm").toFixed(2)} mm, ${worst("angle_deg").toFixed(3)}°`],
    ];
    const bar = h(
      "div",
      { className: "saved", attributes: { role: "img", "aria-label": `${saved} % fewer keys` } },
      h("span", {}),
    );
    (bar.firstElementChild as HTMLElement).style.width = `${100 - saved}%`;
    this.#result.replaceChildren(
      bar,
      h(
        "dl",
        { className: "facts" },
        ...rows.flatMap(([name, value]) => [
          h("dt", { textContent: name }),
          h("dd", { textContent: value }),
        ]),
      ),
    );
  }

  async #optimize(): Promise<void> {
    const document = this.session.active.value;
    if (!document) return;
    this.#apply.disabled = true;
    try {
      await edits.optimize(document, this.#bounds, this.jobs);
    } catch (thrown) {
      this.actions.fail(thrown);
    }
    this.#apply.disabled = false;
  }
}
