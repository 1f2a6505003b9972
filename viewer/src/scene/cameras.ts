// Camera modes: orbit, first person, and follow.

import { PerspectiveCamera, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { frame } from "../library.ts";
import { Event } from "../signal.ts";
import type { CameraMode } from "../view.ts";
import type { Person } from "./person.ts";
import type { Survey } from "./survey.ts";

const ORBIT_FOV = 38;
/** Field of view of a person, which is wider than that of a headset's display. */
const FIRST_PERSON_FOV = 70;
/** Rate at which the following camera catches up, per second. */
const CATCH_UP = 5;
/** Distance by which the person may move before the camera follows, and up to which it then comes. */
const SLACK_M = 0.1;
const CAUGHT_UP_M = 0.005;

/** Space around what is framed. */
const MARGIN_M = 0.035;
/** Directions from which a recording is framed: angles from the viewing direction of the head, and above it, in degrees. */
const AROUND_DEG = [25, -25, 40, -40, 55, -55] as const;
const ABOVE_DEG = [10, 18] as const;
/** Part of the points that may be out of view on each side. */
const OUTLIERS = 0.08;
const NEAREST_M = 0.12;

/** A camera that frames something. */
interface Framing {
  target: Vector3;
  position: Vector3;
  distance: number;
}

const UP = new Vector3(0, 1, 0);

/** Pose of the orbit camera, for the address. */
export interface CameraPlace {
  position: [number, number, number];
  target: [number, number, number];
}

export class Cameras {
  readonly camera = new PerspectiveCamera(ORBIT_FOV, 1, 0.01, 60);
  /** The user moved the camera. */
  readonly moved = new Event();
  readonly #free = new PerspectiveCamera(ORBIT_FOV, 1, 0.01, 60);
  readonly #controls: OrbitControls;
  readonly #focus = new Vector3();
  readonly #step = new Vector3();
  /** Where the following camera looks, relative to the person; undefined until it starts to follow. */
  #anchor: Vector3 | undefined;
  #isCatchingUp = false;

  constructor(element: HTMLElement) {
    this.#controls = new OrbitControls(this.#free, element);
    this.#controls.enableDamping = false;
    this.#controls.minDistance = NEAREST_M;
    this.#controls.maxDistance = 20;
    this.#controls.addEventListener("change", () => {
      this.#anchor = undefined;
      this.moved.emit();
    });
    this.#free.position.set(0.9, 1.9, -0.9);
    this.#controls.target.set(0, 1.3, 0);
    this.#controls.update();
  }

  get place(): CameraPlace {
    return { position: this.#free.position.toArray(), target: this.#controls.target.toArray() };
  }

  set place({ position, target }: CameraPlace) {
    this.#free.position.fromArray(position);
    this.#controls.target.fromArray(target);
    this.#controls.update();
  }

  /** Frames the recording from in front and beside, slightly from above: from where it is largest. */
  fit({ points, now, center, heading }: Survey): void {
    const framed = points.length > 0 ? points : [center.clone().addScalar(0.4), center.clone()];
    const views = AROUND_DEG.flatMap((around) =>
      ABOVE_DEG.map((above) => {
        const towards = heading.clone().applyAxisAngle(UP, (around * Math.PI) / 180);
        towards.setY(Math.tan((above * Math.PI) / 180));
        return this.#viewOf(framed, towards, MARGIN_M, now);
      }),
    );
    this.#show(views.reduce((best, view) => (view.distance < best.distance ? view : best)));
  }

  /** Frames a hand from where the camera is. */
  focus(joints: readonly Vector3[]): void {
    const framed = joints.filter(({ x }) => Number.isFinite(x));
    if (framed.length === 0) return;
    const towards = this.#step.subVectors(this.#free.position, this.#controls.target);
    this.#show(this.#viewOf(framed, towards, 0.03));
  }

  #show({ target, position }: Framing): void {
    this.#controls.target.copy(target);
    this.#free.position.copy(position);
    this.#controls.update();
    this.#anchor = undefined;
    this.moved.emit();
  }

  /** Camera for which points fill the view, with a margin around them; all of `must` are in it. */
  #viewOf(
    points: readonly Vector3[],
    towards: Vector3,
    marginM: number,
    must: readonly Vector3[] = points,
  ): Framing {
    const z = towards.clone().normalize();
    const x = new Vector3(0, 1, 0).cross(z).normalize();
    const y = new Vector3().crossVectors(z, x);
    const tall = Math.tan((this.#free.fov * Math.PI) / 360);
    const wide = tall * this.#free.aspect;
    // Outliers, such as a hand that was lost, do not decide. Few points are all framed.
    const [right, up, front] = [x, y, z].map((axis) => {
      const sorted = points.map((point) => point.dot(axis)).sort((a, b) => a - b);
      const cut = Math.floor(sorted.length * OUTLIERS);
      return ((sorted[cut] as number) + (sorted[sorted.length - 1 - cut] as number)) / 2;
    }) as [number, number, number];
    const target = new Vector3()
      .addScaledVector(x, right)
      .addScaledVector(y, up)
      .addScaledVector(z, front);
    // Distance at which each point is at the edge of the view.
    const distanceOf = (point: Vector3) => {
      const across = (Math.abs(point.dot(x) - right) + marginM) / wide;
      const above = (Math.abs(point.dot(y) - up) + marginM) / tall;
      return Math.max(across, above) + point.dot(z) - front;
    };
    const distances = points.map(distanceOf).sort((a, b) => a - b);
    const last = distances.length - 1;
    const usual = distances[last - Math.floor(last * OUTLIERS)] as number;
    const distance = Math.max(NEAREST_M, usual, ...must.map(distanceOf));
    return { target, distance, position: target.clone().addScaledVector(z, distance) };
  }

  /** Moves the orbit camera by keys: angles in radians, zoom as a factor. */
  nudge(turn: number, tilt: number, zoom: number): void {
    const offset = this.#step.subVectors(this.#free.position, this.#controls.target);
    const distance = offset.length() * zoom;
    const polar = Math.min(
      Math.PI - 0.05,
      Math.max(0.05, Math.acos(offset.y / offset.length()) + tilt),
    );
    const around = Math.atan2(offset.x, offset.z) + turn;
    offset.setFromSphericalCoords(Math.min(20, Math.max(NEAREST_M, distance)), polar, around);
    this.#free.position.addVectors(this.#controls.target, offset);
    this.#controls.update();
    this.moved.emit();
  }

  /** Updates the camera for the mode; true while it is still moving. */
  update(mode: CameraMode, person: Person, secs: number): boolean {
    // Without a head, first person falls back to the view from outside.
    const isFirstPerson = mode === "first-person" && person.hasHead;
    this.#controls.enabled = !isFirstPerson;
    let isMoving = false;
    if (mode === "follow" && person.focus(this.#focus)) isMoving = this.#follow(secs);
    else this.#anchor = undefined;
    if (isFirstPerson) {
      const at = frame().camera;
      this.camera.position.fromArray(person.floats, at);
      this.camera.quaternion.fromArray(person.floats, at + 3).normalize();
    } else {
      this.camera.position.copy(this.#free.position);
      this.camera.quaternion.copy(this.#free.quaternion);
    }
    this.#setFov(isFirstPerson ? FIRST_PERSON_FOV : ORBIT_FOV);
    this.camera.updateMatrixWorld();
    return isMoving;
  }

  dispose(): void {
    this.#controls.dispose();
  }

  /** Moves with the person, who stays where they are in the picture; true while it still moves. */
  #follow(secs: number): boolean {
    const { target } = this.#controls;
    this.#anchor ??= new Vector3().subVectors(target, this.#focus);
    this.#step.copy(this.#anchor).add(this.#focus).sub(target);
    const far = this.#step.length();
    // The camera stands still while the person does, and moves as a whole once they walk.
    this.#isCatchingUp = far > (this.#isCatchingUp ? CAUGHT_UP_M : SLACK_M);
    if (!this.#isCatchingUp) return false;
    // Large jumps are followed immediately, small steps smoothly.
    const part = far > 1 ? 1 : 1 - Math.exp(-CATCH_UP * Math.min(secs, 0.1));
    target.addScaledVector(this.#step, part);
    this.#free.position.addScaledVector(this.#step, part);
    return true;
  }

  setAspect(aspect: number): void {
    for (const camera of [this.camera, this.#free]) {
      if (camera.aspect === aspect) continue;
      camera.aspect = aspect;
      camera.updateProjectionMatrix();
    }
  }

  #setFov(fov: number): void {
    if (this.camera.fov === fov) return;
    this.camera.fov = fov;
    this.camera.updateProjectionMatrix();
  }
}
