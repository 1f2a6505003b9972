// Inside a recording, with an emulated headset.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { choose, reenact, testdata, visit } from "./harness.mjs";
import { aim, frames, HEADSET, trigger } from "./headset.mjs";

const REAL = testdata("recordings/v11_real_2s_asset.bin");
const clock = (page) => page.evaluate(() => window.reenact.state);
const apart = (a, b) => Math.hypot(...a.map((value, i) => value - b[i]));
const picture = async (page, name) => {
  const folder = process.env.REENACT_PICTURES;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
};

/** The page with a recording, in a session. */
async function enter(label, file = REAL) {
  const visited = await visit("", { init: HEADSET, width: 480, height: 360 });
  const { page } = visited;
  await choose(page, [file]);
  await page.getByRole("button", { name: label }).click();
  await page.waitForFunction(() => window.reenact.immersion && window.headset.activeSession);
  await frames(page);
  return visited;
}

/** Points a controller from the right of the head at a point of the scene. */
async function pointAt(page, point) {
  const origin = await page.evaluate(() => window.reenact.immersion.origin);
  const inRoom = point.map((value, i) => value - origin[i]);
  await aim(page, [0.25, 1.3, -0.1], inRoom);
  await frames(page);
}

const panelPoint = (page, part) =>
  page.evaluate((part) => window.reenact.immersion.panelPoint(part), part);

test("in a headset, hands are where the command says they are, to 0.1 mm", async (t) => {
  const { page, problems } = await enter("Enter VR");
  const said = reenact(["convert", REAL, "-", "--to", "frames", "--rate", "10"], [0, 3]);
  let worst = 0;
  let joints = 0;
  for (const line of said.trim().split("\n")) {
    const frame = JSON.parse(line);
    await page.evaluate((time) => {
      location.hash = `#t=${time}`;
    }, frame.time_secs.toFixed(3));
    await page.waitForFunction(
      (time) => Math.abs(window.reenact.state.time - time) < 1e-4,
      frame.time_secs,
    );
    await frames(page, 2);
    for (const side of ["left", "right"]) {
      if (!frame[side]?.observed) continue;
      const shown = await page.evaluate((side) => window.reenact.handInScene(side), side);
      for (const [joint, place] of Object.entries(shown)) {
        const pose = frame[side].joints[joint];
        if (!pose || joint === "Palm") continue;
        const [x, y, z] = pose.position;
        worst = Math.max(worst, apart(place, [x, y, -z]));
        joints += 1;
      }
    }
  }
  t.diagnostic(`${joints} joints, at most ${(worst * 1000).toFixed(5)} mm apart`);
  assert.ok(joints > 300 && worst < 1e-4, `${joints} joints, ${worst * 1000} mm`);
  // The floor of the room is the floor of the scene, and a metre is a metre: the head is where the headset is.
  const { head, origin } = await page.evaluate(() => ({
    head: window.reenact.immersion.head.toArray(),
    origin: window.reenact.immersion.origin,
  }));
  assert.ok(
    apart(head, [origin[0], origin[1] + 1.6, origin[2]]) < 1e-4,
    JSON.stringify([head, origin]),
  );
  assert.deepEqual(problems, []);
  await picture(page, "inside-vr");
  await page.close();
});

test("a ray plays, pauses, scrubs, teleports and leaves", async () => {
  const { page, problems } = await enter("Enter VR");
  await page.evaluate(() => window.headset.controllers.right.connected);
  await pointAt(page, await panelPoint(page, "play"));
  await trigger(page, 1);
  await trigger(page, 0);
  assert.equal((await clock(page)).isPlaying, true);
  await page.waitForFunction(() => window.reenact.state.time > 0.3);
  await trigger(page, 1);
  await trigger(page, 0);
  assert.equal((await clock(page)).isPlaying, false);
  await picture(page, "inside-pointing");
  // Scrub: pressed on the track, then dragged.
  await pointAt(page, await panelPoint(page, 0.4));
  await trigger(page, 1);
  assert.ok(Math.abs((await clock(page)).time - 0.4) < 0.02, String((await clock(page)).time));
  await pointAt(page, await panelPoint(page, 1.2));
  assert.ok(Math.abs((await clock(page)).time - 1.2) < 0.02);
  await trigger(page, 0);
  await pointAt(page, await panelPoint(page, 0.2));
  assert.ok(Math.abs((await clock(page)).time - 1.2) < 0.02, "released");
  // Teleport to a point on the floor beside the panel.
  const origin = await page.evaluate(() => window.reenact.immersion.origin);
  const target = [1.5, origin[1], 1];
  await pointAt(page, target);
  await trigger(page, 1);
  await trigger(page, 0);
  const head = await page.evaluate(() => window.reenact.immersion.head.toArray());
  assert.ok(apart([head[0], head[2]], [1.5, 1]) < 0.01, JSON.stringify(head));
  assert.ok(Math.abs(head[1] - origin[1] - 1.6) < 1e-4, "as tall as before");
  // The panel came along; its cross ends the session, and the page is as before.
  await frames(page);
  await pointAt(page, await panelPoint(page, "exit"));
  await page.evaluate(() => window.headset.controllers.right.updateButtonValue("trigger", 1));
  await page.waitForFunction(() => window.reenact.immersion === undefined);
  await page.keyboard.press("Space");
  await page.waitForFunction(
    () => window.reenact.state.isPlaying && window.reenact.state.time !== 1.2,
  );
  assert.deepEqual(problems, []);
  await page.close();
});

test("a pinch of a hand presses, too", async () => {
  const { page } = await enter("Enter VR");
  await page.evaluate(() => {
    window.headset.primaryInputMode = "hand";
  });
  await frames(page);
  // The ray of a hand is the device's own: turn the hand until it meets the button.
  const hits = await page.evaluate(async () => {
    const { headset, reenact } = window;
    const [x, y, z] = reenact.immersion.panelPoint("play");
    const [ox, oy, oz] = reenact.immersion.origin;
    const hand = headset.hands.right;
    hand.position.set(x - ox, y - oy + 0.02, z - oz + 0.25);
    const frame = () => new Promise((done) => headset.activeSession.requestAnimationFrame(done));
    for (let pitch = -60; pitch <= 60; pitch += 10) {
      const half = (pitch * Math.PI) / 360;
      hand.quaternion.set(Math.sin(half), 0, 0, Math.cos(half));
      await frame();
      await frame();
      if (reenact.immersion.pointsAt.includes("play")) return true;
    }
    return false;
  });
  assert.ok(hits, "the ray meets the button");
  await page.evaluate(() => window.headset.hands.right.updatePinchValue(1));
  await frames(page);
  await page.evaluate(() => window.headset.hands.right.updatePinchValue(0));
  await frames(page);
  assert.equal((await clock(page)).isPlaying, true);
  await picture(page, "inside-hands");
  await page.close();
});

test("in augmented reality, the room is seen behind the recording", async () => {
  const { page, problems } = await enter("Enter AR");
  const clear = await page.evaluate(async () => {
    const session = window.headset.activeSession;
    await new Promise((done) => session.requestAnimationFrame(done));
    return window.reenact.immersion.isSeeThrough;
  });
  assert.equal(clear, true);
  await picture(page, "inside-ar");
  await page.evaluate(() => window.headset.activeSession.end());
  await page.waitForFunction(() => window.reenact.immersion === undefined);
  assert.deepEqual(problems, []);
  await page.close();
});

test("without a headset, nothing is offered", async () => {
  const { page } = await visit("#demo");
  assert.equal(await page.locator(".enter button").count(), 0);
  await page.close();
});
