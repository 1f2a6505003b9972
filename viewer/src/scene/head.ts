// Head as a view frustum with axes.

import {
  BufferAttribute,
  BufferGeometry,
  type Color,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
} from "three";
import { frame } from "../library.ts";
import { AXIS_COLORS } from "./axes.ts";
import { Cones } from "./cones.ts";

/** Approximate field of view of a headset: half width and height at distance 1. */
const HALF_WIDTH = Math.tan((21.5 * Math.PI) / 180);
const HALF_HEIGHT = Math.tan((14.5 * Math.PI) / 180);
const DEPTH_M = 0.22;
const AXIS_M = 0.09;
const LINE_M = 0.0016;

export class Head {
  readonly group = new Group();
  readonly #lines: Cones;
  readonly #glass: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #opacity: number;

  constructor(opacity: number) {
    this.#opacity = opacity;
    const [x, y, z] = [HALF_WIDTH * DEPTH_M, HALF_HEIGHT * DEPTH_M, -DEPTH_M];
    this.#lines = new Cones({ capacity: 12, around: 8, isFlat: true, isTransparent: opacity < 1 });
    const geometry = new BufferGeometry();
    const corners = [0, 0, 0, -x, -y, z, x, -y, z, x, y, z, -x, y, z];
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(corners), 3));
    geometry.setIndex([0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1, 1, 2, 3, 1, 3, 4]);
    this.#glass = new Mesh(
      geometry,
      new MeshBasicMaterial({
        transparent: true,
        opacity: 0.07 * opacity,
        side: DoubleSide,
        depthWrite: false,
      }),
    );
    this.group.add(this.#lines.mesh, this.#glass);
  }

  colour(color: Color): void {
    this.#glass.material.color.copy(color);
    const corners = this.#glass.geometry.getAttribute("position").array;
    const lines = this.#lines;
    lines.begin();
    for (const [a, b] of EDGES)
      lines.add(corners, a * 3, LINE_M, b * 3, LINE_M, color, this.#opacity);
    for (const [axis, axisColor] of AXIS_COLORS.entries()) {
      const ends = [0, 0, 0, 0, 0, 0];
      // The recording's z is forward.
      ends[3 + axis] = axis === 2 ? -AXIS_M : AXIS_M;
      lines.add(ends, 0, LINE_M * 1.6, 3, LINE_M * 1.6, axisColor, this.#opacity);
    }
    const top = [
      0,
      (corners[10] as number) * 1.12,
      corners[11] as number,
      0,
      (corners[10] as number) * 1.3,
      corners[11] as number,
    ];
    lines.add(top, 0, LINE_M * 2.4, 3, 0, color, this.#opacity);
    lines.finish();
  }

  update(floats: Float32Array, isShown: boolean): void {
    const at = frame().camera;
    this.group.position.fromArray(floats, at);
    this.group.quaternion.fromArray(floats, at + 3);
    const { x, y, z } = this.group.position;
    this.group.visible = isShown && Number.isFinite(x + y + z + this.group.quaternion.w);
  }
}

const EDGES = [
  [0, 1],
  [0, 2],
  [0, 3],
  [0, 4],
  [1, 2],
  [2, 3],
  [3, 4],
  [4, 1],
] as const;
