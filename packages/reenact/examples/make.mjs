// Makes a recording from a script, edits and compares it: node examples/make.mjs
import { compare, make } from "reenact";

const press = await make(`
  mark_acts = true
  [[act]]
  do = "poke"
  hand = "right"
  at = [0, -0.15, 0.5]
`);
console.log(press.markers());

const { recording, report } = press.trim({ fromSecs: 0.2 });
console.log(`${report.before.keys} keys before, ${report.after.keys} after`);

const { positionMm } = compare(press, press.mirror().recording);
console.log(`mirrored, joints are up to ${positionMm.toFixed(0)} mm away`);
