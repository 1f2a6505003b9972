// Control panel of playback in a headset: play, time, markers and exit.

import type { Ray, Vector3 } from "three";
import type { Clock } from "../clock.ts";
import { clockTime } from "../format.ts";
import { drawButton, type Hit, Panel } from "./panel.ts";

/** Parts of the panel, from 0 at its left to 1 at its right. */
const PLAY_TO = 0.2;
const TRACK = { from: 0.23, to: 0.85 } as const;
const EXIT_FROM = 0.88;

export type Part = "play" | "track" | "exit" | "panel";

export interface PanelHit extends Hit {
  part: Part;
}

export class Console {
  readonly panel = new Panel(0.64, 0.16);

  constructor(
    readonly clock: Clock,
    readonly markers: () => readonly number[],
  ) {}

  hit(ray: Ray, isHeld = false): PanelHit | undefined {
    const hit = this.panel.hit(ray, isHeld);
    if (!hit) return undefined;
    const { u } = hit;
    const part =
      u < PLAY_TO ? "play" : u > EXIT_FROM ? "exit" : u >= TRACK.from - 0.02 ? "track" : "panel";
    return { ...hit, part };
  }

  /** Time at a point of the track. */
  timeAt(u: number): number {
    const { from, to } = this.clock.bounds;
    return from + ((u - TRACK.from) / (TRACK.to - TRACK.from)) * (to - from);
  }

  /** Middle of a part of the panel in the scene; on the track, that of a time. */
  pointOf(part: "play" | "exit" | number): Vector3 {
    const { from, to } = this.clock.bounds;
    const u =
      part === "play"
        ? PLAY_TO / 2
        : part === "exit"
          ? (1 + EXIT_FROM) / 2
          : TRACK.from + ((part - from) / (to - from)) * (TRACK.to - TRACK.from);
    return this.panel.pointAt(u);
  }

  /** Draws the panel if something on it changed. */
  update(pointed: Part | undefined): void {
    const { clock } = this;
    const state = `${clockTime(clock.time, 1)} ${clock.isPlaying.value} ${pointed}`;
    this.panel.show(state, (context, width, height) => {
      this.#drawButtons(context, width, height, pointed);
      this.#drawTrack(context, width, height, pointed);
    });
  }

  #drawButtons(
    context: CanvasRenderingContext2D,
    width: number,
    height: number,
    pointed: Part | undefined,
  ): void {
    const middle = height / 2;
    if (pointed === "play") drawButton(context, [width, height], [0, PLAY_TO]);
    if (pointed === "exit") drawButton(context, [width, height], [EXIT_FROM, 1]);
    context.fillStyle = "#dfe5ec";
    const x = (PLAY_TO / 2) * width;
    if (this.clock.isPlaying.value) {
      context.fillRect(x - 34, middle - 46, 24, 92);
      context.fillRect(x + 10, middle - 46, 24, 92);
    } else {
      context.beginPath();
      context.moveTo(x - 32, middle - 48);
      context.lineTo(x + 46, middle);
      context.lineTo(x - 32, middle + 48);
      context.fill();
    }
    const exit = ((1 + EXIT_FROM) / 2) * width;
    context.strokeStyle = "#dfe5ec";
    context.lineWidth = 12;
    context.lineCap = "round";
    context.beginPath();
    for (const way of [-1, 1]) {
      context.moveTo(exit - 26, middle - 26 * way);
      context.lineTo(exit + 26, middle + 26 * way);
    }
    context.stroke();
  }

  #drawTrack(
    context: CanvasRenderingContext2D,
    width: number,
    height: number,
    pointed: Part | undefined,
  ): void {
    const { clock } = this;
    const { from, to } = clock.bounds;
    const at = (secs: number) =>
      width * (TRACK.from + ((secs - from) / (to - from || 1)) * (TRACK.to - TRACK.from));
    const y = height * 0.62;
    context.fillStyle = "#4a5563";
    context.fillRect(at(from), y - 7, at(to) - at(from), 14);
    context.fillStyle = "#6cb2ff";
    context.fillRect(at(from), y - 7, at(clock.time) - at(from), 14);
    context.fillStyle = "#d8c25a";
    for (const secs of this.markers()) context.fillRect(at(secs) - 3, y - 34, 6, 22);
    context.fillStyle = "#ffffff";
    context.beginPath();
    context.arc(at(clock.time), y, pointed === "track" ? 26 : 20, 0, 2 * Math.PI);
    context.fill();
    context.font = "600 52px system-ui, sans-serif";
    context.fillStyle = "#dfe5ec";
    context.fillText(`${clockTime(clock.time, 1)} / ${clockTime(to, 1)}`, at(from), y - 60);
  }
}
