// Observable values and events: the reactivity of the page.

/** Something to subscribe to; returns a function to unsubscribe. */
export interface Listenable {
  on(listener: () => void): () => void;
}

/** Event without a value. */
export class Event implements Listenable {
  readonly #listeners = new Set<() => void>();

  on(listener: () => void): () => void {
    // A listener that is added twice is called twice, and ends twice.
    const call = () => listener();
    this.#listeners.add(call);
    return () => this.#listeners.delete(call);
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

/** Runs `effect` now and whenever one of `sources` changes, until the returned function is called. */
export function watch(sources: readonly Listenable[], effect: () => void): () => void {
  const scope = new Scope();
  for (const source of sources) scope.on(source, effect);
  effect();
  return () => scope.dispose();
}

/** Subscriptions that end together. */
export class Scope {
  readonly #stops: (() => void)[] = [];

  on(source: Listenable, listener: () => void): void {
    this.#stops.push(source.on(listener));
  }

  watch(sources: readonly Listenable[], effect: () => void): void {
    this.#stops.push(watch(sources, effect));
  }

  /** Ends all subscriptions; others can be added later. */
  dispose(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }
}
