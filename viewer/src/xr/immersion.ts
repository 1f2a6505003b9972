// A recording in a headset: life-size, at the recorded place, with a control panel, rays and teleportation.

import {
  Group,
  Mesh,
  MeshBasicMaterial,
  PerspectiveCamera,
  Quaternion,
  RingGeometry,
  Vector3,
} from "three";
import type { Immersed } from "./buttons.ts";
import { Console, type PanelHit, type Part } from "./console.ts";
import { OwnHands } from "./ownhands.ts";
import { Pointer } from "./pointer.ts";

/** Longest time step, after the headset was taken off. */
const MOST_SECS = 1;
/** Distance up to which the floor can be pointed at. */
const REACH_M = 10;
const SIDES = [0, 1] as const;

export class Immersion {
  /** Head of the person in the headset, in the scene. */
  readonly head = new Vector3();
  readonly #parts: Immersed;
  readonly #console: Console;
  readonly #pointers: readonly Pointer[];
  readonly #ownHands: OwnHands;
  readonly #target: Mesh;
  /** Floor of the room in the scene. */
  readonly #floorM: number;
  /** The room in the scene: what the headset tracks is in it. */
  readonly #room = new Group();
  readonly #camera = new PerspectiveCamera(70, 1, 0.01, 60);
  #last: number | undefined;
  #isPlaced = false;
  #wasPlaying = false;
  #pointed: readonly Part[] = [];

  constructor(
    readonly session: XRSession,
    readonly isSeeThrough: boolean,
    parts: Immersed,
  ) {
    const { stage, clock } = parts;
    this.#parts = parts;
    this.#floorM = stage.floorM;
    const markers = () =>
      stage.session.recording?.markers().map(({ time_secs }) => time_secs) ?? [];
    this.#console = new Console(clock, markers);
    const { xr } = stage.renderer;
    this.#pointers = SIDES.map((side) => new Pointer(xr.getController(side)));
    this.#ownHands = new OwnHands(SIDES.map((side) => xr.getHand(side)));
    this.#target = new Mesh(
      new RingGeometry(0.14, 0.18, 40).rotateX(-Math.PI / 2),
      new MeshBasicMaterial({ color: 0x6cb2ff, fog: false }),
    );
    this.#target.visible = false;
  }

  async start(): Promise<void> {
    const { stage, loop } = this.#parts;
    const { renderer, scene } = stage;
    const { xr } = renderer;
    this.session.addEventListener("end", this.#end, { once: true });
    loop.suspend();
    stage.immersion = this;
    xr.enabled = true;
    xr.setReferenceSpaceType("local-floor");
    try {
      await xr.setSession(this.session);
    } catch (thrown) {
      await this.session.end();
      throw thrown;
    }
    // Floor on floor, and the origin of the room at that of the recording.
    this.#room.position.y = this.#floorM;
    this.#room.add(this.#camera, this.#ownHands.mesh, ...this.#ownHands.hands);
    this.#room.add(...this.#pointers.map(({ space }) => space));
    scene.add(this.#room, this.#console.panel.mesh, this.#target);
    renderer.setAnimationLoop((now, frame) => this.#draw(now, frame));
  }

  /** Place of a part of the control panel in the scene. */
  panelPoint(part: "play" | "exit" | number): number[] {
    return this.#console.pointOf(part).toArray();
  }

  /** Parts of the control panel that rays point at. */
  get pointsAt(): readonly string[] {
    return this.#pointed;
  }

  /** Place in the scene of the origin of the room, on its floor. */
  get origin(): number[] {
    return this.#room.position.toArray();
  }

  #draw(now: number, frame: XRFrame | undefined): void {
    const { clock, stage } = this.#parts;
    const secs = this.#last === undefined ? 0 : Math.min(MOST_SECS, (now - this.#last) / 1000);
    this.#last = now;
    clock.advance(secs);
    this.#look(frame);
    this.#ownHands.update();
    this.#target.visible = false;
    this.#pointed = this.#pointers.flatMap((pointer) => this.#point(pointer)?.part ?? []);
    this.#console.update(this.#pointed[0]);
    stage.renderImmersive(this.isSeeThrough, this.#camera, this.head);
  }

  /** Reads the pose of the head; the first one places the control panel. */
  #look(frame: XRFrame | undefined): void {
    const space = this.#parts.stage.renderer.xr.getReferenceSpace();
    const pose = space && frame?.getViewerPose(space);
    if (!pose) return;
    const { position, orientation: o } = pose.transform;
    this.head.set(position.x, position.y, position.z).add(this.#room.position);
    if (this.#isPlaced) return;
    this.#isPlaced = true;
    const forward = new Vector3(0, 0, -1).applyQuaternion(new Quaternion(o.x, o.y, o.z, o.w));
    this.#console.panel.place(this.head, forward);
  }

  /** Handles a ray: what it presses, holds and hits. */
  #point(pointer: Pointer): PanelHit | undefined {
    const { clock } = this.#parts;
    if (!pointer.aim()) {
      if (pointer.isPressed) this.#release(pointer, false);
      return undefined;
    }
    const hit = this.#console.hit(pointer.ray);
    for (let event = pointer.next(); event; event = pointer.next()) {
      if (event === "press") this.#press(pointer, hit);
      else this.#release(pointer, true);
    }
    if (pointer.holds === "track") {
      const held = this.#console.hit(pointer.ray, true);
      if (held) clock.seek(this.#console.timeAt(held.u));
    }
    const floor = hit ? undefined : this.#floorHit(pointer);
    if (floor) {
      this.#target.position.copy(floor);
      this.#target.position.y += 0.005;
      this.#target.visible = true;
    }
    pointer.draw(hit?.far ?? (floor ? pointer.ray.origin.distanceTo(floor) : undefined));
    return hit;
  }

  #press(pointer: Pointer, hit: PanelHit | undefined): void {
    const { clock } = this.#parts;
    pointer.isPressed = true;
    if (hit?.part === "play") clock.toggle();
    else if (hit?.part === "exit") void this.session.end();
    else if (hit?.part === "track") {
      pointer.holds = "track";
      this.#wasPlaying = clock.isPlaying.value;
      clock.isPlaying.value = false;
    } else if (!hit) pointer.holds = "floor";
  }

  #release(pointer: Pointer, isMeant: boolean): void {
    const { holds } = pointer;
    pointer.isPressed = false;
    pointer.holds = "nothing";
    if (holds === "track") this.#parts.clock.isPlaying.value = this.#wasPlaying;
    const floor = holds === "floor" && isMeant ? this.#floorHit(pointer) : undefined;
    if (!floor) return;
    // The person, not the origin of the room, stands there afterwards.
    this.#room.position.x += floor.x - this.head.x;
    this.#room.position.z += floor.z - this.head.z;
    this.#isPlaced = false;
  }

  /** Point on the floor that a ray hits. */
  #floorHit({ ray }: Pointer): Vector3 | undefined {
    if (ray.direction.y >= -1e-3) return undefined;
    const far = (this.#floorM - ray.origin.y) / ray.direction.y;
    return far > 0 && far <= REACH_M ? ray.at(far, new Vector3()) : undefined;
  }

  readonly #end = (): void => {
    const { stage, loop } = this.#parts;
    stage.renderer.setAnimationLoop(null);
    stage.renderer.xr.enabled = false;
    this.#console.panel.dispose();
    this.#ownHands.dispose();
    this.#room.clear();
    this.#room.removeFromParent();
    for (const pointer of this.#pointers) pointer.dispose();
    this.#target.geometry.dispose();
    (this.#target.material as MeshBasicMaterial).dispose();
    this.#target.removeFromParent();
    stage.immersion = undefined;
    stage.leaveImmersion();
    loop.resume();
  };
}
