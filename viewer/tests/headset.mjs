// An emulated headset (IWER) for pages, installed before their scripts.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const iwer = dirname(createRequire(import.meta.url).resolve("iwer/package.json"));

/** Script that gives a page a headset as `window.headset`. */
export const HEADSET = `${readFileSync(join(iwer, "build/iwer.min.js"), "utf8")}
;{
  const device = new IWER.XRDevice(IWER.metaQuestPro);
  device.installRuntime();
  device.primaryInputMode = "controller";
  device.position.set(0, 1.6, 0);
  window.headset = device;
}`;

/** Aims a controller of the headset from a place at a point, both in the room. */
export const aim = (page, from, at, side = "right") =>
  page.evaluate(
    ([from, at, side]) => {
      const way = at.map((value, i) => value - from[i]);
      const length = Math.hypot(...way);
      const [x, y, z] = way.map((value) => value / length);
      // The shortest rotation from -z to the direction.
      const q = [y, -x, 0, 1 - z];
      const size = Math.hypot(...q) || 1;
      const device = window.headset;
      const input =
        device.primaryInputMode === "hand" ? device.hands[side] : device.controllers[side];
      input.position.set(...from);
      input.quaternion.set(...q.map((value) => value / size));
    },
    [from, at, side],
  );

/** Waits for some frames of the session. */
export const frames = (page, count = 2) =>
  page.evaluate(async (count) => {
    const session = window.headset.activeSession;
    for (let i = 0; i < count; i++)
      await new Promise((done) => session.requestAnimationFrame(done));
  }, count);

/** Presses or releases the trigger of a controller. */
export const trigger = async (page, value, side = "right") => {
  await page.evaluate(
    ([value, side]) => window.headset.controllers[side].updateButtonValue("trigger", value),
    [value, side],
  );
  await frames(page);
};
