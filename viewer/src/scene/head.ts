// Head with a headset: where the person is and looks.

import { type Color, Group, Mesh, MeshStandardMaterial, SphereGeometry, Vector3 } from "three";
import { RoundedBoxGeometry } from "three/examples/jsm/geometries/RoundedBoxGeometry.js";
import { frame } from "../library.ts";

/** Half sizes of the head in metres. It is behind the eyes, from which the recorded pose is. */
const HEAD_M = [0.074, 0.102, 0.093] as const;
const HEAD_BACK_M = 0.098;
/** Width, height and depth of the visor. */
const VISOR_M = [0.164, 0.07, 0.042] as const;
const VISOR_FORWARD_M = 0.03;
/** Distance to the camera in metres at which it is gone, and from which it is opaque. */
const GONE_M = 0.28;
const OPAQUE_M = 0.65;

export class Head {
  readonly group = new Group();
  readonly #skin = new MeshStandardMaterial({ transparent: true, roughness: 0.75 });
  readonly #visor = new MeshStandardMaterial({
    transparent: true,
    roughness: 0.22,
    metalness: 0.35,
  });

  constructor(opacity: number) {
    const head = new Mesh(new SphereGeometry(1, 32, 24), this.#skin);
    head.scale.set(...HEAD_M);
    head.position.set(0, -0.012, HEAD_BACK_M);
    const visor = new Mesh(new RoundedBoxGeometry(...VISOR_M, 5, 0.019), this.#visor);
    visor.position.z = -VISOR_FORWARD_M;
    this.group.add(head, visor);
    for (const part of [head, visor]) {
      part.castShadow = true;
      // When the camera comes near, it does not cover the hands.
      part.onBeforeRender = (_renderer, _scene, camera) => {
        const far = camera.getWorldPosition(eye).distanceTo(this.group.position);
        const near = Math.min(1, Math.max(0, (far - GONE_M) / (OPAQUE_M - GONE_M)));
        part.material.opacity = opacity * near * near * (3 - 2 * near);
      };
    }
  }

  colour(color: Color): void {
    this.#skin.color.copy(color);
    this.#visor.color.copy(color).multiplyScalar(0.22);
  }

  update(floats: Float32Array, isShown: boolean): void {
    const at = frame().camera;
    this.group.position.fromArray(floats, at);
    this.group.quaternion.fromArray(floats, at + 3);
    const { x, y, z } = this.group.position;
    this.group.visible = isShown && Number.isFinite(x + y + z + this.group.quaternion.w);
  }
}

const eye = new Vector3();
