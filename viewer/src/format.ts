// Number formatting.

/** Minutes, seconds and milliseconds: `1:05.283`; with hours if necessary: `1:01:05.283`. */
export function clockTime(secs: number, digits = 3): string {
  if (!Number.isFinite(secs)) return "–";
  const sign = secs < 0 ? "−" : "";
  const scale = 10 ** digits;
  const parts = Math.round(Math.abs(secs) * scale);
  const minutes = Math.floor(parts / (60 * scale));
  const rest = ((parts % (60 * scale)) / scale)
    .toFixed(digits)
    .padStart(digits > 0 ? digits + 3 : 2, "0");
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${sign}${minutes}:${rest}`;
  return `${sign}${hours}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}

/** Duration with significant digits: `1.25 s`, `12:05 min`, `1:30:00 h`. */
export function seconds(secs: number): string {
  if (secs >= 3600) return `${clockTime(secs, 0)} h`;
  if (secs >= 600) return `${clockTime(secs, 0)} min`;
  return `${Number(secs.toFixed(secs < 10 ? 2 : 1))} s`;
}

/** File size: `3.11 MB`. */
export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  const units = ["kB", "MB", "GB"];
  let value = count / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value.toPrecision(3)} ${units[unit]}`;
}

/** Count with thin spaces: `388 678`. */
export function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** Measured value with its unit, in a fixed width. */
export function measured(value: number | undefined, unit: string): string {
  if (value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  const isOdd = size >= 1e5 || (size < 5e-4 && size > 0);
  return withUnit(isOdd ? value.toExponential(1) : value.toFixed(size < 10 ? 3 : 1), unit);
}

/** Both ends of a scale, with as many digits as its range needs: `0.00 – 1.12 m/s`. */
export function scaledRange(low: number, high: number, unit: string): string {
  const digits = Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(high - low))));
  const end = (value: number) =>
    Math.abs(value) >= 1e6 ? value.toExponential(1) : value.toFixed(digits);
  return withUnit(`${end(low)} – ${end(high)}`, unit);
}

const minus = (text: string) => text.replace(/(^| )-/g, "$1−");
const withUnit = (text: string, unit: string) =>
  `${minus(text)}${unit && !unit.startsWith("°") ? " " : ""}${unit}`;
