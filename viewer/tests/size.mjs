// How much has to be fetched.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { DIST } from "./harness.mjs";

test("library, script and style are under one megabyte together, compressed", (t) => {
  const folder = join(DIST, "assets");
  let all = 0;
  for (const name of readdirSync(folder)) {
    const size = gzipSync(readFileSync(join(folder, name)), { level: 9 }).length;
    t.diagnostic(`${name.replace(/-[^.]*/, "")}: ${Math.round(size / 1000)} kB compressed`);
    all += size;
  }
  t.diagnostic(`together: ${Math.round(all / 1000)} kB`);
  assert.ok(all > 100_000 && all < 1_000_000, `${all} bytes`);
});
