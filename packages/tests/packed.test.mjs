// The tarballs in an empty folder: what they hold, their types, and the programs of the documentation.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const packages = join(dirname(fileURLToPath(import.meta.url)), "..");
const folder = mkdtempSync(join(tmpdir(), "reenact-packed-"));
const npm = (args, cwd) => execFileSync("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], { cwd, encoding: "utf8" });
const run = (script, args = []) =>
  execFileSync(process.execPath, [join(folder, "node_modules", script), ...args], { cwd: folder, encoding: "utf8", env: { ...process.env, CI: "" } });

/** What a test run prints that fails. */
function failed(args) {
  try {
    run("@playwright/test/cli.js", args);
  } catch (error) {
    return `${error.stdout}`;
  }
  throw new Error("the tests pass");
}

/** Files of each package. */
const packed = {};

before(() => {
  for (const name of ["reenact", "playwright"]) {
    const [made] = JSON.parse(npm(["pack", "--json", "--pack-destination", folder], join(packages, name)));
    packed[name] = { files: made.files.map(({ path }) => path), tarball: made.filename, bytes: made.size };
  }
  const versions = JSON.parse(readFileSync(join(packages, "package.json"))).devDependencies;
  const wanted = ["@playwright/test", "three", "typescript", "@types/node"].map((name) => `${name}@${versions[name]}`);
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  const tarballs = Object.values(packed).map(({ tarball }) => `./${tarball}`);
  npm(["install", "--prefer-offline", "--ignore-scripts", ...tarballs, ...wanted], folder);
});

after(() => rmSync(folder, { recursive: true }));

test("the tarballs hold what they should and nothing else", () => {
  for (const [name, { files, bytes }] of Object.entries(packed)) {
    const isExpected = (path) =>
      /^(package\.json|README\.md|LICENSE-(APACHE|MIT))$/.test(path) ||
      /^dist\/[a-z]+\.(js|d\.ts)$/.test(path) ||
      (name === "reenact" && /^dist\/wasm\/reenact_wasm(\.js|\.d\.ts|_bg\.wasm)$/.test(path)) ||
      (name === "playwright" && path === "dist/viewer.html");
    assert.deepEqual(files.filter((path) => !isExpected(path)), [], name);
    const needed = ["package.json", "README.md", "LICENSE-APACHE", "LICENSE-MIT", "dist/index.js", "dist/index.d.ts"];
    assert.deepEqual(needed.filter((path) => !files.includes(path)), [], name);
    assert.ok(bytes < 2_500_000, `${name}: ${bytes} bytes packed`);
  }
});

test("the library works from the tarball", () => {
  writeFileSync(
    join(folder, "use.mjs"),
    'import { demo } from "reenact"; const made = await demo(); console.log(made.events("pinch").length, made.convert("glb").bytes.length);',
  );
  const [pinches, bytes] = execFileSync(process.execPath, ["use.mjs"], { cwd: folder, encoding: "utf8" }).split(" ").map(Number);
  assert.ok(pinches > 0 && bytes > 10_000);
});

/** Programs of a page by the name in their first line. */
function programs(page) {
  const text = readFileSync(join(packages, "../docs", page), "utf8");
  const found = [...text.matchAll(/```\w+\n(?:\/\/|#|<!--) ([\w./-]+\.\w+)(?: -->)?\n([^]*?)```/g)];
  return Object.fromEntries(found.map(([, name, program]) => [name, program]));
}

test("the programs of the documentation run, and their types are right", () => {
  const files = programs("how-to/test-a-webxr-page.md");
  assert.deepEqual(Object.keys(files), ["index.html", "press.toml", "press.spec.ts", "record.spec.ts", "plain.ts"]);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  writeFileSync(
    join(folder, "serve.mjs"),
    `import { createServer } from "node:http";
import { readFileSync } from "node:fs";
createServer((request, response) => {
  const path = request.url === "/" ? "/index.html" : request.url;
  try {
    const file = readFileSync("." + path);
    response.setHeader("Content-Type", path.endsWith(".js") ? "text/javascript" : "text/html");
    response.end(file);
  } catch {
    response.writeHead(404).end();
  }
}).listen(8124);`,
  );
  const chromium = process.env.REENACT_CHROMIUM ?? "/usr/bin/chromium";
  writeFileSync(
    join(folder, "playwright.config.ts"),
    `import { defineConfig } from "@playwright/test";
export default defineConfig({
  workers: 1,
  reporter: [["line"]],
  use: {
    baseURL: "http://localhost:8124",
    launchOptions: { executablePath: ${JSON.stringify(chromium)}, args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] },
  },
  webServer: { command: "node serve.mjs", url: "http://localhost:8124/", stdout: "ignore" },
});`,
  );
  writeFileSync(
    join(folder, "tsconfig.json"),
    '{ "compilerOptions": { "strict": true, "noEmit": true, "target": "ES2022", "module": "NodeNext", "lib": ["ES2024", "DOM", "ESNext.Disposable"], "types": ["node"] }, "include": ["*.ts"] }',
  );
  run("typescript/bin/tsc", ["--project", "."]);
  // The first run writes the recording that is kept, and fails as it says.
  assert.match(failed(["test"]), /golden\.bin did not exist and was written[^]*1 failed[^]*3 passed/);
  assert.ok(existsSync(join(folder, "golden.bin")));
  const output = run("@playwright/test/cli.js", ["test"]);
  assert.match(output, /4 passed/);
  // Another place of the button, and the test fails.
  const page = readFileSync(join(folder, "index.html"), "utf8");
  writeFileSync(join(folder, "index.html"), page.replace("set(0.1, 1.3, -0.45)", "set(0.4, 1.3, -0.45)"));
  assert.match(failed(["test", "--grep", "answers a poke"]), /Expected: +"1"/);
});
