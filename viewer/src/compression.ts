// Decompression of gzip and Zstandard files.

import { Decompress } from "fzstd";
import type { Bytes } from "./bytes.ts";

export type Compression = "gzip" | "zstd";

/** Number of leading bytes that `compressionOf` needs. */
export const HEAD_BYTES = 4;
const MAGIC: readonly (readonly [Compression, readonly number[]])[] = [
  ["gzip", [0x1f, 0x8b]],
  ["zstd", [0x28, 0xb5, 0x2f, 0xfd]],
];

/** Compression of a file, by its leading bytes; undefined if it is not compressed. */
export function compressionOf(head: Uint8Array): Compression | undefined {
  return MAGIC.find(([, magic]) => magic.every((byte, i) => head[i] === byte))?.[0];
}

type Chunk = Uint8Array<ArrayBuffer>;

/** Decompressed bytes of a stream. The size is not known before the end. */
export function unpacked(packed: ReadableStream<Chunk>, compression: Compression): Bytes {
  const stream =
    compression === "gzip"
      ? packed.pipeThrough(new DecompressionStream("gzip"))
      : packed.pipeThrough(zstdStream());
  return { size: 0, stream, unpacks: compression === "gzip" ? "gzip" : "Zstandard" };
}

function zstdStream(): TransformStream<Chunk, Chunk> {
  let decoder: Decompress;
  return new TransformStream({
    start(controller) {
      decoder = new Decompress((chunk) => controller.enqueue(chunk as Chunk));
    },
    transform: (chunk) => decoder.push(chunk),
    flush: () => decoder.push(new Uint8Array(0), true),
  });
}
