// Formats of films, and which of them this browser can encode.

/** Size and rate of a film. */
export interface FilmShape {
  width: number;
  height: number;
  rateHz: number;
  /** Number of frames. */
  count: number;
}

export const FILM_FORMATS = {
  mp4: "MP4 video (H.264)",
  webm: "WebM video",
  gif: "GIF",
  png: "PNG sequence (.zip)",
} as const;
export type FilmFormat = keyof typeof FILM_FORMATS;
export type VideoFormat = "mp4" | "webm";

export interface Codec {
  /** Name in a WebM file; undefined for H.264. */
  webm?: "V_VP9" | "V_VP8";
  /** Name in WebCodecs. */
  name: string;
}

/** Codecs of each format, the best first. H.264: high and baseline profile, level 5.1. */
const CODECS: Record<VideoFormat, readonly Codec[]> = {
  mp4: [{ name: "avc1.640033" }, { name: "avc1.42e033" }],
  webm: [
    { webm: "V_VP9", name: "vp09.00.51.08" },
    { webm: "V_VP8", name: "vp8" },
  ],
};

/** Bits per pixel and frame. Scenes are smooth, and lines have to stay sharp. */
const BITS_PER_PIXEL = 0.12;

export function configOf({ name }: Codec, { width, height, rateHz }: FilmShape) {
  return {
    codec: name,
    width,
    height,
    framerate: rateHz,
    bitrate: Math.max(500_000, width * height * rateHz * BITS_PER_PIXEL),
    latencyMode: "quality",
  } as const;
}

export const isVideo = (format: FilmFormat): format is VideoFormat =>
  format === "mp4" || format === "webm";

/** Codec with which this browser can encode such a film; undefined if it cannot. */
export async function codecFor(format: VideoFormat, shape: FilmShape): Promise<Codec | undefined> {
  if (typeof VideoEncoder !== "function") return undefined;
  for (const codec of CODECS[format]) {
    // Some browsers throw for a codec that they do not know.
    const answer = await VideoEncoder.isConfigSupported(configOf(codec, shape)).catch(
      () => undefined,
    );
    if (answer?.supported) return codec;
  }
  return undefined;
}
