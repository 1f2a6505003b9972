import assert from "node:assert/strict";
import { test } from "node:test";
import { Axis } from "../../src/timeline/axis.ts";

function axisOf(from: number, to: number, width = 1000): Axis {
  const axis = new Axis();
  axis.width = width;
  axis.setBounds({ from, to });
  return axis;
}

test("pixels and times are each other's inverse", () => {
  const axis = axisOf(2, 12);
  axis.zoom(0.3, 7);
  for (const x of [0, 250, 999]) assert.ok(Math.abs(axis.x(axis.time(x)) - x) < 1e-6);
});

test("zooming keeps the time under the mouse in place, and ends at a few frames", () => {
  const axis = axisOf(0, 10);
  const before = axis.x(4);
  axis.zoom(0.5, 4);
  assert.ok(Math.abs(axis.x(4) - before) < 1e-6);
  for (let i = 0; i < 50; i++) axis.zoom(0.5, 4);
  assert.ok(axis.to - axis.from >= 0.05 - 1e-9);
});

test("what is shown stays inside of the recording", () => {
  const axis = axisOf(0, 10);
  axis.show(8, 14);
  assert.deepEqual([axis.from, axis.to], [4, 10]);
  axis.pan(-100);
  assert.equal(axis.from, 0);
});

test("new bounds keep a zoom, and the whole stays the whole", () => {
  const axis = axisOf(0, 10);
  axis.setBounds({ from: 0, to: 20 });
  assert.equal(axis.isZoomed, false);
  axis.show(5, 6);
  axis.setBounds({ from: 0, to: 10 });
  assert.deepEqual([axis.from, axis.to], [5, 6]);
});

test("a time that leaves the visible range is followed by a page", () => {
  const axis = axisOf(0, 100);
  axis.show(10, 20);
  axis.follow(21);
  assert.ok(axis.from < 21 && axis.to > 21);
});

test("an empty recording has an axis", () => {
  const axis = axisOf(3, 3);
  assert.ok(axis.to > axis.from);
});
