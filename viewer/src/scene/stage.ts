// The scene as a whole: people, floor and light, drawn when something changed and not otherwise.

import {
  DirectionalLight,
  Fog,
  HemisphereLight,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  SRGBColorSpace,
  Vector3,
  WebGLRenderer,
} from "three";
import type { Clock } from "../clock.ts";
import type { Document } from "../document.ts";
import type { Side } from "../library.ts";
import type { Session } from "../session.ts";
import type { View } from "../view.ts";
import { type CameraPlace, Cameras } from "./cameras.ts";
import { Floor } from "./floor.ts";
import { PALETTES } from "./palette.ts";
import { Person } from "./person.ts";
import { type Survey, survey } from "./survey.ts";

/** Beyond this, more pixels cost more than they show. */
const MOST_PIXELS_PER_POINT = 2;
const OVERLAY_OPACITY = 0.42;
/** Two who are further apart than this are each looked at in their own place when they are side by side. */
const APART_M = 1;

/** Part of the picture, in CSS pixels from its upper left corner, and whom one sees in it. */
export interface Pane {
  person: Person;
  /** Where it is seen from: as of the last picture. */
  camera: PerspectiveCamera;
  x: number;
  width: number;
  height: number;
}

/** A recording as it was looked at last. */
interface Looked {
  spot: Survey;
  place: CameraPlace;
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
  readonly #paneCameras = [new PerspectiveCamera(), new PerspectiveCamera()] as const;
  readonly #looked = new WeakMap<Document, Looked>();
  #document: Document | undefined;
  /** Where what is shown happens, and what it is held against. */
  #spot: Survey | undefined;
  #secondSpot: Survey | undefined;
  readonly #shift = new Vector3();
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
    const [camera, other] = this.#paneCameras;
    const isSide = this.second === this.#beside;
    if (!isSide) return [{ person: this.first, camera, x: 0, width, height }];
    const half = width / 2;
    return [
      { person: this.first, camera, x: 0, width: half, height },
      { person: this.#beside, camera: other, x: half, width: half, height },
    ];
  }

  /** Everybody who can be pointed at: those of the panes, and who is laid over the first. */
  get people(): Pane[] {
    const { panes, second } = this;
    const [first] = panes;
    return first && second === this.#overlaid ? [first, { ...first, person: second }] : panes;
  }

  /** Whether there is nothing to see in what is shown, at any time. */
  get isEmpty(): boolean {
    return this.#spot?.isEmpty ?? false;
  }

  /** How far two recordings that are side by side are from each other; 0 while one place shows both. */
  get apartM(): number {
    if (this.second !== this.#beside || !this.#spot || !this.#secondSpot) return 0;
    const far = this.#spot.center.distanceTo(this.#secondSpot.center);
    return far > APART_M ? far : 0;
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
    this.#turnTo(active.value, other.value);
    const isSide = compareMode.value === "side";
    this.#secondSpot = second && isSide ? survey(second, this.clock.time) : undefined;
    this.#beside.setRecording(compareMode.value === "side" ? second : undefined);
    this.#overlaid.setRecording(compareMode.value === "overlay" ? second : undefined);
  }

  /** Whoever comes back to a recording finds it as they left it. */
  #turnTo(document: Document | undefined, other: Document | undefined): void {
    const before = this.#document;
    if (document === before) return;
    if (before && this.#spot)
      this.#looked.set(before, { spot: this.#spot, place: this.cameras.place });
    this.#document = document;
    const kept = document && this.#looked.get(document);
    if (!kept) return;
    this.#spot = kept.spot;
    // Two that are compared and change places are looked at from where one is.
    if (before !== other) this.cameras.place = kept.place;
  }

  /** Looks at all of the recording; true if its person walks about. */
  fit(): boolean {
    const recording = this.session.recording;
    if (!recording) return false;
    this.#spot = survey(recording, this.clock.time);
    this.cameras.fit(this.#spot);
    return this.#spot.isRoaming;
  }

  /** Puts floor and light to where something happens. */
  #setUp({ floorM, center }: Survey): void {
    this.#floor.place(floorM, center);
    this.#sun.target.position.copy(center);
    this.#sun.position.copy(center).add(SUNWARDS);
  }

  /** How far the second camera is from the first: not at all, but for two who would not be in one picture. */
  #shiftOf(mode: string): Vector3 {
    this.#shift.setScalar(0);
    if (this.apartM === 0 || !this.#spot || !this.#secondSpot) return this.#shift;
    const isFollowed =
      mode === "follow" && this.first.focus(here) && this.#beside.focus(this.#shift);
    if (isFollowed) return this.#shift.sub(here);
    return this.#shift.subVectors(this.#secondSpot.center, this.#spot.center);
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
    this.cameras.setAspect((panes[0]?.width ?? 1) / this.#height);
    const isMoving = this.cameras.update(mode, this.first, secs);
    const isSplit = panes.length > 1;
    this.#renderer.info.reset();
    this.#renderer.setScissorTest(isSplit);
    for (const { person, camera, x, width, height } of panes) {
      const isFirst = person === this.first;
      this.first.group.visible = isFirst && !!this.first.recording;
      this.#beside.group.visible = isSplit && !isFirst;
      const isThroughEyes = mode === "first-person" && person.hasHead;
      if (!isFirst && mode === "first-person") this.cameras.update(mode, person, 0);
      camera.copy(this.cameras.camera);
      if (!isFirst && !isThroughEyes) camera.position.add(this.#shiftOf(mode));
      camera.updateMatrixWorld();
      const spot = isFirst || this.apartM === 0 ? this.#spot : this.#secondSpot;
      if (spot) this.#setUp(spot);
      this.#renderer.setViewport(x, 0, width, height);
      this.#renderer.setScissor(x, 0, width, height);
      this.#renderer.render(this.#scene, camera);
    }
    // The mouse turns what the first one is seen from.
    if (isSplit && mode === "first-person") this.cameras.update(mode, this.first, 0);
    return isMoving;
  }

  /** Where a joint is on the canvas, in CSS pixels; nothing if it is not shown. */
  project(pane: Pane, side: Side, joint: number, out: Vector3): boolean {
    const place = pane.person.hands[side].joints[joint];
    if (!place || !Number.isFinite(place.x)) return false;
    return this.projectPoint(pane, place, out);
  }

  projectPoint(pane: Pane, place: Vector3, out: Vector3): boolean {
    out.copy(place).project(pane.camera);
    // What is beside the pane is not shown in it, and not in the next one either.
    const isIn = Math.abs(out.x) <= 1 && Math.abs(out.z) <= 1;
    out.x = pane.x + ((out.x + 1) / 2) * pane.width;
    out.y = ((1 - out.y) / 2) * pane.height;
    return isIn;
  }

  /** For those who look: how much the last picture took. */
  get cost(): { drawCalls: number; triangles: number } {
    const { calls, triangles } = this.#renderer.info.render;
    return { drawCalls: calls, triangles };
  }
}

/** From what is lit to the sun. */
const SUNWARDS = new Vector3(0.5, 2.6, 0.35);
const here = new Vector3();
