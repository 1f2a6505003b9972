// WebM muxer for one video track. All frames are given at once, so that the index can be in front of them.

/** An encoded frame. */
export interface EncodedFrame {
  data: Uint8Array;
  /** Start, in milliseconds; WebM rounds it. */
  timeMs: number;
  isKey: boolean;
}

export interface VideoTrack {
  codec: "V_VP9" | "V_VP8";
  width: number;
  height: number;
  durationMs: number;
}

/** Limit of the 16-bit time of a block in its cluster. */
const MOST_CLUSTER_MS = 32_000;

type Content = Uint8Array | readonly Uint8Array[];

const bytesOf = (content: Content): readonly Uint8Array[] =>
  content instanceof Uint8Array ? [content] : content;
const lengthOf = (parts: readonly Uint8Array[]) =>
  parts.reduce((sum, part) => sum + part.length, 0);

/** An EBML element: identifier, size and content. */
function element(id: number, content: Content): Uint8Array[] {
  const parts = bytesOf(content);
  return [identifier(id), sizeOf(lengthOf(parts)), ...parts];
}

function identifier(id: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = id; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Uint8Array.from(bytes);
}

/** A size of eight bytes, which is allowed for every element. */
function sizeOf(size: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(size));
  bytes[0] = 0x01;
  return bytes;
}

function unsigned(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

function float(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return bytes;
}

const text = (value: string) => new TextEncoder().encode(value);

/** A WebM file as parts, in order. */
export function webm(track: VideoTrack, frames: readonly EncodedFrame[]): Uint8Array[] {
  const rounded = frames.map((frame) => ({ ...frame, timeMs: Math.round(frame.timeMs) }));
  const head = element(0x1a45dfa3, [
    ...element(0x4286, unsigned(1)),
    ...element(0x42f7, unsigned(1)),
    ...element(0x42f2, unsigned(4)),
    ...element(0x42f3, unsigned(8)),
    ...element(0x4282, text("webm")),
    ...element(0x4287, unsigned(4)),
    ...element(0x4285, unsigned(2)),
  ]);
  const info = element(0x1549a966, [
    ...element(0x2ad7b1, unsigned(1_000_000)),
    ...element(0x4489, float(track.durationMs)),
    ...element(0x4d80, text("reenact")),
    ...element(0x5741, text("reenact")),
  ]);
  const tracks = element(
    0x1654ae6b,
    element(0xae, [
      ...element(0xd7, unsigned(1)),
      ...element(0x73c5, unsigned(1)),
      ...element(0x9c, unsigned(0)),
      ...element(0x86, text(track.codec)),
      ...element(0x83, unsigned(1)),
      ...element(0xe0, [
        ...element(0xb0, unsigned(track.width)),
        ...element(0xba, unsigned(track.height)),
      ]),
    ]),
  );
  const clusters = clustersOf(rounded);
  // Positions have a fixed size, so the size of the index is known before the positions are.
  const before = lengthOf([...info, ...tracks, ...cues(clusters, 0)]);
  const content = [...info, ...tracks, ...cues(clusters, before)];
  for (const { parts } of clusters) content.push(...parts);
  return [...head, ...element(0x18538067, content)];
}

interface Cluster {
  timeMs: number;
  parts: Uint8Array[];
}

/** Clusters, each of which starts with a key frame, so that a player can seek to it. */
function clustersOf(frames: readonly EncodedFrame[]): Cluster[] {
  const groups: EncodedFrame[][] = [];
  for (const frame of frames) {
    const group = groups.at(-1);
    const isFar = !group || frame.timeMs - (group[0]?.timeMs ?? 0) > MOST_CLUSTER_MS;
    if (frame.isKey || isFar) groups.push([frame]);
    else group.push(frame);
  }
  return groups.map((group) => {
    const timeMs = group[0]?.timeMs ?? 0;
    const blocks = group.flatMap((frame) => block(frame, timeMs));
    return { timeMs, parts: element(0x1f43b675, [...element(0xe7, unsigned(timeMs)), ...blocks]) };
  });
}

function block({ data, timeMs, isKey }: EncodedFrame, clusterMs: number): Uint8Array[] {
  const head = new Uint8Array(4);
  head[0] = 0x81;
  new DataView(head.buffer).setInt16(1, timeMs - clusterMs);
  head[3] = isKey ? 0x80 : 0;
  return element(0xa3, [head, data]);
}

/** Index of the clusters; the first is `before` bytes after the start of the segment's content. */
function cues(clusters: readonly Cluster[], before: number): Uint8Array[] {
  let at = before;
  const points = clusters.flatMap(({ timeMs, parts }) => {
    const point = element(0xbb, [
      ...element(0xb3, unsigned(timeMs)),
      ...element(0xb7, [...element(0xf7, unsigned(1)), ...element(0xf1, unsigned(at))]),
    ]);
    at += lengthOf(parts);
    return point;
  });
  return element(0x1c53bb6b, points);
}
