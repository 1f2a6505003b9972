// A value that tells when it changes: all the reactivity that the page needs.

/** Something that can be listened to; the answer stops listening. */
export interface Listenable {
  on(listener: () => void): () => void;
}

/** Listeners without a value. */
export class Event implements Listenable {
  readonly #listeners = new Set<() => void>();

  on(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** A value and those who want to know when it is another one. */
export class Signal<T> implements Listenable {
  readonly #changed = new Event();
  #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set value(value: T) {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    this.#changed.emit();
  }

  on(listener: () => void): () => void {
    return this.#changed.on(listener);
  }
}

/** Runs `effect` now and whenever one of `sources` changes. */
export function watch(sources: readonly Listenable[], effect: () => void): void {
  for (const source of sources) source.on(effect);
  effect();
}
