// Recordings that the library makes itself, to try the viewer without a file.

import { Document } from "./document.ts";
import { Recording } from "./library.ts";

/** Samples by their name in an address. */
export const SAMPLES = {
  ideal: { name: "demo.bin", device: undefined },
  hololens2: { name: "demo-hololens2.bin", device: "hololens2" },
} as const;
export type Sample = keyof typeof SAMPLES;

/** The sample that has this file name. */
export const sampleNamed = (name: string): Sample | undefined =>
  (Object.keys(SAMPLES) as Sample[]).find((sample) => SAMPLES[sample].name === name);

export const openSample = (sample: Sample, name: string): Document =>
  new Document(name, Recording.demo(SAMPLES[sample].device), { sample });
