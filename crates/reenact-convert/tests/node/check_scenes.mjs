// Holds the glTF files that reenact writes against the Khronos validator and three.js.
//
//     node check_scenes.mjs FOLDER
//
// FOLDER is what the example `scenes` of reenact-convert made: NAME.PROFILE.FOR.glb and, for some, NAME.ndjson with frames. The
// validator must find no error, no warning and no hint; three.js must put every node where the frames say, move the skin of a hand with
// its joints, and show nothing of a hand that is not tracked.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import validator from "gltf-validator";

globalThis.self = globalThis;
const { AnimationMixer, LoopOnce, Quaternion, REVISION, Vector3 } = await import("three");
const { GLTFLoader } = await import("three/examples/jsm/loaders/GLTFLoader.js");

const POSITION_M = 1e-4;
const ROTATION_RAD = 1.7e-3; // 0.1°
// A node without a mesh is what the profile `flat` is made of.
const FINE = new Set(["NODE_EMPTY"]);
const SIDES = { left: "Hand.Left", right: "Hand.Right" };
const counts = { files: 0, poses: 0, skins: 0, hidden: 0, pinches: 0 };
let worst = 0;

function fail(message) {
  console.error(message);
  process.exit(1);
}

async function validate(name, bytes) {
  const { issues } = await validator.validateBytes(bytes, { maxIssues: 200, ignoredIssues: [...FINE] });
  if (issues.messages.length > 0) fail(`${name}: ${JSON.stringify(issues.messages.slice(0, 5), null, 1)}`);
}

// Recordings have Unity's axes.
const AXES = {
  web: { vector: ([x, y, z]) => new Vector3(x, y, -z), rotation: ([x, y, z, w]) => new Quaternion(-x, -y, z, w) },
  unity: { vector: ([x, y, z]) => new Vector3(-x, y, z), rotation: ([x, y, z, w]) => new Quaternion(x, -y, -z, w) },
};
AXES.blender = AXES.web;
// In Blender bones lie along y.
const BONE_TURN = new Quaternion(-Math.SQRT1_2, 0, 0, Math.SQRT1_2);

async function play(name, profile, whom, bytes, lines) {
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const gltf = await new GLTFLoader().parseAsync(buffer, "");
  const clip = gltf.animations[0];
  if (!clip) return;
  if (clip.name !== "InputAction") fail(`${name}: the animation is called ${clip.name}`);
  const about = gltf.asset.extras.reenact;
  if (about.axes !== whom || about.profile !== profile) fail(`${name}: it says ${JSON.stringify(about)}`);
  const { vector, rotation } = AXES[whom];
  const mixer = new AnimationMixer(gltf.scene);
  const action = mixer.clipAction(clip);
  action.clampWhenFinished = true;
  action.setLoop(LoopOnce, 1);
  action.play();
  // three.js drops the dots of names but keeps the original.
  const nodes = new Map();
  gltf.scene.traverse((node) => nodes.set(node.userData.name ?? node.name, node));
  const find = (what) => nodes.get(what) ?? nodes.get(what.replaceAll(".", ""));
  const isSkeleton = profile === "skeleton";

  const check = (what, pose, time) => {
    if (!pose) return;
    const node = find(what) ?? fail(`${name}: no node ${what}`);
    const found = node.getWorldPosition(new Vector3());
    const expected = vector(pose.position ?? pose.origin);
    const away = found.distanceTo(expected);
    worst = Math.max(worst, away);
    if (!(away <= POSITION_M)) fail(`${name}: ${what} at ${time} s is at ${found.toArray()}, expected ${expected.toArray()}`);
    const turn = node.getWorldQuaternion(new Quaternion());
    let angle;
    if (pose.rotation) {
      const expected = rotation(pose.rotation);
      if (isSkeleton && whom === "blender" && what.includes(".Joint.")) expected.multiply(BONE_TURN);
      angle = turn.angleTo(expected);
    } else {
      angle = vector([0, 0, 1]).applyQuaternion(turn).angleTo(vector(pose.direction));
    }
    if (!(angle <= ROTATION_RAD)) fail(`${name}: ${what} at ${time} s is ${angle} rad from how it should be turned`);
    counts.poses += 1;
  };

  // Points of a skin, as the GPU would move them.
  const skinned = (mesh) => {
    const points = [];
    for (let n = 0; n < mesh.geometry.attributes.position.count; n += 1) {
      const at = mesh.getVertexPosition(n, new Vector3());
      points.push(at.applyMatrix4(mesh.matrixWorld));
    }
    return points;
  };
  const size = (points) => {
    const [low, high] = [new Vector3(Infinity, Infinity, Infinity), new Vector3(-Infinity, -Infinity, -Infinity)];
    for (const at of points) low.min(at), high.max(at);
    return low.distanceTo(high);
  };

  const checkHand = (side, hand, time) => {
    const root = find(SIDES[side]);
    if (!isSkeleton) {
      const isTracked = find(`${SIDES[side]}.Tracking`).position.x > 0.5;
      if (isTracked !== hand.tracked) fail(`${name}: ${side} tracked at ${time} s`);
    } else {
      if (root.scale.x !== (hand.observed ? 1 : 0)) fail(`${name}: ${side} is of size ${root.scale.x} at ${time} s`);
      const pinch = find(`${SIDES[side]}.Pinching`);
      if ((pinch.scale.x === 1) !== hand.pinching) fail(`${name}: ${side} pinching at ${time} s`);
      counts.pinches += hand.pinching ? 1 : 0;
    }
    // While a hand is hidden its joints have no place.
    if (isSkeleton && !hand.observed) {
      const mesh = find(`${SIDES[side]}.Mesh`);
      if (mesh) {
        mesh.skeleton.update();
        const left = size(skinned(mesh));
        if (!(left < 1e-6)) fail(`${name}: ${side} is ${left} m large at ${time} s, when it is not observed`);
        counts.hidden += 1;
      }
      return;
    }
    for (const [joint, pose] of Object.entries(hand.joints)) check(`${SIDES[side]}.Joint.${joint}`, pose, time);
    const mesh = isSkeleton && find(`${SIDES[side]}.Mesh`);
    if (!mesh) return;
    mesh.skeleton.update();
    const points = skinned(mesh);
    for (const [joint, pose] of Object.entries(hand.joints)) {
      if (!pose || !joint.endsWith("Tip")) continue;
      const tip = vector(pose.position);
      const away = Math.min(...points.map((at) => at.distanceTo(tip)));
      if (!(away < 0.015)) fail(`${name}: the skin is ${away} m from ${side} ${joint} at ${time} s`);
      counts.skins += 1;
    }
    const length = size(points);
    // The mesh ends in a short forearm.
    if (!(length > 0.1 && length < 0.45)) fail(`${name}: the ${side} hand is ${length} m large at ${time} s`);
  };

  const start = about.start_secs ?? 0;
  let last;
  for (const line of lines) {
    // The very number that the file has.
    const time = Math.fround(line.time_secs) - start;
    // At the very end of a clip three.js stops the action.
    if (time < 0 || time >= clip.duration) continue;
    mixer.setTime(time);
    last = line;
    gltf.scene.updateMatrixWorld(true);
    check("Camera", line.camera, time);
    check("Gaze", line.gaze, time);
    for (const side of Object.keys(SIDES)) if (line[side]) checkHand(side, line[side], time);
  }
  if (isSkeleton && last?.camera) {
    const camera = gltf.cameras[0] ?? fail(`${name}: no camera`);
    const looks = camera.getWorldDirection(new Vector3());
    const angle = looks.angleTo(vector([0, 0, 1]).applyQuaternion(rotation(last.camera.rotation)));
    if (!(angle < 1e-2)) fail(`${name}: the camera looks ${angle} rad past where the head does`);
  }
}

const [folder] = process.argv.slice(2);
const files = readdirSync(folder).filter((file) => file.endsWith(".glb")).sort();
for (const file of files) {
  const bytes = new Uint8Array(readFileSync(join(folder, file)));
  await validate(file, bytes);
  counts.files += 1;
  const [, name, profile, whom] = /^(.*)\.(\w+)\.(\w+)\.glb$/.exec(file) ?? fail(`${file}: an odd name`);
  const frames = join(folder, `${name}.ndjson`);
  if (existsSync(frames)) {
    const lines = readFileSync(frames, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
    await play(file, profile, whom, bytes, lines);
  }
}
if (files.length < 100 || counts.poses < 10_000 || counts.skins < 100 || counts.hidden < 10 || counts.pinches < 1) {
  fail(`too little was looked at: ${JSON.stringify(counts)}`);
}
const mm = (worst * 1000).toFixed(3);
console.log(
  `${counts.files} files; ${counts.poses} poses within ${mm} mm in three.js r${REVISION}, ${counts.skins} fingertips with skin, ${counts.hidden} hidden hands; validator ${validator.version()}`,
);
