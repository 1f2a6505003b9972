// The scene as a whole: people, floor and light, drawn when something changed and not otherwise.

import {
  DirectionalLight,
  Fog,
  HemisphereLight,
  PCFShadowMap,
  Scene,
  SRGBColorSpace,
  Vector3,
  WebGLRenderer,
} from "three";
import type { Clock } from "../clock.ts";
import type { Side } from "../library.ts";
import type { Session } from "../session.ts";
import type { View } from "../view.ts";
import { Cameras } from "./cameras.ts";
import { Floor } from "./floor.ts";
import { PALETTES } from "./palette.ts";
import { Person } from "./person.ts";

/** Beyond this, more pixels cost more than they show. */
const MOST_PIXELS_PER_POINT = 2;
const OVERLAY_OPACITY = 0.42;

/** Part of the picture, in CSS pixels from its upper left corner. */
export interface Pane {
  person: Person;
  x: number;
  width: number;
  height: number;
}

export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly cameras: Cameras;
  readonly first = new Person(1);
  /** What the first is held against: itself when beside it, see-through when laid over it. */
  readonly #beside = new Person(1);
  readonly #overlaid = new Person(OVERLAY_OPACITY);
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #floor = new Floor();
  readonly #sun = new DirectionalLight(0xffffff, 1.9);
  readonly #sky = new HemisphereLight(0xf4f8ff, 0x56606e, 1.35);
  #width = 1;
  #height = 1;

  constructor(
    container: HTMLElement,
    readonly session: Session,
    readonly clock: Clock,
    readonly view: View,
  ) {
    this.#renderer = new WebGLRenderer({ antialias: true, powerPreference: "high-performance" });
    this.#renderer.outputColorSpace = SRGBColorSpace;
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = PCFShadowMap;
    // Counted by hand: by itself, it leaves out shadows and every pane but the last.
    this.#renderer.info.autoReset = false;
    this.canvas = this.#renderer.domElement;
    container.append(this.canvas);
    this.cameras = new Cameras(this.canvas);
    this.#sun.castShadow = true;
    this.#sun.shadow.mapSize.set(1024, 1024);
    this.#sun.shadow.radius = 6;
    this.#sun.shadow.bias = -0.0005;
    this.#sun.shadow.normalBias = 0.004;
    const { camera } = this.#sun.shadow;
    Object.assign(camera, { left: -1.2, right: 1.2, top: 1.2, bottom: -1.2, near: 0.1, far: 6 });
    this.#scene.add(this.#sky, this.#sun, this.#sun.target, this.#floor.group);
    this.#scene.add(this.first.group, this.#beside.group, this.#overlaid.group);
    this.#scene.fog = new Fog(0, 6, 16);
    this.applyTheme();
  }

  /** The second recording, when there is one. */
  get second(): Person | undefined {
    if (!this.session.other.value) return undefined;
    return this.session.compareMode.value === "side" ? this.#beside : this.#overlaid;
  }

  /** What is drawn where. */
  get panes(): Pane[] {
    const [width, height] = [this.#width, this.#height];
    const isSide = this.second === this.#beside;
    if (!isSide) return [{ person: this.first, x: 0, width, height }];
    const half = width / 2;
    return [
      { person: this.first, x: 0, width: half, height },
      { person: this.#beside, x: half, width: half, height },
    ];
  }

  applyTheme(): void {
    const palette = PALETTES[this.view.theme.value];
    this.#scene.background = palette.background;
    this.#scene.fog?.color.copy(palette.fog);
    this.#floor.colour(palette);
    for (const person of [this.first, this.#beside, this.#overlaid]) person.colour(palette);
  }

  /** Takes over which recordings are shown. */
  applySession(): void {
    const { active, other, compareMode } = this.session;
    this.first.setRecording(active.value?.recording);
    const second = other.value?.recording;
    this.#beside.setRecording(compareMode.value === "side" ? second : undefined);
    this.#overlaid.setRecording(compareMode.value === "overlay" ? second : undefined);
  }

  /** Looks at all of the recording. */
  fit(): void {
    const recording = this.session.recording;
    if (!recording) return;
    this.cameras.fit(recording, this.clock.time);
    this.#floor.place(this.cameras.floorM, this.cameras.center);
    const { center } = this.cameras;
    this.#sun.target.position.copy(center);
    this.#sun.position.copy(center).add(new Vector3(0.5, 2.6, 0.35));
  }

  resize(width: number, height: number): void {
    this.#width = Math.max(1, width);
    this.#height = Math.max(1, height);
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, MOST_PIXELS_PER_POINT));
    this.#renderer.setSize(this.#width, this.#height);
  }

  /** Draws the moment; true if the camera is still on its way. */
  render(secs: number): boolean {
    const { time } = this.clock;
    const palette = PALETTES[this.view.theme.value];
    const mode = this.view.camera.value;
    const { panes, second } = this;
    this.#floor.group.visible = this.view.shows("floor");
    this.first.update(time, this.view, palette, mode === "first-person");
    second?.update(time, this.view, palette, mode === "first-person" && panes.length > 1);
    const isMoving = this.cameras.update(mode, this.first, secs);
    this.cameras.setAspect((panes[0]?.width ?? 1) / this.#height);
    const isSplit = panes.length > 1;
    this.#renderer.info.reset();
    this.#renderer.setScissorTest(isSplit);
    for (const { person, x, width, height } of panes) {
      this.first.group.visible = person === this.first && !!this.first.recording;
      this.#beside.group.visible = isSplit && person === this.#beside;
      if (isSplit && mode === "first-person") this.cameras.update(mode, person, 0);
      this.#renderer.setViewport(x, 0, width, height);
      this.#renderer.setScissor(x, 0, width, height);
      this.#renderer.render(this.#scene, this.cameras.camera);
    }
    return isMoving;
  }

  /** Where a joint is on the canvas, in CSS pixels; nothing if it is not shown. */
  project(pane: Pane, side: Side, joint: number, out: Vector3): boolean {
    const place = pane.person.hands[side].joints[joint];
    if (!place || !Number.isFinite(place.x)) return false;
    return this.projectPoint(pane, place, out);
  }

  projectPoint(pane: Pane, place: Vector3, out: Vector3): boolean {
    out.copy(place).project(this.cameras.camera);
    out.x = pane.x + ((out.x + 1) / 2) * pane.width;
    out.y = ((1 - out.y) / 2) * pane.height;
    return Math.abs(out.z) <= 1;
  }

  /** For those who look: how much the last picture took. */
  get cost(): { drawCalls: number; triangles: number } {
    const { calls, triangles } = this.#renderer.info.render;
    return { drawCalls: calls, triangles };
  }
}
