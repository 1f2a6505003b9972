// How much has to be fetched.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { DIST } from "./harness.mjs";

test("library, script and style are under one megabyte together, compressed, and so is what is fetched later", (t) => {
  const folder = join(DIST, "assets");
  const page = readFileSync(join(DIST, "index.html"), "utf8");
  let [first, later] = [0, 0];
  for (const name of readdirSync(folder)) {
    const size = gzipSync(readFileSync(join(folder, name)), { level: 9 }).length;
    // The library is fetched by the script; what the page does not name otherwise is fetched when it is needed.
    const isFirst = page.includes(name) || name.endsWith(".wasm");
    t.diagnostic(
      `${name.replace(/-[^.]*/, "")}: ${Math.round(size / 1000)} kB compressed${isFirst ? "" : ", later"}`,
    );
    if (isFirst) first += size;
    else later += size;
  }
  t.diagnostic(`together: ${Math.round(first / 1000)} kB, later ${Math.round(later / 1000)} kB`);
  assert.ok(first > 100_000 && first < 1_000_000, `${first} bytes`);
  assert.ok(later < 100_000, `${later} bytes later`);
});
