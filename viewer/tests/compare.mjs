// Two recordings.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { choose, drawn, reenact, temporary, testdata, visit } from "./harness.mjs";

test("two recordings are compared as the command compares them, overlaid and side by side", async () => {
  const a = testdata("recordings/v11_real_2s_lossless.bin");
  const b = join(temporary, "coarse.bin");
  reenact(["optimize", a, "--output", b, "--position-mm", "8", "--rotation-deg", "2"]);
  const report = JSON.parse(reenact(["compare", "--json", a, b], [0, 3]));
  const { page, problems, until, state } = await visit("");
  await choose(page, [b, a]);
  await until(() => window.reenact.state.file === "v11_real_2s_lossless.bin");
  await page.keyboard.press("c");
  await until(() => window.reenact.state.compare === "done");
  assert.equal((await state()).other, "coarse.bin");
  const expected = (report.tracks.left.position_m.max * 1000).toFixed(2);
  const panel = page.locator("#panel-info");
  assert.match(await panel.innerText(), new RegExp(`left\\s+${expected} mm`));

  // The lane's largest value is the worst of all tracks.
  const lane = page.locator(".lane:has-text('Distance')");
  await page.waitForFunction(() =>
    / – .*mm/.test(document.querySelector(".lane-detail:not(:empty)")?.textContent ?? ""),
  );
  const largest = Number((await lane.locator(".lane-detail").innerText()).match(/– ([\d.]+)/)[1]);
  const worst =
    Math.max(...["camera", "left", "right"].map((track) => report.tracks[track].position_m.max)) *
    1000;
  assert.ok(Math.abs(largest - worst) < 0.05 * worst, `${largest} and ${worst}`);

  await panel.locator("text=Side by side").click();
  await drawn(page);
  const panes = await page.evaluate(() =>
    [0, 1].map((pane) => window.reenact.project("left", "Wrist", pane)),
  );
  const { width } = await page.locator(".scene canvas").boundingBox();
  assert.ok(panes[0].x < width / 2 && panes[1].x > width / 2, JSON.stringify(panes));
  // The same camera: the same place in each half, but for what they differ.
  assert.ok(Math.abs(panes[1].x - panes[0].x - width / 2) < 20);
  await page.keyboard.press("c");
  assert.equal((await state()).other, undefined);
  assert.deepEqual(problems, []);
  await page.close();
});
