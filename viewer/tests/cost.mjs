// What the page costs: memory in sizes of the file, and work in milliseconds a frame.

import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import {
  choose,
  download,
  drawn,
  longRecording,
  processes,
  reenact,
  temporary,
  visit,
} from "./harness.mjs";

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

/** The most memory while one does something: of the library, and of all that the page's process has. */
async function mostDuring(page, act, isWorkers) {
  const state = () => page.evaluate(() => window.reenact.state);
  const before = (await state()).memoryBytes.page;
  await peak();
  await act();
  const { hasWorker, memoryBytes } = await state();
  const { page: after, worker } = memoryBytes;
  // A worker that is gone went before the page took in what it had made.
  const gone = isWorkers ? Math.max(before + worker, after) : after;
  return { library: hasWorker ? after + worker : gone, process: await peak() };
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
    "try to optimize": async () => {
      await edit("text=Preview");
      await page.waitForSelector(".saved");
    },
    optimize: async () => {
      const { bytes } = await page.evaluate(() => window.reenact.state);
      await edit("button:text-is('Optimize')");
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
    for (const [name, act] of Object.entries({ open, ...phases }))
      most[name] = await mostDuring(page, act, /optimize|repair/.test(name));
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

/** Bytes of a 1.1 file before its first curve, of a curve before its first key, and of a key. */
const [HEADER, CURVE_HEADER, KEY] = [19, 12, 8];

/** The same recording with two keys of every curve in the wrong order: all of it needs repairing. */
function mixedUpRecording() {
  const path = join(temporary, "mixed-up.bin");
  if (existsSync(path)) return path;
  const bytes = readFileSync(longRecording());
  const { curves } = JSON.parse(reenact(["info", "--json", longRecording()]));
  for (let n = 0, at = HEADER; n < curves; n++) {
    const keys = bytes.readInt32LE(at + 8);
    at += CURVE_HEADER;
    if (keys > 3) {
      const middle = at + KEY * (keys >> 1);
      const [earlier, later] = [0, KEY].map((by) => bytes.readFloatLE(middle + by));
      bytes.writeFloatLE(later, middle);
      bytes.writeFloatLE(earlier, middle + KEY);
    }
    at += KEY * keys;
  }
  writeFileSync(path, bytes);
  return path;
}

/** Opens files beside the demo and measures each phase, in sizes of all of them together, without what the page takes for the demo. */
async function phasesOf(t, files, phases) {
  const size = files.reduce((sum, file) => sum + statSync(file).size, 0);
  const seen = await visit("#demo");
  const { page, until, problems } = seen;
  await until(() => window.reenact.state.doctor === "done");
  const memory = () => page.evaluate(() => window.reenact.state.memoryBytes);
  const own = { library: (await memory()).page, process: await peak() };
  const open = async () => {
    await choose(page, files);
    await until((file) => window.reenact.state.file === file, basename(files.at(-1)));
    await until(() => window.reenact.state.doctor === "done");
  };
  const all = [];
  for (const [name, act] of Object.entries({ open, ...phases(seen) })) {
    const most = await mostDuring(page, act, true);
    const library = (most.library - own.library) / size;
    all.push({ name, library, process: (most.process - own.process) / size });
  }
  const words = (what) => all.map((phase) => `${phase.name} ${phase[what].toFixed(2)}`).join(", ");
  t.diagnostic(`in sizes of what is open, the library has: ${words("library")}`);
  t.diagnostic(`the whole process: ${words("process")}`);
  for (const { name, library, process } of all) {
    assert.ok(library <= 3, `${name}: the library has ${library} sizes of the file`);
    assert.ok(process <= 3.6, `${name}: the process has ${process} sizes of the file`);
  }
  assert.deepEqual(problems, []);
  await page.close();
}

const skip = !canMeasure && "only Linux tells the most memory that a process had";

test("a recording of which every curve needs repairing is repaired within three times its size", {
  skip,
}, async (t) => {
  await phasesOf(t, [mixedUpRecording()], ({ page, until }) => ({
    repair: async () => {
      await page.keyboard.press("Shift+R");
      await until(() => !document.querySelector("[aria-label=Undo]").disabled);
      assert.match(await page.textContent("#panel-info"), /sorted by time/);
    },
  }));
});

test("optimizing to 0.05 mm, where most keys stay, takes no more than three times the file", {
  skip,
}, async (t) => {
  await phasesOf(t, [longRecording()], ({ page, until, state }) => ({
    "try to optimize": async () => {
      await page.click("#tab-edit");
      await page.getByLabel("Largest error allowed").fill("0");
      await page.waitForSelector(".saved");
      assert.match(await page.innerText("#panel-edit .bound"), /^0.05 mm/);
    },
    optimize: async () => {
      const { bytes } = await state();
      await page.click("button:text-is('Optimize')");
      await until((before) => window.reenact.state.bytes < before, bytes);
      t.diagnostic(`${((await state()).bytes / bytes).toFixed(2)} of the file stays`);
    },
  }));
});

test("two recordings are compared within three times their sizes", { skip }, async (t) => {
  await phasesOf(t, [longRecording(), mixedUpRecording()], ({ page, until, state }) => ({
    compare: async () => {
      await page.keyboard.press("PageUp");
      await page.keyboard.press("c");
      assert.equal((await state()).other, "mixed-up.bin");
      await until(() => window.reenact.state.compare === "done");
      await page.waitForFunction(() =>
        / – .*mm/.test(document.querySelector(".lane-detail:not(:empty)")?.textContent ?? ""),
      );
    },
  }));
});

test("undo keeps no more than three times the file, says what it lets go, and leads back to the original", {
  skip,
}, async (t) => {
  await phasesOf(t, [longRecording()], ({ page, state }) => {
    const canUndo = async () => !(await page.isDisabled("[aria-label=Undo]"));
    // Edits leave garbage that the browser collects later: only the memory that is kept counts.
    const collectGarbage = async () => {
      const debug = await page.context().newCDPSession(page);
      await debug.send("HeapProfiler.collectGarbage");
      await debug.detach();
    };
    const wrist = () => page.evaluate(() => window.reenact.joint("left", "Wrist"));
    return {
      "many edits": async () => {
        const before = await wrist();
        await page.click("#tab-edit");
        for (let n = 0; n < 11; n++) {
          await page.click("text=Swap left and right");
          await page.keyboard.press("m");
          await page.keyboard.press("Enter");
          await page.click("#tab-edit");
          await drawn(page);
          await collectGarbage();
        }
        assert.match(await page.innerText("body"), /Undo history shortened/);
        let steps = 0;
        for (; await canUndo(); steps++) await page.keyboard.press("Control+z");
        t.diagnostic(`${steps} steps of 22 are kept`);
        assert.ok(steps >= 3 && steps < 22, `${steps}`);
        await drawn(page);
        assert.deepEqual(await wrist(), before);
        assert.deepEqual((await state()).bytes, statSync(longRecording()).size);
      },
    };
  });
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
