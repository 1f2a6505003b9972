// Good files, bad files and huge ones.

import assert from "node:assert/strict";
import {
  closeSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  choose,
  DIST,
  drawn,
  drop,
  longRecording,
  served,
  temporary,
  testdata,
  visit,
} from "./harness.mjs";

test("a file that is dropped is shown", async () => {
  const { page, problems, until, state } = await visit("");
  await drop(page, "mine.bin", readFileSync(testdata("recordings/v11_real_2s_asset.bin")));
  await until(() => window.reenact.state.file === "mine.bin");
  assert.ok(Math.abs((await state()).duration - 1.6) < 0.01);
  assert.deepEqual(problems, []);
  await page.close();
});

test("a bad file says what is wrong and where, and what was open stays open", async () => {
  const { page, problems, until, state } = await visit("#demo&t=1");
  await drop(page, "notes.bin", Buffer.from("these are no hands"));
  const card = page.locator("[role=alert]");
  await card.waitFor();
  assert.match(await card.innerText(), /notes\.bin cannot be opened\s+not an MRTK input animation/);
  assert.equal(
    await card.locator("text=Open the intact part").count(),
    0,
    "there is nothing to save",
  );
  await card.locator("[aria-label=Dismiss]").click();
  assert.equal(await card.count(), 0);
  assert.equal((await state()).file, "demo.bin");

  const whole = readFileSync(testdata("recordings/v11_real_2s_lossless.bin"));
  await drop(page, "cut.bin", whole.subarray(0, 150_000));
  await card.waitFor();
  assert.match(await card.innerText(), /at byte \d+: \d+ bytes needed, \d+ left/);
  assert.match(await card.innerText(), /\d+ of \d+ curves are complete, [\d,]+ keys recovered/);
  await card.locator("text=Open the intact part").click();
  await until(() => window.reenact.state.file === "cut.bin");
  await page.keyboard.press("Space");
  await until(() => window.reenact.state.time > 0.1);
  assert.deepEqual(problems, []);
  await page.close();
});

test("two files of one name are told apart, and an edited one that is closed can be had back", async () => {
  const { page, until, state } = await visit("#demo");
  for (const name of ["v11_real_2s_asset", "v11_sub_camera"])
    await drop(page, "take.bin", readFileSync(testdata(`recordings/${name}.bin`)));
  await until(() => window.reenact.state.file === "take (2).bin");
  await page.keyboard.press("m");
  await page.keyboard.type("mine");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Shift+X");
  assert.equal((await state()).file, "take.bin");
  await page.click("text=Reopen");
  assert.equal((await state()).file, "take (2).bin");
  assert.ok(
    (await page.evaluate(() => window.reenact.markers)).some(({ name }) => name === "mine"),
  );
  for (let i = 0; i < 2; i++) await page.keyboard.press("Control+z");
  // What has nothing to lose is closed without a word.
  await page.keyboard.press("Shift+X");
  assert.equal((await state()).file, "take.bin");
  assert.equal(await page.locator("text=Reopen").count(), 0);
  await page.close();
});

test("however many bad files are dropped, they do not cover what one plays with", async () => {
  const { page } = await visit("#demo", { width: 1024, height: 768 });
  for (let i = 0; i < 5; i++) await drop(page, `bad-${i}.bin`, Buffer.from("these are no hands"));
  await page.waitForFunction(() => document.querySelectorAll("[role=alert]").length === 5);
  for (const label of ["Play", "Loop", "Set in point"])
    await page.click(`[aria-label='${label}']`, { timeout: 5000 });
  await page.close();
});

test("an empty file is refused like any other", async () => {
  const { page } = await visit("");
  await drop(page, "nothing.bin", Buffer.alloc(0));
  const card = page.locator("[role=alert]");
  await card.waitFor();
  assert.match(await card.innerText(), /nothing\.bin cannot be opened/);
  await page.click("text=Open the demo");
  await page.waitForFunction(() => window.reenact.state.file === "demo.bin");
  await page.close();
});

test("five minutes of hands are on screen soon after their bytes are there", async (t) => {
  const path = longRecording();
  const { page, until } = await visit("");
  await choose(page, [path]);
  await until(() => window.reenact.state.file === "long.bin");
  await drawn(page);
  const { openedMs, drawCalls } = await page.evaluate(() => window.reenact.state);
  t.diagnostic(
    `${statSync(path).size} bytes were on screen after ${Math.round(openedMs)} ms, ${drawCalls} draw calls`,
  );
  // Software rendering on a busy machine: the promise is one second, this only keeps it from getting lost.
  assert.ok(openedMs < 8000, `${openedMs} ms`);
  await page.close();
});

/** A recording of the head alone, as long as wanted: seven curves, their keys sixty a second. */
function writeHuge(path, bytes) {
  const keys = Math.floor(bytes / 7 / 8);
  const file = openSync(path, "w");
  const head = Buffer.alloc(19);
  Buffer.from("c6429e0f6eaf8f6a", "hex").copy(head);
  head.writeInt32LE(1, 8);
  head.writeInt32LE(1, 12);
  head[16] = 1;
  writeSync(file, head);
  const values = [0.1, 1.6, 0.2, 0, 0, 0, 1];
  const chunk = new Float32Array(2 << 20);
  for (const value of values) {
    const start = Buffer.alloc(12);
    start.writeInt32LE(8, 0);
    start.writeInt32LE(8, 4);
    start.writeInt32LE(keys, 8);
    writeSync(file, start);
    for (let first = 0; first < keys; first += chunk.length / 2) {
      const count = Math.min(chunk.length / 2, keys - first);
      for (let i = 0; i < count; i++) {
        chunk[2 * i] = (first + i) / 60;
        chunk[2 * i + 1] = value;
      }
      writeSync(file, chunk, 0, count * 8);
    }
  }
  writeSync(file, Buffer.alloc(4));
  closeSync(file);
}

test("a file of a gigabyte does not crash the tab", async (t) => {
  const path = join(temporary, "huge.bin");
  writeHuge(path, 1e9);
  const { page, problems, until, state } = await visit("");
  const start = Date.now();
  await choose(page, [path]);
  await until(
    () => window.reenact.state.file === "huge.bin" || document.querySelector("[role=alert]"),
  );
  t.diagnostic(`opened after ${Date.now() - start} ms`);
  assert.equal((await state()).file, "huge.bin");
  assert.equal((await state()).doctor, "asks", "the doctor waits to be asked");
  await page.keyboard.press("End");
  await drawn(page);
  const { shown, expected } = await page.evaluate(() => ({
    shown: window.reenact.shownFrame.slice(0, 3),
    expected: window.reenact.frameAt(window.reenact.state.time).slice(0, 3),
  }));
  assert.deepEqual(shown, expected);
  assert.ok(shown.every(Number.isFinite));
  assert.deepEqual(problems, []);
  await page.close();
});

test("a file that no page can hold is refused before it is read", async () => {
  const path = join(temporary, "endless.bin");
  writeFileSync(path, "");
  // Sparse: it takes no room on the disk, and would take long to read.
  truncateSync(path, 5e9);
  const { page } = await visit("#demo&t=1");
  await choose(page, [path]);
  const card = page.locator("[role=alert]");
  await card.waitFor();
  assert.match(
    await card.innerText(),
    /a file of 5000000000 bytes: a page holds no more than 2 GB/,
  );
  assert.match(await card.innerText(), /reenact trim/);
  assert.equal((await page.evaluate(() => window.reenact.state)).file, "demo.bin");
  await page.close();
});

test("files that the server offers are listed, and opened when they are chosen", async () => {
  const index = readFileSync(join(DIST, "index.html"), "utf8");
  assert.equal(index.split("<!--SERVED-->").length, 2);
  served.set(
    "view.html",
    index.replace("<!--SERVED-->", '<meta name="reenact-recordings" content="recordings.json">'),
  );
  served.set(
    "recordings.json",
    JSON.stringify([
      { name: "a.bin", url: "files/0" },
      { name: "b.bin", url: "files/1" },
      { name: "b.bin", url: "files/0" },
    ]),
  );
  served.set("files/0", readFileSync(testdata("recordings/v11_real_2s_asset.bin")));
  served.set("files/1", readFileSync(testdata("recordings/v11_sub_camera.bin")));
  // Two that were named together are compared with one key, whether the second was opened or not.
  const compared = await visit("view.html");
  await compared.page.keyboard.press("c");
  await compared.until(() => window.reenact.state.other === "b.bin");
  assert.equal((await compared.state()).file, "a.bin");
  await compared.page.keyboard.press("PageDown");
  await compared.page.keyboard.press("PageDown");
  await compared.until(() => window.reenact.state.file === "b (2).bin");
  await compared.page.close();

  const { page, problems, until, state } = await visit("view.html");
  assert.equal((await state()).file, "a.bin");
  await page.click("text=/^b.bin$/");
  await until(() => window.reenact.state.file === "b.bin");
  await page.keyboard.press("PageUp");
  assert.equal((await state()).file, "a.bin");
  // A link to one that nobody has opened yet opens it; the second of one name has a name of its own.
  await page.evaluate(() => {
    location.hash = "#file=b+(2).bin&t=1";
  });
  await until(() => window.reenact.state.file === "b (2).bin");
  assert.equal((await state()).time, 1);
  assert.deepEqual(problems, []);
  served.clear();
  await page.close();
});
