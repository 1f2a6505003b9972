// Pinch indicator: a glow at the tips of thumb and index.

import {
  CanvasTexture,
  type Color,
  Group,
  Mesh,
  MeshBasicMaterial,
  SphereGeometry,
  Sprite,
  SpriteMaterial,
  type Vector3,
} from "three";
import { hand } from "./anatomy.ts";

const HALO_M = 0.085;

export class Pinch {
  readonly group = new Group();
  readonly #opacity: number;
  readonly #halo = new Sprite(
    new SpriteMaterial({ map: glow(), transparent: true, depthWrite: false, depthTest: false }),
  );
  readonly #tips: readonly Mesh<SphereGeometry, MeshBasicMaterial>[];

  constructor(opacity: number) {
    this.#opacity = opacity;
    this.#halo.scale.setScalar(HALO_M);
    const tip = new SphereGeometry(1, 20, 14);
    this.#tips = [0, 1].map(() => new Mesh(tip, new MeshBasicMaterial({ transparent: true })));
    this.group.add(this.#halo, ...this.#tips);
  }

  colour(color: Color): void {
    for (const { material } of [this.#halo, ...this.#tips]) material.color.copy(color);
  }

  /** Shows it at the tips; strength 0 hides it. */
  update(joints: readonly Vector3[], strength: number): void {
    const { digits, radii } = hand();
    const ends = [digits[0]?.at(-1) ?? 0, digits[1]?.at(-1) ?? 0] as const;
    const [thumb, index] = ends.map((joint) => joints[joint]) as [Vector3, Vector3];
    this.group.visible = strength > 0 && Number.isFinite(thumb.x + index.x);
    if (!this.group.visible) return;
    for (const [i, tip] of this.#tips.entries()) {
      tip.position.copy(i === 0 ? thumb : index);
      tip.scale.setScalar((radii[ends[i] as number] as number) * 1.1);
      tip.material.opacity = 0.85 * strength * this.#opacity;
    }
    this.#halo.position.addVectors(thumb, index).multiplyScalar(0.5);
    this.#halo.material.opacity = 0.85 * strength * this.#opacity;
  }
}

let glowTexture: CanvasTexture | undefined;

/** Texture of a soft round glow. */
function glow(): CanvasTexture {
  if (glowTexture) return glowTexture;
  const canvas = document.createElement("canvas");
  canvas.width = 64;
  canvas.height = 64;
  const context = canvas.getContext("2d");
  if (context) {
    const light = context.createRadialGradient(32, 32, 2, 32, 32, 32);
    light.addColorStop(0, "rgba(255,255,255,0.75)");
    light.addColorStop(0.4, "rgba(255,255,255,0.22)");
    light.addColorStop(1, "rgba(255,255,255,0)");
    context.fillStyle = light;
    context.fillRect(0, 0, 64, 64);
  }
  glowTexture = new CanvasTexture(canvas);
  return glowTexture;
}
