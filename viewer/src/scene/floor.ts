// Floor: grid lines every metre and 10 cm, axis labels, and shadows of the hands.

import {
  CanvasTexture,
  type Color,
  Group,
  Mesh,
  PlaneGeometry,
  ShaderMaterial,
  ShadowMaterial,
  Sprite,
  SpriteMaterial,
  Vector3,
} from "three";
import type { Palette } from "./palette.ts";

const SIZE_M = 24;
const LABELS_M = [-3, -2, -1, 1, 2, 3];

export class Floor {
  readonly group = new Group();
  readonly #center = new Vector3();
  readonly #grid: ShaderMaterial;
  // Without depth writes: a millimetre below the lines, it would hide distant ones.
  readonly #shadow = new ShadowMaterial({ depthWrite: false });
  readonly #labels: { sprite: Sprite; text: string }[] = [];

  constructor() {
    this.#grid = new ShaderMaterial({
      transparent: true,
      depthWrite: false,
      uniforms: {
        color: { value: null },
        strength: { value: 0.5 },
        center: { value: this.#center },
      },
      vertexShader: `varying vec3 vWorld;
        void main() {
          vWorld = (modelMatrix * vec4(position, 1.0)).xyz;
          gl_Position = projectionMatrix * viewMatrix * vec4(vWorld, 1.0);
        }`,
      fragmentShader: `varying vec3 vWorld;
        uniform vec3 color; uniform float strength; uniform vec3 center;
        float lines(vec2 p, float wide) {
          vec2 width = fwidth(p);
          vec2 near = abs(fract(p - 0.5) - 0.5) / max(width, vec2(1e-6));
          // Lines closer than pixels fade out, to avoid aliasing.
          return (1.0 - clamp(min(near.x, near.y) - (wide - 1.0), 0.0, 1.0)) * clamp(0.4 / max(width.x, width.y), 0.0, 1.0);
        }
        void main() {
          vec2 p = vWorld.xz;
          float far = length(p - center.xz);
          float fade = 1.0 - smoothstep(1.2, 5.5, far);
          float tenth = lines(p * 10.0, 1.0) * 0.16 * (1.0 - smoothstep(0.6, 2.6, far));
          float metre = lines(p, 1.2) * 0.5;
          vec2 near = abs(p) / fwidth(p);
          float axis = 1.0 - clamp(min(near.x, near.y) - 0.8, 0.0, 1.0);
          gl_FragColor = vec4(color, max(max(tenth, metre), axis * 0.8) * fade * strength);
          #include <colorspace_fragment>
        }`,
    });
    const plane = new PlaneGeometry(SIZE_M, SIZE_M).rotateX(-Math.PI / 2);
    const grid = new Mesh(plane, this.#grid);
    grid.renderOrder = -2;
    const shadow = new Mesh(plane, this.#shadow);
    shadow.position.y = -0.001;
    shadow.receiveShadow = true;
    shadow.renderOrder = -3;
    this.group.add(grid, shadow);
    for (const metres of LABELS_M) {
      for (const isAlongX of [true, false]) {
        const sprite = new Sprite(new SpriteMaterial({ transparent: true, depthWrite: false }));
        sprite.scale.set(0.24, 0.09, 1);
        // The recording's z is forward, the scene's is backward.
        sprite.position.set(isAlongX ? metres : 0.09, 0.02, isAlongX ? 0.09 : -metres);
        sprite.renderOrder = -1;
        this.#labels.push({ sprite, text: `${metres} m` });
        this.group.add(sprite);
      }
    }
  }

  /** Moves the floor below the recording. */
  place(heightM: number, center: Vector3): void {
    this.group.position.y = heightM;
    this.#center.copy(center);
  }

  colour(palette: Palette): void {
    const { color, strength } = this.#grid.uniforms;
    if (color) color.value = palette.grid;
    if (strength) strength.value = palette.gridStrength;
    this.#shadow.opacity = palette.shadow;
    for (const { sprite, text } of this.#labels) {
      sprite.material.map?.dispose();
      sprite.material.map = textTexture(text, palette.grid);
      sprite.material.opacity = 0.75;
    }
  }
}

function textTexture(text: string, color: Color): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = 128;
  canvas.height = 48;
  const context = canvas.getContext("2d");
  if (context) {
    context.font = "500 30px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = `#${color.getHexString()}`;
    context.fillText(text, 64, 25);
  }
  return new CanvasTexture(canvas);
}
