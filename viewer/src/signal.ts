// Observable values and events: the reactivity of the page.

/** Something to subscribe to; returns a function to unsubscribe. */
export interface Listenable {
  on(listener: () => void): () => void;
}

/** Event without a value. */
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

/** Value that notifies listeners of changes. */
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
