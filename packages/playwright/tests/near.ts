// Where something that was dragged ends.

import type { Locator } from "@playwright/test";
import { expect } from "@reenact/playwright";

/** The text of an element is a point near this one: a hand that opens moves what it holds by some millimetres. */
export async function expectNear(element: Locator, [x, y, z]: readonly [number, number, number]): Promise<void> {
  await expect(element).not.toHaveText("no");
  const place = (await element.innerText()).split(" ").map(Number);
  expect(Math.hypot(x - (place[0] ?? NaN), y - (place[1] ?? NaN), z - (place[2] ?? NaN))).toBeLessThan(0.04);
}
