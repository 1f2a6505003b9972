import assert from "node:assert/strict";
import { test } from "node:test";
import { bytes, clockTime, count, measured, scaledRange, seconds } from "../../src/format.ts";

test("times have minutes, and hours where they are needed", () => {
  assert.equal(clockTime(65.2834), "1:05.283");
  assert.equal(clockTime(3665), "1:01:05.000");
  assert.equal(clockTime(59.9999), "1:00.000");
  assert.equal(clockTime(-1.5), "−0:01.500");
  assert.equal(clockTime(Number.NaN), "–");
});

test("durations, sizes and counts have the digits that they deserve", () => {
  assert.equal(seconds(1.256), "1.26 s");
  assert.equal(seconds(725), "12:05 min");
  assert.equal(bytes(999), "999 B");
  assert.equal(bytes(3_110_000), "3.11 MB");
  assert.equal(bytes(999_600), "1.00 MB");
  assert.equal(count(388_678), "388\u202f678");
  assert.equal(measured(0.0001, "m"), "1.0e-4 m");
  assert.equal(measured(undefined, "m"), "–");
  assert.equal(scaledRange(-1, 1, "°"), "−1.00 – 1.00°");
});
