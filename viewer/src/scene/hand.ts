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
import { frame, HAND_HEAD, JOINT_FLOATS, type Recording, type Side } from "../library.ts";
import { hand } from "./anatomy.ts";
import type { Cones } from "./cones.ts";
import { Pinch } from "./pinch.ts";
import { growSkin, isSameHand, jointAt, palmAxes, type Skin } from "./skin.ts";

/** Time for a lost hand to fade out. */
export const FADE_SECS = 0.4;
/** Number of times sampled for a complete hand. */
const MOMENTS = 24;

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
  readonly #material = new MeshStandardMaterial({ roughness: 0.62 });
  readonly #depthOnly = new MeshBasicMaterial({
    colorWrite: false,
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
    this.#rotations = hand().bones.map(() => new Quaternion());
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
  setRecording(recording: Recording | undefined): void {
    const joints = recording && openHand(recording, this.side);
    // Most edits do not change bone lengths.
    if (joints && this.#skin && isSameHand(this.#skin, joints)) return;
    this.#dropSkin();
    const skin = joints && growSkin(joints, this.side);
    if (!skin) return;
    const limbs = hand().bones.map(() => new Limb());
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
      this.#before.visible = isPosed && alpha < 1;
    }
    this.#material.opacity = alpha;
    if (this.#material.transparent !== alpha < 1) {
      this.#material.transparent = alpha < 1;
      this.#material.needsUpdate = true;
    }
    if (presence > 0 && !isPosed) this.#addBones(floats, at, alpha, cones);
    this.#pinch.update(this.joints, this.isPinching ? presence : 0);
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
    const { bones } = hand();
    palm.setFromRotationMatrix(palmAxes(this.joints, this.side, axes));
    if (!Number.isFinite(palm.x + palm.w)) return false;
    const matrices = mesh.skeleton.boneMatrices as Float32Array;
    for (const [i, { from, to, parent }] of bones.entries()) {
      const start = this.joints[from] as Vector3;
      direction.subVectors(this.joints[to] as Vector3, start).normalize();
      if (!Number.isFinite(direction.x)) return false;
      const rotation = this.#rotations[i] as Quaternion;
      // The parent's rotation, then the shortest arc: bones are round, so twist is not visible.
      rotation.copy(parent < 0 ? palm : (this.#rotations[parent] as Quaternion));
      bent.copy(skin.directions[i] as Vector3).applyQuaternion(rotation);
      rotation.premultiply(turn.setFromUnitVectors(bent, direction));
      const rest = skin.rest[from] as Vector3;
      bent.copy(rest).applyQuaternion(rotation);
      matrix
        .makeRotationFromQuaternion(rotation)
        .setPosition(start.x - bent.x, start.y - bent.y, start.z - bent.z);
      matrix.toArray(matrices, i * 16);
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
const axes = new Matrix4();
const matrix = new Matrix4();

/** Joints at a time at which the hand is complete, with the longest distance from wrist to tips. */
function openHand(recording: Recording, side: Side): Vector3[] | undefined {
  const spans = recording.spans(side, "observed");
  const floats = new Float32Array(frame().len);
  const { wrist, digits } = hand();
  let best: Vector3[] | undefined;
  let longest = 0;
  for (let i = 0; i < MOMENTS && spans.length > 0; i++) {
    const span = 2 * Math.floor((i / MOMENTS) * (spans.length / 2));
    const [from, to] = [spans[span] as number, spans[span + 1] as number];
    recording.frame_at(from + ((to - from) * ((i % 7) + 0.5)) / 7, floats);
    const joints = frame().joints.map((_, joint) =>
      jointAt(floats, frame().hands[side === "left" ? 0 : 1], joint, new Vector3()),
    );
    const reach = digits.reduce(
      (sum, finger) =>
        sum + (joints[finger.at(-1) ?? 0] as Vector3).distanceTo(joints[wrist] as Vector3),
      0,
    );
    if (reach > longest && reach < 2) {
      longest = reach;
      best = joints;
    }
  }
  return best;
}
