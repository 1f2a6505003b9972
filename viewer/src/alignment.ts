// How the compared recording is laid on the active one. The library does it; this is what can be chosen.

/** Reference frame of poses, as `compare --reference` has it. */
export const REFERENCES = {
  "as-recorded": "As recorded",
  "first-frame": "First frame",
  head: "Head",
  wrist: "Wrist",
} as const;
export type Reference = keyof typeof REFERENCES;

/** Largest offset that is searched for, in seconds. */
export const FIND_WITHIN_SECS = 5;

export interface Alignment {
  reference: Reference;
  /** What happens in the active recording happens so much later in the compared one, in seconds; or the best such offset. */
  offset: number | "find";
}

/** Without alignment. */
export const AS_RECORDED: Alignment = { reference: "as-recorded", offset: 0 };

export const isSameAlignment = (a: Alignment, b: Alignment): boolean =>
  a.reference === b.reference && a.offset === b.offset;

/** Arguments of a comparison in the library. */
export function comparisonArguments({
  reference,
  offset,
}: Alignment): [string, number | undefined, number | undefined] {
  return [
    reference,
    offset === "find" || offset === 0 ? undefined : offset,
    offset === "find" ? FIND_WITHIN_SECS : undefined,
  ];
}

/** An alignment as text, for the address and for keys: `head,0.25`. */
export const encodeAlignment = ({ reference, offset }: Alignment): string =>
  `${reference},${offset === "find" ? offset : Number(offset.toFixed(4))}`;

/** Undefined if the text makes no sense. */
export function decodeAlignment(text: string): Alignment | undefined {
  const [reference = "", given = "0"] = text.split(",");
  const offset = given === "find" ? given : Number(given);
  const isValid =
    Object.hasOwn(REFERENCES, reference) && (offset === "find" || Number.isFinite(offset));
  return isValid ? { reference: reference as Reference, offset } : undefined;
}
