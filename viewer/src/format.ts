// Numbers as people read them.

/** Minutes, seconds and thousandths: `1:05.283`. */
export function clockTime(secs: number): string {
  if (!Number.isFinite(secs)) return "–";
  const sign = secs < 0 ? "−" : "";
  const millis = Math.round(Math.abs(secs) * 1000);
  const minutes = Math.floor(millis / 60_000);
  const rest = ((millis % 60_000) / 1000).toFixed(3).padStart(6, "0");
  return `${sign}${minutes}:${rest}`;
}

/** Seconds with as many digits as matter: `1.25 s`. */
export function seconds(secs: number): string {
  return `${Number(secs.toFixed(secs < 10 ? 2 : 1))} s`;
}

/** A size: `3.11 MB`. */
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

/** A count with thin gaps: `388 678`. */
export function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** A measured value with its unit, as wide as a column can be. */
export function measured(value: number | undefined, unit: string): string {
  if (value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  const isOdd = size >= 1e5 || (size < 5e-4 && size > 0);
  return withUnit(isOdd ? value.toExponential(1) : value.toFixed(size < 10 ? 3 : 1), unit);
}

/** Both ends of a scale, with the digits that its range needs: `0.00 – 1.12 m/s`. */
export function scaledRange(low: number, high: number, unit: string): string {
  const digits = Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(high - low))));
  const end = (value: number) =>
    Math.abs(value) >= 1e6 ? value.toExponential(1) : value.toFixed(digits);
  return withUnit(`${end(low)} – ${end(high)}`, unit);
}

const minus = (text: string) => text.replace(/(^| )-/g, "$1−");
const withUnit = (text: string, unit: string) =>
  `${minus(text)}${unit && !unit.startsWith("°") ? " " : ""}${unit}`;
