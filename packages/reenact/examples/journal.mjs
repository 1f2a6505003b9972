// Records frames so that a crash loses less than a second, and reads what is there: node examples/journal.mjs
import { appendFileSync, rmSync } from "node:fs";
import { Journal, open } from "reenact";

const file = "take.journal";
rmSync(file, { force: true });
const journal = await Journal.create((bytes) => appendFileSync(file, bytes), { rateHz: 90 });
const frame = new Float32Array(journal.layout.len).fill(NaN);
for (let n = 0; n < 270; n++) {
  frame.set([0, 1.6, 0, 0, 0, 0, 1], journal.layout.camera);
  journal.record(n / 90, frame);
}
// Nothing ended the journal: what was appended so far is there.
const recording = await open(file);
console.log(`${recording.endSecs.toFixed(1)} s of 3.0 s`);
for (const note of recording.readNotes()) console.log(note.message);
rmSync(file);
