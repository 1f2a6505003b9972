// Control panel of a recording in a headset: time, a marker, stop.

import type { Ray, Vector3 } from "three";
import { bytes, clockTime } from "../format.ts";
import { drawButton, Panel } from "../xr/panel.ts";

const MARK = [0.44, 0.72] as const;
const STOP = [0.74, 1] as const;

export type Part = "mark" | "stop" | "panel";

/** What the panel says. */
export interface State {
  /** Seconds until recording starts. */
  countdown: number;
  secs: number;
  frames: number;
  bytes: number;
  markers: number;
  /** Why nothing more is written. */
  problem: string | undefined;
}

export class RecordPanel {
  readonly panel = new Panel(0.64, 0.16);

  hit(ray: Ray): { part: Part; far: number } | undefined {
    const hit = this.panel.hit(ray);
    if (!hit) return undefined;
    const isIn = ([from, to]: readonly [number, number]) => hit.u >= from && hit.u <= to;
    return { part: isIn(MARK) ? "mark" : isIn(STOP) ? "stop" : "panel", far: hit.far };
  }

  /** Middle of a button in the scene. */
  pointOf(part: "mark" | "stop"): Vector3 {
    const [from, to] = part === "mark" ? MARK : STOP;
    return this.panel.pointAt((from + to) / 2);
  }

  update(state: State, pointed: Part | undefined): void {
    const { countdown, secs, frames, markers, problem } = state;
    const time = countdown > 0 ? `in ${Math.ceil(countdown)} s` : clockTime(secs, 1);
    const facts = problem ?? `${frames} frames · ${bytes(state.bytes)}`;
    this.panel.show(`${time} ${facts} ${markers} ${pointed}`, (context, width, height) => {
      if (pointed === "mark") drawButton(context, [width, height], MARK);
      if (pointed === "stop") drawButton(context, [width, height], STOP);
      const middle = height / 2;
      context.fillStyle = countdown > 0 || problem ? "#f2b441" : "#ff5a4f";
      context.beginPath();
      context.arc(64, middle - 24, 22, 0, 2 * Math.PI);
      context.fill();
      context.textBaseline = "middle";
      context.fillStyle = "#dfe5ec";
      context.font = "600 60px system-ui, sans-serif";
      context.fillText(time, 106, middle - 24);
      context.font = "30px system-ui, sans-serif";
      context.fillText(facts, 42, middle + 62, width * MARK[0] - 60);
      context.textAlign = "center";
      context.font = "600 44px system-ui, sans-serif";
      context.fillText(`Marker ${markers + 1}`, ((MARK[0] + MARK[1]) / 2) * width, middle);
      context.fillText("Stop", ((STOP[0] + STOP[1]) / 2) * width, middle);
      context.textAlign = "start";
    });
  }
}
