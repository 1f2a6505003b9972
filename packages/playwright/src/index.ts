// Fixture and matcher for Playwright's own runner.

import { dirname } from "node:path";
import { test as base, expect as baseExpect } from "@playwright/test";
import type { Recording } from "reenact";
import { matchRecording, type Tolerances } from "./golden.js";
import type { Take } from "./take.js";
import { installXr, type Xr, type XrOptions } from "./xr.js";

export * from "./plain.js";

/** Playwright's `test` with a headset: `xr`. */
export const test = base.extend<{ xr: Xr; xrOptions: XrOptions }>({
  xrOptions: [{}, { option: true }],
  xr: async ({ page, xrOptions }, use, info) => {
    const attach = async (name: string, body: Uint8Array, contentType: string) =>
      info.attach(name, { body: Buffer.from(body), contentType });
    await use(await installXr(page, { folder: dirname(info.file), attach, ...xrOptions }));
  },
});

/** Playwright's `expect` with `toMatchRecording`. */
export const expect = baseExpect.extend({
  /** Compares what the page saw with a recording beside the test. The first run writes it. */
  async toMatchRecording(given: Take | Recording, golden: string, tolerances: Tolerances = {}) {
    const info = base.info();
    const setting = info.config.updateSnapshots;
    const update = setting === "all" || setting === "changed" ? "all" : setting === "none" ? "none" : "missing";
    const match = await matchRecording(given, golden, { update, ...tolerances }, dirname(info.file));
    if (match.page) await info.attach("recordings.html", { body: match.page, contentType: "text/html" });
    return { name: "toMatchRecording", pass: match.pass, message: () => match.message };
  },
});
