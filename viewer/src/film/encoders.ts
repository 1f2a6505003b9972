// Encoders of films: MP4, WebM, GIF, and a ZIP archive of PNG files.

import { Zip, ZipPassThrough } from "fflate";
import { applyPalette, GIFEncoder, quantize } from "gifenc";
import { Problem } from "../library.ts";
import {
  type Codec,
  codecFor,
  configOf,
  FILM_FORMATS,
  type FilmFormat,
  type FilmShape,
  isVideo,
  type VideoFormat,
} from "./formats.ts";
import { mp4 } from "./mp4.ts";
import { gifDelays } from "./times.ts";
import { type EncodedFrame, webm } from "./webm.ts";

/** Encoder of a film. Frames are added in order. */
export interface Encoder {
  add(canvas: HTMLCanvasElement): Promise<void>;
  finish(): Promise<Blob>;
  /** Frees resources, also if the film is not finished. */
  close(): void;
}

/** Seconds between key frames: players can seek to them. */
const KEY_SECS = 2;
/** Frames that the encoder may have to do before the next one is rendered. */
const MOST_QUEUED = 4;

export function encoderFor(format: FilmFormat, shape: FilmShape): Promise<Encoder> {
  if (isVideo(format)) return videoEncoder(format, shape);
  return Promise.resolve(format === "gif" ? gifEncoder(shape) : pngEncoder());
}

async function videoEncoder(format: VideoFormat, shape: FilmShape): Promise<Encoder> {
  const codec = await codecFor(format, shape);
  if (!codec)
    throw new Problem(
      `this browser cannot encode ${FILM_FORMATS[format]} of ${shape.width} × ${shape.height} pixels`,
      "no-encoder",
      undefined,
      "Save another format, or choose a smaller size.",
    );
  const { rateHz } = shape;
  const frames: EncodedFrame[] = [];
  let failure: unknown;
  let description: Uint8Array | undefined;
  const encoder = new VideoEncoder({
    output: (chunk, metadata) => {
      const given = metadata?.decoderConfig?.description;
      if (given) description = bytesOf(given);
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      frames.push({ data, timeMs: chunk.timestamp / 1000, isKey: chunk.type === "key" });
    },
    error: (error) => {
      failure = error;
    },
  });
  encoder.configure(configOf(codec, shape));
  const keyEvery = Math.max(1, Math.round(rateHz * KEY_SECS));
  let added = 0;
  return {
    add: async (canvas) => {
      while (encoder.encodeQueueSize > MOST_QUEUED && !failure)
        await new Promise((done) => encoder.addEventListener("dequeue", done, { once: true }));
      if (failure) throw failure;
      const timestamp = Math.round((added * 1e6) / rateHz);
      const frame = new VideoFrame(canvas, { timestamp, duration: Math.round(1e6 / rateHz) });
      encoder.encode(frame, { keyFrame: added % keyEvery === 0 });
      frame.close();
      added += 1;
    },
    finish: async () => {
      await encoder.flush();
      if (failure) throw failure;
      const parts = muxed(codec, shape, frames, description);
      return new Blob(parts as Uint8Array<ArrayBuffer>[], { type: `video/${format}` });
    },
    close: () => {
      if (encoder.state !== "closed") encoder.close();
    },
  };
}

function muxed(
  { webm: codec }: Codec,
  { width, height, rateHz, count }: FilmShape,
  frames: readonly EncodedFrame[],
  description: Uint8Array | undefined,
): Uint8Array[] {
  const durationMs = (count * 1000) / rateHz;
  if (codec) return webm({ codec, width, height, durationMs }, frames);
  if (!description)
    throw new Problem("the browser's encoder does not describe its video", "no-encoder");
  return mp4({ width, height, rateHz, description }, frames);
}

/** A copy, because the browser may reuse the buffer. */
const bytesOf = (given: AllowSharedBufferSource): Uint8Array =>
  ArrayBuffer.isView(given)
    ? new Uint8Array(given.buffer, given.byteOffset, given.byteLength).slice()
    : new Uint8Array(given).slice();

function gifEncoder({ width, height, rateHz, count }: FilmShape): Encoder {
  const gif = GIFEncoder();
  const delays = gifDelays(count, rateHz);
  let added = 0;
  return {
    add: async (canvas) => {
      const data = canvas.getContext("2d")?.getImageData(0, 0, width, height).data;
      if (!data) throw new Problem("this browser gives no access to pixels", "no-pixels");
      const palette = quantize(data as Uint8ClampedArray, 256);
      const index = applyPalette(data as Uint8ClampedArray, palette);
      const delay = (delays[added] ?? 0) * 10;
      gif.writeFrame(index, width, height, { palette, delay });
      added += 1;
    },
    finish: async () => {
      gif.finish();
      return new Blob([gif.bytes()], { type: "image/gif" });
    },
    close: () => undefined,
  };
}

function pngEncoder(): Encoder {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, part) => {
    failure ??= error;
    if (part) parts.push(part as Uint8Array<ArrayBuffer>);
  });
  let added = 0;
  return {
    add: async (canvas) => {
      const png = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
      if (!png) throw new Problem("the browser could not make a PNG file", "no-png");
      const entry = new ZipPassThrough(`${String(added).padStart(6, "0")}.png`);
      zip.add(entry);
      entry.push(new Uint8Array(await png.arrayBuffer()), true);
      added += 1;
    },
    finish: async () => {
      zip.end();
      if (failure) throw failure;
      return new Blob(parts, { type: "application/zip" });
    },
    close: () => zip.terminate(),
  };
}
