import "./library.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Document } from "../../src/document.ts";
import * as edits from "../../src/edit/edits.ts";
import { Recording } from "../../src/library.ts";

const demo = () => new Document("demo.bin", Recording.demo(), { sample: "ideal" });
const names = (document: Document) => document.recording.markers().map(({ name }) => name);

test("edits are undone and redone, and the state that was saved is not unsaved", () => {
  const document = demo();
  let changes = 0;
  document.changed.on(() => {
    changes += 1;
  });
  const before = names(document);
  edits.addMarker(document, 2, "one");
  edits.addMarker(document, 3, "two");
  assert.equal(changes, 2);
  assert.ok(document.hasUnsavedEdits && document.isEdited);
  assert.equal(document.undoLabel, "add marker");
  document.markSaved();
  assert.ok(!document.hasUnsavedEdits);
  document.undo();
  assert.ok(document.hasUnsavedEdits);
  document.undo();
  assert.deepEqual(names(document), before);
  assert.equal(document.undo(), undefined);
  document.redo();
  document.redo();
  assert.ok(!document.hasUnsavedEdits && document.redoLabel === undefined);
  assert.equal(names(document).length, before.length + 2);
  document.free();
});

test("a new edit drops what was undone, and every state has its own revision", () => {
  const document = demo();
  const seen = new Set([document.revision]);
  edits.addMarker(document, 2, "one");
  seen.add(document.revision);
  document.undo();
  edits.mirror(document);
  seen.add(document.revision);
  assert.equal(seen.size, 3);
  assert.equal(document.redoLabel, undefined);
  document.free();
  assert.equal(document.revision, "closed");
});

test("a trim tells which part it left, and undoing it, too; trims of trims add up when steps are dropped", () => {
  const document = demo();
  edits.trim(document, { from: 2, to: 8 });
  assert.deepEqual(document.undo(), { from: 2, to: 8 });
  assert.deepEqual(document.redo(), { from: 2, to: 8 });
  edits.trim(document, { from: 1, to: 3 });
  // Fifty steps are kept, and the original.
  for (let i = 0; i < 49; i++) edits.addMarker(document, 0.5, `marker ${i}`);
  let part: unknown;
  for (let i = 0; i < 60 && document.undoLabel; i++) part = document.undo();
  assert.deepEqual(part, { from: 3, to: 5 });
  assert.ok(Math.abs(document.recording.end_secs - 19.23) < 0.1);
  document.free();
});

test("only the state that was opened has the file on disk", () => {
  const file = new Blob(["bytes"]);
  const document = new Document("demo.bin", Recording.demo(), { file });
  assert.equal(document.file, file);
  edits.mirror(document);
  assert.equal(document.file, undefined);
  document.undo();
  document.forgetFile();
  assert.equal(document.file, undefined);
  document.free();
});
