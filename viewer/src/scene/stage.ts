// The 3D scene: people, floor and lights, rendered on changes.

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
import { SIDES, type Side } from "../library.ts";
import type { Session } from "../session.ts";
import { Signal } from "../signal.ts";
import type { Showable, View } from "../view.ts";
import type { Immersion } from "../xr/immersion.ts";
import { type CameraPlace, Cameras } from "./cameras.ts";
import { Floor } from "./floor.ts";
import type { Motion } from "./motion.ts";
import { PALETTES } from "./palette.ts";
import { Person } from "./person.ts";
import { picture } from "./picture.ts";
import { type Survey, survey } from "./survey.ts";

/** Largest pixel ratio: beyond it, cost grows without visible benefit. */
const MOST_PIXELS_PER_POINT = 2;
const OVERLAY_OPACITY = 0.42;
/** Distance above which two recordings side by side get separate cameras. */
const APART_M = 1;

/** Part of the canvas, in CSS pixels from its upper left corner, and the person it shows. */
export interface Pane {
  person: Person;
  /** Camera of the last frame. */
  camera: PerspectiveCamera;
  x: number;
  width: number;
  height: number;
}

/** What a picture of a recording that is not open shows. */
export interface Portrait {
  time: number;
  shown: readonly Showable[];
  /** Whether the hands alone fill it. */
  hands?: boolean;
  /** Time of a second, transparent copy. */
  secondTime?: number;
}

/** View state of a recording, to restore when it is shown again. */
interface Looked {
  spot: Survey;
  place: CameraPlace;
}

export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly cameras: Cameras;
  readonly first = new Person(1);
  /** Whether the browser took the graphics context away. */
  readonly isLost = new Signal(false);
  /** Session of a headset that shows the scene. */
  immersion: Immersion | undefined;
  /** The compared recording: opaque side by side, transparent as an overlay. */
  readonly #beside = new Person(1);
  readonly #overlaid = new Person(OVERLAY_OPACITY);
  readonly renderer: WebGLRenderer;
  readonly scene = new Scene();
  readonly #floor = new Floor();
  readonly #sun = new DirectionalLight(0xffffff, 1.8);
  readonly #sky = new HemisphereLight(0xf4f8ff, 0x8b95a3, 0.95);
  /** Light from the camera: palms and undersides stay readable. */
  readonly #fill = new DirectionalLight(0xffffff, 0.95);
  readonly #paneCameras = [new PerspectiveCamera(), new PerspectiveCamera()] as const;
  readonly #looked = new WeakMap<Document, Looked>();
  #document: Document | undefined;
  /** Survey of the active and the compared recording. */
  #spot: Survey | undefined;
  #secondSpot: Survey | undefined;
  readonly #shift = new Vector3();
  /** Size to return to after rendering with a fixed size. */
  #onScreen: { width: number; height: number } | undefined;
  #width = 1;
  #height = 1;

  constructor(
    readonly container: HTMLElement,
    readonly session: Session,
    readonly clock: Clock,
    readonly view: View,
  ) {
    this.renderer = new WebGLRenderer({ antialias: true, powerPreference: "high-performance" });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    // Reset manually: automatic counts omit shadows and all panes but the last.
    this.renderer.info.autoReset = false;
    this.canvas = this.renderer.domElement;
    container.append(this.canvas);
    this.cameras = new Cameras(this.canvas);
    this.#sun.castShadow = true;
    this.#sun.shadow.mapSize.set(1024, 1024);
    this.#sun.shadow.radius = 6;
    this.#sun.shadow.bias = -0.0005;
    this.#sun.shadow.normalBias = 0.004;
    const { camera } = this.#sun.shadow;
    Object.assign(camera, { left: -1.2, right: 1.2, top: 1.2, bottom: -1.2, near: 0.1, far: 6 });
    this.scene.add(this.#sky, this.#sun, this.#sun.target, this.#floor.group);
    this.scene.add(this.#fill, this.#fill.target);
    this.scene.add(this.first.group, this.#beside.group, this.#overlaid.group);
    this.scene.fog = new Fog(0, 6, 16);
    this.canvas.addEventListener("webglcontextlost", (event) => {
      // Without this, the browser never restores it.
      event.preventDefault();
      this.isLost.value = true;
    });
    this.canvas.addEventListener("webglcontextrestored", () => {
      this.isLost.value = false;
    });
    this.applyTheme();
  }

  /** The second recording, if there is one. */
  get second(): Person | undefined {
    if (!this.session.other.value) return undefined;
    return this.session.compareMode.value === "side" ? this.#beside : this.#overlaid;
  }

  /** Panes of the canvas. */
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

  /** People that can be hovered: those of the panes, and an overlaid one. */
  get people(): Pane[] {
    const { panes, second } = this;
    const [first] = panes;
    return first && second === this.#overlaid ? [first, { ...first, person: second }] : panes;
  }

  /** Size in CSS pixels. */
  get size(): { width: number; height: number } {
    return { width: this.#width, height: this.#height };
  }

  /** Whether the recording shows nothing at any time. */
  get isEmpty(): boolean {
    return this.#spot?.isEmpty ?? false;
  }

  /** Distance between the cameras of two recordings side by side; 0 if they share one. */
  get apartM(): number {
    if (this.second !== this.#beside || !this.#spot || !this.#secondSpot) return 0;
    const far = this.#spot.center.distanceTo(this.#secondSpot.center);
    return far > APART_M ? far : 0;
  }

  applyTheme(): void {
    const palette = PALETTES[this.view.theme.value];
    this.scene.background = palette.background;
    this.scene.fog?.color.copy(palette.fog);
    this.#floor.colour(palette);
    for (const person of [this.first, this.#beside, this.#overlaid]) person.colour(palette);
  }

  /** Updates the displayed recordings. */
  applySession(): void {
    const { active, other, compareMode } = this.session;
    this.first.setRecording(active.value?.recording);
    const second = other.value && this.session.placed;
    this.#turnTo(active.value, other.value);
    const isSide = compareMode.value === "side";
    this.#secondSpot = second && isSide ? survey(second, this.clock.time) : undefined;
    this.#beside.setRecording(compareMode.value === "side" ? second : undefined);
    this.#overlaid.setRecording(compareMode.value === "overlay" ? second : undefined);
  }

  /** Saves the view of the previous recording and restores that of the next. */
  #turnTo(document: Document | undefined, other: Document | undefined): void {
    const before = this.#document;
    if (document === before) return;
    if (before && this.#spot)
      this.#looked.set(before, { spot: this.#spot, place: this.cameras.place });
    this.#document = document;
    const kept = document && this.#looked.get(document);
    if (!kept) return;
    this.#spot = kept.spot;
    // When two compared recordings are swapped, the camera stays.
    if (before !== other) this.cameras.place = kept.place;
  }

  /** Fits the view to the recording; true if its person walks about. */
  fit(): boolean {
    const recording = this.session.recording;
    if (!recording) return false;
    this.#spot = survey(recording, this.clock.time);
    // The first recording is framed before the browser has told the size.
    const { clientWidth, clientHeight } = this.container;
    if (this.#width <= 1) this.resize(clientWidth, clientHeight);
    this.cameras.setAspect((this.panes[0]?.width ?? 1) / this.#height);
    this.cameras.fit(this.#spot);
    return this.#spot.isRoaming;
  }

  /** Moves floor and lights to the recording. */
  #setUp({ floorM, center }: Survey): void {
    this.#floor.place(floorM, center);
    this.#sun.target.position.copy(center);
    this.#sun.position.copy(center).add(SUNWARDS);
  }

  /** Turns the light of the camera to where it looks. */
  #light(camera: PerspectiveCamera): void {
    this.#fill.position.copy(camera.position);
    this.#fill.target.position.copy(camera.position).add(camera.getWorldDirection(here));
  }

  /** Offset of the second camera: zero unless the two would not fit in one view. */
  #shiftOf(mode: string): Vector3 {
    this.#shift.setScalar(0);
    if (this.apartM === 0 || !this.#spot || !this.#secondSpot) return this.#shift;
    const isFollowed =
      mode === "follow" && this.first.focus(here) && this.#beside.focus(this.#shift);
    if (isFollowed) return this.#shift.sub(here);
    return this.#shift.subVectors(this.#secondSpot.center, this.#spot.center);
  }

  /** Renders with a fixed number of pixels, whatever the size on screen, until `restore` is called. */
  setFixedSize(width: number, height: number): { restore(): void } {
    const onScreen = { width: this.#width, height: this.#height };
    this.#onScreen = onScreen;
    [this.#width, this.#height] = [width, height];
    this.renderer.setPixelRatio(1);
    this.renderer.setSize(width, height, false);
    return {
      restore: () => {
        this.#onScreen = undefined;
        this.resize(onScreen.width, onScreen.height);
      },
    };
  }

  resize(width: number, height: number): void {
    if (this.#onScreen) {
      Object.assign(this.#onScreen, { width, height });
      return;
    }
    this.#width = Math.max(1, width);
    this.#height = Math.max(1, height);
    // The headset has its own size.
    if (this.immersion) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, MOST_PIXELS_PER_POINT));
    this.renderer.setSize(this.#width, this.#height);
  }

  /** Renders the current time; true if the camera is still moving. */
  render(secs: number): boolean {
    if (this.immersion) return false;
    const { time } = this.clock;
    const palette = PALETTES[this.view.theme.value];
    const mode = this.view.camera.value;
    const { panes, second } = this;
    this.first.floorM = this.#spot?.floorM ?? Number.NaN;
    if (second) second.floorM = (this.#secondSpot ?? this.#spot)?.floorM ?? Number.NaN;
    this.#floor.group.visible = this.view.shows("floor");
    this.first.update(time, this.view, palette, mode === "first-person");
    second?.update(time, this.view, palette, mode === "first-person" && panes.length > 1);
    this.cameras.setAspect((panes[0]?.width ?? 1) / this.#height);
    const isMoving = this.cameras.update(mode, this.first, secs);
    const isSplit = panes.length > 1;
    this.renderer.info.reset();
    this.renderer.setScissorTest(isSplit);
    for (const { person, camera, x, width, height } of panes) {
      const isFirst = person === this.first;
      this.first.group.visible = isFirst && !!this.first.recording;
      this.#beside.group.visible = isSplit && !isFirst;
      const isThroughEyes = mode === "first-person" && person.hasHead;
      if (!isFirst && mode === "first-person") this.cameras.update(mode, person, 0);
      camera.copy(this.cameras.camera);
      if (!isFirst && !isThroughEyes) camera.position.add(this.#shiftOf(mode));
      camera.updateMatrixWorld();
      this.#light(camera);
      const spot = isFirst || this.apartM === 0 ? this.#spot : this.#secondSpot;
      if (spot) this.#setUp(spot);
      this.renderer.setViewport(x, 0, width, height);
      this.renderer.setScissor(x, 0, width, height);
      this.renderer.render(this.scene, camera);
    }
    // The mouse controls the camera of the first pane.
    if (isSplit && mode === "first-person") this.cameras.update(mode, this.first, 0);
    return isMoving;
  }

  /** Height of the floor. */
  get floorM(): number {
    return this.#spot?.floorM ?? 0;
  }

  /** Renders the current time for a headset, which moves `camera`. `head` is the person in it. */
  renderImmersive(isSeeThrough: boolean, camera: PerspectiveCamera, head: Vector3): void {
    const { time } = this.clock;
    const palette = PALETTES[this.view.theme.value];
    const { second } = this;
    this.scene.background = isSeeThrough ? null : palette.background;
    this.#floor.group.visible = !isSeeThrough && this.view.shows("floor");
    this.first.update(time, this.view, palette, false);
    second?.update(time, this.view, palette, false);
    this.first.group.visible = !!this.first.recording;
    this.#beside.group.visible = second === this.#beside;
    if (this.#spot) this.#setUp(this.#spot);
    this.#fill.position.copy(head);
    this.#fill.target.position.copy(this.first.focus(here) ? here : head);
    this.renderer.info.reset();
    this.renderer.setScissorTest(false);
    this.renderer.render(this.scene, camera);
  }

  /** Back to the screen. */
  leaveImmersion(): void {
    this.applyTheme();
    this.resize(this.container.clientWidth, this.container.clientHeight);
  }

  /** Picture of a recording, while none is open. */
  portrait(motion: Motion, portrait: Portrait, width: number, height: number): HTMLCanvasElement {
    const { time, shown, hands = false, secondTime } = portrait;
    const palette = PALETTES[this.view.theme.value];
    const ratio = Math.min(devicePixelRatio, MOST_PIXELS_PER_POINT);
    const size = this.setFixedSize(Math.round(width * ratio), Math.round(height * ratio));
    const look = {
      shows: (what: Showable) => shown.includes(what),
      trails: this.view.trails,
      ghostStepSecs: this.view.ghostStepSecs,
    };
    const spot = survey(motion, time);
    const people = [
      [this.first, time],
      [this.#overlaid, secondTime],
    ] as const;
    for (const [person, at] of people) {
      person.setRecording(at === undefined ? undefined : motion);
      person.group.visible = at !== undefined;
      if (at !== undefined) person.update(at, look, palette, false);
    }
    const now = hands ? SIDES.flatMap((side) => this.first.hands[side].joints) : spot.now;
    const { cameras } = this;
    cameras.setAspect(width / height);
    cameras.fit({ ...spot, points: now, now });
    cameras.update("orbit", this.first, 0);
    this.#floor.group.visible = shown.includes("floor");
    this.#setUp(spot);
    this.#light(cameras.camera);
    this.renderer.setScissorTest(false);
    this.renderer.setViewport(0, 0, this.#width, this.#height);
    this.renderer.render(this.scene, cameras.camera);
    const copy = picture(this.canvas, []);
    for (const [person] of people) person.setRecording(undefined);
    size.restore();
    return copy;
  }

  /** Position of a joint on the canvas, in CSS pixels; false if it is not visible. */
  project(pane: Pane, side: Side, joint: number, out: Vector3): boolean {
    const place = pane.person.hands[side].joints[joint];
    if (!place || !Number.isFinite(place.x)) return false;
    return this.projectPoint(pane, place, out);
  }

  projectPoint(pane: Pane, place: Vector3, out: Vector3): boolean {
    out.copy(place).project(pane.camera);
    // Outside the pane it is not visible, not even in the next pane.
    const isIn = Math.abs(out.x) <= 1 && Math.abs(out.z) <= 1;
    out.x = pane.x + ((out.x + 1) / 2) * pane.width;
    out.y = ((1 - out.y) / 2) * pane.height;
    return isIn;
  }

  /** Gives the graphics context back; the stage cannot be used any more. */
  dispose(): void {
    this.cameras.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.canvas.remove();
  }

  /** Rendering cost of the last frame, for diagnostics. */
  get cost(): { drawCalls: number; triangles: number } {
    const { calls, triangles } = this.renderer.info.render;
    return { drawCalls: calls, triangles };
  }
}

/** Direction to the sun light. */
const SUNWARDS = new Vector3(0.5, 2.6, 0.35);
const here = new Vector3();
