// Panels, full screen, the start page, phones.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { choose, drawn, drop, testdata, visit } from "./harness.mjs";

const widthOf = async (page, what) => (await page.locator(what).boundingBox()).width;

/** Drags the middle of an element. */
async function drag(page, what, across, down) {
  const { x, y, width, height } = await page.locator(what).boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + across, y + height / 2 + down, { steps: 4 });
  await page.mouse.up();
}

test("panels are resized by mouse and by keys, stay so, and leave room for the scene", async () => {
  const { page, problems } = await visit("#demo&t=6.3", { width: 1280, height: 800 });
  const before = await widthOf(page, ".left-side");
  await drag(page, ".splitter.at-left", 60, 0);
  assert.ok(Math.abs((await widthOf(page, ".left-side")) - before - 60) <= 1);
  const right = await widthOf(page, ".right-side");
  await page.focus(".splitter.at-right");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await widthOf(page, ".right-side"), right + 16);
  assert.equal(await page.getAttribute(".splitter.at-right", "aria-valuenow"), String(right + 16));
  await drag(page, ".splitter.at-right", -2000, 0);
  assert.ok((await widthOf(page, ".scene canvas")) >= 239);
  const lanes = () => page.locator(".lanes").boundingBox();
  const { height } = await lanes();
  await drag(page, ".splitter.at-bottom", 0, 80);
  assert.ok(Math.abs((await lanes()).height - height + 80) <= 1);
  // The next visit has the same sizes; a double click brings the usual ones back.
  await page.reload();
  await page.waitForSelector("html[data-ready=true]");
  assert.ok(Math.abs((await widthOf(page, ".left-side")) - before - 60) <= 1);
  await page.dblclick(".splitter.at-left");
  assert.equal(await widthOf(page, ".left-side"), before);
  assert.deepEqual(problems, []);
  await page.close();
});

test("lanes that do not fit are scrolled by the wheel over their names; the time scale stays", async () => {
  const plots = ["left_speed_m_s", "right_speed_m_s", "gaze_head_deg", "left.Wrist.position.y"];
  const more = ["left.Wrist.position.x", "right.Wrist.position.x", "right.Wrist.position.y"];
  const { page, state } = await visit(`#demo&t=2&plots=${[...plots, ...more].join(",")}`);
  await drawn(page);
  const last = page.locator(".lane").last();
  const seen = () =>
    last.evaluate((lane) => {
      const lanes = document.querySelector(".lanes").getBoundingClientRect();
      return lane.getBoundingClientRect().bottom <= lanes.bottom + 1;
    });
  assert.equal(await seen(), false);
  const ruler = () => page.locator(".lane.ruler").boundingBox();
  const before = await ruler();
  const { visible } = await state();
  await page.mouse.move(before.x + 40, before.y + 120);
  await page.mouse.wheel(0, 3000);
  await page.waitForFunction(() => document.querySelector(".lanes").scrollTop > 100);
  assert.equal(await seen(), true);
  assert.deepEqual(await ruler(), before);
  assert.deepEqual((await state()).visible, visible, "the time is not zoomed");
  await page.close();
});

test("a playhead out of view is announced at its edge, and a click shows it", async () => {
  const { page, state } = await visit("#demo&t=2&zoom=10,12");
  const away = page.locator(".playhead-away");
  // A link's zoom wins over its time.
  await page.evaluate(() => window.reenact.state);
  await page.mouse.move(700, 600);
  if (await away.isHidden()) {
    await page.keyboard.press("+");
    await page.keyboard.press("+");
    await page.keyboard.down("Shift");
    await page.mouse.wheel(0, 4000);
    await page.keyboard.up("Shift");
  }
  await away.waitFor();
  assert.equal(await away.innerText(), "◂ 0:02.000");
  await away.click();
  const { time, visible } = await state();
  assert.ok(time >= visible.from && time <= visible.to, JSON.stringify(visible));
  await away.waitFor({ state: "hidden" });
  await page.close();
});

test("the scene fills the screen, with the playback controls, until Escape", async () => {
  const { page, until, state } = await visit("#demo&t=2&range=1,3");
  await page.keyboard.press("w");
  await page.waitForSelector(".page.full-screen");
  await until(() => document.querySelector(".scene canvas").clientWidth === innerWidth);
  assert.ok(await page.locator(".top").isHidden());
  assert.ok(await page.locator(".lanes").isHidden());
  assert.ok(await page.locator("[aria-label=Play]").isVisible());
  await page.keyboard.press("Escape");
  await page.waitForSelector(".page:not(.full-screen)");
  assert.deepEqual((await state()).range, { from: 1, to: 3 }, "in and out stay");
  await page.click("[aria-label='Full-screen scene']");
  await page.waitForSelector(".page.full-screen");
  await page.click("[aria-label='Full-screen scene']");
  await page.waitForSelector(".page:not(.full-screen)");
  await page.close();
});

test("a phone on its side shows hands in a scene that is most of the screen, and every control", async () => {
  const { page, until } = await visit("#demo&t=6.3", {
    width: 844,
    height: 390,
    hasTouch: true,
    isMobile: true,
  });
  const scene = await page.locator(".scene canvas").boundingBox();
  assert.ok(scene.height > 200 && scene.width === 844, JSON.stringify(scene));
  for (const side of ["left", "right"])
    assert.ok(await page.evaluate((which) => window.reenact.project(which, "Wrist"), side));
  const over = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.scrollHeight,
  ]);
  assert.deepEqual(over, [844, 390]);
  // Rows of buttons that are too long are scrolled.
  await page.locator("[aria-label='Zoom in']").scrollIntoViewIfNeeded();
  await page.locator("[aria-label='Zoom in']").tap();
  await until(() => window.reenact.state.visible.to - window.reenact.state.visible.from < 18);
  await page.locator("[aria-label='Right panel']").tap();
  const panel = await page.locator(".right-side").boundingBox();
  assert.ok(panel.x + panel.width <= 844 && panel.height > 150, JSON.stringify(panel));
  await page.close();
});

test("the start page shows pictures and samples, its version and the documentation", async () => {
  for (const how of [{ theme: "dark" }, { theme: "light" }, { width: 400, height: 800 }]) {
    const { page, problems } = await visit("", how);
    await page.waitForFunction(() => document.querySelectorAll(".start canvas").length === 4);
    // Each picture has hands: their colours are in it.
    const colors = await page.evaluate(() =>
      [...document.querySelectorAll(".start canvas")].map((canvas) => {
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        const found = { blue: 0, orange: 0 };
        for (let i = 0; i < data.length; i += 4) {
          if (data[i + 2] > data[i] + 50) found.blue += 1;
          if (data[i] > data[i + 2] + 50) found.orange += 1;
        }
        return found;
      }),
    );
    for (const { blue, orange } of colors) assert.ok(blue > 100 && orange > 100, `${colors}`);
    assert.match(await page.locator(".start-foot").innerText(), /Version \d+\.\d+\.\d+/);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= (how.width ?? 1024), `the page is ${wide} wide`);
    if (!how.theme) {
      const waiting = page.context().waitForEvent("page");
      await page.click("text=Documentation");
      const guide = await waiting;
      await guide.waitForLoadState();
      assert.equal(await guide.locator("h1").innerText(), "The viewer");
    }
    assert.deepEqual(problems, []);
    await page.close();
  }
});

test("samples open with a click, the last one as a comparison; a link to it opens both", async () => {
  const { page, state, problems } = await visit("");
  await page.click("text=As a HoloLens 2 records");
  assert.equal((await state()).file, "demo-hololens2.bin");
  await page.close();
  const compared = await visit("");
  await compared.page.click("text=Two takes compared");
  await compared.until(() => window.reenact.state.compare === "done");
  const { file, other } = await compared.state();
  assert.deepEqual([file, other], ["demo.bin", "demo-hololens2.bin"]);
  // Both are at the same moment, although the second starts much later.
  for (let i = 0; i < 6; i++) await compared.page.keyboard.press("Shift+ArrowRight");
  await drawn(compared.page);
  const apart = await compared.page.evaluate(() => {
    const [a, b] = [0, 1].map((which) => window.reenact.project("right", "Wrist", which));
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : Number.NaN;
  });
  assert.ok(apart < 40, `${apart} px`);
  const { offset } = await compared.state();
  const link = await compared.page.evaluate(() => window.reenact.link);
  await compared.page.close();
  const linked = await visit("", { url: link });
  await linked.until(() => window.reenact.state.other === "demo-hololens2.bin");
  assert.ok(offset > 1 && Math.abs((await linked.state()).offset - offset) < 1e-3);
  assert.deepEqual([problems, linked.problems], [[], []]);
  await linked.page.close();
});

test("while a recording is read, its name and the part that was read are shown", async () => {
  const { page, until } = await visit("");
  await page.evaluate(() => {
    window.seen = [];
    new MutationObserver(() => {
      const note = document.querySelector(".busy-note");
      if (!note.hidden) window.seen.push([note.textContent, note.querySelector("progress")?.value]);
    }).observe(document.querySelector(".busy-note"), { childList: true, subtree: true });
  });
  await drop(page, "mine.bin", readFileSync(testdata("long/v11_real_30s_lossless.bin")));
  await until(() => window.reenact.state.file === "mine.bin");
  const seen = await page.evaluate(() => window.seen);
  assert.ok(
    seen.some(([text]) => text === "Opening mine.bin…"),
    JSON.stringify(seen),
  );
  assert.ok(
    seen.some(([, part]) => part > 0),
    JSON.stringify(seen),
  );
  await page.close();
});

test("the bar of a comparison is on the scene, and wraps where it is narrow", async () => {
  const { page, until, state } = await visit("#demo&t=6", { width: 400, height: 800 });
  await choose(page, [testdata("recordings/v11_real_2s_asset.bin")]);
  await until(() => window.reenact.state.file === "v11_real_2s_asset.bin");
  await page.keyboard.press("c");
  const bar = page.locator(".compare-bar");
  await bar.waitFor();
  const { x, width } = await bar.boundingBox();
  assert.ok(x >= 0 && x + width <= 400, `${x} ${width}`);
  await bar.getByText("Side by side").click();
  await page.click("[aria-label='Stop comparing']");
  assert.equal((await state()).other, undefined);
  await page.close();
});
