import assert from "node:assert/strict";
import { test } from "node:test";
import { Event, Scope, Signal, watch } from "../../src/signal.ts";

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

test("a scope that was disposed calls nothing any more", () => {
  const [signal, event] = [new Signal(0), new Event()];
  const scope = new Scope();
  let told = 0;
  const tell = () => {
    told += 1;
  };
  scope.watch([signal, event], tell);
  scope.on(event, tell);
  const stop = watch([signal], tell);
  event.emit();
  assert.equal(told, 4);
  stop();
  signal.value = 1;
  assert.equal(told, 5);
  scope.dispose();
  signal.value = 2;
  event.emit();
  assert.equal(told, 5);
});
