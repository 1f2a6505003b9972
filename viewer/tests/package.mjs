// The npm package @reenact/viewer: what is packed, and that it works in an empty page.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { temporary, testdata, visit } from "./harness.mjs";
import { frames, HEADSET } from "./headset.mjs";
import { pageServer } from "./origins.mjs";

const PACKAGE = fileURLToPath(new URL("../../packages/viewer", import.meta.url));
const VIEWER = fileURLToPath(new URL("..", import.meta.url));
const REAL = readFileSync(testdata("recordings/v11_real_2s_asset.bin"));
const MARKERS = readFileSync(testdata("recordings/v11_sub_camerahandsgaze_markers.bin"));
/** The strictest policy under which the element works. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; style-src 'none'";
const run = (program, words, cwd) =>
  execFileSync(program, words, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

const files = new Map();
let server;
let packed;
before(async () => {
  const folder = join(temporary, "empty");
  mkdirSync(join(folder, "node_modules/@reenact/viewer"), { recursive: true });
  [packed] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", temporary], PACKAGE));
  const to = join(folder, "node_modules/@reenact/viewer");
  run("tar", ["-xzf", join(temporary, packed.filename), "--strip-components=1", "-C", to]);
  files.set("/session.bin", REAL);
  files.set("/markers.bin", MARKERS);
  files.set("/broken.bin", REAL.subarray(0, 5000));
  server = await pageServer(files, join(folder, "node_modules"), POLICY);
});
after(() => server?.close());

/** A page with nothing but these elements and the script of the package. */
async function empty(body, how = {}) {
  files.set(
    "/page.html",
    `<!doctype html><title>Empty</title><body><p>Text.</p>${body}<script type="module" src="/viewer/@reenact/viewer/dist/reenact-viewer.js"></script>`,
  );
  const visited = await visit("", { url: `${server.origin}/page.html`, isReady: "body", ...how });
  await visited.page.waitForFunction(() => customElements.get("reenact-viewer"));
  return visited;
}
const ready = (page) =>
  page.waitForFunction(() => document.querySelector("reenact-viewer").duration > 0);

test("the package holds the script, the library, types and licences, and nothing else", (t) => {
  const names = packed.files.map(({ path }) => path).sort();
  assert.deepEqual(names, [
    "README.md",
    "dist/LICENSE-APACHE",
    "dist/LICENSE-MIT",
    "dist/THIRD-PARTY.md",
    "dist/immersion.js",
    "dist/reenact-viewer.d.ts",
    "dist/reenact-viewer.js",
    "dist/reenact_wasm_bg.wasm",
    "dist/three.core.js",
    "package.json",
  ]);
  t.diagnostic(
    `${Math.round(packed.size / 1000)} kB packed, ${Math.round(packed.unpackedSize / 1000)} kB unpacked`,
  );
  assert.ok(packed.size < 1_300_000, `${packed.size} bytes`);
  const [cargo] = /^version = "([^"]+)"/m
    .exec(readFileSync(join(PACKAGE, "../../Cargo.toml"), "utf8"))
    .slice(1);
  assert.equal(packed.version, cargo);
});

test("types check in a strict TypeScript project", () => {
  const folder = join(temporary, "empty");
  writeFileSync(
    join(folder, "use.ts"),
    `import "@reenact/viewer";
import type { ReenactViewer, ViewerMarker } from "@reenact/viewer";
const viewer: ReenactViewer = document.createElement("reenact-viewer");
viewer.src = "a.bin";
viewer.addEventListener("marker", ({ detail }) => {
  const marker: ViewerMarker = detail;
  viewer.seek(marker.time + viewer.duration);
});
viewer.addEventListener("error", ({ detail }) => console.error(detail.message, detail.hint));
// @ts-expect-error: it can only be read
viewer.duration = 3;
`,
  );
  const words = [
    "--noEmit",
    "--strict",
    "--target",
    "es2022",
    "--module",
    "esnext",
    "--moduleResolution",
    "bundler",
    "--lib",
    "es2022,dom",
    "use.ts",
  ];
  run(join(VIEWER, "node_modules/.bin/tsc"), words, folder);
});

test("in an empty page with a strict policy, the element plays and its interface works", async () => {
  const { page, problems } = await empty(
    `<reenact-viewer src="/session.bin" speed="2"></reenact-viewer>`,
  );
  await ready(page);
  const state = () =>
    page.evaluate(() => {
      const { currentTime, duration, paused, ended, playbackRate, startTime, error, loop } =
        document.querySelector("reenact-viewer");
      return { currentTime, duration, paused, ended, playbackRate, startTime, error, loop };
    });
  const first = await state();
  assert.ok(Math.abs(first.duration - 1.6) < 0.1, JSON.stringify(first));
  assert.deepEqual(
    { ...first, duration: 0 },
    {
      currentTime: 0,
      duration: 0,
      paused: true,
      ended: false,
      playbackRate: 2,
      startTime: 0,
      error: null,
      loop: false,
    },
  );
  const told = await page.evaluate(async () => {
    const viewer = document.querySelector("reenact-viewer");
    const told = [];
    for (const name of ["play", "pause", "ended"])
      viewer.addEventListener(name, () => told.push(name));
    let updates = 0;
    viewer.addEventListener("timeupdate", () => updates++);
    const ended = new Promise((done) => viewer.addEventListener("ended", done));
    viewer.play();
    await ended;
    return { told, updates, isEnded: viewer.ended, time: viewer.currentTime };
  });
  assert.deepEqual(told.told, ["play", "pause", "ended"]);
  assert.ok(
    told.isEnded && Math.abs(told.time - first.duration) < 1e-6 && told.updates >= 2,
    JSON.stringify(told),
  );
  await page.evaluate(() => {
    const viewer = document.querySelector("reenact-viewer");
    viewer.seek(99);
    viewer.currentTime = 0.5;
  });
  assert.equal((await state()).currentTime, 0.5);
  // Pixels: something is drawn in the colours of the hands.
  const box = await page.locator("reenact-viewer").boundingBox();
  assert.ok(Math.abs(box.width / box.height - 1.6) < 0.01, JSON.stringify(box));
  if (process.env.REENACT_PICTURES)
    await page.screenshot({ path: `${process.env.REENACT_PICTURES}/element.png` });
  assert.deepEqual(problems, []);
  await page.close();
});

test("markers are reported as playback passes them, in order and once each", async () => {
  const { page } = await empty(`<reenact-viewer speed="4"></reenact-viewer>`);
  const { told, markers } = await page.evaluate(async () => {
    const viewer = document.querySelector("reenact-viewer");
    const told = [];
    viewer.addEventListener("marker", ({ detail }) => told.push(detail));
    const ended = new Promise((done) => viewer.addEventListener("ended", done));
    viewer.src = "/markers.bin";
    // Asked for before it is loaded.
    viewer.play();
    await ended;
    return { told, markers: viewer.markers };
  });
  assert.ok(markers.length > 0);
  assert.deepEqual(told, markers);
  await page.close();
});

test("errors are events, and the next recording is shown as if nothing had been", async () => {
  const { page } = await empty("<reenact-viewer></reenact-viewer>");
  const [broken, missing, after, progress] = await page.evaluate(async () => {
    const viewer = document.querySelector("reenact-viewer");
    const next = (name) =>
      new Promise((done) =>
        viewer.addEventListener(name, (event) => done(event.detail), { once: true }),
      );
    const progress = [];
    viewer.addEventListener("progress", ({ detail }) => progress.push(detail));
    viewer.src = "/broken.bin";
    const broken = await next("error");
    viewer.src = "/none.bin";
    const missing = await next("error");
    viewer.open(await (await fetch("/session.bin")).blob(), "mine.bin");
    await next("ready");
    return [broken, missing, viewer.error, progress.at(-1)];
  });
  assert.match(broken.message, /bytes/);
  assert.match(missing.message, /answered 404/);
  assert.equal(after, null);
  assert.deepEqual(progress, { loaded: 5000, total: 5000 });
  await page.close();
});

test("the element shows two recordings, and enters a headset", async () => {
  const elements = `<reenact-viewer src="/session.bin" compare="/markers.bin"></reenact-viewer>`;
  const { page, problems } = await empty(elements, { init: HEADSET });
  await ready(page);
  // Both are played: the longer one decides the duration.
  const alone = await page.evaluate(async () => {
    const viewer = document.createElement("reenact-viewer");
    viewer.style.width = "300px";
    viewer.src = "/session.bin";
    document.body.append(viewer);
    await new Promise((done) => viewer.addEventListener("ready", done));
    const { duration } = viewer;
    viewer.remove();
    return duration;
  });
  const both = await page.evaluate(() => document.querySelector("reenact-viewer").duration);
  assert.ok(both > alone + 0.1, `${both} and ${alone} s`);
  await page.getByRole("button", { name: "Enter VR" }).click();
  await page.waitForFunction(() => window.headset.activeSession);
  await frames(page);
  await page.evaluate(() => window.headset.activeSession.end());
  await page.getByRole("button", { name: "Play" }).click();
  await page.waitForFunction(() => document.querySelector("reenact-viewer").currentTime > 0.1);
  assert.deepEqual(problems, []);
  await page.close();
});

test("seventeen elements one after the other leave no graphics context behind", async () => {
  const { page, problems } = await empty("");
  for (let i = 0; i < 17; i++)
    await page.evaluate(async () => {
      const viewer = document.createElement("reenact-viewer");
      viewer.style.width = "300px";
      viewer.src = "/session.bin";
      document.body.append(viewer);
      await new Promise((done) => viewer.addEventListener("ready", done));
      viewer.remove();
    });
  assert.deepEqual(problems, []);
  await page.close();
});
