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

/** Space around what is framed. */
const MARGIN_M = 0.05;
/** Part of the points that may be out of view on each side. */
const OUTLIERS = 0.08;
const NEAREST_M = 0.12;

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

  constructor(element: HTMLElement) {
    this.#controls = new OrbitControls(this.#free, element);
    this.#controls.enableDamping = false;
    this.#controls.minDistance = NEAREST_M;
    this.#controls.maxDistance = 20;
    this.#controls.addEventListener("change", () => this.moved.emit());
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

  /** Frames the recording from in front and beside, slightly from above. */
  fit({ points, now, center, heading }: Survey): void {
    const across = new Vector3(-heading.z, 0, heading.x);
    const towards = new Vector3()
      .addScaledVector(heading, 0.85)
      .addScaledVector(across, 0.72)
      .add(new Vector3(0, 0.36, 0));
    const framed = points.length > 0 ? points : [center.clone().addScalar(0.4), center.clone()];
    this.#frame(framed, towards, MARGIN_M, now);
    this.moved.emit();
  }

  /** Frames a hand from where the camera is. */
  focus(joints: readonly Vector3[]): void {
    const framed = joints.filter(({ x }) => Number.isFinite(x));
    if (framed.length === 0) return;
    this.#frame(framed, this.#step.subVectors(this.#free.position, this.#controls.target), 0.03);
    this.moved.emit();
  }

  /** Places the camera so that points fill the view, with a margin around them; all of `must` are in it. */
  #frame(
    points: readonly Vector3[],
    towards: Vector3,
    marginM: number,
    must: readonly Vector3[] = points,
  ): void {
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
    const distance = Math.max(usual, ...must.map(distanceOf));
    this.#controls.target.copy(target);
    this.#free.position.copy(target).addScaledVector(z, Math.max(NEAREST_M, distance));
    this.#controls.update();
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
    if (mode === "follow" && person.focus(this.#focus)) {
      // Large jumps are followed immediately, small steps smoothly.
      this.#step.subVectors(this.#focus, this.#controls.target);
      const part = this.#step.length() > 1 ? 1 : 1 - Math.exp(-CATCH_UP * Math.min(secs, 0.1));
      isMoving = this.#step.length() > 0.002;
      this.#step.multiplyScalar(part);
      this.#controls.target.add(this.#step);
      this.#free.position.add(this.#step);
    }
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
