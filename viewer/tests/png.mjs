// Pixels of a picture.

import { inflateSync } from "node:zlib";

/** Red, green and blue at a place of a PNG of eight bits a channel. */
export function pixels(png) {
  let at = 8;
  let width = 0;
  let channels = 0;
  const data = [];
  while (at < png.length) {
    const length = png.readUInt32BE(at);
    const kind = png.toString("latin1", at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (kind === "IHDR") {
      width = body.readUInt32BE(0);
      channels = body[9] === 6 ? 4 : 3;
    }
    if (kind === "IDAT") data.push(body);
    at += 12 + length;
  }
  const raw = inflateSync(Buffer.concat(data));
  const stride = width * channels;
  const out = Buffer.alloc((raw.length / (stride + 1)) * stride);
  for (let y = 0; y * (stride + 1) < raw.length; y++) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const left = x >= channels ? out[y * stride + x - channels] : 0;
      const up = y > 0 ? out[(y - 1) * stride + x] : 0;
      const corner = y > 0 && x >= channels ? out[(y - 1) * stride + x - channels] : 0;
      const value = raw[y * (stride + 1) + 1 + x];
      const guess = left + up - corner;
      const paeth = [left, up, corner].reduce((best, next) =>
        Math.abs(guess - next) < Math.abs(guess - best) ? next : best,
      );
      const predicted = [0, left, up, (left + up) >> 1, paeth][filter];
      out[y * stride + x] = (value + predicted) & 255;
    }
  }
  return (x, y) => {
    const place = Math.round(y) * stride + Math.round(x) * channels;
    return [out[place], out[place + 1], out[place + 2]];
  };
}
