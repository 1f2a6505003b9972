// Makes hand.bin, the template of the hand mesh, from the generic hand of the WebXR Input Profiles:
//
//   npm pack @webxr-input-profiles/assets@1.0.20 && tar xzf webxr-input-profiles-assets-1.0.20.tgz
//   node make.mjs package/dist/profiles/generic-hand/left.glb hand.bin
//
// It welds the seams, turns the hand into the axes of its palm, moves the wrist to the origin, adds a forearm and bakes ambient occlusion.
//
// hand.bin, little-endian: u16 vertices, u16 triangles; 25 joints in WebXR's order, each 3 × i16 (10 µm); then for each vertex 3 × i16 (10 µm),
// 4 × u8 joints, 4 × u8 weights (sum 255), u8 light (255: unoccluded), u8 opacity; then 3 × u16 for each triangle.
// Axes: x towards the thumb of a left hand, y forward, z out of the back of the hand.

import { readFileSync, writeFileSync } from "node:fs";

const [source, target] = process.argv.slice(2);
const file = readFileSync(source);
const jsonLength = file.readUInt32LE(12);
const gltf = JSON.parse(file.toString("utf8", 20, 20 + jsonLength));
const binary = file.subarray(28 + jsonLength);

function accessor(index) {
  const { bufferView, byteOffset = 0, count, type, componentType } = gltf.accessors[index];
  const view = gltf.bufferViews[bufferView];
  const width = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 }[type];
  const [read, size] = {
    5121: ["readUInt8", 1],
    5123: ["readUInt16LE", 2],
    5126: ["readFloatLE", 4],
  }[componentType];
  const start = (view.byteOffset ?? 0) + byteOffset;
  const stride = view.byteStride ?? width * size;
  return Array.from({ length: count }, (_, i) =>
    Array.from({ length: width }, (_, k) => binary[read](start + i * stride + k * size)),
  );
}

const add = (a, b) => a.map((v, i) => v + b[i]);
const sub = (a, b) => a.map((v, i) => v - b[i]);
const mul = (a, s) => a.map((v) => v * s);
const dot = (a, b) => a.reduce((sum, v, i) => sum + v * b[i], 0);
const cross = ([a, b, c], [x, y, z]) => [b * z - c * y, c * x - a * z, a * y - b * x];
const unit = (a) => mul(a, 1 / Math.hypot(...a));

const { attributes, indices } = gltf.meshes[0].primitives[0];
const [positions, jointsOf, weightsOf] = ["POSITION", "JOINTS_0", "WEIGHTS_0"].map((name) =>
  accessor(attributes[name]),
);
const index = accessor(indices).flat();
const skin = gltf.skins[0].joints.map((node) => gltf.nodes[node].name);

const NAMES = ["wrist"];
for (const finger of ["thumb", "index-finger", "middle-finger", "ring-finger", "pinky-finger"])
  for (const part of finger === "thumb"
    ? ["metacarpal", "phalanx-proximal", "phalanx-distal", "tip"]
    : ["metacarpal", "phalanx-proximal", "phalanx-intermediate", "phalanx-distal", "tip"])
    NAMES.push(`${finger}-${part}`);
const placeOf = (name) => gltf.nodes.find((node) => node.name === name).translation;

// Axes of the palm.
const wrist = placeOf("wrist");
const forward = unit(sub(placeOf("middle-finger-phalanx-proximal"), wrist));
const knuckles = sub(
  placeOf("index-finger-phalanx-proximal"),
  placeOf("pinky-finger-phalanx-proximal"),
);
const across = unit(sub(knuckles, mul(forward, dot(knuckles, forward))));
const back = cross(across, forward);
const turned = (point) => {
  const from = sub(point, wrist);
  return [dot(from, across), dot(from, forward), dot(from, back)];
};
const joints = NAMES.map((name) => turned(placeOf(name)));

// The generic hand has its tips inside of the pads. Here a tip is 3 mm below the end of the finger, as MRTK has it.
const TIP_DEPTH_M = 0.003;
for (const [tip, name] of NAMES.entries()) {
  if (!name.endsWith("-tip")) continue;
  const along = unit(sub(joints[tip], joints[tip - 1]));
  let end = 0;
  for (const [i, position] of positions.entries()) {
    const heaviest = weightsOf[i].indexOf(Math.max(...weightsOf[i]));
    if ([tip, tip - 1].includes(NAMES.indexOf(skin[jointsOf[i][heaviest]])))
      end = Math.max(end, dot(sub(turned(position), joints[tip - 1]), along));
  }
  joints[tip] = add(joints[tip - 1], mul(along, end - TIP_DEPTH_M));
}

// Welds vertices at one place, which differ in their texture coordinates only.
const vertices = [];
const welded = new Map();
const nameOf = positions.map((position, i) => {
  const key = position.map((v) => v.toFixed(6)).join(" ");
  if (!welded.has(key)) {
    welded.set(key, vertices.length);
    const weights = jointsOf[i]
      .map((joint, k) => [NAMES.indexOf(skin[joint]), weightsOf[i][k]])
      .filter(([, weight]) => weight > 0);
    vertices.push({ at: turned(position), weights, opacity: 1 });
  }
  return welded.get(key);
});
let triangles = [];
for (let i = 0; i < index.length; i += 3) {
  const triangle = index.slice(i, i + 3).map((vertex) => nameOf[vertex]);
  if (new Set(triangle).size === 3) triangles.push(triangle);
}

// The closed end behind the wrist is replaced by a forearm that gets wider and fades out.
const CUT_Y = -0.006;
const FOREARM_Y = [-0.02, -0.034, -0.05, -0.066, -0.082];
const FOREARM_WIDER = 1.12;
triangles = triangles.filter((triangle) => triangle.some((v) => vertices[v].at[1] > CUT_Y));
const next = new Map();
const edges = new Set(triangles.flatMap(([a, b, c]) => [`${a} ${b}`, `${b} ${c}`, `${c} ${a}`]));
for (const edge of edges) {
  const [a, b] = edge.split(" ").map(Number);
  if (!edges.has(`${b} ${a}`)) next.set(b, a);
}
const [start] = next.keys();
const loop = [start];
while (next.get(loop.at(-1)) !== start) loop.push(next.get(loop.at(-1)));
if (loop.length !== next.size) throw new Error("the wrist is not one loop");
const middle = mul(loop.map((v) => vertices[v].at).reduce(add), 1 / loop.length);
let ring = loop;
for (const [n, y] of FOREARM_Y.entries()) {
  const part = (n + 1) / FOREARM_Y.length;
  const wider = 1 + (FOREARM_WIDER - 1) * part;
  const grown = loop.map((v) => {
    const [x, , z] = sub(vertices[v].at, middle);
    // Towards an ellipse, and along the forearm.
    const angle = Math.atan2(z, x);
    const round = [0.0275 * Math.cos(angle), 0.021 * Math.sin(angle)];
    const at = [0, 1].map((k) => wider * ([x, z][k] * (1 - part) + round[k] * part));
    vertices.push({ at: [middle[0] + at[0], y, middle[2] + at[1]], weights: [[0, 1]], opacity: 1 });
    return vertices.length - 1;
  });
  for (const [i, v] of ring.entries()) {
    const k = (i + 1) % ring.length;
    triangles.push([v, ring[k], grown[i]], [ring[k], grown[k], grown[i]]);
  }
  ring = grown;
}
vertices.push({ at: [middle[0], FOREARM_Y.at(-1) - 0.004, middle[2]], weights: [[0, 1]], opacity: 1 });
for (const [i, v] of ring.entries())
  triangles.push([v, ring[(i + 1) % ring.length], vertices.length - 1]);
for (const vertex of vertices) {
  const part = Math.min(1, Math.max(0, (vertex.at[1] - FOREARM_Y.at(-1)) / 0.075));
  vertex.opacity = part * part * (3 - 2 * part);
}

// Drops vertices that no triangle has any more.
const kept = new Map();
for (const v of triangles.flat()) if (!kept.has(v)) kept.set(v, kept.size);
const all = [...kept.keys()].map((v) => vertices[v]);
triangles = triangles.map((triangle) => triangle.map((v) => kept.get(v)));

// Outward triangles: the volume is positive.
const volume = triangles.reduce((sum, [a, b, c]) => sum + dot(all[a].at, cross(all[b].at, all[c].at)), 0);
if (volume < 0) throw new Error("triangles face inwards");

// Ambient occlusion: rays from each vertex over its hemisphere, up to some centimetres.
const REACH_M = 0.035;
const RAYS = 160;
for (const vertex of all) vertex.normal = [0, 0, 0];
for (const [a, b, c] of triangles) {
  const face = cross(sub(all[b].at, all[a].at), sub(all[c].at, all[a].at));
  for (const v of [a, b, c]) all[v].normal = add(all[v].normal, face);
}
const directions = Array.from({ length: RAYS }, (_, i) => {
  const z = 1 - (2 * i + 1) / RAYS;
  const turn = i * Math.PI * (3 - Math.sqrt(5));
  return [Math.sqrt(1 - z * z) * Math.cos(turn), Math.sqrt(1 - z * z) * Math.sin(turn), z];
});
/** Distance to a triangle along a ray; infinite if it is missed. */
function hit(from, along, [a, b, c]) {
  const [u, v] = [sub(all[b].at, all[a].at), sub(all[c].at, all[a].at)];
  const p = cross(along, v);
  const det = dot(u, p);
  if (Math.abs(det) < 1e-14) return Number.POSITIVE_INFINITY;
  const t = sub(from, all[a].at);
  const x = dot(t, p) / det;
  if (x < 0 || x > 1) return Number.POSITIVE_INFINITY;
  const q = cross(t, u);
  const y = dot(along, q) / det;
  if (y < 0 || x + y > 1) return Number.POSITIVE_INFINITY;
  const far = dot(v, q) / det;
  return far > 1e-5 ? far : Number.POSITIVE_INFINITY;
}
for (const vertex of all) {
  const normal = unit(vertex.normal);
  const from = add(vertex.at, mul(normal, 3e-4));
  const near = triangles.filter((triangle) =>
    triangle.some((v) => Math.hypot(...sub(all[v].at, from)) < REACH_M + 0.01),
  );
  let [light, sum] = [0, 0];
  for (const along of directions) {
    const weight = dot(along, normal);
    if (weight <= 0.02) continue;
    let nearest = Number.POSITIVE_INFINITY;
    for (const triangle of near) nearest = Math.min(nearest, hit(from, along, triangle));
    sum += weight;
    light += weight * Math.min(1, nearest / REACH_M);
  }
  vertex.light = light / sum;
}
// The resting hand is open; creases stay dark in other poses, and flat parts stay plain.
const lights = all.map(({ light }) => light).sort((a, b) => a - b);
console.log(`light from ${lights[0].toFixed(2)}, median ${lights[lights.length >> 1].toFixed(2)}`);

const fixed = (metres) => Math.round(metres * 1e5);
const bytes = [];
const put = (write, size) => (value) => {
  const part = Buffer.alloc(size);
  part[write](value);
  bytes.push(part);
};
const [u8, u16, i16] = [put("writeUInt8", 1), put("writeUInt16LE", 2), put("writeInt16LE", 2)];
u16(all.length);
u16(triangles.length);
for (const joint of joints) for (const value of joint) i16(fixed(value));
for (const { at, weights, light, opacity } of all) {
  for (const value of at) i16(fixed(value));
  const sorted = weights.toSorted((a, b) => b[1] - a[1]).slice(0, 4);
  const total = sorted.reduce((sum, [, weight]) => sum + weight, 0);
  const shares = sorted.map(([, weight]) => Math.round((weight / total) * 255));
  shares[0] += 255 - shares.reduce((sum, share) => sum + share, 0);
  for (let k = 0; k < 4; k++) u8(sorted[k]?.[0] ?? 0);
  for (let k = 0; k < 4; k++) u8(shares[k] ?? 0);
  u8(Math.round(light * 255));
  u8(Math.round(opacity * 255));
}
for (const v of triangles.flat()) u16(v);
writeFileSync(target, Buffer.concat(bytes));
console.log(`${all.length} vertices, ${triangles.length} triangles, loop of ${loop.length}`);
