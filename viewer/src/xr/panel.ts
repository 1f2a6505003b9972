// Picture in front of a person in a headset that rays can point at.

import {
  CanvasTexture,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  type Ray,
  SRGBColorSpace,
  Vector3,
} from "three";

const PX_PER_M = 1600;
/** Where the panel is: so far ahead of the head, and below it. */
const AHEAD_M = 0.6;
const BELOW_M = 0.5;

/** Point of a panel that a ray hits, from 0 to 1 in both directions, and its distance. */
export interface Hit {
  u: number;
  v: number;
  far: number;
}

export class Panel {
  readonly mesh: Mesh;
  readonly #canvas = document.createElement("canvas");
  readonly #texture: CanvasTexture;
  #shown = "";

  constructor(
    readonly widthM: number,
    readonly heightM: number,
  ) {
    this.#canvas.width = widthM * PX_PER_M;
    this.#canvas.height = heightM * PX_PER_M;
    this.#texture = new CanvasTexture(this.#canvas);
    this.#texture.colorSpace = SRGBColorSpace;
    const material = new MeshBasicMaterial({ map: this.#texture, transparent: true, fog: false });
    this.mesh = new Mesh(new PlaneGeometry(widthM, heightM), material);
    this.mesh.renderOrder = 5;
  }

  /** Places the panel before a head: `forward` is where it looks. */
  place(head: Vector3, forward: Vector3): void {
    const ahead = new Vector3(forward.x, 0, forward.z);
    if (ahead.lengthSq() < 1e-6) ahead.set(0, 0, -1);
    this.mesh.position.copy(head).addScaledVector(ahead.normalize(), AHEAD_M);
    this.mesh.position.y -= BELOW_M;
    this.mesh.lookAt(head);
    this.mesh.updateMatrixWorld();
  }

  /** Point that a ray hits; with `isHeld`, also beyond the edges of the panel. */
  hit(ray: Ray, isHeld = false): Hit | undefined {
    const { mesh } = this;
    normal.set(0, 0, 1).transformDirection(mesh.matrixWorld);
    const towards = ray.direction.dot(normal);
    if (Math.abs(towards) < 1e-6) return undefined;
    const far = point.subVectors(mesh.position, ray.origin).dot(normal) / towards;
    if (far <= 0) return undefined;
    mesh.worldToLocal(ray.at(far, point));
    const [u, v] = [point.x / this.widthM + 0.5, point.y / this.heightM + 0.5];
    if (!isHeld && (u < 0 || u > 1 || v < 0 || v > 1)) return undefined;
    return { u, v, far };
  }

  /** Point in the scene, halfway up the panel. */
  pointAt(u: number): Vector3 {
    return this.mesh.localToWorld(new Vector3((u - 0.5) * this.widthM, 0, 0));
  }

  /** Draws the panel if `state` is another one than what it shows. */
  show(
    state: string,
    draw: (context: CanvasRenderingContext2D, width: number, height: number) => void,
  ): void {
    const context = this.#canvas.getContext("2d");
    if (state === this.#shown || !context) return;
    this.#shown = state;
    const { width, height } = this.#canvas;
    context.clearRect(0, 0, width, height);
    context.fillStyle = "rgb(25 29 35 / 0.92)";
    context.beginPath();
    context.roundRect(0, 0, width, height, 48);
    context.fill();
    draw(context, width, height);
    this.#texture.needsUpdate = true;
  }

  dispose(): void {
    this.#texture.dispose();
    this.mesh.geometry.dispose();
    (this.mesh.material as MeshBasicMaterial).dispose();
    this.mesh.removeFromParent();
  }
}

/** Background of a button under a ray, from one part of the width to another. */
export function drawButton(
  context: CanvasRenderingContext2D,
  [width, height]: readonly [number, number],
  [from, to]: readonly [number, number],
): void {
  context.fillStyle = "#323a45";
  context.beginPath();
  context.roundRect(from * width + 10, 10, (to - from) * width - 20, height - 20, 40);
  context.fill();
}

const normal = new Vector3();
const point = new Vector3();
