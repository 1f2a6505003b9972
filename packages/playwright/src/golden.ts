// Comparison of a take with a recording that is kept.

import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { compare, open, Recording } from "reenact";
import { Take } from "./take.js";

export interface Tolerances {
  /** Largest distance of head and joints, in millimetres. */
  positionMm?: number;
  /** Largest angle of head and joints, in degrees. */
  rotationDeg?: number;
  /** Whether to write the recording that is kept: `missing` only if there is none. */
  update?: "all" | "missing" | "none";
}

export interface Match {
  pass: boolean;
  message: string;
  /** Page that shows both recordings; undefined if they match. */
  page?: string;
}

/** Compares what a page saw with a recording that is kept beside the test. */
export async function matchRecording(
  given: Take | Recording,
  golden: string,
  { positionMm = 1, rotationDeg = 0.5, update = "missing" }: Tolerances = {},
  folder = ".",
): Promise<Match> {
  const seen = given instanceof Take ? await given.seen() : given;
  const path = isAbsolute(golden) ? golden : resolve(folder, golden);
  const isMissing = !existsSync(path);
  if (update === "all" || (isMissing && update === "missing")) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, seen.toBytes());
    return { pass: update === "all", message: `${path} did not exist and was written: look at it, and run the test again` };
  }
  if (isMissing) return { pass: false, message: `there is no recording ${path}` };
  using expected = await open(path);
  const found = compare(expected, seen);
  const apart = Math.abs(expected.endSecs - expected.startSecs - (seen.endSecs - seen.startSecs));
  const faults = [
    found.positionMm > positionMm && `${found.positionMm.toFixed(2)} mm apart, and ${positionMm} mm are allowed`,
    found.rotationDeg > rotationDeg && `${found.rotationDeg.toFixed(2)}° apart, and ${rotationDeg}° are allowed`,
    found.report.only_in_one.length > 0 && `one has ${found.report.only_in_one.map((one) => one.track).join(", ")} and the other not`,
    apart > 0.1 && `one is ${apart.toFixed(2)} s longer`,
  ].filter((fault) => fault !== false);
  if (faults.length === 0) return { pass: true, message: `what the page saw is like ${golden}` };
  const page = await viewerPage([[`expected-${expected.name}`, expected], ["seen.bin", seen]]);
  return { pass: false, message: `what the page saw differs from ${golden}: ${faults.join("; ")}`, page };
}

/** A page that shows recordings and needs nothing else. */
export async function viewerPage(recordings: readonly [string, Recording][]): Promise<string> {
  const page = await readFile(new URL("./viewer.html", import.meta.url), "utf8");
  const inside = recordings.map(([name, recording]) => {
    const bytes = recording.toBytes();
    const text = gzipSync(bytes).toString("base64");
    const safe = name.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    return `<script type="application/octet-stream" data-name="${safe}" data-bytes="${bytes.length}" data-encoding="gzip">${text}</script>`;
  });
  return page.replace(/<body[^>]*>/, (body) => `${body}\n${inside.join("\n")}`);
}
