// What one sees.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { inflateSync } from "node:zlib";
import { choose, drawn, testdata, visit } from "./harness.mjs";

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

/** Red, green and blue at a place of a PNG of eight bits a channel. */
function pixels(png) {
  let at = 8;
  let width = 0;
  let channels = 0;
  const data = [];
  while (at < png.length) {
    const length = png.readUInt32BE(at);
    const kind = png.toString("latin1", at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (kind === "IHDR") {
      width = body.readUInt32BE(0);
      channels = body[9] === 6 ? 4 : 3;
    }
    if (kind === "IDAT") data.push(body);
    at += 12 + length;
  }
  const raw = inflateSync(Buffer.concat(data));
  const stride = width * channels;
  const out = Buffer.alloc((raw.length / (stride + 1)) * stride);
  for (let y = 0; y * (stride + 1) < raw.length; y++) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const left = x >= channels ? out[y * stride + x - channels] : 0;
      const up = y > 0 ? out[(y - 1) * stride + x] : 0;
      const corner = y > 0 && x >= channels ? out[(y - 1) * stride + x - channels] : 0;
      const value = raw[y * (stride + 1) + 1 + x];
      const guess = left + up - corner;
      const paeth = [left, up, corner].reduce((best, next) =>
        Math.abs(guess - next) < Math.abs(guess - best) ? next : best,
      );
      const predicted = [0, left, up, (left + up) >> 1, paeth][filter];
      out[y * stride + x] = (value + predicted) & 255;
    }
  }
  return (x, y) => {
    const place = Math.round(y) * stride + Math.round(x) * channels;
    return [out[place], out[place + 1], out[place + 2]];
  };
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
