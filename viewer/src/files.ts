// Recordings into the page: chosen, dropped, served beside the page, or written into it.

import { Document } from "./document.ts";
import { type DoctorReport, examine, Problem, Recording, release } from "./library.ts";

/** A recording that can be opened. */
export interface Source {
  name: string;
  read(): Promise<Blob>;
}

/** A file that could not be opened: what is wrong, where, and whether something of it can be saved. */
export interface Refusal {
  name: string;
  problem: Problem;
  report: DoctorReport | undefined;
  /** Opens what survives; missing if nothing does. */
  salvage: (() => Document) | undefined;
}

/** A recording, and when its bytes were there; or why not. */
type Opened = { document: Document; readAt: number } | { refusal: Refusal };

export async function open(source: Source): Promise<Opened> {
  let bytes: Uint8Array;
  let blob: Blob;
  try {
    blob = await source.read();
    bytes = new Uint8Array(await blob.arrayBuffer());
  } catch (thrown) {
    return {
      refusal: {
        name: source.name,
        problem: unread(thrown),
        report: undefined,
        salvage: undefined,
      },
    };
  }
  const readAt = performance.now();
  try {
    const recording = new Recording(source.name, bytes);
    release(bytes);
    return { document: new Document(source.name, recording, { source: blob }), readAt };
  } catch (thrown) {
    return { refusal: refuse(source.name, Problem.from(thrown), bytes) };
  }
}

function unread(thrown: unknown): Problem {
  const isTooBig = thrown instanceof DOMException && thrown.name === "NotReadableError";
  return isTooBig || thrown instanceof RangeError
    ? new Problem(
        "the browser cannot hold this file in memory",
        "out-of-memory",
        undefined,
        "The command reads files of any size: cut it with `reenact trim`.",
      )
    : Problem.from(thrown);
}

function refuse(name: string, problem: Problem, bytes: Uint8Array): Refusal {
  let report: DoctorReport | undefined;
  try {
    report = examine(name, bytes);
  } catch {
    // The first problem says enough.
  }
  const canSalvage = report?.findings.some(
    ({ severity, repair }) => severity === "error" && repair !== "none",
  );
  const salvage = () => {
    const recording = Recording.salvage(name, bytes);
    const note = { code: problem.code, is_loss: true, message: problem.message };
    return new Document(name, recording, { notes: [note] });
  };
  return { name, problem, report, salvage: canSalvage ? salvage : undefined };
}

export function demo(): Document {
  return new Document("demo.bin", Recording.demo());
}

const fromFiles = (files: Iterable<File>): Source[] =>
  [...files].map((file) => ({ name: file.name, read: async () => file }));

/** Lets a person choose files. */
export function choose(take: (sources: Source[]) => void): void {
  // In the page, because a browser may throw away an element that nothing holds before the person has chosen.
  const input = document.createElement("input");
  input.type = "file";
  input.hidden = true;
  document.querySelector("input[type=file]")?.remove();
  document.body.append(input);
  input.multiple = true;
  input.accept = ".bin,.json,.ndjson,.glb,.gltf,application/octet-stream";
  input.onchange = () => take(fromFiles(input.files ?? []));
  input.click();
}

/** Takes what is dropped anywhere on the page. */
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

/** Recordings inside the page, as base64 in elements that nothing runs. */
function embedded(): Source[] {
  const elements = document.querySelectorAll<HTMLScriptElement>(
    "script[type='application/octet-stream'][data-name]",
  );
  return [...elements].map((element) => {
    const { name = "recording.bin", encoding } = element.dataset;
    const read = async () => {
      const answer = await fetch(
        `data:application/octet-stream;base64,${element.textContent?.trim()}`,
      );
      element.remove();
      if (encoding !== "gzip" || !answer.body) return answer.blob();
      return new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).blob();
    };
    return { name, read };
  });
}

/** Recordings that the server of this page offers. */
async function served(): Promise<Source[]> {
  const list = document.querySelector<HTMLMetaElement>("meta[name='reenact-recordings']")?.content;
  if (!list) return [];
  const entries: { name: string; url: string }[] = await (await fetch(list)).json();
  return entries.map(({ name, url }) => ({
    name,
    read: async () => {
      const answer = await fetch(url);
      if (!answer.ok)
        throw new Problem(`the server answered ${answer.status} for ${name}`, "not-served");
      return answer.blob();
    },
  }));
}

/** What the page comes with. */
export async function provided(): Promise<Source[]> {
  const inside = embedded();
  return inside.length > 0 ? inside : served();
}
