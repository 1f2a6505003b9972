import assert from "node:assert/strict";
import { test } from "node:test";
import { Clock } from "../../src/clock.ts";

function clockOf(from: number, to: number): Clock {
  const clock = new Clock();
  clock.setBounds({ from, to });
  return clock;
}

test("a range is clipped to the recording, and the whole recording is no range", () => {
  const clock = clockOf(1, 5);
  clock.setRange({ from: 0, to: 3 });
  assert.deepEqual(clock.range.value, { from: 1, to: 3 });
  clock.setRange({ from: 0, to: 9 });
  assert.equal(clock.range.value, undefined);
  clock.setRange({ from: 6, to: 9 });
  assert.equal(clock.range.value, undefined);
});

test("a step back undoes a step forward, at any frame rate", () => {
  for (const hz of [24, 30, 60, 90]) {
    const clock = clockOf(0.25, 10);
    clock.frameSecs.value = 1 / hz;
    clock.seek(3.1);
    clock.step(1);
    const after = clock.time;
    assert.ok(after > 3.1 && after <= 3.1 + 1 / hz + 1e-9);
    clock.step(1);
    clock.step(-1);
    assert.ok(Math.abs(clock.time - after) < 1e-9);
  }
});

test("playback loops in the range, in both directions, and stops at the end without a loop", () => {
  const clock = clockOf(0, 10);
  clock.setRange({ from: 2, to: 4 });
  clock.seek(3.5);
  clock.isPlaying.value = true;
  clock.advance(1);
  assert.ok(Math.abs(clock.time - 2.5) < 1e-9);
  clock.isReversed.value = true;
  clock.advance(1);
  assert.ok(Math.abs(clock.time - 3.5) < 1e-9);
  clock.isLooping.value = false;
  clock.advance(5);
  assert.equal(clock.time, 2);
  assert.equal(clock.isPlaying.value, false);
});

test("in after out starts a new range", () => {
  const clock = clockOf(0, 10);
  clock.setRange({ from: 2, to: 4 });
  clock.seek(6);
  clock.setEdge("from");
  assert.deepEqual(clock.range.value, { from: 6, to: 10 });
});

test("a trim and its undo keep the frame that is shown", () => {
  const clock = clockOf(0, 10);
  const part = { from: 2, to: 5 };
  clock.seek(3);
  clock.setBounds({ from: 0, to: 3 });
  clock.cut(part, 3);
  assert.equal(clock.time, 1);
  clock.setBounds({ from: 0, to: 10 });
  clock.uncut(part, 1);
  assert.equal(clock.time, 3);
  assert.deepEqual(clock.range.value, part);
});
