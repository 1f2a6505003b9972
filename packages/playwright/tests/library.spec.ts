// The package `reenact` in a page without a bundler.

import { expect, test } from "@playwright/test";
import { demo } from "reenact";

test("the library works in a page, and loads its module when it is used", async ({ page }) => {
  await page.goto("/library.html");
  await page.waitForFunction(() => "found" in globalThis);
  expect(await page.evaluate(() => (globalThis as any).wasBefore)).toBe(false);
  const recording = await demo();
  expect(await page.evaluate(() => (globalThis as any).found)).toEqual({
    name: "packed.bin.gz",
    pinches: recording.events("pinch").length,
    frames: recording.sample({ rateHz: 10 }).length,
    isSame: true,
  });
});
