// Worker with its own instance of the library, so that long tasks do not block the page.

import { type Alignment, comparisonArguments, encodeAlignment } from "../alignment.ts";
import { ofBlob, takeIn, toBlob, toFile } from "../bytes.ts";
import {
  Comparison,
  load,
  memoryBytes,
  type OptimizeReport,
  Problem,
  type Recording,
  type RepairReport,
} from "../library.ts";
import type { Answer, Request, Results, Source, Task } from "./protocol.ts";

/** Cached recordings, the most recently used last. Two are enough for a comparison. */
const kept = new Map<string, Recording>();
const KEPT = 2;
let comparison: { key: string; value: Comparison } | undefined;
/** Resolves when the page has sent the library's code. */
let setReady: (loaded: Promise<void>) => void;
const ready = new Promise<void>((resolve) => {
  setReady = resolve;
});

async function open(source: Source): Promise<Recording> {
  let recording = kept.get(source.key);
  if (!recording) {
    const { file } = source;
    if (!file) throw new Problem("the worker was not given the recording", "no-bytes");
    while (kept.size >= KEPT) forget();
    recording = (await takeIn(ofBlob(file))).read(source.name);
  }
  kept.delete(source.key);
  kept.set(source.key, recording);
  return recording;
}

function forget(): void {
  const [oldest] = kept;
  if (!oldest) return;
  endComparison();
  oldest[1].free();
  kept.delete(oldest[0]);
}

/** Removes a recording from the cache, to be consumed by an edit. */
async function takeOut(source: Source): Promise<Recording> {
  const recording = await open(source);
  endComparison();
  kept.delete(source.key);
  return recording;
}

/** Frees the comparison, which holds both recordings. */
function endComparison(): void {
  comparison?.value.free();
  comparison = undefined;
}

async function compare(source: Source, other: Source, alignment: Alignment): Promise<Comparison> {
  const [a, b] = [await open(source), await open(other)];
  const key = `${source.key} ${other.key} ${encodeAlignment(alignment)}`;
  if (comparison?.key !== key) {
    endComparison();
    comparison = { key, value: new Comparison(a, b, ...comparisonArguments(alignment)) };
  }
  return comparison.value;
}

/** Available in workers only, and not in the types of a page. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}
const reader = new FileReaderSync();

/** Waits until the browser has stored a file: until then, it is in this thread's memory. */
const isTaken = (file: Blob) => void reader.readAsArrayBuffer(file.slice(-1));

/** Result of an edit for the page. */
function edited<R>(edit: ReturnType<Recording["trim"]>, isWanted: (report: R) => boolean) {
  const recording = edit.recording();
  const report: R = edit.report();
  const file = isWanted(report) ? toBlob(recording, "bin", isTaken) : undefined;
  const answer = { report, notes: edit.notes(), file };
  recording.free();
  edit.free();
  return answer;
}

async function perform(task: Task): Promise<Results[Task["kind"]]> {
  switch (task.kind) {
    case "doctor":
      return (await open(task.source)).doctor();
    case "repair":
      return edited<RepairReport>(
        (await takeOut(task.source)).repair(),
        ({ changes }) => changes.length > 0,
      );
    case "optimize": {
      const { positionMm, rotationDeg, withFile } = task;
      const optimized = (await takeOut(task.source)).optimize(positionMm, rotationDeg);
      return edited<OptimizeReport>(optimized, () => withFile);
    }
    case "convert": {
      const recording = await open(task.source);
      if (!task.range) return toFile(recording, task.format, isTaken);
      const trimmed = recording.trim(task.range.from, task.range.to, true);
      const part = trimmed.recording();
      const { file, notes } = toFile(part, task.format, isTaken);
      const answer = { file, notes: [...trimmed.notes(), ...notes] };
      part.free();
      trimmed.free();
      return answer;
    }
    case "compare":
      return (await compare(task.source, task.other, task.alignment)).report();
    case "distance": {
      const { source, other, alignment, from, to, columns } = task;
      return (await compare(source, other, alignment)).distance(from, to, columns);
    }
  }
}

async function answer({ id, task }: Request): Promise<void> {
  try {
    await ready;
    const result = await perform(task);
    const message: Answer = { id, memoryBytes: memoryBytes(), result };
    postMessage(message, { transfer: result instanceof Float32Array ? [result.buffer] : [] });
  } catch (thrown) {
    const { message, code, offset, hint } = Problem.from(thrown);
    const problem = { message, code, offset, hint };
    postMessage({ id, memoryBytes: memoryBytes(), problem } satisfies Answer);
  }
}

// Runs tasks in sequence: a task may need the recording that the previous one opened.
let queue = Promise.resolve();
addEventListener(
  "message",
  ({ data }: MessageEvent<WebAssembly.Module | ArrayBuffer | Request>) => {
    if (data instanceof WebAssembly.Module || data instanceof ArrayBuffer) setReady(load(data));
    else queue = queue.then(() => answer(data));
  },
);
