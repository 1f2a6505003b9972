// The package in Node.js, imported by its name.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import * as reenact from "reenact";

const here = dirname(fileURLToPath(import.meta.url));
const testdata = join(here, "../../../testdata");
const REAL = join(testdata, "recordings/v11_real_2s_asset.bin");

test("a recording is read from a path, an address, bytes, a blob, and packed", async () => {
  const bytes = readFileSync(REAL);
  const sources = [REAL, pathToFileURL(REAL), bytes, new Uint8Array(bytes), new Blob([bytes]), gzipSync(bytes)];
  for (const source of sources) {
    const recording = await reenact.open(source);
    assert.deepEqual(Buffer.from(recording.toBytes()), bytes);
    recording.free();
  }
  assert.equal((await reenact.open(REAL)).name, "v11_real_2s_asset.bin");
  assert.equal((await reenact.open(bytes, { name: "x.bin" })).info().file, "x.bin");
});

test("errors have a code, the field, the byte and a hint", async () => {
  const bytes = readFileSync(REAL).subarray(0, 5000);
  const error = await reenact.open(bytes).catch((thrown) => thrown);
  assert.ok(error instanceof reenact.ReenactError);
  assert.equal(error.code, "truncated");
  assert.ok(error.field && error.offset > 0 && error.hint);
  assert.equal((await reenact.examine(bytes)).findings[0].code, "truncated");
  const { recording, notes } = await reenact.salvage(bytes);
  assert.ok(notes[0].is_loss && recording.info().keys >= 0);
  await assert.rejects(reenact.open("missing.bin"), { code: "io" });
  await assert.rejects(reenact.make("[[act]]\ndo = 'fly'"), { code: "wrong-script" });
});

test("reports are those of the command", async () => {
  const recording = await reenact.open(REAL);
  const expected = JSON.parse(readFileSync(REAL.replace(".bin", ".json"), "utf8"));
  assert.ok(expected);
  assert.equal(recording.info().bytes, readFileSync(REAL).length);
  assert.ok(Array.isArray(recording.doctor().findings));
  assert.ok(recording.stats());
  assert.ok(recording.endSecs > recording.startSecs);
});

test("samples are typed arrays in WebXR's axes, and NaN where nothing was observed", async () => {
  const demo = await reenact.demo();
  const samples = demo.sample({ rateHz: 30 });
  assert.equal(samples.length, Math.floor((demo.endSecs - demo.startSecs) * 30 + 1e-6) + 1);
  const tips = samples.positions("right", "IndexTip");
  assert.deepEqual(tips, samples.positions("right", "index-finger-tip"));
  const observed = samples.observed("right");
  observed.forEach((isObserved, n) => assert.equal(!Number.isNaN(tips[3 * n]), isObserved));
  assert.ok(observed.includes(true) && observed.includes(false));
  const n = observed.indexOf(true);
  assert.deepEqual(samples.pose(n, "right", "IndexTip").position, [...tips.subarray(3 * n, 3 * n + 3)]);
  assert.equal(samples.pose(observed.indexOf(false), "right", "IndexTip"), undefined);
  assert.ok(samples.headPositions().every(Number.isFinite));
  assert.equal(demo.sample({ timesSecs: [1, 2.5] }).length, 2);
  assert.throws(() => samples.positions("right", "Nose"), /no joint is named/);
  assert.throws(() => demo.sample({ rateHz: 0 }), { code: "no-such-times" });
});

test("edits return another recording and leave this one alone", async () => {
  const demo = await reenact.demo();
  const before = demo.toBytes();
  const { recording, report } = demo.trim({ fromSecs: 1, toSecs: 3 });
  assert.ok(Math.abs(recording.endSecs - 2) < 1e-6 && report.after.keys < report.before.keys);
  assert.ok(demo.mirror("head").recording.endSecs > 0);
  assert.ok(demo.optimize().report.after.bytes < demo.optimize().report.before.bytes);
  assert.ok(demo.repair().report);
  const marked = demo.addMarker(1, "here").recording;
  const index = marked.markers().findIndex(({ name }) => name === "here");
  assert.equal(marked.renameMarker(index, "there").recording.markers()[index].name, "there");
  assert.equal(marked.moveMarker(index, 1.5).recording.markers().find(({ name }) => name === "here").time_secs, 1.5);
  assert.equal(marked.removeMarker(index).recording.markers().length, demo.markers().length);
  assert.deepEqual(demo.toBytes(), before);
});

test("every format of the build is written, and what is read is read again", async () => {
  const demo = await reenact.demo();
  for (const format of await reenact.formats()) {
    const { bytes } = demo.convert(format);
    assert.ok(bytes.length > 1000, format);
  }
  const journal = await reenact.open(demo.convert("journal").bytes);
  assert.ok(reenact.compare(demo, journal).positionMm < 1);
  assert.equal(reenact.compare(demo, demo).report.identical, true);
});

test("a recorder and a journal record frames", async () => {
  const demo = await reenact.demo();
  const samples = demo.sample({ rateHz: 60, fromSecs: 0, toSecs: 4 });
  const recorder = await reenact.Recorder.create();
  const chunks = [];
  const journal = await reenact.Journal.create((bytes) => chunks.push(bytes));
  for (let n = 0; n < samples.length; n++) {
    const { len } = samples.layout;
    const frame = samples.floats.subarray(n * len, (n + 1) * len);
    assert.equal(recorder.record(samples.timesSecs[n], frame), "kept");
    assert.equal(journal.record(samples.timesSecs[n], frame), true);
  }
  recorder.mark("end");
  journal.mark("end");
  const open = await reenact.open(Buffer.concat(chunks));
  assert.equal(open.readNotes()[0].code, "open-journal");
  journal.finish();
  const ended = await reenact.open(Buffer.concat(chunks));
  assert.deepEqual(ended.readNotes(), []);
  assert.deepEqual(ended.toBytes(), recorder.recording().toBytes());
  assert.equal(ended.markers().at(-1).name, "end");
  const part = demo.trim({ fromSecs: 0, toSecs: 4 }).recording;
  assert.ok(reenact.compare(part, ended).positionMm < 1);
  const full = await reenact.Journal.create((bytes) => {
    if (bytes.length > 1000) throw new Error("the disk is full");
  });
  assert.throws(() => {
    for (let n = 0; n < samples.length; n++) full.record(n / 60, samples.floats.subarray(0, samples.layout.len));
  }, /the disk is full/);
});

test("the examples run", () => {
  const folder = mkdtempSync(join(tmpdir(), "reenact-examples-"));
  const examples = join(here, "../examples");
  for (const name of readdirSync(examples)) {
    const output = execFileSync(process.execPath, [join(examples, name), REAL], { cwd: folder, encoding: "utf8" });
    assert.ok(output.length > 20, name);
  }
  rmSync(folder, { recursive: true });
});

test("the size is what the documentation says", () => {
  const size = readFileSync(join(here, "../dist/wasm/reenact_wasm_bg.wasm")).length;
  assert.ok(size < 2_500_000, `${size} bytes`);
});
