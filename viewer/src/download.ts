// Downloads: the browser saves files locally, nothing is sent over the network.

import { toFile } from "./bytes.ts";
import type { Clock, Range } from "./clock.ts";
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
  return name.replace(/\.(bin|glb|gltf|csv|(iwer\.)?json|ndjson|jsonl|handsbin)$/i, "");
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
  save(file, `${stem(opened.name)}${part}.${format}`);
  if (isThere) opened.markSaved();
  return notes;
}

/** Saves a screenshot. */
export function savePicture(canvas: HTMLCanvasElement, name: string): void {
  canvas.toBlob((picture) => {
    if (picture) save(picture, name);
  }, "image/png");
}

const FRAMES_A_SECOND = 60;

/** Plays the range between in and out once and records the canvas as video. */
export function film(
  canvas: HTMLCanvasElement,
  clock: Clock,
): { done: Promise<Blob>; stop(): void } {
  const stream = canvas.captureStream(FRAMES_A_SECOND);
  const type = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"].find((candidate) =>
    MediaRecorder.isTypeSupported(candidate),
  );
  if (!type) throw new Error("this browser cannot record WebM");
  const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: 8_000_000 });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const wasLooping = clock.isLooping.value;
  const before = clock.time;
  const { from, to } = clock.played;
  const done = new Promise<Blob>((resolve) => {
    recorder.onstop = () => {
      for (const track of stream.getTracks()) track.stop();
      clock.isLooping.value = wasLooping;
      clock.seek(before);
      resolve(new Blob(parts, { type: "video/webm" }));
    };
  });
  clock.isPlaying.value = false;
  clock.isLooping.value = false;
  clock.seek(clock.isReversed.value ? to : from);
  recorder.onstart = () => {
    clock.isPlaying.value = true;
  };
  recorder.start();
  const unwatch = clock.isPlaying.on(() => {
    if (clock.isPlaying.value || recorder.state === "inactive") return;
    unwatch();
    recorder.stop();
  });
  return {
    done,
    stop: () => {
      clock.isPlaying.value = false;
    },
  };
}
