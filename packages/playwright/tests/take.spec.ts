// Time, place, tracking, recording and failures of a take, in a page that only listens.

import { createHash } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@reenact/playwright";
import { matchRecording } from "@reenact/playwright/plain";
import { demo, make, type Recording } from "reenact";

/** The right hand is lost and found while it pinches. */
const LOST = `
space = "world"
noise = false
[[act]]
do = "pinch"
hand = "right"
at = [0.2, 1.3, 0.4]
hold_secs = 2
[[act]]
do = "hide"
hand = "right"
start_secs = 1.5
[[act]]
do = "show"
hand = "right"
start_secs = 2
`;

const positions = (recording: Recording) => recording.sample({ rateHz: 60 }).headPositions();

test("frames are steps of the recording, and the clock follows", async ({ page, xr }) => {
  await page.goto("/listen.html");
  await xr.enter();
  const take = await xr.perform(await make(LOST));
  const before = await page.evaluate(() => performance.now());
  await page.waitForTimeout(150);
  expect(await page.evaluate(() => performance.now())).toBe(before);
  await take.advance(60);
  expect(take.frame).toBe(59);
  expect((await page.evaluate(() => performance.now())) - before).toBeCloseTo(1000, 6);
  // The window's own frames are the same ones.
  expect(await page.evaluate(() => (globalThis as any).windowFrames - (globalThis as any).sessionFrames)).toBeGreaterThanOrEqual(0);
});

test("tracking loss takes the input source away, and gives it back", async ({ page, xr }) => {
  await page.goto("/listen.html");
  await xr.enter();
  const take = await xr.perform(await make(LOST));
  await take.finish();
  const events = (await take.events()).filter(({ hand }) => hand === "right").map(({ type }) => type);
  // A hand that is lost while it pinches ends its selection, but selects nothing.
  expect(events).toEqual(["added", "selectstart", "selectend", "removed", "added", "selectstart", "select", "selectend"]);
  expect(await page.evaluate(() => (globalThis as any).log)).toEqual([
    "added right", "selectstart right true", "selectend right false", "removed right", "added right", "selectstart right true", "select right false", "selectend right false",
  ]);
});

test("pause, seek, speed and repetition", async ({ page, xr }) => {
  await page.goto("/listen.html");
  await xr.enter();
  const recording = await demo();
  const take = await xr.perform(recording, { repeat: 2 });
  await take.untilTime(1);
  expect(take.frame).toBe(60);
  await take.pause();
  const still = await page.evaluate(() => (globalThis as any).head);
  await xr.step(10);
  expect(await page.evaluate(() => (globalThis as any).head)).toEqual(still);
  await take.resume();
  await take.advance(1);
  expect(take.frame).toBe(61);
  await take.seek(5);
  await take.advance(1);
  expect(take.frame).toBe(300);
  await take.setSpeed(2);
  await take.advance(10);
  expect(take.frame).toBe(320);
  await take.finish();
  expect(take.frame).toBe(2 * take.options.frames - 1);
});

test("a recording is performed where the tester says", async ({ page, xr }) => {
  await page.goto("/listen.html");
  await xr.enter();
  const recording = await make("noise = false\n[head]\nstart = [3, 0, 2]\n[[act]]\ndo = 'wait'\nsecs = 1");
  const take = await xr.perform(recording, { at: [-1, 2], facingDeg: 90, floorM: -1.6 });
  await take.advance(5);
  const [x, y, z, ahead] = (await page.evaluate(() => (globalThis as any).head)) as [number, number, number, number[]];
  expect(Math.hypot(x + 1, y - 1.6, z - 2)).toBeLessThan(1e-3);
  expect(Math.hypot((ahead[0] ?? 0) - 1, ahead[1] ?? 1, ahead[2] ?? 1)).toBeLessThan(0.01);
});

test("what the page sees is recorded, and compared with what is kept", async ({ page, xr }, info) => {
  await page.goto("/listen.html");
  await xr.enter();
  const take = await xr.perform("takes/press.toml");
  await take.finish();
  const golden = join(tmpdir(), `golden-${process.pid}.bin`);
  const first = await matchRecording(take, golden, { update: "missing" });
  expect(first.pass).toBe(false);
  expect(first.message).toContain("was written");
  expect(existsSync(golden)).toBe(true);
  expect((await matchRecording(take, golden)).pass).toBe(true);
  // What the page saw is what was performed.
  const seen = await take.seen();
  const [performed, saw] = [positions(take.recording), positions(seen)];
  for (let n = 0; n < performed.length; n++) expect(Math.abs((performed[n] ?? 0) - (saw[n] ?? 0))).toBeLessThan(1e-4);
  // Two centimetres to the side.
  const aside = await xr.perform("takes/press.toml", { at: [0.02, 0] });
  await aside.finish();
  const other = await matchRecording(aside, golden, { positionMm: 1 });
  expect(other.pass).toBe(false);
  expect(other.message).toMatch(/2\d\.\d\d mm apart, and 1 mm are allowed/);
  expect(other.page).toContain("data-name=");
  await info.attach("recordings.html", { body: other.page ?? "", contentType: "text/html" });
  rmSync(golden);
});

test("the matcher of the fixture", async ({ page, xr }, info) => {
  await page.goto("/listen.html");
  await xr.enter();
  const take = await xr.perform("takes/carry.toml");
  await take.finish();
  const golden = info.outputPath("golden.bin");
  await expect(take).toMatchRecording(golden, { update: "all" });
  await expect(take).toMatchRecording(golden, { positionMm: 0.5 });
});

test("every run is the same to the bit", async ({ page, xr }) => {
  const runs = Number(process.env.REENACT_RUNS ?? 5);
  test.setTimeout(60_000 + runs * 20_000);
  const hashes = new Set<string>();
  for (let run = 0; run < runs; run++) {
    await page.goto("/listen.html");
    await xr.enter();
    const take = await xr.perform("takes/press.toml");
    await take.until("pinch");
    await page.waitForTimeout(run % 7);
    await take.finish();
    const poses = await page.evaluate(() => {
      const bytes = new Uint8Array(Float64Array.from((globalThis as any).poses).buffer);
      let text = "";
      for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
      return btoa(text);
    });
    const events = (await take.events()).map(({ frame, type, hand }) => `${frame} ${type} ${hand}`);
    expect(events).toContain("117 selectstart right");
    hashes.add(createHash("sha256").update(poses).update(events.join()).digest("hex"));
  }
  expect(hashes.size).toBe(1);
  console.log(`${runs} runs, ${[...hashes][0]?.slice(0, 12)}`);
});

test("screenshots at markers are in the report", async ({ page, xr }, info) => {
  await page.goto("/listen.html");
  await xr.enter();
  const take = await xr.perform("takes/carry.toml", { screenshots: true });
  await take.finish();
  expect(info.attachments.map(({ name }) => name)).toEqual(["drag.png", "release.png"]);
});

test("failures say what is wrong", async ({ page, xr }) => {
  await page.goto("/listen.html?required=hand-tracking,depth-sensing");
  await expect(xr.perform("takes/press.toml")).rejects.toThrow("the page never entered a session");
  await expect(xr.enter()).rejects.toThrow("the page asked for an immersive-vr session with a feature that the headset lacks: depth-sensing");
  await page.goto("/listen.html");
  await xr.enter();
  const take = await xr.perform(await make(LOST));
  await expect(take.until("wave")).rejects.toThrow('no marker or event named "wave": there are');
  await expect(take.until("wave")).rejects.toThrow("it has no left hand");
  await expect(take.until("pinch", { number: 7 })).rejects.toThrow("and not 7");
  await expect(xr.perform("takes/missing.bin")).rejects.toThrow("cannot read");
});

test.describe("on a page that only waits", () => {
  test.use({ xrOptions: { timeoutMs: 500 } });
  test("the lack of a button is explained", async ({ page, xr }) => {
    await page.goto("/listen.html?no-button");
    await expect(xr.enter()).rejects.toThrow("it has no button that says so");
    await expect(xr.enter({ start: () => 1 })).rejects.toThrow("it did not call `navigator.xr.requestSession`");
  });
});

test.describe("with timers", () => {
  test.use({ xrOptions: { timers: true } });
  test("timers and the date follow the steps", async ({ page, xr }) => {
    await page.goto("/listen.html");
    await xr.enter();
    await page.evaluate(() => {
      Object.assign(globalThis, { rings: [] as number[] });
      setInterval(() => (globalThis as any).rings.push(performance.now()), 100);
    });
    const take = await xr.perform(await make(LOST));
    const before = await page.evaluate(() => Date.now());
    await take.advance(61);
    expect(await page.evaluate(() => (globalThis as any).rings.length)).toBe(10);
    expect(Math.abs((await page.evaluate(() => Date.now())) - before - 1017)).toBeLessThanOrEqual(1);
  });
});

test.describe("in real time", () => {
  test.use({ xrOptions: { time: "real" } });
  test("a take lasts as long as its recording", async ({ page, xr }) => {
    await page.goto("/listen.html");
    await xr.enter();
    const take = await xr.perform("takes/carry.toml");
    const start = Date.now();
    await take.finish();
    const secs = (Date.now() - start) / 1000;
    expect(secs).toBeGreaterThan(take.recording.endSecs - 0.1);
    expect((await take.events()).map(({ type }) => type)).toContain("selectend");
  });
});
