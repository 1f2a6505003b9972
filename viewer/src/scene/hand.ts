// One hand: its skin, or its bones, moved to where a frame has them.

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

/** How long a hand that is lost takes to fade. */
export const FADE_SECS = 0.4;
/** How many moments are looked at for one in which the whole hand is there. */
const MOMENTS = 24;

const IDENTITY = new Matrix4();

/** A skeleton whose matrices are written by hand: positions alone move it, rotations may be damaged. */
class Puppet extends Skeleton {
  override update(): void {
    // The matrices are there already.
  }
}

export class Hand {
  readonly group = new Group();
  /** Joints as they are shown; not a number where there are none. */
  readonly joints: readonly Vector3[];
  /** How much there is to see of it: 0 when it was not observed. */
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
    // Where two hands are in the same place, the first one is in front.
    this.#material.polygonOffset = opacity < 1;
    this.#material.polygonOffsetFactor = 2;
    this.#material.polygonOffsetUnits = 8;
    this.joints = frame().joints.map(() => new Vector3(Number.NaN));
    this.#rotations = hand().bones.map(() => new Quaternion());
    this.#material.onBeforeCompile = (shader) => {
      // Light from behind catches the edge: shapes stay readable in front of their own colour.
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

  /** Another recording: another person's hand. */
  setRecording(recording: Recording | undefined): void {
    const joints = recording && openHand(recording, this.side);
    // Most edits leave the person as they are.
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
    // Drawn first into the depth alone, so that a hand one sees through does not show its own other side.
    const before = new SkinnedMesh(skin.geometry, this.#depthOnly);
    before.bind(skeleton, IDENTITY);
    before.frustumCulled = false;
    before.renderOrder = -1;
    this.#before = before;
    this.group.add(mesh, before);
  }

  /** Moves to where the frame has it, `presence` strong; bones go into `cones` when there is no skin to show. */
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

  /** Brings the skin to the joints; false if one of them is missing. */
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
      // As its parent turned, and then the shortest way: bones are round, so that a twist does not show.
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

/** The joints at a moment when the whole hand is there, with the longest reach from wrist to tips. */
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
