// A recording at an address: downloaded with progress, resumed where a connection breaks off.

import type { Bytes } from "../bytes.ts";
import { compressionOf, HEAD_BYTES, unpacked } from "../compression.ts";
import type { Source } from "../files.ts";
import { bytes as inBytes } from "../format.ts";
import { Problem } from "../library.ts";
import {
  brokenOff,
  DECLINED,
  explainSilence,
  parseAddress,
  refuseAnswer,
  watchPolicy,
} from "./failure.ts";

type Chunk = Uint8Array<ArrayBuffer>;

/** Downloaded part of a file; `total` is 0 if the server does not say. */
export interface Progress {
  name: string;
  loaded: number;
  total: number;
}

/** Progress for people: `Loading take.bin: 12.1 MB of 52.0 MB (23 %)`. */
export function progressText({ name, loaded, total }: Progress): string {
  const part = total > 0 ? ` of ${inBytes(total)} (${Math.floor((100 * loaded) / total)} %)` : "";
  return `Loading ${name}: ${inBytes(loaded)}${part}`;
}

export interface DownloadOptions {
  progress(progress: Progress): void;
  /** Whether to go on with a download of this size. */
  confirm(name: string, bytes: number): Promise<boolean>;
}

/** The library's memory ends here: larger files are refused before they are downloaded. */
const MOST_BYTES = 2 ** 31;
/** Size above which the user is asked first. */
const ASK_BYTES = 256e6;
/** Times that a broken download is resumed without a single byte arriving in between. */
const MOST_RESUMES = 3;
/** Time before a broken download is resumed; longer each time. */
const RESUME_AFTER_MS = 250;

/** A recording at an address, relative to `base`. */
export function remote(text: string, options: DownloadOptions, base = document.baseURI): Source {
  const name = nameOf(text);
  let wasRead = false;
  const read = async (): Promise<Bytes> => {
    const url = parseAddress(text, base);
    // Only a damaged file is read again, to examine it: then the browser's copy is as good.
    const cache: RequestCache = wasRead ? "force-cache" : "default";
    wasRead = true;
    const first = await request(url, { cache });
    const total = Number(first.headers.get("content-length") ?? 0);
    await allow(first, name, total, options);
    const chunks = resumable(url, first, total);
    const told = withProgress(chunks, (loaded) =>
      // What a server compressed for the transfer is longer than it said.
      options.progress({ name, loaded, total: loaded > total ? 0 : total }),
    );
    const { head, stream } = await peek(told);
    const compression = compressionOf(head);
    if (compression) return unpacked(stream, compression);
    const isEncoded = first.headers.has("content-encoding");
    return { size: isEncoded ? 0 : total, stream };
  };
  return { name, read, url: text };
}

async function allow(
  answer: Response,
  name: string,
  total: number,
  { confirm }: DownloadOptions,
): Promise<void> {
  if (total >= MOST_BYTES) {
    await answer.body?.cancel();
    throw new Problem(
      `${name} has ${inBytes(total)}: a page holds no more than 2 GB`,
      "too-large",
      undefined,
      "Download it, and extract a part with `reenact trim`: the command reads files of any size.",
    );
  }
  if (total < ASK_BYTES || (await confirm(name, total))) return;
  await answer.body?.cancel();
  throw new Problem(`${name} was not downloaded`, DECLINED);
}

async function request(url: URL, init: RequestInit): Promise<Response> {
  watchPolicy();
  const answer = await fetch(url, init).catch(async () => {
    throw await explainSilence(url);
  });
  const refusal = refuseAnswer(url, answer);
  if (!refusal) return answer;
  await answer.body?.cancel();
  throw refusal;
}

/** Bytes of an answer; after an interruption, the rest is requested as a range. */
function resumable(url: URL, first: Response, total: number): ReadableStream<Chunk> {
  let reader = first.body?.getReader();
  let loaded = 0;
  let failures = 0;
  return new ReadableStream<Chunk>({
    async pull(controller) {
      for (;;) {
        const next = await reader?.read().catch(() => undefined);
        if (next?.done) {
          controller.close();
          return;
        }
        if (next) {
          loaded += next.value.byteLength;
          failures = 0;
          controller.enqueue(next.value);
          return;
        }
        if (failures >= MOST_RESUMES) throw brokenOff(url, loaded);
        await new Promise((done) => setTimeout(done, RESUME_AFTER_MS * 4 ** failures));
        failures += 1;
        reader = await rest(url, first, loaded, total);
      }
    },
    cancel: (reason) => reader?.cancel(reason),
  });
}

/** The bytes from `loaded` on; undefined if there is still no connection. */
async function rest(url: URL, first: Response, loaded: number, total: number) {
  // The length of what was compressed for the transfer says nothing about the file.
  if (total <= loaded || first.headers.has("content-encoding")) throw brokenOff(url, loaded);
  // A range in this form needs no permission of another origin in advance.
  const headers = { range: `bytes=${loaded}-` };
  const answer = await fetch(url, { headers, cache: "no-store" }).catch(() => undefined);
  if (!answer) return undefined;
  // Other servers may show neither the range nor the tag of the file, but always these two.
  const isSame =
    answer.status === 206 &&
    Number(answer.headers.get("content-length")) === total - loaded &&
    answer.headers.get("last-modified") === first.headers.get("last-modified");
  if (isSame) return answer.body?.getReader();
  await answer.body?.cancel();
  throw brokenOff(url, loaded);
}

function withProgress(
  stream: ReadableStream<Chunk>,
  tell: (loaded: number) => void,
): ReadableStream<Chunk> {
  let loaded = 0;
  return stream.pipeThrough(
    new TransformStream<Chunk, Chunk>({
      transform(chunk, controller) {
        loaded += chunk.byteLength;
        tell(loaded);
        controller.enqueue(chunk);
      },
    }),
  );
}

/** The first bytes of a stream, and the whole stream again. */
async function peek(
  stream: ReadableStream<Chunk>,
): Promise<{ head: Chunk; stream: ReadableStream<Chunk> }> {
  const reader = stream.getReader();
  const read: Chunk[] = [];
  let count = 0;
  while (count < HEAD_BYTES) {
    const { done, value } = await reader.read();
    if (done) break;
    read.push(value);
    count += value.byteLength;
  }
  const head = new Uint8Array(await new Blob(read).slice(0, HEAD_BYTES).arrayBuffer());
  const whole = new ReadableStream<Chunk>({
    async pull(controller) {
      const chunk = read.shift();
      if (chunk) {
        controller.enqueue(chunk);
        return;
      }
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { head, stream: whole };
}

/** File name at the end of an address. */
export function nameOf(text: string): string {
  if (text.startsWith("data:")) return "recording.bin";
  const last =
    text
      .replace(/[?#].*$/s, "")
      .split("/")
      .at(-1) ?? "";
  try {
    return decodeURIComponent(last) || "recording.bin";
  } catch {
    return last;
  }
}
