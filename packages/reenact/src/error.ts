// Errors of the library.

/** What went wrong, with a code and, for a file, the field and the byte. */
export class ReenactError extends Error {
  override readonly name = "ReenactError";
  /** Stable code, such as `truncated`. */
  readonly code: string;
  /** Field of the file. */
  readonly field: string | undefined;
  /** Offset of that field in bytes. */
  readonly offset: number | undefined;
  /** What to do about it. */
  readonly hint: string | undefined;

  constructor(message: string, code: string, more: { field?: string; offset?: number; hint?: string } = {}) {
    super(message);
    this.code = code;
    this.field = more.field;
    this.offset = more.offset;
    this.hint = more.hint;
  }

  /** Converts anything that was thrown. */
  static from(thrown: unknown): ReenactError {
    if (thrown instanceof ReenactError) return thrown;
    if (thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError)
      return new ReenactError("there is not enough memory for this", "out-of-memory");
    const { message, code, ...more } = Object(thrown) as Partial<ReenactError>;
    return new ReenactError(message ?? String(thrown), code ?? "failed", more as object);
  }
}

/** Runs something of the module, and converts what it throws. */
export function checked<T>(run: () => T): T {
  try {
    return run();
  } catch (thrown) {
    throw ReenactError.from(thrown);
  }
}
