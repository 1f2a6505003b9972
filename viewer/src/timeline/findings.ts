// Findings of the doctor on the timeline. Each severity has its own shape, not only a colour.

import type { Finding } from "../library.ts";
import type { Axis } from "./axis.ts";
import type { Colors } from "./colors.ts";
import { Lane } from "./lane.ts";

const GRAB_PX = 8;

/** A finding with a time. */
type Timed = Finding & { from_secs: number };

export class Findings extends Lane {
  #findings: Timed[] = [];

  constructor() {
    super({ className: "findings", height: 24, label: "Findings", color: "warning" });
  }

  setFindings(findings: readonly Finding[] | undefined): void {
    this.#findings = (findings ?? []).filter(
      (finding): finding is Timed => typeof finding.from_secs === "number",
    );
    this.value.textContent = findings ? (findings.length ? String(findings.length) : "none") : "…";
    this.canvas.setAttribute(
      "aria-label",
      `${findings?.length ?? 0} findings; the Findings panel lists them`,
    );
  }

  protected override draw(context: CanvasRenderingContext2D, axis: Axis, colors: Colors): void {
    const middle = this.height / 2;
    for (const { from_secs, to_secs, severity } of this.#findings) {
      const from = axis.x(from_secs);
      const to = axis.x(to_secs ?? from_secs);
      context.fillStyle = colors[severity];
      context.globalAlpha = 0.28;
      context.fillRect(from, middle - 4, to - from, 8);
      context.globalAlpha = 1;
      context.beginPath();
      if (severity === "error") {
        context.moveTo(from - 5, middle);
        context.lineTo(from, middle - 6);
        context.lineTo(from + 5, middle);
        context.lineTo(from, middle + 6);
      } else if (severity === "warning") {
        context.moveTo(from - 5, middle + 5);
        context.lineTo(from, middle - 5);
        context.lineTo(from + 5, middle + 5);
      } else {
        context.arc(from, middle, 3.5, 0, 7);
      }
      context.fill();
    }
  }

  override *moments(): Iterable<number> {
    for (const { from_secs, to_secs } of this.#findings) {
      yield from_secs;
      if (to_secs !== null) yield to_secs;
    }
  }

  hit(x: number, axis: Axis, slack = 0): Finding | undefined {
    const grab = GRAB_PX + slack;
    return this.#findings.findLast(
      ({ from_secs, to_secs }) =>
        x >= axis.x(from_secs) - grab &&
        x <= Math.max(axis.x(to_secs ?? from_secs), axis.x(from_secs) + grab),
    );
  }
}
