// Time.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { choose, drawn, reenact, temporary, visit } from "./harness.mjs";

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
  const current = await page.locator(".finding[aria-current=true]").innerText();
  assert.ok(current.includes(finding.message), current);
  await page.close();
});

/** Where a moment is on screen, on a lane. */
async function placeOf(page, lane, time) {
  const { x, y, width } = await page.locator(`${lane} canvas`).boundingBox();
  const { from, to } = await page.evaluate(() => window.reenact.state.visible);
  return [x + ((time - from) / (to - from)) * width, y + 10];
}

test("time stands still while it is held, and runs on when it is let go", async () => {
  const { page, state } = await visit("#demo");
  await page.keyboard.press("Space");
  await page.mouse.move(...(await placeOf(page, ".ruler", 7)));
  await page.mouse.down();
  const held = (await state()).time;
  await page.waitForTimeout(300);
  assert.equal((await state()).time, held);
  await page.mouse.up();
  await page.waitForFunction((time) => window.reenact.state.time > time, held);
  await page.close();
});

test("a part that the address asks for ends where the recording ends, and is come into at its start", async () => {
  const { page, state } = await visit("#demo&t=1&range=17,100");
  const { duration, range } = await state();
  assert.deepEqual(range, { from: 17, to: duration });
  await page.selectOption("[aria-label=Speed]", "4");
  await page.keyboard.press("k");
  const times = await page.evaluate(
    () =>
      new Promise((done) => {
        const times = [];
        const look = () => {
          times.push(window.reenact.state.time);
          if (times.some((time, i) => i > 0 && time > 2 && time < times[i - 1])) done(times);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  const [first] = times.filter((time) => time !== 1);
  assert.ok(first >= 17 && first < 18, `it comes in at ${first}`);
  await page.close();
});

test("an end of the part that is dragged stops at the other one, and both go to what is near", async () => {
  const { page, state, until } = await visit("#demo&range=2,4");
  await until(() => window.reenact.state.doctor === "done");
  const drag = async (lane, from, to) => {
    await page.mouse.move(...(await placeOf(page, lane, from)));
    await page.mouse.down();
    await page.mouse.move(...(await placeOf(page, lane, to)), { steps: 6 });
    await page.mouse.up();
    return (await state()).range;
  };
  const past = await drag(".ruler", 2.01, 6);
  assert.equal(past.to, 4, "the other end stays");
  assert.ok(past.from > 2 && past.from < 4, `${past.from}`);
  // A pinch of the left hand ends close by.
  const pinch = await page.evaluate(() => window.reenact.spans("left", "pinching")[1]);
  assert.equal((await drag(".ruler", 4, pinch + 0.06)).to, pinch);

  // A marker goes to the same moment; with Alt it goes where it is put.
  const marker = async () =>
    (await page.evaluate(() => window.reenact.markers)).find(({ name }) => name === "poke");
  await drag(".flags", (await marker()).time_secs, pinch - 0.06);
  assert.equal(Math.fround((await marker()).time_secs), Math.fround(pinch));
  await page.keyboard.press("Control+z");
  await page.keyboard.down("Alt");
  await drag(".flags", (await marker()).time_secs, pinch - 0.06);
  await page.keyboard.up("Alt");
  assert.ok(Math.abs((await marker()).time_secs - pinch + 0.06) < 0.03);
  await page.close();
});

test("whoever jumps while looking closely sees where they got to", async () => {
  const { page, state } = await visit("#demo&t=2");
  for (let i = 0; i < 6; i++) await page.keyboard.press("+");
  for (const key of ["End", "Home", "n", "Shift+ArrowRight"]) {
    await page.keyboard.press(key);
    await drawn(page);
    const { time, visible } = await state();
    assert.ok(time >= visible.from && time <= visible.to, `${key}: ${time}`);
  }
  await page.close();
});

test("the moment under the mouse is written beside it", async () => {
  const { page } = await visit("#demo");
  await page.mouse.move(...(await placeOf(page, ".findings", 6.5)));
  const text = await page.locator(".hover-time").innerText();
  assert.ok(Math.abs(Number(text.split(":")[1]) - 6.5) < 0.05, text);
  await page.close();
});

test("two thousand markers are drawn without being felt, and hours have their own digits", async () => {
  const path = join(temporary, "hours.bin");
  reenact(["make", "--seconds", "7200", "--rate", "2", "--output", path]);
  const { page, until } = await visit("#plots=");
  await choose(page, [path]);
  await until(() => window.reenact.state.file === "hours.bin");
  assert.ok((await page.evaluate(() => window.reenact.markers)).length > 2000);
  await page.keyboard.press("End");
  await drawn(page);
  assert.equal(await page.locator(".now").innerText(), "2:00:00.000");
  // Poles that hide each other are drawn pale: the lane is not one block of colour.
  const opaque = await page.evaluate(() => {
    const canvas = document.querySelector(".flags canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 4, canvas.width, 1);
    return data.filter((value, i) => i % 4 === 3 && value > 200).length / canvas.width;
  });
  assert.ok(opaque < 0.2, `${opaque} of the lane is covered`);
  await page.close();
});
