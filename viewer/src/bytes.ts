// Bytes into the library and out of it, piece by piece: no large file is in the page's memory twice on its way.

import { type Format, Incoming, type Note, Problem, type Recording } from "./library.ts";

const PIECE_BYTES = 1 << 20;
/** In pieces of the library, which are a quarter of a megabyte. */
const PAUSE_EVERY = 16;

/** The code of a file that the browser could not read, or not to its end. */
export const NOT_READABLE = "not-readable";

type Stream = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Bytes that are read once, in order. */
export interface Bytes {
  /** How many there are; 0 if nobody knows. */
  size: number;
  stream: Stream;
}

/** A file's bytes, or those of anything that the browser keeps. */
export const ofBlob = (blob: Blob): Bytes => ({ size: blob.size, stream: blob.stream() });

/** Takes bytes into the library's memory. */
export async function takeIn({ size, stream }: Bytes): Promise<Incoming> {
  const incoming = new Incoming(size);
  try {
    const reader = oneBuffer(stream);
    if (reader) await takeThroughOneBuffer(reader, incoming);
    else await takePieces(stream, incoming);
  } catch (thrown) {
    incoming.free();
    throw thrown;
  }
  return incoming;
}

/** A reader that fills our own buffer; not every stream has one. */
function oneBuffer(stream: Stream): ReadableStreamBYOBReader | undefined {
  try {
    return stream.getReader({ mode: "byob" });
  } catch {
    return undefined;
  }
}

function fail(): never {
  throw new Problem(
    "the browser could not read this file to its end",
    NOT_READABLE,
    undefined,
    "It may have been moved, or written to meanwhile: drop it again.",
  );
}

/** Browsers give memory back late: what is not taken again and again adds up to the whole file. */
async function takeThroughOneBuffer(reader: ReadableStreamBYOBReader, incoming: Incoming) {
  let buffer = new ArrayBuffer(PIECE_BYTES);
  for (;;) {
    const { done, value } = await reader.read(new Uint8Array(buffer)).catch(fail);
    if (done || !value) return;
    incoming.push(value);
    buffer = value.buffer;
  }
}

async function takePieces(stream: Stream, incoming: Incoming) {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(fail);
    if (done) return;
    incoming.push(value);
  }
}

/** A recording as a file, which the browser keeps outside of the page's memory; `pause` can wait until it does. */
export function toBlob(
  recording: Recording,
  format: Format,
  pause: (part: Blob) => void = () => undefined,
): Blob {
  return toFile(recording, format, pause).file;
}

/** The same, with what is not in the file. */
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
