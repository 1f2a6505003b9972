// Holds the glTF files that reenact writes against the Khronos validator and three.js.
//
//     node check_scenes.mjs FOLDER
//
// FOLDER is what the example `scenes` of reenact-convert made. The validator must find no error and no warning; three.js must
// put every node where the frames beside the file say.
import { readFileSync, readdirSync, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [folder, modules = "."] = process.argv.slice(2);
const require = createRequire(join(modules, "node_modules", "x.js"));
const validator = require("gltf-validator");
globalThis.self = globalThis;
const { AnimationMixer, Vector3, Quaternion } = await import(join(modules, "node_modules/three/build/three.module.js"));
const { GLTFLoader } = await import(join(modules, "node_modules/three/examples/jsm/loaders/GLTFLoader.js"));

const POSITION_M = 1e-4;
const ROTATION_RAD = 2e-3;
let files = 0;
let poses = 0;

function fail(message) {
  console.error(message);
  process.exit(1);
}

async function validate(name, bytes) {
  const { issues } = await validator.validateBytes(bytes, { maxIssues: 20 });
  if (issues.numErrors + issues.numWarnings > 0) {
    fail(`${name}: ${JSON.stringify(issues.messages.filter((m) => m.severity < 2).slice(0, 5), null, 1)}`);
  }
}

const joint = { left: "Hand.Left.Joint.", right: "Hand.Right.Joint." };

async function play(name, bytes, lines) {
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const gltf = await new GLTFLoader().parseAsync(buffer, "");
  if (gltf.animations.length === 0) return;
  const mixer = new AnimationMixer(gltf.scene);
  const action = mixer.clipAction(gltf.animations[0]);
  action.clampWhenFinished = true;
  action.setLoop(2200, 1);
  action.play();
  const nodes = new Map();
  // three.js drops the dots of names but keeps the original.
  gltf.scene.traverse((node) => nodes.set(node.userData.name ?? node.name, node));
  const check = (what, pose, time) => {
    if (!pose) return;
    const node = nodes.get(what) ?? nodes.get(what.replaceAll(".", "")) ?? fail(`${name}: no node ${what}`);
    const at = node.getWorldPosition(new Vector3());
    const [x, y, z] = pose.position ?? pose.origin;
    if (at.distanceTo(new Vector3(x, y, -z)) > POSITION_M) {
      fail(`${name}: ${what} at ${time} s is at ${at.toArray()}, expected ${[x, y, -z]}`);
    }
    const turn = node.getWorldQuaternion(new Quaternion());
    if (pose.rotation) {
      const [qx, qy, qz, qw] = pose.rotation;
      const angle = turn.angleTo(new Quaternion(-qx, -qy, qz, qw));
      if (angle > ROTATION_RAD) fail(`${name}: ${what} at ${time} s is turned by ${angle} rad from where it should be`);
    } else {
      const [dx, dy, dz] = pose.direction;
      const angle = new Vector3(0, 0, -1).applyQuaternion(turn).angleTo(new Vector3(dx, dy, -dz));
      if (angle > ROTATION_RAD) fail(`${name}: the gaze at ${time} s is ${angle} rad from where it should be`);
    }
    poses += 1;
  };
  const duration = gltf.animations[0].duration;
  for (const line of lines) {
    const time = line.time_secs;
    // At the very end of a clip three.js stops the action.
    if (time >= duration) continue;
    mixer.setTime(time);
    gltf.scene.updateMatrixWorld(true);
    check("Camera", line.camera, time);
    check("Gaze", line.gaze, time);
    for (const side of ["left", "right"]) {
      const hand = line[side];
      if (!hand) continue;
      const prefix = side === "left" ? "Hand.Left" : "Hand.Right";
      const tracking = nodes.get(`${prefix}.Tracking`) ?? nodes.get(`${prefix}.Tracking`.replaceAll(".", ""));
      if (tracking && (tracking.position.x > 0.5) !== hand.tracked) fail(`${name}: ${side} tracked at ${time} s`);
      for (const [joints, pose] of Object.entries(hand.joints)) check(joint[side] + joints, pose, time);
    }
  }
}

for (const file of readdirSync(folder).filter((file) => file.endsWith(".glb")).sort()) {
  const bytes = new Uint8Array(readFileSync(join(folder, file)));
  await validate(file, bytes);
  files += 1;
  const frames = join(folder, file.replace(/\.glb$/, ".ndjson"));
  if (existsSync(frames)) {
    const lines = readFileSync(frames, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
    await play(file, bytes, lines);
  }
}
if (files < 5 || poses < 1000) fail(`only ${files} files and ${poses} poses in ${folder}`);
console.log(JSON.stringify({ files, poses, three: (await import(join(modules, "node_modules/three/build/three.module.js"))).REVISION, validator: validator.version() }));
