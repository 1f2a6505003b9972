// How much has to be fetched.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { DIST } from "./harness.mjs";

test("library, script and style are under one megabyte together, compressed", (t) => {
  const folder = join(DIST, "assets");
  const page = readFileSync(join(DIST, "index.html"), "utf8");
  let all = 0;
  for (const name of readdirSync(folder)) {
    const size = gzipSync(readFileSync(join(folder, name)), { level: 9 }).length;
    // Parts that are fetched when they are first used: the inline player, headsets.
    const isOptional = !page.includes(name) && !name.endsWith(".wasm");
    const what = `${name.replace(/-[^.]*/, "")}${isOptional ? ", optional" : ""}`;
    t.diagnostic(`${what}: ${Math.round(size / 1000)} kB compressed`);
    if (!isOptional) all += size;
  }
  t.diagnostic(`together: ${Math.round(all / 1000)} kB`);
  assert.ok(all > 100_000 && all < 1_000_000, `${all} bytes`);
});
