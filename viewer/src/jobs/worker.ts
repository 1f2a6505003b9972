// A second copy of the library, in a thread of its own: what takes long never stops the page.

import { Comparison, load, Problem, Recording, release } from "../library.ts";
import type { Answer, Request, Results, Source, Task } from "./protocol.ts";

/** The recordings at hand, the one used last at the end. Two are enough to compare. */
const kept = new Map<string, Recording>();
const KEPT = 2;
let comparison: { key: string; value: Comparison } | undefined;
/** Done when the page has sent the library's code. */
let setReady: (loaded: Promise<void>) => void;
const ready = new Promise<void>((resolve) => {
  setReady = resolve;
});

async function open(source: Source): Promise<Recording> {
  let recording = kept.get(source.key);
  if (!recording) {
    const { bytes } = source;
    if (!bytes) throw new Problem("the worker was not given the recording", "no-bytes");
    while (kept.size >= KEPT) forget();
    const raw = bytes instanceof Blob ? new Uint8Array(await bytes.arrayBuffer()) : bytes;
    recording = new Recording(source.name, raw);
    release(raw);
  }
  kept.delete(source.key);
  kept.set(source.key, recording);
  return recording;
}

function forget(): void {
  const [oldest] = kept;
  if (!oldest) return;
  comparison?.value.free();
  comparison = undefined;
  oldest[1].free();
  kept.delete(oldest[0]);
}

async function compare(source: Source, other: Source): Promise<Comparison> {
  const [a, b] = [await open(source), await open(other)];
  const key = `${source.key} ${other.key}`;
  if (comparison?.key !== key) {
    comparison?.value.free();
    comparison = { key, value: new Comparison(a, b) };
  }
  return comparison.value;
}

async function perform(task: Task): Promise<Results[Task["kind"]]> {
  switch (task.kind) {
    case "doctor":
      return (await open(task.source)).doctor();
    case "repair": {
      const edited = (await open(task.source)).repair();
      const result = edited.recording();
      const bytes = result.convert("bin");
      const answer = { report: edited.report(), notes: edited.notes(), bytes };
      result.free();
      edited.free();
      return answer;
    }
    case "optimize": {
      const edited = (await open(task.source)).optimize(task.positionMm, task.rotationDeg);
      const result = edited.recording();
      const bytes = task.withBytes ? result.convert("bin") : undefined;
      const answer = { report: edited.report(), notes: edited.notes(), bytes };
      result.free();
      edited.free();
      return answer;
    }
    case "compare":
      return (await compare(task.source, task.other)).report();
    case "distance":
      return (await compare(task.source, task.other)).distance(task.from, task.to, task.columns);
  }
}

async function answer({ id, task }: Request): Promise<void> {
  try {
    await ready;
    const result = await perform(task);
    const bytes = result instanceof Float32Array ? result : "bytes" in result ? result.bytes : null;
    const message: Answer = { id, result };
    postMessage(message, { transfer: bytes ? [bytes.buffer] : [] });
  } catch (thrown) {
    const { message, code, offset, hint } = Problem.from(thrown);
    postMessage({ id, problem: { message, code, offset, hint } } satisfies Answer);
  }
}

// One after the other: a task may need the recording that the one before it opened.
let queue = Promise.resolve();
addEventListener(
  "message",
  ({ data }: MessageEvent<WebAssembly.Module | ArrayBuffer | Request>) => {
    if (data instanceof WebAssembly.Module || data instanceof ArrayBuffer) setReady(load(data));
    else queue = queue.then(() => answer(data));
  },
);
