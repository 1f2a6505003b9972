// The hands of the person in the headset, as small spheres: apart from the recorded ones at a glance.

import {
  InstancedMesh,
  Matrix4,
  MeshStandardMaterial,
  SphereGeometry,
  type XRHandSpace,
} from "three";

/** Joints of a hand in WebXR. */
const JOINTS = 25;
const RADIUS_M = 0.006;

export class OwnHands {
  readonly mesh: InstancedMesh;

  constructor(readonly hands: readonly XRHandSpace[]) {
    const material = new MeshStandardMaterial({ color: 0xffffff, roughness: 0.6 });
    const geometry = new SphereGeometry(1, 12, 8);
    this.mesh = new InstancedMesh(geometry, material, JOINTS * hands.length);
    this.mesh.count = 0;
    this.mesh.frustumCulled = false;
  }

  update(): void {
    let count = 0;
    for (const hand of this.hands) {
      if (!hand.visible) continue;
      for (const joint of Object.values(hand.joints)) {
        if (!joint?.visible || count >= JOINTS * this.hands.length) continue;
        const radius = (joint.jointRadius ?? RADIUS_M) * 0.6;
        const { x, y, z } = joint.position;
        matrix.makeScale(radius, radius, radius).setPosition(x, y, z);
        this.mesh.setMatrixAt(count, matrix);
        count += 1;
      }
    }
    this.mesh.count = count;
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    (this.mesh.material as MeshStandardMaterial).dispose();
    this.mesh.removeFromParent();
  }
}

const matrix = new Matrix4();
