// Journals in the origin private file system, which survives a crash of page, browser and device.

import { ofBlob, takeIn } from "../bytes.ts";
import type { Source } from "../files.ts";
import type { Recording } from "../library.ts";

const FOLDER = "reenact-recordings";
const ENDING = ".journal";
/** Empty file beside a journal that was ended or saved. */
const DONE = ".done";

/** A journal that a session left. */
export interface Stored {
  name: string;
  bytes: number;
  changed: Date;
  /** Whether it was ended or saved; otherwise page, browser or device stopped while it was recorded. */
  isDone: boolean;
}

/** Folder of the journals; undefined if the browser has no such storage here. */
export async function folder(isCreated: boolean): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(FOLDER, { create: isCreated });
  } catch {
    return undefined;
  }
}

/** Lock that a page holds while it writes a journal. */
export const lockOf = (name: string) => `${FOLDER}/${name}`;

/** Name of a new journal, such as `recording-2026-11-18-20-31-05.journal`. */
export function newName(now = new Date()): string {
  const time = now.toISOString().slice(0, 19).replaceAll(/[T:]/g, "-");
  return `recording-${time}${ENDING}`;
}

/** Name of the recording of a journal. */
export const recordingName = (name: string) => `${name.slice(0, -ENDING.length)}.bin`;

/** Journals that no page is writing, newest first. */
export async function stored(): Promise<Stored[]> {
  const from = await folder(false);
  if (!from) return [];
  const { held = [] } = await navigator.locks.query();
  const busy = new Set(held.map(({ name }) => name));
  const found: Stored[] = [];
  const done = new Set<string>();
  for await (const [name, handle] of from.entries()) {
    if (name.endsWith(DONE)) done.add(name.slice(0, -DONE.length));
    if (handle.kind !== "file" || !name.endsWith(ENDING) || busy.has(lockOf(name))) continue;
    const file = await (handle as FileSystemFileHandle).getFile();
    found.push({ name, bytes: file.size, changed: new Date(file.lastModified), isDone: false });
  }
  for (const journal of found) journal.isDone = done.has(journal.name);
  return found.sort((a, b) => b.changed.getTime() - a.changed.getTime());
}

async function fileOf(name: string): Promise<File> {
  const handle = await (await folder(false))?.getFileHandle(name);
  if (!handle) throw new Error(`there is no ${name} in this browser`);
  return handle.getFile();
}

/** Recording of a journal, as a source of the page. */
export const sourceOf = (name: string): Source => ({
  name: recordingName(name),
  read: async () => ofBlob(await fileOf(name)),
});

/** Reads the recording of a journal. */
export async function recordingOf(name: string): Promise<Recording> {
  return (await takeIn(ofBlob(await fileOf(name)))).read(recordingName(name));
}

export async function remove(name: string): Promise<void> {
  const from = await folder(false);
  await from?.removeEntry(name);
  await from?.removeEntry(name + DONE).catch(() => {
    // It was never ended.
  });
}

/** Notes that a journal needs not be offered any more. */
export async function markDone(name: string): Promise<void> {
  await (await folder(true))?.getFileHandle(name + DONE, { create: true });
}
