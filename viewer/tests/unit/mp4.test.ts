import assert from "node:assert/strict";
import { test } from "node:test";
import { mp4 } from "../../src/film/mp4.ts";

interface Box {
  type: string;
  at: number;
  content: Uint8Array;
}

function boxes(bytes: Uint8Array): Box[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: Box[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    found.push({ type, at, content: bytes.subarray(at + 8, at + size) });
    at += size;
  }
  return found;
}

/** Content of a box within boxes. */
function inside(bytes: Uint8Array, ...path: string[]): Uint8Array {
  return path.reduce((content, type) => {
    const found = boxes(content).find((box) => box.type === type);
    assert.ok(found, `there is a box ${type}`);
    return found.content;
  }, bytes);
}

const numbers = (content: Uint8Array, from = 4): number[] => {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  return Array.from({ length: (content.length - from) >> 2 }, (_, i) =>
    view.getInt32(from + 4 * i),
  );
};

const TABLE = ["moov", "trak", "mdia", "minf", "stbl"];
const track = { width: 640, height: 480, rateHz: 30, description: Uint8Array.of(1, 2, 3) };

function fileOf(times: readonly number[]): Uint8Array {
  const frames = times.map((timeMs, i) => ({
    data: new Uint8Array(5 + i).fill(i),
    timeMs,
    isKey: i % 4 === 0,
  }));
  return Uint8Array.from(mp4(track, frames).flatMap((part) => [...part]));
}

test("an MP4 file says when each frame is shown, which are key frames, and where they are", () => {
  const file = fileOf([0, 1, 2, 3, 4, 5].map((i) => (i * 1000) / 30));
  assert.deepEqual(
    boxes(file).map(({ type }) => type),
    ["ftyp", "moov", "mdat"],
  );
  const table = (type: string) => inside(file, ...TABLE, type);
  assert.deepEqual(numbers(table("stts")), [1, 6, 3000]);
  assert.deepEqual(numbers(table("stss")), [2, 1, 5]);
  assert.deepEqual(numbers(table("stsz")), [0, 6, 5, 6, 7, 8, 9, 10]);
  const [, start = 0] = numbers(table("stco"));
  assert.deepEqual([...file.subarray(start, start + 5)], [0, 0, 0, 0, 0]);
  assert.deepEqual([...file.subarray(start + 5, start + 11)], [1, 1, 1, 1, 1, 1]);
  assert.equal(start + 5 + 6 + 7 + 8 + 9 + 10, file.length);
  assert.ok(!boxes(inside(file, ...TABLE)).some(({ type }) => type === "ctts"));
  // The description of the encoder is in the format of the frames.
  const format = boxes(table("stsd").subarray(8))[0];
  assert.equal(format?.type, "avc1");
  assert.deepEqual([...inside(format?.content.subarray(78) as Uint8Array, "avcC")], [1, 2, 3]);
});

test("frames that are decoded before others are shown when they should be", () => {
  const ms = 1000 / 30;
  const file = fileOf([0, 3 * ms, ms, 2 * ms]);
  assert.deepEqual(numbers(inside(file, ...TABLE, "ctts")), [3, 1, 0, 1, 6000, 2, -3000]);
});

test("frame rates that do not divide the time scale do not drift", () => {
  const frames = Array.from({ length: 700 }, (_, i) => ({
    data: Uint8Array.of(1),
    timeMs: (i * 1000) / 7,
    isKey: i === 0,
  }));
  const parts = mp4({ ...track, rateHz: 7 }, frames);
  const file = Uint8Array.from(parts.flatMap((part) => [...part]));
  const [, , , duration] = numbers(inside(file, "moov", "trak", "mdia", "mdhd"), 4);
  assert.equal(duration, 100 * 90_000);
  const [count = 0, ...pairs] = numbers(inside(file, ...TABLE, "stts"));
  let sum = 0;
  for (let i = 0; i < count; i++) sum += (pairs[2 * i] ?? 0) * (pairs[2 * i + 1] ?? 0);
  assert.equal(sum, duration);
});
