// Downloads: the browser saves files locally, nothing is sent over the network.

import { toFile } from "./bytes.ts";
import type { Range } from "./clock.ts";
import type { Document } from "./document.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Format, Note } from "./library.ts";

export function save(data: Blob, name: string): void {
  const url = URL.createObjectURL(data);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // After a minute, the browser has finished reading the blob.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** File name without its extension. */
export function stem(name: string): string {
  return name
    .replace(/\.(gz|zst)$/i, "")
    .replace(/\.(bin|glb|gltf|csv|(iwer\.)?json|ndjson|jsonl|handsbin)$/i, "");
}

/** Name for a file made from a recording, without extension. An edited recording never has the name of the original. */
export function outputStem({ name, isEdited }: { name: string; isEdited: boolean }): string {
  return isEdited ? `${stem(name)}-edited` : stem(name);
}

/** Saves a recording, or the range between in and out; returns the losses of the format. */
export async function saveAs(
  opened: Document,
  jobs: Jobs,
  format: Format,
  range?: Range,
): Promise<Note[]> {
  const part = range ? `-${range.from.toFixed(2)}-${range.to.toFixed(2)}` : "";
  // An unchanged `.bin` is saved directly; conversions run in the worker.
  const isThere = format === "bin" && !range;
  const { file, notes } = isThere
    ? toFile(opened.recording, format)
    : await jobs.convert(opened, format, range);
  save(file, `${outputStem(opened)}${part}.${format}`);
  if (isThere) opened.markSaved();
  return notes;
}

/** Saves a screenshot. */
export function savePicture(canvas: HTMLCanvasElement, name: string): void {
  canvas.toBlob((picture) => {
    if (picture) save(picture, name);
  }, "image/png");
}
