// A browser, a server for the built page, and the command: what all tests share.

import { execFileSync, spawn } from "node:child_process";
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** The built page; the command takes the same variable. */
export const DIST = process.env.REENACT_VIEWER ?? join(ROOT, "viewer/dist");
export const testdata = (name) => join(ROOT, "testdata", name);
export const temporary = mkdtempSync(join(tmpdir(), "reenact-viewer-"));

const COMMAND = process.env.REENACT_COMMAND ?? join(ROOT, "target/debug/reenact");
const CHROMIUM = process.env.REENACT_CHROMIUM ?? "/usr/bin/chromium";

/** Runs the command and gives what it prints; a status in `may` is no failure. */
export function reenact(words, may = [0]) {
  try {
    return execFileSync(COMMAND, words, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 1 << 28,
    });
  } catch (error) {
    if (may.includes(error.status)) return error.stdout;
    throw new Error(`reenact ${words.join(" ")}: ${error.stderr}`);
  }
}

/** Five minutes of hands, 52 MB, made when first asked for. */
export function longRecording() {
  const path = join(temporary, "long.bin");
  if (!existsSync(path)) reenact(["make", "--seconds", "300", "--output", path]);
  return path;
}

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".json": "application/json",
};
// The strictest policy that the page works under: nothing from elsewhere, no script but its own.
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; connect-src 'self' data:; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src blob:";

/** Serves the page in a folder of its own, as any web server would; `extra` are files beside it. */
function serve(extra) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://here").pathname));
    const name = path.replace(/^\/some\/folder\//, "");
    const file = join(DIST, name === "" ? "index.html" : name);
    const given = extra.get(name);
    if (given === undefined && (name === path || !existsSync(file) || !statSync(file).isFile())) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[extname(name || "index.html")] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type, "content-security-policy": POLICY });
    if (given === undefined) createReadStream(file).pipe(response);
    else response.end(given);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

const ARGUMENTS = [
  "--no-sandbox",
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // IWER takes the place of the browser's own WebXR.
  "--disable-features=WebXR",
  "--disable-blink-features=WebXR",
];

let browser;
let server;
/** Files that the server has beside the page, by name. */
export const served = new Map();

/** Serves the page without a browser. */
export async function startServer() {
  server = await serve(served);
}

export async function start() {
  await startServer();
  browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ARGUMENTS,
  });
}

/**
 * A browser of its own whose storage is in a folder, so that it survives; `killPage` and `kill` end the process of a page or of the browser
 * at once.
 */
export async function persistent(folder) {
  const own = spawn(
    CHROMIUM,
    [...ARGUMENTS, "--headless=new", "--remote-debugging-port=0", `--user-data-dir=${folder}`],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const endpoint = await new Promise((done, fail) => {
    let said = "";
    own.stderr.on("data", (text) => {
      said += text;
      const found = /ws:\/\/\S+/.exec(said);
      if (found) done(found[0]);
    });
    own.on("exit", () => fail(new Error(said)));
  });
  const connected = await chromium.connectOverCDP(endpoint);
  const [context] = connected.contexts();
  const killPage = async (page) => {
    const before = await processes("renderer", connected);
    const gone = page.waitForEvent("crash");
    for (const id of before) process.kill(id, "SIGKILL");
    await gone;
    await page.close();
  };
  const ended = new Promise((done) => own.on("exit", done));
  const close = async () => {
    await connected.close();
    own.kill();
    await ended;
  };
  const kill = () => {
    own.kill("SIGKILL");
    return ended;
  };
  return { context, url: address(), killPage, kill, close };
}

/** The browser's processes of a kind, by id. */
export async function processes(kind, of = browser) {
  const debug = await of.newBrowserCDPSession();
  const { processInfo } = await debug.send("SystemInfo.getProcessInfo");
  await debug.detach();
  return processInfo.filter(({ type }) => type === kind).map(({ id }) => id);
}

export async function stop() {
  await browser?.close();
  server?.close();
  rmSync(temporary, { recursive: true, force: true });
}

export const address = () => `http://127.0.0.1:${server.address().port}/some/folder/`;

/** The page, ready; anything that it logs as an error fails the test that asks for `problems`. */
export async function visit(
  where = "",
  { url = address() + where, theme = "dark", init, isReady = "html[data-ready=true]", ...how } = {},
) {
  const { width = 1024, height = 640, ...device } = how;
  // With reduced motion, the demo does not play by itself.
  const motion = { reducedMotion: "reduce" };
  const options = { viewport: { width, height }, colorScheme: theme, ...motion, ...device };
  const page = await browser.newPage(options);
  page.setDefaultTimeout(60_000);
  if (init) await page.addInitScript(init);
  // Listened to from the start: the browser is told then, and not when the first file is chosen.
  page.on("filechooser", () => undefined);
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("request", (request) => {
    const to = request.url();
    if (!/^(data|blob|file):/.test(to) && !to.startsWith(new URL(url).origin))
      problems.push(`asked for ${to}`);
  });
  await page.goto(url);
  await page.waitForSelector(isReady);
  return {
    page,
    problems,
    state: () => page.evaluate(() => window.reenact.state),
    until: (condition, argument) => page.waitForFunction(condition, argument),
  };
}

/** Opens files through the chooser, as a person would. */
export async function choose(page, files) {
  const chooser = page.waitForEvent("filechooser");
  await page.keyboard.press("Shift+O");
  await (await chooser).setFiles(files);
}

/** Drops a file with these bytes on the page. */
export async function drop(page, name, bytes) {
  const data = await page.evaluateHandle(
    async ([name, base64]) => {
      const answer = await fetch(`data:application/octet-stream;base64,${base64}`);
      const transfer = new DataTransfer();
      transfer.items.add(new File([await answer.blob()], name));
      return transfer;
    },
    [name, bytes.toString("base64")],
  );
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
}

/** What a click or key makes the page save: its name, bytes and where they are. */
export async function download(page, act) {
  // A film takes long without a graphics card on a busy machine.
  const waiting = page.waitForEvent("download", { timeout: 240_000 });
  await act();
  const file = await waiting;
  const path = join(temporary, `${Date.now()}-${file.suggestedFilename()}`);
  await file.saveAs(path);
  return { name: file.suggestedFilename(), path, bytes: readFileSync(path) };
}

/** Waits until the picture shows the moment that the clock has. */
export async function drawn(page) {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}
