// Bytes of a file, wherever they are.

import { ReenactError } from "./error.js";
import { Incoming } from "./wasm/reenact_wasm.js";

/** Bytes in memory. */
export type Bytes = ArrayBuffer | ArrayBufferView;
/** A file: its bytes, a `Blob` or `File`, an address to fetch, or in Node.js a path. */
export type Source = Bytes | Blob | URL | string;

export interface OpenOptions {
  /** Name in reports; otherwise that of the file. */
  name?: string;
}

/** Bytes are given to the module in pieces, so that they are not in memory twice. */
const PIECE_BYTES = 1 << 20;

/** Reads a file into the module's memory, unpacked if it is compressed with gzip. */
export async function incoming(source: Source, options: OpenOptions): Promise<[Incoming, string]> {
  const { bytes, name } = await bytesOf(source);
  const unpacked = bytes[0] === 0x1f && bytes[1] === 0x8b ? await unpack(bytes) : bytes;
  const file = new Incoming(unpacked.length);
  for (let at = 0; at < unpacked.length; at += PIECE_BYTES) {
    file.push(unpacked.subarray(at, at + PIECE_BYTES));
  }
  return [file, options.name ?? name];
}

async function bytesOf(source: Source): Promise<{ bytes: Uint8Array; name: string }> {
  if (source instanceof ArrayBuffer) return { bytes: new Uint8Array(source), name: "recording.bin" };
  if (ArrayBuffer.isView(source)) {
    const { buffer, byteOffset, byteLength } = source;
    return { bytes: new Uint8Array(buffer, byteOffset, byteLength), name: "recording.bin" };
  }
  if (source instanceof Blob) {
    const name = "name" in source ? String(source.name) : "recording.bin";
    return { bytes: new Uint8Array(await source.arrayBuffer()), name };
  }
  const isNode = typeof process === "object" && Boolean(process.versions?.node);
  const isFile = source instanceof URL ? source.protocol === "file:" : isNode && !/^(https?|data|blob):/.test(source);
  const name = decodeURIComponent(String(source).split(/[?#]/)[0]?.split(/[\\/]/).pop() ?? "");
  if (isFile) {
    const { readFile } = await import("node:fs/promises");
    const bytes = await readFile(source).catch((error: Error & { code?: string }) => {
      throw new ReenactError(`cannot read ${String(source)}: ${error.message}`, "io");
    });
    return { bytes, name };
  }
  const answer = await fetch(source);
  if (!answer.ok) throw new ReenactError(`the server answers ${answer.status} for ${String(source)}`, "io");
  return { bytes: new Uint8Array(await answer.arrayBuffer()), name };
}

async function unpack(bytes: Uint8Array): Promise<Uint8Array> {
  const packed = new Blob([bytes as BlobPart]).stream();
  const unpacked = packed.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(
    await new Response(unpacked).arrayBuffer().catch((error: Error) => {
      throw new ReenactError(`cannot decompress: ${error.message}`, "damaged");
    }),
  );
}
