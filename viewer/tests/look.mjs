// What one sees.

import assert from "node:assert/strict";
import { test } from "node:test";
import { defects } from "./axe.mjs";
import { choose, drawn, testdata, visit } from "./harness.mjs";
import { pixels } from "./png.mjs";

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

test("the name of a hand is beside it and lies on nothing of it, from near and from far", async () => {
  const { page } = await visit("#demo&t=6.3");
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press("ArrowUp");
    await drawn(page);
    for (const side of ["left", "right"]) {
      const { isHidden, covered, apart } = await page.evaluate((which) => {
        const name = document.querySelector(`.hand-name.${which}`);
        const { left, right, top, bottom } = name.getBoundingClientRect();
        const canvas = document.querySelector(".scene canvas").getBoundingClientRect();
        const fingers = ["Index", "Middle", "Ring", "Pinky"].flatMap((finger) =>
          ["Metacarpal", "Knuckle", "MiddleJoint", "DistalJoint", "Tip"].map((end) => finger + end),
        );
        const thumb = ["MetacarpalJoint", "ProximalJoint", "DistalJoint", "Tip"];
        const places = ["Wrist", "Palm", ...thumb.map((end) => `Thumb${end}`), ...fingers]
          .map((joint) => window.reenact.project(which, joint))
          .filter(Boolean)
          .map(({ x, y }) => ({ x: x + canvas.left, y: y + canvas.top }));
        const covered = places.filter(
          ({ x, y }) => x > left && x < right && y > top && y < bottom,
        ).length;
        const apart = Math.min(...places.map(({ x }) => Math.max(left - x, x - right, 0)));
        return { isHidden: name.hidden, covered, apart };
      }, side);
      // Of a hand at the edge, only knuckles may be in view.
      if (isHidden || apart === null || apart === Number.POSITIVE_INFINITY) continue;
      assert.equal(covered, 0, `${side} after ${i + 1} steps`);
      assert.ok(apart < 80, `${side}: ${apart} px away`);
    }
  }
  await page.close();
});

/** Part of the scene that has the colour of a hand. */
async function coverage(page) {
  const { x, y, width, height } = await page.locator(".scene canvas").boundingBox();
  const at = pixels(await page.screenshot());
  let hands = 0;
  for (let i = 0; i < width; i++)
    for (let j = 0; j < height; j++) {
      const color = at(x + i, y + j);
      if (isBlue(color) || isOrange(color)) hands += 1;
    }
  return hands / (width * height);
}

test("at opening, hands and head fill the view, whatever its shape; a double click frames a hand", async (t) => {
  for (const [width, height] of [
    [1280, 800],
    [800, 900],
    [420, 860],
  ]) {
    const { page } = await visit("#demo&t=6.3&show=skin,head", { width, height });
    await drawn(page);
    const part = await coverage(page);
    t.diagnostic(`${width} × ${height}: hands cover ${(100 * part).toFixed(2)} %`);
    assert.ok(part > 0.03, `${part}`);
    for (const side of ["left", "right"]) {
      const place = await page.evaluate((which) => window.reenact.project(which, "Wrist"), side);
      assert.ok(place, `${side} is in view`);
    }
    if (width === 1280) {
      const place = await page.evaluate(() => window.reenact.project("right", "MiddleKnuckle"));
      const box = await page.locator(".scene canvas").boundingBox();
      await page.mouse.dblclick(box.x + place.x, box.y + place.y);
      await drawn(page);
      const near = await coverage(page);
      t.diagnostic(`after a double click: ${(100 * near).toFixed(1)} %`);
      assert.ok(near > 0.08, `${near}`);
      // Elsewhere, it frames the recording again.
      await page.mouse.dblclick(box.x + 20, box.y + box.height - 20);
      await drawn(page);
      assert.ok(Math.abs((await coverage(page)) - part) < 0.003);
    }
    await page.close();
  }
});

test("the demo plays by itself, unless a link names a time or motion is to be reduced", async () => {
  const moving = { reducedMotion: "no-preference" };
  const playing = await visit("", moving);
  await playing.page.click("text=Open the demo");
  await playing.until(() => window.reenact.state.isPlaying && window.reenact.state.time > 0.1);
  await playing.page.close();
  const linked = await visit("#demo&t=3", moving);
  assert.equal((await linked.state()).isPlaying, false);
  await linked.page.close();
  const still = await visit("#demo");
  assert.equal((await still.state()).isPlaying, false);
  await still.page.close();
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
