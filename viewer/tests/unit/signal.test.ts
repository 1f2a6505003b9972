import assert from "node:assert/strict";
import { test } from "node:test";
import { Event, Signal, watch } from "../../src/signal.ts";

test("a signal tells of changes only, until it is unsubscribed", () => {
  const signal = new Signal(1);
  let told = 0;
  const stop = signal.on(() => {
    told += 1;
  });
  signal.value = 1;
  signal.value = 2;
  assert.equal(told, 1);
  stop();
  signal.value = 3;
  assert.equal(told, 1);
});

test("watch runs at once, and whenever a source changes", () => {
  const [signal, event] = [new Signal("a"), new Event()];
  const seen: string[] = [];
  watch([signal, event], () => seen.push(signal.value));
  signal.value = "b";
  event.emit();
  assert.deepEqual(seen, ["a", "b", "b"]);
});
