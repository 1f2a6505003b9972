// Streams bytes into and out of the library in chunks, so that a large file is never in memory twice.

import { type Format, Incoming, type Note, Problem, type Recording } from "./library.ts";

const PIECE_BYTES = 1 << 20;
/** Number of library chunks (256 KB each) between pauses. */
const PAUSE_EVERY = 16;

/** Error code for a file that the browser could not read completely. */
export const NOT_READABLE = "not-readable";

type Stream = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Bytes that are read once, in order. */
export interface Bytes {
  /** Number of bytes; 0 if unknown. */
  size: number;
  stream: Stream;
  /** Compression that the stream undoes, for messages. */
  unpacks?: string;
}

/** Called with the bytes that have been read, and with all of them; 0 if that is unknown. */
export type Progress = (done: number, size: number) => void;

/** Bytes of a file or blob. */
export const ofBlob = (blob: Blob): Bytes => ({ size: blob.size, stream: blob.stream() });

type Push = (part: Uint8Array) => void;

/** Copies bytes into the library's memory. */
export async function takeIn(
  { size, stream, unpacks }: Bytes,
  progress?: Progress,
): Promise<Incoming> {
  const incoming = new Incoming(size);
  let done = 0;
  const push = (part: Uint8Array) => {
    incoming.push(part);
    done += part.length;
    progress?.(done, size);
  };
  try {
    const reader = oneBuffer(stream);
    if (reader) await takeThroughOneBuffer(reader, push);
    else await takePieces(stream, push);
  } catch (thrown) {
    incoming.free();
    if (unpacks && thrown instanceof Problem && thrown.code === NOT_READABLE)
      throw new Problem(`the ${unpacks} data is damaged or truncated`, NOT_READABLE);
    throw thrown;
  }
  return incoming;
}

/** BYOB reader, which fills our own buffer; not every stream supports it. */
function oneBuffer(stream: Stream): ReadableStreamBYOBReader | undefined {
  try {
    return stream.getReader({ mode: "byob" });
  } catch {
    return undefined;
  }
}

function fail(thrown: unknown): never {
  // A download says itself what is wrong.
  if (thrown instanceof Problem) throw thrown;
  throw new Problem(
    "the browser could not read this file to its end",
    NOT_READABLE,
    undefined,
    "It may have been moved, or written to meanwhile: drop it again.",
  );
}

/** Browsers free memory late: without reusing one buffer, the chunks add up to the whole file. */
async function takeThroughOneBuffer(reader: ReadableStreamBYOBReader, push: Push) {
  let buffer = new ArrayBuffer(PIECE_BYTES);
  for (;;) {
    const { done, value } = await reader.read(new Uint8Array(buffer)).catch(fail);
    if (done || !value) return;
    push(value);
    buffer = value.buffer;
  }
}

async function takePieces(stream: Stream, push: Push) {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(fail);
    if (done) return;
    push(value);
  }
}

/** Recording as a blob, which the browser stores outside of the page's memory. `pause` can wait for that. */
export function toBlob(
  recording: Recording,
  format: Format,
  pause: (part: Blob) => void = () => undefined,
): Blob {
  return toFile(recording, format, pause).file;
}

/** Same as `toBlob`, with the losses of the format. */
export function toFile(
  recording: Recording,
  format: Format,
  pause: (part: Blob) => void = () => undefined,
): { file: Blob; notes: Note[] } {
  const parts: Blob[] = [];
  const notes = recording.convert(format, (piece) => {
    const part = new Blob([piece as Uint8Array<ArrayBuffer>]);
    parts.push(part);
    if (parts.length % PAUSE_EVERY === 0) pause(part);
  });
  return { file: new Blob(parts), notes };
}
