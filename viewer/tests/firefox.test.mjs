// The page in Firefox: open, play, scrub, edit, compare, export. Firefox draws with WebGL only on a display, so one is made.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import puppeteer from "puppeteer-core";
import { address, reenact, startServer, stop, temporary, testdata } from "./harness.mjs";

const FIREFOX = process.env.REENACT_FIREFOX ?? "/usr/bin/firefox-esr";
const XVFB = process.env.REENACT_XVFB ?? "Xvfb";
const DOWNLOADS = join(temporary, "downloads");
const SLOW_MS = 60_000;

let display;
let browser;

/** A display that shows nothing; its name. */
function virtualDisplay() {
  display = spawn(XVFB, ["-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  return new Promise((done, fail) => {
    display.on("error", fail);
    display.on("exit", () => fail(new Error(`${XVFB} ended`)));
    display.stdout.once("data", (number) => done(`:${String(number).trim()}`));
  });
}

before(async () => {
  mkdirSync(DOWNLOADS, { recursive: true });
  await startServer();
  browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: FIREFOX,
    headless: false,
    env: { ...process.env, DISPLAY: await virtualDisplay(), LIBGL_ALWAYS_SOFTWARE: "1" },
    defaultViewport: { width: 1024, height: 640 },
    extraPrefsFirefox: {
      "webgl.force-enabled": true,
      "ui.prefersReducedMotion": 1,
      "browser.download.folderList": 2,
      "browser.download.dir": DOWNLOADS,
      "browser.download.useDownloadDir": true,
      "browser.download.alwaysOpenPanel": false,
    },
  });
});

after(async () => {
  await browser?.close();
  display?.removeAllListeners("exit");
  display?.kill();
  await stop();
});

/** The page, ready, with what went wrong in it. */
async function visit(where) {
  const page = await browser.newPage();
  page.setDefaultTimeout(SLOW_MS);
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await page.goto(address() + where);
  await page.waitForSelector("html[data-ready=true]");
  const state = () => page.evaluate(() => window.reenact.state);
  /** Waits for a condition. Puppeteer's own way is forbidden by the page's policy. */
  const until = async (condition) => {
    for (const end = Date.now() + SLOW_MS; Date.now() < end; ) {
      if (await page.evaluate(condition)) return;
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`${condition} did not come true: ${JSON.stringify(await state())}`);
  };
  return { page, problems, state, until };
}

async function drop(page, name, bytes) {
  await page.evaluate(
    async (name, base64) => {
      const answer = await fetch(`data:application/octet-stream;base64,${base64}`);
      const transfer = new DataTransfer();
      transfer.items.add(new File([await answer.blob()], name));
      document.body.dispatchEvent(
        new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }),
      );
    },
    name,
    bytes.toString("base64"),
  );
}

/** The file that an action saves. */
async function download(act, name) {
  await act();
  const path = join(DOWNLOADS, name);
  for (const end = Date.now() + 4 * SLOW_MS; Date.now() < end; ) {
    const names = readdirSync(DOWNLOADS);
    // While it is written, it has another name or no bytes.
    const isDone = names.includes(name) && !names.some((other) => other.endsWith(".part"));
    if (isDone && statSync(path).size > 0) return { path, bytes: readFileSync(path) };
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error(`${name} was not saved: ${readdirSync(DOWNLOADS)}`);
}

/** Number of pixels of the scene in the colours of the hands. */
async function handPixels(page) {
  const picture = await page.screenshot({ encoding: "base64" });
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const scene = document.querySelector(".scene canvas").getBoundingClientRect();
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: image.width, height: image.height });
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(scene.x, scene.y, scene.width, scene.height);
    const found = { left: 0, right: 0 };
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 2] > data[i] + 50) found.left += 1;
      if (data[i] > data[i + 2] + 50) found.right += 1;
    }
    return found;
  }, picture);
}

test("the demo opens in Firefox with both hands, plays and is scrubbed", async (t) => {
  const { page, problems, state, until } = await visit("#demo&t=6.3&show=skin");
  t.diagnostic(await browser.version());
  await until(() => window.reenact.state.drawCalls > 0);
  const { left, right } = await handPixels(page);
  assert.ok(left > 400 && right > 400, `${left} and ${right} pixels`);
  await page.keyboard.press("k");
  await until(() => window.reenact.state.time > 6.6);
  await page.keyboard.press("k");
  assert.equal((await state()).isPlaying, false);
  const ruler = await (await page.$(".ruler canvas")).boundingBox();
  const { duration } = await state();
  await page.mouse.move(ruler.x + ruler.width * 0.25, ruler.y + 10);
  await page.mouse.down();
  await page.mouse.move(ruler.x + ruler.width * 0.5, ruler.y + 10, { steps: 4 });
  await page.mouse.up();
  assert.ok(Math.abs((await state()).time - duration / 2) < 0.1);
  assert.deepEqual(problems, []);
  await page.close();
});

test("a recording is dropped, edited, undone and saved in Firefox, and the command reads it", async () => {
  const { page, problems, state, until } = await visit("");
  await drop(page, "take.bin", readFileSync(testdata("recordings/v11_real_2s_lossless.bin")));
  await until(() => window.reenact.state.file === "take.bin");
  await page.keyboard.press("m");
  await page.keyboard.type("in Firefox");
  await page.keyboard.press("Enter");
  const names = () => page.evaluate(() => window.reenact.markers.map(({ name }) => name));
  assert.ok((await names()).includes("in Firefox"));
  const command = async (key) => {
    await page.keyboard.down("Control");
    await page.keyboard.press(key);
    await page.keyboard.up("Control");
  };
  const saved = await download(() => command("s"), "take-edited.bin");
  const { markers } = JSON.parse(reenact(["info", "--json", saved.path]));
  assert.deepEqual(
    markers.map(({ name }) => name),
    await names(),
  );
  // The name, then the marker.
  await command("z");
  await command("z");
  assert.ok(!(await names()).includes("in Firefox"));
  // The worker runs, too.
  const save = async (format) => {
    await page.click("[aria-label=Export]");
    await page.evaluate((label) => {
      const items = [...document.querySelectorAll("[role=menuitem]")];
      items.find((item) => item.textContent.includes(label)).click();
    }, `Save as .${format}`);
  };
  const glb = await download(() => save("glb"), "take.glb");
  assert.equal(glb.bytes.toString("latin1", 0, 4), "glTF");
  assert.equal(glb.bytes.readUInt32LE(8), glb.bytes.length);
  await until(() => !window.reenact.state.isWorking);
  await page.keyboard.press("F");
  assert.equal((await state()).file, "take.bin");
  assert.deepEqual(problems, []);
  await page.close();
});

test("samples are compared in Firefox, and a film is saved", async () => {
  const { page, problems, until } = await visit("#demo&t=6&range=6,6.4");
  await page.keyboard.press("v");
  await page.waitForSelector("dialog.film[open]");
  const formats = await page.evaluate(() =>
    [...document.querySelectorAll("dialog.film select")[0].options].map(({ value }) => value),
  );
  assert.deepEqual(formats, ["mp4", "webm", "gif", "png"]);
  await until(() => !document.querySelector("dialog.film select").selectedOptions[0].disabled);
  await page.evaluate(() => {
    const [format, size, rate] = document.querySelectorAll("dialog.film select");
    for (const [select, value] of [
      [format, "webm"],
      [size, "480 360"],
      [rate, "10"],
    ]) {
      select.value = value;
      select.dispatchEvent(new Event("change"));
    }
  });
  const film = await download(
    () =>
      page.evaluate(() => {
        const buttons = [...document.querySelectorAll("dialog.film button")];
        buttons.find(({ textContent }) => textContent === "Save film").click();
      }),
    "demo.webm",
  );
  assert.equal(film.bytes.readUInt32BE(0), 0x1a45dfa3);
  await page.close();

  const compared = await visit("#demo&t=6&compare=demo-hololens2.bin");
  await compared.until(() => window.reenact.state.compare === "done");
  assert.deepEqual([problems, compared.problems], [[], []]);
  await compared.page.close();
});
