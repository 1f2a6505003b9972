// What the page costs: memory in sizes of the file, and work in milliseconds a frame.

import assert from "node:assert/strict";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { choose, download, drawn, longRecording, processes, visit } from "./harness.mjs";

/** The most memory that the pages' processes had since it was last asked, in bytes. */
async function peak() {
  const pids = await processes("renderer");
  let bytes = 0;
  for (const pid of pids) {
    const [, kilobytes] = readFileSync(`/proc/${pid}/status`, "utf8").match(/VmHWM:\s+(\d+) kB/);
    bytes += kilobytes * 1024;
    // From here on, it counts anew.
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
  }
  return bytes;
}

/** One more copy in any of these is too much. */
const MOST_SIZES = { open: 1.2, play: 1.3, examine: 1.4, "save .bin": 1.5 };

const canMeasure = process.platform === "linux";

test("a recording takes no more than three times its size, whatever one does with it", {
  skip: !canMeasure && "only Linux tells the most memory that a process had",
}, async (t) => {
  const long = longRecording();
  const { size } = statSync(long);
  const { page, until, problems } = await visit(
    "#demo&show=skin,head,gaze,labels,trails,ghosts,floor",
  );
  const doctorIsDone = () => until(() => window.reenact.state.doctor === "done");
  const isCalm = () => until(() => !window.reenact.state.isWorking);
  const edit = async (name) => {
    await page.click("#tab-edit");
    await page.click(name);
  };
  const save = (format) => () =>
    download(page, async () => {
      await page.click("text=Export");
      await page.click(`text=Save as ${format}`);
    });
  /** The worker is gone, and its memory with it. */
  const isAlone = () => until(() => !window.reenact.state.hasWorker);
  const phases = {
    play: async () => {
      await page.keyboard.press("k");
      await page.waitForTimeout(1000);
      await page.keyboard.press("k");
    },
    examine: doctorIsDone,
    "save .bin": save(".bin"),
    "save JSON": save("JSON"),
    "save .glb": save(".glb"),
    "": isAlone,
    "try to optimise": async () => {
      await edit("text=Show what it would do");
      await page.waitForSelector(".saved");
    },
    optimise: async () => {
      const { bytes } = await page.evaluate(() => window.reenact.state);
      await edit("button:text-is('Optimise')");
      await until((before) => window.reenact.state.bytes < before, bytes);
    },
    undo: () => page.keyboard.press("Control+z"),
    repair: async () => {
      await page.keyboard.press("Shift+R");
      await page.waitForSelector(".message");
      await isCalm();
    },
    mirror: async () => {
      await edit("text=Swap left and right");
      await drawn(page);
    },
  };

  /** What each of them takes at most: of the library's memory, and of all that the page's process has. */
  const measure = async (open) => {
    const most = {};
    for (const [name, act] of Object.entries({ open, ...phases })) {
      await peak();
      await act();
      const { memoryBytes, hasWorker } = await page.evaluate(() => window.reenact.state);
      const isWorkers = hasWorker || /optimise|repair/.test(name);
      most[name] = {
        library: memoryBytes.page + (isWorkers ? memoryBytes.worker : 0),
        process: await peak(),
      };
    }
    return most;
  };
  // The same with the demo first: what the page itself takes is not the recording's.
  const demo = Object.values(await measure(() => drawn(page)));
  const own = {
    library: Math.min(...demo.map(({ library }) => library)),
    process: Math.max(...demo.map(({ process }) => process)),
  };
  const all = await measure(async () => {
    await choose(page, [long]);
    await until(() => window.reenact.state.file === "long.bin");
    await drawn(page);
  });
  delete all[""];
  const sizes = (what) =>
    Object.entries(all).map(([name, most]) => [name, (most[what] - own[what]) / size]);
  const words = (what) =>
    sizes(what)
      .map(([name, n]) => `${name} ${n.toFixed(2)}`)
      .join(", ");
  t.diagnostic(`${size} bytes; in sizes of the file, the library has: ${words("library")}`);
  t.diagnostic(`the whole process: ${words("process")}; with the demo ${own.process >> 20} MiB`);
  for (const [name, n] of sizes("library"))
    assert.ok(n <= (MOST_SIZES[name] ?? 3), `${name}: the library has ${n} sizes of the file`);
  // What the browser's own collecting of garbage leaves for later comes on top of that.
  for (const [name, n] of sizes("process"))
    assert.ok(
      n <= (MOST_SIZES[name] ?? 3) + 0.6,
      `${name}: the process has ${n} sizes of the file`,
    );
  assert.deepEqual(problems, []);
  await page.close();
});

/** What the page works a frame while it plays, all of them in order. */
function frames(page, count) {
  return page.evaluate(
    (count) =>
      new Promise((done) => {
        const worked = [];
        const look = () => {
          worked.push(window.reenact.state.workedMs);
          if (worked.length >= count) done(worked);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    count,
  );
}

for (const name of ["demo.bin", "long.bin"]) {
  test(`a frame of ${name} leaves most of a sixtieth of a second to others, with everything shown`, async (t) => {
    const everything =
      "show=skin,head,gaze,labels,axes,trails,ghosts,floor&plots=left_speed_m_s,right_speed_m_s,gaze_head_deg,left.Wrist.position.y";
    const { page, until } = await visit(`#demo&${everything}`);
    if (name !== "demo.bin") await choose(page, [longRecording()]);
    await until((file) => window.reenact.state.file === file, name);
    await until(() => window.reenact.state.doctor === "done");
    await page.keyboard.press("k");
    const worked = (await frames(page, 48)).sort((a, b) => a - b);
    const { drawCalls, triangles } = await page.evaluate(() => window.reenact.state);
    const [median, most] = [worked[24], worked[45]];
    t.diagnostic(
      `${median.toFixed(1)} ms of script a frame, 95 % below ${most.toFixed(1)} ms; ${drawCalls} draw calls, ${triangles} triangles`,
    );
    assert.ok(median < 6, `${median} ms`);
    assert.ok(drawCalls <= 60, `${drawCalls} draw calls`);
    assert.ok(triangles <= 400_000, `${triangles} triangles`);
    await page.close();
  });
}
