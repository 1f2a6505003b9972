// Edits, and that the command reads back what was saved.

import assert from "node:assert/strict";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { choose, download, reenact, temporary, testdata, visit } from "./harness.mjs";

const info = (path) => JSON.parse(reenact(["info", "--json", path]));

test("markers are added, renamed, dragged, deleted, undone and redone; the command reads them back", async () => {
  const { page, state } = await visit("#demo&t=5.25");
  const names = async () =>
    (await page.evaluate(() => window.reenact.markers)).map(({ name }) => name);
  const before = await names();
  await page.keyboard.press("m");
  // The name is ready to be typed.
  await page.keyboard.type("here it is");
  await page.keyboard.press("Enter");
  assert.ok((await names()).includes("here it is"));

  // Dragged with the mouse, half a second or so to the right.
  const lane = await page.locator(".flags canvas").boundingBox();
  const { duration } = await state();
  const x = lane.x + (5.25 / duration) * lane.width;
  await page.mouse.move(x + 2, lane.y + 10);
  await page.mouse.down();
  await page.mouse.move(x + 32, lane.y + 10, { steps: 5 });
  await page.mouse.up();
  const moved = (await page.evaluate(() => window.reenact.markers)).find(
    ({ name }) => name === "here it is",
  );
  assert.ok(
    Math.abs(moved.time_secs - 5.25 - (32 / lane.width) * duration) < 0.1,
    `${moved.time_secs}`,
  );

  await page.click('[aria-label="Delete reach"]');
  assert.ok(!(await names()).includes("reach"));
  const saved = await download(page, () => page.keyboard.press("Control+s"));
  assert.equal(saved.name, "demo-edited.bin");
  const read = info(saved.path).markers;
  assert.deepEqual(
    read.map(({ name }) => name),
    await names(),
  );
  assert.equal(
    Math.fround(read.find(({ name }) => name === "here it is").time_secs),
    Math.fround(moved.time_secs),
  );

  for (let i = 0; i < 4; i++) await page.click("[aria-label=Undo]");
  assert.deepEqual(await names(), before);
  assert.ok(await page.isDisabled("[aria-label=Undo]"));
  for (let i = 0; i < 4; i++) await page.keyboard.press("Control+Shift+Z");
  assert.deepEqual(
    await names(),
    read.map(({ name }) => name),
  );
  await page.close();
});

test("what is between in and out is exported alone, or all of it is trimmed, and the command reads both", async () => {
  const { page, state, until } = await visit("#demo&range=2,4.5&t=3");
  const part = await download(page, () => page.keyboard.press("Control+Shift+S"));
  assert.equal(part.name, "demo-2.00-4.50.bin");
  assert.ok(Math.abs(info(part.path).duration_secs - 2.5) < 1e-4);
  assert.ok((await state()).duration > 19, "what is open is as it was");

  await page.keyboard.press("Shift+T");
  await until(() => window.reenact.state.duration < 3);
  assert.ok(Math.abs((await state()).time - 1) < 1e-4, "the moment shown stays");
  const trimmed = await download(page, () => page.keyboard.press("Control+s"));
  assert.deepEqual(trimmed.bytes, part.bytes);
  await page.keyboard.press("Control+z");
  const back = await state();
  assert.ok(back.duration > 19);
  assert.deepEqual(back.range, { from: 2, to: 4.5 });
  assert.ok(Math.abs(back.time - 3) < 1e-4, "the moment shown stays");
  await page.keyboard.press("Control+Shift+Z");
  const again = await state();
  assert.ok(again.duration < 3 && again.range === undefined);
  assert.ok(Math.abs(again.time - 1) < 1e-4, "the moment shown stays");
  await page.close();
});

test("a part in which there is nothing of the recording is not trimmed to nothing", async () => {
  const { page, until, state } = await visit("#demo");
  await choose(page, [testdata("recordings/v11_real_2s_asset.bin")]);
  await until(() => window.reenact.state.file === "v11_real_2s_asset.bin");
  const { bytes } = await state();
  await page.keyboard.press("c");
  await until(() => window.reenact.state.other !== undefined);
  await page.evaluate(() => {
    location.hash = "#file=v11_real_2s_asset.bin&range=5,8";
  });
  await until(() => window.reenact.state.range?.from === 5);
  await page.keyboard.press("Shift+T");
  assert.match(
    await page.locator("[role=alert]").innerText(),
    /the selection is outside v11_real_2s_asset.bin, which goes from 0:00.000 to 0:01.600/,
  );
  assert.equal((await state()).bytes, bytes);
  await page.close();
});

test("every format is saved, and what can be read back gives the same recording", async () => {
  const { page } = await visit("");
  const original = testdata("recordings/v11_sub_camerahandsgaze_markers.bin");
  await choose(page, [original]);
  await page.waitForFunction(() => window.reenact.state.file?.startsWith("v11_sub"));
  const save = async (label) => {
    await page.click("text=Export");
    return download(page, () => page.click(`[role=menuitem]:has-text("${label}")`));
  };
  const bin = await save("Save as .bin");
  assert.match(reenact(["compare", original, bin.path]), /identical|byte for byte/i);
  const json = await save("Save as JSON");
  const back = join(temporary, "back.bin");
  reenact(["convert", json.path, back]);
  assert.match(reenact(["compare", original, back]), /identical|byte for byte/i);
  const glb = await save("Save as .glb");
  assert.equal(glb.bytes.toString("latin1", 0, 4), "glTF");
  assert.equal(glb.bytes.readUInt32LE(8), glb.bytes.length);
  const csv = await save("Save as CSV");
  const [head, ...rows] = csv.bytes.toString("utf8").trim().split("\n");
  assert.match(head, /time_secs/);
  assert.ok(rows.length > 10, `${rows.length} rows`);
  await page.close();
});

test("optimizing shows its error while one slides, keeps the bound, and can be undone", async () => {
  const { page, until } = await visit("");
  const original = testdata("recordings/v11_real_2s_lossless.bin");
  await choose(page, [original]);
  await page.click("#tab-edit");
  const slider = page.locator("[aria-label='Largest error allowed']");
  await slider.focus();
  await page.keyboard.press("End");
  const result = page.locator(".result");
  await result.locator("text=Largest error").waitFor();
  const coarse = await result.innerText();
  for (let i = 0; i < 40; i++) await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(
    (before) => document.querySelector(".result").innerText !== before,
    coarse,
  );
  const bound = Number((await page.locator(".bound").innerText()).split(" ")[0]);
  const before = await page.evaluate(() => window.reenact.state.bytes);
  await page.click("button:text-is('Optimize')");
  await until((bytes) => window.reenact.state.bytes < bytes, before);
  const saved = await download(page, () => page.keyboard.press("Control+s"));
  const report = JSON.parse(reenact(["compare", "--json", original, saved.path], [0, 3]));
  const worst =
    Math.max(...Object.values(report.tracks).map(({ position_m }) => position_m?.max ?? 0)) * 1000;
  assert.ok(worst > 0 && worst <= bound * 1.001, `${worst} mm of ${bound} mm`);
  await page.keyboard.press("Control+z");
  assert.equal(await page.evaluate(() => window.reenact.state.bytes), before);
  await page.close();
});

test("what the doctor found is repaired, as the command repairs it", async () => {
  const { page, until } = await visit("");
  const broken = testdata("recordings/v11_m272_real_2s_asset.bin");
  await choose(page, [broken]);
  await until(() => window.reenact.state.doctor === "done");
  await page.click("#tab-findings");
  await page.locator(".finding:has-text('rotation-w-lost')").first().waitFor();
  await page.click("text=Repair");
  await until(
    () =>
      window.reenact.state.doctor === "done" &&
      !window.reenact.findings.some(({ code }) => code === "rotation-w-lost"),
  );
  const saved = await download(page, () => page.keyboard.press("Control+s"));
  const expected = join(temporary, "repaired.bin");
  reenact(["repair", broken, "--output", expected], [0, 3]);
  assert.match(reenact(["compare", expected, saved.path]), /identical|byte for byte/i);
  await page.close();
});

test("a file that is written to while it is open stays what it was in the page", async () => {
  const path = join(temporary, "mine.bin");
  copyFileSync(testdata("recordings/v11_real_2s_lossless.bin"), path);
  const { page, until } = await visit("");
  await choose(page, [path]);
  await until(() => window.reenact.state.file === "mine.bin");
  writeFileSync(path, "something else");
  await page.click("#tab-edit");
  await page.click("text=Preview");
  await page.waitForSelector(".saved");
  await page.close();
});
