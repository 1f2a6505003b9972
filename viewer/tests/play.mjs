// Time.

import assert from "node:assert/strict";
import { test } from "node:test";
import { drawn, visit } from "./harness.mjs";

/** The frame on screen must be the library's at the time that the clock shows. */
async function assertShown(page) {
  await drawn(page);
  const { shown, expected, time } = await page.evaluate(() => ({
    shown: window.reenact.shownFrame,
    expected: window.reenact.frameAt(window.reenact.state.time),
    time: window.reenact.state.time,
  }));
  assert.ok(shown.some(Number.isFinite), "something is shown");
  assert.deepEqual(shown, expected, `at ${time} s`);
}

test("the demo plays, pauses, and shows the library's pose at every time", async () => {
  const { page, problems, until, state } = await visit("");
  await page.click("text=Open the demo");
  await until(() => window.reenact.state.file === "demo.bin");
  await assertShown(page);
  await page.keyboard.press("Space");
  await until(() => window.reenact.state.time > 0.3);
  await page.click("[aria-label=Pause]");
  const { time } = await state();
  await assertShown(page);
  assert.equal((await state()).time, time, "it stands still");
  assert.ok((await state()).drawCalls < 40, `${(await state()).drawCalls} draw calls`);
  assert.deepEqual(problems, []);
  await page.close();
});

test("scrubbing by mouse and by key shows the pose of that moment", async () => {
  const { page, state } = await visit("#demo");
  const ruler = await page.locator(".ruler canvas").boundingBox();
  const { duration } = await state();
  await page.mouse.move(ruler.x + ruler.width * 0.25, ruler.y + 12);
  await page.mouse.down();
  await page.mouse.move(ruler.x + ruler.width * 0.5, ruler.y + 12, { steps: 4 });
  await page.mouse.up();
  const middle = (await state()).time;
  assert.ok(Math.abs(middle - duration / 2) < 0.02 * duration, `${middle} of ${duration}`);
  await assertShown(page);

  await page.keyboard.press("ArrowRight");
  const next = (await state()).time;
  assert.ok(next > middle && next - middle <= 1 / 60 + 1e-6);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  assert.ok(Math.abs((await state()).time - next) < 1e-6, "a step back undoes a step forward");
  await page.keyboard.press("Shift+ArrowRight");
  assert.ok(Math.abs((await state()).time - next - 1) < 1e-6);
  await assertShown(page);
  await page.keyboard.press("End");
  assert.equal((await state()).time, duration);
  await page.keyboard.press("Home");
  assert.equal((await state()).time, 0);
  await page.close();
});

test("in and out bound what is played, forwards, backwards and in a loop", async () => {
  const { page, state, until } = await visit("#demo&t=2");
  await page.keyboard.press("i");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("o");
  assert.deepEqual((await state()).range, { from: 2, to: 3 });
  await page.selectOption("[aria-label=Speed]", "4");
  await page.locator("body").press("Space");
  // Twice around: the clock only ever shows times of the part.
  const seen = await page.evaluate(
    () =>
      new Promise((done) => {
        const times = [window.reenact.state.time];
        const look = () => {
          times.push(window.reenact.state.time);
          const turns = times.filter((time, i) => i > 0 && time < times[i - 1]).length;
          if (turns >= 2) done(times);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  assert.ok(
    Math.min(...seen) >= 2 && Math.max(...seen) <= 3,
    `${Math.min(...seen)} to ${Math.max(...seen)}`,
  );
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+L");
  await page.keyboard.press("r");
  await page.keyboard.press("End");
  await page.keyboard.press("Space");
  await until(() => !window.reenact.state.isPlaying);
  assert.equal((await state()).time, 2, "without loop it ends at the start when reversed");
  await page.close();
});

test("the timeline zooms, pans and reads out the value under the cursor", async () => {
  const { page } = await visit("#demo&t=2&plots=left.Wrist.position.y,right_speed_m_s");
  const lane = page.locator(".lane.plot").first();
  const box = await lane.locator("canvas").boundingBox();
  const visible = () => page.evaluate(() => window.reenact.state.visible);
  const before = await visible();
  await page.mouse.move(box.x + box.width / 4, box.y + 20);
  await page.mouse.wheel(0, -600);
  await page.waitForFunction((to) => window.reenact.state.visible.to < to, before.to);
  const zoomed = await visible();
  assert.ok(zoomed.to - zoomed.from < before.to - before.from);
  // The value in the lane's head is the library's at the moment under the mouse.
  await drawn(page);
  const time = zoomed.from + (zoomed.to - zoomed.from) * 0.25;
  const expected = await page.evaluate(
    (t) => window.reenact.valueAt("left.Wrist.position.y", t),
    time,
  );
  const shown = Number(
    (await lane.locator(".value").innerText()).replace("−", "-").replace(" m", ""),
  );
  assert.ok(Math.abs(shown - expected) < 0.002, `${shown}, ${expected}`);
  await page.keyboard.press("0");
  assert.deepEqual(await visible(), before);
  await page.close();
});

test("markers and findings are jumped to, by key, by click in a list and on a lane", async () => {
  const { page, state, until } = await visit("#demo");
  await until(() => window.reenact.state.doctor === "done");
  const [, second] = await page.evaluate(() => window.reenact.markers);
  await page.keyboard.press("n");
  assert.ok(Math.abs((await state()).time - second.time_secs) < 1e-3);
  await page.click("#tab-findings");
  const finding = await page.evaluate(() =>
    window.reenact.findings.find(({ from_secs }) => from_secs !== null),
  );
  await page.click(`.finding:has-text("${finding.message}")`);
  assert.ok(Math.abs((await state()).time - finding.from_secs) < 1e-3);
  await page.click("#tab-info");
  // A tab that has the focus leaves the keys to others.
  await page.keyboard.press("Home");
  assert.equal((await state()).time, 0);
  const lane = await page.locator(".findings canvas").boundingBox();
  const { duration } = await state();
  await page.mouse.click(lane.x + (finding.from_secs / duration) * lane.width, lane.y + 12);
  assert.ok(Math.abs((await state()).time - finding.from_secs) < 1e-3);
  assert.equal(await page.getAttribute("#tab-findings", "aria-selected"), "true");
  await page.close();
});

test("the camera goes around, through the head's eyes, and along", async () => {
  const { page } = await visit("#demo&t=6.3");
  const wrist = async () => {
    await drawn(page);
    return page.evaluate(() => window.reenact.project("right", "Wrist"));
  };
  const orbit = await wrist();
  await page.keyboard.press("2");
  const eyes = await wrist();
  assert.notDeepEqual(eyes, orbit);
  // Through the eyes, the camera is where the head is.
  const { camera, head } = await page.evaluate(() => ({
    camera: window.reenact.state.camera,
    head: window.reenact.shownFrame.slice(0, 3),
  }));
  assert.ok(
    camera.every((value, i) => Math.abs(value - head[i]) < 1e-6),
    `${camera} and ${head}`,
  );
  await page.keyboard.press("1");
  assert.deepEqual(await wrist(), orbit, "back where it was");
  await page.keyboard.press("Alt+ArrowLeft");
  assert.notDeepEqual(await wrist(), orbit);
  await page.close();
});
