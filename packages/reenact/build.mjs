// Builds dist: the module in src/wasm, the types of reports from viewer/src, then TypeScript.
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const viewer = join(here, "../../viewer/src");
const wasm = join(here, "src/wasm");
if (!existsSync(join(wasm, "reenact_wasm_bg.wasm"))) {
  console.error("src/wasm is missing: `cargo xtask test --only npm` builds it");
  process.exit(1);
}
rmSync(join(here, "dist"), { recursive: true, force: true });
// The types of reports have one home, from which `cargo xtask schemas` makes this file.
copyFileSync(join(viewer, "reports.ts"), join(here, "src/reports.ts"));
mkdirSync(join(here, "dist/wasm"), { recursive: true });
for (const name of ["reenact_wasm.js", "reenact_wasm.d.ts", "reenact_wasm_bg.wasm"]) {
  cpSync(join(wasm, name), join(here, "dist/wasm", name));
}
for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) {
  copyFileSync(join(here, "../..", name), join(here, name));
}
const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
execFileSync(process.execPath, [tsc, "--project", here], { stdio: "inherit" });
