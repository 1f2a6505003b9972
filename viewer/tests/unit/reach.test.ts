import assert from "node:assert/strict";
import { test } from "node:test";
import { Vector3 } from "three";
import { onBone, onFloor } from "../../src/scene/reach.ts";

const at = (x: number, y: number, z: number) => new Vector3(x, y, z);
const near = (value: number | undefined, expected: number) =>
  assert.ok(Math.abs((value ?? Number.NaN) - expected) < 1e-6, `${value} is not ${expected}`);

test("a ray ends where it enters a bone, and passes by what it misses", () => {
  const [origin, ahead] = [at(0, 1.6, 0), at(0, 0, -1)];
  near(onBone(origin, ahead, at(-0.1, 1.6, -0.5), at(0.1, 1.6, -0.5), 0.01), 0.49);
  // A graze is later than a hit in the middle.
  near(onBone(origin, ahead, at(-0.1, 1.608, -0.5), at(0.1, 1.608, -0.5), 0.01), 0.494);
  assert.equal(onBone(origin, ahead, at(-0.1, 1.62, -0.5), at(0.1, 1.62, -0.5), 0.01), undefined);
  // Beside its end, and behind the eyes.
  assert.equal(onBone(origin, ahead, at(0.1, 1.6, -0.5), at(0.3, 1.6, -0.5), 0.01), undefined);
  assert.equal(onBone(origin, ahead, at(-0.1, 1.6, 0.5), at(0.1, 1.6, 0.5), 0.01), undefined);
  // Along a bone, and a bone without length.
  near(onBone(origin, ahead, at(0, 1.6, -0.4), at(0, 1.6, -0.6), 0.01), 0.39);
  near(onBone(origin, ahead, at(0, 1.6, -0.4), at(0, 1.6, -0.4), 0.01), 0.39);
});

test("a ray that goes down ends on the floor, and nothing unknown is hit", () => {
  near(onFloor(at(0, 1.6, 0), at(0, -0.8, -0.6), 0), 2);
  assert.equal(onFloor(at(0, 1.6, 0), at(0, 0.8, -0.6), 0), undefined);
  assert.equal(onFloor(at(0, -0.1, 0), at(0, -1, 0), 0), undefined);
  const nowhere = at(Number.NaN, 0, 0);
  assert.equal(onBone(at(0, 0, 0), at(0, 0, -1), nowhere, nowhere, 0.01), undefined);
  assert.equal(onFloor(nowhere, nowhere, 0), undefined);
});
