// Links, pictures, and the page as one file.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { choose, DIST, download, drawn, temporary, testdata, visit } from "./harness.mjs";
import { pixels } from "./png.mjs";

test("a link shows what its sender saw: time, camera, view", async () => {
  const { page } = await visit("#demo&t=7.25");
  for (const key of ["Alt+ArrowLeft", "Alt+ArrowLeft", "ArrowUp", "g", "t"])
    await page.keyboard.press(key);
  await page.selectOption("[aria-label='Seconds between ghosts']", "0.5");
  await page.locator("body").press("+");
  await page.keyboard.press("p");
  await page.keyboard.type("gaze head");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await drawn(page);
  const sent = await page.evaluate(() => ({
    link: window.reenact.link,
    state: window.reenact.state,
    wrist: window.reenact.project("right", "Wrist"),
  }));
  // The address says the same, once it had the time to.
  await page.waitForFunction((link) => location.href === link, sent.link);
  await page.close();

  const other = await visit("", { url: sent.link });
  await drawn(other.page);
  const got = await other.page.evaluate(() => ({
    state: window.reenact.state,
    wrist: window.reenact.project("right", "Wrist"),
  }));
  for (const field of ["time", "shown", "plots", "trails", "range", "file"])
    assert.deepEqual(got.state[field], sent.state[field], field);
  assert.equal(
    await other.page.locator("[aria-label='Seconds between ghosts']").inputValue(),
    "0.5",
  );
  assert.ok(got.state.visible.to - got.state.visible.from < 12, "looked at as closely");
  for (const end of ["from", "to"])
    assert.ok(Math.abs(got.state.visible[end] - sent.state.visible[end]) < 1e-3, end);
  assert.ok(
    Math.hypot(got.wrist.x - sent.wrist.x, got.wrist.y - sent.wrist.y) < 2,
    JSON.stringify([got.wrist, sent.wrist]),
  );
  // An address that is typed in by hand is followed, too, and nonsense in it does no harm.
  await other.page.evaluate(() => {
    location.hash =
      "#demo&t=3&camera=sideways&from=1,2&range=9,1&show=head,trails,toString&trails=top.IndexTip,left.Nose&plots=no.such.thing&as=7";
  });
  await other.page.waitForFunction(() => window.reenact.state.time === 3);
  assert.deepEqual((await other.state()).shown, ["head", "trails"]);
  await drawn(other.page);
  assert.deepEqual(other.problems, []);
  await other.page.close();
});

test("a link that is followed just when the address is about to be written is not lost", async () => {
  const { page, until } = await visit("#demo");
  await until(() => location.hash.includes("&t="));
  // The page waits before it writes; this is the end of its wait, whenever we like.
  await page.evaluate(() => {
    const later = window.setTimeout;
    window.setTimeout = (work, ...rest) => {
      window.due = work;
      return later(work, ...rest);
    };
  });
  await page.keyboard.press("ArrowRight");
  await until(() => window.due !== undefined);
  await page.evaluate(() => {
    location.hash = "#demo&t=7.25";
    window.due();
  });
  await until(() => window.reenact.state.time === 7.25);
  await page.close();
});

test("a screenshot is a picture with the labels of the hands", async () => {
  const { page } = await visit("#demo&t=6");
  const picture = await download(page, () => page.keyboard.press("s"));
  assert.equal(picture.bytes.toString("latin1", 1, 4), "PNG");
  assert.match(picture.name, /^demo-6\.00\.png$/);
  const { width, height } = await page.locator(".scene canvas").boundingBox();
  assert.ok(Math.abs(picture.bytes.readUInt32BE(16) - width) <= 1);
  assert.ok(Math.abs(picture.bytes.readUInt32BE(20) - height) <= 1);
  // The picture says which hand is which: the word's own colour is where the word is on screen.
  const [word, scene] = await Promise.all(
    [".hand-name.left", ".scene canvas"].map((what) => page.locator(what).first().boundingBox()),
  );
  const at = pixels(picture.bytes);
  const isWord = ([r, g, b]) => Math.hypot(r - 0x4b, g - 0x9c, b - 0xf5) < 40;
  let inked = 0;
  for (let x = word.x; x < word.x + word.width; x++)
    for (let y = word.y; y < word.y + word.height; y++)
      if (isWord(at(x - scene.x, y - scene.y))) inked++;
  assert.ok(inked > 20, `${inked} pixels of the word`);
  await page.close();
});

for (const encoding of ["gzip", "none"]) {
  test(`the page as one file works from a disk, with a recording inside (${encoding})`, async () => {
    const single = readFileSync(join(DIST, "single.html"), "utf8");
    assert.equal(single.split("<!--RECORDINGS-->").length, 2);
    const bytes = readFileSync(testdata("recordings/v11_real_2s_asset.bin"));
    const data = (encoding === "gzip" ? gzipSync(bytes) : bytes).toString("base64");
    const how = encoding === "gzip" ? ' data-encoding="gzip"' : "";
    const element = `<script type="application/octet-stream" data-name="a &amp; b.bin"${how}>${data}</script>`;
    const path = join(temporary, `single-${encoding}.html`);
    writeFileSync(
      path,
      single.replace("<!--RECORDINGS-->", () => element),
    );
    const { page, problems, until, state } = await visit("", { url: pathToFileURL(path).href });
    assert.equal((await state()).file, "a & b.bin");
    // The worker runs from a disk, too.
    await page.click("#tab-edit");
    await page.click("text=Preview");
    await page.waitForSelector(".saved");
    await page.keyboard.press("Space");
    await until(() => window.reenact.state.time > 0.1);
    await page.keyboard.press("Space");
    await choose(page, [testdata("recordings/v11_sub_camera.bin")]);
    await until(() => window.reenact.state.file === "v11_sub_camera.bin");
    assert.deepEqual(problems, []);
    await page.close();
  });
}
