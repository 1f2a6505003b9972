// A session of a headset that is recorded.

import {
  Color,
  GridHelper,
  HemisphereLight,
  PerspectiveCamera,
  Quaternion,
  Scene,
  Vector3,
  WebGLRenderer,
} from "three";
import { OwnHands } from "../xr/ownhands.ts";
import { Pointer } from "../xr/pointer.ts";
import { capture } from "./capture.ts";
import type { JournalFile } from "./journal.ts";
import { type Part, RecordPanel } from "./panel.ts";

const SIDES = [0, 1] as const;

export class RecordSession {
  /** Time of the newest frame, from the first one. */
  secs = 0;
  markers = 0;
  /** Ends when the session does. */
  readonly ended: Promise<void>;
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(70, 1, 0.01, 60);
  readonly #panel = new RecordPanel();
  readonly #pointers: readonly Pointer[];
  readonly #ownHands: OwnHands;
  readonly #pinches = new Set<XRInputSource>();
  #isPlaced = false;
  /** Time of the first frame of the session, and of the recording, in milliseconds. */
  #enteredMs: number | undefined;
  #startMs: number | undefined;

  constructor(
    readonly session: XRSession,
    readonly journal: JournalFile,
    readonly countdownSecs: number,
    isSeeThrough: boolean,
  ) {
    this.#renderer = new WebGLRenderer({ antialias: true });
    const { xr } = this.#renderer;
    this.#pointers = SIDES.map((side) => new Pointer(xr.getController(side)));
    this.#ownHands = new OwnHands(SIDES.map((side) => xr.getHand(side)));
    if (!isSeeThrough) {
      this.#scene.background = new Color("#14171c");
      this.#scene.add(new GridHelper(8, 16, 0x5c6a7c, 0x323a45));
    }
    this.#scene.add(
      new HemisphereLight(0xffffff, 0x5c6674, 3),
      this.#panel.panel.mesh,
      this.#ownHands.mesh,
      ...this.#ownHands.hands,
      ...this.#pointers.map(({ space }) => space),
    );
    this.ended = new Promise((done) =>
      session.addEventListener("end", () => {
        this.#dispose();
        done();
      }),
    );
    session.addEventListener("selectstart", ({ inputSource }) => this.#pinches.add(inputSource));
    session.addEventListener("selectend", ({ inputSource }) => this.#pinches.delete(inputSource));
    // The side button of a controller: without looking at the panel.
    session.addEventListener("squeezestart", () => this.mark());
  }

  async start(): Promise<void> {
    const { xr } = this.#renderer;
    xr.enabled = true;
    xr.setReferenceSpaceType("local-floor");
    await xr.setSession(this.session);
    this.#renderer.setAnimationLoop((now, frame) => this.#draw(now, frame));
  }

  /** Adds a marker at the current time. */
  mark(): void {
    if (this.#startMs === undefined || this.journal.problem.value) return;
    this.markers += 1;
    this.journal.mark(`marker ${this.markers}`);
  }

  /** Place of a button of the panel. */
  panelPoint(part: "mark" | "stop"): number[] {
    return this.#panel.pointOf(part).toArray();
  }

  #draw(now: number, frame: XRFrame | undefined): void {
    const space = this.#renderer.xr.getReferenceSpace();
    if (!frame || !space) return;
    this.#place(frame, space);
    this.#enteredMs ??= now;
    const countdown = this.countdownSecs - (now - this.#enteredMs) / 1000;
    if (countdown <= 0 && !this.journal.problem.value) this.#record(now, frame, space);
    this.#ownHands.update();
    const pointed = this.#pointers.flatMap((pointer) => this.#point(pointer) ?? []);
    const { frames, bytes } = this.journal.written.value;
    const problem = this.journal.problem.value?.message;
    const { secs, markers } = this;
    this.#panel.update({ countdown, secs, frames, bytes, markers, problem }, pointed[0]);
    this.#renderer.render(this.#scene, this.#camera);
  }

  #record(now: number, frame: XRFrame, space: XRReferenceSpace): void {
    const floats = capture(this.session, frame, space, this.#pinches);
    if (!floats) return;
    this.#startMs ??= now;
    this.secs = (now - this.#startMs) / 1000;
    this.journal.record(this.secs, floats);
  }

  /** Places the panel before the head of the first frame. */
  #place(frame: XRFrame, space: XRReferenceSpace): void {
    const pose = this.#isPlaced ? undefined : frame.getViewerPose(space);
    if (!pose) return;
    this.#isPlaced = true;
    const { position: p, orientation: o } = pose.transform;
    const forward = new Vector3(0, 0, -1).applyQuaternion(new Quaternion(o.x, o.y, o.z, o.w));
    this.#panel.panel.place(new Vector3(p.x, p.y, p.z), forward);
  }

  #point(pointer: Pointer): Part | undefined {
    if (!pointer.aim()) return undefined;
    const hit = this.#panel.hit(pointer.ray);
    for (let event = pointer.next(); event; event = pointer.next()) {
      if (event !== "press") continue;
      if (hit?.part === "mark") this.mark();
      if (hit?.part === "stop") void this.session.end();
    }
    pointer.draw(hit?.far);
    return hit?.part;
  }

  #dispose(): void {
    this.#renderer.setAnimationLoop(null);
    this.#panel.panel.dispose();
    this.#ownHands.dispose();
    for (const pointer of this.#pointers) pointer.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }
}
