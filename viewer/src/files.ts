// Opening recordings: chosen, dropped, served with the page, or embedded in it.

import { type Bytes, NOT_READABLE, ofBlob, takeIn } from "./bytes.ts";
import { Document } from "./document.ts";
import { type DoctorReport, Problem, Recording } from "./library.ts";

/** What the library reads. */
export const ENDINGS = [".bin", ".json", ".ndjson", ".glb", ".gltf", ".csv", ".handsbin"] as const;

/** A recording that can be opened. */
export interface Source {
  name: string;
  /** Reads its bytes; can be called repeatedly. */
  read(): Promise<Bytes>;
  /** Local file with these bytes, if there is one. */
  file?: Blob;
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

export async function open(source: Source): Promise<Opened> {
  const { name, file } = source;
  try {
    const incoming = await takeIn(await source.read());
    const readAt = performance.now();
    return { document: new Document(name, incoming.read(name), { file }), readAt };
  } catch (thrown) {
    return { refusal: await refuse(source, Problem.from(thrown)) };
  }
}

/** Error codes that concern the environment and not the file: salvaging would not help. */
const NOT_THE_FILE: readonly string[] = [NOT_READABLE, "not-served", "out-of-memory", "too-large"];

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
    const recording = (await takeIn(await source.read())).salvage(name);
    const note = { code: problem.code, is_loss: true, message: problem.message };
    return new Document(name, recording, { notes: [note] });
  };
  return { name, problem, report, salvage: canSalvage ? salvage : undefined };
}

export function demo(name: string): Document {
  return new Document(name, Recording.demo(), { isDemo: true });
}

/** Makes a name unique: `take (2).bin`. */
export function distinct(name: string, others: readonly string[]): string {
  const [, stem, ending] = /^(.*?)(\.[^.]*)?$/s.exec(name) ?? [];
  let free = name;
  for (let number = 2; others.includes(free); number++) free = `${stem} (${number})${ending ?? ""}`;
  return free;
}

const fromFiles = (files: Iterable<File>): Source[] =>
  [...files].map((file) => ({ name: file.name, read: async () => ofBlob(file), file }));

/** Opens a file dialog. */
export function choose(take: (sources: Source[]) => void): void {
  // Added to the page, because a browser may collect a detached element before files are chosen.
  const input = document.createElement("input");
  input.type = "file";
  input.hidden = true;
  document.querySelector("input[type=file]")?.remove();
  document.body.append(input);
  input.multiple = true;
  input.accept = [...ENDINGS, "application/octet-stream"].join(",");
  input.onchange = () => take(fromFiles(input.files ?? []));
  input.click();
}

/** Accepts files dropped anywhere on the page. */
export function acceptDrops(
  isOver: (value: boolean) => void,
  take: (sources: Source[]) => void,
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
    if (event.dataTransfer?.files.length) take(fromFiles(event.dataTransfer.files));
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
      const answer = await fetch(url);
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
