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
    this.#controls.minDistance = 0.12;
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
  fit({ from, to, center, heading, isRoaming }: Survey): void {
    // If the person walks about, stays close enough to see the hands.
    const size = Math.min(1.4, Math.max(0.5, from.distanceTo(to)));
    // If the person walks forward, the camera moves back by that distance.
    const way = Math.abs((to.x - from.x) * heading.x) + Math.abs((to.z - from.z) * heading.z);
    const ahead = isRoaming ? 0 : way * 0.22;
    const across = new Vector3(-heading.z, 0, heading.x);
    this.#controls.target.copy(center);
    this.#free.position
      .copy(center)
      .addScaledVector(heading, size * 0.85 + ahead)
      .addScaledVector(across, size * 0.72)
      .add(new Vector3(0, size * 0.32, 0));
    this.#controls.update();
    this.moved.emit();
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
    offset.setFromSphericalCoords(Math.min(20, Math.max(0.12, distance)), polar, around);
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
