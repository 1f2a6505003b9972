// Worker that writes a journal: files of the origin are written at once only in a worker.

import { Journal, load, memoryBytes } from "../library.ts";
import type { News, Order } from "./protocol.ts";
import { folder } from "./store.ts";

/** Journal, and the file that it is appended to. */
interface Open {
  journal: Journal;
  file: FileSystemSyncAccessHandle;
  bytes: number;
  /** When the file was last put on the disk. */
  syncedAt: number;
  /** Timer that writes what is there. */
  flushes: ReturnType<typeof setInterval>;
}

let open: Open | undefined;
let hasFailed = false;
/** Time after which frames are written even if no others follow. */
const FLUSH_MS = 250;
/** Time between two requests to put the file on the disk, which can take seconds on a busy one and keep frames waiting. */
const SYNC_MS = 500;
/** Orders are carried out one after the other. */
let last: Promise<void> = Promise.resolve();

const tell = (news: News) => postMessage(news);

async function carryOut(order: Order): Promise<void> {
  if (order.kind === "start") {
    await load(order.code);
    const handle = await (await folder(true))?.getFileHandle(order.name, { create: true });
    if (!handle) throw new Error("this browser keeps no files for this page");
    const file = await handle.createSyncAccessHandle();
    const flushes = setInterval(() => {
      last = last.then(flush).catch(fail);
    }, FLUSH_MS);
    const syncedAt = performance.now();
    open = { journal: new Journal(order.rateHz), file, bytes: 0, syncedAt, flushes };
    append(open, open.journal.take());
    tell({ kind: "started" });
    return;
  }
  if (!open) return;
  const { journal, file } = open;
  if (order.kind === "finish") {
    clearInterval(open.flushes);
    append(open, journal.finish());
    file.flush();
    file.close();
    journal.free();
    open = undefined;
    tell({ kind: "finished" });
    return;
  }
  if (order.kind === "mark") journal.mark(order.name);
  else journal.record(order.timeSecs, order.floats);
  append(open, journal.take());
}

/** Writes what is there, which survives the end of the page and the browser; and now and then puts it on the disk, for an empty battery. */
function flush(): void {
  if (!open) return;
  open.journal.flush();
  append(open, open.journal.take());
  if (performance.now() - open.syncedAt < SYNC_MS) return;
  open.file.flush();
  open.syncedAt = performance.now();
}

/** Appends a chunk whole; what a full disk took of it is cut off again. */
function append(to: Open, chunk: Uint8Array): void {
  if (chunk.length === 0) return;
  try {
    const written = to.file.write(chunk as Uint8Array<ArrayBuffer>, { at: to.bytes });
    if (written < chunk.length) throw new DOMException("no space left", "QuotaExceededError");
  } catch (thrown) {
    to.file.truncate(to.bytes);
    throw thrown;
  }
  to.bytes += chunk.length;
  const { frames } = to.journal;
  tell({ kind: "written", frames, bytes: to.bytes, memoryBytes: memoryBytes() });
}

function fail(thrown: unknown): void {
  if (hasFailed) return;
  hasFailed = true;
  clearInterval(open?.flushes);
  open?.file.close();
  open = undefined;
  const { name, message } = Object(thrown) as Partial<DOMException>;
  const isFull = name === "QuotaExceededError";
  tell({ kind: "failed", message: isFull ? "" : (message ?? String(thrown)), isFull });
}

addEventListener("message", ({ data }: MessageEvent<Order>) => {
  last = last.then(() => carryOut(data)).catch(fail);
});
