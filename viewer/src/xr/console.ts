// Control panel in front of a person in a headset: play, time, markers and exit.

import {
  CanvasTexture,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  type Ray,
  SRGBColorSpace,
  Vector3,
} from "three";
import type { Clock } from "../clock.ts";
import { clockTime } from "../format.ts";

const WIDTH_M = 0.64;
const HEIGHT_M = 0.16;
const WIDTH_PX = 1024;
const HEIGHT_PX = 256;
/** Parts of the panel, from 0 at its left to 1 at its right. */
const PLAY_TO = 0.2;
const TRACK = { from: 0.23, to: 0.85 } as const;
const EXIT_FROM = 0.88;
/** Where the panel is: so far ahead of the head, and below it. */
const AHEAD_M = 0.6;
const BELOW_M = 0.5;

export type Part = "play" | "track" | "exit" | "panel";

/** Point of the panel that a ray hits, from 0 to 1 in both directions, and its distance. */
export interface PanelHit {
  u: number;
  v: number;
  far: number;
  part: Part;
}

export class Console {
  readonly mesh: Mesh;
  readonly #canvas = document.createElement("canvas");
  readonly #texture: CanvasTexture;
  #drawn = "";

  constructor(
    readonly clock: Clock,
    readonly markers: () => readonly number[],
  ) {
    this.#canvas.width = WIDTH_PX;
    this.#canvas.height = HEIGHT_PX;
    this.#texture = new CanvasTexture(this.#canvas);
    this.#texture.colorSpace = SRGBColorSpace;
    const material = new MeshBasicMaterial({ map: this.#texture, transparent: true, fog: false });
    this.mesh = new Mesh(new PlaneGeometry(WIDTH_M, HEIGHT_M), material);
    this.mesh.renderOrder = 5;
  }

  /** Places the panel before a head: `forward` is where it looks. */
  place(head: Vector3, forward: Vector3): void {
    const ahead = new Vector3(forward.x, 0, forward.z);
    if (ahead.lengthSq() < 1e-6) ahead.set(0, 0, -1);
    this.mesh.position.copy(head).addScaledVector(ahead.normalize(), AHEAD_M);
    this.mesh.position.y -= BELOW_M;
    this.mesh.lookAt(head);
    this.mesh.updateMatrixWorld();
  }

  /** Point that a ray hits; with `isHeld`, also beyond the edges of the panel. */
  hit(ray: Ray, isHeld = false): PanelHit | undefined {
    const { mesh } = this;
    normal.set(0, 0, 1).transformDirection(mesh.matrixWorld);
    const towards = ray.direction.dot(normal);
    if (Math.abs(towards) < 1e-6) return undefined;
    const far = point.subVectors(mesh.position, ray.origin).dot(normal) / towards;
    if (far <= 0) return undefined;
    mesh.worldToLocal(ray.at(far, point));
    const [u, v] = [point.x / WIDTH_M + 0.5, point.y / HEIGHT_M + 0.5];
    if (!isHeld && (u < 0 || u > 1 || v < 0 || v > 1)) return undefined;
    const part =
      u < PLAY_TO ? "play" : u > EXIT_FROM ? "exit" : u >= TRACK.from - 0.02 ? "track" : "panel";
    return { u, v, far, part };
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
    return this.mesh.localToWorld(new Vector3((u - 0.5) * WIDTH_M, 0, 0));
  }

  /** Draws the panel if something on it changed. */
  update(pointed: Part | undefined): void {
    const { clock } = this;
    const state = `${clockTime(clock.time, 1)} ${clock.isPlaying.value} ${pointed}`;
    if (state === this.#drawn) return;
    this.#drawn = state;
    const context = this.#canvas.getContext("2d");
    if (!context) return;
    context.clearRect(0, 0, WIDTH_PX, HEIGHT_PX);
    context.fillStyle = "rgb(25 29 35 / 0.92)";
    context.beginPath();
    context.roundRect(0, 0, WIDTH_PX, HEIGHT_PX, 48);
    context.fill();
    this.#drawButtons(context, pointed);
    this.#drawTrack(context, pointed);
    this.#texture.needsUpdate = true;
  }

  dispose(): void {
    this.#texture.dispose();
    this.mesh.geometry.dispose();
    (this.mesh.material as MeshBasicMaterial).dispose();
    this.mesh.removeFromParent();
  }

  #drawButtons(context: CanvasRenderingContext2D, pointed: Part | undefined): void {
    const middle = HEIGHT_PX / 2;
    for (const [part, from, to] of [
      ["play", 0, PLAY_TO],
      ["exit", EXIT_FROM, 1],
    ] as const) {
      if (pointed !== part) continue;
      context.fillStyle = "#323a45";
      context.beginPath();
      context.roundRect(from * WIDTH_PX + 10, 10, (to - from) * WIDTH_PX - 20, HEIGHT_PX - 20, 40);
      context.fill();
    }
    context.fillStyle = "#dfe5ec";
    const x = (PLAY_TO / 2) * WIDTH_PX;
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
    const exit = ((1 + EXIT_FROM) / 2) * WIDTH_PX;
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

  #drawTrack(context: CanvasRenderingContext2D, pointed: Part | undefined): void {
    const { clock } = this;
    const { from, to } = clock.bounds;
    const at = (secs: number) =>
      WIDTH_PX * (TRACK.from + ((secs - from) / (to - from || 1)) * (TRACK.to - TRACK.from));
    const y = HEIGHT_PX * 0.62;
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

const normal = new Vector3();
const point = new Vector3();
