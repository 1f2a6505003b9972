// Everyday gestures, and what the page says when something does not work.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import {
  address,
  choose,
  DIST,
  download,
  drawn,
  drop,
  reenact,
  served,
  temporary,
  testdata,
  visit,
} from "./harness.mjs";

/** Drops files or folders of the disk on the page, as a file manager does. */
async function dropPaths(page, paths) {
  const debug = await page.context().newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"])
    await debug.send("Input.dispatchDragEvent", { type, x: 400, y: 300, data });
  await debug.detach();
}

test("a double click on a marker renames it, and typing does not trigger shortcuts", async () => {
  const { page, state } = await visit("#demo&t=1");
  const [first] = await page.evaluate(() => window.reenact.markers);
  const lane = await page.locator(".flags canvas").boundingBox();
  const { from, to } = (await state()).visible;
  const x = lane.x + ((first.time_secs - from) / (to - from)) * lane.width;
  const shown = (await state()).shown;
  await page.mouse.dblclick(x + 2, lane.y + 12);
  await page.keyboard.type("big tag");
  await page.keyboard.press("Enter");
  const names = (await page.evaluate(() => window.reenact.markers)).map(({ name }) => name);
  assert.ok(names.includes("big tag"), `${names}`);
  assert.ok(!names.includes(first.name), `${names}`);
  assert.deepEqual((await state()).shown, shown);
  await page.close();
});

test("takes with MRTK's default names can be told apart in the list", async () => {
  const { page, until } = await visit("");
  const bytes = readFileSync(testdata("recordings/v11_real_2s_asset.bin"));
  const names = ["InputAnimation-20201118-101533.bin", "InputAnimation-20201118-101702.bin"];
  for (const name of names) await drop(page, name, bytes);
  await until((name) => window.reenact.state.file === name, names[1]);
  await page.keyboard.press("m");
  await page.keyboard.press("Enter");
  const rows = await page.locator(".file").evaluateAll((files) =>
    files.map((file) => {
      // What of the name is inside the visible part of the button.
      const { right } = file.getBoundingClientRect();
      const texts = document.createTreeWalker(file, NodeFilter.SHOW_TEXT);
      let seen = "";
      while (texts.nextNode()) {
        const { data, parentElement } = texts.currentNode;
        const box = parentElement.getBoundingClientRect();
        for (let i = 0; i < data.length; i++) {
          const range = document.createRange();
          range.setStart(texts.currentNode, i);
          range.setEnd(texts.currentNode, i + 1);
          if (range.getBoundingClientRect().right <= Math.min(box.right, right) + 0.5)
            seen += data[i];
        }
      }
      return seen;
    }),
  );
  assert.match(rows[0], /^In.*101533\.bin/);
  assert.match(rows[1], /^• In.*101702\.bin/);
  await page.close();
});

test("a link without its file says which one it wants, and shows its view once that is open", async () => {
  const { page, until, state } = await visit("#file=take+7.bin&t=1.25");
  const start = page.locator(".empty");
  assert.match(await start.innerText(), /This link shows take 7\.bin at 0:01\.250/);
  await drop(page, "take 7.bin", readFileSync(testdata("recordings/v11_real_2s_asset.bin")));
  await until(() => window.reenact.state.file === "take 7.bin");
  assert.equal((await state()).time, 1.25);
  // With another file, the page says so.
  await page.evaluate(() => {
    location.hash = "#file=missing.bin&t=0.5";
  });
  await page.waitForSelector("text=This link was made for missing.bin; take 7.bin is open");
  await page.close();
});

test("copying a link says for whom it does not work", async () => {
  const { page } = await visit("#demo&t=1");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.keyboard.press("y");
  await page.waitForSelector("text=/Link to 0:01.000 copied. It works on this machine only/");
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /#demo&t=1/);
  await page.close();
});

test("a salvaged recording keeps saying what was lost, also after an edit", async () => {
  const { page, until } = await visit("");
  const whole = readFileSync(testdata("recordings/v11_real_2s_lossless.bin"));
  await drop(page, "cut.bin", whole.subarray(0, 150_000));
  await page.click("text=Open the intact part");
  await until(() => window.reenact.state.file === "cut.bin");
  const card = page.locator(".card");
  assert.match(await card.innerText(), /cut\.bin is incomplete/);
  assert.match(await card.innerText(), /of 395 curves are complete.*lost:/s);
  assert.match(await page.innerText(".file-facts"), /incomplete/);
  await page.keyboard.press("m");
  await page.keyboard.press("Enter");
  await page.click("#tab-info");
  assert.match(await page.innerText("#panel-info"), /of 395 curves are complete.*lost:/s);
  await page.close();
});

test("list, info and Home agree about a recording with keys before 0", async () => {
  const { page, until, state } = await visit("");
  const path = testdata("recordings/v10_service_saved_late.bin");
  const info = JSON.parse(reenact(["info", "--json", path]));
  assert.ok(info.first_key_secs < 0);
  await choose(page, [path]);
  await until(() => window.reenact.state.file !== undefined);
  await page.keyboard.press("Home");
  const { time, duration, visible } = await state();
  assert.equal(time, info.start_secs);
  assert.equal(visible.from, info.start_secs);
  assert.equal(duration, info.duration_secs);
  assert.match(await page.innerText(".file-facts"), /^2 s/);
  const facts = await page.innerText("#panel-info .facts");
  assert.match(facts, /Length\s+2 s, from 0 s to 2 s\s/);
  assert.match(facts, /Keys before 0\s+from −11\.3 s, not played/);
  await page.close();
});

test("compressed recordings are opened, and damaged ones refused", async () => {
  const { page, until, problems } = await visit("");
  const path = testdata("recordings/v11_real_2s_asset.bin");
  const bytes = readFileSync(path);
  const zst = join(temporary, "b.bin.zst");
  execFileSync("python3", [
    "-c",
    // A frame of raw blocks by hand: no program for Zstandard is needed.
    `import sys,struct
data=open(sys.argv[1],"rb").read(); out=b"\\x28\\xb5\\x2f\\xfd"+bytes([0xA0])+struct.pack("<I",len(data))
for at in range(0,len(data),65536):
    part=data[at:at+65536]; out+=struct.pack("<I",(len(part)<<3)|(at+65536>=len(data)))[:3]+part
open(sys.argv[2],"wb").write(out)`,
    path,
    zst,
  ]);
  await drop(page, "a.bin.gz", gzipSync(bytes));
  await until(() => window.reenact.state.file === "a.bin.gz");
  const seen = await page.evaluate(() => window.reenact.state.bytes);
  assert.equal(seen, bytes.length);
  await choose(page, [zst]);
  await until(() => window.reenact.state.file === "b.bin.zst");
  assert.equal(await page.evaluate(() => window.reenact.state.bytes), bytes.length);
  // The worker reads it as well.
  await page.click("#tab-edit");
  await page.click("text=Preview");
  await page.waitForSelector(".saved");
  const saved = await download(page, () => page.keyboard.press("Control+s"));
  assert.equal(saved.name, "b.bin");
  assert.deepEqual(saved.bytes, bytes);
  await drop(page, "cut.bin.gz", gzipSync(bytes).subarray(0, 5000));
  await page.waitForSelector("text=the gzip data is damaged or truncated");
  assert.deepEqual(problems, []);
  await page.close();
});

test("a dropped folder lists its recordings and opens the first", async () => {
  const folder = join(temporary, "session");
  mkdirSync(join(folder, "later"), { recursive: true });
  for (const [from, to] of [
    ["v11_real_2s_asset", "take 10.bin"],
    ["v11_sub_camera", "take 9.bin"],
    ["v11_sub_camera", "later/take.bin"],
  ])
    copyFileSync(testdata(`recordings/${from}.bin`), join(folder, to));
  writeFileSync(join(folder, "notes.txt"), "not a recording");
  const none = join(temporary, "papers");
  mkdirSync(none, { recursive: true });
  const { page, until, problems } = await visit("");
  await dropPaths(page, [folder]);
  await until(() => window.reenact.state.file === "take.bin");
  assert.deepEqual(await page.locator(".file-name").allInnerTexts(), [
    "take.bin",
    "take 9.bin",
    "take 10.bin",
  ]);
  await page.click("text=take 10.bin");
  await until(() => window.reenact.state.file === "take 10.bin");
  await dropPaths(page, [none]);
  await page.waitForSelector("text=No recording in papers");
  assert.deepEqual(problems, []);
  await page.close();
});

test("in and out belong to their recording: another one is neither trimmed by them nor clears them", async () => {
  const { page, until, state } = await visit("#demo&range=4,6&t=5");
  const long = (await state()).bytes;
  await choose(page, [testdata("recordings/v11_real_2s_asset.bin")]);
  await until(() => window.reenact.state.file === "v11_real_2s_asset.bin");
  const { bytes, range } = await state();
  assert.equal(range, undefined);
  await page.keyboard.press("Shift+T");
  assert.equal((await state()).bytes, bytes, "nothing is trimmed");
  await page.keyboard.press("Home");
  await page.keyboard.press("i");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("o");
  assert.deepEqual((await state()).range, { from: 0, to: 1 });
  await page.keyboard.press("PageUp");
  assert.deepEqual((await state()).range, { from: 4, to: 6 });
  await page.keyboard.press("Shift+T");
  await until((before) => window.reenact.state.bytes < before, long);
  // Undone after a look at the other one, both are as they were.
  await page.keyboard.press("PageDown");
  assert.deepEqual((await state()).range, { from: 0, to: 1 });
  await page.keyboard.press("PageUp");
  await page.keyboard.press("Control+z");
  assert.equal((await state()).bytes, long);
  assert.deepEqual((await state()).range, { from: 4, to: 6 });
  await page.close();
});

/** Number of frames of a WebM file, its duration and size, as the browser's own decoder finds them. */
function played(page, bytes, type = "video/webm") {
  return page.evaluate(
    async ([base64, type]) => {
      const blob = await (await fetch(`data:${type};base64,${base64}`)).blob();
      const video = document.createElement("video");
      video.muted = true;
      video.src = URL.createObjectURL(blob);
      document.body.append(video);
      await new Promise((done, fail) => {
        video.onloadeddata = done;
        video.onerror = () => fail(new Error(video.error?.message));
      });
      const { duration, videoWidth: width, videoHeight: height } = video;
      // Each seek decodes a picture: the last one is there, and differs from the first.
      const canvas = document.createElement("canvas");
      Object.assign(canvas, { width, height });
      const context = canvas.getContext("2d", { willReadFrequently: true });
      const at = async (time) => {
        video.currentTime = time;
        await new Promise((done) => video.requestVideoFrameCallback(done));
        context.drawImage(video, 0, 0);
        return context.getImageData(0, 0, width, height).data;
      };
      const [first, last] = [await at(0.2), await at(duration - 0.01)];
      const changed = first.filter((value, i) => Math.abs(value - last[i]) > 12).length;
      video.remove();
      return { duration, width, height, changed };
    },
    [bytes.toString("base64"), type],
  );
}

/** Blocks of a WebM file: one for each frame, with its time in milliseconds. */
function blocksOf(bytes) {
  const times = [];
  const walk = (from, to, cluster) => {
    let at = from;
    while (at < to) {
      const idLength = Math.clz32(bytes[at]) - 23;
      const id = bytes.readUIntBE(at, idLength);
      at += idLength;
      const size = Number(bytes.readBigUInt64BE(at) & 0xffffffffffffffn);
      at += 8;
      if (id === 0x18538067) walk(at, at + size);
      if (id === 0x1f43b675) walk(at, at + size, Number(bytes.readBigUInt64BE(at + 9)));
      if (id === 0xa3) times.push(cluster + bytes.readInt16BE(at + 1));
      at += size;
    }
  };
  walk(0, bytes.length);
  return times;
}

test("a film has every frame of in to out, however slow the machine is", async () => {
  const { page, problems, state } = await visit("#demo&t=6&range=6,7.5");
  await page.keyboard.press("v");
  const dialog = page.locator("dialog.film");
  await dialog.getByLabel("Format").selectOption("webm");
  await dialog.getByLabel("Size").selectOption("480 360");
  await dialog.getByLabel("Frames per second").selectOption("30");
  assert.match(await dialog.innerText(), /In to out: 1\.5 s, 46 frames/);
  const film = await download(page, () => dialog.getByText("Save film").click());
  assert.equal(film.name, "demo.webm");
  const times = blocksOf(film.bytes);
  assert.deepEqual(
    times,
    Array.from({ length: 46 }, (_, i) => Math.round((i * 1000) / 30)),
  );
  const { duration, width, height, changed } = await played(page, film.bytes);
  assert.ok(Math.abs(duration - 46 / 30) < 0.002, `${duration} s`);
  assert.deepEqual([width, height], [480, 360]);
  assert.ok(changed > 30, `${changed} values of the last picture differ from the first`);
  await dialog.waitFor({ state: "hidden" });
  assert.equal((await state()).time, 6);
  const { width: onScreen } = await page.locator(".scene canvas").boundingBox();
  assert.equal(await page.locator(".scene canvas").evaluate((canvas) => canvas.width), onScreen);
  assert.deepEqual(problems, []);
  await page.close();
});

test("an MP4 video has every frame where the browser encodes H.264; elsewhere the dialog says that it does not", async (t) => {
  const { page, problems } = await visit("#demo&t=6&range=6,7");
  await page.keyboard.press("v");
  const dialog = page.locator("dialog.film");
  const chosen = dialog.getByLabel("Format");
  await page.waitForFunction(
    () => !document.querySelector("dialog.film select").selectedOptions[0].disabled,
  );
  await page.waitForTimeout(500);
  const option = chosen.locator("option[value=mp4]");
  if (await option.isDisabled()) {
    t.diagnostic("this browser has no encoder for H.264");
    assert.match(await option.innerText(), /not in this browser/);
    assert.equal(await chosen.inputValue(), "webm");
    await page.close();
    return;
  }
  await chosen.selectOption("mp4");
  await dialog.getByLabel("Size").selectOption("480 360");
  await dialog.getByLabel("Frames per second").selectOption("30");
  const film = await download(page, () => dialog.getByText("Save film").click());
  assert.equal(film.name, "demo.mp4");
  const at = film.bytes.indexOf("stsz");
  assert.equal(film.bytes.readUInt32BE(at + 12), 31, "frames");
  const { duration, width, height, changed } = await played(page, film.bytes, "video/mp4");
  assert.ok(Math.abs(duration - 31 / 30) < 0.002, `${duration} s`);
  assert.deepEqual([width, height], [480, 360]);
  assert.ok(changed > 30, `${changed} values of the last picture differ from the first`);
  assert.deepEqual(problems, []);
  await page.close();
});

test("films are saved as GIF and as PNG files, and can be cancelled", async () => {
  const { page, problems } = await visit("#demo&t=6&range=6,6.5");
  const dialog = page.locator("dialog.film");
  const save = async (format, rate) => {
    await page.keyboard.press("v");
    await dialog.getByLabel("Format").selectOption(format);
    await dialog.getByLabel("Size").selectOption("480 360");
    await dialog.getByLabel("Frames per second").selectOption(rate);
    const film = await download(page, () => dialog.getByText("Save film").click());
    await dialog.waitFor({ state: "hidden" });
    return film;
  };
  const gif = await save("gif", "20");
  assert.equal(gif.bytes.toString("latin1", 0, 6), "GIF89a");
  const seen = await page.evaluate(async (base64) => {
    const data = await (await fetch(`data:image/gif;base64,${base64}`)).arrayBuffer();
    const decoder = new ImageDecoder({ data, type: "image/gif" });
    await decoder.tracks.ready;
    await decoder.completed;
    const { frameCount } = decoder.tracks.selectedTrack;
    const { image } = await decoder.decode({ frameIndex: frameCount - 1 });
    return { frameCount, width: image.displayWidth, durationMs: image.duration / 1000 };
  }, gif.bytes.toString("base64"));
  assert.deepEqual(seen, { frameCount: 11, width: 480, durationMs: 50 });
  const zip = await save("png", "10");
  const names = JSON.parse(
    execFileSync("python3", [
      "-c",
      "import sys,json,zipfile;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is None;print(json.dumps([[n,z.read(n)[1:4].decode()] for n in z.namelist()]))",
      zip.path,
    ]).toString(),
  );
  assert.deepEqual(
    names,
    Array.from({ length: 6 }, (_, i) => [`00000${i}.png`, "PNG"]),
  );
  let saved = false;
  page.on("download", () => {
    saved = true;
  });
  await page.keyboard.press("v");
  await dialog.getByLabel("Format").selectOption("png");
  await dialog.getByLabel("Size").selectOption("1920 1080");
  await dialog.getByLabel("Frames per second").selectOption("60");
  await dialog.getByText("Save film").click();
  await dialog.getByText("Cancel").click();
  await page.waitForFunction(() => window.reenact.state.time === 6);
  await dialog.getByText("Save film").waitFor({ state: "hidden" });
  assert.equal(saved, false);
  assert.deepEqual(problems, []);
  await page.close();
});

test("two fingers zoom the timeline around what they touch, and do not scrub", async () => {
  const { page, state } = await visit("#demo&t=2", { hasTouch: true });
  const lane = await page.locator(".lane.plot canvas").first().boundingBox();
  const debug = await page.context().newCDPSession(page);
  const touch = (type, ...xs) =>
    debug.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: xs.map((x, id) => ({ x: lane.x + x, y: lane.y + 30, id })),
    });
  const { from, to } = (await state()).visible;
  const timeAt = (x, visible) => visible.from + (x / lane.width) * (visible.to - visible.from);
  const [a, b] = [0.4, 0.6].map((part) => part * lane.width);
  await touch("touchStart", a);
  await touch("touchStart", a, b);
  await touch("touchMove", a - 80, b + 80);
  await touch("touchEnd");
  await drawn(page);
  const after = await state();
  assert.ok(
    after.visible.to - after.visible.from < 0.7 * (to - from),
    JSON.stringify(after.visible),
  );
  for (const [x, moved] of [
    [a, a - 80],
    [b, b + 80],
  ])
    assert.ok(Math.abs(timeAt(moved, after.visible) - timeAt(x, { from, to })) < 0.05);
  assert.equal(after.time, 2);
  await page.close();
});

test("on a touch screen, controls are large enough for a finger", async () => {
  for (const [width, height] of [
    [1024, 768],
    [412, 860],
  ]) {
    const { page } = await visit("#demo&t=2&range=1,3", {
      width,
      height,
      hasTouch: true,
      isMobile: true,
    });
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("button, select, input:not([type=checkbox]), label.check")]
        .filter((element) => element.checkVisibility())
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width < 44 || box.height < 44)
        .map(
          ({ element, box }) =>
            `${element.ariaLabel ?? element.textContent} ${box.width}×${box.height}`,
        ),
    );
    assert.deepEqual(small, [], `${width} × ${height}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `the page is ${wide} wide`);
    const scene = await page.locator(".scene canvas").boundingBox();
    assert.ok(scene.height > 200, `the scene is ${scene.height} high`);
    await page.close();
  }
});

test("a server that was stopped is named as the cause, with what to do", async () => {
  const index = readFileSync(join(DIST, "index.html"), "utf8");
  const list = '<meta name="reenact-recordings" content="recordings.json">';
  served.set("stopped.html", index.replace("<!--SERVED-->", list));
  served.set(
    "recordings.json",
    JSON.stringify([
      { name: "a.bin", url: "files/a" },
      { name: "b.bin", url: "files/b" },
    ]),
  );
  served.set("files/a", readFileSync(testdata("recordings/v11_real_2s_asset.bin")));
  const { page } = await visit("stopped.html");
  await page.route(`${address()}files/b`, (route) => route.abort("connectionrefused"));
  await page.click("text=/^b.bin$/");
  const card = page.locator("[role=alert]");
  await card.waitFor();
  assert.match(await card.innerText(), /the server of this page does not answer/);
  assert.match(await card.innerText(), /If `reenact view` was stopped, start it again/);
  served.clear();
  await page.close();
});

test("while something is dragged over the start page, nothing shines through", async () => {
  const { page } = await visit("");
  await page.dispatchEvent("body", "dragenter");
  assert.ok(await page.locator(".veil").isVisible());
  assert.ok(await page.locator(".drop-zone h1").isHidden());
  await page.dispatchEvent("body", "dragleave");
  assert.ok(await page.locator(".drop-zone h1").isVisible());
  await page.close();
});

test("the error of one file does not cover the recording of another", async () => {
  const { page, until } = await visit("");
  await drop(page, "notes.bin", Buffer.from("these are no hands"));
  await drop(page, "good.bin", readFileSync(testdata("recordings/v11_real_2s_asset.bin")));
  await until(() => window.reenact.state.file === "good.bin");
  const [card, scene] = await Promise.all(
    [".card", ".scene canvas"].map((what) => page.locator(what).boundingBox()),
  );
  assert.ok(card.y + card.height <= scene.y, JSON.stringify([card, scene]));
  await page.close();
});

test("display options that the recording has no data for are off and cannot be chosen", async () => {
  const { page, until } = await visit("");
  await choose(page, [testdata("recordings/v11_sub_camera.bin")]);
  await until(() => window.reenact.state.file !== undefined);
  for (const [name, isThere] of [
    ["Gaze", false],
    ["Hand mesh", false],
    ["Head", true],
  ]) {
    const box = page.getByLabel(name, { exact: true });
    assert.equal(await box.isChecked(), isThere, name);
    assert.equal(await box.isEnabled(), isThere, name);
  }
  await choose(page, [testdata("recordings/v11_real_2s_asset.bin")]);
  await until(() => window.reenact.state.file === "v11_real_2s_asset.bin");
  assert.ok(await page.getByLabel("Gaze", { exact: true }).isChecked());
  await page.close();
});

test("an edited recording is not saved under the name of the original", async () => {
  const { page } = await visit("#demo&t=6");
  await page.keyboard.press("m");
  await page.keyboard.press("Enter");
  const saved = await download(page, () => page.keyboard.press("Control+s"));
  assert.equal(saved.name, "demo-edited.bin");
  await page.keyboard.press("Control+z");
  const original = await download(page, () => page.keyboard.press("Control+s"));
  assert.equal(original.name, "demo.bin");
  await page.close();
});

test("a frame step is as long as a frame of the recording", async () => {
  const path = join(temporary, "thirty.bin");
  reenact(["make", "--seconds", "4", "--rate", "30", "--output", path]);
  const { page, until, state } = await visit("");
  await choose(page, [path]);
  await until(() => window.reenact.state.doctor === "done");
  await page.keyboard.press("ArrowRight");
  assert.ok(Math.abs((await state()).time - 1 / 30) < 1e-3, `${(await state()).time}`);
  await page.close();
});

test("a lost graphics context is reported until it is back", async () => {
  const { page } = await visit("#demo&t=6.3");
  const note = page.locator(".scene-note");
  await page.evaluate(() => {
    const gl = document.querySelector(".scene canvas").getContext("webgl2");
    window.loss = gl.getExtension("WEBGL_lose_context");
    window.loss.loseContext();
  });
  await note.waitFor();
  assert.match(await note.innerText(), /graphics context was lost.*reload the page/s);
  await page.evaluate(() => window.loss.restoreContext());
  await note.waitFor({ state: "hidden" });
  await page.close();
});
