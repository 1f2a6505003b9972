// All tests of the page, in one process with one browser.

import { after, before } from "node:test";
import { start, stop } from "./harness.mjs";

before(start);
after(stop);

await import("./look.mjs");
await import("./play.mjs");
await import("./keys.mjs");
await import("./cameras.mjs");
await import("./files.mjs");
await import("./edit.mjs");
await import("./compare.mjs");
await import("./layout.mjs");
await import("./cost.mjs");
await import("./share.mjs");
await import("./embed.mjs");
await import("./package.mjs");
await import("./immersion.mjs");
await import("./record.mjs");
await import("./defects.mjs");
await import("./size.mjs");
