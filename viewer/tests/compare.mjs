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

  await page.locator(".compare-bar").getByText("Side by side").click();
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

test("the compared recording is laid on the other by time, head, wrist or first frame, as the command does", async () => {
  const a = join(temporary, "a.bin");
  const trimmed = join(temporary, "trimmed.bin");
  const b = join(temporary, "b.bin");
  reenact(["make", "--demo", "--output", a]);
  reenact(["trim", a, "--from", "1.5", "--output", trimmed]);
  reenact(["reanchor", trimmed, "--move", "2,0.1,-1", "--yaw", "40", "--output", b]);
  const { page, problems, until, state } = await visit("");
  await choose(page, [b, a]);
  await until(() => window.reenact.state.file === "a.bin");
  await page.keyboard.press("c");
  await until(() => window.reenact.state.compare === "done");
  await page.getByLabel("Align").selectOption("head");
  await until(() => window.reenact.state.compare === "done");
  await page.getByText("Find", { exact: true }).click();
  await until(() => Math.abs(window.reenact.state.offset + 1.5) < 0.01);
  await page.getByLabel("Offset, s").fill("-1.5");
  await page.keyboard.press("Enter");
  for (const reference of ["head", "wrist", "first-frame"]) {
    await page.getByLabel("Align").selectOption(reference);
    await until(
      (wanted) =>
        window.reenact.state.alignment.reference === wanted &&
        window.reenact.state.compare === "done",
      reference,
    );
    const found = JSON.parse(
      reenact(["compare", "--json", a, b, "--offset", "-1.5", "--reference", reference], [0, 3]),
    );
    const panel = await page.locator("#panel-info").innerText();
    for (const track of ["left", "right"]) {
      const mm = found.tracks[track].position_m.max * 1000;
      assert.match(panel, new RegExp(`${track}\\s+${mm.toFixed(2)} mm`), reference);
    }
    // What is drawn is what the library says, and both hands lie on each other.
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#file=a.bin&t=6&compare=b.bin&align=${reference},-1.5`);
    await until(() => window.reenact.state.time === 6);
    await drawn(page);
    const { shown, expected, first } = await page.evaluate(() => ({
      shown: window.reenact.otherShownFrame,
      expected: window.reenact.otherFrameAt(6),
      first: window.reenact.shownFrame,
    }));
    assert.deepEqual(shown, expected);
    const wrist = 16;
    for (let i = wrist; i < wrist + 3; i++)
      assert.ok(Math.abs(shown[i] - first[i]) < 1e-3, `${reference}: ${shown[i]} and ${first[i]}`);
  }
  // Curves and spans of the second are drawn at the times of the first: it starts at 1.5 s.
  assert.match(await page.locator(".lane:has-text('Left hand, B') .value").innerText(), /tracked/);
  // A and B change places, and what was later is earlier.
  await page.keyboard.press("PageUp");
  assert.equal((await state()).offset, 1.5);
  assert.deepEqual(problems, []);
  await page.close();
});

test("takes that cannot be laid on each other are shown as recorded, and the reason is given", async () => {
  const { page, until } = await visit("#demo&t=6");
  await choose(page, [testdata("recordings/v11_sub_gaze_markers.bin")]);
  await until(() => window.reenact.state.file === "v11_sub_gaze_markers.bin");
  await page.keyboard.press("c");
  await until(() => window.reenact.state.compare === "done");
  await page.getByLabel("Align").selectOption("head");
  await until(() => window.reenact.state.compare === "failed");
  assert.match(await page.locator(".compare-problem").innerText(), /has no camera track/);
  await page.getByLabel("Align").selectOption("as-recorded");
  await until(() => window.reenact.state.compare === "done");
  assert.ok(await page.locator(".compare-problem").isHidden());
  await page.close();
});
