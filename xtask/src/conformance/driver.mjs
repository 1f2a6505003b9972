// Runs the cases of the conformance matrix with the module that the page loads: `node driver.mjs MODULE-FOLDER CASES FOLDER`.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [module, casesPath, folder] = process.argv.slice(2).map((path) => resolve(path));
const wasm = await import(pathToFileURL(join(module, "reenact_wasm.js")));
await wasm.default({ module_or_path: readFileSync(join(module, "reenact_wasm_bg.wasm")) });

function incoming(path) {
  const bytes = readFileSync(path);
  const incoming = new wasm.Incoming(bytes.length);
  incoming.push(bytes);
  return incoming;
}

function write(recording, format, path, options) {
  const pieces = [];
  const notes = recording.convert(format, (piece) => pieces.push(piece.slice()), options);
  writeFileSync(path, Buffer.concat(pieces));
  return notes;
}

/** The answer to a case. `null` of a case stands for an argument that is not given. */
function run({ call, options, args, input, output, format, other, name }, place) {
  const given = (args ?? []).map((one) => one ?? undefined);
  if (call === "doctor") return { notes: [], report: incoming(input).examine(name) };
  if (call === "demo") return { notes: write(wasm.Recording.demo(), "bin", join(place, output)), report: null };
  const recording = incoming(input).read(name);
  if (call === "convert") {
    const file_stem = output.split(".")[0];
    return { notes: write(recording, format, join(place, output), { ...options, file_stem }), report: null };
  }
  if (call === "compare") {
    return { notes: [], report: new wasm.Comparison(recording, incoming(other).read("other")).report() };
  }
  if (["info", "stats", "markers"].includes(call)) return { notes: [], report: recording[call](...given) };
  const edited = recording[call](...given);
  const notes = write(edited.recording(), "bin", join(place, output));
  return { notes: [...edited.notes(), ...notes], report: edited.report() };
}

const results = {};
for (const one of JSON.parse(readFileSync(casesPath))) {
  const place = join(folder, one.id);
  mkdirSync(place, { recursive: true });
  try {
    const { notes, report } = run(one, place);
    results[one.id] = { notes: notes.map(({ code, is_loss, message }) => [code, is_loss, message]), report };
  } catch (error) {
    if (error.name !== "ReenactError") throw error;
    results[one.id] = { error: error.message };
  }
}
const methods = [wasm.Recording, wasm.Recording.prototype].flatMap((of) =>
  Object.getOwnPropertyNames(of)
    .filter((name) => typeof Object.getOwnPropertyDescriptor(of, name).value === "function")
    .map((name) => [name, new Array(of[name].length).fill("")]),
);
const surface = Object.fromEntries(methods);
writeFileSync(join(folder, "results.json"), JSON.stringify({ formats: wasm.formats(), surface, results }));
