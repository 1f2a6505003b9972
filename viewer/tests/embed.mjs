// Recordings at addresses, and the page in a frame of another one.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { defects } from "./axe.mjs";
import { DIST, temporary, testdata, visit } from "./harness.mjs";
import { fileServer, pageServer } from "./origins.mjs";

const REAL = "recordings/v11_real_2s_asset.bin";
const extra = new Map();
let pages;
let files;
before(async () => {
  [pages, files] = await Promise.all([pageServer(extra), fileServer()]);
});
after(() => {
  pages.close();
  files.close();
});

const link = (...sources) =>
  `${pages.origin}/viewer/?${sources.map((src) => `src=${encodeURIComponent(src)}`).join("&")}`;
const opened = (sources) => visit("", { url: link(...sources) });
const cardOf = async (page) =>
  (await page.locator(".card").first().innerText()).replaceAll("\n", " ");

test("an address opens recordings of another server, and keeps working as a link", async () => {
  const { page, state } = await opened([
    `${files.origin}/cors/${REAL}`,
    `${files.origin}/cors/recordings/v11_sub_camera.bin`,
  ]);
  assert.equal((await state()).file, "v11_sub_camera.bin");
  assert.equal(await page.locator(".files .file").count(), 2);
  assert.match(
    await page.evaluate(() => window.reenact.link),
    /\?src=.*src=.*#file=v11_sub_camera/,
  );
  await page.close();
});

for (const [how, told] of [
  ["plain", /does not allow other pages to read its files \(CORS\).*Access-Control-Allow-Origin/],
  ["page", /is a web page, not a recording/],
  ["huge", /has 3\.00 GB: a page holds no more than 2 GB/],
  ["missing", /answered 404 Not Found/],
])
  test(`what fails of a download is explained: ${how}`, async () => {
    const name = how === "missing" ? "recordings/none.bin" : REAL;
    const { page, state } = await opened([`${files.origin}/${how}/${name}`]);
    assert.match(await cardOf(page), told);
    assert.equal((await state()).file, undefined);
    await page.close();
  });

test("a server that is not there, and an address that is none, are errors", async () => {
  const { page } = await opened(["http://127.0.0.1:9/a.bin", "http://[", "ftp://here/a.bin"]);
  const cards = await page.locator(".card").allInnerTexts();
  assert.match(cards[0], /127\.0\.0\.1:9 does not answer/);
  assert.match(cards[1], /is not an address/);
  assert.match(cards[2], /not loaded from addresses that start with ftp:/);
  await page.close();
});

test("a page whose policy forbids other servers says so", async () => {
  // The test server's policy is that of `reenact view`: nothing from elsewhere.
  const { page } = await visit(`?src=${encodeURIComponent(`${files.origin}/cors/${REAL}`)}`);
  assert.match(await cardOf(page), /Content-Security-Policy forbids it/);
  await page.close();
});

test("a download that breaks off is resumed where it ended", async () => {
  files.asked.length = 0;
  const { page, state } = await opened([`${files.origin}/breaks/${REAL}`]);
  assert.equal((await state()).file, "v11_real_2s_asset.bin");
  const ranges = files.asked.map(({ range }) => range);
  assert.ok(ranges.length >= 3 && ranges[0] === undefined, JSON.stringify(ranges));
  const starts = ranges.slice(1).map((range) => Number(/^bytes=(\d+)-$/.exec(range)[1]));
  assert.ok(
    starts.every((start, i) => start >= (starts[i - 1] ?? 0)) && starts.at(-1) > 0,
    JSON.stringify(ranges),
  );
  await page.close();
});

test("before a large download, the page asks", async () => {
  const { page } = await visit("");
  await page.goto(link(`${files.origin}/big/${REAL}`));
  await page.waitForSelector(".card");
  assert.match(await cardOf(page), /v11_real_2s_asset\.bin has 300 MB/);
  await page.click(".card [aria-label=Dismiss]");
  await page.waitForSelector("html[data-ready=true]");
  assert.match(await cardOf(page), /was not downloaded/);
  await page.close();
});

test("in a frame of 400 pixels, everything is in reach and it plays", async () => {
  const src = encodeURIComponent(`${files.origin}/cors/${REAL}`);
  extra.set(
    "/host.html",
    `<!doctype html><iframe width=400 height=300 style="border:0" allow="fullscreen; xr-spatial-tracking" src="/viewer/?embed&loop&theme=light&src=${src}"></iframe>`,
  );
  const { page } = await visit("", { url: link() });
  await page.goto(`${pages.origin}/host.html`);
  const frame = page.frameLocator("iframe");
  await frame.locator("reenact-viewer .track").waitFor();
  const inside = page.frames()[1];
  await inside.waitForFunction(() => document.documentElement.dataset.ready === "true");
  const boxes = await inside.evaluate(() => {
    const { shadowRoot } = document.querySelector("reenact-viewer");
    const parts = [
      ...shadowRoot.querySelectorAll("button:not([hidden]), .track, .time, .scene canvas"),
    ];
    return parts.map((part) => {
      const { left, right, bottom, width, height } = part.getBoundingClientRect();
      return { left, right, bottom, width, height };
    });
  });
  for (const { left, right, bottom, width, height } of boxes) {
    assert.ok(left >= 0 && right <= 400 && bottom <= 300, JSON.stringify(boxes));
    assert.ok(width >= 36 && height >= 17, JSON.stringify(boxes));
  }
  await frame.getByRole("button", { name: "Play" }).click();
  await inside.waitForFunction(() => document.querySelector("reenact-viewer").currentTime > 0.2);
  await frame.getByRole("button", { name: "Pause" }).click();
  const whole = await frame.getByRole("link", { name: "Open in Reenact" }).getAttribute("href");
  assert.ok(whole.includes("src=") && !whole.includes("embed"), whole);
  if (process.env.REENACT_PICTURES)
    await page.screenshot({ path: `${process.env.REENACT_PICTURES}/embed.png` });
  await page.close();
});

test("a page with a recording inside is an inline player, too, from a disk", async () => {
  const data = readFileSync(testdata(REAL)).toString("base64");
  const element = `<script type="application/octet-stream" data-name="inside.bin">${data}</script>`;
  const path = join(temporary, "inside.html");
  const single = readFileSync(join(DIST, "single.html"), "utf8");
  writeFileSync(
    path,
    single.replace("<!--RECORDINGS-->", () => element),
  );
  const { page, problems } = await visit("", { url: `${pathToFileURL(path).href}?embed&autoplay` });
  await page.waitForFunction(() => document.querySelector("reenact-viewer").currentTime > 0.1);
  assert.deepEqual(await defects(page), []);
  assert.deepEqual(problems, []);
  await page.close();
});

test("what an embedded page cannot open is explained in its place", async () => {
  const { page } = await visit("", { url: `${link(`${files.origin}/plain/${REAL}`)}&embed` });
  assert.match(await page.locator("reenact-viewer .status").innerText(), /\(CORS\)/);
  await page.close();
});
