// What one sees.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { choose, drawn, testdata, visit } from "./harness.mjs";
import { pixels } from "./png.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe calls serious or critical. */
async function defects(page) {
  // The page's policy forbids a script element; through the debugger it is allowed.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => window.axe.run());
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join("; ")}`,
    );
}

for (const theme of ["light", "dark"]) {
  test(`axe finds no serious defect in any part of the ${theme} page`, async () => {
    const empty = await visit("", { theme });
    assert.deepEqual(await defects(empty.page), []);
    await empty.page.close();

    const { page, until } = await visit("#demo", { theme });
    await until(() => window.reenact.state.doctor === "done");
    for (const tab of ["info", "findings", "markers", "edit"]) {
      await page.click(`#tab-${tab}`);
      assert.deepEqual(await defects(page), [], tab);
    }
    await page.click("text=Export");
    assert.deepEqual(await defects(page), [], "the menu");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    assert.deepEqual(await defects(page), [], "the sheet of keys");
    await page.keyboard.press("Escape");
    await page.keyboard.press("p");
    assert.deepEqual(await defects(page), [], "the list of plots");
    await page.close();
  });
}

const isBlue = ([r, , b]) => b > r + 50;
const isOrange = ([r, , b]) => r > b + 50;

test("pixels of a hand are where its joints project, in its colour, with skin and with bones", async () => {
  // Two moments at which both hands are there and nothing else is in front of them.
  const { page } = await visit("#demo&t=6.3&show=skin");
  for (const [time, keys] of [
    [6.3, []],
    [5.2, []],
    [5.2, ["b"]],
  ]) {
    for (const key of keys) await page.keyboard.press(key);
    await page.evaluate((t) => {
      location.hash = `#demo&t=${t}&show=${window.reenact.state.shown.join(",")}`;
    }, time);
    await page.waitForFunction((t) => Math.abs(window.reenact.state.time - t) < 1e-3, time);
    await drawn(page);
    const box = await page.locator(".scene canvas").boundingBox();
    const at = pixels(await page.screenshot());
    for (const [side, isColoured] of [
      ["left", isBlue],
      ["right", isOrange],
    ]) {
      for (const joint of ["Wrist", "MiddleKnuckle", "IndexKnuckle", "PinkyKnuckle"]) {
        const place = await page.evaluate(([s, j]) => window.reenact.project(s, j), [side, joint]);
        assert.ok(place, `${side} ${joint} is in view at ${time} s`);
        const color = at(box.x + place.x, box.y + place.y);
        assert.ok(isColoured(color), `${side} ${joint} at ${time} s is ${color}, ${keys}`);
      }
    }
    // Away from the hands, nothing has their colours.
    const corner = at(box.x + 8, box.y + box.height - 8);
    assert.ok(!isBlue(corner) && !isOrange(corner), `the corner is ${corner}`);
  }
  await page.close();
});

test("the name of a hand lies on nothing of it, from near and from far", async () => {
  const { page } = await visit("#demo&t=6.3");
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press("ArrowUp");
    await drawn(page);
    for (const side of ["left", "right"]) {
      const covered = await page.evaluate((which) => {
        const name = document.querySelector(`.hand-name.${which}`);
        const { top } = name.getBoundingClientRect();
        const canvas = document.querySelector(".scene canvas").getBoundingClientRect();
        const lowest = ["Wrist", "ThumbTip", "IndexTip", "MiddleTip", "RingTip", "PinkyTip"]
          .map((joint) => window.reenact.project(which, joint))
          .filter(Boolean)
          .map(({ y }) => y + canvas.top);
        return name.hidden ? 0 : Math.max(...lowest) - top;
      }, side);
      assert.ok(covered <= 0, `${side}: ${covered} px after ${i + 1} steps`);
    }
  }
  await page.close();
});

test("a hand that is lost fades out, and is gone soon after", async () => {
  const { page, until } = await visit("#demo");
  await until(() => window.reenact.state.doctor === "done");
  // The left hand is lost in the middle of the demo: at the end of its second span, for longer than it takes to fade.
  const lost = await page.evaluate(() => window.reenact.spans("left", "tracked")[3]);
  const presence = async (time) => {
    await page.evaluate((t) => {
      location.hash = `#demo&t=${t}`;
    }, time);
    await page.waitForFunction(
      (t) => Math.abs(window.reenact.state.time - t) < 2e-3,
      Number(time.toFixed(3)),
    );
    await drawn(page);
    return (await page.evaluate(() => window.reenact.state)).presence.left;
  };
  assert.equal(await presence(lost - 0.1), 1);
  const half = await presence(lost + 0.2);
  assert.ok(half > 0.3 && half < 0.7, `half way it is ${half}`);
  assert.equal(await presence(lost + 0.6), 0);
  await page.close();
});

test("hovering a joint names it and gives its place in the recording's own axes", async () => {
  const { page } = await visit("#demo&t=6.3");
  await drawn(page);
  const place = await page.evaluate(() => window.reenact.project("right", "Wrist"));
  const box = await page.locator(".scene canvas").boundingBox();
  await page.mouse.move(box.x + place.x, box.y + place.y);
  await page.waitForSelector(".joint-tip:not([hidden])");
  const text = await page.locator(".joint-tip").innerText();
  const frame = await page.evaluate(() => window.reenact.joint("right", "Wrist"));
  const [x, y, z] = text
    .match(/[-\d.]+(?=\s|$)/g)
    .slice(0, 3)
    .map(Number);
  assert.match(text, /^right Wrist\n/);
  assert.ok(
    Math.abs(x - frame[0]) < 1e-3 && Math.abs(y - frame[1]) < 1e-3 && Math.abs(z + frame[2]) < 1e-3,
    text,
  );
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForFunction(() => window.reenact.state.trails.includes("right.Wrist"));
  await page.close();
});

test("recordings without hands, head or anything at all are shown as what they are", async () => {
  const { page, problems, until } = await visit("");
  const names = [
    "v11_sub_none",
    "v11_sub_gaze_markers",
    "v11_edge_both_never",
    "v10_edge_empty",
    "v11_sub_camera",
    "v10_synth_wrap",
  ];
  for (const name of names) {
    await choose(page, [testdata(`recordings/${name}.bin`)]);
    await until((file) => window.reenact.state.file === file, `${name}.bin`);
    await page.keyboard.press("Space");
    await drawn(page);
  }
  assert.equal(await page.locator(".files li").count(), names.length);
  assert.deepEqual(problems, []);
  await page.close();
});

test("someone who walks about is followed, and the hands stay large enough to be read", async () => {
  const { page, until } = await visit("");
  await choose(page, [testdata("long/v11_real_30s_lossless.bin")]);
  await until(() => window.reenact.state.file !== undefined);
  for (const key of ["Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight"])
    await page.keyboard.press(key);
  await page.waitForFunction(() => {
    const [wrist, tip] = ["Wrist", "MiddleTip"].map((j) => window.reenact.project("left", j));
    return wrist && tip && Math.hypot(wrist.x - tip.x, wrist.y - tip.y) > 25;
  });
  await page.close();
});

test("resizing keeps everything that was set", async () => {
  const { page, state } = await visit("#demo&t=3.5&camera=follow&plots=gaze_head_deg&range=2,8");
  await page.setViewportSize({ width: 1500, height: 900 });
  await drawn(page);
  await page.setViewportSize({ width: 1024, height: 640 });
  await drawn(page);
  const now = await state();
  assert.equal(now.time, 3.5);
  assert.deepEqual(now.plots, ["gaze_head_deg"]);
  assert.deepEqual(now.range, { from: 2, to: 8 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 1024, `the page is ${wide} wide`);
  for (const tab of ["info", "findings", "markers", "edit"]) {
    await page.click(`#tab-${tab}`);
    const over = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.querySelector("[role=tabpanel]:not([hidden])");
      return scrollWidth - clientWidth;
    });
    assert.equal(over, 0, `the panel ${tab} is cut off on its right`);
  }
  await page.close();
});

test("on a narrow screen, everything is still there and nothing hangs over the edge", async () => {
  const { page } = await visit("#demo&t=6.3", { width: 480, height: 800 });
  await page.keyboard.press("i");
  const outside = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("button, select, input, .now, .end")]
        .filter((element) => element.checkVisibility() && !element.closest(".side"))
        .filter((element) => {
          const { left, right } = element.getBoundingClientRect();
          return left < 0 || right > innerWidth;
        })
        .map((element) => element.ariaLabel ?? element.textContent),
    );
  assert.deepEqual(await outside(), []);
  const scene = await page.locator(".scene canvas").boundingBox();
  assert.ok(scene.width > 470, `the scene is ${scene.width} wide`);
  // Panels lie over the scene when one asks for them.
  await page.click("[aria-label='Right panel']");
  const { x, width } = await page.locator(".right-side").boundingBox();
  assert.ok(x >= 0 && x + width <= 480);
  await page.click("#tab-edit");
  await page.click("[aria-label='Right panel']");
  await page.click("[aria-label=Export]");
  const menu = await page.locator("[role=menu]").boundingBox();
  assert.ok(menu.x >= 0 && menu.x + menu.width <= 480, JSON.stringify(menu));
  await page.close();
});
