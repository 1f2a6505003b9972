// Instanced rounded cones in one draw call: bones, rays, trails and ghosts.

import {
  BufferAttribute,
  type Color,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  MeshStandardMaterial,
  type WebGLProgramParametersWithUniforms,
} from "three";

/** Two half spheres; the shader moves each to its end of the cone. */
function unitCapsule(around: number, rings: number): InstancedBufferGeometry {
  const normals: number[] = [];
  const ends: number[] = [];
  const index: number[] = [];
  for (const end of [0, 1]) {
    for (let ring = 0; ring <= rings; ring++) {
      const tilt = ((ring / rings + end - 1) * Math.PI) / 2;
      for (let i = 0; i <= around; i++) {
        const turn = (i / around) * 2 * Math.PI;
        normals.push(
          Math.cos(tilt) * Math.cos(turn),
          Math.sin(tilt),
          Math.cos(tilt) * Math.sin(turn),
        );
        ends.push(end);
      }
    }
  }
  const row = around + 1;
  for (let ring = 0; ring < 2 * rings + 1; ring++) {
    for (let i = 0; i < around; i++) {
      const at = ring * row + i;
      index.push(at, at + row, at + 1, at + 1, at + row, at + row + 1);
    }
  }
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(normals), 3));
  geometry.setAttribute("normal", new BufferAttribute(new Float32Array(normals), 3));
  geometry.setAttribute("end", new BufferAttribute(new Float32Array(ends), 1));
  geometry.setIndex(index);
  return geometry;
}

function withCones(shader: WebGLProgramParametersWithUniforms): void {
  shader.vertexShader = shader.vertexShader
    .replace(
      "#include <common>",
      `#include <common>
      attribute float end;
      attribute vec4 coneStart;
      attribute vec4 coneEnd;
      attribute vec4 coneTint;
      varying vec4 vTint;
      mat3 coneBasis() {
        vec3 along = coneEnd.xyz - coneStart.xyz;
        float len = length(along);
        vec3 y = len > 1e-6 ? along / len : vec3(0.0, 1.0, 0.0);
        vec3 x = normalize(cross(abs(y.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0), y));
        return mat3(x, y, cross(x, y));
      }`,
    )
    .replace(
      "#include <beginnormal_vertex>",
      "vec3 objectNormal = coneBasis() * normal; vTint = coneTint;",
    )
    .replace(
      "#include <begin_vertex>",
      `vec4 coneAt = mix(coneStart, coneEnd, end);
      vec3 transformed = coneAt.xyz + coneBasis() * position * coneAt.w;`,
    );
  shader.fragmentShader = shader.fragmentShader
    .replace("#include <common>", "#include <common>\nvarying vec4 vTint;")
    .replace("#include <color_fragment>", "diffuseColor *= vTint; if (vTint.a <= 0.002) discard;");
}

interface ConesOptions {
  capacity: number;
  /** Segments around; fewer for thin cones. */
  around?: number;
  isTransparent?: boolean;
  /** Unlit, for rays and trails. */
  isFlat?: boolean;
}

/** Pool of cones that is refilled on changes, without allocation. */
export class Cones {
  readonly mesh: Mesh<InstancedBufferGeometry, MeshStandardMaterial>;
  readonly #start: InstancedBufferAttribute;
  readonly #end: InstancedBufferAttribute;
  readonly #tint: InstancedBufferAttribute;
  readonly #capacity: number;
  #count = 0;

  constructor({ capacity, around = 16, isTransparent = false, isFlat = false }: ConesOptions) {
    const geometry = unitCapsule(around, Math.max(2, Math.round(around / 4)));
    this.#capacity = capacity;
    this.#start = new InstancedBufferAttribute(new Float32Array(capacity * 4), 4);
    this.#end = new InstancedBufferAttribute(new Float32Array(capacity * 4), 4);
    this.#tint = new InstancedBufferAttribute(new Float32Array(capacity * 4), 4);
    geometry.setAttribute("coneStart", this.#start);
    geometry.setAttribute("coneEnd", this.#end);
    geometry.setAttribute("coneTint", this.#tint);
    geometry.instanceCount = 0;
    const material = new MeshStandardMaterial({
      roughness: 0.6,
      transparent: isTransparent,
      // Unlit cones overlap at every bend; writing depth hides that.
      depthWrite: !isTransparent || isFlat,
    });
    material.onBeforeCompile = (shader) => {
      withCones(shader);
      if (isFlat)
        shader.fragmentShader = shader.fragmentShader.replace(
          "#include <opaque_fragment>",
          "outgoingLight = diffuseColor.rgb;\n#include <opaque_fragment>",
        );
    };
    material.customProgramCacheKey = () => (isFlat ? "cones-flat" : "cones");
    this.mesh = new Mesh(geometry, material);
    // The shader moves the vertices, so culling by the geometry would be wrong.
    this.mesh.frustumCulled = false;
  }

  begin(): void {
    this.#count = 0;
  }

  /** Adds a cone from `a` to `b`, which are offsets in `floats`; nothing if a coordinate is NaN. */
  add(
    floats: ArrayLike<number>,
    a: number,
    radiusA: number,
    b: number,
    radiusB: number,
    color: Color,
    alpha = 1,
  ): void {
    const length =
      (floats[a] as number) +
      (floats[a + 1] as number) +
      (floats[a + 2] as number) +
      (floats[b] as number) +
      (floats[b + 1] as number) +
      (floats[b + 2] as number);
    if (this.#count >= this.#capacity || !Number.isFinite(length)) return;
    const i = this.#count++;
    this.#start.setXYZW(
      i,
      floats[a] as number,
      floats[a + 1] as number,
      floats[a + 2] as number,
      radiusA,
    );
    this.#end.setXYZW(
      i,
      floats[b] as number,
      floats[b + 1] as number,
      floats[b + 2] as number,
      radiusB,
    );
    this.#tint.setXYZW(i, color.r, color.g, color.b, alpha);
  }

  finish(): void {
    this.mesh.geometry.instanceCount = this.#count;
    this.mesh.visible = this.#count > 0;
    for (const attribute of [this.#start, this.#end, this.#tint]) {
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, this.#count * 4);
      attribute.needsUpdate = true;
    }
  }
}
