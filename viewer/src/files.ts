// Opening recordings: chosen, dropped, served with the page, or embedded in it.

import { type Bytes, NOT_READABLE, ofBlob, type Progress, takeIn } from "./bytes.ts";
import { compressionOf, HEAD_BYTES, unpacked } from "./compression.ts";
import { Document } from "./document.ts";
import { type DoctorReport, Problem } from "./library.ts";
import { DECLINED, NOT_LOADED } from "./remote/failure.ts";

/** What the library reads. */
export const ENDINGS = [".bin", ".json", ".ndjson", ".glb", ".gltf", ".csv", ".handsbin"] as const;
/** Extensions of compressed files. */
export const PACKED = [".gz", ".zst"] as const;

/** A recording that can be opened. */
export interface Source {
  name: string;
  /** Reads its bytes; can be called repeatedly. */
  read(): Promise<Bytes>;
  /** Local file with these bytes, if there is one. */
  file?: Blob;
  /** Address that it is loaded from, if there is one. */
  url?: string;
}

/** A file that could not be opened: error, location, and whether it can be salvaged. */
export interface Refusal {
  name: string;
  problem: Problem;
  report: DoctorReport | undefined;
  /** Opens what can be recovered; undefined if nothing can. */
  salvage: (() => Promise<Document>) | undefined;
}

/** An opened recording and the time at which its bytes were available; or the error. */
type Opened = { document: Document; readAt: number } | { refusal: Refusal };

export async function open(source: Source, progress?: Progress): Promise<Opened> {
  const { name, file, url } = source;
  try {
    const incoming = await takeIn(await source.read(), progress);
    const readAt = performance.now();
    return { document: new Document(name, incoming.read(name), { file, url }), readAt };
  } catch (thrown) {
    return { refusal: await refuse(source, Problem.from(thrown)) };
  }
}

/** Error codes that concern the environment and not the file: salvaging would not help. */
const NOT_THE_FILE: readonly string[] = [
  NOT_READABLE,
  NOT_LOADED,
  DECLINED,
  "not-served",
  "out-of-memory",
  "too-large",
];

async function refuse(source: Source, problem: Problem): Promise<Refusal> {
  const { name } = source;
  let report: DoctorReport | undefined;
  if (!NOT_THE_FILE.includes(problem.code))
    try {
      const incoming = await takeIn(await source.read());
      report = incoming.examine(name);
      incoming.free();
    } catch {
      // The first error is sufficient.
    }
  const canSalvage = report?.findings.some(
    ({ severity, repair }) => severity === "error" && repair !== "none",
  );
  const salvage = async () => {
    const salvaged = (await takeIn(await source.read())).salvage(name);
    const cause = { code: problem.code, is_loss: true, message: problem.message };
    const losses = [cause, ...salvaged.notes()];
    const recording = salvaged.recording();
    salvaged.free();
    return new Document(name, recording, { losses });
  };
  return { name, problem, report, salvage: canSalvage ? salvage : undefined };
}

/** Makes a name unique: `take (2).bin`. */
export function distinct(name: string, others: readonly string[]): string {
  const [, stem, ending] = /^(.*?)(\.[^.]*)?$/s.exec(name) ?? [];
  let free = name;
  for (let number = 2; others.includes(free); number++) free = `${stem} (${number})${ending ?? ""}`;
  return free;
}

/** Source of a file, which is decompressed if necessary. */
async function fromFile(file: File): Promise<Source> {
  const { name } = file;
  // A file that cannot be read fails again, with a message, when it is opened.
  const head = await file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const compression = compressionOf(new Uint8Array(head));
  if (!compression) return { name, read: async () => ofBlob(file), file };
  return { name, read: async () => unpacked(file.stream(), compression) };
}

const fromFiles = (files: Iterable<File>): Promise<Source[]> =>
  Promise.all([...files].map(fromFile));

/** Whether the name of a file has the extension of a recording, compressed or not. */
export const isRecordingName = (name: string): boolean => {
  const plain = name.toLowerCase().replace(/\.(gz|zst)$/, "");
  return ENDINGS.some((ending) => plain.endsWith(ending));
};

/** Files with the extension of a recording in a folder and its subfolders, sorted by path. */
async function filesIn(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const found: { path: string; file: File }[] = [];
  const folders = [folder];
  for (let next = folders.pop(); next; next = folders.pop()) {
    const reader = next.createReader();
    for (;;) {
      // Browsers list a folder in parts.
      const part = await new Promise<FileSystemEntry[]>((done, fail) =>
        reader.readEntries(done, fail),
      );
      if (part.length === 0) break;
      for (const entry of part) {
        if (entry.isDirectory) folders.push(entry as FileSystemDirectoryEntry);
        else if (isRecordingName(entry.name)) {
          const file = await new Promise<File>((done, fail) =>
            (entry as FileSystemFileEntry).file(done, fail),
          );
          found.push({ path: entry.fullPath, file });
        }
      }
    }
  }
  const byPath = new Intl.Collator("en", { numeric: true });
  return found.sort((a, b) => byPath.compare(a.path, b.path)).map(({ file }) => file);
}

/** What was dropped: files, and the recordings of folders. */
export interface Dropped {
  files: Source[];
  inFolders: Source[];
  /** Names of folders without a recording. */
  emptyFolders: string[];
}

/** Reads dropped items; must be called while the drop is handled. */
async function fromDrop(transfer: DataTransfer): Promise<Dropped> {
  const files: File[] = [];
  const folders: FileSystemDirectoryEntry[] = [];
  for (const item of transfer.items) {
    const entry = item.kind === "file" ? item.webkitGetAsEntry?.() : null;
    const file = item.kind === "file" ? item.getAsFile() : null;
    if (entry?.isDirectory) folders.push(entry as FileSystemDirectoryEntry);
    else if (file) files.push(file);
  }
  const inFolders: File[] = [];
  const emptyFolders: string[] = [];
  for (const folder of folders) {
    const found = await filesIn(folder);
    inFolders.push(...found);
    if (found.length === 0) emptyFolders.push(folder.name);
  }
  return { files: await fromFiles(files), inFolders: await fromFiles(inFolders), emptyFolders };
}

/** Opens a file dialog. */
export function choose(take: (sources: Source[]) => void): void {
  // Added to the page, because a browser may collect a detached element before files are chosen.
  const input = document.createElement("input");
  input.type = "file";
  input.hidden = true;
  document.querySelector("input[type=file]")?.remove();
  document.body.append(input);
  input.multiple = true;
  input.accept = [...ENDINGS, ...PACKED, "application/octet-stream"].join(",");
  input.onchange = () => void fromFiles(input.files ?? []).then(take);
  input.click();
}

/** Accepts files dropped anywhere on the page. */
export function acceptDrops(
  isOver: (value: boolean) => void,
  take: (dropped: Promise<Dropped>) => void,
): void {
  let depth = 0;
  const setDepth = (value: number) => {
    depth = Math.max(0, value);
    isOver(depth > 0);
  };
  addEventListener("dragenter", (event) => {
    event.preventDefault();
    setDepth(depth + 1);
  });
  addEventListener("dragleave", () => setDepth(depth - 1));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    setDepth(0);
    if (event.dataTransfer?.files.length) take(fromDrop(event.dataTransfer));
  });
}

/** Recordings embedded in the page, as base64 in inert elements. */
function embedded(): Source[] {
  const elements = document.querySelectorAll<HTMLScriptElement>(
    "script[type='application/octet-stream'][data-name]",
  );
  return [...elements].map((element) => {
    const { name = "recording.bin", encoding, bytes } = element.dataset;
    let packed: Blob | undefined;
    const read = async () => {
      packed ??= await unbase64(element.textContent?.trim() ?? "");
      element.remove();
      if (encoding !== "gzip") return ofBlob(packed);
      const unpacked = packed.stream().pipeThrough(new DecompressionStream("gzip"));
      return { size: Number(bytes ?? 0), stream: unpacked };
    };
    return { name, read };
  });
}

const unbase64 = async (text: string): Promise<Blob> =>
  (await fetch(`data:application/octet-stream;base64,${text}`)).blob();

/** Recordings that the server of this page offers. */
async function served(): Promise<Source[]> {
  const list = document.querySelector<HTMLMetaElement>("meta[name='reenact-recordings']")?.content;
  if (!list) return [];
  const entries: { name: string; url: string; bytes?: number }[] = await (await fetch(list)).json();
  return entries.map(({ name, url, bytes = 0 }) => ({
    name,
    read: async () => {
      const answer = await fetch(url).catch(() => {
        throw new Problem(
          `the server of this page does not answer: ${name} cannot be loaded`,
          "not-served",
          undefined,
          "If `reenact view` was stopped, start it again and reload this page.",
        );
      });
      if (!answer.ok)
        throw new Problem(`the server answered ${answer.status} for ${name}`, "not-served");
      return answer.body ? { size: bytes, stream: answer.body } : ofBlob(await answer.blob());
    },
  }));
}

/** All recordings that come with the page. */
export async function provided(): Promise<Source[]> {
  const inside = embedded();
  const sources: Source[] = [];
  for (const source of inside.length > 0 ? inside : await served()) {
    const names = sources.map(({ name }) => name);
    sources.push({ ...source, name: distinct(source.name, names) });
  }
  return sources;
}
