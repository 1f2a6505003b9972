// Three ways to look: around what happens, through the recorded head, and along with the person.

import { PerspectiveCamera, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { frame, type Recording } from "../library.ts";
import { Event } from "../signal.ts";
import type { CameraMode } from "../view.ts";
import { focusOf, type Person } from "./person.ts";

const ORBIT_FOV = 38;
/** What a person takes in, rather than what a headset shows. */
const FIRST_PERSON_FOV = 70;
const MOMENTS = 48;
/** How quickly the following camera catches up, per second. */
const CATCH_UP = 5;
/** Whoever goes further than this is followed. */
const ROAMING_M = 3;
const place = new Vector3();

/** Where the free camera is, for the address. */
export interface CameraPlace {
  position: [number, number, number];
  target: [number, number, number];
}

export class Cameras {
  readonly camera = new PerspectiveCamera(ORBIT_FOV, 1, 0.01, 60);
  /** The person at the mouse moved the camera. */
  readonly moved = new Event();
  /** Where the floor is, worked out from the recording. */
  floorM = 0;
  readonly center = new Vector3();
  /** Whether the person walks further than one can look at from one place. */
  isRoaming = false;
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

  /** Looks at where everything happens, from in front and beside, a little from above. */
  fit(recording: Recording, time: number): void {
    const { from, to, middle, heading } = survey(recording);
    // Between where they are most of the time and the middle of all the way they go.
    this.center.addVectors(from, to).multiplyScalar(0.5).lerp(middle, 0.5);
    this.isRoaming = Math.hypot(to.x - from.x, to.z - from.z) > ROAMING_M;
    if (this.isRoaming) {
      // All of the way would make everybody too small to see: they are looked at where they are.
      const now = new Float32Array(frame().len);
      recording.frame_at(time, now);
      if (focusOf(now, place)) this.center.copy(place);
    }
    // Recordings count height from the floor or from where the head started.
    this.floorM = from.y > 0.25 ? 0 : to.y - 1.65;
    // Someone who walks about is seen from where the hands can still be read.
    const size = Math.min(1.4, Math.max(0.5, from.distanceTo(to)));
    // Someone who walks forward comes towards the camera: it stands back by that much.
    const way = Math.abs((to.x - from.x) * heading.x) + Math.abs((to.z - from.z) * heading.z);
    const ahead = this.isRoaming ? 0 : way * 0.22;
    const across = new Vector3(-heading.z, 0, heading.x);
    this.#controls.target.copy(this.center);
    this.#free.position
      .copy(this.center)
      .addScaledVector(heading, size * 0.85 + ahead)
      .addScaledVector(across, size * 0.72)
      .add(new Vector3(0, size * 0.32, 0));
    this.#controls.update();
    this.moved.emit();
  }

  /** Turns or nears the free camera by keys: in radians, and by a factor. */
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

  /** Brings the camera to where the mode wants it; true while it is still on its way. */
  update(mode: CameraMode, person: Person, secs: number): boolean {
    const isFirstPerson = mode === "first-person";
    this.#controls.enabled = !isFirstPerson;
    let isMoving = false;
    if (mode === "follow" && person.focus(this.#focus)) {
      // Jumps are followed at once, steps softly.
      this.#step.subVectors(this.#focus, this.#controls.target);
      const part = this.#step.length() > 1 ? 1 : 1 - Math.exp(-CATCH_UP * Math.min(secs, 0.1));
      isMoving = this.#step.length() > 0.002;
      this.#step.multiplyScalar(part);
      this.#controls.target.add(this.#step);
      this.#free.position.add(this.#step);
    }
    const at = frame().camera;
    const hasHead = Number.isFinite(
      (person.floats[at] as number) + (person.floats[at + 6] as number),
    );
    if (isFirstPerson && hasHead) {
      this.camera.position.fromArray(person.floats, at);
      this.camera.quaternion.fromArray(person.floats, at + 3).normalize();
    } else {
      this.camera.position.copy(this.#free.position);
      this.camera.quaternion.copy(this.#free.quaternion);
    }
    this.#setFov(isFirstPerson && hasHead ? FIRST_PERSON_FOV : ORBIT_FOV);
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

interface Survey {
  /** The box around heads and hands, and the middle of where they are. */
  from: Vector3;
  to: Vector3;
  middle: Vector3;
  /** Where the head looks on average, level with the floor. */
  heading: Vector3;
}

function survey(recording: Recording): Survey {
  const { len, camera, hands } = frame();
  const frames = recording.frames(recording.start_secs, recording.end_secs, MOMENTS);
  const from = new Vector3(
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  );
  const to = from.clone().negate();
  const middle = new Vector3();
  let count = 0;
  const heading = new Vector3();
  const place = new Vector3();
  for (let i = 0; i < frames.length; i += len) {
    for (const at of [camera, ...hands.map((hand) => hand + 2)]) {
      place.fromArray(frames, i + at);
      // A file may hold any number: what is far from a room does not decide where we look.
      if (place.lengthSq() < 1e4) {
        from.min(place);
        to.max(place);
        middle.add(place);
        count += 1;
      }
    }
    const [x, y, z, w] = frames.subarray(i + camera + 3, i + camera + 7) as unknown as [
      number,
      number,
      number,
      number,
    ];
    const forward = place.set(-2 * (x * z + w * y), 0, -(1 - 2 * (x * x + y * y)));
    if (Number.isFinite(forward.x + forward.z)) heading.add(forward);
  }
  if (count === 0) {
    from.set(-0.4, 0.8, -0.4);
    to.set(0.4, 1.7, 0.4);
  }
  middle.divideScalar(Math.max(1, count));
  if (count === 0) middle.addVectors(from, to).multiplyScalar(0.5);
  if (heading.lengthSq() < 1e-6) heading.set(0, 0, -1);
  return { from, to, middle, heading: heading.normalize() };
}
