// Encoders of films: WebM, GIF, and a ZIP archive of PNG files.

import { Zip, ZipPassThrough } from "fflate";
import { applyPalette, GIFEncoder, quantize } from "gifenc";
import { Problem } from "../library.ts";
import { gifDelays } from "./times.ts";
import { type EncodedFrame, type VideoTrack, webm } from "./webm.ts";

export const FILM_FORMATS = { webm: "WebM video", gif: "GIF", png: "PNG sequence (.zip)" } as const;
export type FilmFormat = keyof typeof FILM_FORMATS;

/** Size and rate of a film. */
export interface FilmShape {
  width: number;
  height: number;
  rateHz: number;
  /** Number of frames. */
  count: number;
}

/** Encoder of a film. Frames are added in order. */
export interface Encoder {
  add(canvas: HTMLCanvasElement): Promise<void>;
  finish(): Promise<Blob>;
  /** Frees resources, also if the film is not finished. */
  close(): void;
}

/** Seconds between key frames: players can seek to them. */
const KEY_SECS = 2;
/** Bits per pixel and frame. Scenes are smooth, and lines have to stay sharp. */
const BITS_PER_PIXEL = 0.12;
/** Frames that the encoder may have to do before the next one is rendered. */
const MOST_QUEUED = 4;

const CODECS: readonly { webm: VideoTrack["codec"]; webCodecs: string }[] = [
  { webm: "V_VP9", webCodecs: "vp09.00.51.08" },
  { webm: "V_VP8", webCodecs: "vp8" },
];

/** Whether this browser can encode video. */
export const canEncodeVideo = (): boolean => typeof VideoEncoder === "function";

export function encoderFor(format: FilmFormat, shape: FilmShape): Promise<Encoder> {
  if (format === "webm") return webmEncoder(shape);
  return Promise.resolve(format === "gif" ? gifEncoder(shape) : pngEncoder());
}

async function webmEncoder({ width, height, rateHz, count }: FilmShape): Promise<Encoder> {
  const config = {
    width,
    height,
    framerate: rateHz,
    bitrate: Math.max(500_000, width * height * rateHz * BITS_PER_PIXEL),
    latencyMode: "quality",
  } as const;
  let codec: (typeof CODECS)[number] | undefined;
  for (const candidate of CODECS) {
    if (!canEncodeVideo()) break;
    const asked = { ...config, codec: candidate.webCodecs };
    const { supported } = await VideoEncoder.isConfigSupported(asked);
    if (supported) {
      codec = candidate;
      break;
    }
  }
  if (!codec)
    throw new Problem(
      "this browser cannot encode WebM video",
      "no-encoder",
      undefined,
      "Save a GIF or a PNG sequence, or use a current Chromium, Firefox or Safari.",
    );
  const frames: EncodedFrame[] = [];
  let failure: unknown;
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      const timeMs = Math.round(chunk.timestamp / 1000);
      frames.push({ data, timeMs, isKey: chunk.type === "key" });
    },
    error: (error) => {
      failure = error;
    },
  });
  encoder.configure({ ...config, codec: codec.webCodecs });
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
      const durationMs = (count * 1000) / rateHz;
      const parts = webm({ codec: codec.webm, width, height, durationMs }, frames);
      return new Blob(parts as Uint8Array<ArrayBuffer>[], { type: "video/webm" });
    },
    close: () => {
      if (encoder.state !== "closed") encoder.close();
    },
  };
}

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
