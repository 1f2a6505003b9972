import "./library.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { frame } from "../../src/library.ts";
import { openSample } from "../../src/samples.ts";
import { Session } from "../../src/session.ts";

function compared() {
  const session = new Session();
  const a = openSample("ideal", "demo.bin");
  const b = openSample("hololens2", "demo-hololens2.bin");
  session.add(a);
  session.add(b);
  session.show(a);
  session.compareWith(b);
  return { session, a, b };
}

test("the compared recording is where the alignment lays it, and the time range is that of both", () => {
  const { session, a, b } = compared();
  assert.equal(session.placed, b.recording);
  const offset = b.recording.start_secs - a.recording.start_secs;
  assert.ok(offset > 1);
  assert.ok(session.bounds.to > 40);
  session.alignment.value = { reference: "head", offset };
  const placed = session.placed;
  assert.ok(placed && Math.abs(placed.start_secs - a.recording.start_secs) < 1e-4);
  assert.ok(session.bounds.to < 21);
  const [first, second] = [0, 0].map(() => new Float32Array(frame().len)) as [
    Float32Array,
    Float32Array,
  ];
  a.recording.frame_at(6, first);
  placed.frame_at(6, second);
  // Seen from the head, both heads are one.
  for (let i = 0; i < 7; i++)
    assert.ok(Math.abs((first[i] as number) - (second[i] as number)) < 1e-5);
  assert.equal(session.placed, placed, "nothing is made anew without a reason");
});

test("two that change places keep their alignment, the other way round; another recording has none", () => {
  const { session, a, b } = compared();
  session.alignment.value = { reference: "wrist", offset: 1.5 };
  session.show(b);
  assert.equal(session.other.value, a);
  assert.deepEqual(session.shownAlignment, { reference: "wrist", offset: -1.5 });
  session.compareWith(undefined);
  assert.deepEqual(session.shownAlignment, { reference: "as-recorded", offset: 0 });
});

test("takes that the library cannot align are shown as recorded", () => {
  const { session, b } = compared();
  session.alignment.value = { reference: "first-frame", offset: 1000 };
  assert.equal(session.placed, b.recording);
});

test("a closed document changes nothing any more", () => {
  const { session, a, b } = compared();
  let changes = 0;
  session.remove(b);
  session.changed.on(() => {
    changes += 1;
  });
  b.changed.emit();
  assert.equal(changes, 0);
  a.changed.emit();
  assert.equal(changes, 1);
});
