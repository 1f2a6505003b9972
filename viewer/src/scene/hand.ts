// One hand: skinned mesh or bones, posed by a frame.

import {
  type Color,
  Group,
  Bone as Limb,
  Matrix4,
  type Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Quaternion,
  Skeleton,
  SkinnedMesh,
  Vector3,
} from "three";
import { frame, HAND_HEAD, JOINT_FLOATS, type Side } from "../library.ts";
import { hand } from "./anatomy.ts";
import type { Cones } from "./cones.ts";
import type { Motion } from "./motion.ts";
import { Pinch } from "./pinch.ts";
import { isSameHand, jointAt, palmRotation, type Skin, skinOf } from "./skin.ts";

/** Time for a lost hand to fade out. */
export const FADE_SECS = 0.4;

const IDENTITY = new Matrix4();

/** Skeleton with externally computed matrices: poses use positions only, because rotations may be damaged. */
class Puppet extends Skeleton {
  override update(): void {
    // The matrices are already set.
  }
}

export class Hand {
  readonly group = new Group();
  /** Displayed joint positions; NaN if absent. */
  readonly joints: readonly Vector3[];
  /** Visibility from 0 to 1; 0 if the hand was not observed. */
  presence = 0;
  isPinching = false;
  readonly #material = new MeshStandardMaterial({
    roughness: 0.58,
    vertexColors: true,
    // The forearm fades out.
    transparent: true,
  });
  readonly #depthOnly = new MeshBasicMaterial({
    colorWrite: false,
    vertexColors: true,
    // What is behind the faded part of the forearm is drawn.
    alphaTest: 0.6,
    polygonOffset: true,
    polygonOffsetFactor: 2,
    polygonOffsetUnits: 8,
  });
  readonly #pinch: Pinch;
  #skin: Skin | undefined;
  #mesh: SkinnedMesh | undefined;
  #before: Mesh | undefined;
  readonly #rotations: readonly Quaternion[];

  constructor(
    readonly side: Side,
    readonly opacity: number,
  ) {
    // If two hands coincide, the first one is in front.
    this.#material.polygonOffset = opacity < 1;
    this.#material.polygonOffsetFactor = 2;
    this.#material.polygonOffsetUnits = 8;
    this.joints = frame().joints.map(() => new Vector3(Number.NaN));
    this.#rotations = frame().joints.map(() => new Quaternion());
    this.#material.onBeforeCompile = (shader) => {
      // Rim light: keeps shapes readable in front of the same colour.
      shader.fragmentShader = shader.fragmentShader.replace(
        "#include <opaque_fragment>",
        `float rim = pow(1.0 - clamp(dot(normalize(vViewPosition), normal), 0.0, 1.0), 3.0);
        outgoingLight += diffuseColor.rgb * rim * 0.35 + vec3(rim * 0.05);
        #include <opaque_fragment>`,
      );
    };
    this.#pinch = new Pinch(opacity);
    this.group.add(this.#pinch.group);
  }

  colour(color: Color, pinch: Color): void {
    this.#material.color.copy(color);
    this.#pinch.colour(pinch);
  }

  /** Sets another recording, with another hand. */
  setRecording(recording: Motion | undefined): void {
    const skin = recording && skinOf(recording, this.side);
    // Most edits do not change bone lengths.
    if (skin && this.#skin && isSameHand(this.#skin, skin)) return;
    this.#dropSkin();
    if (!skin) return;
    const limbs = frame().joints.map(() => new Limb());
    const skeleton = new Puppet(limbs);
    const mesh = new SkinnedMesh(skin.geometry, this.#material);
    mesh.bind(skeleton, IDENTITY);
    mesh.frustumCulled = false;
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    this.#skin = skin;
    this.#mesh = mesh;
    // Depth prepass, so that a transparent hand does not show its far side.
    const before = new SkinnedMesh(skin.geometry, this.#depthOnly);
    before.bind(skeleton, IDENTITY);
    before.frustumCulled = false;
    before.renderOrder = -1;
    this.#before = before;
    this.group.add(mesh, before);
  }

  /** Poses the hand with visibility `presence`; bones go into `cones` if there is no mesh. */
  update(floats: Float32Array, presence: number, hasSkin: boolean, cones: Cones): void {
    const at = frame().hands[this.side === "left" ? 0 : 1];
    this.isPinching = presence > 0 && floats[at + 1] === 1;
    this.presence = presence;
    for (const [joint, place] of this.joints.entries()) {
      if (presence > 0) jointAt(floats, at, joint, place);
      else place.setScalar(Number.NaN);
    }
    const alpha = presence * this.opacity;
    const isPosed = hasSkin && presence > 0 && this.#pose();
    if (this.#mesh && this.#before) {
      this.#mesh.visible = isPosed;
      this.#before.visible = isPosed;
    }
    this.#material.opacity = alpha;
    if (presence > 0 && !isPosed) this.#addBones(floats, at, alpha, cones);
    this.#pinch.update(this.joints, this.isPinching ? presence : 0);
  }

  /** Places in the scene of the bones that move the mesh; none if it is not shown. */
  get bones(): Vector3[] {
    const [mesh, skin] = [this.#mesh, this.#skin];
    if (!mesh?.visible || !skin) return [];
    mesh.updateWorldMatrix(true, false);
    const matrices = mesh.skeleton.boneMatrices as Float32Array;
    return skin.rest.map((place, joint) =>
      place
        .clone()
        .applyMatrix4(matrix.fromArray(matrices, joint * 16))
        .applyMatrix4(mesh.matrixWorld),
    );
  }

  #addBones(floats: Float32Array, at: number, alpha: number, cones: Cones): void {
    for (const { from, to } of hand().bones) {
      const [a, b] = [at + HAND_HEAD + from * JOINT_FLOATS, at + HAND_HEAD + to * JOINT_FLOATS];
      cones.add(floats, a, BONE_RADIUS, b, BONE_RADIUS, this.#material.color, alpha);
    }
    for (const [joint, radius] of hand().radii.entries()) {
      const a = at + HAND_HEAD + joint * JOINT_FLOATS;
      cones.add(floats, a, radius * 0.62, a, radius * 0.62, this.#material.color, alpha);
    }
  }

  /** Poses the mesh by the joints; false if one is missing. */
  #pose(): boolean {
    const skin = this.#skin;
    const mesh = this.#mesh;
    if (!skin || !mesh) return false;
    palmRotation(this.joints, this.side, palm).multiply(skin.fromPalm);
    if (!Number.isFinite(palm.x + palm.w)) return false;
    const matrices = mesh.skeleton.boneMatrices as Float32Array;
    const { next, before } = hand();
    for (const [joint, place] of this.joints.entries()) {
      const rotation = this.#rotations[joint] as Quaternion;
      const parent = before[joint];
      rotation.copy(parent === undefined ? palm : (this.#rotations[parent] as Quaternion));
      const to = next[joint];
      const rest = skin.directions[joint];
      if (to !== undefined && rest) {
        direction.subVectors(this.joints[to] as Vector3, place).normalize();
        if (!Number.isFinite(direction.x)) return false;
        // The rotation of the bone before, then the shortest arc: positions say nothing about twist.
        bent.copy(rest).applyQuaternion(rotation);
        rotation.premultiply(turn.setFromUnitVectors(bent, direction));
      }
      bent.copy(skin.rest[joint] as Vector3).applyQuaternion(rotation);
      matrix
        .makeRotationFromQuaternion(rotation)
        .setPosition(place.x - bent.x, place.y - bent.y, place.z - bent.z);
      matrix.toArray(matrices, joint * 16);
    }
    if (mesh.skeleton.boneTexture) mesh.skeleton.boneTexture.needsUpdate = true;
    return true;
  }

  #dropSkin(): void {
    if (this.#mesh && this.#before) this.group.remove(this.#mesh, this.#before);
    this.#mesh?.skeleton.dispose();
    this.#skin?.geometry.dispose();
    this.#skin = undefined;
    this.#mesh = undefined;
    this.#before = undefined;
  }
}

const BONE_RADIUS = 0.0042;
const palm = new Quaternion();
const turn = new Quaternion();
const direction = new Vector3();
const bent = new Vector3();
const matrix = new Matrix4();
