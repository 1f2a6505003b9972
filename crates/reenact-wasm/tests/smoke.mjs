// The module in a JavaScript engine, held against the command: `node smoke.mjs MODULE-FOLDER REENACT TESTDATA`.
//
// What both compute from the same bytes must be the same: frames to the last bit after the change of axes, documents to the
// rounding of a sine.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, command, testdata] = process.argv.slice(2).map((path) => resolve(path));
const wasm = await import(pathToFileURL(join(folder, "reenact_wasm.js")));
const { memory } = await wasm.default({ module_or_path: readFileSync(join(folder, "reenact_wasm_bg.wasm")) });
const layout = wasm.layout();

const RECORDINGS = [
  "long/v11_real_30s_lossless.bin",
  "odd/before_zero.bin",
  "odd/times.bin",
  "odd/trailing_100.bin",
  // All that MRTK's own code wrote.
  ...readdirSync(join(testdata, "recordings"))
    .filter((name) => name.endsWith(".bin"))
    .map((name) => `recordings/${name}`),
].map((name) => join(testdata, name));

/** Runs the command; findings and losses (3) are answers, too. */
function reenact(...words) {
  const ran = spawnSync(command, words, { encoding: "buffer", maxBuffer: 1 << 30 });
  assert.ok(ran.status === 0 || ran.status === 3, `reenact ${words.join(" ")}: ${ran.stderr}`);
  return ran.stdout;
}

const document = (...words) => JSON.parse(reenact(...words));
/** Bytes on their way in, in pieces of any size. */
function incoming(bytes, expected = bytes.length) {
  const incoming = new wasm.Incoming(expected);
  for (let at = 0; at < bytes.length; at += 1_000_003) incoming.push(bytes.subarray(at, at + 1_000_003));
  return incoming;
}
const read = (name, bytes) => incoming(bytes).read(name);
const open = (path) => read(path, readFileSync(path));
/** All pieces that a recording gives in a format. */
function convert(recording, format) {
  const pieces = [];
  recording.convert(format, (piece) => pieces.push(piece.slice()));
  return Buffer.concat(pieces);
}

/** The same, but for what sines and roots of another library may differ by. */
function same(found, expected, place) {
  if (typeof expected === "number" && typeof found === "number") {
    const near = Math.abs(found - expected) <= 1e-6 * Math.max(1e-3, Math.abs(expected));
    assert.ok(near, `${place}: ${found}, and the command says ${expected}`);
  } else if (typeof expected === "object" && expected !== null) {
    assert.deepEqual(Object.keys(found ?? {}), Object.keys(expected), place);
    for (const key of Object.keys(expected)) same(found[key], expected[key], `${place}.${key}`);
  } else {
    assert.equal(found, expected, place);
  }
}

/** A frame of the command in the layout and the axes of the page. */
function floats(frame) {
  const out = new Float32Array(layout.len).fill(Number.NaN);
  const unknown = [Number.NaN, Number.NaN, Number.NaN, Number.NaN];
  const pose = (at, { position: [x, y, z], rotation }) => {
    const [qx, qy, qz, qw] = rotation ?? unknown;
    out.set([x, y, -z, -qx, -qy, qz, qw], at);
  };
  if (frame.camera) pose(layout.camera, frame.camera);
  if (frame.gaze) {
    const [[x, y, z], [dx, dy, dz]] = [frame.gaze.origin, frame.gaze.direction];
    out.set([x, y, -z, dx, dy, -dz], layout.gaze);
  }
  for (const [at, hand] of [[layout.hands[0], frame.left], [layout.hands[1], frame.right]]) {
    const states = ["tracked", "pinching", "observed"].map((state) => Number(hand?.[state] ?? false));
    out.set(states, at);
    layout.joints.forEach((name, number) => {
      const joint = hand?.joints[name];
      if (joint) pose(at + states.length + 7 * number, joint);
    });
  }
  return out;
}

function sameFloats(found, expected, place) {
  for (let i = 0; i < expected.length; i += 1) {
    const is = Object.is(found[i], expected[i]) || (Number.isNaN(found[i]) && Number.isNaN(expected[i]));
    assert.ok(is, `${place}, float ${i}: ${found[i]}, and the command says ${expected[i]}`);
  }
}

// First of all, because memory that was taken is never given back: how much the module has, in sizes of the file.
const work = mkdtempSync(join(tmpdir(), "reenact-"));
const used = [];
try {
  const path = join(work, "long.bin");
  reenact("make", "--seconds", "60", "--output", path);
  const bytes = readFileSync(path);
  const before = memory.buffer.byteLength;
  const use = (what, most) => {
    const sizes = (memory.buffer.byteLength - before) / bytes.length;
    used.push(`${what} ${sizes.toFixed(2)}`);
    assert.ok(sizes <= most, `${what}: ${sizes} sizes of the file, and ${most} are enough`);
  };
  let recording = read("long.bin", bytes);
  use("opened", 1.1);
  recording.frame_at(1, new Float32Array(layout.len));
  recording.plot("left.Wrist.position.x", 0, 60, 1000);
  recording.plot("left_speed_m_s", 0, 60, 1000);
  use("shown", 1.3);
  recording.doctor();
  use("examined", 1.3);
  for (const format of ["bin", "csv", "json"]) {
    recording.convert(format, () => undefined);
    use(format, 1.3);
  }
  // These two use it up.
  recording.repair().free();
  use("repaired", 1.3);
  read("long.bin", bytes).optimize(1, 0.2).free();
  use("optimized", 1.3);
  recording = read("long.bin", bytes);
  const comparison = new wasm.Comparison(recording, recording);
  comparison.report();
  comparison.distance(0, 60, 1000);
  use("compared", 1.3);
  recording.convert("glb", () => undefined);
  use("glb", 2.1);
} finally {
  rmSync(work, { recursive: true });
}

let frames = 0;
for (const path of RECORDINGS) {
  const recording = open(path);
  const name = basename(path);
  const { start_secs: start, end_secs: end } = recording;
  const times = Array.from({ length: 40 }, (_, i) => Math.fround(start - 0.1 + ((end - start + 0.2) * i) / 39));
  const lines = reenact("sample", path, "--json", `--at=${times.join(",")}`).toString().trim().split("\n");
  assert.equal(lines.length, times.length);
  const out = new Float32Array(layout.len);
  for (const [i, line] of lines.entries()) {
    const frame = JSON.parse(line);
    assert.equal(Math.fround(frame.time_secs), times[i]);
    recording.frame_at(times[i], out);
    sameFloats(out, floats(frame), `${name} at ${times[i]} s`);
    frames += 1;
  }
  const info = document("info", "--json", path);
  same(recording.info(), info, `info of ${name}`);
  same([start, end], [info.start_secs, info.end_secs], `start and end of ${name}`);
  for (const side of ["left", "right"]) {
    same([...recording.spans(side, "observed")], info.observed[side].flat(), `${side} observed in ${name}`);
    const tracked = [...recording.spans(side, "tracked")];
    const secs = tracked.reduce((sum, time, i) => sum + (i % 2 ? time : -time), 0);
    same(secs, info.hands?.[side].tracked_secs ?? 0, `${side} tracked in ${name}`);
  }
  same(recording.doctor(), document("doctor", "--json", path), `doctor of ${name}`);
  same(recording.stats(), document("stats", "--json", path), `stats of ${name}`);
  assert.ok(readFileSync(path).equals(convert(recording, "bin")), `${name} is written as it was read`);
  assert.ok(reenact("cat", "--format", "json", path).equals(convert(recording, "json")), `${name} as JSON`);
  assert.ok(reenact("cat", "--format", "csv", path).equals(convert(recording, "csv")), `${name} as CSV`);
  recording.free();
}

// Edits: the same reports, and the same bytes.
mkdirSync(work);
try {
  const path = join(testdata, "recordings/v11_real_2s_asset.bin");
  const recording = open(path);
  const edits = [
    [["trim", "--from", "0.5", "--to", "1.5"], () => recording.trim(0.5, 1.5, true)],
    [["mirror"], () => recording.mirror("world")],
    [["optimize", "--position-mm", "2", "--rotation-deg", "0.5", "--gaze-deg", "0.5"], () => open(path).optimize(2, 0.5)],
  ];
  for (const [words, edit] of edits) {
    const out = join(work, `${words[0]}.bin`);
    const expected = document(...words, "--json", path, "-o", out);
    const edited = edit();
    same({ ...edited.report(), output: out }, expected, words[0]);
    same(edited.notes(), expected.notes, words[0]);
    assert.ok(readFileSync(out).equals(convert(edited.recording(), "bin")), words.join(" "));
  }
  const damaged = join(testdata, "recordings/v11_m272_real_2s_asset.bin");
  const repairedPath = join(work, "repaired.bin");
  const repaired = open(damaged).repair();
  same({ ...repaired.report(), output: repairedPath }, document("repair", "--json", damaged, "-o", repairedPath), "repair");
  assert.ok(readFileSync(repairedPath).equals(convert(repaired.recording(), "bin")), "repair");
  const comparison = new wasm.Comparison(recording, repaired.recording());
  const { files, ...report } = comparison.report();
  assert.deepEqual(files, [path, damaged]);
  const { files: _, ...expected } = document("compare", "--json", path, repairedPath);
  same(report, expected, "compare");
  // NaN where no pose is observed in both recordings.
  const distances = comparison.distance(0, recording.end_secs, 50);
  assert.ok(distances.every((metres) => Number.isNaN(metres) || metres >= 0) && distances.some((metres) => metres >= 0));

  const marked = recording.add_marker(0.25, "grab — é").recording();
  assert.deepEqual(marked.markers(), [{ time_secs: 0.25, name: "grab — é" }]);
  const glb = join(work, "scene.glb");
  reenact("convert", path, glb);
  assert.ok(readFileSync(glb).equals(convert(recording, "glb")), "glb");
  // Whatever the command reads, but for Parquet, which would take more room than all else.
  for (const name of ["scene.glb", "scene.gltf", "a.json", "a.ndjson", "a.iwer.json", "a.handsbin", "head_hand_eye.csv"]) {
    const [other, back] = [join(work, name), join(work, "back.bin")];
    reenact("convert", "--force", path, other);
    reenact("convert", "--force", other, back);
    const other_read = read(name, readFileSync(other));
    assert.ok(readFileSync(back).equals(convert(other_read, "bin")), name);
  }
  // Unity XR Hands recordings keep what a recording cannot hold.
  for (const version of ["1", "2"]) {
    const [from, to] = [join(testdata, "handsbin/v2_gestures.handsbin"), join(work, `v${version}.handsbin`)];
    const { notes } = document("convert", "--json", from, to, "--handsbin-version", version);
    const pieces = [];
    const options = { handsbin_version: version, file_stem: `v${version}` };
    const found = open(from).convert("handsbin", (piece) => pieces.push(piece.slice()), options);
    assert.ok(readFileSync(to).equals(Buffer.concat(pieces)), `handsbin version ${version}`);
    same(found, notes, `handsbin version ${version}`);
  }
} finally {
  rmSync(work, { recursive: true });
}

// What is drawn: every value lies between the least and the greatest of its column.
const demo = wasm.Recording.demo();
let drawn = 0;
for (const { name } of demo.channels().filter((_, i) => i % 7 === 0)) {
  const columns = demo.plot(name, 0, demo.end_secs, 100);
  assert.equal(columns.length, 200);
  for (let i = 0; i < 100; i += 1) {
    const value = demo.value_at(name, (demo.end_secs * (i + 0.5)) / 100);
    if (value === undefined) continue;
    const [low, high] = [columns[2 * i] - 1e-4, columns[2 * i + 1] + 1e-4];
    assert.ok(low <= value && value <= high, `${name} in column ${i}: ${value} is not within ${low} and ${high}`);
    drawn += 1;
  }
}
assert.ok(drawn > 2000, `${drawn}`);
assert.equal(demo.keys("left.Wrist.position.x", 0, 99, 5), undefined);
assert.equal(demo.keys("left_speed_m_s", 0, 99, 1e9), undefined);

// What cannot be done is an Error that says why, and the module goes on.
function refused(code, act) {
  assert.throws(act, (error) => error instanceof Error && error.code === code && error.message.length > 10, code);
}
const whole = convert(demo, "bin");
const cut = whole.slice(0, whole.length / 2);
refused("empty-file", () => read("x", new Uint8Array()));
refused("not-a-recording", () => read("x", new Uint8Array(1000)));
refused("truncated", () => read("x", cut));
refused("wrong-text", () => read("x", new TextEncoder().encode("{}")));
refused("malformed", () => read("x", new TextEncoder().encode('{"asset": {}}')));
refused("wrong-option", () => demo.frame_at(0, new Float32Array(3)));
refused("wrong-option", () => demo.plot("left.Elbow", 0, 1, 10));
refused("wrong-option", () => demo.trim(2, 1, true));
refused("wrong-option", () => convert(demo, "fbx"));
refused("wrong-option", () => demo.add_marker(Number.NaN, "x"));
refused("too-many-frames", () => demo.frames(0, 1, 1e9));
refused("too-large", () => new wasm.Incoming(2 ** 31));
refused("too-large", () => new wasm.Incoming(1e13));
refused("out-of-memory", () => Array.from({ length: 3 }, () => new wasm.Incoming(2 ** 31 - 2 ** 16)));
try {
  read("x", cut);
} catch (error) {
  assert.ok(error.offset > 0 && error.field.startsWith("keys of ") && error.hint.length > 0);
}
assert.equal(incoming(cut).examine("cut.bin").findings[0].code, "truncated");
assert.ok(incoming(cut, 0).salvage("cut.bin").recording().info().keys > 1000);

console.log(`${frames} frames of ${RECORDINGS.length} recordings, 3 edits, ${drawn} drawn values: as the command has them`);
console.log(`memory in sizes of the file: ${used.join(", ")}`);
