// Hands and controllers in pages of three.js.

import { readFileSync } from "node:fs";
import { expect, test, three } from "@reenact/playwright";
import { make } from "reenact";
import { expectNear } from "./near.js";

/** A page whose objects are 30 cm aside. */
const MOVED = "?aside=0.3";

test("a script presses, pinches and drags", async ({ page, xr }) => {
  await page.goto("/three-hands.html");
  await xr.enter();
  const take = await xr.perform("takes/press.toml");
  await expect(page.getByTestId("score")).toHaveText("0");
  await take.until("poke");
  await expect(page.getByTestId("score")).toHaveText("1");
  await take.until("pinch");
  await expect(page.getByTestId("boxes")).toHaveText("1");
  await take.finish();
  await expectNear(page.getByTestId("dragged"), [-0.15, 1.45, -0.4]);
  await expect(page.getByTestId("score")).toHaveText("1");
});

test("the same test fails when the objects are 30 cm aside", async ({ page, xr }) => {
  await page.goto(`/three-hands.html${MOVED}`);
  await xr.enter();
  const take = await xr.perform("takes/press.toml");
  await take.finish();
  await expect(page.getByTestId("score")).toHaveText("0");
  await expect(page.getByTestId("dragged")).toHaveText("no");
});

test("a hand finds an object by itself, wherever it is", async ({ page, xr }) => {
  await page.goto(`/three-hands.html${MOVED}`);
  await xr.enter();
  await (await xr.poke(three(() => (globalThis as any).button))).finish();
  await expect(page.getByTestId("score")).toHaveText("1");
  await (await xr.drag(three(() => (globalThis as any).block), [0, 0.1, 0], { hand: "left" })).finish();
  await expectNear(page.getByTestId("dragged"), [0.15, 1.35, -0.4]);
});

test("a hand of a recording drives a controller", async ({ page, xr }) => {
  await page.goto("/three-controllers.html");
  await xr.enter();
  const take = await xr.perform("takes/carry.toml", { input: "controllers" });
  await take.until("drag");
  await expect(page.getByTestId("hits")).toHaveText("1");
  await take.finish();
  await expectNear(page.getByTestId("dragged"), [0.2, 1.5, -0.4]);
  expect(await page.evaluate(() => (globalThis as any).connected)).toContain("meta-quest-touch-pro");
});

test("the controller misses what is 30 cm aside", async ({ page, xr }) => {
  await page.goto(`/three-controllers.html${MOVED}`);
  await xr.enter();
  await (await xr.perform("takes/carry.toml", { input: "controllers" })).finish();
  await expect(page.getByTestId("hits")).toHaveText("0");
});

test("the page sees every joint where the library has it, to 0.1 mm and 0.01°", async ({ page, xr }) => {
  await page.goto("/three-hands.html");
  await xr.enter();
  const script = readFileSync(new URL("takes/press.toml", import.meta.url), "utf8");
  const recording = await make(script);
  const take = await xr.perform(recording);
  await page.evaluate(() => void ((globalThis as any).wantsPoses = true));
  await take.finish();
  type Row = { now: number; head: number[]; hands: Record<string, { joints: number[][]; radii: number[] }> };
  const rows = (await page.evaluate(() => (globalThis as any).seen)) as Row[];
  const samples = recording.sample({ rateHz: 60 });
  const names = samples.layout.webxr;
  const observed = { left: samples.observed("left"), right: samples.observed("right") };
  let poses = 0;
  let worst: [number, number] = [0, 0];
  const same = (seen: number[], expected: ArrayLike<number>, where: string) => {
    const [x = 0, y = 0, z = 0, qx = 0, qy = 0, qz = 0, qw = 0] = Array.from(expected);
    const mm = 1000 * Math.hypot(x - (seen[0] ?? NaN), y - (seen[1] ?? NaN), z - (seen[2] ?? NaN));
    const q = [qx, qy, qz, qw];
    const dot = q.reduce((sum, one, n) => sum + one * (seen[3 + n] ?? NaN), 0);
    const chord = Math.hypot(...q.map((one, n) => one - Math.sign(dot) * (seen[3 + n] ?? NaN)));
    const degrees = (4 * Math.asin(Math.min(1, chord / 2)) * 180) / Math.PI;
    // Not `expect`, which takes its time, and there are thousands.
    if (!(mm <= 0.1 && degrees <= 0.01)) throw new Error(`${where}: ${mm} mm and ${degrees}° apart`);
    worst = [Math.max(worst[0], mm), Math.max(worst[1], degrees)];
    poses += 1;
  };
  expect(rows.length).toBeGreaterThanOrEqual(samples.length);
  for (let frame = 0; frame < samples.length; frame++) {
    const row = rows[frame] as Row;
    const at = frame * samples.layout.len;
    if (row.now !== 0) throw new Error("performance.now is not the time of the frame");
    same(row.head, samples.floats.subarray(at, at + 7), `head in frame ${frame}`);
    for (const side of ["left", "right"] as const) {
      const hand = row.hands[side];
      const isObserved = observed[side][frame];
      if (Boolean(hand) !== isObserved || (hand?.joints.length ?? 25) !== 25) throw new Error(`${side} hand in frame ${frame}`);
      const order = names.filter((name) => name !== null);
      for (const joint of order) {
        const from = at + samples.layout.hands[side === "left" ? 0 : 1] + 3 + names.indexOf(joint) * 7;
        const seen = hand?.joints[JOINTS.indexOf(joint)];
        if (seen) same(seen, samples.floats.subarray(from, from + 7), `${side} ${joint} in frame ${frame}`);
      }
      if (!(hand?.radii.every((radius) => radius > 0) ?? true)) throw new Error("a joint has no radius");
    }
  }
  expect(poses).toBeGreaterThan(5000);
  console.log(`${poses} poses, at most ${worst[0].toFixed(5)} mm and ${worst[1].toFixed(5)}° apart`);
});

/** WebXR's order. */
const JOINTS = [
  "wrist", "thumb-metacarpal", "thumb-phalanx-proximal", "thumb-phalanx-distal", "thumb-tip",
  ...["index", "middle", "ring", "pinky"].flatMap((finger) =>
    ["metacarpal", "phalanx-proximal", "phalanx-intermediate", "phalanx-distal", "tip"].map((part) => `${finger}-finger-${part}`),
  ),
];
