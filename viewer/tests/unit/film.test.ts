import assert from "node:assert/strict";
import { test } from "node:test";
import { frameTimes, gifDelays } from "../../src/film/times.ts";
import { webm } from "../../src/film/webm.ts";

test("a film has every frame of its range, with both ends", () => {
  assert.equal(frameTimes({ from: 1, to: 2 }, 60).length, 61);
  assert.deepEqual(frameTimes({ from: 0, to: 1 }, 4), [0, 0.25, 0.5, 0.75, 1]);
  assert.deepEqual(frameTimes({ from: 0, to: 0.3 }, 4), [0, 0.25]);
  assert.deepEqual(frameTimes({ from: 0, to: 0.5 }, 4, true), [0.5, 0.25, 0]);
});

test("rounded delays of a GIF do not add up to an error", () => {
  for (const rate of [60, 50, 30, 24, 10]) {
    const delays = gifDelays(600, rate);
    const sum = delays.reduce((a, b) => a + b);
    assert.ok(Math.abs(sum - (600 * 100) / rate) <= 0.5, `${rate}: ${sum}`);
    assert.ok(Math.max(...delays) - Math.min(...delays) <= 1);
  }
});

/** Elements of an EBML file with sizes of eight bytes: identifier, start of the content, content. */
function* elements(bytes: Uint8Array): Generator<{ id: number; at: number; content: Uint8Array }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const length = Math.clz32(bytes[at] as number) - 23;
    let id = 0;
    for (let i = 0; i < length; i++) id = id * 256 + (bytes[at + i] as number);
    const size = Number(view.getBigUint64(at + length) & 0xffffffffffffffn);
    const start = at + length + 8;
    yield { id, at, content: bytes.subarray(start, start + size) };
    at = start + size;
  }
}

test("the index of a WebM file points to its clusters, which start with key frames", () => {
  const frames = Array.from({ length: 300 }, (_, i) => ({
    data: Uint8Array.of(i & 255, 1, 2),
    timeMs: Math.round((i * 1000) / 30),
    isKey: i % 60 === 0,
  }));
  const parts = webm({ codec: "V_VP9", width: 640, height: 480, durationMs: 10_000 }, frames);
  const file = Uint8Array.from(parts.flatMap((part) => [...part]));
  const [head, segment] = [...elements(file)];
  assert.equal(head?.id, 0x1a45dfa3);
  assert.equal(segment?.id, 0x18538067);
  const children = [...elements(segment?.content as Uint8Array)];
  const clusters = children.filter(({ id }) => id === 0x1f43b675);
  assert.equal(clusters.length, 5);
  const cues = children.find(({ id }) => id === 0x1c53bb6b);
  const number = (content: Uint8Array) =>
    Number(new DataView(content.buffer, content.byteOffset).getBigUint64(0));
  const positions = [...elements(cues?.content as Uint8Array)].map(({ content }) => {
    const place = [...elements(content)].find(({ id }) => id === 0xb7);
    const at = [...elements(place?.content as Uint8Array)].find(({ id }) => id === 0xf1);
    return number(at?.content as Uint8Array);
  });
  assert.deepEqual(
    positions,
    clusters.map(({ at }) => at),
  );
  let blocks = 0;
  for (const { content } of clusters) {
    const inside = [...elements(content)].filter(({ id }) => id === 0xa3);
    assert.equal((inside[0]?.content[3] as number) & 0x80, 0x80);
    blocks += inside.length;
  }
  assert.equal(blocks, 300);
});
