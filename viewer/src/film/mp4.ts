// MP4 muxer for one H.264 track. All frames are given at once, so that the index can be in front of them.

import type { EncodedFrame } from "./webm.ts";

export interface Mp4Track {
  width: number;
  height: number;
  rateHz: number;
  /** The encoder's AVCDecoderConfigurationRecord. */
  description: Uint8Array;
}

/** Units in a second of the file's times: every usual frame rate divides it. */
const TIMESCALE = 90_000;

const u16 = (...values: number[]) =>
  Uint8Array.from(values.flatMap((value) => [(value >> 8) & 255, value & 255]));

function u32(...values: number[]): Uint8Array {
  const bytes = new Uint8Array(4 * values.length);
  const view = new DataView(bytes.buffer);
  for (const [i, value] of values.entries()) view.setUint32(4 * i, value >>> 0);
  return bytes;
}

const text = (value: string) => new TextEncoder().encode(value);
const lengthOf = (parts: readonly Uint8Array[]) =>
  parts.reduce((sum, part) => sum + part.length, 0);

/** A box: size, type and content. */
const box = (type: string, ...content: readonly Uint8Array[]): Uint8Array[] => [
  u32(8 + lengthOf(content)),
  text(type),
  ...content,
];

/** A box with version and flags. */
const fullBox = (type: string, flags: number, ...content: readonly Uint8Array[]) =>
  box(type, u32(flags), ...content);

/** No rotation and no scale. */
const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

/** Equal values in a row, as count and value. */
function runs(values: readonly number[]): [number, number][] {
  const found: [number, number][] = [];
  for (const value of values) {
    const last = found.at(-1);
    if (last?.[1] === value) last[0] += 1;
    else found.push([1, value]);
  }
  return found;
}

/** An MP4 file as parts, in order. Frames are in the order of decoding. */
export function mp4(track: Mp4Track, frames: readonly EncodedFrame[]): Uint8Array[] {
  const head = box("ftyp", text("isom"), u32(0x200), text("isomiso2avc1mp41"));
  // The index says where the frames are, and its own size does not depend on that.
  const sized = index(track, frames, 0);
  const start = lengthOf(head) + lengthOf(sized) + 8;
  const data = frames.map((frame) => frame.data);
  return [...head, ...index(track, frames, start), u32(8 + lengthOf(data)), text("mdat"), ...data];
}

function index(track: Mp4Track, frames: readonly EncodedFrame[], start: number): Uint8Array[] {
  const { width, height, rateHz } = track;
  const at = (i: number) => Math.round((i * TIMESCALE) / rateHz);
  const duration = at(frames.length);
  return box(
    "moov",
    ...fullBox(
      "mvhd",
      0,
      u32(0, 0, TIMESCALE, duration, 0x10000),
      u16(0x100, 0),
      u32(0, 0),
      MATRIX,
      u32(0, 0, 0, 0, 0, 0, 2),
    ),
    ...box(
      "trak",
      ...fullBox(
        "tkhd",
        3,
        u32(0, 0, 1, 0, duration, 0, 0),
        u16(0, 0, 0, 0),
        MATRIX,
        u32(width * 0x10000, height * 0x10000),
      ),
      ...box(
        "mdia",
        ...fullBox("mdhd", 0, u32(0, 0, TIMESCALE, duration), u16(0x55c4, 0)),
        ...fullBox("hdlr", 0, u32(0), text("vide"), u32(0, 0, 0), text("video\0")),
        ...box(
          "minf",
          ...fullBox("vmhd", 1, u16(0, 0, 0, 0)),
          ...box("dinf", ...fullBox("dref", 0, u32(1), ...fullBox("url ", 1))),
          ...samples(track, frames, start, at),
        ),
      ),
    ),
  );
}

/** Table of the frames: format, times, key frames, sizes, place. */
function samples(
  { width, height, description, rateHz }: Mp4Track,
  frames: readonly EncodedFrame[],
  start: number,
  at: (i: number) => number,
): Uint8Array[] {
  const durations = runs(frames.map((_, i) => at(i + 1) - at(i)));
  // Frames that are shown later than they are decoded.
  const shifts = frames.map(({ timeMs }, i) => at(Math.round((timeMs * rateHz) / 1000)) - at(i));
  const keys = frames.flatMap(({ isKey }, i) => (isKey ? [i + 1] : []));
  const format = box(
    "avc1",
    u32(0),
    u16(0, 1, 0, 0),
    u32(0, 0, 0),
    u16(width, height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    new Uint8Array(32),
    u16(24, 0xffff),
    ...box("avcC", description),
  );
  const list = (values: readonly (readonly number[])[]) => [
    u32(values.length),
    ...values.map((value) => u32(...value)),
  ];
  return box(
    "stbl",
    ...fullBox("stsd", 0, u32(1), ...format),
    ...fullBox("stts", 0, ...list(durations)),
    ...(shifts.some((shift) => shift !== 0)
      ? fullBox("ctts", 0x1000000, ...list(runs(shifts)))
      : []),
    ...fullBox("stss", 0, ...list(keys.map((key) => [key]))),
    ...fullBox("stsc", 0, ...list([[1, frames.length, 1]])),
    ...fullBox("stsz", 0, u32(0), ...list(frames.map(({ data }) => [data.length]))),
    ...fullBox("stco", 0, ...list([[start]])),
  );
}
