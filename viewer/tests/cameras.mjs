// From where one looks.

import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, drawn, testdata, visit } from "./harness.mjs";

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

test("whoever comes back to a recording sees it as they left it", async () => {
  const { page, until } = await visit("#demo&t=1");
  await page.keyboard.press("Alt+ArrowLeft");
  const wrist = async () => {
    await drawn(page);
    return page.evaluate(() => window.reenact.project("right", "Wrist"));
  };
  const isNear = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) < 1e-6;
  const before = await wrist();
  await choose(page, [testdata("recordings/v11_real_30s_asset.bin")]);
  await until(() => window.reenact.state.file === "v11_real_30s_asset.bin");
  const other = await wrist();
  await page.keyboard.press("PageUp");
  assert.ok(isNear(await wrist(), before));
  await page.keyboard.press("PageDown");
  assert.ok(isNear(await wrist(), other));
  await page.close();
});

test("without a head pose, first person says so and falls back to orbiting", async () => {
  const { page, state, until } = await visit("");
  await choose(page, [testdata("recordings/v11_edge_camera_unset.bin")]);
  await until(() => window.reenact.state.file !== undefined);
  await page.keyboard.press("2");
  await drawn(page);
  const note = page.locator(".scene-note");
  assert.match(await note.innerText(), /No head pose at this time/);
  const before = (await state()).camera;
  const { x, y } = await page.locator(".scene canvas").boundingBox();
  await page.mouse.move(x + 200, y + 200);
  await page.mouse.down();
  await page.mouse.move(x + 260, y + 220, { steps: 3 });
  await page.mouse.up();
  await drawn(page);
  assert.notDeepEqual((await state()).camera, before);
  await page.keyboard.press("1");
  await drawn(page);
  assert.ok(await note.isHidden());

  await choose(page, [testdata("recordings/v10_edge_empty.bin")]);
  await until(() => window.reenact.state.file === "v10_edge_empty.bin");
  await drawn(page);
  assert.match(await note.innerText(), /no head and no hands/);
  await page.close();
});

test("two who are far apart are both in the picture when they are side by side, each with its own words", async () => {
  const { page, until } = await visit("#demo&t=6.3");
  await choose(page, [testdata("recordings/v11_real_30s_asset.bin")]);
  await until(() => window.reenact.state.file === "v11_real_30s_asset.bin");
  await page.keyboard.press("c");
  await drawn(page);
  const { x, y, width, height } = await page.locator(".scene canvas").boundingBox();
  // Laid over each other, one can still ask whose hand it is.
  const overlaid = await page.evaluate(() => window.reenact.project("right", "Wrist", 1));
  await page.mouse.move(x + overlaid.x, y + overlaid.y);
  await page.waitForSelector(".joint-tip:not([hidden])");
  assert.match(await page.locator(".joint-tip").innerText(), /^B: right Wrist\n/);

  await page.keyboard.press("Shift+C");
  await drawn(page);
  const places = await page.evaluate(() =>
    [0, 1].map((pane) => window.reenact.project("right", "Wrist", pane)),
  );
  for (const [pane, place] of places.entries()) {
    assert.ok(place, `the hand is in pane ${pane}`);
    assert.equal(Math.floor(place.x / (width / 2)), pane);
    assert.ok(place.y > 0 && place.y < height, `${place.y}`);
  }
  // A name stays in the half that its hand is in: the first two are of the left one.
  const halves = await page.locator(".hand-name").evaluateAll((names) =>
    names.map((name) => {
      const { left, width: wide } = name.getBoundingClientRect();
      const canvas = document.querySelector(".scene canvas").getBoundingClientRect();
      return name.hidden ? "" : left + wide / 2 < canvas.left + canvas.width / 2 ? "A" : "B";
    }),
  );
  assert.deepEqual(halves, ["A", "A", "B", "B"]);
  await page.close();
});

test("a hand that fades says where it was last seen", async () => {
  const { page, until } = await visit("#demo");
  await until(() => window.reenact.state.doctor === "done");
  const lost = await page.evaluate(() => window.reenact.spans("left", "tracked")[3]);
  await page.evaluate((time) => {
    location.hash = `#demo&t=${time}`;
  }, lost + 0.15);
  await page.waitForFunction((time) => window.reenact.state.time > time, lost);
  await drawn(page);
  const place = await page.evaluate(() => window.reenact.project("left", "Wrist"));
  const box = await page.locator(".scene canvas").boundingBox();
  await page.mouse.move(box.x + place.x, box.y + place.y);
  const tip = page.locator(".joint-tip");
  await tip.waitFor();
  assert.match(await tip.innerText(), /^left Wrist\n(\s*-?\d\.\d{3}){3} m$/);
  await page.close();
});

test("the gaze ray ends on the hand that it meets, or on the floor", async () => {
  const { page } = await visit("#demo&t=3");
  const found = { hand: 0, floor: 0 };
  for (let time = 2; time < 19; time += 0.5) {
    await page.evaluate((t) => {
      location.hash = `#demo&t=${t}`;
    }, time);
    await page.waitForFunction((t) => Math.abs(window.reenact.state.time - t) < 1e-3, time);
    await drawn(page);
    const { end, frame } = await page.evaluate(() => ({
      end: window.reenact.gazeEnd,
      frame: window.reenact.shownFrame,
    }));
    // Origin and direction follow the head; joints follow the states of each hand.
    const [origin, direction] = [frame.slice(7, 10), frame.slice(10, 13)];
    const reach = Math.hypot(...end.map((value, i) => value - origin[i]));
    for (const [i, value] of end.entries())
      assert.ok(
        Math.abs(value - origin[i] - reach * direction[i]) < 1e-4,
        `off the ray at ${time} s`,
      );
    const apart = [13, 13 + 185].flatMap((hand) =>
      Array.from({ length: 26 }, (_, joint) => hand + 3 + 7 * joint).map((at) =>
        Math.hypot(...end.map((value, i) => value - frame[at + i])),
      ),
    );
    if (Math.abs(end[1]) < 1e-4) found.floor += 1;
    else if (Math.min(...apart.filter(Number.isFinite)) < 0.05) found.hand += 1;
    else assert.ok(Math.abs(reach - 1.6) < 1e-4, `${reach} m at ${time} s`);
  }
  assert.ok(found.hand > 0 && found.floor > 0, JSON.stringify(found));
  await page.close();
});
