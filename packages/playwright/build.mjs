// Builds dist: TypeScript, and the viewer page that reports of failures contain.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
rmSync(join(here, "dist"), { recursive: true, force: true });
const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
execFileSync(process.execPath, [tsc, "--project", here], { stdio: "inherit" });
const page = join(here, "../../viewer/dist/single.html");
if (!existsSync(page)) {
  console.error("viewer/dist/single.html is missing: `cargo xtask viewer` builds it");
  process.exit(1);
}
copyFileSync(page, join(here, "dist/viewer.html"));
for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) copyFileSync(join(here, "../..", name), join(here, name));
