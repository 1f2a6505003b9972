// Recording in a headset: what is recorded, and what survives.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { defects } from "./axe.mjs";
import { download, persistent, reenact, temporary, visit } from "./harness.mjs";
import { aim, frames, HEADSET } from "./headset.mjs";

/** Kills of the page; 200 with REENACT_KILLS. */
const KILLS = Number(process.env.REENACT_KILLS ?? 3);
const SMALL = { width: 420, height: 560 };
/** In the page: hands that move with the frames of the session. */
const MOVING = `${HEADSET}
;{
  const device = window.headset;
  window.seen = [];
  window.move = (t) => {
    device.primaryInputMode = "hand";
    device.position.set(0.1 * Math.sin(t), 1.6, 0);
    for (const [side, sign] of [["left", -1], ["right", 1]]) {
      device.hands[side].position.set(sign * 0.2 + 0.05 * Math.sin(3 * t), 1.2 + 0.05 * Math.cos(2 * t), -0.4);
    }
  };
  window.move(0);
}`;

const begin = async (page, label = "Record in VR") => {
  await page.getByRole("button", { name: label }).click();
  await page.waitForFunction(() => window.recording?.secs > 0 && window.headset.activeSession);
};
const ended = async (page) => {
  await page.waitForFunction(() => window.recording === undefined);
  await page.waitForSelector(".stored li");
};
const press = async (page, part) => {
  await page.evaluate(() => {
    window.headset.primaryInputMode = "controller";
  });
  const point = await page.evaluate((part) => window.recording.panelPoint(part), part);
  await aim(page, [0.25, 1.3, -0.1], point);
  await frames(page);
  await page.evaluate(() => window.headset.controllers.right.updateButtonValue("trigger", 1));
};

test("head, hands, pinches and markers are recorded, and saved as .bin", async () => {
  const { page, problems } = await visit("?record", { init: MOVING, ...SMALL });
  await page.selectOption("label:has-text('Frame rate') select", "");
  await begin(page);
  // Every pose that the page sees, by its time.
  const seen = await page.evaluate(async () => {
    const { headset, recording } = window;
    const session = headset.activeSession;
    const space = await session.requestReferenceSpace("local-floor");
    const seen = [];
    for (let i = 0; i < 20; i++) {
      window.move(i / 10);
      if (i === 8) headset.hands.right.updatePinchValue(1);
      if (i === 14) headset.hands.right.updatePinchValue(0);
      if (i === 12) recording.mark();
      // Held for some frames, so that each pose is found at any rate.
      for (let held = 0; held < 3; held++)
        await new Promise((done) => session.requestAnimationFrame(done));
      await new Promise((done) =>
        session.requestAnimationFrame((_, frame) => {
          const joints = {};
          for (const { hand, handedness } of session.inputSources)
            if (hand) {
              const { x, y, z } = frame.getJointPose(hand.get("index-finger-tip"), space).transform
                .position;
              joints[handedness] = [x, y, z];
            }
          const { x, y, z } = frame.getViewerPose(space).transform.position;
          // The page records before this callback or after it, in the same frame.
          queueMicrotask(() => seen.push({ head: [x, y, z], joints }));
          done();
        }),
      );
    }
    return seen;
  });
  await press(page, "stop");
  await ended(page);
  assert.equal(await page.locator(".stored li").count(), 1);
  assert.deepEqual(await defects(page), []);
  const file = await download(page, () => page.getByRole("button", { name: "Save .bin" }).click());
  assert.match(file.name, /^recording-.*\.bin$/);
  const info = JSON.parse(reenact(["info", "--json", file.path]));
  const poses = join(temporary, "recorded.ndjson");
  reenact(["convert", file.path, poses, "--to", "frames", "--rate", "120"], [0, 3]);
  const recorded = readFileSync(poses, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const nearest = (place, of) =>
    Math.min(
      ...recorded.map((frame) => {
        const found = of(frame);
        return found
          ? Math.hypot(found[0] - place[0], found[1] - place[1], -found[2] - place[2])
          : 9;
      }),
    );
  for (const { head, joints } of seen) {
    assert.ok(nearest(head, (frame) => frame.camera?.position) < 1e-3, "head");
    for (const [side, place] of Object.entries(joints))
      assert.ok(nearest(place, (frame) => frame[side]?.joints?.IndexTip?.position) < 1e-3, side);
  }
  assert.ok(
    recorded.some((frame) => frame.right?.pinching) &&
      recorded.some((frame) => frame.right && !frame.right.pinching),
  );
  assert.ok(
    recorded.some((frame) => frame.right?.joints?.Palm),
    "the palm, which WebXR does not have",
  );
  assert.match(JSON.stringify(info), /"marker 1"|"markers":\s*1/);
  // It opens in the viewer from the browser's storage, and can be deleted.
  await page.getByRole("link", { name: "Open in the viewer" }).click();
  await page.waitForFunction(() => window.reenact?.state.file?.startsWith("recording-"));
  await page.goBack();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".stored li").length === 0);
  assert.deepEqual(problems, []);
  await page.close();
});

test("a countdown waits, and the last seconds alone can be saved", async () => {
  const { page } = await visit("?record", { init: MOVING, ...SMALL });
  await page.selectOption("label:has-text('Start') select", "3");
  const clicked = Date.now();
  await begin(page);
  assert.ok(Date.now() - clicked >= 3000, "it started at once");
  await page.waitForFunction(() => window.recording.secs > 11, undefined, { timeout: 90_000 });
  await press(page, "mark");
  await frames(page);
  await press(page, "stop").catch(() => undefined);
  await page.evaluate(() => window.headset.activeSession?.end());
  await ended(page);
  await page.selectOption("label:has-text('Keep') select", "10");
  const file = await download(page, () => page.getByRole("button", { name: "Save .bin" }).click());
  const info = reenact(["info", file.path]);
  assert.match(info, /10\.0 s|9\.9\d? s|10 s/);
  await page.close();
});

/** A page that records in a browser whose storage is on disk. */
async function recording(context, url) {
  // A process that the browser had in reserve may have been killed, too.
  const page = await context.newPage().catch(() => context.newPage());
  await page.addInitScript(MOVING);
  await page.goto(`${url}?record`);
  await page.waitForSelector("html[data-ready=true]");
  return page;
}

/** Seconds of the newest recording that a new page finds; undefined if it finds none. */
const recovered = (page) =>
  page.evaluate(async () => {
    const items = document.querySelectorAll(".stored li");
    return { count: items.length, text: items[0]?.innerText ?? "" };
  });

test(`a page that is killed loses less than a second, ${KILLS} times`, {
  timeout: 60_000 + KILLS * 20_000,
}, async (t) => {
  const folder = join(temporary, "killed");
  let worst = 0;
  const { context, url, killPage, close } = await persistent(folder);
  try {
    for (let round = 0; round < KILLS; round++) {
      const page = await recording(context, url);
      await begin(page);
      // Times of the newest frame, and when they were seen.
      const polls = [];
      const until = Date.now() + 1200 + Math.random() * 2500;
      while (Date.now() < until) {
        const secs = await page.evaluate(() => window.recording.secs);
        polls.push({ at: Date.now(), secs });
      }
      const killed = Date.now();
      await killPage(page);
      const next = await recording(context, url);
      await next.waitForSelector(".stored li");
      assert.match((await recovered(next)).text, /not ended: recovered/);
      const file = await download(next, () =>
        next.getByRole("button", { name: "Save .bin" }).first().click(),
      );
      const { duration_secs: kept = 0 } = JSON.parse(reenact(["info", "--json", file.path]));
      assert.ok(!reenact(["doctor", "--json", file.path], [0, 3]).includes('"severity": "error"'));
      // Times in a file are rounded to 32 bits.
      const missing = polls.find(({ secs }) => secs > kept + 1e-3);
      const lost = missing ? (killed - missing.at) / 1000 : 0;
      worst = Math.max(worst, lost);
      assert.ok(lost < 1, `round ${round}: frames of the last ${lost} s are lost`);
      await next.getByRole("button", { name: "Delete" }).first().click();
      await next.waitForFunction(() => document.querySelectorAll(".stored li").length === 0);
      await next.close();
    }
  } finally {
    await close();
  }
  t.diagnostic(`at most ${worst.toFixed(2)} s lost in ${KILLS} kills`);
});

test("after the whole browser was killed, the viewer offers the recording at its next start", async () => {
  const folder = join(temporary, "browser");
  const first = await persistent(folder);
  const page = await recording(first.context, first.url);
  await begin(page);
  await page.waitForFunction(() => window.recording.secs > 1.5);
  await first.kill();
  const second = await persistent(folder);
  try {
    const viewer = await second.context.newPage();
    await viewer.goto(second.url);
    await viewer.waitForSelector(".card");
    assert.match(
      await viewer.locator(".card").innerText(),
      /A recording was interrupted: recording-/,
    );
    await viewer.click("text=Show");
    await viewer.waitForSelector(".stored li");
    await viewer.getByRole("link", { name: "Open in the viewer" }).click();
    await viewer.waitForFunction(() => window.reenact?.state.duration > 0.5);
  } finally {
    await second.close();
  }
});

test("a full disk ends the recording with an error, and what was before it is kept", async () => {
  // Storage that is not on disk has no limit that a test could reach.
  const { context, url, close } = await persistent(join(temporary, "full"));
  const page = await recording(context, url);
  const debug = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  // Browsers reserve space in steps of a megabyte.
  await debug.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 2_500_000 });
  await begin(page);
  await page.waitForFunction(() => window.recording.secs > 1.2);
  await page.evaluate(async () => {
    const { journal } = window.recording;
    // Much in little time: markers with long names.
    for (let i = 0; i < 60 && !journal.problem.value; i++) {
      journal.mark("long ".repeat(20_000));
      await new Promise((done) => setTimeout(done, 100));
    }
  });
  await page.waitForFunction(() => window.recording.journal.problem.value);
  await page.evaluate(() => window.headset.activeSession.end());
  await ended(page);
  assert.match(await page.locator(".status").innerText(), /storage of this browser is full/);
  await debug.send("Storage.overrideQuotaForOrigin", { origin });
  const file = await download(page, () => page.getByRole("button", { name: "Save .bin" }).click());
  const { duration_secs } = JSON.parse(reenact(["info", "--json", file.path]));
  assert.ok(duration_secs > 1, `${duration_secs} s`);
  await close();
});

test("memory does not grow while it records", async (t) => {
  const { page } = await visit("?record", { init: MOVING, ...SMALL });
  await begin(page);
  const { early, late, frames } = await page.evaluate(async () => {
    const { journal } = window.recording;
    // The length of a frame, as in `layout()`.
    const length = 7 + 6 + 2 * (3 + 26 * 7);
    const add = async (count, first) => {
      for (let i = 0; i < count; i++) {
        const floats = new Float32Array(length).fill(0.5 + (i % 7) * 0.01);
        journal.record(1000 + (first + i) / 90, floats);
        // Not faster than the worker writes.
        if (i % 200 === 199)
          while (journal.written.value.frames < first + i - 400)
            await new Promise((done) => setTimeout(done, 5));
      }
    };
    await add(2000, 0);
    const early = journal.memoryBytes;
    await add(18_000, 2000);
    return { early, late: journal.memoryBytes, frames: journal.written.value.frames };
  });
  t.diagnostic(`${frames} frames, ${early} and ${late} bytes of memory`);
  assert.ok(frames > 19_000 && early > 0);
  assert.equal(late, early);
  await page.evaluate(() => window.headset.activeSession.end());
  await page.close();
});

test("gaze is recorded where the browser has it", async () => {
  const original = join(temporary, "played.bin");
  const played = join(temporary, "played.iwer.json");
  reenact(["make", "--seconds", "6", "--output", original]);
  reenact(["convert", original, played], [0, 3]);
  const { page } = await visit("?record", { init: MOVING, ...SMALL });
  await page.getByRole("button", { name: "Record in VR" }).click();
  await page.waitForFunction(() => window.recording && window.headset.activeSession);
  await page.evaluate(
    async (text) => {
      const { headset } = window;
      const session = headset.activeSession;
      const space = await session.requestReferenceSpace("local-floor");
      let current = {};
      const eventContext = { session, getFrame: () => current };
      const player = headset.createActionPlayer(space, JSON.parse(text), { eventContext });
      player.play();
      const end = performance.now() + 6500;
      while (performance.now() < end)
        await new Promise((done) =>
          session.requestAnimationFrame((_, frame) => {
            current = frame;
            done();
          }),
        );
      player.stop();
      await session.end();
    },
    readFileSync(played, "utf8"),
  );
  await ended(page);
  const file = await download(page, () => page.getByRole("button", { name: "Save .bin" }).click());
  const info = JSON.parse(reenact(["info", "--json", file.path]));
  assert.equal(info.tracks?.gaze ?? info.gaze, true, JSON.stringify(info).slice(0, 400));
  const findings = JSON.parse(reenact(["doctor", "--json", file.path], [0, 3]));
  assert.ok(
    findings.findings.every(({ severity }) => severity !== "error"),
    JSON.stringify(findings.findings),
  );
  await page.close();
});
