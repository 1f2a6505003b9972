// Scenes of Babylon.js and A-Frame.

import type { Page } from "@playwright/test";
import { aframe, babylon, expect, test } from "@reenact/playwright";
import { expectNear } from "./near.js";

const presses = (page: Page) => page.getByTestId("presses");

for (const [name, path, ready] of [
  ["Babylon.js", "/babylon.html", "body[data-ready]"],
  ["A-Frame", "/aframe.html", ".a-enter-vr-button"],
] as const) {
  test(`${name}: a script presses a button and drags a block`, async ({ page, xr }) => {
    await page.goto(path);
    await page.locator(ready).waitFor();
    await xr.enter();
    const take = await xr.perform("takes/press.toml");
    await take.until("poke");
    await expect(presses(page)).toHaveText("1");
    await take.finish();
    await expect(presses(page)).toHaveText("1");
    await expectNear(page.getByTestId("dragged"), [-0.15, 1.45, -0.4]);
  });

  test(`${name}: it misses what is 30 cm aside`, async ({ page, xr }) => {
    await page.goto(`${path}?aside=0.3`);
    await page.locator(ready).waitFor();
    await xr.enter();
    await (await xr.perform("takes/press.toml")).finish();
    await expect(presses(page)).toHaveText("0");
    await expect(page.getByTestId("dragged")).toHaveText("no");
  });

  test(`${name}: a hand finds the button by itself`, async ({ page, xr }) => {
    await page.goto(`${path}?aside=0.3`);
    await page.locator(ready).waitFor();
    await xr.enter();
    const button = name === "A-Frame" ? aframe("#button") : babylon(() => (globalThis as any).button);
    await (await xr.poke(button)).finish();
    await expect(presses(page)).toHaveText("1");
  });
}

test("A-Frame: a pinch is seen", async ({ page, xr }) => {
  await page.goto("/aframe.html");
  await page.locator(".a-enter-vr-button").waitFor();
  await xr.enter();
  await (await xr.perform("takes/press.toml")).finish();
  await expect(page.getByTestId("pinches")).toHaveText("1");
});
