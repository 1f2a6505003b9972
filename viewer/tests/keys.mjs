// Everything by keys, and keys that do what one expects.

import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, testdata, visit } from "./harness.mjs";

test("after a click, Space plays; whoever came by Tab presses what has the focus", async () => {
  const { page, state } = await visit("#demo");
  await page.click("[aria-label=Loop]");
  await page.keyboard.press("Space");
  assert.equal((await state()).isPlaying, true);
  assert.equal(await page.getAttribute("[aria-label=Loop]", "aria-pressed"), "false");
  await page.keyboard.press("Space");
  assert.equal((await state()).isPlaying, false);

  await page.focus("[aria-label='Play in reverse']");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), "Loop");
  await page.keyboard.press("Space");
  assert.equal(await page.getAttribute("[aria-label=Loop]", "aria-pressed"), "true");
  assert.equal((await state()).isPlaying, false);
  await page.close();
});

test("keys are found on keyboards with other letters", async () => {
  const { page, state } = await visit("#demo");
  await page.evaluate(() =>
    document.body.dispatchEvent(
      new KeyboardEvent("keydown", { key: "л", code: "KeyK", bubbles: true }),
    ),
  );
  assert.equal((await state()).isPlaying, true);
  await page.close();
});

test("a slider takes the keys that move it, and leaves the others", async () => {
  const { page, state } = await visit("#demo&t=5");
  await page.keyboard.press("m");
  await page.keyboard.press("Enter");
  const count = () => page.evaluate(() => window.reenact.markers.length);
  const before = await count();
  await page.click("#tab-edit");
  await page.focus("[aria-label='Largest error allowed']");
  await page.keyboard.press("ArrowRight");
  assert.equal((await state()).time, 5);
  await page.keyboard.press("Control+z");
  assert.equal(await count(), before - 1);
  await page.keyboard.press("Space");
  assert.equal((await state()).isPlaying, true);
  await page.close();
});

test("what is pressed keeps the focus although its list is built anew", async () => {
  const { page, until, state } = await visit("#demo");
  await choose(page, [testdata("recordings/v11_real_2s_asset.bin")]);
  await until(() => window.reenact.state.file === "v11_real_2s_asset.bin");
  const focused = () =>
    page.evaluate(() => document.activeElement.ariaLabel ?? document.activeElement.title);
  await page.focus(".file[title='demo.bin']");
  await page.keyboard.press("Enter");
  assert.equal((await state()).file, "demo.bin");
  assert.equal(await focused(), "demo.bin");
  await page.focus("[aria-label='Compare with v11_real_2s_asset.bin']");
  await page.keyboard.press("Enter");
  assert.equal((await state()).other, "v11_real_2s_asset.bin");
  assert.equal(await focused(), "Compare with v11_real_2s_asset.bin");
  await until(() => window.reenact.state.compare === "done");
  await page.focus("[aria-label='Comparison view'] button:last-child");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Side by side");
  // Showing the other of the two makes them change places.
  await page.focus(".file[title='v11_real_2s_asset.bin']");
  await page.keyboard.press("Enter");
  assert.deepEqual(
    [(await state()).file, (await state()).other],
    ["v11_real_2s_asset.bin", "demo.bin"],
  );
  // Closing the one that is shown ends the comparison, and shows the other.
  await page.keyboard.press("Shift+X");
  assert.deepEqual([(await state()).file, (await state()).other], ["demo.bin", undefined]);
  await page.close();
});

test("joints are pointed at by keys, and get a trail", async () => {
  const { page, until } = await visit("#demo&t=6.3");
  const tip = page.locator(".joint-tip");
  await page.keyboard.press("q");
  const first = await tip.innerText();
  assert.match(first, /^left \w+\n(\s*-?\d\.\d{3}){3} m$/);
  await page.keyboard.press("q");
  assert.notEqual(await tip.innerText(), first);
  await page.keyboard.press("Shift+Q");
  assert.equal(await tip.innerText(), first);
  const joint = first.split("\n")[0].replace(" ", ".");
  await page.keyboard.press("e");
  await until((name) => window.reenact.state.trails.includes(name), joint);
  // Before the first one, nothing is pointed at.
  await page.keyboard.press("Shift+Q");
  assert.ok(await tip.isHidden());
  await page.close();
});

test("Tab comes by every control, shows where it is, and gets out again", async () => {
  const { page, until } = await visit("#demo");
  await until(() => window.reenact.state.doctor === "done");
  const controls = await page.evaluate(
    () =>
      [...document.querySelectorAll("button, input, select, [tabindex='0']")].filter(
        (element) => element.checkVisibility() && !element.disabled && element.tabIndex >= 0,
      ).length,
  );
  const seen = new Set();
  const unseen = [];
  for (let i = 0; i < controls + 2; i++) {
    await page.keyboard.press("Tab");
    const { key, isShown } = await page.evaluate(() => {
      const element = document.activeElement;
      element.dataset.tabbed ??= String(Math.random());
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return {
        key: element === document.body ? "" : element.dataset.tabbed,
        isShown: outlineStyle !== "none" && outlineWidth !== "0px",
      };
    });
    if (!key) continue;
    seen.add(key);
    if (!isShown) unseen.push(await page.evaluate(() => document.activeElement.outerHTML));
  }
  assert.equal(seen.size, controls);
  assert.deepEqual(unseen, []);
  await page.close();
});
