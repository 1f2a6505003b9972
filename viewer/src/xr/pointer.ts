// Ray of a controller or a hand in a headset.

import {
  BufferGeometry,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  Ray,
  SphereGeometry,
  Vector3,
  type XRTargetRaySpace,
} from "three";

const LENGTH_M = 4;

export class Pointer {
  readonly ray = new Ray();
  /** What the ray does while its trigger or pinch is held. */
  holds: "nothing" | "track" | "floor" = "nothing";
  isPressed = false;
  /** Presses and releases that were not handled yet: they come between frames, when poses are old. */
  readonly #due: ("press" | "release")[] = [];
  readonly #line: Line;
  readonly #dot: Mesh;
  #isConnected = false;

  constructor(readonly space: XRTargetRaySpace) {
    const geometry = new BufferGeometry().setFromPoints([new Vector3(), new Vector3(0, 0, -1)]);
    const material = new LineBasicMaterial({ color: 0xdfe5ec, transparent: true, opacity: 0.7 });
    this.#line = new Line(geometry, material);
    this.#line.frustumCulled = false;
    this.#dot = new Mesh(new SphereGeometry(0.006, 16, 12), new MeshBasicMaterial({ fog: false }));
    this.#dot.renderOrder = 6;
    space.add(this.#line, this.#dot);
    space.addEventListener("connected", this.#connected);
    space.addEventListener("disconnected", this.#disconnected);
    space.addEventListener("selectstart", this.#press);
    space.addEventListener("selectend", this.#release);
  }

  readonly #connected = () => {
    this.#isConnected = true;
  };
  readonly #disconnected = () => {
    this.#isConnected = false;
    if (this.isPressed) this.#due.push("release");
  };
  readonly #press = () => this.#due.push("press");
  readonly #release = () => this.#due.push("release");

  /** The next press or release. */
  next(): "press" | "release" | undefined {
    return this.#due.shift();
  }

  get isActive(): boolean {
    return this.#isConnected && this.space.visible;
  }

  /** Updates the ray; false if the controller or hand is not tracked. */
  aim(): boolean {
    this.space.updateWorldMatrix(true, false);
    this.ray.origin.setFromMatrixPosition(this.space.matrixWorld);
    this.ray.direction.set(0, 0, -1).transformDirection(this.space.matrixWorld);
    return this.isActive;
  }

  /** Draws the ray up to what it hits. */
  draw(far: number | undefined): void {
    this.#line.scale.z = far ?? LENGTH_M;
    this.#dot.visible = far !== undefined;
    if (far !== undefined) this.#dot.position.z = -far;
  }

  dispose(): void {
    this.space.removeEventListener("connected", this.#connected);
    this.space.removeEventListener("disconnected", this.#disconnected);
    this.space.removeEventListener("selectstart", this.#press);
    this.space.removeEventListener("selectend", this.#release);
    for (const part of [this.#line, this.#dot]) {
      part.geometry.dispose();
      (part.material as MeshBasicMaterial).dispose();
      part.removeFromParent();
    }
    this.space.removeFromParent();
  }
}
