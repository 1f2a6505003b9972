// Reads a recording, finds the pinches and converts it: node examples/node.mjs session.bin
import { writeFile } from "node:fs/promises";
import { open } from "reenact";

const recording = await open(process.argv[2] ?? "session.bin");
console.log(`${recording.name}: ${recording.info().duration_secs} s`);

for (const { hand, from_secs, to_secs } of recording.events("pinch")) {
  console.log(`${hand} hand pinches from ${from_secs.toFixed(2)} s to ${to_secs.toFixed(2)} s`);
}

const samples = recording.sample({ rateHz: 30 });
const tips = samples.positions("right", "IndexTip"); // x y z of each frame; NaN where the hand was not observed
console.log(`${samples.length} frames, ${tips.length / 3} fingertips`);

const { bytes, notes } = recording.convert("glb");
await writeFile("hands.glb", bytes);
for (const note of notes) console.log(note.message);
